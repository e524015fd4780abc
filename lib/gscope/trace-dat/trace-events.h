/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace-dat/trace-file.h>

/* The events of a file of trace-cmd, of all processors in the order of their times. */
typedef struct _GscopeTraceEvents GscopeTraceEvents;

typedef struct
{
  guint cpu;
  /* nanoseconds of the kernel's clock of traces */
  gint64 time;
  /* the kernel lost events before this one */
  gboolean has_lost;
  const guint8 *data;
  gsize size;
} GscopeTraceEvent;

/* The file outlives it. */
GscopeTraceEvents *gscope_trace_events_new (const GscopeTraceFile *file);
void gscope_trace_events_free (GscopeTraceEvents *self);

/* Gets the next event, which is valid until the next call. Returns FALSE at the end. */
gboolean gscope_trace_events_next (GscopeTraceEvents *self, GscopeTraceEvent *event);
/* Returns whether data of a processor was damaged, or cut off; it ends there. */
gboolean gscope_trace_events_get_damaged (GscopeTraceEvents *self);
/* Returns the number of pages that were read. */
guint64 gscope_trace_events_get_pages (GscopeTraceEvents *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTraceEvents, gscope_trace_events_free)
