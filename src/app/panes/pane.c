/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "panes/pane.h"

struct _AppPane
{
  AdwBin parent_instance;

  GtkWidget *label;
  GscopeGtkView *view;
  gboolean titled;
};

G_DEFINE_FINAL_TYPE (AppPane, app_pane, ADW_TYPE_BIN)

static void
show_title (AppPane *self)
{
  const char *title = self->view ? gscope_gtk_view_get_title (self->view) : "";

  gtk_label_set_label (GTK_LABEL (self->label), title);
  gtk_widget_set_visible (self->label, self->titled && title[0]);
}

static void
app_pane_dispose (GObject *object)
{
  AppPane *self = APP_PANE (object);

  if (self->label)
    app_pane_set_view (self, NULL);
  g_clear_pointer (&self->label, gtk_widget_unparent);
  G_OBJECT_CLASS (app_pane_parent_class)->dispose (object);
}

static void
app_pane_class_init (AppPaneClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_pane_dispose;
}

/* Above the child that a bin has. */
static void
app_pane_init (AppPane *self)
{
  GtkLayoutManager *layout = gtk_box_layout_new (GTK_ORIENTATION_VERTICAL);

  gtk_widget_set_layout_manager (GTK_WIDGET (self), layout);
  self->label = gtk_label_new (NULL);
  gtk_label_set_xalign (GTK_LABEL (self->label), 0);
  gtk_label_set_ellipsize (GTK_LABEL (self->label), PANGO_ELLIPSIZE_END);
  gtk_widget_add_css_class (self->label, "heading");
  gtk_widget_add_css_class (self->label, "pane-title");
  gtk_widget_hide (self->label);
  gtk_widget_insert_after (self->label, GTK_WIDGET (self), NULL);
}

GtkWidget *
app_pane_new (void)
{
  return g_object_new (APP_TYPE_PANE, NULL);
}

void
app_pane_set_view (AppPane *self, GscopeGtkView *view)
{
  if (self->view)
    g_signal_handlers_disconnect_by_data (self->view, self);
  g_set_object (&self->view, view);
  if (view)
    {
      gtk_widget_set_vexpand (adw_bin_get_child (ADW_BIN (self)), TRUE);
      g_signal_connect_swapped (view, "notify::title", G_CALLBACK (show_title), self);
    }
  show_title (self);
}

void
app_pane_set_titled (AppPane *self, gboolean titled)
{
  self->titled = titled;
  show_title (self);
}

/* Returns the first widget of a type, in the order of the tree. */
static GtkWidget *
find (GtkWidget *widget, GType type)
{
  GtkWidget *found = G_TYPE_CHECK_INSTANCE_TYPE (widget, type) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find (child, type);
  return found;
}

gpointer
app_pane_find_beside (GscopeGtkView *view, GType type)
{
  GtkWidget *pane = gtk_widget_get_ancestor (GTK_WIDGET (view), GSCOPE_GTK_TYPE_PANE);

  return pane ? find (pane, type) : NULL;
}
