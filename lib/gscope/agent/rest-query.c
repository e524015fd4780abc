/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/rest-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
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

/* The columns that somebody asks for. */
typedef struct
{
  GPtrArray *signals;
  gint64 from;
  gint64 width;
  gint64 n;
  gint64 until;
} Query;

static void
query_clear (Query *query)
{
  g_ptr_array_unref (query->signals);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (Query, query_clear)

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
      GscopeScope *scope;
      GscopeSignal *signal = find_signal (request, names[i], &scope);

      if (!signal)
        {
          g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                       _ ("There is no signal “%s”. Read /v1/signals to see which there are."),
                       names[i]);
          return FALSE;
        }
      g_ptr_array_add (query->signals, g_object_ref (signal));
      query->until = MIN (query->until, gscope_scope_get_pen (scope));
      gscope_scope_drain (scope);
    }
  if (query->signals->len > 0 && query->signals->len <= MAX_SIGNALS)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("The query has %u signals. Name 1 to %d, each as “signal=FULL-NAME”."),
               query->signals->len, MAX_SIGNALS);
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
      || !gscope_request_get_integer (request, "columns", 1, MAX_COLUMNS / query->signals->len,
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

static void
answer_json (GscopeRequest *request, const Query *query, GscopeColumn *columns)
{
  JsonObject *object = json_object_new ();
  JsonArray *signals = json_array_new ();

  json_object_set_int_member (object, "from_ns", query->from);
  json_object_set_int_member (object, "width_ns", query->width);
  json_object_set_int_member (object, "until_ns", query->until);
  for (guint i = 0; i < query->signals->len; i++)
    {
      GscopeSignal *signal = query->signals->pdata[i];

      gscope_trace_get_columns (gscope_signal_get_trace (signal), query->from, query->width,
                                (gsize) query->n, columns);
      json_array_add_object_element (signals, describe_columns (signal, columns, query->n));
    }
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
answer_csv (GscopeRequest *request, const Query *query, GscopeColumn *columns)
{
  GString *text = g_string_new ("time_ns,width_ns,signal,min,max,first,last,count\r\n");
  gsize size;

  for (guint i = 0; i < query->signals->len; i++)
    {
      GscopeSignal *signal = query->signals->pdata[i];

      gscope_trace_get_columns (gscope_signal_get_trace (signal), query->from, query->width,
                                (gsize) query->n, columns);
      append_columns (text, signal, query, columns);
    }
  size = text->len;
  gscope_request_answer_text (request, "text/csv; charset=utf-8; header=present",
                              g_string_free (text, FALSE), size);
}

void
gscope_rest_get_query (GscopeRequest *request)
{
  static const char *const types[] = { "application/json", "text/csv", NULL };
  g_auto (Query)
      query = { .signals = g_ptr_array_new_with_free_func (g_object_unref), .until = G_MAXINT64 };
  g_autofree GscopeColumn *columns = NULL;
  g_autoptr (GError) error = NULL;

  if (!find_signals (request, &query, &error) || !read_interval (request, &query, &error))
    {
      gscope_request_refuse (request, 0, error);
      return;
    }
  columns = g_new0 (GscopeColumn, query.n);
  if (g_str_equal (gscope_request_choose_type (request, types), "text/csv"))
    answer_csv (request, &query, columns);
  else
    answer_json (request, &query, columns);
}
