/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/csv/line.h>

#include <gscope/error.h>
#include <string.h>

enum
{
  MAX_LINES = 100,
  N_FIELDS = 3,
};

/* The first lines, counted as tuples. */
typedef struct
{
  guint n_lines;
  guint n_tuples;
  guint n_named;
  /* names that begin with a number, and those that are whole ones */
  guint n_numeric;
  guint n_whole;
  /* the fields of each tuple, 0 if they differ in number */
  guint n_fields;
  guint n_earlier;
  gboolean has_title;
  gboolean shares_times;
  gboolean repeats;
  GHashTable *names;
  /* the names at the time of the last tuple */
  GHashTable *now;
  double time;
} Census;

static gboolean
is_whole (const char *name)
{
  for (; *name != '\0'; name++)
    if (!g_ascii_isdigit (*name))
      return FALSE;
  return TRUE;
}

static void
note_time (Census *self, double time, const char *name)
{
  if (self->n_tuples > 0 && time != self->time)
    g_hash_table_remove_all (self->now);
  self->n_earlier += self->n_tuples > 0 && time < self->time;
  self->time = time;
  if (g_hash_table_contains (self->now, name))
    self->repeats = TRUE;
  else if (g_hash_table_size (self->now) > 0)
    self->shares_times = TRUE;
  g_hash_table_add (self->now, g_strdup (name));
}

static void
note_name (Census *self, const GscopeCsvField *first, const char *name, guint n_fields)
{
  double value;

  if (self->n_tuples == 0)
    self->n_fields = n_fields;
  else if (self->n_fields != n_fields)
    self->n_fields = 0;
  if (*name == '\0')
    return;
  self->n_named++;
  self->n_numeric += gscope_csv_read_value (first, '.', &value);
  self->n_whole += is_whole (name);
  g_hash_table_add (self->names, g_strdup (name));
}

/* A line of names, such as "time a b". */
static gboolean
is_title (const GscopeCsvField *fields, guint n)
{
  double value;

  for (guint i = 0; i < MIN (n, N_FIELDS); i++)
    if (gscope_csv_read_value (&fields[i], '.', &value))
      return FALSE;
  return n >= N_FIELDS;
}

static void
take_line (Census *self, const char *line, gsize length)
{
  GscopeCsvField fields[N_FIELDS];
  guint n = gscope_csv_split (line, length, ' ', fields, N_FIELDS), n_fields = 0;
  g_autofree GscopeCsvField *all = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
  g_autofree char *name = NULL;
  double time, value;

  n_fields = gscope_csv_split (line, length, ' ', all, GSCOPE_CSV_MAX_COLUMNS);
  self->n_lines++;
  if (n < 2 || !gscope_csv_read_value (&fields[0], '.', &time)
      || !gscope_csv_read_value (&fields[1], '.', &value))
    {
      self->has_title |= self->n_lines == 1 && is_title (fields, n);
      if (self->has_title && self->n_lines == 1)
        self->n_fields = n_fields;
      return;
    }
  name = n > 2 ? g_strndup (fields[2].begin, line + length - fields[2].begin) : g_strdup ("");
  if (self->has_title && self->n_tuples == 0)
    self->has_title = self->n_fields == n_fields;
  note_time (self, time, name);
  note_name (self, &fields[2], name, n_fields);
  self->n_tuples++;
}

static void
take_census (Census *self, const char *text, gsize length)
{
  const char *end = text + length, *line;
  gsize n;

  self->names = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  self->now = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  while (self->n_lines < MAX_LINES && gscope_csv_next_line (&text, end, &line, &n))
    if (text < end || end[-1] == '\n' || self->n_lines < 2)
      take_line (self, line, n);
}

static gboolean
has_table_name (const char *name)
{
  static const char *const parts[] = { ".csv", ".tsv", ".dat" };

  for (guint i = 0; name != NULL && i < G_N_ELEMENTS (parts); i++)
    if (strstr (name, parts[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* Returns TRUE if the names are a table's further columns. */
static gboolean
has_columns (const Census *self)
{
  guint n_names = g_hash_table_size (self->names);

  if (self->n_fields == 0 || self->n_named < self->n_tuples)
    return FALSE;
  if (self->has_title)
    return TRUE;
  if (self->n_numeric < self->n_tuples)
    return FALSE;
  /* Channels that are called by numbers have samples at one time, and each has one. */
  if (self->n_whole == self->n_tuples)
    return !self->shares_times || self->repeats;
  /* "1 5 GHz" is a name that comes again; "20.5 21 idle" varies from line to line. */
  return self->n_fields == N_FIELDS || 2 * n_names > self->n_tuples;
}

static gboolean
are_tuples (const Census *self, const char *file_name)
{
  if (2 * self->n_tuples < self->n_lines || self->n_tuples == 0)
    return FALSE;
  if (self->n_named == 0)
    return !has_table_name (file_name) && 10 * self->n_earlier <= self->n_tuples;
  return !has_columns (self);
}

static gboolean
is_ours (const char *text, gsize length)
{
  static const char mark[] = "#gscope";
  const char *end = text + length;

  text = gscope_csv_skip_mark (text, end);
  return end - text >= (gssize) sizeof mark - 1 && memcmp (text, mark, sizeof mark - 1) == 0;
}

/**
 * gscope_csv_format_detect:
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 * @file_name: (nullable): the name of the file
 * @error: why it holds neither tuples nor a table
 *
 * Tells tuples from tables by the first 100 lines of a file, and guesses how a table is written.
 *
 * A text that begins with `#gscope` holds tuples. Otherwise it holds tuples if at least half of its
 * lines are tuples, and these do not look like a table between blanks:
 *
 * - Lines of a time and a value alone are tuples, unless the file's name has `.csv`, `.tsv` or `.dat` in
 *   it, or more than a tenth of the times go back.
 * - All lines have the same number of fields, and a first line names as many columns: it is a table.
 * - All names are numbers, or begin with a number and have other words behind: it is a table. It holds
 *   tuples all the same if the names are whole numbers, several have a sample at the same time and
 *   none has two at one time; or if names of several words come again.
 *
 * [func@CsvFormat.guess] says what makes a table. Lines that are few tuples among others count as
 * tuples where that finds none.
 *
 * Returns: (transfer full) (nullable): the format, with is_tuples set for tuples; %NULL if it is neither
 */
GscopeCsvFormat *
gscope_csv_format_detect (const char *text, gsize length, const char *file_name, GError **error)
{
  const GscopeCsvFormat tuples = { .delimiter = ' ', .decimal = '.', .is_tuples = TRUE };
  Census census = { 0 };
  GscopeCsvFormat *format = NULL;

  take_census (&census, text, length);
  if (!is_ours (text, length) && !are_tuples (&census, file_name))
    format = gscope_csv_format_guess (text, length, census.n_tuples == 0 ? error : NULL);
  if (format == NULL && (census.n_tuples > 0 || is_ours (text, length)))
    format = gscope_csv_format_copy (&tuples);
  g_hash_table_unref (census.names);
  g_hash_table_unref (census.now);
  return format;
}
