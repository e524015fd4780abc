/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <tsl-source/page-source.h>
#include <tsl/realrate/overload.h>
#include <tsl/realrate/realrate.h>

/* By value of TslOverloadPolicy. */
static const char *const policy_nicks[] = {
  [TSL_OVERLOAD_PRIORITY] = "priority",
  [TSL_OVERLOAD_FAIR_PROGRESS] = "fair-progress",
  NULL,
};
static const char *const policy_titles[] = {
  [TSL_OVERLOAD_PRIORITY] = N_ ("By priority"),
  [TSL_OVERLOAD_FAIR_PROGRESS] = N_ ("Fair progress"),
  NULL,
};

/* By value of TslRealrateRule. */
static const char *const rule_nicks[] = {
  [TSL_REALRATE_CATCH_UP] = "catch-up",
  [TSL_REALRATE_HOLD] = "hold",
  NULL,
};
static const char *const rule_titles[] = {
  [TSL_REALRATE_CATCH_UP] = N_ ("Catch up when behind"),
  [TSL_REALRATE_HOLD] = N_ ("Hold, as in the dissertation"),
  NULL,
};

/* The signals of a thread that respond to its parameters, and the signals of all threads that
 * respond to the scheduler's. */
static const char *const thread_steers[] = { "proportion", NULL };
static const char *const scheduler_steers[] = { "*/proportion", NULL };

static const PageText texts[] = {
  { .name = "time-stamp",
    .title = N_ ("Time-stamp"),
    .description = N_ ("How far the thread is since its controller began") },
  { .name = "real-rate",
    .title = N_ ("Real rate"),
    .description = N_ ("Progress per time: 1 keeps up") },
  { .name = "delay",
    .title = N_ ("Delay"),
    .description = N_ ("How far progress is behind what it should be; negative if it is ahead") },
  { .name = "gain",
    .title = N_ ("Estimated gain"),
    .description = N_ ("Proportion that a real rate of 1 takes, as equation 5.4 estimates") },
  { .name = "proportion",
    .title = N_ ("Proportion"),
    .description = N_ ("Share of a processor that the thread gets") },
  { .name = "hold",
    .title = N_ ("Hold"),
    .description =
        N_ ("1 where the last sampling period had no progress, so that the gain stayed") },
  { .name = "overload",
    .title = N_ ("Overload"),
    .description = N_ ("1 where the thread gets less than its controller wants") },
  { .name = "period",
    .title = N_ ("Sampling period"),
    .description = N_ ("K times the granularity of the time-stamps") },
  { .name = "samples",
    .title = N_ ("Samples"),
    .description = N_ ("How often progress was sampled") },
  { .name = "refused",
    .title = N_ ("Refused"),
    .description = N_ ("Proportions that the kernel refused") },
  { "alpha", N_ ("Alpha"), N_ ("How strongly delay is answered, stable between 0 and 2;"),
    .steered = thread_steers },
  { "beta", N_ ("Beta"), N_ ("Weight of the newest estimate of the gain;"),
    .steered = thread_steers },
  { "p0", N_ ("Initial proportion p0"), N_ ("Writing it restarts the controller from there;"),
    .steered = thread_steers },
  { "k", N_ ("K"), N_ ("How many time-stamps a sampling period has at least;"),
    .steered = thread_steers },
  { "priority", N_ ("Priority"), N_ ("Importance in an overload;"), .step = 1,
    .steered = thread_steers },
  { "buffer", N_ ("Buffer"),
    N_ ("Time by which the thread stays behind, which does not count as delay;"),
    .steered = thread_steers },
  { "rule", N_ ("Without progress"),
    N_ ("The proportion after a sampling period without progress: that of equation 5.5 where the "
        "thread is behind, or the one before;"),
    .nicks = rule_nicks, .titles = rule_titles, .steered = thread_steers },
  { "threshold", N_ ("Overload threshold"), N_ ("How much threads may have together;"),
    .steered = scheduler_steers },
  { "policy", N_ ("Overload policy"),
    N_ ("Who gets less when there is too little: the least important, or all;"),
    .nicks = policy_nicks, .titles = policy_titles, .steered = scheduler_steers },
  { .name = "wanted",
    .title = N_ ("Wanted"),
    .description = N_ ("Sum of what the controllers want") },
  { .name = "length",
    .title = N_ ("Queue"),
    .description = N_ ("Time between the first and the last item of the queue") },
  { .name = "pushed", .title = N_ ("Put in"), .description = N_ ("Items put into the queue") },
  { .name = "popped", .title = N_ ("Taken"), .description = N_ ("Items taken from the queue") },
  { .name = "full", .title = N_ ("Full"), .description = N_ ("How often there was no room") },
  { .name = NULL },
};

/* The real-rate schedulers of programs that link libtsl: threads with their controllers, queues. */
static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "real-rate",
                                   page_source_register ("RealRateSource", "real-rate", texts),
                                   _ ("Real rate"),
                                   _ ("Threads whose proportion of a processor follows their "
                                      "progress, and the queues between them."),
                                   "real-rate", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
