/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/objects.h>

/* Signals dragged from a legend to another view. */

static GdkContentProvider *
on_prepare (GtkDragSource *source, double x, double y, GscopeGtkView *self)
{
  GscopeGtkViewSignal *signal =
      gscope_gtk_painting_find_signal (gscope_gtk_view_get_objects (self)->painting, x, y);

  return signal ? gdk_content_provider_new_typed (GSCOPE_GTK_TYPE_VIEW_SIGNAL, signal) : NULL;
}

static void
on_drag_begin (GtkDragSource *source, GdkDrag *drag, GscopeGtkView *self)
{
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  if (gdk_content_provider_get_value (gdk_drag_get_content (drag), &value, NULL))
    gtk_drag_icon_set_child (
        GTK_DRAG_ICON (gtk_drag_icon_get_for_drag (drag)),
        gtk_label_new (gscope_gtk_view_signal_get_label (g_value_get_object (&value))));
}

static GscopeGtkViewSignal *
find_entry (GListModel *signals, GscopeSignal *signal)
{
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);

      if (gscope_gtk_view_signal_get_signal (entry) == signal)
        return entry;
    }
  return NULL;
}

/* Signals of a scope on another clock have no place on this time axis. */
static gboolean
on_drop (GtkDropTarget *target, const GValue *value, double x, double y, GscopeGtkView *self)
{
  GscopeGtkViewSignal *dropped = g_value_get_object (value), *entry;
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (dropped);
  GscopeScope *scope = gscope_gtk_view_signal_get_scope (dropped);
  GListModel *signals = gscope_gtk_view_get_signals (self);
  gboolean is_new = !find_entry (signals, signal);

  if (!gscope_gtk_membership_takes (gscope_gtk_view_get_objects (self)->membership, scope))
    return FALSE;
  gscope_gtk_view_add_signal (self, scope, signal);
  entry = find_entry (signals, signal);
  if (entry)
    gscope_gtk_view_signal_set_hidden (entry, FALSE);
  if (entry && is_new)
    g_signal_emit_by_name (self, "dropped", entry);
  return entry != NULL;
}

void
gscope_gtk_gestures_add_drag (GscopeGtkView *self)
{
  GtkDragSource *source = gtk_drag_source_new ();
  GtkDropTarget *target = gtk_drop_target_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL, GDK_ACTION_COPY);

  g_signal_connect (source, "prepare", G_CALLBACK (on_prepare), self);
  g_signal_connect (source, "drag-begin", G_CALLBACK (on_drag_begin), self);
  g_signal_connect (target, "drop", G_CALLBACK (on_drop), self);
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (source));
  gtk_widget_add_controller (GTK_WIDGET (self), GTK_EVENT_CONTROLLER (target));
}
