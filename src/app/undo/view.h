/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* Changes of a view, as entries of the history. */

/* From now on, changes of the settings and the notes of a view are entries. */
void app_view_log (AppSession *session, GscopeGtkView *view);
void app_view_rename (AppSession *session, GscopeGtkView *view, const char *title);

/* Returns a copy of the value of a property. */
GValue *app_value_take (gpointer object, GParamSpec *pspec);
void app_value_free (gpointer data);

/* Returns the signal of a full name as a view shows it; NULL if the view does not show it. */
GscopeGtkViewSignal *app_view_find_signal (GscopeGtkView *view, const char *name);
/* Removes a signal from a view; returns the number of the entry. */
guint
app_view_remove_signal (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal);
/* Adds signals to a view, by their full names, as one entry; returns its number, 0 if the view shows them all. */
guint app_view_add_signals (AppSession *session, GscopeGtkView *view, GPtrArray *names);
/* Shows the signals that a view has hidden, as one entry; returns its number, 0 if the view has hidden none. */
guint app_view_reveal_signals (AppSession *session, GscopeGtkView *view, GPtrArray *names);
/* Adds an entry for a signal that came into a view. */
void app_view_log_added (AppSession *session, GscopeGtkView *view, GscopeGtkViewSignal *signal);

/* Shows a measurement in a view. */
void app_view_add_measurement (AppSession *session, GscopeGtkView *view,
                               const GscopeWorkspaceMeasurement *measurement);
/* Removes a measurement from a view; returns the number of the entry. */
guint app_view_remove_measurement (AppSession *session, GscopeGtkView *view,
                                   const GscopeWorkspaceMeasurement *measurement);
