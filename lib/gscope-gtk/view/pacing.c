/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/measure.h>
#include <gscope-gtk/plot/time-ruler.h>
#include <gscope-gtk/view/private.h>

#include <gscope/signal/transport.h>

/* When a view draws: as new samples come, and only while somebody can see it. */

#define FRAME_INTERVAL (16 * GSCOPE_MSEC)
#define IDLE_INTERVAL (250 * GSCOPE_MSEC)

/* So many frames without news, and they are left alone. */
#define IDLE_FRAMES 4

gint64
gscope_gtk_view_get_now (GscopeGtkView *self)
{
  return gscope_clock_get_time (self->annotations.clock);
}

static gboolean
needs_frames (GscopeGtkScopeLink *link)
{
  return gscope_scope_get_period (link->scope) <= FRAME_INTERVAL;
}

static gint64
choose_interval (GscopeGtkScopeLink *link)
{
  if (link->view->frames_id > 0 && needs_frames (link))
    return IDLE_INTERVAL;
  return CLAMP (gscope_scope_get_period (link->scope), FRAME_INTERVAL, IDLE_INTERVAL);
}

void
gscope_gtk_view_update_consumer (GscopeGtkScopeLink *link)
{
  if (link->consumer)
    gscope_scope_remove_consumer (link->scope, link->consumer);
  link->consumer = 0;
  if (link->view->is_shown)
    link->consumer = gscope_scope_add_consumer (link->scope, choose_interval (link));
}

static void
update_consumers (GscopeGtkView *self)
{
  for (guint i = 0; i < self->links->len; i++)
    gscope_gtk_view_update_consumer (self->links->pdata[i]);
}

static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *frame_clock, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  self->n_idle_frames++;
  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeGtkScopeLink *link = self->links->pdata[i];

      if (needs_frames (link))
        gscope_scope_drain (link->scope);
    }
  if (self->n_idle_frames < IDLE_FRAMES)
    return G_SOURCE_CONTINUE;
  self->frames_id = 0;
  update_consumers (self);
  return G_SOURCE_REMOVE;
}

/* While samples come, frames begin by draining them. A timer of a frame's length would have them wait
 * for itself and then for the frame: it only notices that they come again. */
static void
follow_frames (GscopeGtkView *self)
{
  self->n_idle_frames = 0;
  if (self->frames_id > 0)
    return;
  self->frames_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_frame, NULL, NULL);
  update_consumers (self);
}

static void
leave_frames (GscopeGtkView *self)
{
  if (self->frames_id > 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->frames_id);
  self->frames_id = 0;
}

typedef gint64 (*TimeFunc) (GscopeScope *scope);

/* Returns the earliest of the times of the scopes that run, or of those that do not. */
static gint64
find_earliest (GscopeGtkView *self, TimeFunc get_time, gboolean running)
{
  gint64 earliest = G_MAXINT64;

  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScope *scope = ((GscopeGtkScopeLink *) self->links->pdata[i])->scope;

      if (gscope_scope_get_running (scope) == running)
        earliest = MIN (earliest, get_time (scope));
    }
  return earliest;
}

/* All signals are shown up to the same time, which follows the scope with the longest delay. One
 * that was
 * stopped holds up no other. Sweeps begin where the scopes began. */
void
gscope_gtk_view_move_pen (GscopeGtkView *self)
{
  gint64 pen = find_earliest (self, gscope_scope_get_pen, TRUE);
  gboolean running = pen != G_MAXINT64;

  if (!running)
    pen = find_earliest (self, gscope_scope_get_pen, FALSE);
  if (pen == G_MAXINT64)
    return;
  gscope_gtk_viewport_set_origin (self->scene.viewport,
                                  find_earliest (self, gscope_scope_get_start, running));
  gscope_gtk_viewport_set_pen (self->scene.viewport, pen);
}

/* The time from which on samples are new, with the sample before, as lines begin there. */
static gint64
take_news (GscopeGtkView *self)
{
  gint64 oldest = G_MAXINT64;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);

      oldest = MIN (oldest, gscope_gtk_view_signal_take_news (signal));
    }
  return oldest;
}

static gboolean
has_events (GscopeGtkView *self)
{
  return self->parts[GSCOPE_GTK_PART_EVENTS]
         && gsk_render_node_get_node_type (self->parts[GSCOPE_GTK_PART_EVENTS])
                != GSK_CONTAINER_NODE;
}

/* The time of a playback stands still, and goes back. */
static gboolean
is_paused (GscopeClock *clock)
{
  return GSCOPE_IS_TRANSPORT (clock) && !gscope_transport_get_playing (GSCOPE_TRANSPORT (clock));
}

/* Views refresh at the same moments, so that two of them show one value of a signal. */
static gint64
get_moment (GscopeGtkView *self)
{
  gint64 now = gscope_gtk_view_get_now (self);

  return is_paused (self->annotations.clock) ? now : now - now % GSCOPE_GTK_REFRESH_INTERVAL;
}

void
gscope_gtk_view_refresh_texts (GscopeGtkView *self)
{
  gboolean at_cursor = self->annotations.n_cursors == 1;
  gint64 time = at_cursor ? self->annotations.cursors[0] : get_moment (self);
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals));
  gboolean changed = FALSE;

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);

      changed |= gscope_gtk_view_signal_show_value (
          signal, at_cursor ? gscope_gtk_measure_read (signal, time)
                            : gscope_gtk_view_signal_read_newest (signal, time));
    }
  /* badges count what is in view */
  if (changed || has_events (self))
    gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_HEADS);
}

/* Assistive technologies may read a change of the description aloud where the focus is. */
static void
describe_now_and_then (GscopeGtkView *self, gint64 moment)
{
  gint64 interval = gtk_widget_has_focus (GTK_WIDGET (self)) ? 10 * GSCOPE_SEC : GSCOPE_SEC;

  if (moment / interval != self->refreshed_at / interval && self->annotations.n_cursors == 0)
    gscope_gtk_view_describe_cursors (self);
}

static void
refresh (GscopeGtkView *self)
{
  gint64 moment = get_moment (self);

  if (moment == self->refreshed_at && !is_paused (self->annotations.clock))
    return;
  gscope_gtk_view_carry_cursors (self);
  gscope_gtk_view_refresh_texts (self);
  describe_now_and_then (self, moment);
  if (gscope_gtk_view_hash_reasons (self) != self->reasons)
    gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_REASONS);
  self->refreshed_at = moment;
  if (gscope_gtk_scene_is_sweeping (&self->scene))
    gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
}

/* The ticks of a recording move with its picture. */
static void
move_ruler (GscopeGtkView *self)
{
  GscopeGtkTimeRuler ruler;

  gscope_gtk_time_ruler_init (&ruler, &self->scene, self->annotations.clock);
  if (!gscope_gtk_time_ruler_moves (&ruler))
    return;
  g_clear_pointer (&self->numbers, g_array_unref);
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_RULERS);
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_TIME);
}

void
gscope_gtk_view_on_drained (GscopeScope *scope, GscopeGtkScopeLink *link)
{
  GscopeGtkView *self = link->view;
  GscopeGtkViewport *viewport = self->scene.viewport;
  gint64 width = gscope_gtk_viewport_get_column_width (viewport);
  gint64 pen, old_pen = gscope_gtk_viewport_get_pen_column (viewport), news;

  if (!self->is_shown)
    return;
  news = take_news (self);
  gscope_gtk_view_move_pen (self);
  refresh (self);
  if (gscope_gtk_viewport_get_held (viewport) || !gscope_gtk_viewport_get_live (viewport))
    return;
  pen = gscope_gtk_viewport_get_pen_column (viewport);
  if (gscope_gtk_scene_follow (&self->scene, gscope_gtk_view_get_now (self)))
    gscope_gtk_view_redraw (self);
  gscope_gtk_strips_invalidate_columns (
      &self->strips, &self->scene, MIN (news == G_MAXINT64 ? old_pen : news / width - 1, old_pen),
      pen);
  if (!gscope_gtk_scene_is_sweeping (&self->scene) && has_events (self))
    gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
  move_ruler (self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (needs_frames (link))
    follow_frames (self);
}

void
gscope_gtk_view_set_shown (GscopeGtkView *self, gboolean shown)
{
  if (self->is_shown == shown)
    return;
  self->is_shown = shown;
  if (!shown)
    leave_frames (self);
  update_consumers (self);
  if (!shown)
    return;
  take_news (self);
  gscope_gtk_view_move_pen (self);
  gscope_gtk_view_arrange (self);
}
