/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decode.h"

#include "name.h"
#include "table.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <gscope/signal/signal.h>
#include <gscope/text/annotation.h>
#include <gscope/text/tuple.h>
#include <gscope/trace/gap.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  /* of text that is written at once */
  ENOUGH = 32 * 1024,
  /* that are looked at */
  MAX_TABLES = 256,
  /* that are kept; further ones are made again */
  MAX_NAMES = 16384,
};

typedef struct
{
  DecodeConnection *connection;
  DecodeOutput *output;
  const DecodeTable *table;
  /* names of signals by texts, for each column of values */
  GPtrArray *names;
  gboolean has_head;
  guint64 n_rows;
  /* how many rows there may be; 0 if that is not known */
  guint64 n_expected;
  guint64 n_without_time;
  guint64 n_without_value;
} Reader;

/* Tables. */

/* Returns the names of the tables, and of the views if they are wanted; NULL after an error. */
static GPtrArray *
list_tables (DecodeConnection *connection, gboolean with_views)
{
  g_autoptr (sqlite3_stmt) statement = decode_connection_prepare (
      connection, NULL,
      "SELECT name FROM sqlite_master WHERE type IN ('table'%s) AND substr (name, 1, 7) <> "
      "'sqlite_' "
      "AND substr (sql, 1, 14) <> 'CREATE VIRTUAL' ORDER BY rowid LIMIT %d",
      with_views ? ", 'view'" : "", MAX_TABLES);
  g_autoptr (GPtrArray) names = g_ptr_array_new_with_free_func (g_free);
  DecodeStep step = DECODE_FAILED;

  while (statement && (step = decode_connection_step (connection, statement)) == DECODE_ROW)
    {
      const char *name = (const char *) sqlite3_column_text (statement, 0);

      if (name)
        g_ptr_array_add (names, g_strdup (name));
    }
  return step == DECODE_NO_ROW ? g_steal_pointer (&names) : NULL;
}

static void
tell_others (DecodeOutput *output, const GPtrArray *others, const char *chosen)
{
  g_autofree char *list = decode_join_names (others), *name = decode_make_name (chosen),
                  *note = NULL;

  if (others->len == 0)
    return;
  note = g_strdup_printf (_ ("Table “%s” is shown; other tables with values are: %s."), name, list);
  decode_output_note (output, note);
}

/* Returns the first of the tables that are most like a record of values over time; NULL if there is none, or after an error. */
static DecodeTable *
choose_table (DecodeConnection *connection)
{
  g_autoptr (GPtrArray) names = list_tables (connection, FALSE);
  g_autoptr (GPtrArray) others = g_ptr_array_new ();
  g_autoptr (DecodeTable) best = NULL;
  const char *chosen = NULL;

  if (!names)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    {
      g_autofree char *from = decode_quote (names->pdata[i]);
      g_autoptr (DecodeTable) table = decode_table_new (connection, from);

      if (!table)
        return NULL;
      if (table->likeness == DECODE_NO_VALUES)
        continue;
      if (best && table->likeness <= best->likeness)
        {
          g_ptr_array_add (others, names->pdata[i]);
          continue;
        }
      if (chosen)
        g_ptr_array_add (others, (gpointer) chosen);
      chosen = names->pdata[i];
      g_clear_pointer (&best, decode_table_free);
      best = g_steal_pointer (&table);
    }
  if (best)
    tell_others (connection->output, others, chosen);
  else
    decode_output_fail (connection->output, "%s", _ ("no table of it has numbers"));
  return g_steal_pointer (&best);
}

/* Selections. */

static gboolean
is_query (const char *text)
{
  static const char *const words[] = { "SELECT", "WITH", "VALUES" };

  while (g_ascii_isspace (*text) || *text == '(')
    text++;
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    if (g_ascii_strncasecmp (text, words[i], strlen (words[i])) == 0
        && !g_ascii_isalnum (text[strlen (words[i])]))
      return TRUE;
  return FALSE;
}

/* Returns TRUE if there is no query in it; there may be comments. */
static gboolean
is_blank (DecodeConnection *connection, const char *text)
{
  g_autoptr (sqlite3_stmt) statement = NULL;

  return sqlite3_prepare_v2 (connection->handle, text, -1, &statement, NULL) == SQLITE_OK
         && !statement;
}

static DecodeTable *
take_query (DecodeConnection *connection, const char *query)
{
  gsize used;
  g_autoptr (sqlite3_stmt) statement = decode_connection_prepare (connection, &used, "%s", query);
  g_autofree char *single = NULL, *from = NULL;

  if (!statement)
    return NULL;
  if (!is_blank (connection, query + used))
    {
      decode_output_fail (connection->output, "%s",
                          _ ("the selection has more than one query in it"));
      return NULL;
    }
  single = g_strndup (query, used);
  for (gsize n = used; n > 0 && (g_ascii_isspace (single[n - 1]) || single[n - 1] == ';'); n--)
    single[n - 1] = '\0';
  /* the last line may be a comment */
  from = g_strdup_printf ("(\n%s\n)", single);
  return decode_table_new (connection, from);
}

static DecodeTable *
take_selection (DecodeConnection *connection, const char *selection)
{
  g_autoptr (GPtrArray) names = list_tables (connection, TRUE);
  g_autofree char *list = NULL, *from = decode_quote (selection);

  if (!names)
    return NULL;
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal (names->pdata[i], selection))
      return decode_table_new (connection, from);
  if (is_query (selection))
    return take_query (connection, selection);
  list = decode_join_names (names);
  decode_output_fail (connection->output,
                      _ ("it has no table “%s”. Select one of these, or a query: %s"), selection,
                      list);
  return NULL;
}

/* Times and values. */

/* Returns the nanoseconds of a unit of times; 0 for times that are texts. */
static gint64
find_factor (GscopeCsvTime kind)
{
  switch (kind)
    {
    case GSCOPE_CSV_TIME_SECONDS:
      return GSCOPE_SEC;
    case GSCOPE_CSV_TIME_MILLISECONDS:
      return GSCOPE_MSEC;
    case GSCOPE_CSV_TIME_MICROSECONDS:
      return 1000;
    case GSCOPE_CSV_TIME_NANOSECONDS:
      return 1;
    case GSCOPE_CSV_TIME_MINUTES:
      return 60 * GSCOPE_SEC;
    case GSCOPE_CSV_TIME_HOURS:
      return 3600 * GSCOPE_SEC;
    case GSCOPE_CSV_TIME_DAYS:
      return 86400 * GSCOPE_SEC;
    default:
      return 0;
    }
}

static gboolean
read_text_time (const DecodeTable *table, sqlite3_stmt *row, gint64 *time)
{
  const char *cells[] = { NULL, NULL, NULL };

  for (int i = 0; i < (table->clock ? 2 : 1); i++)
    if (!(cells[i] = (const char *) sqlite3_column_text (row, i)))
      return FALSE;
  return gscope_csv_format_read_time (&table->format, cells, time);
}

static gboolean
read_time (const DecodeTable *table, sqlite3_stmt *row, gint64 *time)
{
  const gint64 factor = find_factor (table->format.time);
  int type = sqlite3_column_type (row, 0);
  double scaled;

  if (type == SQLITE_TEXT)
    return read_text_time (table, row, time);
  if (type == SQLITE_INTEGER)
    return factor > 0 && !__builtin_mul_overflow (sqlite3_column_int64 (row, 0), factor, time);
  if (type != SQLITE_FLOAT || factor == 0)
    return FALSE;
  scaled = sqlite3_column_double (row, 0) * (double) factor;
  if (!(fabs (scaled) < (double) G_MAXINT64))
    return FALSE;
  *time = (gint64) llround (scaled);
  return TRUE;
}

/* A cell without a number is a gap. */
static double
read_value (Reader *self, sqlite3_stmt *row, int column)
{
  int type = sqlite3_column_type (row, column);
  const char *text;
  double value;

  if (type == SQLITE_INTEGER || type == SQLITE_FLOAT)
    return sqlite3_column_double (row, column);
  text = type == SQLITE_TEXT ? (const char *) sqlite3_column_text (row, column) : NULL;
  if (text && decode_read_number (text, &value))
    return value;
  self->n_without_value++;
  return gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

static char *
make_name (Reader *self, const char *text, guint column)
{
  const DecodeColumn *value = self->table->values->pdata[column];
  g_autofree char *both = g_strconcat (text, "/", value->name, NULL);

  return decode_make_name (self->table->values->len > 1 ? both : text);
}

/* Returns the name of the signal to which a value belongs; it is valid until the next call. */
static const char *
find_name (Reader *self, const char *text, guint column)
{
  GHashTable *names = self->names->pdata[column];
  char *name;

  if (!self->table->names)
    return ((DecodeColumn *) self->table->values->pdata[column])->name;
  name = g_hash_table_lookup (names, text);
  if (name)
    return name;
  if (g_hash_table_size (names) == MAX_NAMES)
    g_hash_table_remove_all (names);
  name = make_name (self, text, column);
  g_hash_table_insert (names, g_strdup (text), name);
  return name;
}

/* Text. */

/* time: the first time of the rows; rows without a time may come before it. */
static void
append_head (Reader *self, gint64 time)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new_with_free_func (g_object_unref);
  GString *text = self->output->text;

  if (self->table->likeness == DECODE_BY_DATE || (self->table->time && time >= DECODE_FIRST_DATE))
    g_string_append (text, DECODE_DATED);
  for (guint i = 0; i < self->table->values->len && !self->table->names; i++)
    {
      const DecodeColumn *column = self->table->values->pdata[i];
      GscopeSignal *signal = gscope_signal_new_buffered (column->name);

      gscope_signal_set_unit (signal, column->unit);
      g_ptr_array_add (signals, signal);
    }
  gscope_annotation_append_signals (text, (GscopeSignal **) signals->pdata, signals->len);
}

static void
take_row (Reader *self, sqlite3_stmt *row)
{
  const DecodeTable *table = self->table;
  gint64 time = (gint64) self->n_rows++ * GSCOPE_SEC;
  int column = (table->time != NULL) + (table->clock != NULL);
  const char *text = NULL;

  if (table->time && !read_time (table, row, &time))
    {
      self->n_without_time++;
      return;
    }
  if (!self->has_head)
    append_head (self, time);
  self->has_head = TRUE;
  if (table->names)
    text = (const char *) sqlite3_column_text (row, column++);
  for (guint i = 0; i < table->values->len; i++, column++)
    if (sqlite3_column_type (row, column) != SQLITE_NULL)
      gscope_tuple_append (self->output->text, time, read_value (self, row, column),
                           find_name (self, text ? text : "", i));
}

static void
tell_end (Reader *self)
{
  if (self->n_without_time > 0)
    decode_output_fail (self->output, _ ("rows without a time that can be read: %" PRIu64),
                        self->n_without_time);
  else if (self->n_without_value > 0)
    decode_output_fail (self->output, _ ("values that are no numbers: %" PRIu64),
                        self->n_without_value);
}

/* Returns whether the rows come in the order of their times without being sorted, as most programs
 * write them. */
static gboolean
comes_in_order (Reader *self)
{
  g_autoptr (sqlite3_stmt) statement = decode_table_read (self->table, self->connection, FALSE);
  gint64 last = G_MININT64, time;

  while (statement && decode_connection_step (self->connection, statement) == DECODE_ROW)
    if (read_time (self->table, statement, &time))
      {
        if (time < last)
          return FALSE;
        last = time;
      }
  return TRUE;
}

static void
read_rows (Reader *self)
{
  gboolean by_time =
      !decode_table_needs_sorting (self->table, self->connection) || !comes_in_order (self);
  g_autoptr (sqlite3_stmt) statement = decode_table_read (self->table, self->connection, by_time);
  DecodeStep step = DECODE_FAILED;

  while (statement && (step = decode_connection_step (self->connection, statement)) == DECODE_ROW)
    {
      take_row (self, statement);
      if (self->n_expected > 0)
        decode_output_set_progress (self->output,
                                    (double) self->n_rows / (double) self->n_expected);
      if (!decode_output_flush (self->output, ENOUGH))
        return;
    }
  if (step == DECODE_NO_ROW)
    tell_end (self);
}

/* Tables without numbers of rows, views and queries have none. */
static guint64
count_rows (DecodeConnection *connection, const DecodeTable *table)
{
  g_autofree char *sql = g_strdup_printf (
      "SELECT (SELECT max (\"rowid\") FROM %s) - (SELECT min (\"rowid\") FROM %s) + 1", table->from,
      table->from);
  g_autoptr (sqlite3_stmt) statement = NULL;
  gint64 n = 0;

  if (*table->from == '(')
    return 0;
  if (sqlite3_prepare_v2 (connection->handle, sql, -1, &statement, NULL) == SQLITE_OK
      && sqlite3_step (statement) == SQLITE_ROW)
    n = sqlite3_column_int64 (statement, 0);
  return (guint64) MAX (n, 0);
}

static void
read_table (DecodeConnection *connection, const DecodeTable *table)
{
  Reader self = { .connection = connection, .output = connection->output, .table = table };

  if (table->likeness == DECODE_NO_VALUES)
    {
      decode_output_fail (self.output, "%s", _ ("there are no numbers in the selection"));
      return;
    }
  self.names = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  for (guint i = 0; i < table->values->len; i++)
    g_ptr_array_add (self.names, g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free));
  decode_table_tell (table, self.output);
  self.n_expected = count_rows (connection, table);
  read_rows (&self);
  g_ptr_array_unref (self.names);
}

/* Returns whether a journal is in use: one that is kept for later is empty, or begins with zeros. */
static gboolean
is_in_use (const char *journal)
{
  struct stat status;
  char first = 1;
  int fd;

  if (stat (journal, &status) < 0 || status.st_size == 0)
    return FALSE;
  fd = open (journal, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  if (fd < 0)
    return TRUE;
  if (read (fd, &first, 1) < 0)
    first = 1;
  close (fd);
  return first != 0;
}

/* A program that is writing has its last changes, or what it changes, in a file beside the database. */
static void
look_for_journal (int fd, DecodeOutput *output)
{
  static const char *const ends[] = { "-wal", "-journal" };
  g_autofree char *link = g_strdup_printf ("/proc/self/fd/%d", fd);
  g_autofree char *path = g_file_read_link (link, NULL);

  for (guint i = 0; path && i < G_N_ELEMENTS (ends); i++)
    {
      g_autofree char *journal = g_strconcat (path, ends[i], NULL);
      g_autofree char *name = g_path_get_basename (journal);
      g_autofree char *note =
          g_strdup_printf (_ ("The newest changes are in “%s”, and are not shown until the program "
                              "that writes the database closes it."),
                           name);

      if (is_in_use (journal))
        decode_output_note (output, note);
    }
}

void
decode_database (int fd, const char *selection, DecodeOutput *output)
{
  DecodeConnection connection = { 0 };

  if (decode_connection_open (&connection, fd, output))
    {
      g_autoptr (DecodeTable) table =
          selection ? take_selection (&connection, selection) : choose_table (&connection);

      look_for_journal (fd, output);
      if (table)
        read_table (&connection, table);
    }
  decode_connection_close (&connection);
}
