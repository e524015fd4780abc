/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

/* A table of the peaks of a spectrum, which follows the picture. */
#define APP_TYPE_PEAKS_DIALOG (app_peaks_dialog_get_type ())
G_DECLARE_FINAL_TYPE (AppPeaksDialog, app_peaks_dialog, APP, PEAKS_DIALOG, AdwWindow)

/* Opens the table for the spectrum beside a view, and shows the spectrum. */
void app_peaks_dialog_open (GtkWindow *parent, GscopeGtkView *view);
