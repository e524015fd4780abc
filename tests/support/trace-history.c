/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "trace-history.h"

struct _TraceHistory
{
  GscopeTileHistory parent_instance;

  GscopeTrace *trace;
  gboolean at_once;
  GArray *queries;
};

G_DEFINE_FINAL_TYPE (TraceHistory, trace_history, GSCOPE_TYPE_TILE_HISTORY)

static void
trace_history_query (GscopeTileHistory *history, guint id, gint64 from, gint64 width, gsize n)
{
  TraceHistory *self = TEST_TRACE_HISTORY (history);
  TraceQuery query = { id, from, width, n, FALSE };

  g_array_append_val (self->queries, query);
  if (self->at_once)
    trace_history_answer (self, self->queries->len - 1, G_MAXINT64, NULL);
}

static void
trace_history_cancel (GscopeTileHistory *history, guint id)
{
  GArray *queries = TEST_TRACE_HISTORY (history)->queries;

  for (guint i = 0; i < queries->len; i++)
    if (g_array_index (queries, TraceQuery, i).id == id)
      g_array_index (queries, TraceQuery, i).is_cancelled = TRUE;
}

static void
trace_history_finalize (GObject *object)
{
  TraceHistory *self = TEST_TRACE_HISTORY (object);

  gscope_trace_unref (self->trace);
  g_array_unref (self->queries);
  G_OBJECT_CLASS (trace_history_parent_class)->finalize (object);
}

static void
trace_history_class_init (TraceHistoryClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = trace_history_finalize;
  GSCOPE_TILE_HISTORY_CLASS (klass)->query = trace_history_query;
  GSCOPE_TILE_HISTORY_CLASS (klass)->cancel = trace_history_cancel;
}

static void
trace_history_init (TraceHistory *self)
{
  self->queries = g_array_new (FALSE, FALSE, sizeof (TraceQuery));
}

TraceHistory *
trace_history_new (GscopeTrace *trace, gboolean at_once)
{
  TraceHistory *self = g_object_new (TEST_TYPE_TRACE_HISTORY, NULL);

  self->trace = gscope_trace_ref (trace);
  self->at_once = at_once;
  return self;
}

GArray *
trace_history_get_queries (TraceHistory *self)
{
  return self->queries;
}

static void
take (TraceHistory *self, const TraceQuery *query)
{
  g_autofree GscopeColumn *columns = g_new (GscopeColumn, query->n);

  gscope_trace_get_columns (self->trace, query->from, query->width, query->n, columns);
  for (gsize i = 0; i < query->n; i++)
    {
      gint64 time = query->from + query->width * (gint64) i;
      gsize n;
      const GscopeGap *gaps = gscope_trace_get_gaps (self->trace, time, time + query->width, &n);

      if (columns[i].count == 0 && n > 0)
        columns[i].min = gscope_gap_value (gaps->cause);
    }
  g_assert_true (gscope_tile_history_take (GSCOPE_TILE_HISTORY (self), query->id, query->from,
                                           query->width, columns, query->n));
}

static void
take_neighbour (TraceHistory *self, const TraceQuery *query, guint64 position)
{
  GscopeSample sample;
  GscopeColumn column;

  if (gscope_trace_read (self->trace, position, &sample, 1) == 0)
    return;
  gscope_trace_get_range (self->trace, position, position + 1, &column);
  g_assert_true (
      gscope_tile_history_take (GSCOPE_TILE_HISTORY (self), query->id, sample.time, 1, &column, 1));
}

void
trace_history_answer (TraceHistory *self, guint i, gint64 until, const char *message)
{
  TraceQuery query = g_array_index (self->queries, TraceQuery, i);
  gint64 end = query.from + query.width * (gint64) query.n;
  g_autoptr (GError) error = NULL;

  if (message)
    error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, message);
  else
    {
      take (self, &query);
      take_neighbour (self, &query, gscope_trace_find (self->trace, query.from) - 1);
      take_neighbour (self, &query, gscope_trace_find (self->trace, end));
    }
  gscope_tile_history_complete (GSCOPE_TILE_HISTORY (self), query.id, until, error);
}

void
trace_history_settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}
