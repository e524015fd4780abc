/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope/gscope.h>

/* A limit in a list: its signal, bounds and verdict, and when it is open, its counts and what can be done with it: it emits
 * “edit” and “remove”. */
#define APP_TYPE_LIMIT_ROW (app_limit_row_get_type ())
G_DECLARE_FINAL_TYPE (AppLimitRow, app_limit_row, APP, LIMIT_ROW, AdwExpanderRow)

AppLimitRow *app_limit_row_new (GscopeLimit *limit);
GscopeLimit *app_limit_row_get_limit (AppLimitRow *self);
/* Shows the bounds and the counts of now. */
void app_limit_row_update (AppLimitRow *self);
