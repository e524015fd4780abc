/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/tables/label-factory-private.h>

#include <gscope-gtk/tooltip.h>

typedef struct
{
  GscopeGtkItemText get_text;
  GscopeGtkItemText get_tooltip;
} Texts;

static void
on_setup (GtkSignalListItemFactory *factory, GtkListItem *item)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_label_set_xalign (GTK_LABEL (label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (label), PANGO_ELLIPSIZE_END);
  gtk_list_item_set_child (item, label);
}

static void
on_bind (GtkSignalListItemFactory *factory, GtkListItem *item, const Texts *texts)
{
  GtkWidget *label = gtk_list_item_get_child (item), *row = gtk_widget_get_parent (label);
  g_autofree char *text = texts->get_text (gtk_list_item_get_item (item));
  g_autofree char *tooltip =
      texts->get_tooltip ? texts->get_tooltip (gtk_list_item_get_item (item)) : NULL;

  gtk_label_set_label (GTK_LABEL (label), text);
  gscope_gtk_tooltip_set (label, tooltip);
  if (row)
    gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

static void
free_texts (gpointer texts, GClosure *closure)
{
  g_free (texts);
}

/**
 * gscope_gtk_label_factory_new: (skip)
 * @get_text: makes the text of an item
 * @get_tooltip: (nullable): makes the tooltip of an item; it may return %NULL for none
 *
 * Makes rows of one label each, which is ellipsized and the accessible name of the row.
 *
 * Returns: (transfer full): the factory
 *
 * Since: 1.0
 */
GtkListItemFactory *
gscope_gtk_label_factory_new (GscopeGtkItemText get_text, GscopeGtkItemText get_tooltip)
{
  GtkListItemFactory *factory = gtk_signal_list_item_factory_new ();
  Texts *texts = g_new (Texts, 1);

  *texts = (Texts){ get_text, get_tooltip };
  g_signal_connect (factory, "setup", G_CALLBACK (on_setup), NULL);
  g_signal_connect_data (factory, "bind", G_CALLBACK (on_bind), texts, free_texts, 0);
  return factory;
}

static char *
dup_text (gpointer item)
{
  return g_strdup (gtk_string_object_get_string (item));
}

GtkListItemFactory *
gscope_gtk_label_factory_new_for_texts (void)
{
  return gscope_gtk_label_factory_new (dup_text, NULL);
}
