/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/table-dialog.h"

#include "widgets/present.h"

struct _AppTableDialog
{
  AdwWindow parent_instance;

  GtkWidget *hold;
  GscopeGtkViewTable *table;
};

G_DEFINE_FINAL_TYPE (AppTableDialog, app_table_dialog, ADW_TYPE_WINDOW)

static void
on_copy (AppTableDialog *self)
{
  gscope_gtk_view_table_copy (self->table);
}

static gboolean
copy (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  on_copy (APP_TABLE_DIALOG (widget));
  return TRUE;
}

static void
app_table_dialog_class_init (AppTableDialogClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  g_type_ensure (GSCOPE_GTK_TYPE_VIEW_TABLE);
  gtk_widget_class_set_template_from_resource (widget_class,
                                               APP_RESOURCES "/panes/table-dialog.ui");
  gtk_widget_class_bind_template_child (widget_class, AppTableDialog, hold);
  gtk_widget_class_bind_template_child (widget_class, AppTableDialog, table);
  gtk_widget_class_bind_template_callback (widget_class, on_copy);
  gtk_widget_class_add_binding (widget_class, GDK_KEY_c, GDK_CONTROL_MASK, copy, NULL);
}

static void
app_table_dialog_init (AppTableDialog *self)
{
  gtk_widget_init_template (GTK_WIDGET (self));
}

void
app_table_dialog_open (GtkWindow *parent, GscopeGtkView *view)
{
  AppTableDialog *self = g_object_new (APP_TYPE_TABLE_DIALOG, "transient-for", parent, NULL);

  gscope_gtk_view_table_set_view (self->table, view);
  g_object_bind_property (gscope_gtk_view_get_viewport (view), "held", self->hold, "active",
                          G_BINDING_BIDIRECTIONAL | G_BINDING_SYNC_CREATE);
  app_present_dialog (GTK_WINDOW (self));
  /* without signals there is no row */
  if (!gtk_widget_child_focus (GTK_WIDGET (self->table), GTK_DIR_TAB_FORWARD))
    gtk_widget_grab_focus (self->hold);
}
