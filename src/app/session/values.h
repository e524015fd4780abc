/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/history.h"

#define APP_TYPE_VALUES (app_values_get_type ())
G_DECLARE_FINAL_TYPE (AppValues, app_values, APP, VALUES, GObject)

/* The values of the parameters of a list of sources. Each write that was requested in this program is an
 * entry of the history; the history must not outlive this object. */
AppValues *app_values_new (GListModel *sources, AppHistory *history);

/* The name of a writer who writes to many parameters at once. All of its writes since a call of the function, as far as
 * nothing else was changed meanwhile, are one entry of the history. */
#define APP_VALUES_WRITER "all-agents"
void app_values_begin_writes (AppValues *self);

/* Gives every parameter that was written the value that it had before its first write. */
gboolean app_values_can_restore (AppValues *self);
void app_values_restore (AppValues *self);
