/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Names the buttons inside of the drop-downs and split buttons of a tree of widgets: those buttons
 * have the focus, and no names of their own. */
void app_names_complete (GtkWidget *root);
