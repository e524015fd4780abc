/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gtk/gtk.h>

/* Returns the items of the lists that a function makes of each item of a list, one after the other. This is a
 * GtkMapListModel in a GtkFlattenListModel, but the former, as of GTK 4.8, puts an inserted item into the place of
 * the one behind it. */
GListModel *app_flat_list_new (GListModel *items, GtkMapListModelMapFunc func, gpointer user_data);

/* Returns the position of an item in a list; GTK_INVALID_LIST_POSITION if it is not there. */
guint app_flat_list_find (GListModel *items, gpointer wanted);
