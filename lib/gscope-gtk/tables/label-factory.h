/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/version.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * GscopeGtkItemText: (skip)
 * @item: an item of a list
 *
 * Makes a text about an item.
 *
 * Returns: (transfer full) (nullable): the text; %NULL for an item without a tooltip
 *
 * Since: 1.0
 */
typedef char *(*GscopeGtkItemText) (gpointer item);

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkListItemFactory *
gscope_gtk_label_factory_new (GscopeGtkItemText get_text, GscopeGtkItemText get_tooltip);

G_END_DECLS
