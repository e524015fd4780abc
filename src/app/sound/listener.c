/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "sound/listener.h"

#include <math.h>

#include "sound/speaker.h"

#define RATE 48000
/* The interval in which samples are made, ms, and the samples for one value. */
#define INTERVAL_MSEC 20
#define BLOCK 480
/* How long a picture sounds that does not move, and how long the sound card then needs for the last samples, seconds. */
#define PICTURE_TIME 5
#define LAST_TIME 0.4

struct _AppListener
{
  GObject parent_instance;

  GscopeGtkView *view;
  GscopeGtkViewSignal *signal;
  /* while the speaker is opened; and the speaker after that */
  GCancellable *opening;
  AppSpeaker *speaker;
  GscopeTone *tone;
  guint timeout;
  /* markers up to this time have clicked */
  gint64 heard;
  /* the picture that sounds, if it does not move; and the samples that were made of it */
  gboolean is_still;
  gint64 begin;
  gint64 end;
  guint64 n_made;
};

G_DEFINE_FINAL_TYPE (AppListener, app_listener, G_TYPE_OBJECT)

static gint64
get_time (AppListener *self)
{
  double part = (double) self->n_made / (PICTURE_TIME * RATE);

  if (!self->is_still)
    return gscope_gtk_viewport_get_end (gscope_gtk_view_get_viewport (self->view));
  return self->begin + (gint64) (part * (double) (self->end - self->begin));
}

static void
stop (AppListener *self)
{
  if (self->opening)
    g_cancellable_cancel (self->opening);
  g_clear_object (&self->opening);
  g_clear_handle_id (&self->timeout, g_source_remove);
  g_clear_pointer (&self->speaker, app_speaker_free);
}

gboolean
app_listener_stop (AppListener *self, gint64 *time)
{
  stop (self);
  *time = get_time (self);
  return self->is_still && *time < self->end;
}

static void
app_listener_dispose (GObject *object)
{
  AppListener *self = APP_LISTENER (object);

  stop (self);
  g_clear_object (&self->tone);
  g_clear_object (&self->signal);
  g_clear_object (&self->view);
  G_OBJECT_CLASS (app_listener_parent_class)->dispose (object);
}

static void
app_listener_class_init (AppListenerClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_listener_dispose;
  g_signal_new ("ended", APP_TYPE_LISTENER, G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 1,
                G_TYPE_ERROR);
}

static void
app_listener_init (AppListener *self)
{
}

static void
end (AppListener *self, const GError *error)
{
  stop (self);
  g_signal_emit_by_name (self, "ended", error);
}

/* Returns whether a marker was passed since the last time. */
static gboolean
pass_markers (AppListener *self, gint64 time)
{
  GscopeMarkerList *markers =
      gscope_scope_get_markers (gscope_gtk_view_signal_get_scope (self->signal));
  g_autoptr (GscopeMarker) next = g_list_model_get_item (
      G_LIST_MODEL (markers), gscope_marker_list_find (markers, self->heard + 1));
  gboolean is_passed = next && gscope_marker_get_time (next) <= time;

  self->heard = MAX (self->heard, time);
  return is_passed;
}

static double
read_value (AppListener *self, gint64 time)
{
  GscopeTimeline timeline;
  GscopeSample sample;

  gscope_signal_get_timeline (gscope_gtk_view_signal_get_signal (self->signal), &timeline);
  return gscope_timeline_find_before (&timeline, time + 1, 0, &sample) ? sample.value : NAN;
}

/* Makes the samples of a moment, which is an instant of the signal. */
static void
make_block (AppListener *self, float *samples, gsize n)
{
  gint64 time = get_time (self);
  double min, max;

  gscope_gtk_view_signal_get_range (self->signal, &min, &max);
  if (isfinite (min) && isfinite (max))
    gscope_tone_set_range (self->tone, min, max);
  gscope_tone_set_value (self->tone,
                         self->is_still && time > self->end ? NAN : read_value (self, time));
  if (pass_markers (self, time))
    gscope_tone_click (self->tone);
  gscope_tone_render (self->tone, samples, n);
  self->n_made += n;
}

static gboolean
is_over (AppListener *self)
{
  return self->is_still && self->n_made >= (PICTURE_TIME + LAST_TIME) * RATE;
}

static gboolean
on_timeout (gpointer data)
{
  AppListener *self = data;
  gsize n = app_speaker_count_wanted (self->speaker);
  float *samples = g_new (float, MAX (n, 1));
  g_autoptr (GError) error = NULL;

  for (gsize i = 0; i < n; i += BLOCK)
    make_block (self, samples + i, MIN (BLOCK, n - i));
  if (app_speaker_take (self->speaker, samples, n, &error) && !is_over (self))
    return G_SOURCE_CONTINUE;
  self->timeout = 0;
  end (self, error);
  return G_SOURCE_REMOVE;
}

/* Runs in a thread: looking for plugins takes seconds where nobody has looked for them before. */
static void
open_speaker (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  GError *error = NULL;
  AppSpeaker *speaker = app_speaker_new (RATE, &error);

  if (speaker)
    g_task_return_pointer (task, speaker, (GDestroyNotify) app_speaker_free);
  else
    g_task_return_error (task, error);
}

/* A listener that has stopped meanwhile may be gone. */
static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  AppListener *self = data;
  g_autoptr (GError) error = NULL;
  AppSpeaker *speaker = g_task_propagate_pointer (G_TASK (result), &error);

  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->opening);
  self->speaker = speaker;
  if (speaker)
    self->timeout = g_timeout_add (INTERVAL_MSEC, on_timeout, self);
  else
    end (self, error);
}

AppListener *
app_listener_new (GscopeGtkView *view, GscopeGtkViewSignal *signal, gboolean is_still)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);
  AppListener *self = g_object_new (APP_TYPE_LISTENER, NULL);
  g_autoptr (GTask) task = NULL;

  self->view = g_object_ref (view);
  self->signal = g_object_ref (signal);
  self->tone = gscope_tone_new (RATE);
  self->is_still = is_still;
  self->end = gscope_gtk_viewport_get_end (viewport);
  self->begin = self->end - gscope_gtk_viewport_get_span (viewport);
  self->heard = is_still ? self->begin : self->end;
  self->opening = g_cancellable_new ();
  task = g_task_new (NULL, self->opening, on_opened, self);
  g_task_run_in_thread (task, open_speaker);
  return self;
}
