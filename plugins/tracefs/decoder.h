/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "choice.h"

#include <tsl-bpf/switches-kernel.h>

/* Reads the events of a kernel of this machine from their pages. */
typedef struct _TraceDecoder TraceDecoder;

typedef struct
{
  gint64 time;
  /* the number of its choice, and its place there */
  guint kind;
  /* the kernel lost events of the processor before this one */
  gboolean has_lost;
  double values[TRACE_MAX_FIELDS];
  /* for a switch or a wake-up of a thread: the same for a model of the scheduler */
  gboolean is_scheduled;
  SwitchesEvent scheduled;
  /* its text; NULL if that was not asked for */
  char *text;
} TraceEvent;

/* An event without its text, and a function that makes the text. */
typedef void (*TraceEventFunc) (TraceDecoder *decoder, TraceEvent *event, gpointer data);

TraceDecoder *trace_decoder_new (void);
void trace_decoder_free (TraceDecoder *self);

/* Adds the next choice. A choice that cannot be read has a number, too. */
gboolean trace_decoder_add (TraceDecoder *self, const TraceChoice *choice, const char *format,
                            GError **error);

/* Calls a function for each event of the choices in a page. The page is one of the kernel. */
void trace_decoder_take (TraceDecoder *self, guint processor, guint8 *page, TraceEventFunc func,
                         gpointer data);
/* Returns the text of the event for which the function is called. */
char *trace_decoder_dup_text (TraceDecoder *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceDecoder, trace_decoder_free)
