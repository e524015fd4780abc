/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "widgets/drop-down.h"

#include <gscope-gtk/gscope-gtk.h>

#include "widgets/names.h"

static char *
dup_text (gpointer item)
{
  return g_strdup (gtk_string_object_get_string (item));
}

/* GTK would make the window wider for a long choice. The list that pops up has the whole texts. */
void
app_drop_down_prepare (GtkDropDown *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  gboolean is_explained = gtk_widget_get_tooltip_text (widget) != NULL;
  g_autoptr (GtkListItemFactory) factory =
      gscope_gtk_label_factory_new (dup_text, is_explained ? NULL : dup_text);

  gtk_drop_down_set_list_factory (self, gtk_drop_down_get_factory (self));
  gtk_drop_down_set_factory (self, factory);
  gtk_widget_add_css_class (widget, "abbreviated");
  app_names_complete (widget);
}
