/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <json-glib/json-glib.h>

/* Compares from now on. */
void app_batch_begin_limits (GscopeWorkspace *workspace);
/* Compares the samples that came since the last drain, too, and says which limits compared nothing or missed something. Returns
 * the exit status: 1 if there are such limits, or none at all, and APP_STATUS_BEYOND_LIMIT if one failed. */
int app_batch_judge_limits (GscopeWorkspace *workspace);
/* Prints a line for each limit, or makes a list of objects. */
void app_batch_print_limits (GscopeWorkspace *workspace);
JsonNode *app_batch_describe_limits (GscopeWorkspace *workspace);
