/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/aggregate.h>
#include <gscope/signal/clock.h>
#include <gscope/signal/filter.h>
#include <gscope/signal/loss.h>
#include <gscope/signal/producer-private.h>
#include <gscope/signal/trace.h>

/* A signal's way from producers and pollers into its trace: merge, fold, filter, count what is
 * lost. Main thread. */
typedef struct
{
  gboolean folds;
  GscopeAggregation aggregation;
  GscopeFilter filter;
  GscopeTrace *trace;
  GscopeSample latest;

  GscopeGate *gate;
  gint64 period;
  GPtrArray *producers;
  /* samples of several producers that others may still precede */
  GArray *staged;
  GscopeEvents events;
  gint64 next_tick;
  GArray *folded;

  guint64 lost[GSCOPE_N_LOSSES];
  GArray *losses;
} GscopeIntake;

/* What a scope rules; drain is the event source that producers make ready. */
typedef struct
{
  GscopeClock *clock;
  GSource *drain;
  gint64 period;
  gint64 delay;
  gboolean running;
} GscopeIntakeRules;

void gscope_intake_init (GscopeIntake *self, gboolean folds);
void gscope_intake_clear (GscopeIntake *self);
void gscope_intake_set_rules (GscopeIntake *self, const GscopeIntakeRules *rules, gint64 now);
void gscope_intake_close (GscopeIntake *self);
GscopeProducer *gscope_intake_create_producer (GscopeIntake *self);

/* Ways in. Values may be changed. */
void gscope_intake_take_regular (GscopeIntake *self, gint64 time, gint64 period, double *values,
                                 gsize n);
void gscope_intake_take_samples (GscopeIntake *self, GscopeSample *samples, gsize n);
void gscope_intake_take_gap (GscopeIntake *self, gint64 time, GscopeGapCause cause);
void gscope_intake_lose (GscopeIntake *self, gint64 now, GscopeLoss cause, guint64 n);
void gscope_intake_drain (GscopeIntake *self, gint64 now);

const GscopeLossRecord *
gscope_intake_get_losses (GscopeIntake *self, gint64 begin, gint64 end, gsize *n);
