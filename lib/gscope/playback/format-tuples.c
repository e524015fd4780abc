/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/playback/format-private.h>

#include <gscope/csv/set.h>
#include <gscope/text/annotation-private.h>
#include <gscope/text/tuple.h>
#include <math.h>
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
  /* names that begin with a number, or with a word for a missing one, and those that are whole numbers */
  guint n_numeric;
  guint n_missing;
  guint n_whole;
  /* the fields of each tuple, 0 if they differ in number */
  guint n_fields;
  guint n_earlier;
  gboolean has_title;
  gboolean has_sets;
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
  if (gscope_csv_read_value (first, '.', &value))
    self->n_numeric++;
  else
    self->n_missing += gscope_csv_is_missing (first);
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
  self->has_sets = gscope_csv_find_set (text, end) != NULL;
  while (self->n_lines < MAX_LINES && gscope_csv_next_line (&text, end, &line, &n))
    if (text < end || end[-1] == '\n' || self->n_lines < 2)
      take_line (self, line, n);
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
  if (self->n_numeric == 0 || self->n_numeric + self->n_missing < self->n_tuples)
    return FALSE;
  /* Channels that are called by numbers have samples at one time, and each has one. */
  if (self->n_whole == self->n_tuples)
    return !self->shares_times || self->repeats;
  /* "1 5 GHz" is a name that comes again; "20.5 21 idle" varies from line to line. */
  return self->n_fields == N_FIELDS || 2 * n_names > self->n_tuples;
}

static GscopeLikeness
find_likeness (const Census *self)
{
  if (self->n_tuples == 0)
    return GSCOPE_LIKENESS_NONE;
  if (2 * self->n_tuples < self->n_lines)
    return GSCOPE_LIKENESS_POOR;
  if (self->has_sets && self->n_earlier > 0)
    return GSCOPE_LIKENESS_POOR;
  if (self->n_named > 0)
    return has_columns (self) ? GSCOPE_LIKENESS_POOR : GSCOPE_LIKENESS_SURE;
  return 10 * self->n_earlier <= self->n_tuples ? GSCOPE_LIKENESS_FAIR : GSCOPE_LIKENESS_POOR;
}

/* The points of a curve of gnuplot's “set table”, which look like tuples that are called “i”. */
static gboolean
is_curve (const char *text, gsize length)
{
  static const char mark[] = "# Curve ";
  const char *end = text + length;

  while (text < end && g_ascii_isspace (*text))
    text++;
  return end - text >= (gssize) sizeof mark - 1 && memcmp (text, mark, sizeof mark - 1) == 0;
}

static gboolean
is_ours (const char *text, gsize length)
{
  static const char mark[] = "#gscope";
  const char *end = text + length;

  text = gscope_csv_skip_mark (text, end);
  return end - text >= (gssize) sizeof mark - 1 && memcmp (text, mark, sizeof mark - 1) == 0;
}

static GscopeLikeness
sniff (const char *text, gsize length, GscopeCsvFormat *table, GError **error)
{
  Census census = { 0 };
  GscopeLikeness likeness;

  if (is_ours (text, length))
    return GSCOPE_LIKENESS_SURE;
  take_census (&census, text, length);
  likeness = find_likeness (&census);
  g_hash_table_unref (census.names);
  g_hash_table_unref (census.now);
  return is_curve (text, length) ? MIN (likeness, GSCOPE_LIKENESS_POOR) : likeness;
}

/* A recorder ends every line. */
static gboolean
begin (const GscopeCsvFormat *table, const char *text, gsize length, GscopeRecordingHead *head,
       GError **error)
{
  head->ends_lines = is_ours (text, length);
  return TRUE;
}

typedef struct
{
  GscopeTrackNames *names;
  GscopeBlock *block;
  GscopeTupleParser *tuples;
  guint64 n_lines_before;
  /* the channel of each name of the tuple parser */
  GArray *channels;
} Parser;

static void
map_names (Parser *self)
{
  for (guint i = self->channels->len; i < gscope_tuple_parser_get_n_names (self->tuples); i++)
    {
      guint channel =
          gscope_track_names_find (self->names, gscope_tuple_parser_get_name (self->tuples, i));

      g_array_append_val (self->channels, channel);
    }
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Parser *self = user_data;
  GscopeBlock *block = self->block;
  const guint *channels;

  if (gscope_tuple_parser_get_n_names (parser) > self->channels->len)
    map_names (self);
  channels = (const guint *) self->channels->data;
  for (gsize i = 0; i < n; i++)
    {
      guint channel = channels[tuples[i].name];

      if (G_LIKELY (channel != G_MAXUINT))
        gscope_block_append (block, channel, tuples[i].time, tuples[i].value);
      else
        block->n_skipped++;
      block->n_missing += isnan (tuples[i].value) != 0;
    }
  block->first = MIN (block->first, tuples[0].time);
  block->last = MAX (block->last, tuples[n - 1].time);
  block->n_samples += n;
}

static void
take_report (GscopeTupleParser *parser, guint64 line, GscopeLoss cause, const char *reason,
             gpointer user_data)
{
  Parser *self = user_data;

  gscope_block_report (self->block, line - self->n_lines_before, reason);
}

/* Takes a marker here, where several threads work: there may be a million. */
static gboolean
take_marker (Parser *self, GscopeAnnotation *annotation)
{
  GscopeRecordingMarker taken;

  if (json_object_get_size (gscope_annotation_get_object (annotation)) != 1)
    return FALSE;
  taken.marker = gscope_annotation_read_marker (annotation, &taken.news, NULL);
  if (taken.marker == NULL)
    return FALSE;
  g_array_append_val (self->block->markers, taken);
  return TRUE;
}

static void
take_annotation (GscopeTupleParser *parser, guint64 line, GscopeAnnotation *annotation,
                 gpointer user_data)
{
  Parser *self = user_data;
  guint64 in_block = line - self->n_lines_before;

  if (take_marker (self, annotation))
    return;
  g_ptr_array_add (self->block->objects, gscope_annotation_ref (annotation));
  g_array_append_val (self->block->object_lines, in_block);
}

static guint64
count_skipped (GscopeTupleParser *parser)
{
  return gscope_tuple_parser_get_malformed (parser) + gscope_tuple_parser_get_backwards (parser)
         + gscope_tuple_parser_get_over_limit (parser);
}

static void
parse (gpointer state, GscopeBlock *block, gint64 earliest)
{
  Parser *self = state;
  guint64 n_skipped = count_skipped (self->tuples);
  const char *end = block->text + block->length, *text;

  self->block = block;
  self->n_lines_before = gscope_tuple_parser_get_lines (self->tuples);
  gscope_tuple_parser_require_order (self->tuples, earliest);
  text = block->offset == 0 ? gscope_csv_skip_mark (block->text, end) : block->text;
  gscope_tuple_parser_feed (self->tuples, text, end - text);
  gscope_tuple_parser_finish (self->tuples);
  block->n_lines = gscope_tuple_parser_get_lines (self->tuples) - self->n_lines_before;
  block->n_skipped += count_skipped (self->tuples) - n_skipped;
}

static gpointer
open_parser (GscopeTrackNames *names)
{
  Parser *self = g_new0 (Parser, 1);

  self->names = names;
  self->channels = g_array_new (FALSE, FALSE, sizeof (guint));
  self->tuples = gscope_tuple_parser_new (take_tuples, self, NULL);
  gscope_tuple_parser_set_max_names (self->tuples, GSCOPE_MAX_CHANNELS);
  gscope_tuple_parser_set_error_func (self->tuples, take_report, self, NULL);
  gscope_tuple_parser_set_annotation_func (self->tuples, take_annotation, self, NULL);
  return self;
}

static void
close_parser (gpointer state)
{
  Parser *self = state;

  gscope_tuple_parser_unref (self->tuples);
  g_array_unref (self->channels);
  g_free (self);
}

const GscopeRecordingParser gscope_parse_tuples = {
  .sniff = sniff,
  .begin = begin,
  .open = open_parser,
  .parse = parse,
  .close = close_parser,
};
