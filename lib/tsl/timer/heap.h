/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A heap of times, smallest first. An item stores its position, so that it can be moved and
 * removed. */
typedef struct
{
  gint64 time;
  /* index plus one; 0 if the item is in no heap */
  guint place;
} TslHeapItem;

typedef struct
{
  GPtrArray *items;
} TslHeap;

void tsl_heap_init (TslHeap *self);
void tsl_heap_clear (TslHeap *self);
/* Returns the item with the smallest time, or NULL. */
TslHeapItem *tsl_heap_peek (TslHeap *self);
/* Adds an item, or moves it if it is in the heap. */
void tsl_heap_set (TslHeap *self, TslHeapItem *item, gint64 time);
/* Does nothing if the item is not in the heap. */
void tsl_heap_remove (TslHeap *self, TslHeapItem *item);
