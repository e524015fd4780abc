/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "decoder.h"
#include "feed.h"
#include "row.h"

#include <schedule-source/lanes.h>

/* Reads the events of a feed in the order of their times, and pushes their fields. */
typedef struct _TraceReader TraceReader;

typedef struct
{
  guint64 n_lost;
  guint64 n_over_limit;
  /* switches that the kernel did not report */
  guint64 n_unseen;
} TraceCounts;

/* Takes the feed; the rows (TraceRow) outlive the reader. Failures to read are reported in `problems`, one sentence each. */
TraceReader *trace_reader_new (const TraceFeed *feed, GPtrArray *rows, GString *problems);
void trace_reader_free (TraceReader *self);

/* Before the first reading: shows events of the scheduler as states, in place of markers. Takes the
 * array of ScheduleProcessor. */
void trace_reader_show_schedule (TraceReader *self, GscopeClock *clock, GArray *processors);
/* Returns NULL without a schedule. */
ScheduleLanes *trace_reader_get_lanes (TraceReader *self);
guint trace_reader_count_processors (const TraceReader *self);

/* Reads what there is. Appends events with texts (TraceEvent) to `marks` if there are such. Returns
 * whether the lanes have changes for the main context. */
gboolean trace_reader_read (TraceReader *self, GArray *marks, gboolean with_marks);
TraceCounts trace_reader_count (const TraceReader *self);

/* Any thread may call this while another one reads. */
gboolean trace_reader_set_filter (TraceReader *self, const TraceChoice *choice, const char *filter,
                                  GError **error);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (TraceReader, trace_reader_free)
