/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/plot/range.h>
#include <gscope-gtk/spectrum/transfer-picture.h>
#include <gscope-gtk/spectrum/transfer-view.h>

#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <math.h>

enum
{
  /* Segments that fit beside each other into the visible time, if their size is chosen. */
  PARTS = 8,
  MIN_SIZE = 64,
  MAX_SIZE = 65536,
};

/* Points with at least this coherence decide the range of the gain. */
#define COHERENT 0.5
/* Least height of the range, decibels. */
#define LEAST_SPAN 20.0

/**
 * GscopeGtkTransferView:
 *
 * Shows the transfer function from one signal of a view to another, its input and its output, in the visible time: gain in
 * decibels, phase in degrees and coherence over the frequency.
 *
 * [struct@Gscope.Transfer] describes how they are computed. The signals are those of [property@Gscope.ViewSettings:input] and
 * [property@Gscope.ViewSettings:output], or the first visible ones. In a live view segments are added when they
 * are complete; in a view that is held or shows the past they cover the visible time.
 *
 * [method@TransferView.set_identify] shows the result of an identification instead.
 *
 * The arrow keys left and right move the cursor, which reads gain, phase and coherence.
 *
 * ## CSS nodes
 *
 * It has one node, `gscope-transfer-view`. Its `color` decides between the light and the dark palette.
 *
 * Since: 1.0
 */
struct _GscopeGtkTransferView
{
  GscopeGtkAnalysisView parent_instance;

  /* NULL while two signals are shown */
  GscopeIdentify *identify;
  GscopeGtkViewSignal *input;
  GscopeGtkViewSignal *output;
  GscopeTransfer *transfer;
  GscopeSpectrumSettings settings;
  gboolean output_holds;
  GscopeGtkInterval interval;
  GscopeGtkTransferPicture picture;
  GscopeGtkRange range;
};

G_DEFINE_FINAL_TYPE (GscopeGtkTransferView, gscope_gtk_transfer_view, GSCOPE_GTK_TYPE_ANALYSIS_VIEW)

/* Finds the signal that a setting names; without a name, the first visible one that is not `other`. */
static GscopeGtkViewSignal *
find_signal (GscopeGtkTransferView *self, const char *setting, GscopeGtkViewSignal *other)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  GListModel *model = view ? gscope_gtk_view_get_signals (view) : NULL;
  GscopeGtkViewSignal *first = NULL;
  g_autofree char *name = NULL;

  if (!view)
    return NULL;
  g_object_get (gscope_gtk_view_get_settings (view), setting, &name, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);

      if (name[0] && g_str_equal (gscope_signal_get_full_name (signal), name))
        return entry;
      if (!first && entry != other && !gscope_gtk_view_signal_get_hidden (entry))
        first = entry;
    }
  return first;
}

static GscopeTrace *
get_trace (GscopeGtkViewSignal *signal)
{
  return gscope_signal_get_trace (gscope_gtk_view_signal_get_signal (signal));
}

static gboolean
holds (GscopeGtkViewSignal *signal)
{
  return gscope_gtk_view_signal_get_line_mode (signal) == GSCOPE_LINE_MODE_STEPS;
}

static void
drop (GscopeGtkTransferView *self)
{
  g_clear_pointer (&self->transfer, gscope_transfer_unref);
  g_clear_object (&self->input);
  g_clear_object (&self->output);
}

/* Creates a new transfer function if signals or settings have changed. */
static void
apply (GscopeGtkTransferView *self, GscopeGtkViewSignal *input, GscopeGtkViewSignal *output,
       const GscopeGtkInterval *interval)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  gsize before = self->transfer ? self->settings.size : 0;
  GscopeSpectrumSettings settings;

  gscope_spectrum_settings_init (&settings);
  gscope_view_settings_apply_spectrum (gscope_gtk_view_get_settings (view), &settings);
  if (settings.size == 0)
    settings.size = gscope_gtk_interval_choose_size (interval, get_trace (output), PARTS, MIN_SIZE,
                                                     MAX_SIZE, before);
  settings.hold = holds (input);
  if (self->transfer && self->input == input && self->output == output
      && self->output_holds == holds (output)
      && gscope_gtk_same_settings (&settings, &self->settings))
    return;
  drop (self);
  self->input = g_object_ref (input);
  self->output = g_object_ref (output);
  self->settings = settings;
  self->output_holds = holds (output);
  self->interval = (GscopeGtkInterval){ 0 };
  self->transfer = gscope_transfer_new (get_trace (input), holds (input), get_trace (output),
                                        holds (output), &settings);
}

static void
measure (GscopeGtkTransferView *self, const GscopeGtkInterval *interval)
{
  if (!gscope_gtk_interval_goes_on (&self->interval, interval))
    gscope_transfer_start (self->transfer, interval->begin);
  self->interval = *interval;
  gscope_transfer_update (self->transfer, interval->end);
  g_clear_pointer (&self->picture.points, g_array_unref);
  self->picture.points = gscope_transfer_get_points (self->transfer);
}

static void
choose_axes (GscopeGtkTransferView *self)
{
  GscopeGtkView *view = gscope_gtk_analysis_view_get_view (GSCOPE_GTK_ANALYSIS_VIEW (self));
  GArray *points = self->picture.points;
  GscopeGtkAxis *x = &self->picture.graph.x;
  double min = INFINITY, max = -INFINITY;

  for (guint i = 0; i < points->len; i++)
    {
      const GscopeTransferPoint *point = &g_array_index (points, GscopeTransferPoint, i);

      if (point->coherence < COHERENT || !isfinite (point->decibels))
        continue;
      min = MIN (min, point->decibels);
      max = MAX (max, point->decibels);
    }
  /* a flat response is drawn flat */
  if (min <= max && max - min < LEAST_SPAN)
    {
      double middle = (min + max) / 2;

      min = middle - LEAST_SPAN / 2;
      max = middle + LEAST_SPAN / 2;
    }
  if (min <= max)
    gscope_gtk_range_follow (&self->range, min, max, g_get_monotonic_time () * 1000);
  self->picture.min = self->range.min;
  self->picture.max = self->range.max;
  x->logarithmic =
      gscope_view_settings_is_on (gscope_gtk_view_get_settings (view), "logarithmic-frequencies");
  x->unit = "Hz";
  x->min = x->max = 0;
  if (points->len == 0)
    return;
  x->min = x->logarithmic ? g_array_index (points, GscopeTransferPoint, 0).frequency : 0;
  x->max = g_array_index (points, GscopeTransferPoint, points->len - 1).frequency;
}

static void
name_signals (GscopeGtkTransferView *self)
{
  GscopeGtkAnalysisView *base = GSCOPE_GTK_ANALYSIS_VIEW (self);
  GscopeGtkGraph *graph = &self->picture.graph;
  guint64 n = gscope_transfer_get_n_segments (self->transfer);
  g_autofree char *text =
      /* Translators: output and input of a transfer function */
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%s by %s, %" PRIu64 " segment",
                                    "%s by %s, %" PRIu64 " segments", (gulong) n),
                       gscope_gtk_view_signal_get_label (self->output),
                       gscope_gtk_view_signal_get_label (self->input), n);

  g_array_set_size (graph->signals, 2);
  gscope_gtk_analysis_view_name_signal (base, self->input, &GSCOPE_GTK_GRAPH_SIGNAL (graph, 0));
  gscope_gtk_analysis_view_name_signal (base, self->output, &GSCOPE_GTK_GRAPH_SIGNAL (graph, 1));
  gscope_gtk_graph_set_texts (graph, _ ("Transfer Function"), text);
}

/* Names the parameter, and the signal as the view does while it has it. */
static void
name_identified (GscopeGtkTransferView *self)
{
  GscopeGtkAnalysisView *base = GSCOPE_GTK_ANALYSIS_VIEW (self);
  GscopeGtkGraph *graph = &self->picture.graph;
  GListModel *model = gscope_gtk_view_get_signals (gscope_gtk_analysis_view_get_view (base));
  GscopeParameter *parameter = gscope_identify_get_parameter (self->identify);
  GscopeSignal *response = gscope_identify_get_response (self->identify);
  gboolean is_running = gscope_identify_get_state (self->identify) == GSCOPE_IDENTIFY_STATE_RUNNING;
  /* Translators: a signal and the parameter that drives it */
  g_autofree char *text =
      g_strdup_printf (_ ("%s by the parameter %s"), gscope_signal_get_title (response),
                       gscope_parameter_get_title (parameter));
  g_autofree char *progress =
      /* Translators: a text, and how much is done */
      is_running ? g_strdup_printf (_ ("%s, %.0f %%"), text,
                                    100 * gscope_identify_get_progress (self->identify))
                 : NULL;

  g_array_set_size (graph->signals, 2);
  for (guint i = 0; i < 2; i++)
    GSCOPE_GTK_GRAPH_SIGNAL (graph, i) = (GscopeGtkGraphSignal){
      .title = g_strdup (i == 0 ? gscope_parameter_get_title (parameter)
                                : gscope_signal_get_title (response)),
      .unit = g_strdup (""),
      .color = i == 0 ? graph->palette->dim : graph->palette->text,
    };
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (model, i);

      if (gscope_gtk_view_signal_get_signal (entry) == response)
        gscope_gtk_analysis_view_name_signal (base, entry, &GSCOPE_GTK_GRAPH_SIGNAL (graph, 1));
    }
  gscope_gtk_graph_set_texts (graph, _ ("Transfer Function"), progress ? progress : text);
}

static void
show_identified (GscopeGtkTransferView *self)
{
  const char *reason = gscope_identify_get_reason (self->identify);

  drop (self);
  g_clear_pointer (&self->picture.points, g_array_unref);
  self->picture.points = gscope_identify_get_points (self->identify);
  self->picture.message =
      reason ? reason : _ ("Wait: the first frequencies appear after some periods.");
  choose_axes (self);
  name_identified (self);
}

static gboolean
update (GscopeGtkAnalysisView *view, const GscopeGtkInterval *interval, gboolean only_time)
{
  GscopeGtkTransferView *self = GSCOPE_GTK_TRANSFER_VIEW (view);
  GscopeGtkViewSignal *input = find_signal (self, "input", NULL);
  GscopeGtkViewSignal *output = find_signal (self, "output", input);

  gscope_gtk_graph_drop_signals (&self->picture.graph);
  if (self->identify && gscope_gtk_analysis_view_get_view (view))
    {
      show_identified (self);
      return TRUE;
    }
  self->picture.message = NULL;
  if (!input || !output)
    {
      drop (self);
      gscope_gtk_graph_set_texts (&self->picture.graph, _ ("Transfer Function"), NULL);
      return TRUE;
    }
  apply (self, input, output, interval);
  measure (self, interval);
  choose_axes (self);
  name_signals (self);
  return TRUE;
}

static void
draw (GscopeGtkAnalysisView *view, GscopeGtkBrush *brush)
{
  gscope_gtk_transfer_picture_draw (&GSCOPE_GTK_TRANSFER_VIEW (view)->picture, brush);
}

static char *
read_cursor (GscopeGtkAnalysisView *view)
{
  return gscope_gtk_transfer_picture_read (&GSCOPE_GTK_TRANSFER_VIEW (view)->picture);
}

static void
drop_identify (GscopeGtkTransferView *self)
{
  gscope_gtk_transfer_view_set_identify (self, NULL);
}

static void
follow (GscopeGtkAnalysisView *self, GscopeViewSettings *settings)
{
  g_signal_connect_object (settings, "notify", G_CALLBACK (gscope_gtk_analysis_view_change), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::input", G_CALLBACK (drop_identify), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (settings, "notify::output", G_CALLBACK (drop_identify), self,
                           G_CONNECT_SWAPPED);
}

static const GscopeGtkAnalysisFuncs funcs = {
  .graph = G_STRUCT_OFFSET (GscopeGtkTransferView, picture.graph),
  .update = update,
  .draw = draw,
  .read = read_cursor,
  .follow = follow,
};

static void
gscope_gtk_transfer_view_dispose (GObject *object)
{
  GscopeGtkTransferView *self = GSCOPE_GTK_TRANSFER_VIEW (object);

  if (self->identify)
    g_signal_handlers_disconnect_by_data (self->identify, self);
  g_clear_object (&self->identify);
  drop (self);
  G_OBJECT_CLASS (gscope_gtk_transfer_view_parent_class)->dispose (object);
}

static void
gscope_gtk_transfer_view_finalize (GObject *object)
{
  gscope_gtk_transfer_picture_clear (&GSCOPE_GTK_TRANSFER_VIEW (object)->picture);
  G_OBJECT_CLASS (gscope_gtk_transfer_view_parent_class)->finalize (object);
}

static void
gscope_gtk_transfer_view_class_init (GscopeGtkTransferViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_gtk_transfer_view_dispose;
  object_class->finalize = gscope_gtk_transfer_view_finalize;
  GSCOPE_GTK_ANALYSIS_VIEW_CLASS (klass)->funcs = &funcs;
  gtk_widget_class_set_css_name (GTK_WIDGET_CLASS (klass), "gscope-transfer-view");
}

static void
gscope_gtk_transfer_view_init (GscopeGtkTransferView *self)
{
  self->range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  gscope_gtk_transfer_picture_init (&self->picture);
}

/**
 * gscope_gtk_transfer_view_new:
 * @view: (nullable): the view whose signals are measured
 *
 * Creates a transfer view.
 *
 * Returns: (transfer floating): a transfer view
 *
 * Since: 1.0
 */
GtkWidget *
gscope_gtk_transfer_view_new (GscopeGtkView *view)
{
  g_return_val_if_fail (!view || GSCOPE_GTK_IS_VIEW (view), NULL);

  return g_object_new (GSCOPE_GTK_TYPE_TRANSFER_VIEW, "view", view, NULL);
}

/**
 * gscope_gtk_transfer_view_set_identify:
 * @self: a transfer view
 * @identify: (nullable): an identification; %NULL for two signals of the view
 *
 * Shows the transfer function that an identification computes, while it runs and afterwards, until another input or output is chosen.
 *
 * Since: 1.0
 */
void
gscope_gtk_transfer_view_set_identify (GscopeGtkTransferView *self, GscopeIdentify *identify)
{
  g_return_if_fail (GSCOPE_GTK_IS_TRANSFER_VIEW (self));
  g_return_if_fail (!identify || GSCOPE_IS_IDENTIFY (identify));

  if (self->identify == identify)
    return;
  if (self->identify)
    g_signal_handlers_disconnect_by_data (self->identify, self);
  g_set_object (&self->identify, identify);
  if (identify)
    g_signal_connect_swapped (identify, "changed", G_CALLBACK (gscope_gtk_analysis_view_change),
                              self);
  self->range = (GscopeGtkRange) GSCOPE_GTK_RANGE_INIT;
  gscope_gtk_analysis_view_change (GSCOPE_GTK_ANALYSIS_VIEW (self));
}

/**
 * gscope_gtk_transfer_view_get_identify:
 * @self: a transfer view
 *
 * Gets the identification that is shown.
 *
 * Returns: (transfer none) (nullable): the identification; %NULL while two signals are shown
 *
 * Since: 1.0
 */
GscopeIdentify *
gscope_gtk_transfer_view_get_identify (GscopeGtkTransferView *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_TRANSFER_VIEW (self), NULL);

  return self->identify;
}

static void
append_number (GString *text, double number, char end)
{
  char buffer[G_ASCII_DTOSTR_BUF_SIZE];

  g_string_append (text, g_ascii_formatd (buffer, sizeof buffer, "%.9g", number));
  g_string_append_c (text, end);
}

/**
 * gscope_gtk_transfer_view_make_table:
 * @self: a transfer view
 *
 * Writes the transfer function that is shown as comma-separated values: a head, and a row for each frequency with the gain in
 * the output's unit per unit of the input, the gain in decibels, the phase and the coherence.
 *
 * Returns: (transfer full) (nullable): the table; %NULL if nothing is shown
 *
 * Since: 1.0
 */
char *
gscope_gtk_transfer_view_make_table (GscopeGtkTransferView *self)
{
  GArray *points;
  GString *text;

  g_return_val_if_fail (GSCOPE_GTK_IS_TRANSFER_VIEW (self), NULL);

  points = self->picture.points;
  if (!points || points->len == 0)
    return NULL;
  text = g_string_new ("frequency (Hz),gain,gain (dB),phase (degrees),coherence\n");
  for (guint i = 0; i < points->len; i++)
    {
      const GscopeTransferPoint *point = &g_array_index (points, GscopeTransferPoint, i);

      append_number (text, point->frequency, ',');
      append_number (text, point->gain, ',');
      append_number (text, point->decibels, ',');
      append_number (text, point->phase, ',');
      append_number (text, point->coherence, '\n');
    }
  return g_string_free (text, FALSE);
}
