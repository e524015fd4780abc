/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/feed.h>

#include <gscope/enums.h>
#include <gscope/json-private.h>
#include <gscope/share/message.h>
#include <math.h>

enum
{
  /* While more bytes are unsent, samples wait in the traces. */
  MAX_UNSENT = 1024 * 1024,
  MAX_BLOCK = GSCOPE_MESSAGE_SIZE / sizeof (GscopeSample) - 1,
};

typedef struct
{
  guint32 id;
  GscopeSignal *signal;
  GscopeTrace *trace;
  guint64 position;
  gboolean has_begun;
  gboolean is_broken;
  gboolean is_ended;
  guint64 told[GSCOPE_N_LOSSES];
} Cursor;

struct _GscopeFeed
{
  GscopeCarrier *carrier;
  gint64 start;
  GPtrArray *cursors;
  GHashTable *by_signal;
  guint32 last_id;
  guint next;
};

static void
cursor_free (gpointer data)
{
  Cursor *cursor = data;

  g_object_unref (cursor->signal);
  g_free (cursor);
}

GscopeFeed *
gscope_feed_new (GscopeCarrier *carrier, gint64 start)
{
  GscopeFeed *self = g_new0 (GscopeFeed, 1);

  self->carrier = g_object_ref (carrier);
  self->start = start;
  self->cursors = g_ptr_array_new_with_free_func (cursor_free);
  self->by_signal = g_hash_table_new (NULL, NULL);
  return self;
}

void
gscope_feed_free (GscopeFeed *self)
{
  g_hash_table_unref (self->by_signal);
  g_ptr_array_unref (self->cursors);
  g_object_unref (self->carrier);
  g_free (self);
}

guint32
gscope_feed_add (GscopeFeed *self, GscopeSignal *signal)
{
  Cursor *cursor = g_new0 (Cursor, 1);

  cursor->id = ++self->last_id;
  cursor->signal = g_object_ref (signal);
  cursor->trace = gscope_signal_get_trace (signal);
  cursor->position = gscope_trace_find (cursor->trace, self->start);
  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    cursor->told[i] = gscope_signal_get_lost (signal, i);
  g_ptr_array_add (self->cursors, cursor);
  g_hash_table_insert (self->by_signal, signal, cursor);
  return cursor->id;
}

guint32
gscope_feed_remove (GscopeFeed *self, GscopeSignal *signal)
{
  guint32 id = gscope_feed_get_id (self, signal);

  g_ptr_array_remove_fast (self->cursors, g_hash_table_lookup (self->by_signal, signal));
  g_hash_table_remove (self->by_signal, signal);
  return id;
}

guint32
gscope_feed_get_id (GscopeFeed *self, GscopeSignal *signal)
{
  Cursor *cursor = g_hash_table_lookup (self->by_signal, signal);

  return cursor->id;
}

/* Losses. */

static void
tell_loss (GscopeFeed *self, Cursor *cursor, GscopeLoss cause, guint64 n)
{
  JsonObject *object = json_object_new ();
  g_autoptr (GBytes) message = NULL;

  json_object_set_int_member (object, "signal", cursor->id);
  gscope_json_set_enum (object, "cause", GSCOPE_TYPE_LOSS, (int) cause);
  json_object_set_int_member (object, "count", (gint64) MIN (n, G_MAXINT64));
  message = gscope_message_new (GSCOPE_MESSAGE_LOSSES, object);
  gscope_carrier_send (self->carrier, message);
}

static void
tell_losses (GscopeFeed *self, Cursor *cursor)
{
  guint64 first = gscope_trace_get_first (cursor->trace);

  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    {
      guint64 lost = gscope_signal_get_lost (cursor->signal, i);

      if (lost == cursor->told[i])
        continue;
      tell_loss (self, cursor, i, lost - cursor->told[i]);
      cursor->told[i] = lost;
    }
  if (cursor->position >= first)
    return;
  tell_loss (self, cursor, GSCOPE_LOSS_EVICTED, first - cursor->position);
  cursor->position = first;
  cursor->is_broken = TRUE;
}

/* Samples. */

/* Returns the value for a gap, with its cause, which the trace stores apart from its samples. A
 * sample without a gap is one that was not a number, was counted as a loss here, and must not be
 * counted again at the other end. */
static double
find_gap (GscopeTrace *trace, gint64 time)
{
  gsize n;
  const GscopeGap *gaps = gscope_trace_get_gaps (trace, time, time + 1, &n);

  for (gsize i = 0; i < n; i++)
    if (gaps[i].begin == time)
      return gscope_gap_value (gaps[i].cause);
  return gscope_gap_value (GSCOPE_GAP_NO_VALUE);
}

/* Skips the gaps before the first value, which interrupt nothing. */
static void
skip_first_gaps (Cursor *cursor)
{
  guint64 end = gscope_trace_get_end (cursor->trace);

  while (!cursor->has_begun && cursor->position < end)
    {
      cursor->has_begun = !isnan (gscope_trace_get_value (cursor->trace, cursor->position));
      cursor->position += !cursor->has_begun;
    }
}

/* Appends a block with as many of the waiting samples as fit. */
static void
append_samples (Cursor *cursor, GByteArray *message, gsize room)
{
  GscopeSample samples[MAX_BLOCK + 1];
  gsize skip = cursor->is_broken;
  gsize n;

  skip_first_gaps (cursor);
  n = gscope_trace_read (cursor->trace, cursor->position, samples + skip,
                         MIN (room, MAX_BLOCK) - skip);

  if (n == 0)
    return;
  if (skip)
    samples[0] = (GscopeSample){ samples[1].time, gscope_gap_value (GSCOPE_GAP_RING_FULL) };
  for (gsize i = skip; i < n + skip; i++)
    if (G_UNLIKELY (isnan (samples[i].value)))
      samples[i].value = find_gap (cursor->trace, samples[i].time);
  gscope_message_append_block (message, cursor->id, samples, n + skip);
  cursor->position += n;
  cursor->is_broken = FALSE;
}

/* Continues with the signal for which there was no room the last time, so that fast signals do not
 * delay others. */
static gboolean
send_samples (GscopeFeed *self)
{
  GByteArray *array = g_byte_array_sized_new (GSCOPE_MESSAGE_SIZE);
  g_autoptr (GBytes) message = NULL;
  guint n = self->cursors->len;

  for (guint i = 0; i < n; i++)
    {
      Cursor *cursor = self->cursors->pdata[self->next % n];
      gsize room = (GSCOPE_MESSAGE_SIZE - array->len) / sizeof (GscopeSample);

      if (room < 4)
        break;
      tell_losses (self, cursor);
      append_samples (cursor, array, room - 1);
      self->next = (self->next + 1) % n;
      if (cursor->position < gscope_trace_get_end (cursor->trace))
        break;
    }
  message = g_byte_array_free_to_bytes (array);
  if (g_bytes_get_size (message) == 0)
    return FALSE;
  gscope_carrier_send (self->carrier, message);
  return TRUE;
}

static void
tell_ended (GscopeFeed *self)
{
  g_autoptr (JsonArray) ended = json_array_new ();
  g_autoptr (GBytes) message = NULL;
  JsonObject *object;

  for (guint i = 0; i < self->cursors->len; i++)
    {
      Cursor *cursor = self->cursors->pdata[i];

      if (cursor->is_ended || !gscope_signal_get_ended (cursor->signal)
          || cursor->position < gscope_trace_get_end (cursor->trace))
        continue;
      cursor->is_ended = TRUE;
      json_array_add_int_element (ended, cursor->id);
    }
  if (json_array_get_length (ended) == 0)
    return;
  object = json_object_new ();
  json_object_set_array_member (object, "ended", g_steal_pointer (&ended));
  message = gscope_message_new (GSCOPE_MESSAGE_SIGNALS, object);
  gscope_carrier_send (self->carrier, message);
}

void
gscope_feed_pump (GscopeFeed *self)
{
  while (gscope_carrier_get_unsent (self->carrier) < MAX_UNSENT)
    if (!send_samples (self))
      {
        tell_ended (self);
        return;
      }
}
