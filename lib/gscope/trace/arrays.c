/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The contents of a trace as arrays that the functions allocate, for languages whose arrays know
 * their lengths. */

#include <gscope/trace/private.h>

/* Allocates an array for the samples from a position on, at most max. Returns NULL if there are
 * none, or not enough memory. */
static gpointer
allocate (GscopeTrace *self, guint64 position, gsize max, gsize size, gsize *n)
{
  guint64 end = gscope_trace_get_end (self);
  gpointer array = NULL;

  *n = 0;
  if (position < gscope_trace_get_first (self) || position >= end)
    return NULL;

  max = MIN (max, end - position);
  array = g_try_malloc_n (max, size);
  if (array)
    *n = max;
  return array;
}

/**
 * gscope_trace_dup_samples: (rename-to gscope_trace_read)
 * @self: a trace
 * @position: position of the first sample to read
 * @max: how many to read at most
 * @n: (out): how many samples there are
 *
 * Copies samples, as gscope_trace_read() does, for languages whose arrays know their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the samples
 *
 * Since: 1.0
 */
GscopeSample *
gscope_trace_dup_samples (GscopeTrace *self, guint64 position, gsize max, gsize *n)
{
  GscopeSample *samples = allocate (self, position, max, sizeof *samples, n);

  gscope_trace_read (self, position, samples, *n);
  return samples;
}

/**
 * gscope_trace_read_values:
 * @self: a trace
 * @position: position of the first sample to read
 * @max: how many to read at most
 *
 * Copies the values of samples into one block of `double`. It is empty at a position that was
 * evicted, and if there is not enough memory.
 *
 * Returns: (transfer full): the values, in the signal's unit; not-a-number where the trace is
 *   broken
 *
 * Since: 1.0
 */
GBytes *
gscope_trace_read_values (GscopeTrace *self, guint64 position, gsize max)
{
  gsize n;
  guint64 at;
  double *values = allocate (self, position, max, sizeof *values, &n);
  const GscopePyramid *pyramid = gscope_trace_get_pyramid (self, position, &at);

  gscope_pyramid_read_values (pyramid, at, values, n);
  return g_bytes_new_take (values, n * sizeof *values);
}

/**
 * gscope_trace_read_times:
 * @self: a trace
 * @position: position of the first sample to read
 * @max: how many to read at most
 *
 * Copies the times of samples into one block of `gint64`. It is as long as that of
 * [method@Trace.read_values].
 *
 * Returns: (transfer full): the times, nanoseconds
 *
 * Since: 1.0
 */
GBytes *
gscope_trace_read_times (GscopeTrace *self, guint64 position, gsize max)
{
  gsize n;
  guint64 at;
  gint64 *times = allocate (self, position, max, sizeof *times, &n);
  const GscopePyramid *pyramid = gscope_trace_get_pyramid (self, position, &at);

  gscope_pyramid_read_times (pyramid, at, times, n);
  return g_bytes_new_take (times, n * sizeof *times);
}

/**
 * gscope_trace_dup_columns: (rename-to gscope_trace_get_columns)
 * @self: a trace
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n_columns: how many columns
 * @n: (out): the length of the array: @n_columns, or 0 if there is not enough memory
 *
 * Summarises adjacent intervals of time, as gscope_trace_get_columns() does, for languages whose
 * arrays know their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the summary of each column
 *
 * Since: 1.0
 */
GscopeColumn *
gscope_trace_dup_columns (GscopeTrace *self, gint64 time, gint64 width, gsize n_columns, gsize *n)
{
  GscopeColumn *columns;

  *n = 0;
  g_return_val_if_fail (width > 0, NULL);

  columns = g_try_new (GscopeColumn, n_columns);
  if (!columns)
    return NULL;
  gscope_trace_get_columns (self, time, width, n_columns, columns);
  *n = n_columns;
  return columns;
}

/**
 * gscope_trace_dup_density: (rename-to gscope_trace_get_density)
 * @self: a trace
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n_columns: how many columns
 * @min: where the first bin begins, in the signal's unit
 * @max: where the last bin ends, more than @min
 * @logarithmic: whether bins are even by the logarithms of values; then @min is more than 0
 * @n_bins: number of bins in a column, more than 0
 * @n: (out): the length of the array: @n_columns × @n_bins, or 0 if there is not enough memory
 *
 * Computes the density of values in each column, as gscope_trace_get_density() does, for languages
 * whose arrays know their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): the bins of the first column, then those of
 *   the next columns
 *
 * Since: 1.0
 */
float *
gscope_trace_dup_density (GscopeTrace *self, gint64 time, gint64 width, gsize n_columns, double min,
                          double max, gboolean logarithmic, gsize n_bins, gsize *n)
{
  float *weights = NULL;
  gsize size;

  *n = 0;
  g_return_val_if_fail (width > 0, NULL);
  g_return_val_if_fail (n_bins > 0 && max > min, NULL);
  g_return_val_if_fail (!logarithmic || min > 0, NULL);

  if (g_size_checked_mul (&size, n_columns, n_bins))
    weights = g_try_new (float, size);
  if (!weights)
    return NULL;
  gscope_trace_get_density (self, time, width, n_columns, min, max, logarithmic, n_bins, weights);
  *n = size;
  return weights;
}

/**
 * gscope_trace_dup_shares: (rename-to gscope_trace_get_shares)
 * @self: a trace
 * @time: where the first column begins, nanoseconds
 * @width: width of each column, nanoseconds, more than 0
 * @n_columns: how many columns
 * @until: time until which the newest state lasts, nanoseconds
 * @n_states: number of states that are wanted, at most %GSCOPE_MAX_STATES
 * @n: (out): the length of the array: @n_columns × @n_states, or 0 if there is not enough memory
 *
 * Computes how long each state lasted in adjacent intervals of time, as gscope_trace_get_shares()
 * does, for languages whose arrays know their lengths.
 *
 * Returns: (transfer full) (array length=n) (nullable): how many nanoseconds each state lasted in
 *   the first column, then in the next columns
 *
 * Since: 1.0
 */
gint64 *
gscope_trace_dup_shares (GscopeTrace *self, gint64 time, gint64 width, gsize n_columns,
                         gint64 until, gsize n_states, gsize *n)
{
  gint64 *durations = NULL;
  gsize size;

  *n = 0;
  g_return_val_if_fail (width > 0, NULL);
  g_return_val_if_fail (n_states > 0 && n_states <= GSCOPE_MAX_STATES, NULL);

  if (g_size_checked_mul (&size, n_columns, n_states))
    durations = g_try_new (gint64, size);
  if (!durations)
    return NULL;
  gscope_trace_get_shares (self, time, width, n_columns, until, n_states, durations);
  *n = size;
  return durations;
}

/**
 * gscope_trace_dup_gaps: (rename-to gscope_trace_get_gaps)
 * @self: a trace
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @n: (out): how many gaps there are
 *
 * Copies the gaps that overlap an interval of time, in order, for languages that keep them after
 * the trace has changed.
 *
 * Returns: (transfer full) (array length=n) (nullable): the gaps
 *
 * Since: 1.0
 */
GscopeGap *
gscope_trace_dup_gaps (GscopeTrace *self, gint64 begin, gint64 end, gsize *n)
{
  const GscopeGap *gaps = gscope_trace_get_gaps (self, begin, end, n);

  return g_memdup2 (gaps, *n * sizeof *gaps);
}
