/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <gscope/csv/head.h>
#include <gscope/csv/sample.h>

#include <gscope/error.h>
#include <string.h>

/* A guess; the rows from `first` on hold values. */
typedef struct
{
  const GscopeCsvSample *sample;
  GscopeCsvFormat format;
  guint first;
  /* from a comment, where the names are */
  GscopeCsvHead *head;
} Guess;

/* Headings. */

/* Returns TRUE if four of five fields of a column that are not empty hold values, from row `first` on. */
static gboolean
has_values (const GscopeCsvSample *sample, guint first, guint column)
{
  guint n = 0, n_values = 0;

  for (guint row = first; row < sample->n_rows; row++)
    {
      if (gscope_csv_is_missing (gscope_csv_sample_get (sample, row, column)))
        continue;
      n++;
      n_values += gscope_csv_sample_is_value (sample, row, column);
    }
  return n_values > 0 && 5 * n_values >= 4 * n;
}

static gboolean
is_text (const GscopeCsvSample *sample, guint row, guint column)
{
  return gscope_csv_sample_get (sample, row, column)->length > 0
         && !gscope_csv_sample_is_value (sample, row, column);
}

/* Returns TRUE if the rows below have values; a row of units may follow the names. */
static gboolean
has_values_below (const GscopeCsvSample *sample, guint row, guint column)
{
  return has_values (sample, row + 1, column) || (row == 0 && has_values (sample, 2, column));
}

/* A row of names or units has text where those below have values, and no number, or none in the first
 * column: channels may be called 1, 2, 3. */
static gboolean
is_heading (const GscopeCsvSample *sample, guint row)
{
  guint n_texts = 0, n_numbers = 0;

  for (guint i = 0; i < sample->n_columns; i++)
    {
      n_numbers += gscope_csv_sample_is_value (sample, row, i);
      n_texts += is_text (sample, row, i) && has_values_below (sample, row, i);
    }
  if (n_texts == 0)
    return FALSE;
  return n_numbers == 0 || (row == 0 && is_text (sample, 0, 0) && has_values_below (sample, 0, 0));
}

static void
guess_heading (Guess *self)
{
  self->first = is_heading (self->sample, 0);
  self->format.header = self->first > 0 ? GSCOPE_CSV_HEADER_LINE : GSCOPE_CSV_HEADER_NONE;
  self->format.has_units = self->first > 0 && is_heading (self->sample, 1);
  self->first += self->format.has_units;
}

/* Of two comments that fit, the second has the units if it has one for the time. */
static gboolean
has_time_unit (const GscopeCsvHead *head)
{
  GscopeCsvTime kind;

  for (guint i = 0; i < head->n_columns; i++)
    if (head->units[i] != NULL && gscope_csv_find_time_unit (head->units[i], &kind))
      return TRUE;
  return FALSE;
}

/* NULL if the whole text does not have as many columns as the lines that were looked at. */
static GscopeCsvHead *
read_head (const Guess *self, const char *text, gsize length, gboolean has_units)
{
  GscopeCsvFormat format = self->format;
  GscopeCsvHead *head;

  format.time = GSCOPE_CSV_TIME_ROWS;
  format.has_units = has_units;
  head = gscope_csv_head_new (&format, text, length, NULL);
  if (head != NULL && head->n_columns != self->sample->n_columns)
    g_clear_pointer (&head, gscope_csv_head_free);
  return head;
}

static gboolean
has_names (const GscopeCsvHead *head)
{
  return head != NULL && !g_str_equal (head->names[0], "column 1");
}

static void
guess_comment (Guess *self, const char *text, gsize length)
{
  if (self->format.header == GSCOPE_CSV_HEADER_NONE)
    {
      GscopeCsvHead *with_units;

      self->format.header = GSCOPE_CSV_HEADER_COMMENT;
      with_units = read_head (self, text, length, TRUE);
      if (has_names (with_units) && has_time_unit (with_units))
        {
          self->format.has_units = TRUE;
          self->head = with_units;
          return;
        }
      g_clear_pointer (&with_units, gscope_csv_head_free);
    }
  self->head = read_head (self, text, length, self->format.has_units);
  if (self->format.header == GSCOPE_CSV_HEADER_COMMENT && !has_names (self->head))
    self->format.header = GSCOPE_CSV_HEADER_NONE;
}

/* Times. */

static gboolean
is_time_title (const char *name)
{
  static const char *const words[] = {
    "time", "timestamp", "date", "datetime", "t", "zeit", "datum"
  };
  g_autofree char *title = g_utf8_casefold (name, -1);
  gsize n = strcspn (title, " _([");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == n && strncmp (title, words[i], n) == 0)
      return TRUE;
  return FALSE;
}

/* The unit of a column, in brackets or a row of its own, or as the end of its name: "time_us". */
static gboolean
read_unit (const Guess *self, guint column, GscopeCsvTime *kind)
{
  g_autofree char *name = NULL;
  const char *end;

  if (self->head == NULL)
    return FALSE;
  if (self->head->units[column] != NULL)
    return gscope_csv_find_time_unit (self->head->units[column], kind);
  name = g_utf8_casefold (self->head->names[column], -1);
  end = name + strlen (name);
  while (end > name && strchr (" _", end[-1]) == NULL)
    end--;
  return end > name && gscope_csv_find_time_unit (end, kind);
}

static gboolean
read_time (const Guess *self, guint row, guint column, GscopeCsvTime kind, gint64 *time)
{
  return gscope_csv_read_time (gscope_csv_sample_get (self->sample, row, column),
                               self->sample->decimal, kind, time);
}

/* How many rows can be read so, and how many of these are later or earlier than the one before in their data set. */
static guint
count_times (const Guess *self, guint column, GscopeCsvTime kind, guint *n_later, guint *n_earlier)
{
  gint64 time, last = 0;
  gboolean follows = FALSE;
  guint n = 0;

  *n_later = *n_earlier = 0;
  for (guint row = self->first; row < self->sample->n_rows; row++)
    {
      follows = follows && !gscope_csv_sample_begins_set (self->sample, row);
      if (!read_time (self, row, column, kind, &time))
        continue;
      *n_later += follows && time > last;
      *n_earlier += follows && time < last;
      follows = TRUE;
      last = time;
      n++;
    }
  return n;
}

static gboolean
has_twelve_hours (const Guess *self, guint column)
{
  const GscopeCsvField *field = gscope_csv_sample_get (self->sample, self->first, column);

  return field->length > 1 && g_ascii_tolower (field->begin[field->length - 1]) == 'm';
}

/* Numbers without a unit by their size: from 1980 on, times since 1970 differ by three digits from unit
 * to unit. */
static GscopeCsvTime
guess_number (const Guess *self, guint column)
{
  double value = 0;
  GscopeCsvTime kind;

  if (read_unit (self, column, &kind))
    return kind;
  gscope_csv_read_value (gscope_csv_sample_get (self->sample, self->sample->n_rows - 1, column),
                         self->sample->decimal, &value);
  if (value >= 3e17)
    return GSCOPE_CSV_TIME_NANOSECONDS;
  if (value >= 3e14)
    return GSCOPE_CSV_TIME_MICROSECONDS;
  return value >= 3e11 ? GSCOPE_CSV_TIME_MILLISECONDS : GSCOPE_CSV_TIME_SECONDS;
}

/* The kind that reads most rows, and then is in order most often. Where day and month may be either,
 * a twelve-hour clock is American. */
static gboolean
guess_kind (const Guess *self, guint column, GscopeCsvTime *kind)
{
  const GscopeCsvTime kinds[] = {
    guess_number (self, column),
    GSCOPE_CSV_TIME_DATE,
    has_twelve_hours (self, column) ? GSCOPE_CSV_TIME_MONTH_FIRST : GSCOPE_CSV_TIME_DAY_FIRST,
    has_twelve_hours (self, column) ? GSCOPE_CSV_TIME_DAY_FIRST : GSCOPE_CSV_TIME_MONTH_FIRST,
    GSCOPE_CSV_TIME_TIME_OF_DAY,
  };
  guint best = 0, fewest = 0, n_rows = self->sample->n_rows - self->first;

  for (guint i = 0; i < G_N_ELEMENTS (kinds); i++)
    {
      guint n_later, n_earlier, n = count_times (self, column, kinds[i], &n_later, &n_earlier);

      if (n < best || (n == best && n_earlier >= fewest))
        continue;
      best = n;
      fewest = n_earlier;
      *kind = kinds[i];
    }
  return best > 0 && 5 * best >= 4 * n_rows;
}

/* Returns TRUE if a column can be the time: it holds dates or times of day, or its values grow, but for a fiftieth of
 * them. */
static gboolean
grows (const Guess *self, guint column, GscopeCsvTime *kind)
{
  guint n_later, n_earlier, n;

  if (!guess_kind (self, column, kind))
    return FALSE;
  if (gscope_csv_time_is_date (*kind) || *kind == GSCOPE_CSV_TIME_TIME_OF_DAY)
    return TRUE;
  n = count_times (self, column, *kind, &n_later, &n_earlier);
  return n == 1 || (n_later > 0 && 50 * n_earlier <= n - 1);
}

static gboolean
find_time (const Guess *self, guint *column, GscopeCsvTime *kind)
{
  for (guint i = 0; self->head != NULL && i < self->head->n_columns; i++)
    if (is_time_title (self->head->names[i]) && guess_kind (self, i, kind))
      {
        *column = i;
        return TRUE;
      }
  for (guint i = 0; i < self->sample->n_columns; i++)
    if (grows (self, i, kind))
      {
        *column = i;
        return TRUE;
      }
  return FALSE;
}

static gboolean
has_clock_beside (const Guess *self)
{
  guint column = self->format.time_column + 1, n_later, n_earlier;
  guint n_rows = self->sample->n_rows - self->first;

  if (!gscope_csv_time_is_date (self->format.time) || column >= self->sample->n_columns)
    return FALSE;
  for (guint row = self->first; row < self->sample->n_rows; row++)
    if (!gscope_csv_is_date_only (gscope_csv_sample_get (self->sample, row, column - 1),
                                  self->format.time))
      return FALSE;
  return 5 * count_times (self, column, GSCOPE_CSV_TIME_TIME_OF_DAY, &n_later, &n_earlier)
         >= 4 * n_rows;
}

static guint
count_value_columns (const Guess *self)
{
  guint n = 0;

  for (guint i = 0; i < self->sample->n_columns; i++)
    {
      guint n_numbers = 0;

      for (guint row = self->first; row < self->sample->n_rows; row++)
        n_numbers += gscope_csv_sample_is_number (self->sample, row, i);
      n += 2 * n_numbers >= self->sample->n_rows - self->first && n_numbers > 0;
    }
  return n;
}

/* A date that is the same in all rows does not grow, but the time of day beside it does. */
static void
take_date_before (Guess *self)
{
  GscopeCsvFormat format = self->format;

  if (!guess_kind (self, format.time_column - 1, &self->format.time))
    return;
  self->format.time_column--;
  self->format.has_clock_beside = has_clock_beside (self);
  if (!self->format.has_clock_beside)
    self->format = format;
}

/* Where the only numbers are those that grow, they are the values. */
static void
guess_time (Guess *self)
{
  guint n_values = count_value_columns (self), column;
  GscopeCsvTime kind;

  self->format.time = GSCOPE_CSV_TIME_ROWS;
  if (!find_time (self, &column, &kind))
    return;
  if (!gscope_csv_time_is_date (kind) && kind != GSCOPE_CSV_TIME_TIME_OF_DAY && n_values == 1
      && (self->head == NULL || !is_time_title (self->head->names[column])))
    return;
  self->format.time = kind;
  self->format.time_column = column;
  self->format.has_clock_beside = has_clock_beside (self);
  if (kind == GSCOPE_CSV_TIME_TIME_OF_DAY && column > 0)
    take_date_before (self);
}

/* Without a time column it takes more to be a table: most lines, and a value in each. */
static gboolean
is_table (const Guess *self)
{
  const GscopeCsvSample *sample = self->sample;
  gboolean is_regular = 2 * sample->n_rows >= sample->n_lines || sample->n_rows >= 10;

  if (sample->n_rows <= self->first || !is_regular || self->head == NULL)
    return FALSE;
  if (self->format.time != GSCOPE_CSV_TIME_ROWS)
    return TRUE;
  if (sample->n_columns == 1)
    return sample->n_rows == sample->n_lines && has_values (sample, self->first, 0)
           && count_value_columns (self) == 1;
  return count_value_columns (self) > 0;
}

static void
set_error (const GscopeCsvSample *sample, GError **error)
{
  if (sample->has_too_many)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                 _ ("the table has more than %u columns, the most that are read. Remove columns"),
                 GSCOPE_CSV_MAX_COLUMNS);
  else
    g_set_error_literal (
        error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
        _ ("there is no table with numbers in its first lines. Choose how its columns "
           "are written"));
}

/**
 * gscope_csv_format_guess:
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 * @error: why it cannot be told
 *
 * Guesses how a table is written, from up to 100 lines. Fields are separated by semicolons, tabs, bars,
 * commas, or any number of blanks; they may be quoted (RFC 4180), but not over several lines. Lines
 * that begin with `#` are comments. Lines before the table that do not have its number of fields are
 * passed over. Two or more empty lines begin another data set, whose times begin again.
 *
 * The first line names the columns if it has text where those below have numbers, and a second one like
 * it holds their units; otherwise a comment before the first row names them if it has as many words.
 *
 * A column called time, timestamp or date is the time, or the first of dates, of times of day, or whose
 * values grow. Its unit is in
 * brackets, at the end of its title, as in `time_us`, or in the row of units; without one, times since
 * 1970 are told by their size, and other numbers are seconds. Dates and times of day are told by their
 * form; a column of dates may have the time of day in the next column. Without a column of times, rows
 * are a second apart.
 *
 * Returns: (transfer full) (nullable): the format, which may be changed; %NULL if this is no table
 *
 * Since: 1.0
 */
GscopeCsvFormat *
gscope_csv_format_guess (const char *text, gsize length, GError **error)
{
  g_autoptr (GscopeCsvSample) sample = gscope_csv_sample_new (text, length);
  Guess guess = { .sample = sample };
  gboolean is_sure = FALSE;

  guess.format.delimiter = sample->delimiter;
  guess.format.decimal = sample->decimal;
  guess.format.first_line = sample->first_line;
  if (sample->n_rows > 0)
    {
      guess_heading (&guess);
      guess_comment (&guess, text, length);
      guess_time (&guess);
      is_sure = is_table (&guess);
    }
  g_clear_pointer (&guess.head, gscope_csv_head_free);
  if (is_sure)
    return gscope_csv_format_copy (&guess.format);
  set_error (sample, error);
  return NULL;
}
