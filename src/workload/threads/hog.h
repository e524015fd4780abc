/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* A thread that works without a pause, and stops by itself when its budget is spent. It sees from the
 * clock when it did not run, as Hourglass does (G:1713). Where it cannot have a reserve it uses its budget once
 * in every period as any other thread would, and waits for the next. */
typedef struct _WorkloadHog WorkloadHog;

/* A burst: when it began and ended, and when the one before began; nanoseconds. Of how many periods, at its begin
 * or end, it has not had the budget in time. */
typedef struct
{
  gint64 begin;
  gint64 end;
  gint64 last_begin;
  gint64 n_missed;
} WorkloadBurst;

/* On the hog's thread. */
typedef void (*WorkloadBurstFunc) (const WorkloadBurst *burst, gpointer user_data);

WorkloadHog *workload_hog_new (TslPage *page, const char *name, const TslDemand *demand,
                               WorkloadBurstFunc func, gpointer user_data);
void workload_hog_free (WorkloadHog *self);
/* Why it has no reserve, or NULL. */
const GError *workload_hog_get_refusal (WorkloadHog *self);
/* A refused change leaves it unchanged. It waits until the thread runs again, up to a period, as
 * freeing it
 * does. */
gboolean workload_hog_change (WorkloadHog *self, const TslDemand *demand, GError **error);
