/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/gscope.h>
#include <tsl-source/page-source.h>
#include <tsl/realrate/overload.h>
#include <tsl/realrate/realrate.h>

/* Indexed by TslOverloadPolicy. */
static const char *const policy_nicks[] = {
  [TSL_OVERLOAD_POLICY_PRIORITY] = "priority",
  [TSL_OVERLOAD_POLICY_FAIR_PROGRESS] = "fair-progress",
  [TSL_OVERLOAD_POLICY_SUSPEND] = "suspend",
  NULL,
};
static const char *const policy_titles[] = {
  [TSL_OVERLOAD_POLICY_PRIORITY] = N_ ("By priority"),
  [TSL_OVERLOAD_POLICY_FAIR_PROGRESS] = N_ ("Fair progress"),
  [TSL_OVERLOAD_POLICY_SUSPEND] = N_ ("Suspend the least important"),
  NULL,
};

/* Indexed by TslRealrateRule. */
static const char *const rule_nicks[] = {
  [TSL_REALRATE_RULE_CATCH_UP] = "catch-up",
  [TSL_REALRATE_RULE_HOLD] = "hold",
  NULL,
};
static const char *const rule_titles[] = {
  [TSL_REALRATE_RULE_CATCH_UP] = N_ ("Catch up when behind"),
  [TSL_REALRATE_RULE_HOLD] = N_ ("Hold, as in the dissertation"),
  NULL,
};

/* The signals of a thread that respond to its parameters, and the signals of all threads that
 * respond to the scheduler's parameters. */
static const char *const thread_steers[] = { "proportion", NULL };
static const char *const scheduler_steers[] = { "*/proportion", NULL };

static const PageText texts[] = {
  { .name = "time-stamp",
    .title = N_ ("Time-stamp"),
    .description = N_ ("Progress of the thread since its controller began") },
  { .name = "real-rate",
    .title = N_ ("Real rate"),
    .description = N_ ("Progress divided by time: 1 keeps up with real time") },
  { .name = "delay",
    .title = N_ ("Delay"),
    .description = N_ ("How far the progress is behind its set point; negative if it is ahead") },
  { .name = "gain",
    .title = N_ ("Estimated gain"),
    .description = N_ ("Proportion that a real rate of 1 needs, estimated by equation 5.4") },
  { .name = "proportion",
    .title = N_ ("Proportion"),
    .description = N_ ("Share of a processor that the thread gets") },
  { .name = "hold",
    .title = N_ ("Hold"),
    .description =
        N_ ("1 if the last sampling period had no progress, so that the gain did not change") },
  { .name = "overload",
    .title = N_ ("Overload"),
    .description = N_ ("1 if the thread gets less than its controller wants") },
  { .name = "period",
    .title = N_ ("Sampling period"),
    .description = N_ ("K times the granularity of the time-stamps") },
  { .name = "samples", .title = N_ ("Samples"), .description = N_ ("Samples of the progress") },
  { .name = "refused",
    .title = N_ ("Refused"),
    .description = N_ ("Proportions that the kernel did not admit") },
  { "alpha", N_ ("Alpha"), N_ ("Feedback of the delay, stable between 0 and 2;"),
    .steered = thread_steers },
  { "beta", N_ ("Beta"), N_ ("Weight of the newest gain estimate;"), .steered = thread_steers },
  { "p0", N_ ("Initial proportion p0"),
    N_ ("The controller's first proportion; a write restarts the controller;"),
    .steered = thread_steers },
  { "k", N_ ("K"), N_ ("Minimum number of time-stamps in a sampling period;"),
    .steered = thread_steers },
  { "priority", N_ ("Priority"), N_ ("Importance in an overload;"), .step = 1,
    .steered = thread_steers },
  { "buffer", N_ ("Buffer"),
    N_ ("How far the thread stays behind to keep its queue filled; it does not count as delay;"),
    .steered = thread_steers },
  { "rule", N_ ("Without progress"),
    N_ ("The proportion after a sampling period without progress: by equation 5.5 if the thread is "
        "behind, or unchanged;"),
    .nicks = rule_nicks, .titles = rule_titles, .steered = thread_steers },
  { "threshold", N_ ("Overload threshold"), N_ ("Maximum sum of the threads' proportions;"),
    .steered = scheduler_steers },
  { "policy", N_ ("Overload policy"),
    N_ ("Which threads get less in an overload: the least important ones, or all;"),
    .nicks = policy_nicks, .titles = policy_titles, .steered = scheduler_steers },
  { .name = "wanted",
    .title = N_ ("Wanted"),
    .description = N_ ("Sum of the proportions that the controllers want") },
  { .name = "length",
    .title = N_ ("Queue"),
    .description =
        N_ ("Length of the queue in time: from the last item popped to the last item pushed") },
  { .name = "pushed", .title = N_ ("Pushed"), .description = N_ ("Items pushed to the queue") },
  { .name = "popped", .title = N_ ("Taken"), .description = N_ ("Items popped from the queue") },
  { .name = "full",
    .title = N_ ("Not pushed"),
    .description = N_ ("Items that were not pushed because the queue was full") },
  { .name = NULL },
};

/* Shows the real-rate schedulers of programs that use libtsl: threads with their controllers, and
 * queues. */
static gboolean
register_types (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "real-rate",
                                   page_source_register ("RealRateSource", "real-rate", texts,
                                                         "org.gscope.Gscope.steer-threads"),
                                   _ ("Real rate"),
                                   _ ("Threads whose proportion of a processor is controlled by "
                                      "their progress, and the queues between them."),
                                   "real-rate", error);
}

GSCOPE_DEFINE_PLUGIN (register_types)
