/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/tuple/csv-line.h>

#include <gscope/error.h>
#include <math.h>
#include <string.h>

enum
{
  MAX_ROWS = 100,
};

/* The first lines of a text, split by one delimiter. */
typedef struct
{
  char delimiter;
  guint n_rows;
  guint n_columns;
  /* how many rows have that many */
  guint n_regular;
  GscopeCsvField (*rows)[GSCOPE_CSV_MAX_COLUMNS];
} Sample;

G_DEFINE_BOXED_TYPE (GscopeCsvFormat, gscope_csv_format, gscope_csv_format_copy,
                     gscope_csv_format_free)

/**
 * gscope_csv_format_copy:
 * @self: a format
 *
 * Copies a format.
 *
 * Returns: (transfer full): the copy
 */
GscopeCsvFormat *
gscope_csv_format_copy (const GscopeCsvFormat *self)
{
  return g_memdup2 (self, sizeof *self);
}

/**
 * gscope_csv_format_free:
 * @self: (transfer full): a format
 *
 * Frees a format.
 */
void
gscope_csv_format_free (GscopeCsvFormat *self)
{
  g_free (self);
}

static Sample
take_sample (const char *text, gsize length, char delimiter)
{
  Sample sample = { .delimiter = delimiter };
  const char *end = text + length, *line;
  guint counts[MAX_ROWS];
  gsize n;

  sample.rows = g_malloc_n (MAX_ROWS, sizeof *sample.rows);
  while (sample.n_rows < MAX_ROWS && gscope_csv_next_line (&text, end, &line, &n))
    {
      counts[sample.n_rows] =
          gscope_csv_split (line, n, delimiter, sample.rows[sample.n_rows], GSCOPE_CSV_MAX_COLUMNS);
      /* A last line without its newline may have been cut. */
      if (text < end || end[-1] == '\n' || sample.n_rows < 2)
        sample.n_rows++;
    }
  for (guint i = 0; i < sample.n_rows; i++)
    {
      guint same = 0;

      for (guint k = 0; k < sample.n_rows; k++)
        same += counts[k] == counts[i];
      if (counts[i] < 2 || counts[i] > GSCOPE_CSV_MAX_COLUMNS || same <= sample.n_regular)
        continue;
      sample.n_regular = same;
      sample.n_columns = counts[i];
    }
  /* Only the regular ones are looked at. */
  for (guint i = 0, kept = 0; i < sample.n_rows; i++)
    if (counts[i] == sample.n_columns)
      memmove (sample.rows[kept++], sample.rows[i], sizeof *sample.rows);
  sample.n_rows = sample.n_regular;
  return sample;
}

/* Where several separate the lines alike, a comma is the likelier decimal. */
static Sample
choose_sample (const char *text, gsize length)
{
  static const char delimiters[] = { ';', '\t', '|', ',' };
  Sample best = take_sample (text, length, delimiters[0]);

  for (guint i = 1; i < G_N_ELEMENTS (delimiters); i++)
    {
      Sample sample = take_sample (text, length, delimiters[i]);
      gboolean is_better = sample.n_regular > best.n_regular;

      g_free (is_better ? best.rows : sample.rows);
      best = is_better ? sample : best;
    }
  return best;
}

static gboolean
is_number (const GscopeCsvField *field, char decimal)
{
  double value;

  return gscope_csv_read_value (field, decimal, &value);
}

static guint
count_numbers (const Sample *sample, guint row, char decimal)
{
  guint n = 0;

  for (guint i = 0; i < sample->n_columns; i++)
    n += is_number (&sample->rows[row][i], decimal);
  return n;
}

static char
guess_decimal (const Sample *sample)
{
  guint points = 0, commas = 0;

  if (sample->delimiter == ',')
    return '.';
  for (guint i = 0; i < sample->n_rows; i++)
    {
      points += count_numbers (sample, i, '.');
      commas += count_numbers (sample, i, ',');
    }
  return commas > points ? ',' : '.';
}

static char *
fold_title (const GscopeCsvField *field)
{
  g_autofree char *title = gscope_csv_dup_field (field);

  return g_utf8_casefold (title, -1);
}

static gboolean
is_time_title (const GscopeCsvField *field)
{
  static const char *const words[] = { "time", "timestamp", "date", "datetime", "t", "zeit" };
  g_autofree char *title = fold_title (field);
  gsize n = strcspn (title, " _([");

  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (strlen (words[i]) == n && strncmp (title, words[i], n) == 0)
      return TRUE;
  return FALSE;
}

static gboolean
grows (const Sample *sample, const GscopeCsvFormat *format, guint column)
{
  gint64 last = G_MININT64, first = 0;

  for (guint i = format->has_header; i < sample->n_rows; i++)
    {
      const GscopeCsvField *field = &sample->rows[i][column];
      gint64 time;

      if (!gscope_csv_read_time (field, format->decimal, GSCOPE_CSV_SECONDS, &time)
          && !gscope_csv_read_time (field, format->decimal, GSCOPE_CSV_NANOSECONDS, &time)
          && !gscope_csv_read_time (field, format->decimal, GSCOPE_CSV_DATE, &time))
        return FALSE;
      if (time < last)
        return FALSE;
      first = last == G_MININT64 ? time : first;
      last = time;
    }
  return last > first;
}

static guint
guess_time_column (const Sample *sample, const GscopeCsvFormat *format)
{
  for (guint i = 0; format->has_header && i < sample->n_columns; i++)
    if (is_time_title (&sample->rows[0][i]))
      return i;
  for (guint i = 0; i < sample->n_columns; i++)
    if (grows (sample, format, i))
      return i;
  return 0;
}

static gboolean
read_unit (const GscopeCsvField *field, GscopeCsvTime *time)
{
  static const struct
  {
    const char *ending;
    GscopeCsvTime time;
  } endings[] = {
    { "nanoseconds", GSCOPE_CSV_NANOSECONDS },
    { "ns", GSCOPE_CSV_NANOSECONDS },
    { "microseconds", GSCOPE_CSV_MICROSECONDS },
    { "us", GSCOPE_CSV_MICROSECONDS },
    { "\316\274s", GSCOPE_CSV_MICROSECONDS },
    { "milliseconds", GSCOPE_CSV_MILLISECONDS },
    { "ms", GSCOPE_CSV_MILLISECONDS },
    { "seconds", GSCOPE_CSV_SECONDS },
    { "sec", GSCOPE_CSV_SECONDS },
    { "s", GSCOPE_CSV_SECONDS },
  };
  g_autofree char *title = fold_title (field);
  gsize length = strlen (title);

  if (length > 0 && strchr (")]", title[length - 1]) != NULL)
    title[--length] = '\0';
  for (guint i = 0; i < G_N_ELEMENTS (endings); i++)
    {
      gsize n = strlen (endings[i].ending);

      if (length <= n || !g_str_has_suffix (title, endings[i].ending)
          || strchr (" _([", title[length - n - 1]) == NULL)
        continue;
      *time = endings[i].time;
      return TRUE;
    }
  return FALSE;
}

/* By its size: from 1980 on, times since 1970 differ by three digits from unit to unit. */
static GscopeCsvTime
guess_time (const Sample *sample, const GscopeCsvFormat *format)
{
  const GscopeCsvField *field = &sample->rows[sample->n_rows - 1][format->time_column];
  GscopeCsvTime time;
  double value;

  if (!gscope_csv_read_value (field, format->decimal, &value))
    return GSCOPE_CSV_DATE;
  if (format->has_header && read_unit (&sample->rows[0][format->time_column], &time))
    return time;
  if (value >= 3e17)
    return GSCOPE_CSV_NANOSECONDS;
  if (value >= 3e14)
    return GSCOPE_CSV_MICROSECONDS;
  return value >= 3e11 ? GSCOPE_CSV_MILLISECONDS : GSCOPE_CSV_SECONDS;
}

static gboolean
has_times (const Sample *sample, const GscopeCsvFormat *format)
{
  const GscopeCsvField *field = &sample->rows[sample->n_rows - 1][format->time_column];
  gint64 time;

  return gscope_csv_read_time (field, format->decimal, format->time, &time);
}

/**
 * gscope_csv_format_guess:
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 * @error: why it cannot be told
 *
 * Guesses how comma-separated values are written, from up to 100 lines. Fields may be separated by
 * semicolons, tabs, bars or commas, and may be quoted (RFC 4180), but not over several lines; lines
 * that begin with `#` are comments.
 *
 * A column called time, timestamp or date is the time, or the first whose values grow. Its unit is
 * what its title ends in, such as in `time (ms)` or `time_us`; without one, times since 1970 are told
 * by their size, and other numbers are seconds.
 *
 * Returns: (transfer full) (nullable): the format, which may be changed; %NULL if this is no table of
 *   at least two columns with a time in it
 */
GscopeCsvFormat *
gscope_csv_format_guess (const char *text, gsize length, GError **error)
{
  Sample sample = choose_sample (text, length);
  g_autofree gpointer rows = sample.rows;
  GscopeCsvFormat format = { .delimiter = sample.delimiter };

  if (sample.n_rows > 0)
    {
      format.decimal = guess_decimal (&sample);
      format.has_header = count_numbers (&sample, 0, format.decimal) == 0 && sample.n_rows > 1
                          && count_numbers (&sample, 1, format.decimal) > 0;
      format.time_column = guess_time_column (&sample, &format);
      format.time = guess_time (&sample, &format);
      if (has_times (&sample, &format))
        return gscope_csv_format_copy (&format);
    }
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       "There is no table of comma-separated values with a time column in it; say "
                       "how its columns are written");
  return NULL;
}

/**
 * gscope_csv_format_read_names:
 * @self: a format
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 *
 * Reads what the columns are called, the time among them. Without a header they are called
 * `column 1` and so on.
 *
 * Returns: (transfer full): the names
 */
char **
gscope_csv_format_read_names (const GscopeCsvFormat *self, const char *text, gsize length)
{
  g_autoptr (GPtrArray) names = g_ptr_array_new ();
  g_autofree GscopeCsvField *fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  const char *line;
  guint n_fields = 0;
  gsize n;

  if (gscope_csv_next_line (&text, text + length, &line, &n))
    n_fields = gscope_csv_split (line, n, self->delimiter, fields, GSCOPE_CSV_MAX_COLUMNS);
  n_fields = MIN (n_fields, GSCOPE_CSV_MAX_COLUMNS);
  for (guint i = 0; i < n_fields; i++)
    {
      g_autofree char *name = self->has_header ? gscope_csv_dup_field (&fields[i]) : g_strdup ("");

      g_strstrip (name);
      g_ptr_array_add (names, *name != '\0' ? g_steal_pointer (&name)
                                            : g_strdup_printf ("column %u", i + 1));
    }
  g_ptr_array_add (names, NULL);
  return (char **) g_ptr_array_steal (names, NULL);
}
