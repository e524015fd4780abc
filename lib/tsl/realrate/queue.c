/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/realrate/queue.h>

#include <tsl/page/lock.h>
#include <tsl/page/rows-private.h>
#include <tsl/realrate/queue-private.h>

/* Names of the published cells: of the queue and of its ends' progress. */
#define MECHANISM "real-rate"
#define GROUP "%.24s queue"
#define HEAD "%.24s head"
#define TAIL "%.24s tail"

typedef struct
{
  gpointer item;
  gint64 time_stamp;
} Entry;

struct _TslQueue
{
  gatomicrefcount refs;
  TslPage *page;
  char *group;
  GDestroyNotify free_item;

  /* protects the items; reading the progress does not take it */
  TslLock lock;
  Entry *entries;
  guint capacity;
  guint first;
  guint n;
  gboolean is_closed;

  TslMark head;
  TslMark tail;
  TslCell *length;
  TslCell *n_pushed;
  TslCell *n_popped;
  TslCell *n_full;
};

const TslMark *
tsl_queue_get_mark (TslQueue *self, TslQueueEnd end)
{
  return end == TSL_QUEUE_END_HEAD ? &self->head : &self->tail;
}

#define CELL(member) G_STRUCT_OFFSET (TslQueue, member)

static const TslCellRow cells[] = {
  TSL_GAUGE (CELL (length), "length", "ms", 0, 200),
  TSL_COUNTER (CELL (n_pushed), "pushed"),
  TSL_COUNTER (CELL (n_popped), "popped"),
  TSL_COUNTER (CELL (n_full), "full"),
};

static void
add_cells (TslQueue *self, const char *name)
{
  g_autofree char *head = g_strdup_printf (HEAD, name);
  g_autofree char *tail = g_strdup_printf (TAIL, name);

  self->group = g_strdup_printf (GROUP, name);
  tsl_mark_init (&self->head, self->page, head);
  tsl_mark_init (&self->tail, self->page, tail);
  tsl_page_add_rows (self->page, MECHANISM, self->group, cells, G_N_ELEMENTS (cells), self);
}

/**
 * tsl_queue_new:
 * @page: (nullable): the page that publishes its counters and its ends' progress
 * @name: the queue's name, truncated to 24 bytes
 * @capacity: the maximum number of items; positive
 * @free_item: (nullable): frees the items that are left when the queue is freed
 *
 * Creates an empty queue.
 *
 * Returns: (transfer full): a queue
 *
 * Since: 1.0
 */
TslQueue *
tsl_queue_new (TslPage *page, const char *name, guint capacity, GDestroyNotify free_item)
{
  TslQueue *self;

  g_return_val_if_fail (name && capacity > 0, NULL);

  self = g_new0 (TslQueue, 1);
  g_atomic_ref_count_init (&self->refs);
  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  self->free_item = free_item;
  tsl_lock_init (&self->lock);
  self->entries = g_new0 (Entry, capacity);
  self->capacity = capacity;
  add_cells (self, name);
  return self;
}

/**
 * tsl_queue_ref:
 * @self: a queue
 *
 * Takes a reference. Any thread may call it.
 *
 * Returns: (transfer full): the queue
 *
 * Since: 1.0
 */
TslQueue *
tsl_queue_ref (TslQueue *self)
{
  g_return_val_if_fail (self, NULL);

  g_atomic_ref_count_inc (&self->refs);
  return self;
}

/**
 * tsl_queue_unref:
 * @self: (transfer full): a queue
 *
 * Releases a reference. Releasing the last one frees the queue and its items. Any thread may call
 * it.
 *
 * Since: 1.0
 */
void
tsl_queue_unref (TslQueue *self)
{
  g_return_if_fail (self);

  if (!g_atomic_ref_count_dec (&self->refs))
    return;
  for (guint i = 0; self->free_item && i < self->n; i++)
    self->free_item (self->entries[(self->first + i) % self->capacity].item);
  tsl_mark_clear (&self->head, self->page);
  tsl_mark_clear (&self->tail, self->page);
  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  tsl_lock_clear (&self->lock);
  g_free (self->entries);
  g_free (self->group);
  g_free (self);
}

/* Returns the length of the queue in time: the difference between the time-stamps of the last pushed
 * and the last popped item; 0 before the first pop. */
static gint64
get_length (TslQueue *self)
{
  gint64 head, tail, time;

  if (!tsl_mark_get (&self->head, &head, &time) || !tsl_mark_get (&self->tail, &tail, &time))
    return 0;
  return MAX (tail - head, 0);
}

static void
change (TslQueue *self, const TslMark *mark, gint64 time_stamp, TslCell *counter)
{
  tsl_mark_set (mark, time_stamp);
  tsl_cell_set (self->length, get_length (self) / 1e6);
  tsl_cell_count (counter, 1);
  tsl_lock_wake (&self->lock);
}

/* Called with the lock held. */
static void
put (TslQueue *self, gpointer item, gint64 time_stamp)
{
  Entry *entry = &self->entries[(self->first + self->n) % self->capacity];

  entry->item = item;
  entry->time_stamp = time_stamp;
  self->n++;
  change (self, &self->tail, time_stamp, self->n_pushed);
}

static gboolean
push (TslQueue *self, gpointer item, gint64 time_stamp, gboolean may_wait)
{
  gboolean is_put;

  tsl_lock_take (&self->lock);
  if (self->n == self->capacity)
    tsl_cell_count (self->n_full, 1);
  while (may_wait && self->n == self->capacity && !self->is_closed)
    tsl_lock_wait (&self->lock);
  is_put = self->n < self->capacity && !self->is_closed;
  if (is_put)
    put (self, item, time_stamp);
  tsl_lock_release (&self->lock);
  return is_put;
}

/**
 * tsl_queue_push:
 * @self: a queue
 * @item: (transfer full) (not nullable): an item
 * @time_stamp: its time-stamp in nanoseconds; time-stamps should grow as fast as real time
 *
 * Adds an item at the tail; waits while the queue is full. Any thread may call it.
 *
 * Returns: %FALSE if the queue is closed; the caller then keeps the item
 *
 * Since: 1.0
 */
gboolean
tsl_queue_push (TslQueue *self, gpointer item, gint64 time_stamp)
{
  g_return_val_if_fail (self && item, FALSE);

  return push (self, item, time_stamp, TRUE);
}

/**
 * tsl_queue_try_push:
 * @self: a queue
 * @item: (transfer full) (not nullable): an item
 * @time_stamp: its time-stamp in nanoseconds
 *
 * Adds an item at the tail if the queue is not full. Any thread may call it.
 *
 * Returns: %FALSE if the queue is full, which is counted, or closed; the caller then keeps the item
 *
 * Since: 1.0
 */
gboolean
tsl_queue_try_push (TslQueue *self, gpointer item, gint64 time_stamp)
{
  g_return_val_if_fail (self && item, FALSE);

  return push (self, item, time_stamp, FALSE);
}

static gpointer
pop (TslQueue *self, gint64 *time_stamp, gboolean may_wait)
{
  Entry entry = { 0 };

  tsl_lock_take (&self->lock);
  while (may_wait && self->n == 0 && !self->is_closed)
    tsl_lock_wait (&self->lock);
  if (self->n > 0)
    {
      entry = self->entries[self->first];
      self->first = (self->first + 1) % self->capacity;
      self->n--;
      change (self, &self->head, entry.time_stamp, self->n_popped);
    }
  tsl_lock_release (&self->lock);
  if (entry.item && time_stamp)
    *time_stamp = entry.time_stamp;
  return entry.item;
}

/**
 * tsl_queue_pop:
 * @self: a queue
 * @time_stamp: (out) (optional): the item's time-stamp
 *
 * Removes the item at the head; waits while the queue is empty. Any thread may call it.
 *
 * Returns: (transfer full) (nullable): the item; %NULL if the queue is closed and empty
 *
 * Since: 1.0
 */
gpointer
tsl_queue_pop (TslQueue *self, gint64 *time_stamp)
{
  g_return_val_if_fail (self, NULL);

  return pop (self, time_stamp, TRUE);
}

/**
 * tsl_queue_try_pop:
 * @self: a queue
 * @time_stamp: (out) (optional): the item's time-stamp
 *
 * Removes the item at the head if there is one. Any thread may call it.
 *
 * Returns: (transfer full) (nullable): the item
 *
 * Since: 1.0
 */
gpointer
tsl_queue_try_pop (TslQueue *self, gint64 *time_stamp)
{
  g_return_val_if_fail (self, NULL);

  return pop (self, time_stamp, FALSE);
}

/**
 * tsl_queue_close:
 * @self: a queue
 *
 * Closes the queue to new items and wakes all waiting threads. Items in the queue can still be
 * popped. Any thread may call it.
 *
 * Since: 1.0
 */
void
tsl_queue_close (TslQueue *self)
{
  g_return_if_fail (self);

  tsl_lock_take (&self->lock);
  self->is_closed = TRUE;
  tsl_lock_wake (&self->lock);
  tsl_lock_release (&self->lock);
}
