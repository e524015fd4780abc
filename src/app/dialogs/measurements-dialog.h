/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "dialogs/math-dialog.h"
#include "session/session.h"

/* Chooses the measurements of a signal that a view shows. The function is called with the full name of a measurement that has become
 * a signal, once it is there. */
#define APP_TYPE_MEASUREMENTS_DIALOG (app_measurements_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppMeasurementsDialog, app_measurements_dialog, APP, MEASUREMENTS_DIALOG,
                      AdwWindow)

void
app_measurements_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view,
                              GscopeGtkViewSignal *signal, AppMathAddedFunc func, gpointer data);
