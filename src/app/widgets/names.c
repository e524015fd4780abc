/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "widgets/names.h"

#include <adwaita.h>

void
app_names_complete (GtkWidget *root)
{
  GtkWidget *child = gtk_widget_get_first_child (root);

  if (GTK_IS_DROP_DOWN (root))
    gtk_accessible_update_relation (GTK_ACCESSIBLE (child), GTK_ACCESSIBLE_RELATION_LABELLED_BY,
                                    root, NULL, -1);
  if (ADW_IS_SPLIT_BUTTON (root))
    gtk_accessible_update_property (
        GTK_ACCESSIBLE (gtk_widget_get_last_child (root)), GTK_ACCESSIBLE_PROPERTY_LABEL,
        adw_split_button_get_dropdown_tooltip (ADW_SPLIT_BUTTON (root)), -1);
  for (; child; child = gtk_widget_get_next_sibling (child))
    app_names_complete (child);
}
