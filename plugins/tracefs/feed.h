/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "choice.h"

enum
{
  /* the largest page of events that kernels have, bytes */
  TRACE_MAX_PAGE = 64 * 1024,
};

/* Where events come from: an instance in tracefs, or a test. One thread at a time. */
typedef struct
{
  guint n_processors;
  /* Returns the description of the fields of an event; NULL if there is no such event. */
  char *(*read_format) (gpointer data, const TraceChoice *choice, GError **error);
  gboolean (*set_filter) (gpointer data, const TraceChoice *choice, const char *filter,
                          GError **error);
  /* Reads a page of the oldest events of a processor, at most TRACE_MAX_PAGE bytes, without waiting. Returns FALSE if there
   * are none. */
  gboolean (*read) (gpointer data, guint processor, guint8 *page);
  /* Returns how many events the kernel lost. */
  guint64 (*count_lost) (gpointer data);
  /* Returns the time on the clock of the events. */
  gint64 (*get_time) (gpointer data);
  GDestroyNotify free;
  gpointer data;
} TraceFeed;
