/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Marks an entry, or its row, as wrong or as right again, also for assistive technologies. */
void app_mark_wrong (GtkWidget *entry, gboolean is_wrong);
