/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/column.h>

#include <math.h>

/* A deviation below this part of the mean comes from rounding. */
#define ROUNDING 1e-12

/* The measurement of a capture of the list. */
typedef struct
{
  gint64 time;
  double value;
  gboolean is_measured;
} Entry;

/**
 * GscopeCaptureColumn:
 *
 * A measurement of each capture of a list: a column in a table of captures.
 *
 * It follows the list. A capture is measured once, over all of its samples. A column belongs to the main thread.
 *
 * Since: 1.0
 */
struct _GscopeCaptureColumn
{
  GObject parent_instance;

  GscopeCaptureList *list;
  GscopeMeasurement measurement;
  GscopeMeasurementSettings settings;
  char *signal;
  char *other;
  /* of Entry, one for each capture of the list, in its order */
  GArray *entries;
  guint n_left;
  /* all entries from this one on are measured */
  guint next;
};

G_DEFINE_FINAL_TYPE (GscopeCaptureColumn, gscope_capture_column, G_TYPE_OBJECT)

static void
gscope_capture_column_finalize (GObject *object)
{
  GscopeCaptureColumn *self = GSCOPE_CAPTURE_COLUMN (object);

  g_object_unref (self->list);
  g_free (self->signal);
  g_free (self->other);
  g_array_unref (self->entries);
  G_OBJECT_CLASS (gscope_capture_column_parent_class)->finalize (object);
}

static void
gscope_capture_column_class_init (GscopeCaptureColumnClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_capture_column_finalize;
}

static void
gscope_capture_column_init (GscopeCaptureColumn *self)
{
  self->entries = g_array_new (FALSE, FALSE, sizeof (Entry));
}

static void
remove_entries (GscopeCaptureColumn *self, guint position, guint n)
{
  for (guint i = position; i < position + n; i++)
    self->n_left -= !g_array_index (self->entries, Entry, i).is_measured;
  g_array_remove_range (self->entries, position, n);
}

static void
add_entries (GscopeCaptureColumn *self, guint position, guint n)
{
  g_autofree Entry *entries = g_new0 (Entry, n);

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeCapture) capture =
          g_list_model_get_item (G_LIST_MODEL (self->list), position + i);

      entries[i].time = gscope_capture_get_time (capture);
    }
  g_array_insert_vals (self->entries, position, entries, n);
  self->n_left += n;
}

static void
on_items_changed (GListModel *list, guint position, guint n_removed, guint n_added,
                  GscopeCaptureColumn *self)
{
  if (n_removed > 0)
    remove_entries (self, position, n_removed);
  if (n_added > 0)
    add_entries (self, position, n_added);
  self->next = self->entries->len;
}

/**
 * gscope_capture_column_new:
 * @list: a list of captures
 * @measurement: a measurement
 * @settings: how to measure
 * @signal: the full name of the signal
 * @other: (nullable): the full name of the other signal, for measurements that need one
 *
 * Makes a column, whose captures are still to be measured.
 *
 * Returns: (transfer full): the column
 *
 * Since: 1.0
 */
GscopeCaptureColumn *
gscope_capture_column_new (GscopeCaptureList *list, GscopeMeasurement measurement,
                           const GscopeMeasurementSettings *settings, const char *signal,
                           const char *other)
{
  GscopeCaptureColumn *self;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_LIST (list), NULL);
  g_return_val_if_fail (measurement < GSCOPE_N_MEASUREMENTS, NULL);
  g_return_val_if_fail (settings, NULL);
  g_return_val_if_fail (signal, NULL);

  self = g_object_new (GSCOPE_TYPE_CAPTURE_COLUMN, NULL);
  self->list = g_object_ref (list);
  self->measurement = measurement;
  self->settings = *settings;
  self->signal = g_strdup (signal);
  self->other = g_strdup (other);
  g_signal_connect_object (list, "items-changed", G_CALLBACK (on_items_changed), self, 0);
  on_items_changed (G_LIST_MODEL (list), 0, 0, g_list_model_get_n_items (G_LIST_MODEL (list)),
                    self);
  return self;
}

static double
measure (GscopeCaptureColumn *self, guint position)
{
  g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (self->list), position);
  GscopeTrace *trace = gscope_capture_find_trace (capture, self->signal);
  GscopeTrace *other = self->other ? gscope_capture_find_trace (capture, self->other) : NULL;
  guint64 first, end;

  if (!trace || (!other && gscope_measurement_needs_other (self->measurement)))
    return NAN;
  first = gscope_trace_get_first (trace);
  end = gscope_trace_get_end (trace);
  if (first == end)
    return NAN;
  return gscope_measurement_compute (self->measurement, &self->settings,
                                     gscope_trace_get_time (trace, first),
                                     gscope_trace_get_time (trace, end - 1) + 1, trace, other);
}

/**
 * gscope_capture_column_measure:
 * @self: a column
 * @n: how many captures to measure at most
 *
 * Measures captures that were not measured yet, the newest first.
 *
 * Returns: %TRUE if there are more
 *
 * Since: 1.0
 */
gboolean
gscope_capture_column_measure (GscopeCaptureColumn *self, guint n)
{
  g_return_val_if_fail (GSCOPE_IS_CAPTURE_COLUMN (self), FALSE);

  while (n > 0 && self->n_left > 0)
    {
      Entry *entry = &g_array_index (self->entries, Entry, --self->next);

      if (entry->is_measured)
        continue;
      entry->value = measure (self, self->next);
      entry->is_measured = TRUE;
      self->n_left--;
      n--;
    }
  return self->n_left > 0;
}

static int
compare_times (gconstpointer key, gconstpointer entry)
{
  gint64 a = *(const gint64 *) key, b = ((const Entry *) entry)->time;

  return (a > b) - (a < b);
}

/**
 * gscope_capture_column_get_value:
 * @self: a column
 * @capture: a capture of its list
 *
 * Gets the measurement of a capture.
 *
 * Returns: the value, in the unit of [func@Measurement.dup_unit]; not-a-number if the capture has none, or was not
 *   measured yet
 *
 * Since: 1.0
 */
double
gscope_capture_column_get_value (GscopeCaptureColumn *self, GscopeCapture *capture)
{
  const Entry *entry;
  gint64 time;

  g_return_val_if_fail (GSCOPE_IS_CAPTURE_COLUMN (self), NAN);
  g_return_val_if_fail (GSCOPE_IS_CAPTURE (capture), NAN);

  if (self->entries->len == 0)
    return NAN;
  time = gscope_capture_get_time (capture);
  entry = bsearch (&time, self->entries->data, self->entries->len, sizeof (Entry), compare_times);
  return entry && entry->is_measured ? entry->value : NAN;
}

/* Counts the values, and adds them up. */
static void
count_values (GscopeCaptureColumn *self, GscopeMeasures *statistics)
{
  double sum = 0;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (!entry->is_measured || !isfinite (entry->value))
        continue;
      statistics->count++;
      statistics->min = fmin (statistics->min, entry->value);
      statistics->max = fmax (statistics->max, entry->value);
      statistics->last = entry->value;
      sum += entry->value;
    }
  statistics->mean = sum / (double) statistics->count;
}

static double
add_squares (GscopeCaptureColumn *self, double mean)
{
  double squares = 0;

  for (guint i = 0; i < self->entries->len; i++)
    {
      const Entry *entry = &g_array_index (self->entries, Entry, i);

      if (entry->is_measured && isfinite (entry->value))
        squares += (entry->value - mean) * (entry->value - mean);
    }
  return squares;
}

/**
 * gscope_capture_column_get_statistics:
 * @self: a column
 * @statistics: (out caller-allocates): the statistics
 *
 * Gets the statistics of the values of all captures that have been measured. @last is the value of the newest one; @lost,
 * @rate and @frequency have no value.
 *
 * Since: 1.0
 */
void
gscope_capture_column_get_statistics (GscopeCaptureColumn *self, GscopeMeasures *statistics)
{
  g_return_if_fail (GSCOPE_IS_CAPTURE_COLUMN (self));
  g_return_if_fail (statistics);

  *statistics = (GscopeMeasures){ .min = NAN,
                                  .max = NAN,
                                  .mean = NAN,
                                  .deviation = NAN,
                                  .last = NAN,
                                  .rate = NAN,
                                  .frequency = NAN };
  count_values (self, statistics);
  if (statistics->count == 0)
    return;
  statistics->deviation = sqrt (add_squares (self, statistics->mean) / (double) statistics->count);
  if (statistics->deviation < ROUNDING * fabs (statistics->mean))
    statistics->deviation = 0;
}
