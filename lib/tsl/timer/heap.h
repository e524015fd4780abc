/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A heap of times, smallest first. An item knows its place, so that it can be moved and removed. */
typedef struct
{
  gint64 time;
  /* one more than its index; 0 where it is in no heap */
  guint place;
} TslHeapItem;

typedef struct
{
  GPtrArray *items;
} TslHeap;

void tsl_heap_init (TslHeap *self);
void tsl_heap_clear (TslHeap *self);
/* The one of the smallest time, or NULL. */
TslHeapItem *tsl_heap_peek (TslHeap *self);
/* Adds an item, or moves it if it is there. */
void tsl_heap_set (TslHeap *self, TslHeapItem *item, gint64 time);
/* Does nothing to one that is not there. */
void tsl_heap_remove (TslHeap *self, TslHeapItem *item);
