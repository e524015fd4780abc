/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/format-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/files/reader.h>
#include <string.h>

/* The formats of recordings: name, parser, suffixes of file names, title and description. Each parser
 * is `gscope_parse_…` of a file format-….c. If a text agrees with several equally well, and the name of
 * the file does not decide, the first one is taken; a text that agrees with none is read as the first. */
#define FORMATS                                                                                    \
  FORMAT ("tuples", gscope_parse_tuples, ".tuples .txt", N_ ("Tuples"),                            \
          N_ ("Each line is read as a time in milliseconds, a value and a name."))                 \
  FORMAT ("table", gscope_parse_table, ".csv .tsv .dat", N_ ("Table"),                             \
          N_ ("Each line is read as a time and the values of the columns."))

#define FORMAT(name, parser, suffixes, title, description)                                         \
  extern const GscopeRecordingParser parser;
FORMATS
#undef FORMAT

typedef struct
{
  const char *name;
  const GscopeRecordingParser *parser;
  const char *suffixes;
  const char *title;
  const char *description;
} Format;

#define FORMAT(name, parser, suffixes, title, description)                                         \
  { name, &parser, suffixes, title, description },
static const Format formats[] = { FORMATS };
#undef FORMAT

/**
 * GscopeRecordingFormat:
 *
 * How a file of samples is written: the name of a format and, for a table, its columns. A file of another program, which
 * becomes tuples, may have more in it than is read: the format has what to select.
 *
 * [func@RecordingFormat.list] has the names of all formats, and [func@RecordingFormat.detect] finds the
 * format of a file from its first lines.
 *
 * Since: 1.0
 */
struct _GscopeRecordingFormat
{
  const Format *format;
  /* of a table */
  GscopeCsvFormat table;
  /* may be NULL */
  char *selection;
};

G_DEFINE_BOXED_TYPE (GscopeRecordingFormat, gscope_recording_format, gscope_recording_format_copy,
                     gscope_recording_format_free)

/**
 * gscope_recording_format_list:
 *
 * Lists the formats of recordings that a [class@Player] reads.
 *
 * Returns: (transfer full): their names
 *
 * Since: 1.0
 */
char **
gscope_recording_format_list (void)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    g_strv_builder_add (names, formats[i].name);
  return g_strv_builder_end (names);
}

/**
 * gscope_recording_format_list_suffixes:
 *
 * Lists the usual ends of the names of recordings, such as `.csv`. Files that are compressed have another
 * one behind it.
 *
 * Returns: (transfer full): the suffixes
 *
 * Since: 1.0
 */
char **
gscope_recording_format_list_suffixes (void)
{
  g_autoptr (GStrvBuilder) all = g_strv_builder_new ();

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    {
      g_auto (GStrv) suffixes = g_strsplit (formats[i].suffixes, " ", -1);

      g_strv_builder_addv (all, (const char **) suffixes);
    }
  return g_strv_builder_end (all);
}

static GscopeRecordingFormat *
make (const Format *format)
{
  const GscopeCsvFormat usual = { .delimiter = ',',
                                  .decimal = '.',
                                  .header = GSCOPE_CSV_HEADER_LINE };
  GscopeRecordingFormat *self = g_new0 (GscopeRecordingFormat, 1);

  self->format = format;
  self->table = usual;
  return self;
}

/**
 * gscope_recording_format_new:
 * @name: the name of a format, as [func@RecordingFormat.list] has it
 * @error: %GSCOPE_ERROR_NOT_FOUND if there is no such format
 *
 * Makes a format. A table has commas between its columns, a first line of names, and its times in
 * seconds in the first column.
 *
 * Returns: (transfer full): the format
 *
 * Since: 1.0
 */
GscopeRecordingFormat *
gscope_recording_format_new (const char *name, GError **error)
{
  g_auto (GStrv) names = gscope_recording_format_list ();
  g_autofree char *list = g_strjoinv (", ", names);

  g_return_val_if_fail (name != NULL, NULL);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_equal (formats[i].name, name))
      return make (&formats[i]);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("Recordings have no format “%s”. Choose one of: %s."), name, list);
  return NULL;
}

/**
 * gscope_recording_format_new_table:
 * @table: how the table is written
 *
 * Makes the format of a table.
 *
 * Returns: (transfer full): the format
 *
 * Since: 1.0
 */
GscopeRecordingFormat *
gscope_recording_format_new_table (const GscopeCsvFormat *table)
{
  GscopeRecordingFormat *self = gscope_recording_format_new ("table", NULL);

  self->table = *table;
  return self;
}

/**
 * gscope_recording_format_new_for_text:
 * @name: the name of a format, as [func@RecordingFormat.list] has it
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 * @error: why there is no such format, or why the text is no table
 *
 * Makes a format for a file that is known to have it, and detects the columns of a table.
 *
 * Returns: (transfer full): the format
 *
 * Since: 1.0
 */
GscopeRecordingFormat *
gscope_recording_format_new_for_text (const char *name, const char *text, gsize length,
                                      GError **error)
{
  g_autoptr (GscopeRecordingFormat) self = gscope_recording_format_new (name, error);
  GError *problem = NULL;

  if (self == NULL)
    return NULL;
  self->format->parser->sniff (text, length, &self->table, &problem);
  if (problem == NULL)
    return g_steal_pointer (&self);
  g_propagate_error (error, problem);
  return NULL;
}

static gboolean
is_named_after (const char *file_name, const Format *format)
{
  g_auto (GStrv) suffixes = g_strsplit (format->suffixes, " ", -1);

  for (guint i = 0; file_name != NULL && suffixes[i] != NULL; i++)
    if (strstr (file_name, suffixes[i]) != NULL)
      return TRUE;
  return FALSE;
}

/* The largest weight: both the text and the name of a file agree with the format. */
#define MOST_WEIGHT (2 * (int) GSCOPE_LIKENESS_SURE + 1)

/**
 * gscope_recording_format_detect:
 * @text: (array length=length) (element-type guint8): the first lines of a file
 * @length: of @text in bytes
 * @file_name: (nullable): the name of the file
 * @error: why it has none of the formats
 *
 * Detects the format of a recording from the first 100 lines of a file.
 *
 * A text that begins with `#gscope` holds tuples. Otherwise it holds tuples if at least half of its
 * lines are tuples, and these do not look like a table between blanks:
 *
 * - Lines of a time and a value alone are tuples, unless the file's name has `.csv`, `.tsv` or `.dat` in
 *   it, or more than a tenth of the times go back.
 * - Two empty lines come before another data set, and times go back: it is a table. So is what gnuplot's `set table` writes.
 * - All lines have the same number of fields, and a first line names as many columns: it is a table.
 * - All names are numbers, words for missing ones, or begin with a number and have other words behind: it is a table. It holds
 *   tuples all the same if the names are whole numbers, several have a sample at the same time and
 *   none has two at one time; or if names of several words come again.
 *
 * [func@CsvFormat.guess] says what makes a table. A few tuples among other lines count where no other
 * format agrees.
 *
 * Returns: (transfer full) (nullable): the format; %NULL if the text has none of them
 *
 * Since: 1.0
 */
GscopeRecordingFormat *
gscope_recording_format_detect (const char *text, gsize length, const char *file_name,
                                GError **error)
{
  g_autoptr (GscopeRecordingFormat) best = NULL;
  g_autoptr (GError) reason = NULL;
  int most = 0;

  for (guint i = 0; i < G_N_ELEMENTS (formats) && most < MOST_WEIGHT; i++)
    {
      g_autoptr (GscopeRecordingFormat) candidate = make (&formats[i]);
      GscopeLikeness likeness = formats[i].parser->sniff (text, length, &candidate->table,
                                                          reason == NULL ? &reason : NULL);
      int weight = 2 * (int) likeness + is_named_after (file_name, &formats[i]);

      if (likeness == GSCOPE_LIKENESS_NONE || weight <= most)
        continue;
      most = weight;
      gscope_recording_format_free (best);
      best = g_steal_pointer (&candidate);
    }
  if (best == NULL && reason == NULL)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("it has no known format"));
  else if (best == NULL)
    g_propagate_error (error, g_steal_pointer (&reason));
  return g_steal_pointer (&best);
}

/**
 * gscope_recording_format_is_foreign:
 * @file: a file
 *
 * Looks whether a file is a recording of another program that becomes tuples when it is read, such as one of trace-cmd,
 * MCAP, sound, or a database. Its first bytes say that, whatever its name is.
 *
 * Returns: whether it is one; %FALSE if it cannot be read
 *
 * Since: 1.0
 */
gboolean
gscope_recording_format_is_foreign (GFile *file)
{
  const char *path = g_file_peek_path (file);
  g_autoptr (GscopeTextReader) reader = path != NULL ? gscope_text_reader_new (path, NULL) : NULL;

  return reader != NULL && gscope_text_reader_is_translated (reader);
}

/**
 * gscope_recording_format_copy:
 * @self: a format
 *
 * Copies a format.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
GscopeRecordingFormat *
gscope_recording_format_copy (const GscopeRecordingFormat *self)
{
  GscopeRecordingFormat *copy = g_memdup2 (self, sizeof *self);

  copy->selection = g_strdup (self->selection);
  return copy;
}

/**
 * gscope_recording_format_free:
 * @self: (transfer full): a format
 *
 * Frees a format.
 *
 * Since: 1.0
 */
void
gscope_recording_format_free (GscopeRecordingFormat *self)
{
  if (self != NULL)
    g_free (self->selection);
  g_free (self);
}

static gboolean
are_tables_equal (const GscopeCsvFormat *a, const GscopeCsvFormat *b)
{
  return a->delimiter == b->delimiter && a->decimal == b->decimal && a->header == b->header
         && !a->has_units == !b->has_units && a->first_line == b->first_line
         && a->time_column == b->time_column && !a->has_clock_beside == !b->has_clock_beside
         && a->time == b->time;
}

/**
 * gscope_recording_format_equal:
 * @self: a format
 * @other: another one
 *
 * Compares formats.
 *
 * Returns: %TRUE if a file is read alike by both
 *
 * Since: 1.0
 */
gboolean
gscope_recording_format_equal (const GscopeRecordingFormat *self,
                               const GscopeRecordingFormat *other)
{
  return self->format == other->format && g_strcmp0 (self->selection, other->selection) == 0
         && (!self->format->parser->is_table || are_tables_equal (&self->table, &other->table));
}

/**
 * gscope_recording_format_get_name:
 * @self: a format
 *
 * Gets the name of a format, such as `tuples`.
 *
 * Returns: (transfer none): the name
 *
 * Since: 1.0
 */
const char *
gscope_recording_format_get_name (const GscopeRecordingFormat *self)
{
  return self->format->name;
}

/**
 * gscope_recording_format_get_title:
 * @self: a format
 *
 * Gets the translated title of a format.
 *
 * Returns: (transfer none): the title
 *
 * Since: 1.0
 */
const char *
gscope_recording_format_get_title (const GscopeRecordingFormat *self)
{
  return _ (self->format->title);
}

/**
 * gscope_recording_format_get_description:
 * @self: a format
 *
 * Gets a translated sentence about how a file of the format is read.
 *
 * Returns: (transfer none): the sentence
 *
 * Since: 1.0
 */
const char *
gscope_recording_format_get_description (const GscopeRecordingFormat *self)
{
  return _ (self->format->description);
}

/**
 * gscope_recording_format_get_table:
 * @self: a format
 *
 * Gets how a table is written.
 *
 * Returns: (transfer none) (nullable): the columns of the table; %NULL for other formats
 *
 * Since: 1.0
 */
const GscopeCsvFormat *
gscope_recording_format_get_table (const GscopeRecordingFormat *self)
{
  return self->format->parser->is_table ? &self->table : NULL;
}

/**
 * gscope_recording_format_set_selection:
 * @self: a format
 * @selection: (nullable): what to read; %NULL to leave it to a guess
 *
 * Selects a part of a file of another program: in a database by the name of a table, or by a query such as
 * `SELECT time, speed FROM log`; in a file of MATLAB or HDF5 by the name of the vector with the times. Other files have nothing to
 * select.
 *
 * Since: 1.0
 */
void
gscope_recording_format_set_selection (GscopeRecordingFormat *self, const char *selection)
{
  g_return_if_fail (self != NULL);

  g_free (self->selection);
  self->selection = g_strdup (selection);
}

/**
 * gscope_recording_format_get_selection:
 * @self: a format
 *
 * Gets the selected part of a file of another program.
 *
 * Returns: (transfer none) (nullable): what to read; %NULL if that is guessed
 *
 * Since: 1.0
 */
const char *
gscope_recording_format_get_selection (const GscopeRecordingFormat *self)
{
  return self->selection;
}

const GscopeRecordingParser *
gscope_recording_format_get_parser (const GscopeRecordingFormat *self)
{
  return self != NULL ? self->format->parser : formats[0].parser;
}

gboolean
gscope_recording_head_read (GscopeRecordingHead *self, const GscopeRecordingFormat *format,
                            const char *text, gsize length, GError **error)
{
  const GscopeRecordingParser *parser = gscope_recording_format_get_parser (format);

  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->notes = g_ptr_array_new_with_free_func (g_free);
  self->layouts = g_ptr_array_new ();
  return parser->begin == NULL
         || parser->begin (format != NULL ? &format->table : NULL, text, length, self, error);
}

gboolean
gscope_recording_head_add_set (GscopeRecordingHead *self, const GscopeRecordingFormat *format,
                               const char *text, gsize length, guint64 offset)
{
  return format->format->parser->begin_set (&format->table, text, length, offset, self);
}

gconstpointer
gscope_recording_head_get_layout (const GscopeRecordingHead *self, guint set)
{
  return set < self->layouts->len ? self->layouts->pdata[set] : NULL;
}

void
gscope_recording_head_clear (GscopeRecordingHead *self)
{
  g_clear_pointer (&self->signals, g_ptr_array_unref);
  g_clear_pointer (&self->notes, g_ptr_array_unref);
  g_clear_pointer (&self->layouts, g_ptr_array_unref);
}
