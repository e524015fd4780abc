/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* Chooses the trigger that watches a signal. */
#define APP_TYPE_TRIGGER_DIALOG (app_trigger_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppTriggerDialog, app_trigger_dialog, APP, TRIGGER_DIALOG, AdwWindow)

/* Of the selected signal of a view. */
void app_trigger_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view);
