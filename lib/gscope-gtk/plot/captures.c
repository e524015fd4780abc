/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/captures.h>

#include <math.h>

/* of captures behind the one in front */
#define BEHIND_FADE 0.8f

GscopeGtkShownCaptures *
gscope_gtk_shown_captures_new (void)
{
  GscopeGtkShownCaptures *self = g_new0 (GscopeGtkShownCaptures, 1);

  self->behind = g_ptr_array_new_with_free_func (g_object_unref);
  return self;
}

void
gscope_gtk_shown_captures_free (GscopeGtkShownCaptures *self)
{
  g_clear_object (&self->front);
  g_ptr_array_unref (self->behind);
  g_free (self);
}

void
gscope_gtk_scene_show_capture (const GscopeGtkScene *self, GscopeCapture *capture,
                               GPtrArray *behind, gint64 zero)
{
  g_set_object (&self->captures->front, capture);
  g_ptr_array_set_size (self->captures->behind, 0);
  for (guint i = 0; behind && i < behind->len; i++)
    g_ptr_array_add (self->captures->behind, g_object_ref (behind->pdata[i]));
  self->captures->zero = zero;
}

GscopeCapture *
gscope_gtk_scene_get_capture (const GscopeGtkScene *self)
{
  return gscope_gtk_viewport_get_live (self->viewport) ? NULL : self->captures->front;
}

gboolean
gscope_gtk_scene_get_zero_x (const GscopeGtkScene *self, double *x)
{
  if (!gscope_gtk_scene_get_capture (self)
      || !gscope_gtk_viewport_time_to_x (self->viewport, self->captures->zero, x))
    return FALSE;
  *x = floor (self->plot.x + *x / self->device_scale);
  return TRUE;
}

static GscopeTrace *
find_trace (GscopeCapture *capture, GscopeSignal *signal)
{
  return capture ? gscope_capture_get_trace (capture, signal) : NULL;
}

void
gscope_gtk_scene_get_timeline (const GscopeGtkScene *self, GscopeSignal *signal,
                               GscopeTimeline *timeline)
{
  GscopeTrace *trace = find_trace (gscope_gtk_scene_get_capture (self), signal);

  gscope_signal_get_timeline (signal, timeline);
  if (trace)
    *timeline = (GscopeTimeline){ trace, NULL };
}

/* Lets a stroke show a capture, whose zero is at the zero of the plot. Returns FALSE if the signal was not captured. */
static gboolean
show (const GscopeGtkScene *self, GscopeGtkStroke *stroke, GscopeCapture *capture,
      GscopeSignal *signal)
{
  GscopeTrace *trace = find_trace (capture, signal);

  if (!trace)
    return FALSE;
  stroke->trace = trace;
  stroke->history = NULL;
  stroke->shift = gscope_capture_get_zero (capture) - self->captures->zero;
  return TRUE;
}

void
gscope_gtk_scene_add_captures (GscopeGtkScene *self, GscopeGtkStroke *stroke, GscopeSignal *signal)
{
  GscopeCapture *shown = gscope_gtk_scene_get_capture (self);

  for (guint i = 0; shown && i < self->captures->behind->len; i++)
    {
      GscopeGtkStroke faded = *stroke;

      faded.fade = BEHIND_FADE;
      if (show (self, &faded, self->captures->behind->pdata[i], signal))
        g_array_append_val (self->strokes, faded);
    }
  show (self, stroke, shown, signal);
}
