/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A binary heap in an array of pointers: no element is before its parent, whose index is half as large. */

/* Returns whether an element has to come before another one. */
typedef gboolean (*PointerHeapFunc) (gconstpointer one, gconstpointer other);

/* Moves an element down until none below is before it. */
static inline void
pointer_heap_sink (GPtrArray *heap, guint i, PointerHeapFunc is_before)
{
  for (guint child = 2 * i + 1; child < heap->len; child = 2 * i + 1)
    {
      gpointer moved = heap->pdata[i];

      if (child + 1 < heap->len && is_before (heap->pdata[child + 1], heap->pdata[child]))
        child++;
      if (!is_before (heap->pdata[child], moved))
        return;
      heap->pdata[i] = heap->pdata[child];
      heap->pdata[child] = moved;
      i = child;
    }
}

/* Makes a heap of an array in any order. */
static inline void
pointer_heap_build (GPtrArray *heap, PointerHeapFunc is_before)
{
  for (guint i = heap->len / 2; i-- > 0;)
    pointer_heap_sink (heap, i, is_before);
}
