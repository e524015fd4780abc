/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/realrate/progress.h>

#include <kernel-clock.h>
#include <string.h>
#include <tsl/realrate/progress-private.h>
#include <tsl/realrate/queue-private.h>

#define MECHANISM "progress"

struct _TslProgress
{
  TslPage *page;
  char *name;
  gint64 granularity;
  TslCell *shown_granularity;
  TslMark mark;
  /* TslQueue: if not empty, their ends are the progress */
  GPtrArray *queues;
  /* TslMark */
  GArray *ends;
};

void
tsl_mark_init (TslMark *self, TslPage *page, const char *group)
{
  self->time_stamp = tsl_page_add_counter (page, MECHANISM, group, "time-stamp");
  self->time = tsl_page_add_counter (page, MECHANISM, group, "time");
}

void
tsl_mark_clear (TslMark *self, TslPage *page)
{
  TslCell *const cells[] = { self->time_stamp, self->time };

  tsl_page_remove_cells (page, cells, G_N_ELEMENTS (cells));
}

void
tsl_mark_set (const TslMark *self, gint64 time_stamp)
{
  gboolean has_begun = tsl_cell_get_count (self->time) != 0;

  if (has_begun && tsl_cell_get_count (self->time_stamp) == time_stamp)
    return;
  tsl_cell_set_count (self->time_stamp, time_stamp);
  /* release: a thread that reads this time also reads the first time-stamp */
  __atomic_store_n (&self->time->value, kernel_clock_read (CLOCK_MONOTONIC), __ATOMIC_RELEASE);
}

gboolean
tsl_mark_get (const TslMark *self, gint64 *time_stamp, gint64 *time)
{
  *time = (gint64) __atomic_load_n (&self->time->value, __ATOMIC_ACQUIRE);
  *time_stamp = tsl_cell_get_count (self->time_stamp);
  return *time != 0;
}

/**
 * tsl_progress_new:
 * @page: (nullable): the page that publishes the progress
 * @name: the thread's name, which is the cells' group; at most 31 bytes
 * @granularity: the usual increment of time-stamps, in nanoseconds; positive
 *
 * Creates the progress of a thread that has not made any yet.
 *
 * Returns: (transfer full): the progress
 *
 * Since: 1.0
 */
TslProgress *
tsl_progress_new (TslPage *page, const char *name, gint64 granularity)
{
  TslProgress *self;

  g_return_val_if_fail (name && granularity > 0, NULL);

  self = g_new0 (TslProgress, 1);
  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->name = g_strdup (name);
  self->queues = g_ptr_array_new_with_free_func ((GDestroyNotify) tsl_queue_unref);
  self->ends = g_array_new (FALSE, FALSE, sizeof (TslMark));
  tsl_mark_init (&self->mark, self->page, name);
  self->shown_granularity =
      tsl_page_add_gauge (self->page, MECHANISM, name, "granularity", "ms", 0, 100);
  tsl_progress_set_granularity (self, granularity);
  return self;
}

/**
 * tsl_progress_free:
 * @self: (transfer full): a progress
 *
 * Frees the progress. Neither the thread nor a scheduler may use it any more.
 *
 * Since: 1.0
 */
void
tsl_progress_free (TslProgress *self)
{
  g_return_if_fail (self);

  tsl_mark_clear (&self->mark, self->page);
  tsl_page_remove_cells (self->page, &self->shown_granularity, 1);
  tsl_page_unref (self->page);
  g_ptr_array_unref (self->queues);
  g_array_unref (self->ends);
  g_free (self->name);
  g_free (self);
}

/**
 * tsl_progress_get_name:
 * @self: a progress
 *
 * Gets the thread's name.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
tsl_progress_get_name (TslProgress *self)
{
  g_return_val_if_fail (self, NULL);

  return self->name;
}

/**
 * tsl_progress_get_granularity:
 * @self: a progress
 *
 * Gets the usual increment of time-stamps. Any thread may call it.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
tsl_progress_get_granularity (TslProgress *self)
{
  g_return_val_if_fail (self, 0);

  return __atomic_load_n (&self->granularity, __ATOMIC_RELAXED);
}

/**
 * tsl_progress_set_granularity:
 * @self: a progress
 * @granularity: the increment of time-stamps from now on, in nanoseconds; positive
 *
 * Sets the usual increment of time-stamps. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_progress_set_granularity (TslProgress *self, gint64 granularity)
{
  g_return_if_fail (self && granularity > 0);

  __atomic_store_n (&self->granularity, granularity, __ATOMIC_RELAXED);
  tsl_cell_set (self->shown_granularity, granularity / 1e6);
}

/**
 * tsl_progress_set:
 * @self: a progress without queues
 * @time_stamp: the progress in nanoseconds, from an arbitrary origin
 *
 * Sets the thread's progress. The function is wait-free and makes no system call. One thread at a
 * time may call it.
 *
 * Since: 1.0
 */
void
tsl_progress_set (TslProgress *self, gint64 time_stamp)
{
  g_return_if_fail (self);

  tsl_mark_set (&self->mark, time_stamp);
}

/**
 * tsl_progress_add_queue:
 * @self: a progress
 * @queue: a queue that the thread pushes to or pops from
 * @end: %TSL_QUEUE_END_HEAD if the thread pops from the queue, %TSL_QUEUE_END_TAIL if it pushes to it,
 *   %TSL_QUEUE_END_NONE if the queue does not measure this thread
 *
 * Takes the progress from an end of a queue. Of several ends the one with the smallest time-stamp
 * counts: the slowest queue shows how much processor time the thread lacks. Call the function
 * before the progress is used.
 *
 * Since: 1.0
 */
void
tsl_progress_add_queue (TslProgress *self, TslQueue *queue, TslQueueEnd end)
{
  const TslMark *mark;

  g_return_if_fail (self && queue);

  if (end == TSL_QUEUE_END_NONE)
    return;
  mark = tsl_queue_get_mark (queue, end);
  g_ptr_array_add (self->queues, tsl_queue_ref (queue));
  g_array_append_val (self->ends, *mark);
}

/* There is progress only once each queue has some. */
static gboolean
find_slowest (TslProgress *self, gint64 *time_stamp, gint64 *time)
{
  *time_stamp = G_MAXINT64;
  for (guint i = 0; i < self->ends->len; i++)
    {
      gint64 here, at;

      if (!tsl_mark_get (&g_array_index (self->ends, TslMark, i), &here, &at))
        return FALSE;
      if (here < *time_stamp)
        {
          *time_stamp = here;
          *time = at;
        }
    }
  return TRUE;
}

/**
 * tsl_progress_get:
 * @self: a progress
 * @time_stamp: (out): the progress in nanoseconds
 * @time: (out): when the thread reached it, in nanoseconds on CLOCK_MONOTONIC
 *
 * Gets the progress. The function is wait-free. Any thread may call it.
 *
 * Returns: %FALSE before the first progress
 *
 * Since: 1.0
 */
gboolean
tsl_progress_get (TslProgress *self, gint64 *time_stamp, gint64 *time)
{
  g_return_val_if_fail (self && time_stamp && time, FALSE);

  if (self->ends->len == 0)
    return tsl_mark_get (&self->mark, time_stamp, time);
  return find_slowest (self, time_stamp, time);
}
