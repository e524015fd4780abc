/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/analysis/histogram-picture.h>
#include <gscope-gtk/analysis/histogram-view.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/**
 * GscopeGtkHistogramView:
 *
 * Shows the histogram of a signal of a view, in the view's visible time, with percentiles of the
 * samples: by default 50, 95 and 99.
 *
 * It shows the chosen [property@AnalysisView:signal], the view's selected signal, or its first one.
 * [struct@Gscope.Histogram] describes how samples are counted. The arrow keys left and right move
 * the cursor, which reads the number of samples of a bin.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-histogram-view`. Its `color` decides between the light and the dark palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkHistogramView
{
  GscopeGtkAnalysisView parent_instance;

  guint n_bins;
  gboolean logarithmic_counts;
  gboolean logarithmic_values;
  GscopeHistogram *histogram;
  GscopeGtkHistogramPicture picture;
};

G_DEFINE_FINAL_TYPE (GscopeGtkHistogramView, gscope_gtk_histogram_view,
                     GSCOPE_GTK_TYPE_ANALYSIS_VIEW)

enum
{
  PROP_N_BINS = 1,
  PROP_LOGARITHMIC_COUNTS,
  PROP_LOGARITHMIC_VALUES,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

static void
count (GscopeGtkHistogramView *self, GscopeGtkViewSignal *signal, const GscopeGtkInterval *interval)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signal));
  GscopeGtkHistogramPicture *picture = &self->picture;

  if (!self->histogram)
    self->histogram = gscope_histogram_new (self->n_bins, self->logarithmic_values);
  gscope_histogram_count (self->histogram, trace, interval->begin, interval->end);
  gscope_gtk_histogram_picture_set_n_bins (picture, self->n_bins);
  for (guint i = 0; i < self->n_bins; i++)
    {
      picture->edges[i] = gscope_histogram_get_edge (self->histogram, i);
      picture->weights[i] = gscope_histogram_get_weight (self->histogram, i);
    }
  picture->edges[self->n_bins] = gscope_histogram_get_edge (self->histogram, self->n_bins);
  for (guint i = 0; i < picture->n_percents; i++)
    picture->percentiles[i] =
        gscope_histogram_get_percentile (self->histogram, picture->percents[i]);
}

static void
choose_axes (GscopeGtkHistogramView *self)
{
  GscopeGtkAxis *x = &self->picture.graph.x, *y = &self->picture.graph.y;
  double most = 1;

  for (guint i = 0; i < self->n_bins; i++)
    most = MAX (most, self->picture.weights[i]);
  x->min = self->picture.edges[0];
  x->max = self->picture.edges[self->n_bins];
  x->logarithmic = self->logarithmic_values;
  x->unit = GSCOPE_GTK_GRAPH_SIGNAL (&self->picture.graph, 0).unit;
  /* The range begins below 1, so that a single sample is visible. */
  y->min = self->logarithmic_counts ? 0.7 : 0;
  y->max = self->logarithmic_counts ? MAX (10, most * 1.5) : most * 1.1;
  y->logarithmic = self->logarithmic_counts;
}

static void
choose_texts (GscopeGtkHistogramView *self)
{
  g_autofree char *text = NULL;

  if (self->picture.graph.signals->len > 0)
    text = g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%.0f sample", "%.0f samples",
                                         (gulong) gscope_histogram_get_total (self->histogram)),
                            gscope_histogram_get_total (self->histogram));
  gscope_gtk_graph_set_texts (&self->picture.graph, _ ("Histogram"), text);
}

static gboolean
update (GscopeGtkAnalysisView *view, const GscopeGtkInterval *interval, gboolean only_time)
{
  GscopeGtkHistogramView *self = GSCOPE_GTK_HISTOGRAM_VIEW (view);
  GscopeGtkViewSignal *signal = gscope_gtk_analysis_view_find_signal (view);

  self->picture.graph.vacant = !signal;
  gscope_gtk_graph_drop_signals (&self->picture.graph);
  if (signal)
    count (self, signal, interval);
  if (signal && gscope_histogram_get_total (self->histogram) > 0)
    {
      g_array_set_size (self->picture.graph.signals, 1);
      gscope_gtk_analysis_view_name_signal (view, signal,
                                            &GSCOPE_GTK_GRAPH_SIGNAL (&self->picture.graph, 0));
      choose_axes (self);
    }
  choose_texts (self);
  return TRUE;
}

static void
draw (GscopeGtkAnalysisView *view, GscopeGtkBrush *brush)
{
  gscope_gtk_histogram_picture_draw (&GSCOPE_GTK_HISTOGRAM_VIEW (view)->picture, brush);
}

static char *
read_cursor (GscopeGtkAnalysisView *view)
{
  const GscopeGtkHistogramPicture *picture = &GSCOPE_GTK_HISTOGRAM_VIEW (view)->picture;

  if (isnan (picture->graph.cursor) || picture->graph.signals->len == 0)
    return NULL;
  return gscope_gtk_histogram_picture_format (picture, picture->graph.cursor);
}

static void
take_percentiles (GscopeGtkHistogramView *self, GParamSpec *pspec, GscopeViewSettings *settings)
{
  double percents[GSCOPE_MAX_PERCENTS];
  guint n = gscope_view_settings_get_percents (settings, percents, GSCOPE_MAX_PERCENTS);

  gscope_gtk_histogram_view_set_percents (self, percents, n);
}

static void
follow (GscopeGtkAnalysisView *view, GscopeViewSettings *settings)
{
  static const char *const names[] = { "n-bins", "logarithmic-counts", "logarithmic-values" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_object_bind_property (settings, names[i], view, names[i], G_BINDING_SYNC_CREATE);
  g_signal_connect_object (settings, "notify::percentiles", G_CALLBACK (take_percentiles), view,
                           G_CONNECT_SWAPPED);
  take_percentiles (GSCOPE_GTK_HISTOGRAM_VIEW (view), NULL, settings);
}

static const GscopeGtkAnalysisFuncs funcs = {
  .graph = G_STRUCT_OFFSET (GscopeGtkHistogramView, picture.graph),
  .update = update,
  .draw = draw,
  .read = read_cursor,
  .follow = follow,
};

static void
gscope_gtk_histogram_view_finalize (GObject *object)
{
  GscopeGtkHistogramView *self = GSCOPE_GTK_HISTOGRAM_VIEW (object);

  g_clear_pointer (&self->histogram, gscope_histogram_unref);
  gscope_gtk_histogram_picture_clear (&self->picture);
  G_OBJECT_CLASS (gscope_gtk_histogram_view_parent_class)->finalize (object);
}

static void
gscope_gtk_histogram_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GscopeGtkHistogramView *self = GSCOPE_GTK_HISTOGRAM_VIEW (object);

  switch (id)
    {
    case PROP_N_BINS:
      g_value_set_uint (value, self->n_bins);
      break;
    case PROP_LOGARITHMIC_COUNTS:
      g_value_set_boolean (value, self->logarithmic_counts);
      break;
    case PROP_LOGARITHMIC_VALUES:
      g_value_set_boolean (value, self->logarithmic_values);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_gtk_histogram_view_set_property (GObject *object, guint id, const GValue *value,
                                        GParamSpec *pspec)
{
  GscopeGtkHistogramView *self = GSCOPE_GTK_HISTOGRAM_VIEW (object);

  switch (id)
    {
    case PROP_N_BINS:
      self->n_bins = g_value_get_uint (value);
      break;
    case PROP_LOGARITHMIC_COUNTS:
      self->logarithmic_counts = g_value_get_boolean (value);
      break;
    case PROP_LOGARITHMIC_VALUES:
      self->logarithmic_values = g_value_get_boolean (value);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
  g_clear_pointer (&self->histogram, gscope_histogram_unref);
  gscope_gtk_graph_drop_signals (&self->picture.graph);
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
}

static void
gscope_gtk_histogram_view_class_init (GscopeGtkHistogramViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  const GParamFlags rw = G_PARAM_READWRITE | G_PARAM_STATIC_STRINGS;

  object_class->finalize = gscope_gtk_histogram_view_finalize;
  object_class->get_property = gscope_gtk_histogram_view_get_property;
  object_class->set_property = gscope_gtk_histogram_view_set_property;
  GSCOPE_GTK_ANALYSIS_VIEW_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-histogram-view");
  /**
   * GscopeGtkHistogramView:n-bins:
   *
   * The number of bins.
   *
   * Since: 1.0
   */
  properties[PROP_N_BINS] = g_param_spec_uint ("n-bins", NULL, NULL, 1, 4096, 64, rw);
  /**
   * GscopeGtkHistogramView:logarithmic-counts:
   *
   * Whether the axis of counts is logarithmic, which makes rare values visible.
   *
   * Since: 1.0
   */
  properties[PROP_LOGARITHMIC_COUNTS] =
      g_param_spec_boolean ("logarithmic-counts", NULL, NULL, TRUE, rw);
  /**
   * GscopeGtkHistogramView:logarithmic-values:
   *
   * Whether the axis of values is logarithmic, with bins of equal width on it.
   *
   * Since: 1.0
   */
  properties[PROP_LOGARITHMIC_VALUES] =
      g_param_spec_boolean ("logarithmic-values", NULL, NULL, FALSE, rw);
  g_object_class_install_properties (object_class, N_PROPS, properties);
}

static void
gscope_gtk_histogram_view_init (GscopeGtkHistogramView *self)
{
  static const double percents[] = { 50, 95, 99 };

  self->n_bins = 64;
  self->logarithmic_counts = TRUE;
  gscope_gtk_histogram_picture_init (&self->picture);
  gscope_gtk_histogram_view_set_percents (self, percents, G_N_ELEMENTS (percents));
}

/**
 * gscope_gtk_histogram_view_new:
 * @view: (nullable): the view to follow
 *
 * Creates a view of a histogram.
 *
 * Returns: (transfer floating): the histogram view
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_histogram_view_new (GscopeGtkView *view)
{
  return g_object_new (GSCOPE_GTK_TYPE_HISTOGRAM_VIEW, "view", view, NULL);
}

/**
 * gscope_gtk_histogram_view_set_percents:
 * @self: a histogram view
 * @percents: (array length=n): percentages, 0 to 100
 * @n: how many, at most 6
 *
 * Marks percentiles of the samples.
 *
 * Since: 1.0
 */
void
gscope_gtk_histogram_view_set_percents (GscopeGtkHistogramView *self, const double *percents,
                                        guint n)
{
  g_return_if_fail (n <= GSCOPE_MAX_PERCENTS);

  for (guint i = 0; i < n; i++)
    self->picture.percents[i] = percents[i];
  self->picture.n_percents = n;
  for (guint i = 0; i < n; i++)
    self->picture.percentiles[i] = gscope_gtk_histogram_view_get_percentile (self, percents[i]);
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
}

/**
 * gscope_gtk_histogram_view_get_percentile:
 * @self: a histogram view
 * @percent: 0 to 100
 *
 * Gets a percentile of the drawn samples, to the resolution of a bin.
 *
 * Returns: the value, in the signal's unit; not-a-number if nothing is drawn
 *
 * Since: 1.0
 */
double
gscope_gtk_histogram_view_get_percentile (GscopeGtkHistogramView *self, double percent)
{
  return self->histogram ? gscope_histogram_get_percentile (self->histogram, percent) : NAN;
}
