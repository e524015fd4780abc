/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis-view-private.h>
#include <gscope-gtk/live-spectrum.h>
#include <gscope-gtk/range.h>
#include <gscope-gtk/spectrum-view.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* What lies lower than this under the highest value of a curve is left out of the range. */
#define DEPTH 80

/**
 * GscopeGtkSpectrumView:
 *
 * Shows what frequencies the signals of a view are made of, in the time that the view shows.
 *
 * Each signal that is not hidden is a curve in its colour; the highest peaks of the first one, or of
 * the chosen [property@AnalysisView:signal], are labelled with what is interpolated between bins.
 * Spectra are made as [struct@Gscope.Spectrum] says. In a live view segments join as they are complete;
 * in one that is held or shows the past they are those of the time in view.
 *
 * The arrow keys left and right move the cursor, which reads all curves; [ and ] move it to the next
 * labelled peak.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-spectrum-view`. Its `color` decides between the light and the dark palette.
 */
struct _GscopeGtkSpectrumView
{
  GscopeGtkAnalysisView parent_instance;

  GscopeSpectrumSettings settings;
  gboolean logarithmic;
  guint n_peaks;
  GPtrArray *spectra;
  GscopeGtkSpectrumPicture picture;
  GscopeGtkRange range;
  char *unit;
};

G_DEFINE_FINAL_TYPE (GscopeGtkSpectrumView, gscope_gtk_spectrum_view, GSCOPE_GTK_TYPE_ANALYSIS_VIEW)

enum
{
  PROP_WINDOW = 1,
  PROP_AVERAGING,
  PROP_N_AVERAGED,
  PROP_SIZE,
  PROP_DECIBELS,
  PROP_LOGARITHMIC,
  PROP_N_PEAKS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

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
      g_ptr_array_remove_index (self->spectra, i);
}

static GscopeGtkSpectrumCurve *
get_curve (GscopeGtkSpectrumView *self, guint i)
{
  return &g_array_index (self->picture.curves, GscopeGtkSpectrumCurve, i);
}

/* Returns whether a spectrum changed. */
static gboolean
measure_signals (GscopeGtkSpectrumView *self, GPtrArray *signals, const GscopeGtkInterval *interval)
{
  gboolean changed = FALSE;

  for (guint i = 0; i < signals->len; i++)
    changed |= gscope_gtk_live_spectrum_update (find_spectrum (self, signals->pdata[i]),
                                                &self->settings, interval);
  return changed;
}

static void
fill_curves (GscopeGtkSpectrumView *self, GPtrArray *signals)
{
  GArray *curves = self->picture.curves;

  g_array_set_size (curves, 0);
  for (guint i = 0; i < signals->len; i++)
    {
      guint last = curves->len;

      g_array_set_size (curves, last + 1);
      gscope_gtk_analysis_view_name_signal (GSCOPE_GTK_ANALYSIS_VIEW (self), signals->pdata[i],
                                            &get_curve (self, last)->signal);
      if (!gscope_gtk_live_spectrum_fill (find_spectrum (self, signals->pdata[i]),
                                          get_curve (self, last), last == 0 ? self->n_peaks : 0))
        g_array_set_size (curves, last);
    }
}

/* The mean of a signal, at 0 Hz, would hide all the rest. */
static void
find_extent (GscopeGtkSpectrumView *self, const GscopeGtkSpectrumCurve *curve, double *min,
             double *max)
{
  *min = INFINITY;
  *max = -INFINITY;
  for (gsize bin = gscope_spectrum_window_get_reach (self->settings.window); bin < curve->n_values;
       bin++)
    if (isfinite (curve->values[bin]))
      {
        *min = MIN (*min, curve->values[bin]);
        *max = MAX (*max, curve->values[bin]);
      }
  *min = self->settings.decibels ? MAX (*min, *max - DEPTH) : 0;
}

static void
choose_range (GscopeGtkSpectrumView *self)
{
  double min = INFINITY, max = -INFINITY;

  for (guint i = 0; i < self->picture.curves->len; i++)
    {
      double low, high;

      find_extent (self, get_curve (self, i), &low, &high);
      min = MIN (min, low);
      max = MAX (max, high);
    }
  gscope_gtk_range_follow (&self->range, min, max, g_get_monotonic_time () * 1000);
  self->picture.graph.y.min = self->range.min;
  self->picture.graph.y.max = self->range.max;
}

static void
choose_axes (GscopeGtkSpectrumView *self)
{
  GscopeGtkAxis *x = &self->picture.graph.x;

  choose_range (self);
  x->min = x->max = 0;
  for (guint i = 0; i < self->picture.curves->len; i++)
    {
      GscopeGtkSpectrumCurve *curve = get_curve (self, i);
      double end = curve->resolution * (double) (curve->n_values - 1);

      x->max = MAX (x->max, end);
      if (x->min == 0 || curve->resolution < x->min)
        x->min = curve->resolution;
    }
  x->logarithmic = self->logarithmic;
  x->min = self->logarithmic ? x->min : 0;
}

/* The unit that all curves share. */
static void
choose_unit (GscopeGtkSpectrumView *self)
{
  const char *unit = NULL;

  for (guint i = 0; i < self->picture.curves->len; i++)
    {
      const char *other = get_curve (self, i)->signal.unit;

      if (i > 0 && g_strcmp0 (unit, other) != 0)
        {
          unit = NULL;
          break;
        }
      unit = other;
    }
  g_free (self->unit);
  self->unit = gscope_spectrum_settings_get_unit (&self->settings, unit);
  self->picture.graph.x.unit = "Hz";
  self->picture.graph.y.unit = self->unit;
}

static void
choose_texts (GscopeGtkSpectrumView *self)
{
  g_autofree char *text = g_strdup_printf (
      /* Translators: a window function, such as Hann, and the way to average */
      _ ("%s window, averaging: %s"), gscope_spectrum_window_get_title (self->settings.window),
      gscope_spectrum_averaging_get_title (self->settings.averaging));

  gscope_gtk_graph_set_texts (&self->picture.graph, _ ("Spectrum"), text);
}

static gboolean
update (GscopeGtkAnalysisView *view, const GscopeGtkInterval *interval, gboolean only_time)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);
  g_autoptr (GPtrArray) signals = gscope_gtk_analysis_view_list_signals (view);

  drop_others (self, signals);
  if (!measure_signals (self, signals, interval) && only_time)
    return FALSE;
  fill_curves (self, signals);
  self->picture.graph.palette = gscope_gtk_analysis_view_get_palette (view);
  gscope_gtk_graph_arrange (&self->picture.graph, gtk_widget_get_width (GTK_WIDGET (self)),
                            gtk_widget_get_height (GTK_WIDGET (self)), 0);
  choose_axes (self);
  choose_unit (self);
  choose_texts (self);
  return TRUE;
}

static void
draw (GscopeGtkAnalysisView *view, GscopeGtkBrush *brush)
{
  gscope_gtk_spectrum_picture_draw (&GSCOPE_GTK_SPECTRUM_VIEW (view)->picture, brush);
}

static void
set_cursor (GscopeGtkSpectrumView *self, double frequency)
{
  self->picture.cursor = frequency;
  gscope_gtk_analysis_view_redraw (GSCOPE_GTK_ANALYSIS_VIEW (self));
}

static void
place (GscopeGtkAnalysisView *view, double x, double y)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);

  if (self->picture.curves->len > 0)
    set_cursor (self, gscope_gtk_graph_find_x (&self->picture.graph, x));
}

static void
step (GscopeGtkAnalysisView *view, int dx, int dy)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);

  if (self->picture.curves->len > 0)
    set_cursor (self, gscope_gtk_graph_step_x (&self->picture.graph, self->picture.cursor, dx));
}

static void
jump (GscopeGtkAnalysisView *view, int direction)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);
  const GscopeGtkSpectrumCurve *curve = self->picture.curves->len > 0 ? get_curve (self, 0) : NULL;
  double from = self->picture.cursor, found = NAN;

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
    set_cursor (self, found);
}

static void
clear (GscopeGtkAnalysisView *view)
{
  set_cursor (GSCOPE_GTK_SPECTRUM_VIEW (view), NAN);
}

static char *
read_cursor (GscopeGtkAnalysisView *view)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (view);
  g_autofree char *frequency = NULL;
  GString *text;

  if (isnan (self->picture.cursor))
    return NULL;
  frequency = gscope_gtk_axis_format (&self->picture.graph.x, self->picture.cursor);
  text = g_string_new (frequency);
  for (guint i = 0; i < self->picture.curves->len; i++)
    {
      const GscopeGtkSpectrumCurve *curve = get_curve (self, i);
      g_autofree char *value = gscope_gtk_axis_format (
          &self->picture.graph.y, gscope_gtk_spectrum_curve_read (curve, self->picture.cursor));

      /* Translators: a signal and its value */
      g_string_append_printf (text, _ ("; %s: %s"), curve->signal.title, value);
    }
  return g_string_free (text, FALSE);
}

static const GscopeGtkAnalysisFuncs funcs = { update, draw, place, step, jump, clear, read_cursor };

static void
gscope_gtk_spectrum_view_finalize (GObject *object)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (object);

  g_ptr_array_unref (self->spectra);
  gscope_gtk_spectrum_picture_clear (&self->picture);
  g_free (self->unit);
  G_OBJECT_CLASS (gscope_gtk_spectrum_view_parent_class)->finalize (object);
}

static void
gscope_gtk_spectrum_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (object);

  switch (id)
    {
    case PROP_WINDOW:
      g_value_set_enum (value, self->settings.window);
      break;
    case PROP_AVERAGING:
      g_value_set_enum (value, self->settings.averaging);
      break;
    case PROP_N_AVERAGED:
      g_value_set_uint (value, self->settings.n_averaged);
      break;
    case PROP_SIZE:
      g_value_set_uint (value, (guint) self->settings.size);
      break;
    case PROP_DECIBELS:
      g_value_set_boolean (value, self->settings.decibels);
      break;
    case PROP_LOGARITHMIC:
      g_value_set_boolean (value, self->logarithmic);
      break;
    case PROP_N_PEAKS:
      g_value_set_uint (value, self->n_peaks);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_gtk_spectrum_view_set_property (GObject *object, guint id, const GValue *value,
                                       GParamSpec *pspec)
{
  GscopeGtkSpectrumView *self = GSCOPE_GTK_SPECTRUM_VIEW (object);
  GscopeSpectrumSettings settings = self->settings;

  switch (id)
    {
    case PROP_WINDOW:
      settings.window = g_value_get_enum (value);
      break;
    case PROP_AVERAGING:
      settings.averaging = g_value_get_enum (value);
      break;
    case PROP_N_AVERAGED:
      settings.n_averaged = g_value_get_uint (value);
      break;
    case PROP_SIZE:
      settings.size = g_value_get_uint (value);
      break;
    case PROP_DECIBELS:
      settings.decibels = g_value_get_boolean (value);
      break;
    case PROP_LOGARITHMIC:
      self->logarithmic = g_value_get_boolean (value);
      break;
    case PROP_N_PEAKS:
      self->n_peaks = g_value_get_uint (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  gscope_gtk_spectrum_view_set_settings (self, &settings);
  if (id == PROP_LOGARITHMIC || id == PROP_N_PEAKS)
    g_object_notify_by_pspec (object, pspec);
}

static void
install_properties (GObjectClass *klass)
{
  const GParamFlags rw = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  /**
   * GscopeGtkSpectrumView:window:
   *
   * What segments are multiplied by.
   */
  properties[PROP_WINDOW] = g_param_spec_enum ("window", NULL, NULL, GSCOPE_TYPE_SPECTRUM_WINDOW,
                                               GSCOPE_SPECTRUM_WINDOW_HANN, rw);
  /**
   * GscopeGtkSpectrumView:averaging:
   *
   * How segments become one spectrum.
   */
  properties[PROP_AVERAGING] =
      g_param_spec_enum ("averaging", NULL, NULL, GSCOPE_TYPE_SPECTRUM_AVERAGING,
                         GSCOPE_SPECTRUM_AVERAGING_LINEAR, rw);
  /**
   * GscopeGtkSpectrumView:n-averaged:
   *
   * How many segments are averaged.
   */
  properties[PROP_N_AVERAGED] = g_param_spec_uint ("n-averaged", NULL, NULL, 1, 1024, 4, rw);
  /**
   * GscopeGtkSpectrumView:size:
   *
   * Points a segment, an even number from 16 on; 0: half of the samples in view or somewhat less.
   */
  properties[PROP_SIZE] = g_param_spec_uint ("size", NULL, NULL, 0, 1 << 20, 0, rw);
  /**
   * GscopeGtkSpectrumView:decibels:
   *
   * Whether values are in decibels.
   */
  properties[PROP_DECIBELS] = g_param_spec_boolean ("decibels", NULL, NULL, TRUE, rw);
  /**
   * GscopeGtkSpectrumView:logarithmic:
   *
   * Whether frequencies are spaced by their logarithms.
   */
  properties[PROP_LOGARITHMIC] = g_param_spec_boolean ("logarithmic", NULL, NULL, TRUE, rw);
  /**
   * GscopeGtkSpectrumView:n-peaks:
   *
   * How many peaks are labelled.
   */
  properties[PROP_N_PEAKS] =
      g_param_spec_uint ("n-peaks", NULL, NULL, 0, GSCOPE_GTK_MAX_PEAKS, 1, rw);
  g_object_class_install_properties (klass, N_PROPS, properties);
}

static void
gscope_gtk_spectrum_view_class_init (GscopeGtkSpectrumViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->finalize = gscope_gtk_spectrum_view_finalize;
  object_class->get_property = gscope_gtk_spectrum_view_get_property;
  object_class->set_property = gscope_gtk_spectrum_view_set_property;
  install_properties (object_class);
  GSCOPE_GTK_ANALYSIS_VIEW_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-spectrum-view");
}

static void
gscope_gtk_spectrum_view_init (GscopeGtkSpectrumView *self)
{
  gscope_spectrum_settings_init (&self->settings);
  self->settings.size = 0;
  self->settings.averaging = GSCOPE_SPECTRUM_AVERAGING_LINEAR;
  self->settings.n_averaged = 4;
  self->settings.decibels = TRUE;
  self->logarithmic = TRUE;
  self->n_peaks = 1;
  self->range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  self->spectra = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_gtk_live_spectrum_free);
  gscope_gtk_spectrum_picture_init (&self->picture);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Spectrum"), -1);
}

/**
 * gscope_gtk_spectrum_view_new:
 * @view: (nullable): the view to follow
 *
 * Creates a view of spectra.
 *
 * Returns: (transfer floating): the spectrum view
 */
GtkWidget *
gscope_gtk_spectrum_view_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_SPECTRUM_VIEW, "view", view, NULL);
}

/**
 * gscope_gtk_spectrum_view_get_settings:
 * @self: a spectrum view
 * @settings: (out caller-allocates): how spectra are made; a size of 0 is chosen by what is in view
 *
 * How spectra are made.
 */
void
gscope_gtk_spectrum_view_get_settings (GscopeGtkSpectrumView *self,
                                       GscopeSpectrumSettings *settings)
{
  *settings = self->settings;
}

/**
 * gscope_gtk_spectrum_view_set_settings:
 * @self: a spectrum view
 * @settings: how to make spectra; whether values hold is decided by each signal's line mode
 *
 * Makes spectra in another way, from now on. A size of 0 is chosen by what is in view.
 */
void
gscope_gtk_spectrum_view_set_settings (GscopeGtkSpectrumView *self,
                                       const GscopeSpectrumSettings *settings)
{
  g_return_if_fail (gscope_gtk_check_settings (settings));

  if (settings->decibels != self->settings.decibels || settings->scale != self->settings.scale)
    self->range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  self->settings = *settings;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
  for (guint id = PROP_WINDOW; id <= PROP_DECIBELS; id++)
    g_object_notify_by_pspec (G_OBJECT (self), properties[id]);
}

/**
 * gscope_gtk_spectrum_view_get_peaks:
 * @self: a spectrum view
 *
 * The labelled peaks: those of the first curve as it is drawn, the highest first.
 *
 * Returns: (transfer full) (element-type Gscope.SpectrumPeak): the peaks; their amplitudes are in the
 *   unit of the picture, such as decibels
 */
GArray *
gscope_gtk_spectrum_view_get_peaks (GscopeGtkSpectrumView *self)
{
  GArray *peaks = g_array_new (FALSE, FALSE, sizeof (GscopeSpectrumPeak));
  const GscopeGtkSpectrumCurve *curve = self->picture.curves->len > 0 ? get_curve (self, 0) : NULL;

  for (guint i = 0; curve && i < curve->n_peaks; i++)
    {
      GscopeSpectrumPeak peak = { curve->peaks[i].frequency, curve->peaks[i].value };

      g_array_append_val (peaks, peak);
    }
  return peaks;
}
