/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/signal-private.h>

/* How often a signal has samples, their processing up to its trace, and their losses. */

/* Times of intervals are below this, so that sums do not overflow. */
#define MAX_TIME (G_GINT64_CONSTANT (1) << 61)

/**
 * gscope_signal_get_period: (get-property period)
 * @self: a signal
 *
 * How often it is polled, or its events folded, if that is not its scope's period.
 *
 * Returns: nanoseconds; 0 for the scope's period
 *
 * Since: 1.0
 */
gint64
gscope_signal_get_period (GscopeSignal *self)
{
  return self->period;
}

/**
 * gscope_signal_set_period: (set-property period)
 * @self: a signal
 * @period: nanoseconds, from %GSCOPE_MIN_PERIOD to %GSCOPE_MAX_PERIOD; 0 for the scope's period
 *
 * Gives it a period of its own within its scope, from now on. Ticks are at multiples of the period,
 * so that ticks of a multiple of the scope's period coincide with the scope's ticks. A signal of a
 * source that
 * reads all its values at once, such as a plugin's, has what that read last. To a buffered signal, which
 * has no ticks, it means nothing.
 *
 * Since: 1.0
 */
void
gscope_signal_set_period (GscopeSignal *self, gint64 period)
{
  g_return_if_fail (period == 0 || (period >= GSCOPE_MIN_PERIOD && period <= GSCOPE_MAX_PERIOD));

  if (self->period == period)
    return;
  self->period = period;
  g_object_notify (G_OBJECT (self), "period");
}

/**
 * gscope_signal_get_resolution: (get-property resolution)
 * @self: a signal
 *
 * Gets the interval at which it is shown while the connection to its program is too slow for all samples.
 *
 * Returns: nanoseconds; 0 while all samples come
 *
 * Since: 1.0
 */
gint64
gscope_signal_get_resolution (GscopeSignal *self)
{
  g_return_val_if_fail (GSCOPE_IS_SIGNAL (self), 0);

  return self->resolution;
}

/**
 * gscope_signal_set_resolution: (set-property resolution)
 * @self: a signal
 * @resolution: nanoseconds; 0 while all samples come
 *
 * Sets the interval at which it is shown while the connection to its program is too slow for all samples. Its source
 * does so, and counts the samples that are left out (%GSCOPE_LOSS_REDUCED).
 *
 * Since: 1.0
 */
void
gscope_signal_set_resolution (GscopeSignal *self, gint64 resolution)
{
  g_return_if_fail (GSCOPE_IS_SIGNAL (self));
  g_return_if_fail (resolution >= 0);

  if (self->resolution == resolution)
    return;
  self->resolution = resolution;
  g_object_notify (G_OBJECT (self), "resolution");
}

/**
 * GscopeSignal:filter:
 *
 * The factor of its low-pass filter: 0, off, to 1.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_filter: (get-property filter)
 * @self: a signal
 *
 * Gets the factor a of its low-pass filter `y(i) = a y(i-1) + (1-a) x(i)` (Goel 2003, section
 * 6.3.1).
 *
 * Returns: 0, off, to 1
 *
 * Since: 1.0
 */
double
gscope_signal_get_filter (GscopeSignal *self)
{
  return self->intake.filter.factor;
}

/**
 * gscope_signal_set_filter: (set-property filter)
 * @self: a signal
 * @factor: 0, off, to 1
 *
 * Sets the factor of its low-pass filter, for future samples.
 *
 * Since: 1.0
 */
void
gscope_signal_set_filter (GscopeSignal *self, double factor)
{
  g_return_if_fail (factor >= 0 && factor <= 1);

  if (self->intake.filter.factor == factor)
    return;
  gscope_filter_set_factor (&self->intake.filter, factor);
  g_object_notify (G_OBJECT (self), "filter");
}

/**
 * GscopeSignal:aggregation:
 *
 * The aggregation of an event signal, which folds the events between two polls into one sample.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_aggregation: (get-property aggregation)
 * @self: a signal
 *
 * Gets the aggregation of an event signal, which folds the events between two polls into one sample.
 *
 * Returns: the aggregation
 *
 * Since: 1.0
 */
GscopeAggregation
gscope_signal_get_aggregation (GscopeSignal *self)
{
  return self->intake.aggregation;
}

/**
 * gscope_signal_set_aggregation: (set-property aggregation)
 * @self: a signal
 * @aggregation: the aggregation
 *
 * Sets the aggregation of an event signal, for future polls.
 *
 * Since: 1.0
 */
void
gscope_signal_set_aggregation (GscopeSignal *self, GscopeAggregation aggregation)
{
  g_return_if_fail (gscope_aggregation_get_row (aggregation));

  if (self->intake.aggregation == aggregation)
    return;
  self->intake.aggregation = aggregation;
  g_object_notify (G_OBJECT (self), "aggregation");
}

GscopeIntake *
gscope_signal_get_intake (GscopeSignal *self)
{
  return &self->intake;
}

/**
 * gscope_signal_create_producer:
 * @self: a buffered or event signal
 *
 * Creates the handle through which one thread pushes. Pushes are refused until the signal is part
 * of a running scope. The call belongs to the main thread, the producer to any.
 *
 * Returns: (transfer full): the producer
 *
 * Since: 1.0
 */
GscopeProducer *
gscope_signal_create_producer (GscopeSignal *self)
{
  return gscope_intake_create_producer (&self->intake);
}

/**
 * gscope_signal_get_trace:
 * @self: a signal
 *
 * Gets its history.
 *
 * Returns: (transfer none): the trace
 *
 * Since: 1.0
 */
GscopeTrace *
gscope_signal_get_trace (GscopeSignal *self)
{
  return self->intake.trace;
}

/**
 * GscopeSignal:history:
 *
 * What answers for the time that is not in its trace.
 *
 * Since: 1.0
 */

/**
 * gscope_signal_get_history: (get-property history)
 * @self: a signal
 *
 * Gets what answers for the time that is not in the signal's trace.
 *
 * Returns: (transfer none) (nullable): the history; %NULL if the trace has all that there is
 *
 * Since: 1.0
 */
GscopeHistory *
gscope_signal_get_history (GscopeSignal *self)
{
  return self->history;
}

/**
 * gscope_signal_set_history: (set-property history)
 * @self: a signal
 * @history: (nullable): the history
 *
 * Sets what answers for the time that is not in the signal's trace.
 *
 * Since: 1.0
 */
void
gscope_signal_set_history (GscopeSignal *self, GscopeHistory *history)
{
  if (g_set_object (&self->history, history))
    g_object_notify (G_OBJECT (self), "history");
}

/**
 * gscope_signal_get_timeline: (skip)
 * @self: a signal
 * @timeline: (out caller-allocates): its trace and its history
 *
 * Gets all that is known of a signal over time. The signal owns what is in it.
 *
 * Since: 1.0
 */
void
gscope_signal_get_timeline (GscopeSignal *self, GscopeTimeline *timeline)
{
  *timeline = (GscopeTimeline){ self->intake.trace, self->history };
}

/* Returns where the samples of a trace begin; a time if it has none. */
static gint64
get_begin (GscopeTrace *trace, gint64 time)
{
  guint64 first = gscope_trace_get_first (trace);

  return gscope_trace_get_end (trace) > first ? gscope_trace_get_time (trace, first) : time;
}

/**
 * gscope_signal_compose:
 * @self: a signal
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 * @width: the width of columns, nanoseconds, more than 0; wider ones are used if there are more than 65536
 * @n_coarse: (out) (optional): the number of columns with more samples than they have in the trace
 *
 * Makes a trace of an interval, also of the time for which the history of the signal answers: all samples of the part that is in
 * its trace, at most a million, and of each column of the history the first sample, the extremes and the last one. The column
 * in which the trace of the signal begins is one of the history.
 * Columns that are not known yet are missing: [method@History.load_async] asks for them.
 *
 * Returns: (transfer full): the trace
 *
 * Since: 1.0
 */
GscopeTrace *
gscope_signal_compose (GscopeSignal *self, gint64 begin, gint64 end, gint64 width,
                       guint64 *n_coarse)
{
  const GscopeTimeline timeline = { self->intake.trace, self->history };
  guint64 n = 0;
  GscopeTrace *trace;

  begin = CLAMP (begin, -MAX_TIME, MAX_TIME);
  end = CLAMP (end, -MAX_TIME, MAX_TIME);
  if (!self->history)
    begin = MAX (begin, get_begin (timeline.trace, end));
  trace = gscope_timeline_compose (&timeline, begin, end, MIN (width, MAX_TIME), &n);
  if (n_coarse)
    *n_coarse = n;
  return trace;
}

/**
 * gscope_signal_get_latest:
 * @self: a signal
 * @sample: (out caller-allocates): the sample
 *
 * Gets the newest sample that was drained.
 *
 * Returns: whether there is one
 *
 * Since: 1.0
 */
gboolean
gscope_signal_get_latest (GscopeSignal *self, GscopeSample *sample)
{
  *sample = self->intake.latest;
  return self->intake.latest.time != G_MININT64;
}

/**
 * gscope_signal_get_lost:
 * @self: a signal
 * @cause: why
 *
 * Gets the number of samples lost for a cause since the signal was created.
 *
 * Returns: the number of samples
 *
 * Since: 1.0
 */
guint64
gscope_signal_get_lost (GscopeSignal *self, GscopeLoss cause)
{
  g_return_val_if_fail ((guint) cause < GSCOPE_N_LOSSES, 0);

  return self->intake.losses.counts[cause];
}

/**
 * gscope_signal_get_total_lost:
 * @self: a signal
 *
 * Gets the number of samples lost for all causes since the signal was created.
 *
 * Returns: the number of samples
 *
 * Since: 1.0
 */
guint64
gscope_signal_get_total_lost (GscopeSignal *self)
{
  guint64 total = 0;

  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    total += self->intake.losses.counts[i];
  return total;
}

/**
 * gscope_signal_get_needed_delay:
 * @self: a signal
 *
 * Gets the scope's delay with which all samples would have been accepted that were refused as late
 * until the last drain.
 *
 * Returns: nanoseconds; 0 if none was refused
 *
 * Since: 1.0
 */
gint64
gscope_signal_get_needed_delay (GscopeSignal *self)
{
  return self->intake.needed_delay;
}

/**
 * gscope_signal_get_losses:
 * @self: a signal
 * @begin: time of the first record wanted, nanoseconds
 * @end: time after the last record wanted, nanoseconds
 * @n: (out): number of records
 *
 * Gets the records of losses in an interval. At most 4096 records are kept, the newest ones.
 *
 * Returns: (transfer none) (array length=n): records in the order of time, until the next drain
 *
 * Since: 1.0
 */
const GscopeLossRecord *
gscope_signal_get_losses (GscopeSignal *self, gint64 begin, gint64 end, gsize *n)
{
  return gscope_intake_get_losses (&self->intake, begin, end, n);
}

/**
 * gscope_signal_dup_losses: (rename-to gscope_signal_get_losses)
 * @self: a signal
 * @begin: time of the first record wanted, nanoseconds
 * @end: time after the last record wanted, nanoseconds
 * @n: (out): number of records
 *
 * Copies the records of losses in an interval, as gscope_signal_get_losses() gets them, for
 * languages that keep them after the next drain.
 *
 * Returns: (transfer full) (array length=n) (nullable): records in the order of time
 *
 * Since: 1.0
 */
GscopeLossRecord *
gscope_signal_dup_losses (GscopeSignal *self, gint64 begin, gint64 end, gsize *n)
{
  const GscopeLossRecord *records = gscope_signal_get_losses (self, begin, end, n);

  return g_memdup2 (records, *n * sizeof *records);
}

/* The archive. */

static void
drop_trace (gpointer trace)
{
  if (trace)
    gscope_trace_unref (trace);
}

GscopeArchiveSamples *
gscope_archive_samples_new (gint64 begin, gint64 end)
{
  GscopeArchiveSamples *self = g_new0 (GscopeArchiveSamples, 1);

  self->range = (GscopeHistoryRange){ begin, end };
  self->traces = g_ptr_array_new_with_free_func (drop_trace);
  return self;
}

void
gscope_archive_samples_free (GscopeArchiveSamples *self)
{
  g_ptr_array_unref (self->traces);
  g_free (self);
}

void
gscope_archive_place_clear (GscopeArchivePlace *self)
{
  if (self->free_state)
    self->free_state (self->state);
  *self = (GscopeArchivePlace){ 0 };
}

void
gscope_signal_set_archive (GscopeSignal *self, GObject *owner, const GscopeArchiveFuncs *funcs)
{
  g_set_weak_pointer (&self->archive, owner);
  self->archive_funcs = funcs;
}

GObject *
gscope_signal_peek_archive (GscopeSignal *self, const GscopeArchiveFuncs **funcs)
{
  *funcs = self->archive_funcs;
  return self->archive;
}

GObject *
gscope_signal_get_archive (GscopeSignal *self, const GscopeArchiveFuncs **funcs)
{
  if (!self->archive || !self->archive_funcs->is_needed (self->archive, self))
    return NULL;
  *funcs = self->archive_funcs;
  return self->archive;
}
