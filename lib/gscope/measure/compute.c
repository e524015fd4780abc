/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/measure/compute.h>

#include <math.h>

/* The samples that are read between two iterations of the main loop: about half a millisecond. */
#define SLICE (1 << 16)

static const GscopeMeasurementSettings usual = { .percentile = 50, .tolerance = 2 };

static void
input_clear (GscopeMeasureInput *self)
{
  gscope_measure_points_clear (&self->points);
  gscope_measure_points_clear (&self->other);
  g_clear_pointer (&self->pair, gscope_measure_pair_free);
}

static void
input_free (gpointer data)
{
  input_clear (data);
  g_free (data);
}

/* Begins to read. Returns FALSE if a second signal is missing. */
static gboolean
input_begin (GscopeMeasureInput *self, gint64 begin, gint64 end, GscopeTrace *trace,
             GscopeTrace *other)
{
  if (!gscope_measurement_needs_other (self->measurement))
    {
      gscope_measure_points_begin (&self->points, trace, begin, end);
      return TRUE;
    }
  if (!other)
    return FALSE;
  if (gscope_measure_needs_pair (self->measurement))
    {
      self->pair = gscope_measure_pair_read (trace, other, begin, end, self->settings.holds);
      return TRUE;
    }
  gscope_measure_points_begin (&self->points, trace, begin, end);
  gscope_measure_points_begin (&self->other, other, begin, end);
  return TRUE;
}

/* Reads more samples. Returns whether there are more. */
static gboolean
input_go_on (GscopeMeasureInput *self, gsize max)
{
  return gscope_measure_points_go_on (&self->points, max)
         || gscope_measure_points_go_on (&self->other, max);
}

/**
 * gscope_measurement_compute:
 * @self: a measurement
 * @settings: (nullable): how to measure; %NULL for the median, 2 % and lines
 * @begin: the begin of the interval, nanoseconds
 * @end: the end of the interval, after its last sample, nanoseconds
 * @trace: the samples of the signal
 * @other: (nullable): the samples of the other signal, for those that need one
 *
 * Measures a signal in an interval, in the main thread. It reads all samples, at most the newest 16 million.
 *
 * Returns: the value, in the unit of gscope_measurement_dup_unit(); not-a-number if it is not known: without samples, transitions or
 *   the other signal
 *
 * Since: 1.0
 */
double
gscope_measurement_compute (GscopeMeasurement self, const GscopeMeasurementSettings *settings,
                            gint64 begin, gint64 end, GscopeTrace *trace, GscopeTrace *other)
{
  GscopeMeasureInput input = { .measurement = self, .settings = settings ? *settings : usual };
  double value;

  g_return_val_if_fail (self < GSCOPE_N_MEASUREMENTS, NAN);
  g_return_val_if_fail (trace, NAN);

  if (!input_begin (&input, begin, end, trace, other))
    return NAN;
  while (input_go_on (&input, G_MAXUINT32))
    ;
  value = gscope_measure_compute (&input);
  input_clear (&input);
  return value;
}

static void
compute_in_thread (GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  double *value = g_new (double, 1);

  *value = gscope_measure_compute (data);
  g_task_return_pointer (task, value, g_free);
}

static gboolean
on_slice (gpointer data)
{
  GTask *task = data;

  if (g_task_return_error_if_cancelled (task))
    return G_SOURCE_REMOVE;
  if (input_go_on (g_task_get_task_data (task), SLICE))
    return G_SOURCE_CONTINUE;
  g_task_run_in_thread (task, compute_in_thread);
  return G_SOURCE_REMOVE;
}

/**
 * gscope_measurement_compute_async:
 * @self: a measurement
 * @settings: (nullable): how to measure; %NULL for the median, 2 % and lines
 * @begin: the begin of the interval, nanoseconds
 * @end: the end of the interval, after its last sample, nanoseconds
 * @trace: the samples of the signal
 * @other: (nullable): the samples of the other signal, for those that need one
 * @cancellable: (nullable): a #GCancellable
 * @callback: (scope async) (closure user_data): called when the measurement has ended
 * @user_data: data for @callback
 *
 * Measures a signal in an interval without holding up the main thread: it reads the samples in slices, and a thread
 * computes the value. Call it in the main thread.
 *
 * Since: 1.0
 */
void
gscope_measurement_compute_async (GscopeMeasurement self, const GscopeMeasurementSettings *settings,
                                  gint64 begin, gint64 end, GscopeTrace *trace, GscopeTrace *other,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (NULL, cancellable, callback, user_data);
  GscopeMeasureInput *input;
  GSource *source;

  g_return_if_fail (self < GSCOPE_N_MEASUREMENTS);
  g_return_if_fail (trace);

  g_task_set_source_tag (task, gscope_measurement_compute_async);
  input = g_new0 (GscopeMeasureInput, 1);
  input->measurement = self;
  input->settings = settings ? *settings : usual;
  g_task_set_task_data (task, input, input_free);
  if (!input_begin (input, begin, end, trace, other))
    {
      double *value = g_new (double, 1);

      *value = NAN;
      g_task_return_pointer (task, value, g_free);
      return;
    }
  source = g_idle_source_new ();
  g_source_set_static_name (source, "[gscope] measurement");
  g_task_attach_source (task, source, on_slice);
  g_source_unref (source);
}

/**
 * gscope_measurement_compute_finish:
 * @result: the result that the callback got
 * @value: (out): the value, as of gscope_measurement_compute()
 * @error: return location for an error
 *
 * Ends gscope_measurement_compute_async().
 *
 * Returns: %TRUE if there is a value; %FALSE if it was cancelled
 *
 * Since: 1.0
 */
gboolean
gscope_measurement_compute_finish (GAsyncResult *result, double *value, GError **error)
{
  g_autofree double *computed = NULL;

  g_return_val_if_fail (g_async_result_is_tagged (result, gscope_measurement_compute_async), FALSE);
  g_return_val_if_fail (value, FALSE);

  computed = g_task_propagate_pointer (G_TASK (result), error);
  *value = computed ? *computed : NAN;
  return computed != NULL;
}
