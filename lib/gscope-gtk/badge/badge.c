/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/badge/badge-private.h>
#include <property.h>
#include <running.h>

#include <glib/gi18n-lib.h>
#include <math.h>

#define DIGITS 4

/**
 * GscopeGtkBadge:
 *
 * A measurement of a signal that a view shows in the head of the signal's lane. Its value and statistics are about the
 * view's time, and change at most five times a second while the view is visible.
 *
 * Since: 1.0
 */
struct _GscopeGtkBadge
{
  GObject parent_instance;

  GscopeWorkspaceMeasurement *description;
  char *label;
  /* NULL while the view does not show them */
  GscopeGtkViewSignal *signal;
  GscopeGtkViewSignal *other;
  /* the samples of the value; only their numbers are used */
  GscopeGtkBadgeTask task;
  double value;
  char *text;

  /* of the values so far */
  GscopeRunning statistics;
};

G_DEFINE_FINAL_TYPE (GscopeGtkBadge, gscope_gtk_badge, G_TYPE_OBJECT)

static void
gscope_gtk_badge_dispose (GObject *object)
{
  GscopeGtkBadge *self = GSCOPE_GTK_BADGE (object);

  g_clear_object (&self->signal);
  g_clear_object (&self->other);
  G_OBJECT_CLASS (gscope_gtk_badge_parent_class)->dispose (object);
}

static void
gscope_gtk_badge_finalize (GObject *object)
{
  GscopeGtkBadge *self = GSCOPE_GTK_BADGE (object);

  g_clear_pointer (&self->description, gscope_workspace_measurement_unref);
  g_free (self->label);
  g_free (self->text);
  G_OBJECT_CLASS (gscope_gtk_badge_parent_class)->finalize (object);
}

static void
gscope_gtk_badge_class_init (GscopeGtkBadgeClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_gtk_badge_dispose;
  object_class->finalize = gscope_gtk_badge_finalize;
  /**
   * GscopeGtkBadge:signal:
   *
   * The signal, as the view shows it.
   *
   * Since: 1.0
   */
  property_add (object_class, object, "signal", gscope_gtk_badge_get_signal, NULL,
                GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  /**
   * GscopeGtkBadge:text:
   *
   * Its value in words.
   *
   * Since: 1.0
   */
  property_add (object_class, string, "text", gscope_gtk_badge_get_text, NULL, NULL);
}

static void
gscope_gtk_badge_init (GscopeGtkBadge *self)
{
  self->value = NAN;
  self->text = gscope_gtk_badge_format_value (self, NAN);
  gscope_gtk_badge_reset_statistics (self);
}

GscopeGtkBadge *
gscope_gtk_badge_new (const GscopeWorkspaceMeasurement *description)
{
  GscopeGtkBadge *self = g_object_new (GSCOPE_GTK_TYPE_BADGE, NULL);

  self->description = gscope_workspace_measurement_copy (description);
  self->label = gscope_workspace_measurement_dup_label (description);
  return self;
}

static GscopeGtkViewSignal *
find_signal (GListModel *signals, const char *name)
{
  for (guint i = 0; name && i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (signals, i);
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (entry);

      if (g_str_equal (gscope_signal_get_full_name (signal), name))
        return entry;
    }
  return NULL;
}

void
gscope_gtk_badge_bind (GscopeGtkBadge *self, GListModel *signals)
{
  g_set_object (&self->other, find_signal (signals, self->description->other));
  if (g_set_object (&self->signal, find_signal (signals, self->description->signal)))
    g_object_notify (G_OBJECT (self), "signal");
}

/* Returns the samples of a signal for a task whose interval is set, or NULL. */
static GscopeTrace *
find_trace (GscopeGtkBadge *self, GscopeGtkViewSignal *entry, const GscopeGtkBadgeMoment *moment,
            GscopeGtkBadgeTask *task)
{
  GscopeSignal *signal = entry ? gscope_gtk_view_signal_get_signal (entry) : NULL;
  GscopeTimeline timeline = { 0 };
  guint64 n_coarse;

  if (!signal)
    return NULL;
  if (self->description->over == GSCOPE_MEASUREMENT_SPAN_CAPTURE)
    timeline.trace = moment->capture ? gscope_capture_get_trace (moment->capture, signal) : NULL;
  else
    gscope_signal_get_timeline (signal, &timeline);
  if (!timeline.trace || !gscope_timeline_lacks (&timeline, task->begin))
    return timeline.trace ? gscope_trace_ref (timeline.trace) : NULL;
  timeline.trace =
      gscope_timeline_compose (&timeline, task->begin, task->end, moment->width, &n_coarse);
  task->is_composed = TRUE;
  task->n_coarse += n_coarse;
  return timeline.trace;
}

/* Sets the interval. Returns FALSE if there is none. */
static gboolean
find_interval (GscopeGtkBadge *self, const GscopeGtkBadgeMoment *moment, gint64 *begin, gint64 *end)
{
  switch (self->description->over)
    {
    case GSCOPE_MEASUREMENT_SPAN_VIEW:
      *begin = moment->begin;
      *end = moment->end;
      return TRUE;
    case GSCOPE_MEASUREMENT_SPAN_CURSORS:
      *begin = MIN (moment->a, moment->b);
      *end = MAX (moment->a, moment->b) + 1;
      return moment->n_cursors == 2;
    case GSCOPE_MEASUREMENT_SPAN_CAPTURE:
      *begin = G_MININT64;
      *end = G_MAXINT64;
      return moment->capture != NULL;
    case GSCOPE_MEASUREMENT_SPAN_LATEST:
      *begin = moment->end - self->description->latest;
      *end = moment->end;
      return TRUE;
    }
  g_return_val_if_reached (FALSE);
}

/* A capture begins with its first sample, as times are measured from the begin. */
static void
fit_capture (GscopeGtkBadgeTask *task)
{
  guint64 first = gscope_trace_get_first (task->trace), end = gscope_trace_get_end (task->trace);

  if (end == first)
    return;
  task->begin = gscope_trace_get_time (task->trace, first);
  task->end = gscope_trace_get_time (task->trace, end - 1) + 1;
}

/* Returns the position after the samples of the interval that there are. */
static guint64
find_end (GscopeTrace *trace, gint64 end)
{
  return trace ? gscope_trace_find (trace, end) : 0;
}

void
gscope_gtk_badge_task_clear (GscopeGtkBadgeTask *task)
{
  g_clear_pointer (&task->trace, gscope_trace_unref);
  g_clear_pointer (&task->other, gscope_trace_unref);
}

gboolean
gscope_gtk_badge_plan (GscopeGtkBadge *self, const GscopeGtkBadgeMoment *moment,
                       GscopeGtkBadgeTask *task)
{
  *task = (GscopeGtkBadgeTask){ 0 };
  if (!find_interval (self, moment, &task->begin, &task->end))
    return TRUE;
  task->trace = find_trace (self, self->signal, moment, task);
  task->other = find_trace (self, self->other, moment, task);
  if (task->trace && self->description->over == GSCOPE_MEASUREMENT_SPAN_CAPTURE)
    fit_capture (task);
  task->position = find_end (task->trace, task->end);
  task->other_position = find_end (task->other, task->end);
  /* composed samples are others each time */
  return (!task->is_composed
          && (task->trace != self->task.trace || task->other != self->task.other))
         || task->is_composed != self->task.is_composed || task->n_coarse != self->task.n_coarse
         || task->begin != self->task.begin || task->end != self->task.end
         || task->position != self->task.position
         || task->other_position != self->task.other_position;
}

/* Returns whether a value is that of all samples: columns have the extremes. */
static gboolean
is_exact (GscopeGtkBadge *self, const GscopeGtkBadgeTask *task)
{
  GscopeMeasurement measurement = self->description->measurement;

  return task->n_coarse == 0 || measurement == GSCOPE_MEASUREMENT_MINIMUM
         || measurement == GSCOPE_MEASUREMENT_MAXIMUM
         || measurement == GSCOPE_MEASUREMENT_PEAK_TO_PEAK;
}

void
gscope_gtk_badge_take (GscopeGtkBadge *self, const GscopeGtkBadgeTask *task, double value)
{
  g_autofree char *number = gscope_gtk_badge_format_value (self, value);
  g_autofree char *text = is_exact (self, task) || !isfinite (value)
                              ? g_strdup (number)
                              /* Translators: a value that was estimated */
                              : g_strdup_printf (_ ("≈ %s"), number);

  self->task = *task;
  self->value = value;
  gscope_running_add (&self->statistics, value);
  if (g_str_equal (text, self->text))
    return;
  g_free (self->text);
  self->text = g_steal_pointer (&text);
  g_object_notify (G_OBJECT (self), "text");
}

double
gscope_gtk_badge_measure (GscopeGtkBadge *self, GscopeCapture *capture)
{
  const GscopeGtkBadgeMoment moment = { .capture = capture };
  GscopeMeasurementSettings settings;
  GscopeGtkBadgeTask task;
  double value = NAN;

  gscope_gtk_badge_plan (self, &moment, &task);
  gscope_gtk_badge_get_settings (self, &settings);
  if (task.trace)
    value = gscope_measurement_compute (self->description->measurement, &settings, task.begin,
                                        task.end, task.trace, task.other);
  gscope_gtk_badge_task_clear (&task);
  return value;
}

void
gscope_gtk_badge_get_settings (GscopeGtkBadge *self, GscopeMeasurementSettings *settings)
{
  settings->percentile = self->description->percentile;
  settings->tolerance = self->description->tolerance;
  settings->holds =
      self->signal && gscope_gtk_view_signal_get_line_mode (self->signal) == GSCOPE_LINE_MODE_STEPS;
}

const char *
gscope_gtk_badge_get_label (GscopeGtkBadge *self)
{
  return self->label;
}

/**
 * gscope_gtk_badge_get_description:
 * @self: a badge
 *
 * Gets what it measures.
 *
 * Returns: (transfer none): the measurement
 *
 * Since: 1.0
 */
const GscopeWorkspaceMeasurement *
gscope_gtk_badge_get_description (GscopeGtkBadge *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_BADGE (self), NULL);

  return self->description;
}

/**
 * gscope_gtk_badge_get_signal: (get-property signal)
 * @self: a badge
 *
 * Gets the signal that it measures.
 *
 * Returns: (transfer none) (nullable): the signal; %NULL while the view does not show it
 *
 * Since: 1.0
 */
GscopeGtkViewSignal *
gscope_gtk_badge_get_signal (GscopeGtkBadge *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_BADGE (self), NULL);

  return self->signal;
}

/**
 * gscope_gtk_badge_get_value:
 * @self: a badge
 *
 * Gets the newest value.
 *
 * Returns: the value, in the unit of [func@Gscope.Measurement.dup_unit]; not-a-number if it is not known
 *
 * Since: 1.0
 */
double
gscope_gtk_badge_get_value (GscopeGtkBadge *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_BADGE (self), NAN);

  return self->value;
}

/**
 * gscope_gtk_badge_get_text: (get-property text)
 * @self: a badge
 *
 * Gets the newest value with its unit, for people. It begins with “≈” if a part of the samples is not in memory and the value was
 * estimated from columns of their extremes.
 *
 * Returns: (transfer none): the text; “–” if the value is not known
 *
 * Since: 1.0
 */
const char *
gscope_gtk_badge_get_text (GscopeGtkBadge *self)
{
  g_return_val_if_fail (GSCOPE_GTK_IS_BADGE (self), NULL);

  return self->text;
}

/**
 * gscope_gtk_badge_format_value:
 * @self: a badge
 * @value: a value of it, or of its statistics
 *
 * Formats a value with its unit, for people.
 *
 * Returns: (transfer full): the text; “–” if there is no value
 *
 * Since: 1.0
 */
char *
gscope_gtk_badge_format_value (GscopeGtkBadge *self, double value)
{
  g_autofree char *unit = NULL;

  g_return_val_if_fail (GSCOPE_GTK_IS_BADGE (self), NULL);

  if (!isfinite (value) || !self->signal)
    return g_strdup ("–");
  unit = gscope_measurement_dup_unit (self->description->measurement,
                                      gscope_gtk_view_signal_get_unit (self->signal));
  return gscope_quantity_format (value, unit, DIGITS);
}

/**
 * gscope_gtk_badge_get_statistics:
 * @self: a badge
 * @statistics: (out caller-allocates): the statistics
 *
 * Gets the statistics of its values over time, since it was made or the statistics were reset. @lost, @rate and @frequency
 * have no value.
 *
 * Since: 1.0
 */
void
gscope_gtk_badge_get_statistics (GscopeGtkBadge *self, GscopeMeasures *statistics)
{
  g_return_if_fail (GSCOPE_GTK_IS_BADGE (self));
  g_return_if_fail (statistics);

  *statistics = (GscopeMeasures){
    .count = self->statistics.n,
    .min = NAN,
    .max = NAN,
    .mean = NAN,
    .deviation = NAN,
    .last = NAN,
    .rate = NAN,
    .frequency = NAN,
  };
  if (self->statistics.n == 0)
    return;
  statistics->min = self->statistics.min;
  statistics->max = self->statistics.max;
  statistics->mean = self->statistics.mean;
  statistics->deviation = gscope_running_get_deviation (&self->statistics);
  statistics->last = self->value;
}

/**
 * gscope_gtk_badge_reset_statistics:
 * @self: a badge
 *
 * Forgets the values so far.
 *
 * Since: 1.0
 */
void
gscope_gtk_badge_reset_statistics (GscopeGtkBadge *self)
{
  g_return_if_fail (GSCOPE_GTK_IS_BADGE (self));

  self->statistics = (GscopeRunning){ 0 };
}
