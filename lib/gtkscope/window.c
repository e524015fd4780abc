/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/control/control.h>
#include <gtkscope/gtkscope.h>

#define REFRESH_INTERVAL 250 /* milliseconds */

/**
 * gtk_scope_present:
 * @self: a scope
 *
 * Presents the window of the scope. A scope without a window gets a new one with its title.
 *
 * Returns: (transfer none): the window
 *
 * Since: 1.0
 */
GtkWindow *
gtk_scope_present (GtkScope *self)
{
  GtkWidget *window;

  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  window = gtk_widget_get_ancestor (GTK_WIDGET (self), GTK_TYPE_WINDOW);
  if (!window)
    {
      window = gtk_window_new ();
      gtk_window_set_title (GTK_WINDOW (window), gtk_scope_get_title (self));
      gtk_window_set_child (GTK_WINDOW (window), GTK_WIDGET (self));
    }
  gtk_window_present (GTK_WINDOW (window));
  return GTK_WINDOW (window);
}

static GtkWidget *
create_control (gpointer item, gpointer data)
{
  return gscope_gtk_control_new (item);
}

static gboolean
on_refresh (gpointer data)
{
  GscopeSource *source = gscope_scope_get_source (gtk_scope_get_scope (data));

  gscope_source_refresh_async (source, NULL, NULL, NULL);
  return G_SOURCE_CONTINUE;
}

static void
stop_refresh (gpointer data)
{
  g_source_remove (GPOINTER_TO_UINT (data));
}

/**
 * gtk_scope_present_parameters:
 * @self: a scope
 *
 * Opens a window with the control parameters.
 *
 * Returns: (transfer none): the window
 *
 * Since: 1.0
 */
GtkWindow *
gtk_scope_present_parameters (GtkScope *self)
{
  GtkWidget *list = gtk_list_box_new (), *scroller = gtk_scrolled_window_new ();
  GtkWindow *window = GTK_WINDOW (gtk_window_new ());
  guint refresh;

  g_return_val_if_fail (GTK_IS_SCOPE (self), NULL);

  gtk_list_box_set_selection_mode (GTK_LIST_BOX (list), GTK_SELECTION_NONE);
  gtk_list_box_bind_model (GTK_LIST_BOX (list), gtk_scope_get_parameters (self), create_control,
                           NULL, NULL);
  gtk_scrolled_window_set_child (GTK_SCROLLED_WINDOW (scroller), list);
  gtk_scrolled_window_set_propagate_natural_height (GTK_SCROLLED_WINDOW (scroller), TRUE);
  gtk_window_set_child (window, scroller);
  gtk_window_set_title (window, gtk_scope_get_title (self));
  gtk_window_set_default_size (window, 420, -1);
  refresh = g_timeout_add_full (G_PRIORITY_DEFAULT_IDLE, REFRESH_INTERVAL, on_refresh,
                                g_object_ref (self), g_object_unref);
  g_object_set_data_full (G_OBJECT (window), "gtk-scope-refresh", GUINT_TO_POINTER (refresh),
                          stop_refresh);
  gtk_window_present (window);
  return window;
}

/* Counts the scopes among a widget and its descendants. A scope contains no other scopes. */
static guint
count_scopes (GtkWidget *widget)
{
  guint n = 0;

  if (GTK_IS_SCOPE (widget))
    return gtk_widget_get_mapped (widget);
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    n += count_scopes (child);
  return n;
}

/**
 * gtk_scope_count_visible:
 *
 * Returns: the number of scopes that are visible
 *
 * Since: 1.0
 */
guint
gtk_scope_count_visible (void)
{
  GListModel *windows = gtk_window_get_toplevels ();
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (windows); i++)
    {
      g_autoptr (GtkWidget) window = g_list_model_get_item (windows, i);

      n += count_scopes (window);
    }
  return n;
}
