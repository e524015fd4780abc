/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <tsl-source/page-source.h>
#include <tsl/overload.h>

/* By value of TslOverloadPolicy. */
static const char *const policy_nicks[] = {
  [TSL_OVERLOAD_PRIORITY] = "priority",
  [TSL_OVERLOAD_FAIR_PROGRESS] = "fair-progress",
  NULL,
};
static const char *const policy_titles[] = {
  [TSL_OVERLOAD_PRIORITY] = "By priority",
  [TSL_OVERLOAD_FAIR_PROGRESS] = "Fair progress",
  NULL,
};

/* What of a thread responds to its parameters, and what of all threads to the scheduler's. */
static const char *const thread_steers[] = { "proportion", NULL };
static const char *const scheduler_steers[] = { "*/proportion", NULL };

static const PageText texts[] = {
  { "time-stamp", "Time-stamp", "How far the thread is since its controller began",
    .with_total = FALSE },
  { "real-rate", "Real rate", "Progress per time: 1 keeps up", .with_total = FALSE },
  { "delay", "Delay", "How far progress is behind what it should be; negative if it is ahead",
    .with_total = FALSE },
  { "gain", "Estimated gain", "Proportion that a real rate of 1 takes, as equation 5.4 estimates",
    .with_total = FALSE },
  { "proportion", "Proportion", "What the thread gets of a processor", .with_total = FALSE },
  { "hold", "Hold", "1 where the last sampling period had no progress, so that nothing changed",
    .with_total = FALSE },
  { "overload", "Overload", "1 where the thread gets less than its controller wants",
    .with_total = FALSE },
  { "period", "Sampling period", "K times the granularity of the time-stamps",
    .with_total = FALSE },
  { "samples", "Samples", "How often progress was sampled", .with_total = FALSE },
  { "refused", "Refused", "Proportions that the kernel refused", .with_total = FALSE },
  { "alpha", "Alpha", "How strongly delay is answered, stable between 0 and 2;",
    .steered = thread_steers },
  { "beta", "Beta", "Weight of the newest estimate of the gain;", .steered = thread_steers },
  { "p0", "Initial proportion p0", "Writing it starts the controller anew from there;",
    .steered = thread_steers },
  { "k", "K", "How many time-stamps a sampling period has at least;", .steered = thread_steers },
  { "priority", "Priority", "Importance in an overload;", .steered = thread_steers },
  { "buffer", "Buffer", "How far the thread shall stay behind, which is no delay;",
    .steered = thread_steers },
  { "threshold", "Overload threshold", "How much threads may have together;",
    .steered = scheduler_steers },
  { "policy", "Overload policy",
    "Who gets less when there is too little: the least important, or all;", .nicks = policy_nicks,
    .titles = policy_titles, .steered = scheduler_steers },
  { "wanted", "Wanted", "Sum of what the controllers want", .with_total = FALSE },
  { "length", "Queue", "Time that lies in the queue", .with_total = FALSE },
  { "pushed", "Put in", "Items put into the queue", .with_total = FALSE },
  { "popped", "Taken", "Items taken from the queue", .with_total = FALSE },
  { "full", "Full", "How often there was no room", .with_total = FALSE },
  { .name = NULL },
};

GSCOPE_EXPORT gboolean gscope_plugin_register (GscopeRegistry *registry, GError **error);

/* The real-rate schedulers of programs that link libtsl: threads with their controllers, queues. */
gboolean
gscope_plugin_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "real-rate",
                                   page_source_register ("RealRateSource", "real-rate", texts),
                                   "Real rate",
                                   "Threads whose proportion of a processor follows their "
                                   "progress, and the queues between them.",
                                   "real-rate", error);
}
