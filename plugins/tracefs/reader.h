/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "decoder.h"
#include "feed.h"
#include "row.h"

/* Reads the events of a feed in the order of their times, and pushes their fields. */
typedef struct _TraceReader TraceReader;

typedef struct
{
  guint64 n_lost;
  guint64 n_over_limit;
} TraceCounts;

/* Takes the feed; the rows (TraceRow) outlive the reader. What cannot be read is reported in `problems`, one sentence each. */
TraceReader *trace_reader_new (const TraceFeed *feed, GPtrArray *rows, GString *problems);
void trace_reader_free (TraceReader *self);

/* Reads what there is. Appends events with texts (TraceEvent) to `marks` if there are such. */
void trace_reader_read (TraceReader *self, GArray *marks, gboolean with_marks);
TraceCounts trace_reader_count (const TraceReader *self);

/* Any thread may call this while another one reads. */
gboolean trace_reader_set_filter (TraceReader *self, const TraceChoice *choice, const char *filter,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceReader, trace_reader_free)
