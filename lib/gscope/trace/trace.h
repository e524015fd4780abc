/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/**
 * GscopeGapCause:
 * @GSCOPE_GAP_CAUSE_TICK: the poller missed ticks
 * @GSCOPE_GAP_CAUSE_RING_FULL: samples were lost because the ring was full
 * @GSCOPE_GAP_CAUSE_STOPPED: the scope was stopped
 * @GSCOPE_GAP_CAUSE_NO_VALUE: the source had no value
 * @GSCOPE_GAP_CAUSE_SWITCHED: the signal follows another object from here on
 * @GSCOPE_GAP_CAUSE_UNTRIGGERED: its trigger did not capture samples
 * @GSCOPE_GAP_CAUSE_SILENT: the source did not answer
 * @GSCOPE_GAP_CAUSE_STEPPED: a clock was stepped
 * @GSCOPE_GAP_CAUSE_UNREAD: nobody read the signal, so that its samples were not sent
 *
 * Why a stretch of a trace has no samples.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_GAP_CAUSE_TICK,
  GSCOPE_GAP_CAUSE_RING_FULL,
  GSCOPE_GAP_CAUSE_STOPPED,
  GSCOPE_GAP_CAUSE_NO_VALUE,
  GSCOPE_GAP_CAUSE_SWITCHED,
  GSCOPE_GAP_CAUSE_UNTRIGGERED,
  GSCOPE_GAP_CAUSE_SILENT,
  GSCOPE_GAP_CAUSE_STEPPED,
  GSCOPE_GAP_CAUSE_UNREAD,
} GscopeGapCause;

/**
 * GSCOPE_N_GAP_CAUSES:
 *
 * The number of causes of gaps.
 *
 * Since: 1.0
 */
#define GSCOPE_N_GAP_CAUSES (GSCOPE_GAP_CAUSE_UNREAD + 1)

/**
 * GscopeGap:
 * @begin: time from which there are no samples, nanoseconds
 * @end: time of the first sample after the gap, nanoseconds; %G_MAXINT64 while the gap lasts
 * @cause: the cause
 *
 * A recorded absence of samples; never inferred from the spacing of samples.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin;
  gint64 end;
  GscopeGapCause cause;
} GscopeGap;

/**
 * GscopeColumn:
 * @min: smallest finite value; larger than @max if there is none
 * @max: largest finite value
 * @first: value of the first sample; not-a-number where the trace is broken there
 * @last: value of the last sample; not-a-number where the trace is broken there
 * @count: number of samples, those without a value included
 *
 * The summary of a trace's samples in one interval of time. Values are in the signal's unit.
 * Without samples @count is 0, @min is larger than @max, and @first and @last are not-a-number.
 *
 * Since: 1.0
 */
typedef struct
{
  double min;
  double max;
  double first;
  double last;
  guint64 count;
} GscopeColumn;

/**
 * GSCOPE_MAX_STATES:
 *
 * The largest number of states of a signal. Their values are from 0 to 63.
 *
 * Since: 1.0
 */
#define GSCOPE_MAX_STATES 64

#define GSCOPE_TYPE_TRACE (gscope_trace_get_type ())

/**
 * GscopeTrace:
 *
 * A signal's bounded history with its pyramid of minima and maxima. Views draw it, analyses measure
 * it, and recorders export it.
 *
 * Positions of samples count from 0 and never decrease. [method@Trace.evict] drops the oldest
 * samples in chunks; a reader that keeps its own position counts the samples below
 * [method@Trace.get_first] as lost. A query for a column costs O(log n) in the samples that it
 * covers. Regular time-stamps cost no memory; irregular ones cost 8 bytes a sample.
 *
 * A trace belongs to the main thread.
 *
 * Since: 1.0
 */
typedef struct _GscopeTrace GscopeTrace;

GSCOPE_AVAILABLE_IN_1_0
GType gscope_trace_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrace *gscope_trace_new (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrace *gscope_trace_ref (GscopeTrace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trace_unref (GscopeTrace *self);

GSCOPE_AVAILABLE_IN_1_0
gsize gscope_trace_append_regular (GscopeTrace *self, gint64 time, gint64 interval,
                                   const double *values, gsize n);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_trace_append_arrays (GscopeTrace *self, const gint64 *times, gsize n_times,
                                  const double *values, gsize n_values);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_trace_append (GscopeTrace *self, const gint64 *times, const double *values, gsize n);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_trace_append_samples (GscopeTrace *self, const GscopeSample *samples, gsize n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trace_append_gap (GscopeTrace *self, gint64 time, GscopeGapCause cause);

GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trace_get_first (GscopeTrace *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trace_get_end (GscopeTrace *self);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_trace_get_bytes (GscopeTrace *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_trace_get_oldest (GscopeTrace *self, gint64 *time);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_trace_evict (GscopeTrace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trace_clear (GscopeTrace *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_trace_shift (GscopeTrace *self, gint64 distance);

GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trace_find (GscopeTrace *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_trace_get_time (GscopeTrace *self, guint64 position);
GSCOPE_AVAILABLE_IN_1_0
double gscope_trace_get_value (GscopeTrace *self, guint64 position);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_trace_read (GscopeTrace *self, guint64 position, GscopeSample *samples, gsize n);
GSCOPE_AVAILABLE_IN_1_0
GscopeSample *gscope_trace_dup_samples (GscopeTrace *self, guint64 position, gsize max, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
GBytes *gscope_trace_read_values (GscopeTrace *self, guint64 position, gsize max);
GSCOPE_AVAILABLE_IN_1_0
GBytes *gscope_trace_read_times (GscopeTrace *self, guint64 position, gsize max);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trace_get_range (GscopeTrace *self, guint64 begin, guint64 end, GscopeColumn *column);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trace_get_columns (GscopeTrace *self, gint64 time, gint64 width, gsize n,
                               GscopeColumn *columns);
GSCOPE_AVAILABLE_IN_1_0
GscopeColumn *
gscope_trace_dup_columns (GscopeTrace *self, gint64 time, gint64 width, gsize n_columns, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trace_get_density (GscopeTrace *self, gint64 time, gint64 width, gsize n, double min,
                               double max, gboolean logarithmic, gsize n_bins, float *weights);
GSCOPE_AVAILABLE_IN_1_0
float *
gscope_trace_dup_density (GscopeTrace *self, gint64 time, gint64 width, gsize n_columns, double min,
                          double max, gboolean logarithmic, gsize n_bins, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
void gscope_trace_get_shares (GscopeTrace *self, gint64 time, gint64 width, gsize n, gint64 until,
                              gsize n_states, gint64 *durations);
GSCOPE_AVAILABLE_IN_1_0
gint64 *gscope_trace_dup_shares (GscopeTrace *self, gint64 time, gint64 width, gsize n_columns,
                                 gint64 until, gsize n_states, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
const GscopeGap *gscope_trace_get_gaps (GscopeTrace *self, gint64 begin, gint64 end, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
GscopeGap *gscope_trace_dup_gaps (GscopeTrace *self, gint64 begin, gint64 end, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_trace_get_n_gaps (GscopeTrace *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTrace, gscope_trace_unref)

G_END_DECLS
