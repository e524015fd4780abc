/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/foxglove/stream.h>

#include <gscope/foxglove/message.h>
#include <gscope/publish/reduce.h>
#include <gscope/text/sample-json.h>
#include <gscope/trace/private.h>

enum
{
  READ_AHEAD = 32,
};

/* The shortest interval of a reduced message, the age of samples from which on they are reduced, and to how many messages;
 * how long an interval lasts before a longer one, and before a shorter one. */
#define MIN_WIDTH (10 * GSCOPE_MSEC)
#define MAX_AGE GSCOPE_SEC
#define MAX_WAITING 16
#define PATIENCE (250 * GSCOPE_MSEC)
#define RECOVERY (2 * GSCOPE_SEC)

/* A signal: the next position to read in its trace, and samples that were read and are not sent. */
typedef struct
{
  const GscopeFoxgloveField *field;
  guint lease;
  GscopeTrace *trace;
  guint64 n_restarts;
  guint64 position;
  guint i;
  guint n;
  GscopeSample samples[READ_AHEAD];
} Cursor;

struct _GscopeFoxgloveStream
{
  GscopeFoxgloveChannel *channel;
  guint32 subscription;
  GscopeFeedFigures *figures;
  GscopeFeedFigures own_figures;
  guint consumer;
  /* of the fields */
  Cursor *cursors;
  guint n_cursors;
  /* the time of the next sample of each cursor, G_MAXINT64 if there is none: a message looks at all of them, and only at the
   * cursors whose samples it takes */
  gint64 *times;

  /* the next message, and its time; empty if there is none */
  GString *text;
  gint64 time;
  /* after the samples of all messages that were sent */
  gint64 position;

  /* the interval of a message; 0 if each time has one */
  gint64 width;
  gint64 adapted_at;
};

static void
open_cursor (GscopeFoxgloveStream *self, guint i, gint64 start)
{
  const GscopeFoxgloveField *field = &g_array_index (self->channel->fields, GscopeFoxgloveField, i);
  Cursor *cursor = &self->cursors[i];

  cursor->field = field;
  cursor->lease = gscope_signal_lease (field->signal, 0);
  cursor->trace = gscope_signal_get_trace (field->signal);
  cursor->n_restarts = gscope_trace_get_n_restarts (cursor->trace);
  cursor->position = gscope_trace_find (cursor->trace, start);
}

GscopeFoxgloveStream *
gscope_foxglove_stream_new (GscopeFoxgloveChannel *channel, guint32 subscription, gint64 start,
                            GscopeFeedFigures *figures)
{
  GscopeFoxgloveStream *self = g_new0 (GscopeFoxgloveStream, 1);

  self->channel = gscope_foxglove_channel_ref (channel);
  self->subscription = subscription;
  self->figures = figures ? figures : &self->own_figures;
  self->text = g_string_new (NULL);
  self->position = start;
  self->n_cursors = channel->fields->len;
  self->cursors = g_new0 (Cursor, self->n_cursors);
  self->times = g_new (gint64, self->n_cursors);
  for (guint i = 0; i < self->n_cursors; i++)
    {
      open_cursor (self, i, start);
      self->times[i] = G_MAXINT64;
    }
  self->figures->n_leases += self->n_cursors;
  self->consumer = gscope_scope_add_consumer (channel->scope, GSCOPE_FOXGLOVE_INTERVAL);
  return self;
}

void
gscope_foxglove_stream_free (GscopeFoxgloveStream *self)
{
  gscope_scope_remove_consumer (self->channel->scope, self->consumer);
  for (guint i = 0; i < self->n_cursors; i++)
    gscope_signal_release (self->cursors[i].field->signal, self->cursors[i].lease);
  self->figures->n_leases -= self->n_cursors;
  g_free (self->cursors);
  g_free (self->times);
  g_string_free (self->text, TRUE);
  gscope_foxglove_channel_unref (self->channel);
  g_free (self);
}

GscopeFoxgloveChannel *
gscope_foxglove_stream_get_channel (GscopeFoxgloveStream *self)
{
  return self->channel;
}

gint64
gscope_foxglove_stream_get_position (GscopeFoxgloveStream *self)
{
  return self->position;
}

/* Samples. */

/* The samples of a trace may come again: those that were sent are not sent again. */
static void
read_ahead (GscopeFoxgloveStream *self, Cursor *cursor)
{
  guint64 n_restarts = gscope_trace_get_n_restarts (cursor->trace);
  guint64 first = gscope_trace_get_first (cursor->trace);

  if (n_restarts != cursor->n_restarts)
    cursor->position = gscope_trace_find (cursor->trace, self->position);
  cursor->n_restarts = n_restarts;
  if (cursor->position < first)
    {
      self->figures->lost[GSCOPE_LOSS_EVICTED] += first - cursor->position;
      cursor->position = first;
    }
  cursor->i = 0;
  cursor->n =
      (guint) gscope_trace_read (cursor->trace, cursor->position, cursor->samples, READ_AHEAD);
  cursor->position += cursor->n;
}

/* Looks for the next sample of a cursor. */
static void
look_ahead (GscopeFoxgloveStream *self, guint i)
{
  Cursor *cursor = &self->cursors[i];

  if (cursor->i == cursor->n)
    read_ahead (self, cursor);
  self->times[i] = cursor->i < cursor->n ? cursor->samples[cursor->i].time : G_MAXINT64;
}

static gint64
find_oldest (const GscopeFoxgloveStream *self)
{
  gint64 oldest = G_MAXINT64;

  for (guint i = 0; i < self->n_cursors; i++)
    oldest = MIN (oldest, self->times[i]);
  return oldest;
}

/* Takes the last sample before a time, or the next one if each time has a message. Returns FALSE if there is none. */
static gboolean
take_sample (GscopeFoxgloveStream *self, guint i, gint64 end, GscopeSample *sample)
{
  Cursor *cursor = &self->cursors[i];
  guint64 n_taken = 0;

  while (self->times[i] < end && (n_taken == 0 || self->width > 0))
    {
      *sample = cursor->samples[cursor->i++];
      look_ahead (self, i);
      n_taken++;
    }
  if (n_taken > 1)
    self->figures->lost[GSCOPE_LOSS_REDUCED] += n_taken - 1;
  return n_taken > 0;
}

/* Messages. */

static void
append_field (GscopeFoxgloveStream *self, const GscopeFoxgloveField *field, const char *group,
              double value)
{
  if (group && field->group != group)
    g_string_append_c (self->text, '}');
  if (field->group && field->group != group)
    {
      gscope_sample_json_append_key (self->text, field->group);
      g_string_append_c (self->text, '{');
    }
  gscope_sample_json_append (self->text, field->key, value);
}

static void
compose (GscopeFoxgloveStream *self, gint64 end)
{
  const char *group = NULL;

  g_string_append_c (self->text, '{');
  self->time = G_MININT64;
  for (guint i = 0; i < self->n_cursors; i++)
    {
      const GscopeFoxgloveField *field;
      GscopeSample sample = { 0 };

      if (!take_sample (self, i, end, &sample))
        continue;
      field = self->cursors[i].field;
      append_field (self, field, group, sample.value);
      group = field->group;
      self->time = MAX (self->time, sample.time);
      self->figures->n_samples++;
    }
  g_string_append (self->text, group ? "}}" : "}");
}

gboolean
gscope_foxglove_stream_peek (GscopeFoxgloveStream *self, gint64 end, gint64 *time)
{
  gint64 oldest = self->text->len > 0 ? G_MAXINT64 : find_oldest (self);
  gint64 last =
      self->width > 0 && oldest <= end ? oldest - oldest % self->width + self->width - 1 : oldest;

  if (self->text->len == 0 && last <= end)
    compose (self, last + 1);
  *time = self->time;
  return self->text->len > 0;
}

GBytes *
gscope_foxglove_stream_take (GscopeFoxgloveStream *self, gint64 offset)
{
  GBytes *message = gscope_foxglove_message_new_data (self->subscription, self->time + offset,
                                                      self->text->str, self->text->len);

  self->position = MAX (self->position, self->time + 1);
  self->figures->n_bytes += g_bytes_get_size (message);
  g_string_truncate (self->text, 0);
  return message;
}

/* The pace. */

GscopeFoxglovePace
gscope_foxglove_stream_adapt (GscopeFoxgloveStream *self, gint64 now, gint64 end, gboolean is_slow)
{
  gint64 before = self->width, age;
  gboolean is_late;

  /* samples may have come since */
  for (guint i = 0; i < self->n_cursors; i++)
    look_ahead (self, i);
  age = end - MIN (end, find_oldest (self));
  is_late = is_slow && age > MAX_AGE;
  if (now - self->adapted_at < (is_late ? PATIENCE : RECOVERY) || (!is_late && before == 0))
    return GSCOPE_FOXGLOVE_PACE_KEPT;
  self->adapted_at = now;
  if (is_late)
    self->width = MAX (before, gscope_reduce_round_up (age / MAX_WAITING));
  else
    self->width = before / 4 >= MIN_WIDTH ? before / 4 : 0;
  if ((before > 0) == (self->width > 0))
    return GSCOPE_FOXGLOVE_PACE_KEPT;
  return before > 0 ? GSCOPE_FOXGLOVE_PACE_RESTORED : GSCOPE_FOXGLOVE_PACE_REDUCED;
}
