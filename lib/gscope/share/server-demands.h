/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/carrier/message.h>
#include <gscope/source/source.h>

/* Lists the effects of a call on other programs (GscopeDemand), by the options that it sets and the
 * parameters that it writes. A call that is wrong has none: it fails by itself. */
GPtrArray *gscope_server_list_demands (GscopeSource *source, GscopeVerb verb, JsonObject *call);
