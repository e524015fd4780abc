/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "table.h"

#include "name.h"

#include <glib/gi18n.h>
#include <string.h>

enum
{
  /* A guess looks at 100 lines, and one has the titles. */
  N_ROWS = 99,
  MAX_CELL = 64,
};

/* The first rows as a text with commas: once with all, and once without columns of numbers that identify rows. */
typedef struct
{
  GString *all;
  GString *without_ids;
} Sample;

static void
column_free (gpointer data)
{
  DecodeColumn *self = data;

  g_free (self->title);
  g_free (self->name);
  g_free (self->unit);
  g_free (self->example);
  g_free (self);
}

void
decode_table_free (DecodeTable *self)
{
  g_free (self->from);
  g_ptr_array_unref (self->columns);
  g_ptr_array_unref (self->values);
  g_free (self);
}

gboolean
decode_read_number (const char *text, double *value)
{
  char *end;

  *value = g_ascii_strtod (text, &end);
  if (end == text)
    return FALSE;
  while (g_ascii_isspace (*end))
    end++;
  return *end == '\0';
}

/* Titles. */

/* Takes a unit in brackets off a title: "speed (m/s)" or "speed [m/s]". */
static void
split_title (DecodeColumn *self)
{
  g_autofree char *title = decode_make_name (self->title);
  gsize length = strlen (title);
  char last = title[length - 1], *begin = NULL;

  if (last == ')' || last == ']')
    begin = strrchr (title, last == ')' ? '(' : '[');
  if (begin && begin > title)
    {
      self->unit = g_strstrip (g_strndup (begin + 1, (gsize) (title + length - begin) - 2));
      *begin = '\0';
    }
  self->name = g_strdup (g_strchomp (title));
}

static gboolean
is_id (const DecodeColumn *self)
{
  g_autofree char *title = g_ascii_strdown (self->title, -1);

  return g_str_equal (title, "id") || g_str_equal (title, "rowid")
         || g_str_has_suffix (title, "_id");
}

static gboolean
is_title_of_names (const DecodeColumn *self)
{
  static const char *const words[] = { "channel",  "device", "host",   "key",
                                       "label",    "metric", "name",   "parameter",
                                       "quantity", "sensor", "series", "signal",
                                       "source",   "tag",    "topic",  "variable" };
  g_autofree char *title = g_ascii_strdown (self->title, -1);

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_str_equal (title, words[i]))
      return TRUE;
  return g_str_has_suffix (title, "_name");
}

/* The first rows. */

static void
append_cell (GString *text, const char *cell)
{
  gsize n = MIN (strlen (cell), MAX_CELL);

  if (text->len > 0 && text->str[text->len - 1] != '\n')
    g_string_append_c (text, ',');
  g_string_append_c (text, '"');
  for (gsize i = 0; i < n; i++)
    {
      if (cell[i] == '"')
        g_string_append_c (text, '"');
      g_string_append_c (text, g_ascii_iscntrl (cell[i]) ? ' ' : cell[i]);
    }
  g_string_append_c (text, '"');
}

static void
look_at_text (DecodeColumn *self, const char *text)
{
  double value;

  if (decode_read_number (text, &value))
    {
      self->n_numbers++;
      self->n_number_texts++;
      return;
    }
  self->n_texts += *text != '\0';
  if (!self->example && *text)
    self->example = decode_make_name (text);
}

/* Returns the text of the cell in a table of values. */
static const char *
look_at_cell (DecodeColumn *self, sqlite3_stmt *row, int column)
{
  int type = sqlite3_column_type (row, column);
  const char *text;

  if (type == SQLITE_BLOB)
    self->n_blobs++;
  if (type == SQLITE_BLOB || type == SQLITE_NULL)
    return "";
  text = (const char *) sqlite3_column_text (row, column);
  if (type == SQLITE_TEXT && text)
    look_at_text (self, text);
  else
    self->n_numbers++;
  return text ? text : "";
}

static void
append_line (DecodeTable *self, Sample *sample, sqlite3_stmt *row)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      DecodeColumn *column = self->columns->pdata[i];
      const char *cell = row ? look_at_cell (column, row, (int) i) : column->title;

      append_cell (sample->all, cell);
      append_cell (sample->without_ids, row && is_id (column) ? "" : cell);
    }
  g_string_append_c (sample->all, '\n');
  g_string_append_c (sample->without_ids, '\n');
}

/* Columns of one name are told apart by numbers. */
static void
make_unique (DecodeTable *self, DecodeColumn *column)
{
  for (guint i = 0; i < self->columns->len; i++)
    if (g_str_equal (((DecodeColumn *) self->columns->pdata[i])->name, column->name))
      {
        g_autofree char *name = g_strdup_printf ("%u %s", self->columns->len + 1, column->name);

        g_free (column->name);
        column->name = decode_make_name (name);
        return;
      }
}

static void
add_columns (DecodeTable *self, sqlite3_stmt *statement)
{
  for (int i = 0; i < sqlite3_column_count (statement); i++)
    {
      DecodeColumn *column = g_new0 (DecodeColumn, 1);
      const char *title = sqlite3_column_name (statement, i);

      column->title = g_strdup (title ? title : "");
      split_title (column);
      make_unique (self, column);
      g_ptr_array_add (self->columns, column);
    }
}

static gboolean
take_sample (DecodeTable *self, DecodeConnection *connection, Sample *sample)
{
  g_autoptr (sqlite3_stmt) statement =
      decode_connection_prepare (connection, NULL, "SELECT * FROM %s LIMIT %d", self->from, N_ROWS);
  DecodeStep step;

  if (!statement)
    return FALSE;
  add_columns (self, statement);
  append_line (self, sample, NULL);
  while ((step = decode_connection_step (connection, statement)) == DECODE_ROW)
    append_line (self, sample, statement);
  return step == DECODE_NO_ROW;
}

/* The time. */

static gboolean
is_date (GscopeCsvTime time)
{
  return time == GSCOPE_CSV_TIME_DATE || time == GSCOPE_CSV_TIME_DAY_FIRST
         || time == GSCOPE_CSV_TIME_MONTH_FIRST;
}

static void
take_guess (DecodeTable *self, const GscopeCsvFormat *guess, DecodeLikeness likeness)
{
  guint column = guess->time_column, n = self->columns->len;

  self->format = *guess;
  self->format.decimal = '.';
  self->likeness = is_date (guess->time) ? DECODE_BY_DATE : likeness;
  if (guess->time == GSCOPE_CSV_TIME_ROWS || column >= n || (n > 1 && guess->delimiter != ','))
    {
      self->format.time = GSCOPE_CSV_TIME_ROWS;
      self->likeness = DECODE_WITHOUT_TIME;
      return;
    }
  self->time = self->columns->pdata[column];
  if (guess->has_clock_beside && column + 1 < n)
    self->clock = self->columns->pdata[column + 1];
  self->format.has_clock_beside = self->clock != NULL;
  self->format.time_column = 0;
}

/* A number that identifies a row is the time if nothing else is. */
static gboolean
find_time (DecodeTable *self, const Sample *sample)
{
  g_autoptr (GscopeCsvFormat) format =
      gscope_csv_format_guess (sample->without_ids->str, sample->without_ids->len, NULL);
  g_autoptr (GscopeCsvFormat) other = NULL;

  if (format && format->time != GSCOPE_CSV_TIME_ROWS)
    {
      take_guess (self, format, DECODE_BY_TIME);
      return TRUE;
    }
  other = gscope_csv_format_guess (sample->all->str, sample->all->len, NULL);
  if (other || format)
    take_guess (self, other ? other : format, DECODE_BY_NUMBER);
  return other || format;
}

/* The values. */

static gboolean
holds_numbers (const DecodeColumn *self)
{
  return 5 * self->n_numbers >= 4 * (self->n_numbers + self->n_texts + self->n_blobs);
}

static void
choose_columns (DecodeTable *self)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      DecodeColumn *column = self->columns->pdata[i];

      if (column == self->time || column == self->clock)
        continue;
      if (holds_numbers (column))
        g_ptr_array_add (self->values, column);
      else if (!self->names && column->n_texts > column->n_blobs && is_title_of_names (column))
        self->names = column;
    }
  if (self->values->len == 0)
    self->likeness = DECODE_NO_VALUES;
}

DecodeTable *
decode_table_new (DecodeConnection *connection, const char *from)
{
  g_autoptr (DecodeTable) self = g_new0 (DecodeTable, 1);
  g_autoptr (GString) all = g_string_new (NULL), without_ids = g_string_new (NULL);
  Sample sample = { all, without_ids };

  self->from = g_strdup (from);
  self->columns = g_ptr_array_new_with_free_func (column_free);
  self->values = g_ptr_array_new ();
  if (!take_sample (self, connection, &sample))
    return NULL;
  if (find_time (self, &sample))
    choose_columns (self);
  return g_steal_pointer (&self);
}

void
decode_table_tell (const DecodeTable *self, DecodeOutput *output)
{
  for (guint i = 0; i < self->columns->len; i++)
    {
      const DecodeColumn *column = self->columns->pdata[i];
      g_autofree char *note = NULL;

      if (column == self->time || column == self->clock || column == self->names
          || g_ptr_array_find (self->values, column, NULL))
        continue;
      if (column->example)
        note = g_strdup_printf (_ ("Column “%s” holds text, such as “%s”, and is not shown."),
                                column->name, column->example);
      else
        note =
            g_strdup_printf (_ ("Column “%s” holds binary data, and is not shown."), column->name);
      decode_output_note (output, note);
    }
}

/* Reading. */

static void
append_column (GString *sql, const DecodeColumn *column, const char *before)
{
  g_autofree char *quoted = column ? decode_quote (column->title) : NULL;

  if (column)
    g_string_append_printf (sql, "%s%s", before, quoted);
}

/* Dates whose text has not the order of their times come as they are. */
static gboolean
has_order (const DecodeTable *self)
{
  return self->time && self->format.time != GSCOPE_CSV_TIME_DAY_FIRST
         && self->format.time != GSCOPE_CSV_TIME_MONTH_FIRST
         && self->format.time != GSCOPE_CSV_TIME_TIME_OF_DAY;
}

static void
append_order (const DecodeTable *self, GString *sql)
{
  g_autofree char *time = self->time ? decode_quote (self->time->title) : NULL;

  if (!has_order (self))
    return;
  if (self->time->n_number_texts > 0)
    g_string_append_printf (sql, " ORDER BY 0 + %s", time);
  else
    g_string_append_printf (sql, " ORDER BY %s", time);
  append_column (sql, self->clock, ", ");
}

static char *
make_query (const DecodeTable *self, gboolean by_time)
{
  GString *sql = g_string_new ("SELECT ");

  append_column (sql, self->time, "");
  append_column (sql, self->clock, ", ");
  append_column (sql, self->names, self->time ? ", " : "");
  for (guint i = 0; i < self->values->len; i++)
    append_column (sql, self->values->pdata[i], i > 0 || self->time || self->names ? ", " : "");
  g_string_append_printf (sql, " FROM %s", self->from);
  if (by_time)
    append_order (self, sql);
  return g_string_free (sql, FALSE);
}

gboolean
decode_table_needs_sorting (const DecodeTable *self, DecodeConnection *connection)
{
  g_autofree char *sql = make_query (self, TRUE);
  g_autoptr (sqlite3_stmt) plan = NULL;

  if (!has_order (self) || *self->from == '(')
    return FALSE;
  plan = decode_connection_prepare (connection, NULL, "EXPLAIN QUERY PLAN %s", sql);
  while (plan && decode_connection_step (connection, plan) == DECODE_ROW)
    {
      const char *step = (const char *) sqlite3_column_text (plan, 3);

      if (step && strstr (step, "TEMP B-TREE"))
        return TRUE;
    }
  return FALSE;
}

sqlite3_stmt *
decode_table_read (const DecodeTable *self, DecodeConnection *connection, gboolean by_time)
{
  g_autofree char *sql = make_query (self, by_time);

  return decode_connection_prepare (connection, NULL, "%s", sql);
}
