/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>

#include "session/session.h"

/* Shows how the table that a session plays back is read, over its first lines, to be changed. */
#define APP_TYPE_CSV_DIALOG (app_csv_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppCsvDialog, app_csv_dialog, APP, CSV_DIALOG, AdwWindow)

/* NULL, with the error, where the file cannot be read. */
AppCsvDialog *app_csv_dialog_open (GtkWindow *parent, AppSession *session, GError **error);
