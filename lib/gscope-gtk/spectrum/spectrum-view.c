/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/spectrum/frequency-view-private.h>
#include <gscope-gtk/spectrum/live-spectrum.h>
#include <gscope-gtk/spectrum/spectrum-view.h>
#include <property.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Range of the axis below a curve's highest value, in decibels. */
#define DEPTH 80

/**
 * GscopeGtkSpectrumView:
 *
 * Shows the frequencies in the signals of a view, in the visible time.
 *
 * Each visible signal is a curve in its colour; the highest peaks of the first one, or of the
 * chosen [property@AnalysisView:signal], are labelled with values interpolated between bins, and the harmonics of its highest
 * peak are marked if [property@SpectrumView:harmonics] is on.
 * [struct@Gscope.Spectrum] describes the spectra. In a live view segments are added when they are
 * complete; in a view that is held or shows the past they cover the visible time.
 *
 * The arrow keys left and right move the cursor, which reads all curves; [ and ] move it to the next
 * labelled peak.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-spectrum-view`. Its `color` decides between the light and the dark palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkSpectrumView
{
  GscopeGtkFrequencyView parent_instance;

  guint n_peaks;
  gboolean harmonics;
  GPtrArray *spectra;
  /* of the first curve; NULL for none */
  GscopeGtkLiveSpectrum *first;
  GscopeGtkGraph graph;
  char *unit;
};

G_DEFINE_FINAL_TYPE (GscopeGtkSpectrumView, gscope_gtk_spectrum_view,
                     GSCOPE_GTK_TYPE_FREQUENCY_VIEW)

static const GscopeSpectrumSettings *
get_settings (GscopeGtkSpectrumView *self)
{
  return &gscope_gtk_frequency_view_peek (self)->settings;
}

static GscopeGtkLiveSpectrum *
find_spectrum (GscopeGtkSpectrumView *self, GscopeGtkViewSignal *signal)
{
  for (guint i = 0; i < self->spectra->len; i++)
    if (gscope_gtk_live_spectrum_get_signal (self->spectra->pdata[i]) == signal)
      return self->spectra->pdata[i];
  g_ptr_array_add (self->spectra, gscope_gtk_live_spectrum_new (signal));
  return self->spectra->pdata[self->spectra->len - 1];
}

static void
drop_others (GscopeGtkSpectrumView *self, GPtrArray *signals)
{
  for (guint i = self->spectra->len; i-- > 0;)
    if (!g_ptr_array_find (signals, gscope_gtk_live_spectrum_get_signal (self->spectra->pdata[i]),
                           NULL))
      {
        if (self->first == self->spectra->pdata[i])
          self->first = NULL;
        g_ptr_array_remove_index (self->spectra, i);
      }
}

/* Returns whether a spectrum changed. */
static gboolean
measure_signals (GscopeGtkSpectrumView *self, GPtrArray *signals, const GscopeGtkInterval *interval)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < signals->len; i++)
    changed |= gscope_gtk_live_spectrum_update (find_spectrum (self, signals->pdata[i]),
                                                get_settings (self), interval);
  return changed;
}

static void
mark_harmonics (GscopeGtkSpectrumView *self)
{
  GscopeGtkSpectrumCurve *curve = GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, 0);
  GscopeSpectrumPeak peak;

  if (self->harmonics && gscope_gtk_live_spectrum_find_peaks (self->first, curve, &peak, 1) > 0)
    curve->fundamental = peak.frequency;
}

static void
fill_curves (GscopeGtkSpectrumView *self, GPtrArray *signals)
{
  GArray *curves = self->graph.signals;

  self->first = NULL;
  g_array_set_size (curves, 0);
  for (guint i = 0; i < signals->len; i++)
    {
      guint last = curves->len;

      g_array_set_size (curves, last + 1);
      gscope_gtk_analysis_view_name_signal (
          GSCOPE_GTK_ANALYSIS_VIEW (self), signals->pdata[i],
          &GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, last)->signal);
      if (!gscope_gtk_live_spectrum_fill (find_spectrum (self, signals->pdata[i]),
                                          GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, last),
                                          last == 0 ? self->n_peaks : 0))
        g_array_set_size (curves, last);
      else if (last == 0)
        self->first = find_spectrum (self, signals->pdata[i]);
    }
  if (self->first)
    mark_harmonics (self);
}

/* The bins of the mean, around 0 Hz, are left out, because they would dwarf the others. */
static void
find_extent (GscopeGtkSpectrumView *self, const GscopeGtkSpectrumCurve *curve, double *min,
             double *max)
{
  *min = INFINITY;
  *max = -INFINITY;
  for (gsize bin = gscope_spectrum_window_get_reach (get_settings (self)->window);
       bin < curve->n_values; bin++)
    if (isfinite (curve->values[bin]))
      {
        *min = MIN (*min, curve->values[bin]);
        *max = MAX (*max, curve->values[bin]);
      }
  *min = get_settings (self)->decibels ? MAX (*min, *max - DEPTH) : 0;
}

static void
choose_range (GscopeGtkSpectrumView *self)
{
  GscopeGtkRange *range = &gscope_gtk_frequency_view_peek (self)->range;
  double min = INFINITY, max = -INFINITY;

  for (guint i = 0; i < self->graph.signals->len; i++)
    {
      double low, high;

      find_extent (self, GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, i), &low, &high);
      min = MIN (min, low);
      max = MAX (max, high);
    }
  if (self->graph.signals->len > 0)
    gscope_gtk_range_follow (range, min, max, g_get_monotonic_time () * 1000);
  self->graph.y.min = self->graph.signals->len > 0 ? range->min : 0;
  self->graph.y.max = self->graph.signals->len > 0 ? range->max : 0;
}

static void
choose_axes (GscopeGtkSpectrumView *self)
{
  GscopeGtkAxis *x = &self->graph.x;

  choose_range (self);
  x->min = x->max = 0;
  for (guint i = 0; i < self->graph.signals->len; i++)
    {
      GscopeGtkSpectrumCurve *curve = GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, i);
      double end = curve->resolution * (double) (curve->n_values - 1);

      x->max = MAX (x->max, end);
      if (x->min == 0 || curve->resolution < x->min)
        x->min = curve->resolution;
    }
  x->logarithmic = gscope_gtk_frequency_view_peek (self)->logarithmic;
  x->min = x->logarithmic ? x->min : 0;
}

/* Chooses the unit that all curves share. */
static void
choose_unit (GscopeGtkSpectrumView *self)
{
  const char *unit = NULL;

  for (guint i = 0; i < self->graph.signals->len; i++)
    {
      const char *other = GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, i)->signal.unit;

      if (i > 0 && g_strcmp0 (unit, other) != 0)
        {
          unit = NULL;
          break;
        }
      unit = other;
    }
  g_free (self->unit);
  self->unit = gscope_spectrum_settings_get_unit (get_settings (self), unit);
  self->graph.x.unit = "Hz";
  self->graph.y.unit = self->unit;
}

/* Chooses the texts of the first curve, whose peaks are labelled. */
static void
choose_texts (GscopeGtkSpectrumView *self, GPtrArray *signals)
{
  g_autofree char *resampling =
      signals->len > 0 ? gscope_gtk_live_spectrum_describe (find_spectrum (self, signals->pdata[0]))
                       : NULL;
  g_autofree char *caption = NULL;
  g_autofree char *text = g_strdup_printf (
      /* Translators: a window function, such as Hann, and the way to average */
      _ ("%s window, averaging: %s"),
      gscope_spectrum_window_get_title (get_settings (self)->window),
      gscope_spectrum_averaging_get_title (get_settings (self)->averaging));

  caption = resampling ? g_strdup_printf (_ ("%s; %s"), text, resampling) : NULL;
  gscope_gtk_graph_set_texts (&self->graph, _ ("Spectrum"), caption ? caption : text);
}

static gboolean
update (GscopeGtkAnalysisView *view, const GscopeGtkInterval *interval, gboolean only_time)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);
  g_autoptr (GPtrArray) signals = gscope_gtk_analysis_view_list_signals (view);

  self->graph.vacant = signals->len == 0;
  drop_others (self, signals);
  if (!measure_signals (self, signals, interval) && only_time)
    return FALSE;
  fill_curves (self, signals);
  choose_axes (self);
  choose_unit (self);
  choose_texts (self, signals);
  return TRUE;
}

static void
draw (GscopeGtkAnalysisView *view, GscopeGtkBrush *brush)
{
  gscope_gtk_spectrum_picture_draw (&GSCOPE_GTK_SPECTRUM_VIEW (view)->graph, brush);
}

static void
jump (GscopeGtkAnalysisView *view, int direction)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);
  const GscopeGtkSpectrumCurve *curve =
      self->graph.signals->len > 0 ? GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, 0) : NULL;
  double from = self->graph.cursor, found = NAN;

  if (isnan (from))
    from = direction > 0 ? -INFINITY : INFINITY;
  for (guint i = 0; curve && i < curve->n_peaks; i++)
    {
      double frequency = curve->peaks[i].frequency;

      if ((frequency - from) * direction > 0
          && (isnan (found) || (found - frequency) * direction > 0))
        found = frequency;
    }
  if (!isnan (found))
    gscope_gtk_analysis_view_set_cursor (view, found);
}

static char *
read_cursor (GscopeGtkAnalysisView *view)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);
  g_autofree char *frequency = NULL;
  GString *text;

  if (isnan (self->graph.cursor))
    return NULL;
  frequency = gscope_gtk_axis_format (&self->graph.x, self->graph.cursor);
  text = g_string_new (frequency);
  for (guint i = 0; i < self->graph.signals->len; i++)
    {
      const GscopeGtkSpectrumCurve *curve = GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, i);
      g_autofree char *value = gscope_gtk_axis_format (
          &self->graph.y, gscope_gtk_spectrum_curve_read (curve, self->graph.cursor));

      /* Translators: a signal and its value */
      g_string_append_printf (text, _ ("; %s: %s"), curve->signal.title, value);
    }
  return g_string_free (text, FALSE);
}

static void
follow (GscopeGtkAnalysisView *view, GscopeViewSettings *settings)
{
  gscope_gtk_frequency_view_follow (view, settings);
  g_object_bind_property (settings, "n-peaks", view, "n-peaks", G_BINDING_SYNC_CREATE);
  g_object_bind_property (settings, "harmonics", view, "harmonics", G_BINDING_SYNC_CREATE);
}

static const GscopeGtkAnalysisFuncs funcs = {
  .graph = G_STRUCT_OFFSET (GscopeGtkSpectrumView, graph),
  .update = update,
  .draw = draw,
  .jump = jump,
  .read = read_cursor,
  .follow = follow,
};

static void
gscope_gtk_spectrum_view_finalize (GObject *object)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (object);

  g_ptr_array_unref (self->spectra);
  gscope_gtk_graph_clear (&self->graph);
  g_free (self->unit);
  G_OBJECT_CLASS (gscope_gtk_spectrum_view_parent_class)->finalize (object);
}

static guint
get_n_peaks (GscopeGtkSpectrumView *self)
{
  return self->n_peaks;
}

static void
set_n_peaks (GscopeGtkSpectrumView *self, guint n_peaks)
{
  self->n_peaks = n_peaks;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
  g_object_notify (G_OBJECT (self), "n-peaks");
}

static gboolean
get_harmonics (GscopeGtkSpectrumView *self)
{
  return self->harmonics;
}

static void
set_harmonics (GscopeGtkSpectrumView *self, gboolean harmonics)
{
  if (self->harmonics == !!harmonics)
    return;
  self->harmonics = !!harmonics;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
  g_object_notify (G_OBJECT (self), "harmonics");
}

static void
gscope_gtk_spectrum_view_class_init (GscopeGtkSpectrumViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_gtk_spectrum_view_finalize;
  /**
   * GscopeGtkSpectrumView:n-peaks:
   *
   * The number of labelled peaks.
   *
   * Since: 1.0
   */
  property_add (object_class, uint, "n-peaks", get_n_peaks, set_n_peaks, 0, GSCOPE_GTK_MAX_PEAKS,
                1);
  /**
   * GscopeGtkSpectrumView:harmonics:
   *
   * Whether the harmonics of the first curve's highest peak are marked: its multiples up to the tenth.
   *
   * Since: 1.0
   */
  property_add (object_class, boolean, "harmonics", get_harmonics, set_harmonics, FALSE);
  GSCOPE_GTK_ANALYSIS_VIEW_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-spectrum-view");
}

static void
gscope_gtk_spectrum_view_init (GscopeGtkSpectrumView *self)
{
  self->n_peaks = 1;
  self->spectra = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_gtk_live_spectrum_free);
  gscope_gtk_spectrum_picture_init (&self->graph);
}

/**
 * gscope_gtk_spectrum_view_new:
 * @view: (nullable): the view to follow
 *
 * Creates a view of spectra.
 *
 * Returns: (transfer floating): the spectrum view
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_spectrum_view_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_SPECTRUM_VIEW, "view", view, NULL);
}

/**
 * gscope_gtk_spectrum_view_get_peaks:
 * @self: a spectrum view
 *
 * Gets the labelled peaks: the peaks of the first drawn curve, the highest first.
 *
 * Returns: (transfer full) (element-type Gscope.SpectrumPeak): the peaks; their amplitudes are in the
 *   unit of the picture, such as decibels
 *
 * Since: 1.0
 */
GArray *
gscope_gtk_spectrum_view_get_peaks (GscopeGtkSpectrumView *self)
{
  GArray *peaks = g_array_new (FALSE, FALSE, sizeof (GscopeSpectrumPeak));
  const GscopeGtkSpectrumCurve *curve =
      self->graph.signals->len > 0 ? GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, 0) : NULL;

  for (guint i = 0; curve && i < curve->n_peaks; i++)
    {
      GscopeSpectrumPeak peak = { curve->peaks[i].frequency, curve->peaks[i].value };

      g_array_append_val (peaks, peak);
    }
  return peaks;
}

/**
 * gscope_gtk_spectrum_view_find_peaks:
 * @self: a spectrum view
 * @n: the largest number of peaks
 *
 * Finds the highest peaks of the first drawn curve, whether they are labelled or not; the highest is first.
 *
 * Returns: (transfer full) (element-type Gscope.SpectrumPeak): the peaks; their amplitudes are in the unit of the picture,
 *   [method@SpectrumView.get_unit]
 *
 * Since: 1.0
 */
GArray *
gscope_gtk_spectrum_view_find_peaks (GscopeGtkSpectrumView *self, guint n)
{
  GArray *peaks = g_array_new (FALSE, FALSE, sizeof (GscopeSpectrumPeak));

  g_return_val_if_fail (GSCOPE_GTK_IS_SPECTRUM_VIEW (self), peaks);

  if (!self->first)
    return peaks;
  g_array_set_size (peaks, n);
  g_array_set_size (peaks, (guint) gscope_gtk_live_spectrum_find_peaks (
                               self->first, GSCOPE_GTK_SPECTRUM_CURVE (&self->graph, 0),
                               (GscopeSpectrumPeak *) peaks->data, n));
  return peaks;
}

/**
 * gscope_gtk_spectrum_view_get_unit:
 * @self: a spectrum view
 *
 * Gets the unit of the picture, such as “dB”.
 *
 * Returns: (transfer none): the unit
 *
 * Since: 1.0
 */
const char *
gscope_gtk_spectrum_view_get_unit (GscopeGtkSpectrumView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_SPECTRUM_VIEW (self), "");

  return self->unit ? self->unit : "";
}
