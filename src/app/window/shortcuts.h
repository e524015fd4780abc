/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Returns the window that tells the keys of all actions. */
GtkWindow *app_shortcuts_new (GtkWindow *parent);
