/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/record/ring-private.h>
#include <gscope/text/decimal.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_SIGNALS = 64,
  /* Most columns of all signals of a query together. */
  MAX_COLUMNS = 8192,
  DEFAULT_COLUMNS = 256,
};

/* Times are at most this far from 0. */
#define LATEST (G_MAXINT64 / 2)

/* A signal that somebody asks for. */
typedef struct
{
  GscopeSignal *signal;
  GscopeScope *scope;
} Subject;

/* The columns that somebody asks for. */
typedef struct
{
  SoupServerMessage *message;
  gboolean is_csv;
  /* NULL if nothing is recorded */
  GscopeRecordRing *ring;
  GArray *subjects;
  gint64 from;
  gint64 width;
  gint64 n;
  gint64 until;
  /* of all subjects */
  GscopeColumn *columns;
  /* the subject that comes next */
  guint next;
} Query;

static void
subject_clear (gpointer data)
{
  Subject *self = data;

  g_object_unref (self->signal);
  g_object_unref (self->scope);
}

static Query *
query_new (GscopeRequest *request)
{
  static const char *const types[] = { "application/json", "text/csv", NULL };
  Query *query = g_new0 (Query, 1);

  query->message = g_object_ref (request->message);
  query->is_csv = g_str_equal (gscope_request_choose_type (request, types), "text/csv");
  g_set_object (&query->ring, request->agent->ring);
  query->subjects = g_array_new (FALSE, FALSE, sizeof (Subject));
  g_array_set_clear_func (query->subjects, subject_clear);
  query->until = G_MAXINT64;
  return query;
}

static void
query_free (Query *query)
{
  g_object_unref (query->message);
  g_clear_object (&query->ring);
  g_array_unref (query->subjects);
  g_free (query->columns);
  g_free (query);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Query, query_free)

static GscopeSignal *
find_signal (GscopeRequest *request, const char *full_name, GscopeScope **scope)
{
  g_auto (GStrv) parts = g_strsplit (full_name, "/", 2);
  GscopeSource *source =
      parts[0] ? gscope_offer_find (request->agent->scopes, parts[0], scope) : NULL;

  return source && gscope_request_may_read (request, source)
             ? gscope_scope_find_signal (*scope, full_name)
             : NULL;
}

/* Samples of polled and of buffered signals that came until now are in the traces, except for those that may come as
 * late as the scope's delay. */
static gboolean
find_signals (GscopeRequest *request, Query *query, GError **error)
{
  g_auto (GStrv) names = gscope_request_get_texts (request, "signal");

  for (guint i = 0; names[i]; i++)
    {
      Subject subject;

      subject.signal = find_signal (request, names[i], &subject.scope);
      if (!subject.signal)
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                       _ ("There is no signal “%s”. Read /v1/signals to see which there are."),
                       names[i]);
          return FALSE;
        }
      g_object_ref (subject.signal);
      g_object_ref (subject.scope);
      g_array_append_val (query->subjects, subject);
      query->until = MIN (query->until, gscope_scope_get_pen (subject.scope));
      gscope_scope_drain (subject.scope);
    }
  if (query->subjects->len > 0 && query->subjects->len <= MAX_SIGNALS)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("The query has %u signals. Name 1 to %d, each as “signal=FULL-NAME”."),
               query->subjects->len, MAX_SIGNALS);
  return FALSE;
}

/* The interval ends now unless the query says when. It is rounded up to whole columns. */
static gboolean
read_interval (GscopeRequest *request, Query *query, GError **error)
{
  gint64 seconds = 10, to = query->until;

  query->n = DEFAULT_COLUMNS;
  if (!gscope_request_get_integer (request, "seconds", 1, 1000000000, &seconds, error)
      || !gscope_request_get_integer (request, "to_ns", -LATEST, LATEST, &to, error))
    return FALSE;
  query->from = to - seconds * GSCOPE_SEC;
  if (!gscope_request_get_integer (request, "from_ns", -LATEST, to - 1, &query->from, error)
      || !gscope_request_get_integer (request, "columns", 1, MAX_COLUMNS / query->subjects->len,
                                      &query->n, error))
    return FALSE;
  query->width = (to - query->from - 1) / query->n + 1;
  return TRUE;
}

/* JSON. */

static void
add_number (JsonArray *array, double value, gboolean is_known)
{
  if (is_known && isfinite (value))
    json_array_add_double_element (array, value);
  else
    json_array_add_null_element (array);
}

/* An array for each member of a column is a third as long as an object for each column. */
static JsonObject *
describe_columns (GscopeSignal *signal, const GscopeColumn *columns, gint64 n)
{
  static const char *const members[] = { "min", "max", "first", "last", "count" };
  JsonObject *object = json_object_new ();
  JsonArray *arrays[G_N_ELEMENTS (members)];

  json_object_set_string_member (object, "full-name", gscope_signal_get_full_name (signal));
  gscope_json_set_text (object, "unit", gscope_signal_get_unit (signal), 255);
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    arrays[i] = json_array_sized_new ((guint) n);
  for (gint64 i = 0; i < n; i++)
    {
      gboolean has_values = columns[i].min <= columns[i].max;

      add_number (arrays[0], columns[i].min, has_values);
      add_number (arrays[1], columns[i].max, has_values);
      add_number (arrays[2], columns[i].first, TRUE);
      add_number (arrays[3], columns[i].last, TRUE);
      json_array_add_int_element (arrays[4], (gint64) columns[i].count);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (members); i++)
    json_object_set_array_member (object, members[i], arrays[i]);
  return object;
}

static GscopeSignal *
get_signal (const Query *query, guint i)
{
  return g_array_index (query->subjects, Subject, i).signal;
}

static void
answer_json (GscopeRequest *request, const Query *query)
{
  JsonObject *object = json_object_new ();
  JsonArray *signals = json_array_new ();

  json_object_set_int_member (object, "from_ns", query->from);
  json_object_set_int_member (object, "width_ns", query->width);
  json_object_set_int_member (object, "until_ns", query->until);
  for (guint i = 0; i < query->subjects->len; i++)
    json_array_add_object_element (
        signals, describe_columns (get_signal (query, i), query->columns + i * query->n, query->n));
  json_object_set_array_member (object, "signals", signals);
  gscope_request_answer_json (request, SOUP_STATUS_OK, object);
}

/* CSV: a line for each column that has samples. */

static void
append_field (GString *text, double value)
{
  char number[GSCOPE_DECIMAL_DOUBLE_SIZE];

  g_string_append_c (text, ',');
  if (isfinite (value))
    g_string_append_len (text, number, gscope_decimal_write_double (number, value) - number);
}

static void
append_name (GString *text, const char *name)
{
  g_auto (GStrv) parts = g_strsplit (name, "\"", -1);
  g_autofree char *quoted = g_strjoinv ("\"\"", parts);

  g_string_append_printf (text, ",\"%s\"", quoted);
}

static void
append_columns (GString *text, GscopeSignal *signal, const Query *query,
                const GscopeColumn *columns)
{
  for (gint64 i = 0; i < query->n; i++)
    {
      if (columns[i].count == 0)
        continue;
      g_string_append_printf (text, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT,
                              query->from + i * query->width, query->width);
      append_name (text, gscope_signal_get_full_name (signal));
      append_field (text, columns[i].min <= columns[i].max ? columns[i].min : NAN);
      append_field (text, columns[i].min <= columns[i].max ? columns[i].max : NAN);
      append_field (text, columns[i].first);
      append_field (text, columns[i].last);
      g_string_append_printf (text, ",%" G_GUINT64_FORMAT "\r\n", (guint64) columns[i].count);
    }
}

static void
answer_csv (GscopeRequest *request, const Query *query)
{
  GString *text = g_string_new ("time_ns,width_ns,signal,min,max,first,last,count\r\n");
  gsize size;

  for (guint i = 0; i < query->subjects->len; i++)
    append_columns (text, get_signal (query, i), query, query->columns + i * query->n);
  size = text->len;
  gscope_request_answer_text (request, "text/csv; charset=utf-8; header=present",
                              g_string_free (text, FALSE), size);
}

static void
answer (Query *query)
{
  GscopeRequest request = { .message = query->message };

  if (query->is_csv)
    answer_csv (&request, query);
  else
    answer_json (&request, query);
}

/* The columns: out of the traces, and before their begin out of recordings. */

static gboolean read_subjects (Query *query);

static void
on_past (GObject *object, GAsyncResult *result, gpointer data)
{
  static const GscopeColumn empty = { INFINITY, -INFINITY, NAN, NAN, 0 };
  g_autoptr (Query) query = data;
  g_autoptr (GscopeRecordRingAnswer) past = gscope_record_ring_query_finish (result, NULL);
  GscopeColumn *columns = query->columns + (query->next - 1) * query->n;

  for (gsize i = 0; past && i < past->n; i++)
    columns[i] = past->columns[i].count > 0 ? past->columns[i] : empty;
  if (!read_subjects (query))
    {
      g_steal_pointer (&query);
      return;
    }
  answer (query);
  soup_server_message_unpause (query->message);
}

/* Returns FALSE if it goes on when a recording has been read. */
static gboolean
read_subjects (Query *query)
{
  while (query->next < query->subjects->len)
    {
      const Subject *subject = &g_array_index (query->subjects, Subject, query->next);
      GscopeColumn *columns = query->columns + query->next * query->n;
      GscopeTrace *trace = gscope_signal_get_trace (subject->signal);
      gint64 n_past =
          query->ring
              ? gscope_record_ring_count_past (trace, gscope_scope_get_pen (subject->scope),
                                               query->from, query->width, query->n, &query->until)
              : 0;
      const GscopeRecordRingQuestion question = {
        (char *) gscope_signal_get_full_name (subject->signal),
        query->from,
        query->width,
        (gsize) n_past,
      };

      gscope_trace_get_columns (trace, query->from, query->width, (gsize) query->n, columns);
      query->next++;
      if (n_past == 0)
        continue;
      gscope_record_ring_query_async (query->ring, &question, NULL, on_past, query);
      return FALSE;
    }
  return TRUE;
}

void
gscope_rest_get_query (GscopeRequest *request)
{
  g_autoptr (Query) query = query_new (request);
  g_autoptr (GError) error = NULL;

  if (!find_signals (request, query, &error) || !read_interval (request, query, &error))
    {
      gscope_request_refuse (request, 0, error);
      return;
    }
  query->columns = g_new0 (GscopeColumn, query->subjects->len * query->n);
  if (read_subjects (query))
    {
      answer (query);
      return;
    }
  soup_server_message_pause (query->message);
  g_steal_pointer (&query);
}
