/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/tsl.h>

/* A busy thread that yields when its budget is spent. It detects from the clock when it did not
 * run, as Hourglass does (G:1713). Without a reserve it uses its budget once in every period like
 * an ordinary thread, and waits for the next period. */
typedef struct _WorkloadHog WorkloadHog;

/* A burst: its start and end, and the start of the previous burst, in nanoseconds; and the number
 * of periods in which the thread did not get its budget in time. */
typedef struct
{
  gint64 begin;
  gint64 end;
  gint64 last_begin;
  gint64 n_missed;
} WorkloadBurst;

/* Called on the hog's thread. */
typedef void (*WorkloadBurstFunc) (const WorkloadBurst *burst, gpointer user_data);

WorkloadHog *workload_hog_new (TslPage *page, const char *name, const TslDemand *demand,
                               WorkloadBurstFunc func, gpointer user_data);
void workload_hog_free (WorkloadHog *self);
/* Returns the reason why the hog has no reserve, or NULL. */
const GError *workload_hog_get_refusal (WorkloadHog *self);
/* A refused change has no effect. Like freeing, it waits until the thread runs again, up to a
 * period. */
gboolean workload_hog_change (WorkloadHog *self, const TslDemand *demand, GError **error);
