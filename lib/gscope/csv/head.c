/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/head.h>

#include <glib/gi18n-lib.h>
#include <gscope/csv/set.h>
#include <gscope/csv/time.h>
#include <gscope/error.h>
#include <string.h>

enum
{
  /* So many rows tell whether a column holds text. */
  MAX_ROWS = 100,
  MAX_NOTES = 20,
};

/* The lines before the first row, as pieces of the text. */
typedef struct
{
  const char *text;
  gsize length;
} Line;

typedef struct
{
  Line names;
  Line units;
  const char *row_begin;
  /* of the rows of the first data set */
  const char *row_end;
  guint n_columns;
} Lines;

static Line
strip (const char *begin, const char *end)
{
  Line line = { begin, end - begin };

  gscope_csv_strip_comment (&line.text, &line.length);
  while (line.length > 0 && g_ascii_isspace (line.text[line.length - 1])
         && line.text[line.length - 1] != '\t')
    line.length--;
  return line;
}

gboolean
gscope_csv_names_columns (const GscopeCsvFormat *format, const char *line, gsize length,
                          guint n_columns)
{
  g_autofree GscopeCsvField *fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  guint n = gscope_csv_split (line, length, format->delimiter, fields, GSCOPE_CSV_MAX_COLUMNS);
  guint n_numbers = 0;
  double value;

  if (n != n_columns || n == 0 || n > GSCOPE_CSV_MAX_COLUMNS)
    return FALSE;
  for (guint i = 0; i < n; i++)
    n_numbers += gscope_csv_read_value (&fields[i], format->decimal, &value);
  return n_numbers < n;
}

const char *
gscope_csv_skip_lines (const char *text, const char *end, guint n)
{
  for (; n > 0 && text < end; n--)
    {
      const char *newline = memchr (text, '\n', end - text);

      text = newline != NULL ? newline + 1 : end;
    }
  return text;
}

static guint
count_fields (const GscopeCsvFormat *format, Line line)
{
  g_autofree GscopeCsvField *fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);

  return gscope_csv_split (line.text, line.length, format->delimiter, fields,
                           GSCOPE_CSV_MAX_COLUMNS);
}

/* The number of fields that most of the first rows have. */
static guint
count_columns (const GscopeCsvFormat *format, const char *text, const char *end)
{
  guint counts[MAX_ROWS], n = 0, best = 0, most = 0;
  Line line;

  while (n < MAX_ROWS && gscope_csv_next_line (&text, end, &line.text, &line.length))
    counts[n++] = count_fields (format, line);
  for (guint i = 0; i < n; i++)
    {
      guint same = 0;

      for (guint k = 0; k < n; k++)
        same += counts[k] == counts[i];
      if (counts[i] > 0 && same > most)
        {
          most = same;
          best = counts[i];
        }
    }
  return best;
}

/* The comments before the first row: the last one that fits names the columns, or with units the last
 * but one. */
static void
choose_comments (const GscopeCsvFormat *format, GArray *comments, guint n, Lines *lines)
{
  for (guint i = comments->len; i > 0; i--)
    {
      Line line = g_array_index (comments, Line, i - 1);

      if (!gscope_csv_names_columns (format, line.text, line.length, n))
        continue;
      if (format->has_units && lines->units.text == NULL)
        lines->units = line;
      else
        {
          lines->names = line;
          return;
        }
    }
}

static void
find_lines (const GscopeCsvFormat *format, const char *text, const char *end, Lines *lines)
{
  g_autoptr (GArray) comments = g_array_new (FALSE, FALSE, sizeof (Line));
  guint n_before = format->header == GSCOPE_CSV_HEADER_LINE ? 1 + !!format->has_units : 0;

  lines->row_begin = lines->row_end = end;
  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *stop = newline != NULL ? newline + 1 : end, *begin = text;
      Line line;

      if (gscope_csv_is_comment (text, stop))
        {
          line = strip (gscope_csv_skip_mark (text, stop), stop);
          g_array_append_val (comments, line);
          text = stop;
          continue;
        }
      if (!gscope_csv_next_line (&text, stop, &line.text, &line.length))
        continue;
      if (n_before == 0)
        {
          lines->row_begin = begin;
          break;
        }
      *(lines->names.text == NULL ? &lines->names : &lines->units) = line;
      n_before--;
    }
  text = gscope_csv_find_set (lines->row_begin, end);
  if (text != NULL)
    lines->row_end = text;
  lines->n_columns = count_columns (format, lines->row_begin, lines->row_end);
  if (lines->n_columns == 0 && lines->names.text != NULL)
    lines->n_columns = count_fields (format, lines->names);
  if (format->header == GSCOPE_CSV_HEADER_COMMENT)
    choose_comments (format, comments, lines->n_columns, lines);
}

static char *
dup_cell (const GscopeCsvField *fields, guint n, guint i)
{
  return i < n ? g_strstrip (gscope_csv_dup_field (&fields[i])) : g_strdup ("");
}

static void
name_columns (GscopeCsvHead *self, const Lines *lines)
{
  g_autofree GscopeCsvField *names = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  g_autofree GscopeCsvField *units = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  guint n_names = 0, n_units = 0;
  char delimiter = self->format.delimiter;

  if (lines->names.text != NULL)
    n_names = gscope_csv_split (lines->names.text, lines->names.length, delimiter, names,
                                GSCOPE_CSV_MAX_COLUMNS);
  if (lines->units.text != NULL)
    n_units = gscope_csv_split (lines->units.text, lines->units.length, delimiter, units,
                                GSCOPE_CSV_MAX_COLUMNS);
  for (guint i = 0; i < self->n_columns; i++)
    {
      char *name = dup_cell (names, n_names, i);
      g_autofree char *unit = dup_cell (units, n_units, i);
      gsize length = strlen (unit);

      if (length > 1 && strchr ("([", unit[0]) != NULL && strchr (")]", unit[length - 1]) != NULL)
        {
          unit[length - 1] = '\0';
          memmove (unit, unit + 1, length - 1);
        }
      self->units[i] = *unit != '\0' ? g_steal_pointer (&unit) : gscope_csv_take_unit (name);
      if (*name == '\0')
        {
          g_free (name);
          name = g_strdup_printf ("column %u", i + 1);
        }
      self->names[i] = name;
    }
}

static gboolean
is_text (const GscopeCsvFormat *format, const GscopeCsvField *field)
{
  double value;

  return !gscope_csv_is_missing (field) && !gscope_csv_read_value (field, format->decimal, &value);
}

static gboolean
is_of_time (const GscopeCsvFormat *format, guint column)
{
  if (format->time == GSCOPE_CSV_TIME_ROWS)
    return FALSE;
  return column == format->time_column
         || (format->has_clock_beside && column == format->time_column + 1);
}

static void
leave_out (GscopeCsvHead *self, guint column, const char *example)
{
  self->is_taken[column] = FALSE;
  if (self->notes->len < MAX_NOTES)
    g_ptr_array_add (self->notes,
                     g_strdup_printf (_ ("Column “%s” holds text, such as “%s”, and is not shown."),
                                      self->names[column], example));
}

/* A column is left out if all that its first rows hold is text. */
static void
choose_columns (GscopeCsvHead *self, const char *text, const char *end)
{
  g_autofree GscopeCsvField *fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  g_autofree guint *n_values = g_new0 (guint, self->n_columns + 1);
  g_autofree GscopeCsvField *texts = g_new0 (GscopeCsvField, self->n_columns + 1);
  const char *line;
  gsize length;

  for (guint row = 0; row < MAX_ROWS && gscope_csv_next_line (&text, end, &line, &length); row++)
    {
      guint n =
          gscope_csv_split (line, length, self->format.delimiter, fields, GSCOPE_CSV_MAX_COLUMNS);

      for (guint i = 0; n == self->n_columns && i < n; i++)
        if (is_text (&self->format, &fields[i]))
          texts[i] = texts[i].begin != NULL ? texts[i] : fields[i];
        else
          n_values[i] += fields[i].length > 0;
    }
  for (guint i = 0; i < self->n_columns; i++)
    {
      self->is_taken[i] = !is_of_time (&self->format, i);
      if (self->is_taken[i] && texts[i].begin != NULL && n_values[i] == 0)
        {
          g_autofree char *example = gscope_csv_dup_field (&texts[i]);

          leave_out (self, i, example);
        }
    }
}

static gboolean
check (const GscopeCsvFormat *format, guint n_columns, GError **error)
{
  if (n_columns > GSCOPE_CSV_MAX_COLUMNS)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("the table has more than %u columns, the most that are read. Remove columns"),
                 GSCOPE_CSV_MAX_COLUMNS);
  else if (n_columns == 0)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                         _ ("there is no row of a table in its first lines"));
  else if (format->time != GSCOPE_CSV_TIME_ROWS
           && format->time_column + !!format->has_clock_beside >= n_columns)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("the time is to be in column %u, and the table has %u. Choose another format"),
                 format->time_column + 1 + !!format->has_clock_beside, n_columns);
  else
    return TRUE;
  return FALSE;
}

GscopeCsvHead *
gscope_csv_head_new (const GscopeCsvFormat *format, const char *text, gsize length, GError **error)
{
  const char *end = text + length, *begin = gscope_csv_skip_lines (text, end, format->first_line);
  Lines lines = { { NULL, 0 }, { NULL, 0 }, NULL, NULL, 0 };
  GscopeCsvHead *self;
  guint n_columns;

  find_lines (format, begin, end, &lines);
  n_columns = lines.n_columns;
  if (!check (format, n_columns, error))
    return NULL;
  self = g_new0 (GscopeCsvHead, 1);
  self->format = *format;
  self->n_columns = n_columns;
  self->names = g_new0 (char *, n_columns + 1);
  self->units = g_new0 (char *, n_columns + 1);
  self->is_taken = g_new0 (gboolean, n_columns + 1);
  self->has_names = lines.names.text != NULL;
  self->offset = lines.row_begin - text;
  self->notes = g_ptr_array_new_with_free_func (g_free);
  name_columns (self, &lines);
  choose_columns (self, lines.row_begin, lines.row_end);
  return self;
}

void
gscope_csv_head_free (GscopeCsvHead *self)
{
  for (guint i = 0; i < self->n_columns; i++)
    {
      g_free (self->names[i]);
      g_free (self->units[i]);
    }
  g_free (self->names);
  g_free (self->units);
  g_free (self->is_taken);
  g_ptr_array_unref (self->notes);
  g_free (self);
}
