/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "real-rate-source.h"

#include <tsl-source/page-part.h>

struct _RealRateSource
{
  GscopeSource parent_instance;
  PagePart *pages;
};

G_DEFINE_FINAL_TYPE (RealRateSource, real_rate_source, GSCOPE_TYPE_SOURCE)

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

static void
real_rate_source_start_async (GscopeSource *source, GCancellable *cancellable,
                              GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  /* what has started stays so: a late cancellation must not hide it */
  g_task_set_check_cancellable (task, FALSE);
  page_part_start (REAL_RATE_SOURCE (source)->pages);
  g_task_return_boolean (task, TRUE);
}

static void
real_rate_source_stop_async (GscopeSource *source, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  page_part_stop (REAL_RATE_SOURCE (source)->pages);
  g_task_return_boolean (task, TRUE);
}

static void
real_rate_source_poll (GscopeSource *source, gint64 time)
{
  page_part_poll (REAL_RATE_SOURCE (source)->pages, time);
}

static void
real_rate_source_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                              GCancellable *cancellable, GAsyncReadyCallback callback,
                              gpointer user_data)
{
  g_autoptr (GTask) task = g_task_new (source, cancellable, callback, user_data);

  if (!page_part_apply (REAL_RATE_SOURCE (source)->pages, parameter, value, task))
    g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                             "“%s” is gone: its program has ended",
                             gscope_parameter_get_name (parameter));
}

static void
real_rate_source_constructed (GObject *object)
{
  G_OBJECT_CLASS (real_rate_source_parent_class)->constructed (object);
  REAL_RATE_SOURCE (object)->pages = page_part_new (GSCOPE_SOURCE (object), "real-rate", texts);
}

static void
real_rate_source_dispose (GObject *object)
{
  page_part_dispose (REAL_RATE_SOURCE (object)->pages);
  G_OBJECT_CLASS (real_rate_source_parent_class)->dispose (object);
}

static void
real_rate_source_finalize (GObject *object)
{
  page_part_free (REAL_RATE_SOURCE (object)->pages);
  G_OBJECT_CLASS (real_rate_source_parent_class)->finalize (object);
}

static void
real_rate_source_class_init (RealRateSourceClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->constructed = real_rate_source_constructed;
  object_class->dispose = real_rate_source_dispose;
  object_class->finalize = real_rate_source_finalize;
  source_class->may_block = TRUE;
  source_class->start_async = real_rate_source_start_async;
  source_class->stop_async = real_rate_source_stop_async;
  source_class->poll = real_rate_source_poll;
  source_class->apply_async = real_rate_source_apply_async;
}

static void
real_rate_source_init (RealRateSource *self)
{
}
