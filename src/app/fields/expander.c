/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fields/expander.h"

#include <glib/gi18n.h>

GtkLabel *
app_expander_make_number (void)
{
  GtkWidget *label = gtk_label_new (NULL);

  gtk_widget_add_css_class (label, "numeric");
  return GTK_LABEL (label);
}

GtkLabel *
app_expander_add_number (AdwExpanderRow *self, const char *title)
{
  GtkWidget *row = adw_action_row_new ();
  GtkLabel *number = app_expander_make_number ();

  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), title);
  adw_action_row_add_suffix (ADW_ACTION_ROW (row), GTK_WIDGET (number));
  adw_expander_row_add_row (self, row);
  return number;
}

GtkBox *
app_expander_add_buttons (AdwExpanderRow *self)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_HORIZONTAL, 6);
  GtkWidget *row = adw_preferences_row_new ();

  gtk_widget_set_margin_start (box, 12);
  gtk_widget_set_margin_end (box, 12);
  gtk_widget_set_margin_top (box, 6);
  gtk_widget_set_margin_bottom (box, 6);
  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row), box);
  gtk_list_box_row_set_activatable (GTK_LIST_BOX_ROW (row), FALSE);
  adw_preferences_row_set_title (ADW_PREFERENCES_ROW (row), _ ("Actions"));
  adw_expander_row_add_row (self, row);
  return GTK_BOX (box);
}

void
app_expander_add_button (AdwExpanderRow *self, GtkBox *buttons, const char *title, GCallback func)
{
  GtkWidget *button = gtk_button_new_with_label (title);
  GtkLabel *label = GTK_LABEL (gtk_button_get_child (GTK_BUTTON (button)));

  gtk_label_set_wrap (label, TRUE);
  gtk_label_set_justify (label, GTK_JUSTIFY_CENTER);
  gtk_widget_set_hexpand (button, TRUE);
  g_signal_connect_swapped (button, "clicked", func, self);
  gtk_box_append (buttons, button);
}
