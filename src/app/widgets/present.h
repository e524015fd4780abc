/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Shows a dialog, at first as wide as large text makes its contents. */
void app_present_dialog (GtkWindow *dialog);
