/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/scope.h>

G_BEGIN_DECLS

/**
 * GscopeExportFormat:
 * @GSCOPE_EXPORT_FORMAT_TUPLES: tuples, as a #GscopeRecorder writes them: a #GscopePlayer shows the same from
 *   them
 * @GSCOPE_EXPORT_FORMAT_CSV: comma-separated values: the time, as a #GscopeExportTimes says, and a column for each signal,
 *   with its unit in brackets. A field is empty where a signal has no sample at the time of another's,
 *   and `nan` where its trace is broken. Markers are left out.
 * @GSCOPE_EXPORT_FORMAT_MCAP: an MCAP file (https://mcap.dev) for PlotJuggler, Foxglove and others: the samples of one time whose signals
 *   have names with the same beginning are a message in JSON. A #GscopePlayer shows the same from it as from tuples, but
 *   infinite values are gaps. Since: 1.0
 * @GSCOPE_EXPORT_FORMAT_PERFETTO: a trace of Perfetto (https://perfetto.dev): signals are tracks in groups by the parts of their names,
 *   states as slices and other values as counters; markers, gaps and losses are instants. Since: 1.0
 * @GSCOPE_EXPORT_FORMAT_SYSPROF: a capture of Sysprof: states are marks that last and other values are counters; markers, gaps and losses are
 *   marks that do not last. Since: 1.0
 *
 * How a file is written.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_EXPORT_FORMAT_TUPLES,
  GSCOPE_EXPORT_FORMAT_CSV,
  GSCOPE_EXPORT_FORMAT_MCAP,
  GSCOPE_EXPORT_FORMAT_PERFETTO,
  GSCOPE_EXPORT_FORMAT_SYSPROF,
} GscopeExportFormat;

/**
 * GscopeExportTimes:
 * @GSCOPE_EXPORT_TIMES_MILLISECONDS: milliseconds on the scope's clock, as in tuples
 * @GSCOPE_EXPORT_TIMES_SECONDS: seconds since the start of a recording that is played back, or since the start
 *   of the interval of a live scope
 * @GSCOPE_EXPORT_TIMES_DATES: date and time in UTC (RFC 3339, ISO 8601), with nanoseconds
 *
 * The times in a table of comma-separated values.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_EXPORT_TIMES_MILLISECONDS,
  GSCOPE_EXPORT_TIMES_SECONDS,
  GSCOPE_EXPORT_TIMES_DATES,
} GscopeExportTimes;

#define GSCOPE_TYPE_EXPORTER (gscope_exporter_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeExporter, gscope_exporter, GSCOPE, EXPORTER, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeExporter *gscope_exporter_new (GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
void gscope_exporter_add_scope (GscopeExporter *self, GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
void gscope_exporter_set_signals (GscopeExporter *self, const char *const *full_names);
GSCOPE_AVAILABLE_IN_1_0
void gscope_exporter_set_interval (GscopeExporter *self, gint64 begin, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
GscopeExportTimes gscope_exporter_get_times (GscopeExporter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_exporter_set_times (GscopeExporter *self, GscopeExportTimes times);
GSCOPE_AVAILABLE_IN_1_0
double gscope_exporter_get_progress (GscopeExporter *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_exporter_write_async (GscopeExporter *self, GscopeExportFormat format, GFile *file,
                                  GCancellable *cancellable, GAsyncReadyCallback callback,
                                  gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_exporter_write_finish (GscopeExporter *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_exporter_make_table (GscopeSignal *const *signals, gsize n, gint64 begin, gint64 end);

G_END_DECLS
