/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* Makes a view a triggered display while its setting “trigger” names a signal that has a trigger, also if that comes later. */
void app_captures_follow (AppSession *session, GscopeGtkView *view);

/* Returns the trigger that the settings of a view name, or NULL. signal: out, the signal, or NULL. */
GscopeTrigger *
app_captures_find_trigger (AppSession *session, GscopeGtkView *view, GscopeSignal **signal);
/* Returns the number of failures of limits that the list of captures lacks because too many others waited for
 * their samples. The view must be one of app_captures_follow (). */
guint64 app_captures_get_n_dropped (GscopeGtkView *view);
/* Begins a triggered display: of the selected signal if it has a trigger, else of the first signal of the view that has
 * one, else of the selected or the first signal with a trigger in the middle of its range. Returns FALSE for an empty view. */
gboolean app_captures_begin (AppSession *session, GscopeGtkView *view);
void app_captures_end (GscopeGtkView *view);
/* Sets the mode of the trigger that the settings of a view name, if there is one. */
void app_captures_set_mode (AppSession *session, GscopeGtkView *view, GscopeTriggerMode mode);

/* Gets usual settings of a trigger: its level is in the middle of the visible range of a signal. */
void app_captures_init_trigger (GscopeGtkViewSignal *signal, GscopeTriggerSettings *settings);
