/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/sample.h>

#include <gscope/csv/set.h>
#include <string.h>

enum
{
  MAX_LINES = 100,
};

typedef struct
{
  const char *text;
  gsize length;
  /* from 0, of the whole text */
  guint number;
} Line;

const GscopeCsvField *
gscope_csv_sample_get (const GscopeCsvSample *self, guint row, guint column)
{
  return &self->cells[row * self->n_columns + column];
}

static gboolean
is_number (const GscopeCsvField *field, char decimal)
{
  double value;

  return gscope_csv_read_value (field, decimal, &value);
}

gboolean
gscope_csv_sample_is_number (const GscopeCsvSample *self, guint row, guint column)
{
  return is_number (gscope_csv_sample_get (self, row, column), self->decimal);
}

static gboolean
is_date (const GscopeCsvField *field)
{
  static const GscopeCsvTime kinds[] = { GSCOPE_CSV_TIME_DATE, GSCOPE_CSV_TIME_DAY_FIRST,
                                         GSCOPE_CSV_TIME_MONTH_FIRST, GSCOPE_CSV_TIME_TIME_OF_DAY };
  gint64 time;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    if (gscope_csv_read_time (field, '.', kinds[i], &time))
      return TRUE;
  return FALSE;
}

gboolean
gscope_csv_sample_is_value (const GscopeCsvSample *self, guint row, guint column)
{
  const GscopeCsvField *field = gscope_csv_sample_get (self, row, column);

  return is_number (field, self->decimal) || is_date (field);
}

gboolean
gscope_csv_sample_begins_set (const GscopeCsvSample *self, guint row)
{
  const GscopeCsvField *last, *first;
  const char *newline;

  if (row == 0)
    return FALSE;
  last = gscope_csv_sample_get (self, row - 1, self->n_columns - 1);
  first = gscope_csv_sample_get (self, row, 0);
  newline = memchr (last->begin, '\n', first->begin - last->begin);
  return newline != NULL && gscope_csv_find_set (newline + 1, first->begin + 1) != NULL;
}

/* A last line without its newline may have been cut. */
static guint
list_lines (const char *text, gsize length, Line lines[static MAX_LINES])
{
  const char *end = text + length;
  guint n = 0, number = 0;

  while (n < MAX_LINES && text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *stop = newline != NULL ? newline + 1 : end;

      if (gscope_csv_next_line (&text, stop, &lines[n].text, &lines[n].length)
          && (newline != NULL || n < 2))
        lines[n++].number = number;
      number++;
    }
  return n;
}

/* The number of fields that most lines have, of at least `min`. */
static guint
find_usual (const guint *counts, guint n, guint min, guint *n_same)
{
  guint usual = 0;

  *n_same = 0;
  for (guint i = 0; i < n; i++)
    {
      guint same = 0;

      for (guint k = 0; k < n; k++)
        same += counts[k] == counts[i];
      if (counts[i] < min || same <= *n_same)
        continue;
      *n_same = same;
      usual = counts[i];
    }
  return usual;
}

static void
take_rows (GscopeCsvSample *self, const Line *lines, const guint *counts, GscopeCsvField *fields)
{
  guint row = 0;

  self->cells = g_new (GscopeCsvField, (gsize) self->n_rows * self->n_columns);
  for (guint i = 0; i < self->n_lines && row < self->n_rows; i++)
    {
      if (counts[i] != self->n_columns)
        {
          self->first_line = row == 0 ? lines[i].number + 1 : self->first_line;
          continue;
        }
      gscope_csv_split (lines[i].text, lines[i].length, self->delimiter, fields,
                        GSCOPE_CSV_MAX_COLUMNS);
      memcpy (self->cells + (gsize) row * self->n_columns, fields,
              self->n_columns * sizeof *fields);
      row++;
    }
}

static guint
count_numbers (const GscopeCsvSample *self, char decimal)
{
  guint n = 0;

  for (gsize i = 0; i < (gsize) self->n_rows * self->n_columns; i++)
    n += is_number (&self->cells[i], decimal);
  return n;
}

/* A comma that separates fields is no decimal one. */
static void
find_decimal (GscopeCsvSample *self)
{
  guint n = 0;

  self->decimal = '.';
  if (self->delimiter != ',' && count_numbers (self, ',') > count_numbers (self, '.'))
    self->decimal = ',';
  for (guint row = 0; row < self->n_rows; row++)
    for (guint i = 0; i < self->n_columns; i++)
      n += gscope_csv_sample_is_value (self, row, i);
  self->share = n / MAX (1.0, (double) self->n_rows * self->n_columns);
}

static GscopeCsvSample *
split_lines (const Line *lines, guint n, char delimiter, guint min)
{
  GscopeCsvSample *self = g_new0 (GscopeCsvSample, 1);
  g_autofree GscopeCsvField *fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  guint counts[MAX_LINES];

  self->delimiter = delimiter;
  self->n_lines = n;
  for (guint i = 0; i < n; i++)
    counts[i] = gscope_csv_split (lines[i].text, lines[i].length, delimiter, fields,
                                  GSCOPE_CSV_MAX_COLUMNS);
  self->n_columns = find_usual (counts, n, min, &self->n_rows);
  self->has_too_many = self->n_columns > GSCOPE_CSV_MAX_COLUMNS;
  if (self->has_too_many)
    self->n_rows = 0;
  take_rows (self, lines, counts, fields);
  find_decimal (self);
  return self;
}

static gboolean
is_better (const GscopeCsvSample *a, const GscopeCsvSample *b)
{
  if (a->has_too_many || b->has_too_many)
    return a->has_too_many && !b->has_too_many && b->n_rows < 2;
  return a->n_rows > b->n_rows || (a->n_rows == b->n_rows && a->share > b->share + 1e-9);
}

GscopeCsvSample *
gscope_csv_sample_new (const char *text, gsize length)
{
  static const char delimiters[] = { ';', '\t', '|', ',', ' ' };
  Line lines[MAX_LINES];
  guint n = list_lines (text, length, lines);
  GscopeCsvSample *best = split_lines (lines, n, delimiters[0], 2);

  for (guint i = 1; i < G_N_ELEMENTS (delimiters); i++)
    {
      GscopeCsvSample *sample = split_lines (lines, n, delimiters[i], 2);

      if (is_better (sample, best))
        {
          gscope_csv_sample_free (best);
          best = sample;
        }
      else
        gscope_csv_sample_free (sample);
    }
  if (best->n_columns > 0)
    return best;
  /* one value a line */
  gscope_csv_sample_free (best);
  return split_lines (lines, n, ' ', 1);
}

void
gscope_csv_sample_free (GscopeCsvSample *self)
{
  g_free (self->cells);
  g_free (self);
}
