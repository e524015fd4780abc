/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/signal/aggregate.h>
#include <gscope/signal/filter.h>
#include <gscope/signal/loss-log.h>
#include <gscope/signal/producer-private.h>
#include <gscope/trace/trace.h>

/* The events of an interval, from which an aggregation is computed. */
typedef struct
{
  guint64 count;
  double sum;
  double min;
  double max;
  /* the newest value; not-a-number before the first event */
  double last;
} GscopeEvents;

/* No function of events takes a lock: one thread at a time may use them. */
void gscope_events_init (GscopeEvents *events);
/* Begins the next interval: clears all members except `last`. */
void gscope_events_reset (GscopeEvents *events);
void gscope_events_add (GscopeEvents *events, double value);
/* Folds all events of a period into one value (Goel 2003, section 6.4.2). Numbers of events have no unit, rates are in
 * the signal's unit a second, the others in the signal's unit. Without an event the last value stays, which is
 * not-a-number before the first event; maximum, minimum and average are not-a-number, the others 0. */
double
gscope_aggregation_fold (GscopeAggregation aggregation, const GscopeEvents *events, gint64 period);

/* Receives a signal's filtered samples instead of the trace, passes those to keep to the trace by
 * gscope_intake_pass(), and is called after each drain. It returns the time of the oldest sample
 * that it holds back, G_MAXINT64 if there is none. */
typedef struct
{
  void (*samples) (gpointer data, const GscopeSample *samples, gsize n);
  void (*drained) (gpointer data);
  gint64 (*get_oldest) (gpointer data);
  GDestroyNotify destroy;
} GscopeIntakeTap;

/* The intakes of a scope. */
typedef struct
{
  /* the intakes that the next drain visits: those with new samples, and those that have to be visited each time */
  GQueue due;
  gint64 drained_at;
  /* the memory of the traces at the last drain */
  gsize bytes;
} GscopeIntakePool;

/* Moves a signal's samples from producers and pollers to its trace: merges, folds, filters, and
 * counts losses. Main thread. */
typedef struct
{
  gboolean folds;
  GscopeAggregation aggregation;
  GscopeFilter filter;
  GscopeTrace *trace;
  GscopeSample latest;
  gint64 drained_at;
  const GscopeIntakeTap *tap;
  gpointer tap_data;

  GscopeGate *gate;
  gint64 period;
  GPtrArray *producers;
  /* samples of several producers that samples of other producers may still precede */
  GArray *staged;
  GscopeEvents events;
  gint64 next_tick;
  GArray *folded;

  /* whether a source computes the samples from other signals in the main thread, and the time before which it has done
   * so */
  gboolean is_computed;
  gint64 computed_until;

  /* the delay with which all late samples would have been in time, nanoseconds */
  gint64 needed_delay;
  GscopeLossLog losses;

  GscopeIntakePool *pool;
  GList link;
  gboolean is_due;
  /* the end and the memory of the trace at the last drain of the pool */
  guint64 end;
  gsize bytes;
} GscopeIntake;

/* The settings of a scope; drain is the event source that producers make ready. */
typedef struct
{
  GscopeClock *clock;
  GSource *drain;
  gint64 period;
  gint64 delay;
  gboolean running;
} GscopeIntakeRules;

void gscope_intake_pool_init (GscopeIntakePool *self);
/* Drains the intakes that are due. Returns whether there are new samples in the traces. */
gboolean gscope_intake_pool_drain (GscopeIntakePool *self, gint64 now);
void gscope_intake_join (GscopeIntake *self, GscopeIntakePool *pool);
void gscope_intake_leave (GscopeIntake *self);
/* Drops the oldest samples of the trace. */
void gscope_intake_evict (GscopeIntake *self);

void gscope_intake_init (GscopeIntake *self, gboolean folds);
void gscope_intake_clear (GscopeIntake *self);
void gscope_intake_set_rules (GscopeIntake *self, const GscopeIntakeRules *rules, gint64 now);
void gscope_intake_close (GscopeIntake *self);
GscopeProducer *gscope_intake_create_producer (GscopeIntake *self);

/* Functions that add samples. They may change the values. */
void gscope_intake_take_regular (GscopeIntake *self, gint64 time, gint64 period, double *values,
                                 gsize n);
void gscope_intake_take_samples (GscopeIntake *self, GscopeSample *samples, gsize n);
/* Takes samples in the order of their times as if a producer had pushed them in time. */
void gscope_intake_take_pushed (GscopeIntake *self, GscopeSample *samples, gsize n);
/* Appends samples to the trace, past filter and tap. */
void gscope_intake_pass (GscopeIntake *self, const GscopeSample *samples, gsize n);
void gscope_intake_set_tap (GscopeIntake *self, const GscopeIntakeTap *tap, gpointer data);
void gscope_intake_take_gap (GscopeIntake *self, gint64 time, GscopeGapCause cause);
void gscope_intake_lose (GscopeIntake *self, gint64 now, GscopeLoss cause, guint64 n);
void gscope_intake_drain (GscopeIntake *self, gint64 now);
/* The oldest possible time of further samples; G_MININT64 if the intake was never drained. */
gint64 gscope_intake_get_horizon (GscopeIntake *self);
/* The time of the oldest sample that a tap holds back; G_MAXINT64 if there is none. */
gint64 gscope_intake_get_oldest_held (GscopeIntake *self);

const GscopeLossRecord *
gscope_intake_get_losses (GscopeIntake *self, gint64 begin, gint64 end, gsize *n);
