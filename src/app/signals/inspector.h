/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* How the view shows a signal, to be changed. */
#define APP_TYPE_INSPECTOR (app_inspector_get_type ())
G_DECLARE_FINAL_TYPE (AppInspector, app_inspector, APP, INSPECTOR, AdwBin)

void
app_inspector_set_signal (AppInspector *self, AppSession *session, GscopeGtkViewSignal *signal);
