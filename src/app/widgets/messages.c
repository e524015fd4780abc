/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "widgets/messages.h"

#include <glib/gi18n.h>

#define MAX_MESSAGES 100

struct _AppMessages
{
  AdwBin parent_instance;

  GtkStringList *list;
  GtkRevealer *revealer;
  GtkLabel *label;
  GtkMenuButton *more;
  GtkListBox *rows;
};

G_DEFINE_FINAL_TYPE (AppMessages, app_messages, ADW_TYPE_BIN)

static GtkWidget *
create_row (gpointer item, gpointer user_data)
{
  const char *text = gtk_string_object_get_string (GTK_STRING_OBJECT (item));
  GtkWidget *row = gtk_list_box_row_new ();

  gtk_list_box_row_set_child (GTK_LIST_BOX_ROW (row),
                              g_object_new (GTK_TYPE_LABEL, "label", text, "xalign", 0.0, "wrap",
                                            TRUE, "wrap-mode", PANGO_WRAP_WORD_CHAR, "selectable",
                                            TRUE, "margin-top", 6, "margin-bottom", 6,
                                            "max-width-chars", 70, NULL));
  gtk_accessible_update_property (GTK_ACCESSIBLE (row), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
  return row;
}

static void
app_messages_dispose (GObject *object)
{
  AppMessages *self = APP_MESSAGES (object);

  g_clear_object (&self->list);
  G_OBJECT_CLASS (app_messages_parent_class)->dispose (object);
}

static void
app_messages_class_init (AppMessagesClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_messages_dispose;
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/widgets/messages.ui");
  gtk_widget_class_bind_template_child (widget_class, AppMessages, revealer);
  gtk_widget_class_bind_template_child (widget_class, AppMessages, label);
  gtk_widget_class_bind_template_child (widget_class, AppMessages, more);
  gtk_widget_class_bind_template_child (widget_class, AppMessages, rows);
  gtk_widget_class_bind_template_callback (widget_class, app_messages_clear);
}

static void
app_messages_init (AppMessages *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
  self->list = gtk_string_list_new (NULL);
  gtk_list_box_bind_model (self->rows, G_LIST_MODEL (self->list), create_row, NULL, NULL);
}

void
app_messages_add (AppMessages *self, const char *message)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  g_autofree char *more = NULL;

  if (n == MAX_MESSAGES)
    gtk_string_list_remove (self->list, 0);
  gtk_string_list_append (self->list, message);
  n = g_list_model_get_n_items (G_LIST_MODEL (self->list));
  more = g_strdup_printf (ngettext ("%u message", "%u messages", n), n);
  gtk_label_set_label (self->label, message);
  gtk_menu_button_set_label (self->more, more);
  gtk_widget_set_visible (GTK_WIDGET (self->more), n > 1);
  gtk_revealer_set_reveal_child (self->revealer, TRUE);
}

void
app_messages_clear (AppMessages *self)
{
  gtk_menu_button_popdown (self->more);
  gtk_revealer_set_reveal_child (self->revealer, FALSE);
  gtk_string_list_splice (self->list, 0, g_list_model_get_n_items (G_LIST_MODEL (self->list)),
                          NULL);
}
