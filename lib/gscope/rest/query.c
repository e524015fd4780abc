/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/private.h>

#include <gscope/session/past.h>
#include <gscope/text/decimal.h>
#include <math.h>

/* The columns that somebody asks for. */
typedef struct
{
  SoupServerMessage *message;
  gboolean is_csv;
  GscopePast *past;
  /* the answer waits for recordings */
  gboolean is_paused;
  gboolean is_answered;
} Query;

static void
query_free (Query *query)
{
  g_object_unref (query->message);
  g_clear_pointer (&query->past, gscope_past_free);
  g_free (query);
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC (Query, query_free)

/* The interval ends now unless the query says when. */
static gboolean
read_interval (GscopeRequest *request, GscopePast *past, GError **error)
{
  GscopePastInterval interval = gscope_past_get_default_interval (past);
  gint64 first = G_MININT64;

  if (!gscope_request_get_integer (request, "seconds", 1, 1000000000, &interval.seconds, error)
      || !gscope_request_get_integer (request, "to_ns", -GSCOPE_PAST_LATEST, GSCOPE_PAST_LATEST,
                                      &interval.to, error)
      || !gscope_request_get_integer (request, "from_ns", -GSCOPE_PAST_LATEST, interval.to - 1,
                                      &first, error)
      || !gscope_request_get_integer (request, "columns", 1,
                                      GSCOPE_PAST_MAX_COLUMNS / gscope_past_count (past),
                                      &interval.columns, error))
    return FALSE;
  interval.has_from = first != G_MININT64;
  interval.from = first;
  gscope_past_set_interval (past, &interval);
  return TRUE;
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
append_columns (GString *text, const char *name, const GscopePast *past,
                const GscopeColumn *columns)
{
  for (gint64 i = 0; i < past->n; i++)
    {
      if (columns[i].count == 0)
        continue;
      g_string_append_printf (text, "%" G_GINT64_FORMAT ",%" G_GINT64_FORMAT,
                              past->from + i * past->width, past->width);
      append_name (text, name);
      append_field (text, columns[i].min <= columns[i].max ? columns[i].min : NAN);
      append_field (text, columns[i].min <= columns[i].max ? columns[i].max : NAN);
      append_field (text, columns[i].first);
      append_field (text, columns[i].last);
      g_string_append_printf (text, ",%" G_GUINT64_FORMAT "\r\n", (guint64) columns[i].count);
    }
}

static void
answer_csv (GscopeRequest *request, GscopePast *past)
{
  GString *text = g_string_new ("time_ns,width_ns,signal,min,max,first,last,count\r\n");
  gsize size;

  for (guint i = 0; i < gscope_past_count (past); i++)
    append_columns (text, gscope_past_get_name (past, i), past, past->columns + i * past->n);
  size = text->len;
  gscope_request_answer_text (request, "text/csv; charset=utf-8; header=present",
                              g_string_free (text, FALSE), size);
}

static void
answer_json (GscopeRequest *request, GscopePast *past)
{
  JsonObject *object = json_object_new ();

  gscope_past_describe (past, object);
  gscope_request_answer_json (request, SOUP_STATUS_OK, object);
}

static void
on_read (gpointer data)
{
  Query *query = data;
  GscopeRequest request = { .message = query->message };

  if (query->is_csv)
    answer_csv (&request, query->past);
  else
    answer_json (&request, query->past);
  query->is_answered = TRUE;
  if (!query->is_paused)
    return;
  soup_server_message_unpause (query->message);
  query_free (query);
}

void
gscope_rest_get_query (GscopeRequest *request)
{
  static const char *const types[] = { "application/json", "text/csv", NULL };
  g_autoptr (Query) query = g_new0 (Query, 1);
  g_auto (GStrv) names = gscope_request_get_texts (request, "signal");
  g_autoptr (GError) error = NULL;

  query->message = g_object_ref (request->message);
  query->is_csv = g_str_equal (gscope_request_choose_type (request, types), "text/csv");
  query->past =
      gscope_past_new (request->agent, request->principal, (const char *const *) names, &error);
  if (!query->past || !read_interval (request, query->past, &error))
    {
      gscope_request_refuse (request, 0, error);
      return;
    }
  gscope_past_read (query->past, on_read, query);
  if (query->is_answered)
    return;
  query->is_paused = TRUE;
  soup_server_message_pause (query->message);
  g_steal_pointer (&query);
}
