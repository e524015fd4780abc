/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "output.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>
#include <inttypes.h>

enum
{
  DEFAULT_COLUMNS = 60,
};

#define DEFAULT_LENGTH (60 * GSCOPE_SEC)

typedef struct
{
  ToolsSession session;
  GscopeSignal *signal;
  gint64 begin;
  gint64 width;
  /* how far Unix time is ahead of the clock of the samples, nanoseconds */
  gint64 ahead;
  GString *text;
} Query;

/* The formats. A gap is a column without samples, which has a cause. */

typedef char *(*FormatFunc) (double number);

/* For people. */
static char *
format_rounded (double number)
{
  return gscope_quantity_format_rounded (number, 9);
}

static void
append_numbers (GString *text, char separator, FormatFunc format, const GscopeColumn *column)
{
  const double numbers[] = { column->min, column->max, column->first, column->last };

  for (guint i = 0; i < G_N_ELEMENTS (numbers); i++)
    {
      g_autofree char *number = format (numbers[i]);

      g_string_append_c (text, separator);
      g_string_append (text, number);
    }
}

static void
append_row (Query *self, gint64 time, gint64 width, const GscopeColumn *column, const char *gap)
{
  g_autoptr (GDateTime) utc = g_date_time_new_from_unix_utc ((time + self->ahead) / GSCOPE_SEC);
  g_autoptr (GDateTime) local = g_date_time_to_local (utc);
  g_autofree char *date = g_date_time_format (local, "%F %T");

  g_string_append_printf (self->text, "%s.%03d\t%s\t%" G_GUINT64_FORMAT, date,
                          (int) ((time + self->ahead) % GSCOPE_SEC / GSCOPE_MSEC),
                          gscope_signal_get_full_name (self->signal), column->count);
  if (gap)
    g_string_append_printf (self->text, "\t%s", gap);
  else
    append_numbers (self->text, '\t', format_rounded, column);
  g_string_append_c (self->text, '\n');
}

static void
append_csv (Query *self, gint64 time, gint64 width, const GscopeColumn *column, const char *gap)
{
  g_autofree char *name = tools_output_quote_csv (gscope_signal_get_full_name (self->signal));
  char number[G_ASCII_DTOSTR_BUF_SIZE];

  g_ascii_formatd (number, sizeof number, "%.6f", (double) time / (double) GSCOPE_MSEC);
  g_string_append (self->text, number);
  g_ascii_formatd (number, sizeof number, "%.6f", (double) width / (double) GSCOPE_MSEC);
  g_string_append_printf (self->text, ",%s,%s,%" G_GUINT64_FORMAT, number, name, column->count);
  if (gap)
    g_string_append_printf (self->text, ",,,,,%s", gap);
  else
    {
      append_numbers (self->text, ',', gscope_quantity_format_exact, column);
      g_string_append_c (self->text, ',');
    }
  g_string_append_c (self->text, '\n');
}

static void
append_json (Query *self, gint64 time, gint64 width, const GscopeColumn *column, const char *gap)
{
  g_autoptr (JsonObject) object = json_object_new ();
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), object);
  g_autofree char *line = NULL;

  json_object_set_int_member (object, "time_ns", time);
  json_object_set_int_member (object, "width_ns", width);
  json_object_set_string_member (object, "name", gscope_signal_get_full_name (self->signal));
  json_object_set_int_member (object, "count", (gint64) column->count);
  if (gap)
    json_object_set_string_member (object, "gap", gap);
  else
    {
      tools_output_set_number (object, "min", column->min);
      tools_output_set_number (object, "max", column->max);
      tools_output_set_number (object, "first", column->first);
      tools_output_set_number (object, "last", column->last);
    }
  line = json_to_string (node, FALSE);
  g_string_append_printf (self->text, "%s\n", line);
}

static const char *
get_gap (const GscopeColumn *column)
{
  g_autoptr (GEnumClass) klass = g_type_class_ref (GSCOPE_TYPE_GAP_CAUSE);
  GscopeGapCause cause;

  return column->count == 0 && gscope_gap_from_value (column->min, &cause)
             ? g_enum_get_value (klass, (int) cause)->value_nick
             : NULL;
}

static void
take_column (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
             gpointer data)
{
  Query *self = data;
  const ToolsOptions *options = self->session.options;

  /* This column has no values, only the sample at which a gap begins. The next column has the cause. */
  if (column->count > 0 && !(column->min <= column->max))
    return;
  if (options->csv)
    append_csv (self, time, width, column, get_gap (column));
  else if (options->json)
    append_json (self, time, width, column, get_gap (column));
  else
    append_row (self, time, width, column, get_gap (column));
}

/* Asking. */

static gboolean
choose_interval (Query *self, guint n_columns, GError **error)
{
  const ToolsOptions *options = self->session.options;
  gint64 now = gscope_clock_get_time (gscope_clock_get_system ());
  gint64 end;

  self->ahead = g_get_real_time () * 1000 - now;
  end = tools_options_get_time (&options->to, now, self->ahead);
  self->begin = options->from.is_given ? tools_options_get_time (&options->from, now, self->ahead)
                                       : end - DEFAULT_LENGTH;
  self->width = (end - self->begin) / n_columns;
  if (self->width >= 1)
    return TRUE;
  g_set_error_literal (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                       _ ("The interval is empty: --from has to be earlier than --to."));
  return FALSE;
}

static gboolean
ask (Query *self, GscopeSignal *signal, guint n_columns, GError **error)
{
  GscopeSource *source =
      tools_session_open_source_of (&self->session, gscope_signal_get_full_name (signal), error);
  g_autoptr (ToolsWait) wait = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  GAsyncResult *result;

  if (!source)
    return FALSE;
  self->signal = signal;
  self->text = text;
  wait = tools_session_begin_wait ();
  gscope_remote_query_async (GSCOPE_REMOTE (source), signal, self->begin, self->width, n_columns,
                             tools_wait_keep, tools_wait_ref (wait));
  result = tools_wait_await (wait);
  if (!result)
    {
      tools_session_report_silence (_ ("Ask for a shorter time."), error);
      return FALSE;
    }
  return gscope_remote_query_finish (GSCOPE_REMOTE (source), result, take_column, self, error)
         && tools_output_write (text->str, error);
}

gboolean
tools_query (const ToolsOptions *options, GError **error)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  guint n_columns = options->n_columns > 0 ? options->n_columns : DEFAULT_COLUMNS;
  Query self = { 0 };
  gboolean done = TRUE;

  tools_session_init (&self.session, options);
  for (guint i = 0; done && options->arguments[i]; i++)
    done = tools_session_add_signals (&self.session, options->arguments[i], signals, error);
  done = done && choose_interval (&self, n_columns, error);
  if (done && options->csv)
    done = tools_output_write ("time_ms,width_ms,name,count,min,max,first,last,gap\n", error);
  else if (done && !options->json)
    done = tools_output_write ("time\tsignal\tcount\tmin\tmax\tfirst\tlast\n", error);
  for (guint i = 0; done && i < signals->len; i++)
    done = ask (&self, signals->pdata[i], n_columns, error);
  tools_session_clear (&self.session);
  return done;
}
