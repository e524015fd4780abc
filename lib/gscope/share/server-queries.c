/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/server-queries.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/columns.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/record/ring-private.h>
#include <gscope/trace/digest.h>
#include <main-source.h>
#include <math.h>

enum
{
  /* Number of columns that are computed in one iteration of the main loop. */
  SLICE = 1024,
  /* Number of unanswered queries, and of their signals together. */
  MAX_QUERIES = 1024,
  MAX_SUBJECTS = 64 * 1024,
  /* While more bytes are unsent, queries wait, so that samples do not wait behind them. */
  MAX_UNSENT = 256 * 1024,
};

#define LATEST (G_MAXINT64 / 2)

typedef struct
{
  guint32 id;
  GscopeSignal *signal;
} Subject;

typedef struct
{
  guint32 id;
  GArray *subjects;
  gint64 from;
  gint64 width;
  gint64 n;
  /* the subject and its column that come next, and whether its recordings were asked */
  guint subject;
  gint64 column;
  gboolean has_asked;
  gboolean has_begun;
  gint64 until;
} Query;

struct _GscopeServerQueries
{
  GscopeScope *scope;
  GscopeFeed *feed;
  GscopeCarrier *carrier;
  /* NULL if nothing is recorded */
  GscopeRecordRing *ring;
  /* while recordings are read for the first query; it does not count once that was cancelled */
  GCancellable *reading;
  GQueue queries;
  guint n_subjects;
  GSource *work;
  GByteArray *message;
};

static void
subject_clear (gpointer data)
{
  g_object_unref (((Subject *) data)->signal);
}

static void
query_free (gpointer data)
{
  Query *query = data;

  g_array_unref (query->subjects);
  g_free (query);
}

static void start_work (GscopeServerQueries *self);

static void
stop_reading (GscopeServerQueries *self)
{
  if (self->reading)
    g_cancellable_cancel (self->reading);
  g_clear_object (&self->reading);
}

GscopeServerQueries *
gscope_server_queries_new (GscopeScope *scope, GscopeFeed *feed, GscopeCarrier *carrier,
                           GscopeRecordRing *ring)
{
  GscopeServerQueries *self = g_new0 (GscopeServerQueries, 1);

  self->scope = scope;
  self->feed = feed;
  self->carrier = g_object_ref (carrier);
  g_set_object (&self->ring, ring);
  g_queue_init (&self->queries);
  self->message = g_byte_array_new ();
  g_signal_connect_swapped (carrier, "sent", G_CALLBACK (start_work), self);
  return self;
}

void
gscope_server_queries_free (GscopeServerQueries *self)
{
  g_clear_pointer (&self->work, main_source_drop);
  stop_reading (self);
  g_clear_object (&self->ring);
  g_signal_handlers_disconnect_by_data (self->carrier, self);
  g_object_unref (self->carrier);
  g_queue_clear_full (&self->queries, query_free);
  g_byte_array_unref (self->message);
  g_free (self);
}

/* Sends the columns that are ready, at the end or when the message is long enough. */
static void
flush (GscopeServerQueries *self, gsize size)
{
  g_autoptr (GBytes) message = NULL;

  if (self->message->len <= size)
    return;
  message = g_byte_array_free_to_bytes (self->message);
  self->message = g_byte_array_sized_new (GSCOPE_MESSAGE_SIZE);
  gscope_carrier_send (self->carrier, message);
}

static void
append (gint64 time, gint64 width, const GscopeColumn *columns, gsize n, gpointer data)
{
  GscopeServerQueries *self = data;
  const Query *query = g_queue_peek_head (&self->queries);
  const Subject *subject = &g_array_index (query->subjects, Subject, query->subject);

  gscope_columns_append (self->message, query->id, subject->id, time, width, columns, n);
  flush (self, GSCOPE_MESSAGE_SIZE);
}

/* Samples of polled and of buffered signals that came until now are in the traces, except for those that may come as
 * late as the scope's delay. */
static void
begin (GscopeServerQueries *self, Query *query)
{
  query->has_begun = TRUE;
  query->until = gscope_scope_get_pen (self->scope);
  gscope_scope_drain (self->scope);
}

static void
drop (GscopeServerQueries *self, GList *link)
{
  Query *query = link->data;

  self->n_subjects -= query->subjects->len;
  g_queue_delete_link (&self->queries, link);
  query_free (query);
}

static void
answer (GscopeServerQueries *self)
{
  const Query *query = g_queue_peek_head (&self->queries);
  JsonObject *object = json_object_new ();

  flush (self, 0);
  json_object_set_int_member (object, "id", query->id);
  json_object_set_int_member (object, "until_ns", query->until);
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_ANSWER, object);
  drop (self, self->queries.head);
}

/* The past, out of recordings. */

static void
append_sample (GscopeServerQueries *self, const GscopeSample *sample)
{
  const GscopeColumn column = { sample->value, sample->value, sample->value, sample->value, 1 };

  append (sample->time, 1, &column, 1, self);
}

static void
append_past (GscopeServerQueries *self, Query *query, const GscopeRecordRingAnswer *past)
{
  const Subject *subject = &g_array_index (query->subjects, Subject, query->subject);
  GscopeTrace *trace = gscope_signal_get_trace (subject->signal);

  for (guint i = 0; i < past->gaps->len; i++)
    gscope_gap_digest (&g_array_index (past->gaps, GscopeGap, i), query->from, query->width,
                       past->n, append, self);
  gscope_columns_digest (past->columns, query->from, query->width, past->n, append, self);
  if (past->has_before && !isnan (past->before.value))
    append_sample (self, &past->before);
  query->column = (gint64) past->n;
  if (query->column < query->n)
    return;
  if (past->has_after && !isnan (past->after.value))
    append_sample (self, &past->after);
  else if (!past->has_after && !isnan (past->after.value))
    gscope_trace_digest_after (trace, query->from + query->n * query->width, append, self);
  query->column = 0;
  query->has_asked = FALSE;
  query->subject++;
}

static void
on_past (GObject *source, GAsyncResult *result, gpointer data)
{
  GscopeServerQueries *self = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeRecordRingAnswer) past = gscope_record_ring_query_finish (result, &error);

  /* the query or its connection has gone */
  if (g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  g_clear_object (&self->reading);
  if (past)
    append_past (self, g_queue_peek_head (&self->queries), past);
  start_work (self);
}

static void
ask_past (GscopeServerQueries *self, Query *query, const GscopeRecordRingQuestion *question)
{
  query->has_asked = TRUE;
  self->reading = g_cancellable_new ();
  gscope_record_ring_query_async (self->ring, question, self->reading, on_past, self);
}

static void
answer_slice (GscopeServerQueries *self, Query *query)
{
  const Subject *subject = &g_array_index (query->subjects, Subject, query->subject);
  GscopeTrace *trace = gscope_signal_get_trace (subject->signal);
  gint64 n = MIN (query->n - query->column, SLICE);
  gint64 from = query->from + query->column * query->width;

  if (query->column == 0 && !query->has_asked)
    {
      GscopeRecordRingQuestion question;

      if (self->ring
          && gscope_record_ring_question_init (&question, subject->signal,
                                               gscope_scope_get_pen (self->scope), query->from,
                                               query->width, query->n, &query->until))
        {
          ask_past (self, query, &question);
          return;
        }
      gscope_trace_digest_before (trace, from, append, self);
    }
  gscope_trace_digest (trace, from, query->width, n, append, self);
  query->column += n;
  if (query->column < query->n)
    return;
  gscope_trace_digest_after (trace, from + n * query->width, append, self);
  query->column = 0;
  query->has_asked = FALSE;
  query->subject++;
}

static gboolean
on_work (gpointer data)
{
  GscopeServerQueries *self = data;
  Query *query = g_queue_peek_head (&self->queries);

  if (!query || self->reading || gscope_carrier_get_unsent (self->carrier) >= MAX_UNSENT)
    {
      g_clear_pointer (&self->work, main_source_drop);
      return G_SOURCE_REMOVE;
    }
  if (!query->has_begun)
    {
      /* Handlers of new samples may close the connection. */
      begin (self, query);
      return G_SOURCE_CONTINUE;
    }
  if (query->subject < query->subjects->len)
    answer_slice (self, query);
  if (query->subject == query->subjects->len && !self->reading)
    answer (self);
  return G_SOURCE_CONTINUE;
}

static void
start_work (GscopeServerQueries *self)
{
  if (self->work || self->reading || g_queue_is_empty (&self->queries)
      || gscope_carrier_get_unsent (self->carrier) >= MAX_UNSENT)
    return;
  self->work = g_idle_source_new ();
  g_source_set_priority (self->work, G_PRIORITY_DEFAULT);
  g_source_set_static_name (self->work, "[gscope] queries");
  g_source_set_callback (self->work, on_work, self, NULL);
  g_source_attach (self->work, g_main_context_get_thread_default ());
}

/* Incoming messages. */

static gboolean
read_subjects (GscopeServerQueries *self, JsonArray *ids, GArray *subjects, GError **error)
{
  for (guint i = 0; i < json_array_get_length (ids); i++)
    {
      Subject subject = { 0, NULL };

      if (!gscope_feed_find (self->feed, json_array_get_element (ids, i), &subject.signal, error))
        return FALSE;
      if (!subject.signal)
        continue;
      subject.id = gscope_feed_get_id (self->feed, subject.signal);
      g_object_ref (subject.signal);
      g_array_append_val (subjects, subject);
    }
  return TRUE;
}

static gboolean
read_columns (JsonObject *object, guint n_signals, Query *query, GError **error)
{
  gint64 to;

  if (!gscope_json_get_integer (object, "from_ns", -LATEST, LATEST, &query->from, error)
      || !gscope_json_get_integer (object, "to_ns", query->from + 1, LATEST, &to, error)
      || !gscope_json_get_integer (object, "columns", 1, GSCOPE_COLUMNS_MAX / MAX (1, n_signals),
                                   &query->n, error))
    return FALSE;
  query->width = (to - query->from) / query->n;
  if (query->width * query->n != to - query->from)
    return gscope_json_refuse (error, "columns", _ ("this is not a divisor of the interval"));
  return TRUE;
}

static void
refuse (GscopeServerQueries *self, guint32 id)
{
  g_autoptr (GError) error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("too many queries wait for an answer (queries: %u; signals: %u); wait until "
                      "some are answered"),
                   g_queue_get_length (&self->queries), self->n_subjects);
  g_autoptr (GBytes) message = gscope_message_new_answer (id, &(GscopeAnswer){ 0 }, error);

  gscope_carrier_send (self->carrier, message);
}

gboolean
gscope_server_queries_run (GscopeServerQueries *self, JsonObject *object, GError **error)
{
  Query *query = g_new0 (Query, 1);
  JsonArray *ids;
  gint64 id;

  query->subjects = g_array_new (FALSE, FALSE, sizeof (Subject));
  g_array_set_clear_func (query->subjects, subject_clear);
  if (!gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &id, error)
      || !gscope_json_get_array (object, "signals", GSCOPE_MESSAGE_MAX_ITEMS, &ids, error)
      || !read_columns (object, ids ? json_array_get_length (ids) : 0, query, error)
      || (ids && !read_subjects (self, ids, query->subjects, error)))
    {
      query_free (query);
      return FALSE;
    }
  query->id = (guint32) id;
  if (g_queue_get_length (&self->queries) >= MAX_QUERIES
      || self->n_subjects + query->subjects->len > MAX_SUBJECTS)
    {
      refuse (self, query->id);
      query_free (query);
      return TRUE;
    }
  g_queue_push_tail (&self->queries, query);
  self->n_subjects += query->subjects->len;
  start_work (self);
  return TRUE;
}

gboolean
gscope_server_queries_cancel (GscopeServerQueries *self, JsonObject *cancel)
{
  gint64 id;

  if (!gscope_json_get_integer (cancel, "id", 0, G_MAXUINT32, &id, NULL))
    return FALSE;
  for (GList *l = self->queries.head; l; l = l->next)
    if (((Query *) l->data)->id == id)
      {
        if (l == self->queries.head)
          {
            stop_reading (self);
            start_work (self);
            g_byte_array_set_size (self->message, 0);
          }
        drop (self, l);
        return TRUE;
      }
  return FALSE;
}
