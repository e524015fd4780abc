/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/captures.h>

#include <math.h>

/* of captures behind the one in front, of those that it is compared with, of the mean and of its deviation */
#define BEHIND_FADE 0.8f
#define REFERENCE_FADE 0.2f
#define MEAN_FADE 0.4f
#define BAND_FADE 0.8f

GscopeGtkShownCaptures *
gscope_gtk_shown_captures_new (void)
{
  GscopeGtkShownCaptures *self = g_new0 (GscopeGtkShownCaptures, 1);

  self->behind = g_ptr_array_new_with_free_func (g_object_unref);
  self->references = g_ptr_array_new_with_free_func (g_object_unref);
  self->bands =
      g_hash_table_new_full (g_str_hash, g_str_equal, g_free, (GDestroyNotify) gscope_trace_unref);
  return self;
}

void
gscope_gtk_shown_captures_free (GscopeGtkShownCaptures *self)
{
  g_clear_object (&self->front);
  g_ptr_array_unref (self->behind);
  g_ptr_array_unref (self->references);
  g_clear_object (&self->mean);
  g_hash_table_unref (self->bands);
  g_free (self);
}

/* Sets the captures of an array; NULL for none. */
static void
assign (GPtrArray *self, GPtrArray *captures)
{
  g_ptr_array_set_size (self, 0);
  for (guint i = 0; captures && i < captures->len; i++)
    g_ptr_array_add (self, g_object_ref (captures->pdata[i]));
}

void
gscope_gtk_scene_show_capture (const GscopeGtkScene *self, GscopeCapture *capture,
                               GPtrArray *behind, gint64 zero)
{
  g_set_object (&self->captures->front, capture);
  assign (self->captures->behind, behind);
  self->captures->zero = zero;
}

void
gscope_gtk_scene_show_references (const GscopeGtkScene *self, GPtrArray *references)
{
  assign (self->captures->references, references);
}

void
gscope_gtk_scene_show_mean (const GscopeGtkScene *self, GscopeCapture *mean)
{
  if (g_set_object (&self->captures->mean, mean))
    g_hash_table_remove_all (self->captures->bands);
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

/* Makes a trace that fills its columns from the mean less the deviation to the mean with it: a point has both. */
static GscopeTrace *
make_band (GscopeTrace *mean, GscopeTrace *deviation)
{
  GscopeTrace *band = gscope_trace_new ();

  for (guint64 i = gscope_trace_get_first (mean); i < gscope_trace_get_end (mean); i++)
    {
      gint64 time = gscope_trace_get_time (mean, i);
      double middle = gscope_trace_get_value (mean, i);
      double half = gscope_trace_get_value (deviation, i);
      const GscopeSample samples[] = { { time, middle - half }, { time, middle + half } };

      gscope_trace_append_samples (band, samples, G_N_ELEMENTS (samples));
    }
  return band;
}

/* Returns the band of a signal; NULL if the mean does not have the signal. */
static GscopeTrace *
find_band (GscopeGtkShownCaptures *self, const char *name)
{
  GscopeTrace *band = g_hash_table_lookup (self->bands, name);
  GscopeTrace *mean = band ? NULL : gscope_capture_find_trace (self->mean, name);
  g_autofree char *deviation = g_strconcat (name, " deviation", NULL);

  if (!mean)
    return band;
  band = make_band (mean, gscope_capture_find_trace (self->mean, deviation));
  g_hash_table_insert (self->bands, g_strdup (name), band);
  return band;
}

/* Adds the deviation of a signal and its mean, which are lines whatever the signal is. */
static void
add_mean (GscopeGtkScene *self, const GscopeGtkStroke *stroke, GscopeSignal *signal)
{
  GscopeTrace *band = find_band (self->captures, gscope_signal_get_full_name (signal));
  GscopeGtkStroke mean = *stroke, deviation;

  if (!band || !show (self, &mean, self->captures->mean, signal))
    return;
  mean.mode = GSCOPE_LINE_MODE_LINES;
  mean.fade = MEAN_FADE;
  deviation = mean;
  deviation.fade = BAND_FADE;
  deviation.trace = band;
  g_array_append_val (self->strokes, deviation);
  g_array_append_val (self->strokes, mean);
}

/* Adds captures of a signal, drawn as its stroke is, but for what is given. */
static void
add_behind (GscopeGtkScene *self, const GscopeGtkStroke *stroke, GscopeSignal *signal,
            GPtrArray *captures, float fade, gboolean dashed)
{
  for (guint i = 0; i < captures->len; i++)
    {
      GscopeGtkStroke behind = *stroke;

      behind.fade = fade;
      behind.dashed = stroke->dashed || dashed;
      if (show (self, &behind, captures->pdata[i], signal))
        g_array_append_val (self->strokes, behind);
    }
}

void
gscope_gtk_scene_add_captures (GscopeGtkScene *self, GscopeGtkStroke *stroke, GscopeSignal *signal)
{
  GscopeCapture *shown = gscope_gtk_scene_get_capture (self);

  if (!shown)
    return;
  if (self->captures->mean)
    add_mean (self, stroke, signal);
  add_behind (self, stroke, signal, self->captures->behind, BEHIND_FADE, FALSE);
  add_behind (self, stroke, signal, self->captures->references, REFERENCE_FADE, TRUE);
  show (self, stroke, shown, signal);
}
