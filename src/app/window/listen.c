/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

/* A signal of the view as sound. */

static void
drop_listener (AppWindow *self)
{
  gtk_widget_remove_controller (GTK_WIDGET (self), self->listen_keys);
  self->listen_keys = NULL;
  g_signal_handlers_disconnect_by_data (self->listener, self);
  g_clear_object (&self->listener);
  app_window_set_state (self, "listen", FALSE);
}

void
app_window_stop_listening (AppWindow *self)
{
  if (self->listener)
    drop_listener (self);
}

/* The cursor is then at what was heard last. */
static void
stop (AppWindow *self)
{
  gint64 time;

  if (app_listener_stop (self->listener, &time))
    gscope_gtk_view_set_cursor (self->view, time);
  drop_listener (self);
}

static void
on_ended (AppListener *listener, const GError *error, AppWindow *self)
{
  if (error)
    app_messages_add (self->messages, error->message);
  drop_listener (self);
}

static gboolean
on_escape (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  stop (APP_WINDOW (widget));
  return TRUE;
}

/* Escape is for the sound, before what has the focus gets it. */
static void
add_keys (AppWindow *self)
{
  self->listen_keys = gtk_shortcut_controller_new ();
  gtk_event_controller_set_propagation_phase (self->listen_keys, GTK_PHASE_CAPTURE);
  gtk_shortcut_controller_add_shortcut (
      GTK_SHORTCUT_CONTROLLER (self->listen_keys),
      gtk_shortcut_new (gtk_keyval_trigger_new (GDK_KEY_Escape, 0),
                        gtk_callback_action_new (on_escape, NULL, NULL)));
  gtk_widget_add_controller (GTK_WIDGET (self), self->listen_keys);
}

static gboolean
is_still (AppWindow *self)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self->view);

  return gscope_gtk_viewport_get_held (viewport) || !gscope_gtk_viewport_get_live (viewport)
         || (self->player
             && !gscope_transport_get_playing (gscope_player_get_transport (self->player)));
}

void
app_action_listen (AppWindow *self, gboolean state)
{
  GscopeGtkViewSignal *signal = gscope_gtk_view_get_selected (self->view);

  if (!state && self->listener)
    stop (self);
  if (!state || self->listener)
    return;
  if (!signal)
    {
      app_window_toast (self, "%s", _ ("Select a signal first"));
      return;
    }
  self->listener = app_listener_new (self->view, signal, is_still (self));
  g_signal_connect (self->listener, "ended", G_CALLBACK (on_ended), self);
  add_keys (self);
  app_window_set_state (self, "listen", TRUE);
  /* Translators: the name of a signal */
  app_window_toast (self,
                    _ ("Listening to “%s”: higher is larger, clicks are markers, Escape ends"),
                    gscope_gtk_view_signal_get_label (signal));
}
