/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace-dat/trace-events.h>

/* A kind of events that is only known from the kernel's description: its name and its fields. */

typedef enum
{
  GSCOPE_TRACE_TYPE_UNSIGNED,
  GSCOPE_TRACE_TYPE_SIGNED,
  /* an address of the kernel */
  GSCOPE_TRACE_TYPE_ADDRESS,
  /* a text in the field; it fills the rest of the event if the field has no size */
  GSCOPE_TRACE_TYPE_TEXT,
  /* the place of a text in the event, and its length times 65536 */
  GSCOPE_TRACE_TYPE_TEXT_ELSEWHERE,
} GscopeTraceType;

typedef struct
{
  char *name;
  GscopeTraceField place;
  GscopeTraceType type;
  /* the name of the signal of a number; NULL for other types */
  char *signal;
} GscopeTraceMember;

typedef struct
{
  guint id;
  char *name;
  /* GscopeTraceMember */
  GArray *members;
  /* its numbers are signals */
  gboolean is_shown;
} GscopeTraceKind;

/* Reads a description. Returns NULL if it has no name or no number. */
GscopeTraceKind *gscope_trace_kind_new (const char *description);
void gscope_trace_kind_free (GscopeTraceKind *self);

/* Appends a tuple for each number of an event. */
void gscope_trace_kind_append_samples (const GscopeTraceKind *self, const GscopeTraceFile *file,
                                       const GscopeTraceEvent *event, gint64 time, GString *text);
/* Returns the fields of an event with their values. */
char *gscope_trace_kind_dup_text (const GscopeTraceKind *self, const GscopeTraceFile *file,
                                  const GscopeTraceEvent *event);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTraceKind, gscope_trace_kind_free)
