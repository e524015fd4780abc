/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <tsl-source/page-source.h>

static const PageText texts[] = {
  { "time-stamp", "Time-stamp", "How far the thread is since its controller began", FALSE },
  { "real-rate", "Real rate", "Progress per time: 1 keeps up", FALSE },
  { "delay", "Delay", "How far progress is behind what it should be; negative if it is ahead",
    FALSE },
  { "gain", "Estimated gain", "Proportion that a real rate of 1 takes, as equation 5.4 estimates",
    FALSE },
  { "proportion", "Proportion", "What the thread gets of a processor", FALSE },
  { "hold", "Hold", "1 where the last sampling period had no progress, so that nothing changed",
    FALSE },
  { "overload", "Overload", "1 where the thread gets less than its controller wants", FALSE },
  { "period", "Sampling period", "K times the granularity of the time-stamps", FALSE },
  { "samples", "Samples", "How often progress was sampled", FALSE },
  { "refused", "Refused", "Proportions that the kernel refused", FALSE },
  { "alpha", "Alpha", "How strongly delay is answered, stable between 0 and 2;", FALSE },
  { "beta", "Beta", "Weight of the newest estimate of the gain;", FALSE },
  { "p0", "Initial proportion p0", "Writing it starts the controller anew from there;", FALSE },
  { "k", "K", "How many time-stamps a sampling period has at least;", FALSE },
  { "priority", "Priority", "Importance in an overload;", FALSE },
  { "buffer", "Buffer", "How far the thread shall stay behind, which is no delay;", FALSE },
  { "threshold", "Overload threshold", "How much threads may have together;", FALSE },
  { "policy", "Overload policy", "0: the most important first, 1: fair progress;", FALSE },
  { "wanted", "Wanted", "Sum of what the controllers want", FALSE },
  { "length", "Queue", "Time that lies in the queue", FALSE },
  { "pushed", "Put in", "Items put into the queue", FALSE },
  { "popped", "Taken", "Items taken from the queue", FALSE },
  { "full", "Full", "How often there was no room", FALSE },
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
