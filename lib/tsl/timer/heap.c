/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/timer/heap.h>

void
tsl_heap_init (TslHeap *self)
{
  self->items = g_ptr_array_new ();
}

void
tsl_heap_clear (TslHeap *self)
{
  g_ptr_array_unref (self->items);
}

TslHeapItem *
tsl_heap_peek (TslHeap *self)
{
  return self->items->len > 0 ? self->items->pdata[0] : NULL;
}

static gint64
get_time (TslHeap *self, guint i)
{
  return ((TslHeapItem *) self->items->pdata[i])->time;
}

static void
put (TslHeap *self, guint i, TslHeapItem *item)
{
  self->items->pdata[i] = item;
  item->place = i + 1;
}

static void
sift_up (TslHeap *self, guint i)
{
  TslHeapItem *item = self->items->pdata[i];

  for (guint parent = (i - 1) / 2; i > 0 && get_time (self, parent) > item->time;
       i = parent, parent = (i - 1) / 2)
    put (self, i, self->items->pdata[parent]);
  put (self, i, item);
}

static void
sift_down (TslHeap *self, guint i)
{
  TslHeapItem *item = self->items->pdata[i];
  guint n = self->items->len;

  for (guint child = 2 * i + 1; child < n; i = child, child = 2 * i + 1)
    {
      if (child + 1 < n && get_time (self, child + 1) < get_time (self, child))
        child++;
      if (get_time (self, child) >= item->time)
        break;
      put (self, i, self->items->pdata[child]);
    }
  put (self, i, item);
}

void
tsl_heap_set (TslHeap *self, TslHeapItem *item, gint64 time)
{
  item->time = time;
  if (item->place == 0)
    {
      g_ptr_array_add (self->items, item);
      item->place = self->items->len;
    }
  sift_up (self, item->place - 1);
  sift_down (self, item->place - 1);
}

void
tsl_heap_remove (TslHeap *self, TslHeapItem *item)
{
  guint i = item->place - 1;
  TslHeapItem *last;

  if (item->place == 0)
    return;
  item->place = 0;
  last = self->items->pdata[self->items->len - 1];
  g_ptr_array_set_size (self->items, self->items->len - 1);
  if (last == item)
    return;
  put (self, i, last);
  sift_up (self, i);
  sift_down (self, last->place - 1);
}
