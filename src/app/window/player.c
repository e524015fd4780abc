/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include "dialogs/csv-dialog.h"
#include "session/read-as.h"
#include "window/actions.h"

/* A step moves by this share of what is in sight. */
#define STEPS_PER_SPAN 20
#define SPEED_STEP 2.0

static GscopeTransport *
get_transport (AppWindow *self)
{
  return gscope_player_get_transport (self->player);
}

void
app_action_play (AppWindow *self, gboolean state)
{
  self->fits = FALSE;
  if (state)
    gscope_transport_play (get_transport (self));
  else
    gscope_transport_pause (get_transport (self));
}

void
app_action_loop (AppWindow *self, gboolean state)
{
  gscope_transport_set_loop (get_transport (self), state);
}

void
app_action_step (AppWindow *self, int direction)
{
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));

  self->fits = FALSE;
  gscope_transport_step (get_transport (self), direction * span / STEPS_PER_SPAN);
}

void
app_action_change_speed (AppWindow *self, int direction)
{
  double factor = direction > 0 ? SPEED_STEP : 1 / SPEED_STEP;
  double speed = gscope_transport_get_speed (get_transport (self)) * factor;

  gscope_transport_set_speed (
      get_transport (self), CLAMP (speed, GSCOPE_TRANSPORT_MIN_SPEED, GSCOPE_TRANSPORT_MAX_SPEED));
}

static void
show_states (AppWindow *self)
{
  app_window_set_state (self, "play", gscope_transport_get_playing (get_transport (self)));
  app_window_set_state (self, "loop", gscope_transport_get_loop (get_transport (self)));
}

/* Until somebody moves, all that was read is in sight. */
static gboolean
fit (gpointer data)
{
  AppWindow *self = data;
  gint64 duration = gscope_transport_get_duration (get_transport (self));

  self->fit_idle = 0;
  if (!self->fits || !self->view || duration <= 0)
    return G_SOURCE_REMOVE;
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (self->view), duration);
  self->known_end = gscope_transport_get_end (get_transport (self));
  gscope_transport_seek (get_transport (self), self->known_end);
  self->fits = gscope_player_get_progress (self->player) < 1;
  app_window_show_title (self);
  return G_SOURCE_REMOVE;
}

/* The player says one by one what it has read. No frame is drawn before that fits. */
static void
queue_fit (AppWindow *self)
{
  if (self->fits && !self->fit_idle)
    self->fit_idle = g_idle_add_full (G_PRIORITY_DEFAULT, fit, self, NULL);
}

/* Who looks at the end of a file that grows goes on looking at its end. */
static void
on_end_changed (AppWindow *self)
{
  GscopeTransport *transport = get_transport (self);
  gint64 end = gscope_transport_get_end (transport);

  if (!self->fits && !gscope_transport_get_playing (transport)
      && gscope_transport_get_position (transport) >= self->known_end)
    gscope_transport_seek (transport, end);
  self->known_end = end;
  queue_fit (self);
}

void
app_action_change_format (AppWindow *self)
{
  g_autoptr (GError) error = NULL;

  if (!app_csv_dialog_open (GTK_WINDOW (self), self->session, &error))
    app_messages_add (self->messages, error->message);
}

/* The format of a file is asked once; of several windows the first asks. */
void
app_window_ask_format (AppWindow *self)
{
  GscopePlayer *player = app_session_get_player (self->session);
  g_autoptr (GscopeRecordingFormat) known =
      app_read_as_recall (self->settings, gscope_player_get_file (player));

  g_signal_stop_emission_by_name (self->session, "table");
  if (known)
    app_session_set_format (self->session, known);
  else
    app_action_change_format (self);
}

void
app_window_fit_again (AppWindow *self)
{
  self->fits = TRUE;
}

/* A workspace may say where in the recording it is. */
static gboolean
has_place (AppWindow *self)
{
  GscopeWorkspace *workspace = app_session_get_workspace (self->session);

  return gscope_workspace_get_playback (workspace)->position >= 0;
}

void
app_window_adopt_player (AppWindow *self)
{
  GscopePlayer *player = app_session_get_player (self->session);

  if (!player)
    return;
  self->player = g_object_ref (player);
  self->fits = !has_place (self);
  self->known_end = G_MAXINT64;
  g_signal_connect_swapped (get_transport (self), "notify::playing", G_CALLBACK (show_states),
                            self);
  g_signal_connect_swapped (get_transport (self), "notify::loop", G_CALLBACK (show_states), self);
  g_signal_connect_swapped (get_transport (self), "notify::end", G_CALLBACK (on_end_changed), self);
  g_signal_connect_swapped (player, "notify::progress", G_CALLBACK (queue_fit), self);
  app_actions_update (self);
  show_states (self);
  queue_fit (self);
}

void
app_window_drop_player (AppWindow *self)
{
  if (!self->player)
    return;
  g_signal_handlers_disconnect_by_data (get_transport (self), self);
  g_signal_handlers_disconnect_by_data (self->player, self);
  g_clear_handle_id (&self->fit_idle, g_source_remove);
  g_clear_object (&self->player);
  app_actions_update (self);
}

/* Of a large recording all samples are there only where somebody looks, also of those that are compared. */
void
app_window_show_interval (AppWindow *self)
{
  GscopeComparisonList *runs =
      self->session ? app_comparison_get_runs (app_session_get_comparison (self->session)) : NULL;
  GscopeGtkViewport *viewport;
  gint64 begin, end;

  if (!self->view)
    return;
  viewport = gscope_gtk_view_get_viewport (self->view);
  end = gscope_gtk_viewport_get_end (viewport);
  begin = end - gscope_gtk_viewport_get_span (viewport);
  if (self->player)
    gscope_player_show (self->player, begin, end);
  for (guint i = 0; runs && i < g_list_model_get_n_items (G_LIST_MODEL (runs)); i++)
    {
      g_autoptr (GscopeComparison) run = g_list_model_get_item (G_LIST_MODEL (runs), i);

      gscope_player_show (gscope_comparison_get_player (run), begin, end);
    }
}
