/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/scope.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_SERVER (gscope_server_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeServer, gscope_server, GSCOPE, SERVER, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeServer *gscope_server_new (GscopeScope *scope, GscopeSource *source, GIOStream *stream);
GSCOPE_AVAILABLE_IN_1_0
void gscope_server_close (GscopeServer *self);

G_END_DECLS
