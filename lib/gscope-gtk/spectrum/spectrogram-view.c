/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/spectrum/frequency-view-private.h>
#include <gscope-gtk/spectrum/spectrogram-picture.h>
#include <gscope-gtk/spectrum/spectrogram-view.h>
#include <gscope-gtk/view/objects.h>

#include <glib/gi18n-lib.h>
#include <math.h>

enum
{
  /* The number of segments, without overlap, in the visible time. */
  PARTS = 8,
  MIN_SIZE = 64,
  MAX_SIZE = 4096,
  /* the largest size that a user can set, which bounds the memory of a column */
  MAX_SET_SIZE = 16384,
  /* The largest number of samples that are transformed; if more are visible, the newest ones. */
  MAX_SAMPLES = 1 << 18,
};

/* The fraction of the values in decibels, the lowest ones, that have the plot's colour, and the
 * largest range below the highest value. */
#define FAINTEST 0.02
#define DEPTH 80

/**
 * GscopeGtkSpectrogramView:
 *
 * Shows the spectra of a signal of a view over time as colours, in the view's visible time.
 *
 * It shows the chosen [property@AnalysisView:signal], the view's selected signal, or its first one.
 * Its time axis is the view's, sweeping or rolling, and its plot has the same width if one is above
 * the other. If more than 262144 samples are visible, it shows the newest ones. Colours change in
 * perceptually equal steps from the plot's colour, for the lowest values, to the colour of the
 * highest value. [struct@Gscope.Spectrogram] describes the spectra. Columns are empty because of
 * gaps.
 *
 * The cursor has the time of the view's cursor, and a frequency of its own. The arrow keys move both.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-spectrogram-view`. Its `color` decides between the light and the dark
 * palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkSpectrogramView
{
  GscopeGtkFrequencyView parent_instance;

  GscopeSpectrogram *spectrogram;
  /* the inputs of the present picture */
  GscopeTrace *trace;
  GscopeSpectrumSettings made_with;
  gint64 made_width;
  GscopeGtkInterval interval;
  /* the time of the axis's 0, and the duration of a sweep, 0 without sweep; nanoseconds */
  gint64 origin;
  gint64 sweep;
  GscopeGtkSpectrogramPicture picture;
  char *unit;
};

G_DEFINE_FINAL_TYPE (GscopeGtkSpectrogramView, gscope_gtk_spectrogram_view,
                     GSCOPE_GTK_TYPE_FREQUENCY_VIEW)

static const GscopeSpectrumSettings *
get_settings (GscopeGtkSpectrogramView *self)
{
  return &gscope_gtk_frequency_view_peek (self)->settings;
}

static void
drop_spectrogram (GscopeGtkSpectrogramView *self)
{
  g_clear_pointer (&self->spectrogram, gscope_spectrogram_unref);
  g_clear_pointer (&self->trace, gscope_trace_unref);
}

/* Returns the begin of the transformed time. */
static gint64
find_begin (GscopeTrace *trace, const GscopeGtkInterval *interval)
{
  guint64 begin = gscope_trace_find (trace, interval->begin);
  guint64 end = gscope_trace_find (trace, interval->end);

  return end - begin > MAX_SAMPLES ? gscope_trace_get_time (trace, end - MAX_SAMPLES)
                                   : interval->begin;
}

/* A column is as long as the step from segment to segment, or a pixel if that is longer. */
static gint64
choose_width (GscopeGtkSpectrogramView *self, GscopeTrace *trace, const GscopeGtkInterval *interval,
              gsize size)
{
  guint64 begin = gscope_trace_find (trace, interval->begin);
  guint64 end = gscope_trace_find (trace, interval->end);
  gint64 pixel = (interval->end - interval->begin) / self->picture.graph.plot.width;
  double hop = (double) size * (1 - get_settings (self)->overlap), spacing;

  if (end - begin < 2)
    return MAX (1, pixel);
  spacing = (double) (gscope_trace_get_time (trace, end - 1) - gscope_trace_get_time (trace, begin))
            / (double) (end - begin - 1);
  return MAX (MAX (1, pixel), (gint64) (1.05 * hop * spacing));
}

/* A width that varies only with the jitter of the sampling counts as unchanged. */
static gboolean
is_made (GscopeGtkSpectrogramView *self, GscopeTrace *trace, gsize size, gboolean hold,
         gint64 width)
{
  return self->spectrogram && trace == self->trace && size == self->made_with.size
         && hold == self->made_with.hold && ABS (width - self->made_width) <= self->made_width / 20;
}

/* Creates a new spectrogram if necessary. Returns whether it did. */
static gboolean
make_spectrogram (GscopeGtkSpectrogramView *self, GscopeGtkViewSignal *signal,
                  const GscopeGtkInterval *interval)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signal));
  gboolean hold = gscope_gtk_view_signal_get_line_mode (signal) == GSCOPE_LINE_MODE_STEPS;
  gsize size = get_settings (self)->size;
  gint64 width;

  if (size == 0)
    size = gscope_gtk_interval_choose_size (interval, trace, PARTS, MIN_SIZE, MAX_SIZE,
                                            self->spectrogram ? self->made_with.size : 0);
  width = choose_width (self, trace, interval, size);
  if (is_made (self, trace, size, hold, width))
    return FALSE;
  drop_spectrogram (self);
  self->made_with = *get_settings (self);
  self->made_with.size = size;
  self->made_with.hold = hold;
  self->made_width = width;
  self->trace = gscope_trace_ref (trace);
  self->spectrogram = gscope_spectrogram_new (
      trace, &self->made_with, width,
      (guint) CLAMP ((interval->end - interval->begin) / width + 2, 2, 65536));
  return TRUE;
}

static void
measure (GscopeGtkSpectrogramView *self, GscopeGtkViewSignal *signal,
         const GscopeGtkInterval *interval)
{
  gboolean is_new = make_spectrogram (self, signal, interval);

  if (is_new || !gscope_gtk_interval_goes_on (&self->interval, interval))
    gscope_spectrogram_start (self->spectrogram, find_begin (self->trace, interval));
  self->interval = *interval;
  gscope_spectrogram_update (self->spectrogram, interval->end);
}

/* Copies the visible columns, and finds the highest value, without the bins of the mean. */
static double
fill_picture (GscopeGtkSpectrogramView *self)
{
  GscopeGtkSpectrogramPicture *picture = &self->picture;
  gint64 width = self->made_width, first = gscope_gtk_divide_down (self->interval.begin, width);
  gsize n = (gsize) (gscope_gtk_divide_down (self->interval.end - 1, width) - first + 1);
  gsize n_bins = gscope_spectrogram_get_n_bins (self->spectrogram);
  g_autofree double *values = g_new (double, n_bins);
  guint reach = gscope_spectrum_window_get_reach (self->made_with.window);
  double high = -INFINITY;

  gscope_gtk_spectrogram_picture_set_size (picture, n, n_bins);
  for (gsize i = 0; i < n; i++)
    {
      gboolean is_empty =
          gscope_spectrogram_get_column (self->spectrogram, first + (gint64) i, values, n_bins)
          == 0;

      for (gsize bin = 0; bin < n_bins; bin++)
        {
          picture->columns[i * n_bins + bin] = is_empty ? NAN : (float) values[bin];
          if (!is_empty && bin >= reach && isfinite (values[bin]))
            high = MAX (high, values[bin]);
        }
    }
  picture->begin = (double) (first * width - self->origin) / GSCOPE_SEC;
  picture->width = (double) width / GSCOPE_SEC;
  picture->resolution = gscope_spectrogram_get_resolution (self->spectrogram);
  return high;
}

/* Returns the level below which the lowest part of the values is, to a decibel. */
static double
find_low (GscopeGtkSpectrogramView *self, double high)
{
  const GscopeGtkSpectrogramPicture *picture = &self->picture;
  guint counts[DEPTH + 1] = { 0 }, level = DEPTH;
  double n = 0, below;

  if (!get_settings (self)->decibels)
    return 0;
  for (gsize i = 0; i < picture->n_columns * picture->n_bins; i++)
    if (!isnan (picture->columns[i]))
      {
        counts[(guint) CLAMP (high - picture->columns[i], 0, DEPTH)]++;
        n++;
      }
  for (below = counts[level]; level > 1 && below < FAINTEST * n; level--)
    below += counts[level - 1];
  return high - level;
}

static void
choose_times (GscopeGtkSpectrogramView *self, GscopeGtkAxis *x)
{
  double begin = (double) (self->interval.begin - self->origin) / GSCOPE_SEC;
  double end = (double) (self->interval.end - self->origin) / GSCOPE_SEC;

  x->min = self->sweep > 0 ? 0 : begin;
  x->max = self->sweep > 0 ? end - begin : end;
  x->unit = "s";
  x->is_time = TRUE;
  self->picture.sweep = (double) self->sweep / GSCOPE_SEC;
  self->picture.pen = (double) (self->interval.end - self->origin) / GSCOPE_SEC;
}

static void
choose_axes (GscopeGtkSpectrogramView *self, double high)
{
  GscopeGtkFrequencyViewPrivate *frequency = gscope_gtk_frequency_view_peek (self);
  GscopeGtkSpectrogramPicture *picture = &self->picture;
  GscopeGtkAxis *x = &picture->graph.x, *y = &picture->graph.y;

  gscope_gtk_range_follow (&frequency->range, find_low (self, high), high,
                           g_get_monotonic_time () * 1000);
  picture->low = frequency->range.min;
  picture->high = frequency->range.max;
  picture->unit = self->unit;
  choose_times (self, x);
  y->logarithmic = frequency->logarithmic;
  y->min = y->logarithmic ? picture->resolution : 0;
  y->max = picture->resolution * (double) (picture->n_bins - 1);
  y->unit = "Hz";
}

static void
show (GscopeGtkSpectrogramView *self, GscopeGtkViewSignal *signal)
{
  GscopeGtkGraph *graph = &self->picture.graph;
  double high = fill_picture (self);

  if (!isfinite (high))
    return;
  g_array_set_size (graph->signals, 1);
  gscope_gtk_analysis_view_name_signal (GSCOPE_GTK_ANALYSIS_VIEW (self), signal,
                                        &GSCOPE_GTK_GRAPH_SIGNAL (graph, 0));
  g_free (self->unit);
  self->unit = gscope_spectrum_settings_get_unit (get_settings (self),
                                                  GSCOPE_GTK_GRAPH_SIGNAL (graph, 0).unit);
  choose_axes (self, high);
}

static void
carry_cursor (GscopeGtkSpectrogramView *self)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  gint64 time;

  self->picture.cursor_time = NAN;
  if (!view || !gscope_gtk_view_get_cursor (view, &time) || time < self->interval.begin)
    return;
  time -= self->origin;
  self->picture.cursor_time = (double) (time < 0 ? time + self->sweep : time) / GSCOPE_SEC;
}

/* Finds the time that the axis counts from, as in the view: a recording has its own, from its start. */
static void
find_origin (GscopeGtkSpectrogramView *self, const GscopeGtkInterval *interval)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);
  GscopeGtkPainting *painting = gscope_gtk_view_get_objects (view)->painting;
  GscopeClock *clock = gscope_gtk_painting_get_annotations (painting)->clock;

  self->origin = GSCOPE_IS_TRANSPORT (clock) ? gscope_transport_get_begin (GSCOPE_TRANSPORT (clock))
                                             : interval->end;
  self->sweep = 0;
  if (!gscope_gtk_viewport_get_sweeping (viewport))
    return;
  self->sweep = gscope_gtk_viewport_get_n_columns (viewport)
                * gscope_gtk_viewport_get_column_width (viewport);
  self->origin = gscope_gtk_divide_down (interval->end - 1, self->sweep) * self->sweep;
}

static void
arrange (GscopeGtkSpectrogramView *self)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  int width = gtk_widget_get_width (GTK_WIDGET (self));
  int height = gtk_widget_get_height (GTK_WIDGET (self)), left, right;
  double text_scale = gscope_gtk_analysis_view_get_text_scale (GSCOPE_GTK_ANALYSIS_VIEW (self));

  if (view
      && gscope_gtk_painting_get_insets (gscope_gtk_view_get_objects (view)->painting, &left,
                                         &right))
    gscope_gtk_graph_arrange_within (&self->picture.graph, text_scale, width, height, left, right);
}

static void
choose_texts (GscopeGtkSpectrogramView *self)
{
  gsize n_bins = self->spectrogram ? gscope_spectrogram_get_n_bins (self->spectrogram) : 0;
  double rate =
      n_bins > 1 ? gscope_spectrogram_get_resolution (self->spectrogram) * 2 * (double) (n_bins - 1)
                 : NAN;
  g_autofree char *window = g_strdup_printf (
      _ ("%s window"), gscope_spectrum_window_get_title (get_settings (self)->window));
  g_autofree char *resampling = gscope_gtk_describe_resampling (self->made_with.hold, rate);
  g_autofree char *caption = g_strdup_printf (_ ("%s; %s"), window, resampling);

  gscope_gtk_graph_set_texts (&self->picture.graph, _ ("Spectrogram"), rate > 0 ? caption : window);
}

static gboolean
update (GscopeGtkAnalysisView *view, const GscopeGtkInterval *interval, gboolean only_time)
{
  GscopeGtkSpectrogramView *self = GSCOPE_GTK_SPECTROGRAM_VIEW (view);
  GscopeGtkViewSignal *signal = gscope_gtk_analysis_view_find_signal (view);

  arrange (self);
  self->picture.graph.vacant = !signal;
  gscope_gtk_graph_drop_signals (&self->picture.graph);
  if (!signal)
    drop_spectrogram (self);
  choose_texts (self);
  if (!signal)
    return TRUE;
  find_origin (self, interval);
  measure (self, signal, interval);
  show (self, signal);
  choose_texts (self);
  carry_cursor (self);
  return TRUE;
}

static void
draw (GscopeGtkAnalysisView *view, GscopeGtkBrush *brush)
{
  gscope_gtk_spectrogram_picture_draw (&GSCOPE_GTK_SPECTROGRAM_VIEW (view)->picture, brush);
}

static void
set_cursor (GscopeGtkSpectrogramView *self, double time, double frequency)
{
  GscopeGtkAnalysisView *base = GSCOPE_GTK_ANALYSIS_VIEW (self);

  gint64 shown = self->origin + llround (time * GSCOPE_SEC);

  self->picture.cursor_time = time;
  self->picture.cursor_frequency = frequency;
  gscope_gtk_view_set_cursor (gscope_gtk_analysis_view_get_view (base),
                              shown < self->interval.end ? shown : shown - self->sweep);
  gscope_gtk_analysis_view_redraw (base);
}

static void
place (GscopeGtkAnalysisView *view, double x, double y)
{
  GscopeGtkSpectrogramView *self = GSCOPE_GTK_SPECTROGRAM_VIEW (view);

  set_cursor (self, gscope_gtk_graph_find_x (&self->picture.graph, x),
              gscope_gtk_graph_find_y (&self->picture.graph, y));
}

static void
step (GscopeGtkAnalysisView *view, int dx, int dy)
{
  GscopeGtkSpectrogramView *self = GSCOPE_GTK_SPECTROGRAM_VIEW (view);
  const GscopeGtkSpectrogramPicture *picture = &self->picture;

  set_cursor (self, gscope_gtk_graph_step_x (&picture->graph, picture->cursor_time, dx),
              gscope_gtk_graph_step_y (&picture->graph, picture->cursor_frequency, dy));
}

static void
clear (GscopeGtkAnalysisView *view)
{
  GscopeGtkSpectrogramView *self = GSCOPE_GTK_SPECTROGRAM_VIEW (view);

  self->picture.cursor_time = self->picture.cursor_frequency = NAN;
  if (gscope_gtk_analysis_view_get_view (view))
    gscope_gtk_view_clear_cursor (gscope_gtk_analysis_view_get_view (view));
  gscope_gtk_analysis_view_redraw (view);
}

static char *
read_cursor (GscopeGtkAnalysisView *view)
{
  const GscopeGtkSpectrogramPicture *picture = &GSCOPE_GTK_SPECTROGRAM_VIEW (view)->picture;
  const GscopeGtkGraph *graph = &picture->graph;
  g_autofree char *time = NULL, *frequency = NULL, *value = NULL;

  if (picture->graph.signals->len == 0 || isnan (picture->cursor_time)
      || isnan (picture->cursor_frequency))
    return NULL;
  time = gscope_gtk_axis_format (&graph->x, picture->cursor_time);
  frequency = gscope_gtk_axis_format (&graph->y, picture->cursor_frequency);
  value = gscope_gtk_axis_format (&(GscopeGtkAxis){ .unit = picture->unit },
                                  gscope_gtk_spectrogram_picture_read (
                                      picture, picture->cursor_time, picture->cursor_frequency));
  /* Translators: a time, a frequency, and the value there */
  return g_strdup_printf (_ ("%s, %s: %s"), time, frequency, value);
}

static const GscopeGtkAnalysisFuncs funcs = {
  .graph = G_STRUCT_OFFSET (GscopeGtkSpectrogramView, picture.graph),
  .update = update,
  .draw = draw,
  .place = place,
  .step = step,
  .clear = clear,
  .read = read_cursor,
  .follow = gscope_gtk_frequency_view_follow,
};

static void
gscope_gtk_spectrogram_view_finalize (GObject *object)
{
  GscopeGtkSpectrogramView *self = GSCOPE_GTK_SPECTROGRAM_VIEW (object);

  drop_spectrogram (self);
  gscope_gtk_spectrogram_picture_clear (&self->picture);
  g_free (self->unit);
  G_OBJECT_CLASS (gscope_gtk_spectrogram_view_parent_class)->finalize (object);
}

static void
drop (GscopeGtkFrequencyView *view)
{
  drop_spectrogram (GSCOPE_GTK_SPECTROGRAM_VIEW (view));
}

static void
gscope_gtk_spectrogram_view_class_init (GscopeGtkSpectrogramViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_gtk_spectrogram_view_finalize;
  GSCOPE_GTK_FREQUENCY_VIEW_CLASS (klass)->max_size = MAX_SET_SIZE;
  GSCOPE_GTK_FREQUENCY_VIEW_CLASS (klass)->drop = drop;
  GSCOPE_GTK_ANALYSIS_VIEW_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-spectrogram-view");
}

static void
gscope_gtk_spectrogram_view_init (GscopeGtkSpectrogramView *self)
{
  GscopeGtkFrequencyViewPrivate *frequency = gscope_gtk_frequency_view_peek (self);

  frequency->settings.overlap = 0.875;
  frequency->logarithmic = FALSE;
  gscope_gtk_spectrogram_picture_init (&self->picture);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Spectrogram"), -1);
}

/**
 * gscope_gtk_spectrogram_view_new:
 * @view: (nullable): the view to follow
 *
 * Creates a view of a spectrogram.
 *
 * Returns: (transfer floating): the spectrogram view
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_spectrogram_view_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW, "view", view, NULL);
}
