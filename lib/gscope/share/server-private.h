/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/carrier.h>
#include <gscope/share/server.h>

G_BEGIN_DECLS

/* Offers a source over a carrier, of which the server takes a reference. */
GscopeServer *
gscope_server_new_for_carrier (GscopeScope *scope, GscopeSource *source, GscopeCarrier *carrier);

G_END_DECLS
