/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "session/session.h"

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* A signal in the list of signals. */
#define APP_TYPE_SIGNAL_ROW (app_signal_row_get_type ())
G_DECLARE_FINAL_TYPE (AppSignalRow, app_signal_row, APP, SIGNAL_ROW, AdwBin)

/* Says for a status line which signal it is, and which keys act on it. */
char *app_signal_row_describe (AppSignalRow *self, const char **keys);
GtkWidget *app_signal_row_new (AppSession *session, GscopeGtkViewSignal *signal);
