/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/view/objects.h>

#include <gscope/clock/transport.h>

#define FRAME_INTERVAL (16 * GSCOPE_MSEC)
/* The number of frames from one picture to the next where each frame paints the whole window. */
#define SLOW_FRAMES 3
#define IDLE_INTERVAL (250 * GSCOPE_MSEC)

/* Between two pictures of a gap that goes on, while nothing else changes. */
#define GAP_INTERVAL (250 * GSCOPE_MSEC)

/* After this many frames without new samples, frames end. */
#define IDLE_FRAMES 4

typedef struct
{
  GscopeScope *scope;
  /* 0 while the view is hidden */
  guint consumer;
} Feed;

struct _GscopeGtkPacing
{
  GscopeGtkView *view;
  GscopeGtkPainting *painting;
  GscopeGtkCursors *cursors;
  GscopeGtkViewport *viewport;
  GArray *feeds;
  gboolean is_shown;
  /* the number of frames from one picture to the next */
  guint pace;
  /* 0 while there are no frames */
  guint frames_id;
  guint n_frames;
  guint n_idle_frames;
  /* the clock's beat that moves the picture through a gap; NULL without one */
  GSource *beat;
  /* a frame drains the scopes, and looks at the samples of all of them afterwards */
  gboolean is_draining;
  gboolean has_news;
  gint64 refreshed_at;
};

static GscopeClock *
get_clock (GscopeGtkPacing *self)
{
  return gscope_gtk_painting_get_annotations (self->painting)->clock;
}

static gboolean
needs_frames (GscopeGtkPacing *self, GscopeScope *scope)
{
  return gscope_scope_get_period (scope) <= self->pace * FRAME_INTERVAL;
}

static gint64
choose_interval (GscopeGtkPacing *self, GscopeScope *scope)
{
  if (self->frames_id > 0 && needs_frames (self, scope))
    return IDLE_INTERVAL;
  return CLAMP (gscope_scope_get_period (scope), self->pace * FRAME_INTERVAL, IDLE_INTERVAL);
}

static void
stop_consuming (Feed *feed)
{
  if (feed->consumer)
    gscope_scope_remove_consumer (feed->scope, feed->consumer);
  feed->consumer = 0;
}

static void
stop_beat (GscopeGtkPacing *self)
{
  if (self->beat)
    g_source_destroy (self->beat);
  g_clear_pointer (&self->beat, g_source_unref);
}

static gboolean
ends_in_gap (GscopeGtkViewSignal *entry)
{
  GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);
  gsize n;

  if (gscope_gtk_view_signal_get_hidden (entry) || gscope_signal_get_ended (signal)
      || !gscope_scope_get_running (gscope_gtk_view_signal_get_scope (entry)))
    return FALSE;
  gscope_trace_get_gaps (gscope_signal_get_trace (signal), G_MAXINT64 - 1, G_MAXINT64, &n);
  return n > 0;
}

/* Time goes on in a gap, but no sample comes that would move the picture. A transport moves the picture itself. */
static gboolean
needs_beat (GscopeGtkPacing *self)
{
  GListModel *signals = gscope_gtk_view_get_signals (self->view);

  if (!self->is_shown || self->frames_id > 0 || GSCOPE_IS_TRANSPORT (get_clock (self)))
    return FALSE;
  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      if (ends_in_gap (signal))
        return TRUE;
    }
  return FALSE;
}

static gboolean on_beat (gpointer data);

static void
update_beat (GscopeGtkPacing *self)
{
  if (!needs_beat (self))
    {
      stop_beat (self);
      return;
    }
  if (self->beat)
    return;
  self->beat = gscope_clock_create_beat (get_clock (self), GAP_INTERVAL);
  g_source_set_static_name (self->beat, "[gscope] gap");
  g_source_set_callback (self->beat, on_beat, self, NULL);
  g_source_attach (self->beat, g_main_context_get_thread_default ());
}

static void
update_consumers (GscopeGtkPacing *self)
{
  update_beat (self);
  for (guint i = 0; i < self->feeds->len; i++)
    {
      Feed *feed = &g_array_index (self->feeds, Feed, i);

      stop_consuming (feed);
      if (self->is_shown)
        feed->consumer =
            gscope_scope_add_consumer (feed->scope, choose_interval (self, feed->scope));
    }
}

typedef gint64 (*TimeFunc) (GscopeScope *scope);

/* Returns the earliest of the times of the scopes that run, or of those that do not. */
static gint64
find_earliest (GscopeGtkPacing *self, TimeFunc get_time, gboolean running)
{
  gint64 earliest = G_MAXINT64;

  for (guint i = 0; i < self->feeds->len; i++)
    {
      GscopeScope *scope = g_array_index (self->feeds, Feed, i).scope;

      if (gscope_scope_get_running (scope) == running)
        earliest = MIN (earliest, get_time (scope));
    }
  return earliest;
}

/* All signals are shown up to the same time, which follows the running scope with the longest delay. A stopped scope
 * holds up no other. Sweeps begin where the scopes began. */
static void
move_pen (GscopeGtkPacing *self)
{
  gint64 pen = find_earliest (self, gscope_scope_get_pen, TRUE);
  gboolean running = pen != G_MAXINT64;

  if (!running)
    pen = find_earliest (self, gscope_scope_get_pen, FALSE);
  if (pen == G_MAXINT64)
    return;
  gscope_gtk_viewport_set_origin (self->viewport,
                                  find_earliest (self, gscope_scope_get_start, running));
  gscope_gtk_viewport_set_pen (self->viewport, pen);
}

/* The time from which on samples are new, with the sample before, as lines begin there. */
static gint64
take_news (GscopeGtkPacing *self)
{
  GListModel *signals = gscope_gtk_view_get_signals (self->view);
  gint64 oldest = G_MAXINT64;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      oldest = MIN (oldest, gscope_gtk_view_signal_take_news (signal));
    }
  return oldest;
}

/* The time of a playback stands still, and goes back. */
static gboolean
is_paused (GscopeClock *clock)
{
  return GSCOPE_IS_TRANSPORT (clock) && !gscope_transport_get_playing (GSCOPE_TRANSPORT (clock));
}

gint64
gscope_gtk_pacing_get_moment (GscopeClock *clock)
{
  gint64 now = gscope_clock_get_time (clock);

  return is_paused (clock) ? now : now - now % GSCOPE_GTK_REFRESH_INTERVAL;
}

/* Assistive technologies may read a change of the description aloud where the focus is. */
static void
describe_now_and_then (GscopeGtkPacing *self, gint64 moment)
{
  gint64 interval = gtk_widget_has_focus (GTK_WIDGET (self->view)) ? 10 * GSCOPE_SEC : GSCOPE_SEC;

  if (moment / interval != self->refreshed_at / interval
      && gscope_gtk_view_get_cursors (self->view, NULL, NULL) == 0)
    gscope_gtk_cursors_describe (self->cursors);
}

static void
refresh (GscopeGtkPacing *self)
{
  gint64 moment = gscope_gtk_pacing_get_moment (get_clock (self));

  if (moment == self->refreshed_at && !is_paused (get_clock (self)))
    return;
  gscope_gtk_cursors_carry (self->cursors);
  gscope_gtk_cursors_show_values (self->cursors);
  describe_now_and_then (self, moment);
  gscope_gtk_painting_refresh (self->painting);
  self->refreshed_at = moment;
  g_signal_emit_by_name (self->view, "refreshed");
}

/* Shows the new samples. Returns whether they move the picture. */
static gboolean
show_news (GscopeGtkPacing *self)
{
  gint64 old_pen = gscope_gtk_viewport_get_pen_column (self->viewport);
  gint64 news = take_news (self);

  move_pen (self);
  refresh (self);
  if (gscope_gtk_viewport_get_held (self->viewport)
      || !gscope_gtk_viewport_get_live (self->viewport))
    return FALSE;
  gscope_gtk_painting_advance (self->painting, news, old_pen);
  return TRUE;
}

static gboolean
on_beat (gpointer data)
{
  GscopeGtkPacing *self = data;

  show_news (self);
  update_beat (self);
  return G_SOURCE_CONTINUE;
}

static void
drain (GscopeGtkPacing *self)
{
  self->has_news = FALSE;
  self->is_draining = TRUE;
  for (guint i = 0; i < self->feeds->len; i++)
    {
      GscopeScope *scope = g_array_index (self->feeds, Feed, i).scope;

      if (needs_frames (self, scope))
        gscope_scope_drain (scope);
    }
  self->is_draining = FALSE;
}

static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *frame_clock, gpointer data)
{
  GscopeGtkPacing *self = data;

  if (++self->n_frames % self->pace != 0)
    return G_SOURCE_CONTINUE;
  self->n_idle_frames++;
  drain (self);
  if (self->has_news && show_news (self))
    self->n_idle_frames = 0;
  if (self->n_idle_frames < IDLE_FRAMES)
    return G_SOURCE_CONTINUE;
  self->frames_id = 0;
  update_consumers (self);
  return G_SOURCE_REMOVE;
}

/* While samples come, frames begin by draining them. A timer of a frame's length would have them wait
 * for itself and then for the frame: it only notices that they come again. */
static void
follow_frames (GscopeGtkPacing *self)
{
  self->n_idle_frames = 0;
  if (self->frames_id > 0)
    return;
  self->frames_id = gtk_widget_add_tick_callback (GTK_WIDGET (self->view), on_frame, self, NULL);
  update_consumers (self);
}

static void
leave_frames (GscopeGtkPacing *self)
{
  if (self->frames_id > 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self->view), self->frames_id);
  self->frames_id = 0;
}

static void
on_drained (GscopeScope *scope, GscopeGtkPacing *self)
{
  self->has_news = TRUE;
  if (!self->is_shown || self->is_draining)
    return;
  if (show_news (self) && needs_frames (self, scope))
    follow_frames (self);
  else
    update_beat (self);
}

static void
feed_clear (gpointer data)
{
  Feed *feed = data;

  stop_consuming (feed);
  g_object_unref (feed->scope);
}

GscopeGtkPacing *
gscope_gtk_pacing_new (GscopeGtkView *view, GscopeGtkPainting *painting, GscopeGtkCursors *cursors)
{
  GscopeGtkPacing *self = g_new0 (GscopeGtkPacing, 1);

  self->view = view;
  self->pace = 1;
  self->painting = painting;
  self->cursors = cursors;
  self->viewport = gscope_gtk_view_get_viewport (view);
  self->feeds = g_array_new (FALSE, FALSE, sizeof (Feed));
  g_array_set_clear_func (self->feeds, feed_clear);
  g_signal_connect_swapped (view, "arranged", G_CALLBACK (update_beat), self);
  return self;
}

void
gscope_gtk_pacing_clear (GscopeGtkPacing *self)
{
  stop_beat (self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  for (guint i = 0; i < self->feeds->len; i++)
    g_signal_handlers_disconnect_by_data (g_array_index (self->feeds, Feed, i).scope, self);
  g_array_set_size (self->feeds, 0);
}

void
gscope_gtk_pacing_free (GscopeGtkPacing *self)
{
  gscope_gtk_pacing_clear (self);
  g_array_unref (self->feeds);
  g_free (self);
}

void
gscope_gtk_pacing_add_scope (GscopeGtkPacing *self, GscopeScope *scope)
{
  Feed feed = { g_object_ref (scope), 0 };

  g_array_append_val (self->feeds, feed);
  g_signal_connect (scope, "drained", G_CALLBACK (on_drained), self);
  g_signal_connect_swapped (scope, "notify::period", G_CALLBACK (update_consumers), self);
  g_signal_connect_swapped (scope, "notify::running", G_CALLBACK (update_beat), self);
  update_consumers (self);
  move_pen (self);
}

void
gscope_gtk_pacing_set_shown (GscopeGtkPacing *self, gboolean shown)
{
  if (self->is_shown == shown)
    return;
  self->is_shown = shown;
  self->pace = gscope_gtk_surroundings_paints_all (GTK_WIDGET (self->view)) ? SLOW_FRAMES : 1;
  if (!shown)
    leave_frames (self);
  update_consumers (self);
  if (!shown)
    return;
  take_news (self);
  move_pen (self);
  gscope_gtk_view_arrange (self->view);
}

void
gscope_gtk_pacing_catch_up (GscopeGtkPacing *self)
{
  if (self->is_shown)
    return;
  for (guint i = 0; i < self->feeds->len; i++)
    gscope_scope_drain (g_array_index (self->feeds, Feed, i).scope);
  take_news (self);
  move_pen (self);
}
