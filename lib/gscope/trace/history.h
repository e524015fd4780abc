/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GscopeHistoryAnswer:
 * @GSCOPE_HISTORY_ANSWER_UNKNOWN: the history does not know, or not yet
 * @GSCOPE_HISTORY_ANSWER_NOTHING: there is no sample
 * @GSCOPE_HISTORY_ANSWER_SAMPLE: there is a sample
 *
 * What a history knows of a sample.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_HISTORY_ANSWER_UNKNOWN,
  GSCOPE_HISTORY_ANSWER_NOTHING,
  GSCOPE_HISTORY_ANSWER_SAMPLE,
} GscopeHistoryAnswer;

/**
 * GscopeHistoryRange:
 * @begin: nanoseconds
 * @end: nanoseconds, not included
 *
 * An interval of time that a history is asked for.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 begin;
  gint64 end;
} GscopeHistoryRange;

/**
 * GscopeHistoryFunc:
 * @range: the part of the column that is visited; all of it, unless it is wider than the columns
 *   that were asked for
 * @time: where the column begins, nanoseconds
 * @width: its width, nanoseconds
 * @column: the column; without samples its @min is a value of [func@Gap.value] if there is a gap
 * @user_data: the data that was passed with the function
 *
 * Takes a column of a history.
 *
 * Since: 1.0
 */
typedef void (*GscopeHistoryFunc) (const GscopeHistoryRange *range, gint64 time, gint64 width,
                                   const GscopeColumn *column, gpointer user_data);

#define GSCOPE_TYPE_HISTORY (gscope_history_get_type ())

/**
 * GscopeHistory:
 *
 * Answers for the time that is not in the trace of a signal: before its oldest sample, and in the
 * gaps of a connection that broke. The samples may be in another process, on another machine, or in
 * a file, so an answer may come later: a history returns what it knows at once, and announces the
 * rest with [signal@History::changed].
 *
 * A history is asked only for what somebody looks at ([method@History.look]). All other methods
 * read what is known, without a request.
 *
 * A history belongs to the main thread.
 *
 * Since: 1.0
 */
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeHistory, gscope_history, GSCOPE, HISTORY, GObject)

/**
 * GscopeHistoryClass:
 * @parent_class: the parent class
 * @visit: passes the known columns of an interval to a function, in order
 * @find: finds the first sample from a time on, or the last one before it
 * @look: replaces what one viewer looks at
 * @get_status: returns why there is no answer; %NULL if all is well
 * @knows: returns whether all of an interval is known in columns of a width or in finer ones
 *
 * What a history implements.
 *
 * Since: 1.0
 */
struct _GscopeHistoryClass
{
  GObjectClass parent_class;

  void (*visit) (GscopeHistory *self, const GscopeHistoryRange *range, gint64 width,
                 GscopeHistoryFunc func, gpointer user_data);
  GscopeHistoryAnswer (*find) (GscopeHistory *self, gint64 time, gint64 limit, gint64 width,
                               GscopeSample *sample);
  void (*look) (GscopeHistory *self, gpointer viewer, gint64 width,
                const GscopeHistoryRange *ranges, gsize n);
  const char *(*get_status) (GscopeHistory *self);
  gboolean (*knows) (GscopeHistory *self, const GscopeHistoryRange *range, gint64 width);

  /*< private >*/
  gpointer padding[7];
};

GSCOPE_AVAILABLE_IN_1_0
void gscope_history_visit (GscopeHistory *self, const GscopeHistoryRange *range, gint64 width,
                           GscopeHistoryFunc func, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
GscopeHistoryAnswer gscope_history_find (GscopeHistory *self, gint64 time, gint64 limit,
                                         gint64 width, GscopeSample *sample);
GSCOPE_AVAILABLE_IN_1_0
void gscope_history_look (GscopeHistory *self, gpointer viewer, gint64 width,
                          const GscopeHistoryRange *ranges, gsize n);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_history_knows (GscopeHistory *self, const GscopeHistoryRange *range, gint64 width);
GSCOPE_AVAILABLE_IN_1_0
void gscope_history_load_async (GscopeHistory *self, gint64 begin, gint64 end, gint64 width,
                                GCancellable *cancellable, GAsyncReadyCallback callback,
                                gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_history_load_finish (GscopeHistory *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_history_get_status (GscopeHistory *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_history_get_end (GscopeHistory *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_history_set_end (GscopeHistory *self, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
void gscope_history_emit_changed (GscopeHistory *self, gint64 begin, gint64 end);

G_END_DECLS
