/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/record/exporter.h>

/* Writes the traces of signals as comma-separated values (RFC 4180, with plain newlines): a row for
 * each time, in milliseconds unless set otherwise, and a column for each signal, with its unit. */
typedef struct _GscopeTableWriter GscopeTableWriter;

GscopeTableWriter *
gscope_table_writer_new (GscopeSignal *const *signals, gsize n, gint64 begin, gint64 end);
void gscope_table_writer_free (GscopeTableWriter *self);

/* Seconds count from `zero`; the clock, which knows the wall, outlives the writer. */
void gscope_table_writer_set_times (GscopeTableWriter *self, GscopeExportTimes times,
                                    GscopeClock *clock, gint64 zero);

/* Appends rows until the text has `max` bytes; returns whether that was all. */
gboolean gscope_table_writer_write (GscopeTableWriter *self, GString *text, gsize max);

/* Appends a field that is a text. */
void gscope_table_append_title (GString *text, const char *title);

/* Written samples are not newer than this. */
gint64 gscope_table_writer_get_position (GscopeTableWriter *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeTableWriter, gscope_table_writer_free)
