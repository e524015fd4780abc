/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "session/session.h"

/* Identifies the response of a signal to a parameter. The transfer function beside the view shows the result. Closing the
 * dialog stops the chirp. */
#define APP_TYPE_IDENTIFY_DIALOG (app_identify_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppIdentifyDialog, app_identify_dialog, APP, IDENTIFY_DIALOG, AdwWindow)

/* parameter: the full name of the one that is chosen first, or NULL. */
void app_identify_dialog_open (GtkWindow *parent, AppSession *session, GscopeGtkView *view,
                               const char *parameter);
