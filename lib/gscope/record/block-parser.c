/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/record/block-parser.h>

#include <gscope/csv/time.h>
#include <gscope/text/tuple.h>
#include <math.h>
#include <pthread.h>
#include <string.h>

struct _GscopeTrackNames
{
  pthread_mutex_t lock;
  GHashTable *channels;
  GPtrArray *names;
};

struct _GscopeBlockParser
{
  GscopeTrackNames *names;
  GscopeBlock *block;

  GscopeTupleParser *tuples;
  guint64 n_lines_before;
  /* the channel of each name of the tuple parser */
  GArray *channels;

  /* NULL for tuples */
  const GscopeCsvHead *head;
  GscopeCsvField *fields;
  gint64 earliest;
};

GscopeTrackNames *
gscope_track_names_new (void)
{
  GscopeTrackNames *self = g_new0 (GscopeTrackNames, 1);

  pthread_mutex_init (&self->lock, NULL);
  self->channels = g_hash_table_new (g_str_hash, g_str_equal);
  self->names = g_ptr_array_new_with_free_func (g_free);
  return self;
}

void
gscope_track_names_free (GscopeTrackNames *self)
{
  pthread_mutex_destroy (&self->lock);
  g_hash_table_unref (self->channels);
  g_ptr_array_unref (self->names);
  g_free (self);
}

static guint
find_or_add (GscopeTrackNames *self, const char *name)
{
  guint channel = GPOINTER_TO_UINT (g_hash_table_lookup (self->channels, name));
  char *copy;

  if (channel > 0)
    return channel - 1;
  if (self->names->len == GSCOPE_MAX_CHANNELS)
    return G_MAXUINT;
  copy = g_strdup (name);
  g_ptr_array_add (self->names, copy);
  g_hash_table_insert (self->channels, copy, GUINT_TO_POINTER (self->names->len));
  return self->names->len - 1;
}

guint
gscope_track_names_find (GscopeTrackNames *self, const char *name)
{
  guint channel;

  pthread_mutex_lock (&self->lock);
  channel = find_or_add (self, name);
  pthread_mutex_unlock (&self->lock);
  return channel;
}

char *
gscope_track_names_dup (GscopeTrackNames *self, guint channel)
{
  char *name;

  pthread_mutex_lock (&self->lock);
  name = g_strdup (self->names->pdata[channel]);
  pthread_mutex_unlock (&self->lock);
  return name;
}

static void
skip_line (GscopeBlockParser *self, guint64 line, const char *reason)
{
  self->block->n_skipped++;
  gscope_block_report (self->block, line, reason);
}

static void
map_names (GscopeBlockParser *self)
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
  GscopeBlockParser *self = user_data;
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
  GscopeBlockParser *self = user_data;

  gscope_block_report (self->block, line - self->n_lines_before, reason);
}

static void
take_object (GscopeTupleParser *parser, guint64 line, JsonObject *object, gpointer user_data)
{
  GscopeBlockParser *self = user_data;
  guint64 in_block = line - self->n_lines_before;

  g_ptr_array_add (self->block->objects, json_object_ref (object));
  g_array_append_val (self->block->object_lines, in_block);
}

static guint64
count_skipped (GscopeTupleParser *parser)
{
  return gscope_tuple_parser_get_malformed (parser) + gscope_tuple_parser_get_backwards (parser)
         + gscope_tuple_parser_get_over_limit (parser);
}

static void
run_tuples (GscopeBlockParser *self, gint64 earliest)
{
  GscopeBlock *block = self->block;
  guint64 n_skipped = count_skipped (self->tuples);
  const char *end = block->text + block->length, *text;

  self->n_lines_before = gscope_tuple_parser_get_lines (self->tuples);
  gscope_tuple_parser_require_order (self->tuples, earliest);
  text = block->offset == 0 ? gscope_csv_skip_mark (block->text, end) : block->text;
  gscope_tuple_parser_feed (self->tuples, text, end - text);
  gscope_tuple_parser_finish (self->tuples);
  block->n_lines = gscope_tuple_parser_get_lines (self->tuples) - self->n_lines_before;
  block->n_skipped += count_skipped (self->tuples) - n_skipped;
}

/* An empty field is no sample; what is no number breaks the line, which is a fault unless it is a word
 * for a value that is missing. */
static const char *
take_row (GscopeBlockParser *self, gint64 time, guint n)
{
  GscopeBlock *block = self->block;
  const char *reason = NULL;

  for (guint i = 0, channel = 0; i < n; i++)
    {
      const GscopeCsvField *field = &self->fields[i];
      double value;

      if (!self->head->is_taken[i])
        continue;
      if (field->length > 0)
        {
          if (!gscope_csv_read_value (field, self->head->format.decimal, &value))
            {
              value = NAN;
              reason = gscope_csv_is_missing (field) ? reason : "a value is no number";
            }
          gscope_block_append (block, channel, time, value);
          block->n_samples++;
          block->n_missing += isnan (value) != 0;
        }
      channel++;
    }
  block->first = MIN (block->first, time);
  block->last = self->earliest = time;
  return reason;
}

/* A time of day more than an hour before the row above is a time of the next day. */
static gint64
pass_midnight (gint64 time, gint64 earliest)
{
  gint64 behind;

  if (earliest == G_MININT64)
    return time;
  behind = earliest - GSCOPE_CSV_DAY / 24 - time;
  if (behind <= 0)
    return time;
  return time + (behind + GSCOPE_CSV_DAY - 1) / GSCOPE_CSV_DAY * GSCOPE_CSV_DAY;
}

static const char *
read_row (GscopeBlockParser *self, const char *line, gsize length)
{
  const GscopeCsvFormat *format = &self->head->format;
  guint n =
      gscope_csv_split (line, length, format->delimiter, self->fields, GSCOPE_CSV_MAX_COLUMNS);
  gint64 time = (gint64) self->block->n_rows++ * GSCOPE_SEC;

  if (n == 0)
    return "a quote is not closed";
  if (n != self->head->n_columns)
    return n < self->head->n_columns ? "it has fewer fields than the table has columns"
                                     : "it has more fields than the table has columns";
  if (format->time != GSCOPE_CSV_ROWS && !gscope_csv_read_row_time (format, self->fields, n, &time))
    return "the time cannot be read";
  if (format->time == GSCOPE_CSV_TIME_OF_DAY)
    time = pass_midnight (time, self->earliest);
  if (time < self->earliest)
    return "the time is before that of a line above";
  return take_row (self, time, n);
}

/* Where the rows begin: what is before them in the text are lines. */
static const char *
skip_head (GscopeBlockParser *self)
{
  GscopeBlock *block = self->block;
  const char *text = block->text, *end = text + block->length;
  guint64 head = self->head->offset;
  const char *begin;

  if (head <= block->offset)
    return text;
  begin = text + MIN (head - block->offset, block->length);
  for (; text < begin; text++)
    block->n_lines += *text == '\n';
  if (begin == end && begin > block->text && begin[-1] != '\n')
    block->n_lines++;
  return begin;
}

static void
run_csv (GscopeBlockParser *self, gint64 earliest)
{
  const char *text = skip_head (self), *end = self->block->text + self->block->length;

  self->earliest = self->head->format.time == GSCOPE_CSV_ROWS ? G_MININT64 : earliest;
  while (text < end)
    {
      const char *newline = memchr (text, '\n', end - text);
      const char *stop = newline != NULL ? newline + 1 : end, *line;
      gsize length;

      self->block->n_lines++;
      if (gscope_csv_next_line (&text, stop, &line, &length))
        {
          const char *reason = read_row (self, line, length);

          if (reason != NULL)
            skip_line (self, self->block->n_lines, reason);
        }
    }
}

GscopeBlockParser *
gscope_block_parser_new (GscopeTrackNames *names, const GscopeCsvHead *head)
{
  GscopeBlockParser *self = g_new0 (GscopeBlockParser, 1);

  self->names = names;
  self->head = head;
  if (head != NULL)
    {
      self->fields = g_new (GscopeCsvField, GSCOPE_CSV_MAX_COLUMNS);
      return self;
    }
  self->channels = g_array_new (FALSE, FALSE, sizeof (guint));
  self->tuples = gscope_tuple_parser_new (take_tuples, self, NULL);
  gscope_tuple_parser_set_max_names (self->tuples, GSCOPE_MAX_CHANNELS);
  gscope_tuple_parser_set_error_func (self->tuples, take_report, self, NULL);
  gscope_tuple_parser_set_object_func (self->tuples, take_object, self, NULL);
  return self;
}

void
gscope_block_parser_free (GscopeBlockParser *self)
{
  g_clear_pointer (&self->tuples, gscope_tuple_parser_unref);
  g_clear_pointer (&self->channels, g_array_unref);
  g_free (self->fields);
  g_free (self);
}

void
gscope_block_parser_run (GscopeBlockParser *self, GscopeBlock *block, gint64 earliest)
{
  gscope_block_reset (block);
  self->block = block;
  if (block->is_too_long)
    {
      block->n_lines = 1;
      skip_line (self, 1, "it is longer than a line may be");
    }
  else if (self->tuples != NULL)
    run_tuples (self, earliest);
  else
    run_csv (self, earliest);
}
