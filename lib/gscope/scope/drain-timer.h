/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>

/* The timer that drains a scope at the shortest interval that a consumer requested. */
typedef struct
{
  GscopeClock *clock;
  GSourceFunc drain;
  gpointer data;
  GSource *timer;
  gint64 interval;
  GArray *consumers;
  guint last_consumer;
} GscopeDrainTimer;

void gscope_drain_timer_init (GscopeDrainTimer *self, GscopeClock *clock, GSourceFunc drain,
                              gpointer data);
void gscope_drain_timer_clear (GscopeDrainTimer *self);

/* Changes of consumers take effect with the next run. */
guint gscope_drain_timer_add_consumer (GscopeDrainTimer *self, gint64 interval);
void gscope_drain_timer_remove_consumer (GscopeDrainTimer *self, guint id);

/* Starts or stops the timer. Returns the greatest age of samples when they are drained,
 * nanoseconds. */
gint64 gscope_drain_timer_run (GscopeDrainTimer *self, gboolean runs);
