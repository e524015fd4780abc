/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/feed-private.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/publish/reduce.h>
#include <gscope/publish/window.h>
#include <math.h>

enum
{
  /* While more bytes are unsent, samples wait in the traces. */
  MAX_UNSENT = 1024 * 1024,
  FIRST_WINDOW = 64 * 1024,
  MAX_BLOCK = GSCOPE_MESSAGE_SIZE / sizeof (GscopeSample) - 1,
};

/* How old samples may become before fewer of them are sent, and for how long all must be sent before the
 * other end learns of it. */
#define MAX_AGE (200 * GSCOPE_MSEC)
#define RECOVERY GSCOPE_SEC

/* How often losses are told beside a broadcast. */
#define LOSS_INTERVAL (250 * GSCOPE_MSEC)

static void
cursor_free (gpointer data)
{
  GscopeFeedCursor *cursor = data;

  g_clear_pointer (&cursor->handover, gscope_handover_free);
  g_object_unref (cursor->signal);
  g_free (cursor);
}

GscopeFeed *
gscope_feed_new (GscopeCarrier *carrier, GscopeClock *clock, gint64 credit,
                 GscopeFeedFigures *figures)
{
  GscopeFeed *self = g_new0 (GscopeFeed, 1);

  self->carrier = g_object_ref (carrier);
  self->clock = g_object_ref (clock);
  self->start = gscope_clock_get_time (clock);
  gscope_window_init (&self->window, credit, FIRST_WINDOW);
  self->figures = figures ? figures : &self->own_figures;
  self->by_signal = g_hash_table_new_full (NULL, NULL, NULL, cursor_free);
  self->by_id = g_hash_table_new (NULL, NULL);
  self->leased = g_ptr_array_new ();
  self->ending = g_ptr_array_new ();
  return self;
}

/* Returns the figure that counts the leases of the feed. */
static guint *
get_count (GscopeFeed *self)
{
  return self->is_broadcast ? &self->figures->n_broadcasts : &self->figures->n_leases;
}

void
gscope_feed_free (GscopeFeed *self)
{
  *get_count (self) -= self->leased->len;
  g_ptr_array_unref (self->ending);
  g_ptr_array_unref (self->leased);
  g_hash_table_unref (self->by_id);
  g_hash_table_unref (self->by_signal);
  g_object_unref (self->clock);
  g_object_unref (self->carrier);
  g_free (self);
}

/* Leases. */

/* Begins a gap after the last sent sample, as samples that follow it are not sent. */
static void
break_off (GscopeFeedCursor *cursor, GscopeGapCause cause)
{
  cursor->is_broken = cursor->last_end > 0;
  cursor->cause = cause;
}

void
gscope_feed_lease (GscopeFeed *self, GscopeFeedCursor *cursor, guint64 position, gint64 period,
                   gint64 lease_end)
{
  if (cursor->is_leased && cursor->period != period)
    {
      gscope_feed_cursor_forgo (cursor, G_MAXUINT64);
      cursor->retry_at = 0;
    }
  /* Of a period, only the newest sample was sent. */
  if (cursor->is_leased ? cursor->period > 0 && period == 0 : position > cursor->last_end)
    break_off (cursor, GSCOPE_GAP_CAUSE_UNREAD);
  cursor->period = period;
  cursor->lease_end = lease_end;
  if (cursor->is_leased)
    return;
  cursor->is_leased = TRUE;
  cursor->position = position;
  cursor->reduced_end = 0;
  cursor->limit = G_MAXUINT64;
  cursor->retry_at = 0;
  cursor->retry_wait = GSCOPE_FEED_RETRY_WAIT;
  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    cursor->told[i] = gscope_signal_get_lost (cursor->signal, i);
  g_ptr_array_add (self->leased, cursor);
  ++*get_count (self);
}

/* A signal that is not shown any more has no resolution. */
static void
release (GscopeFeed *self, GscopeFeedCursor *cursor)
{
  cursor->is_leased = FALSE;
  gscope_feed_cursor_forgo (cursor, G_MAXUINT64);
  if (cursor->told_width > 0)
    gscope_feed_tell_reduced (self, cursor, 0);
  if (g_ptr_array_remove_fast (self->leased, cursor))
    --*get_count (self);
}

/* Of a signal that is new in the list, all samples since the connection. */
static void
lease_for_ever (GscopeFeed *self, GscopeFeedCursor *cursor)
{
  gscope_feed_lease (self, cursor, gscope_trace_find (cursor->trace, self->start), 0,
                     GSCOPE_FEED_FOREVER);
}

/* The newest sample comes at once. */
static guint64
find_newest (GscopeFeedCursor *cursor)
{
  guint64 end = gscope_trace_get_end (cursor->trace);

  return MAX (gscope_trace_get_first (cursor->trace), end - MIN (end, 1));
}

gboolean
gscope_feed_is_leased (GscopeFeed *self)
{
  return self->is_whole || self->leased->len > 0;
}

guint32
gscope_feed_add (GscopeFeed *self, GscopeSignal *signal)
{
  GscopeFeedCursor *cursor = g_new0 (GscopeFeedCursor, 1);

  cursor->id = ++self->last_id;
  cursor->signal = g_object_ref (signal);
  cursor->trace = gscope_signal_get_trace (signal);
  g_hash_table_insert (self->by_signal, signal, cursor);
  g_hash_table_insert (self->by_id, GUINT_TO_POINTER (cursor->id), cursor);
  if (self->is_whole)
    lease_for_ever (self, cursor);
  return cursor->id;
}

guint32
gscope_feed_remove (GscopeFeed *self, GscopeSignal *signal)
{
  GscopeFeedCursor *cursor = g_hash_table_lookup (self->by_signal, signal);
  guint32 id = cursor->id;

  g_ptr_array_remove (self->ending, cursor);
  release (self, cursor);
  g_hash_table_remove (self->by_id, GUINT_TO_POINTER (id));
  g_hash_table_remove (self->by_signal, signal);
  return id;
}

guint32
gscope_feed_get_id (GscopeFeed *self, GscopeSignal *signal)
{
  return ((GscopeFeedCursor *) g_hash_table_lookup (self->by_signal, signal))->id;
}

void
gscope_feed_end (GscopeFeed *self, GscopeSignal *signal)
{
  GscopeFeedCursor *cursor = g_hash_table_lookup (self->by_signal, signal);

  /* the last samples come first, wherever they come */
  if (cursor->handover && gscope_handover_is_complete (cursor->handover))
    gscope_broadcast_pump (gscope_handover_get_broadcast (cursor->handover));
  g_ptr_array_add (self->ending, cursor);
}

/* Finds the signal of an element of a list of ids. A signal may have gone while the message came. */
static gboolean
find_cursor (GscopeFeed *self, JsonNode *node, GscopeFeedCursor **cursor, GError **error)
{
  gint64 id = json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node) : 0;

  if (id <= 0 || id > self->last_id)
    return gscope_json_refuse (error, "signals", _ ("this is not a list of ids of signals"));
  *cursor = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER ((guint32) id));
  return TRUE;
}

gboolean
gscope_feed_find (GscopeFeed *self, JsonNode *node, GscopeSignal **signal, GError **error)
{
  GscopeFeedCursor *cursor = NULL;

  if (!find_cursor (self, node, &cursor, error))
    return FALSE;
  *signal = cursor ? cursor->signal : NULL;
  return TRUE;
}

static void
lease_all (GscopeFeed *self)
{
  GHashTableIter iter;
  gpointer cursor;

  self->is_whole = TRUE;
  g_hash_table_iter_init (&iter, self->by_id);
  while (g_hash_table_iter_next (&iter, NULL, &cursor))
    lease_for_ever (self, cursor);
}

gboolean
gscope_feed_subscribe (GscopeFeed *self, JsonObject *object, GError **error)
{
  gint64 period, length;
  JsonArray *ids;

  if (gscope_json_get_flag (object, "all"))
    {
      lease_all (self);
      return TRUE;
    }
  if (!gscope_json_get_array (object, "signals", GSCOPE_MESSAGE_MAX_ITEMS, &ids, error)
      || !gscope_json_get_integer (object, "period_ns", 0, GSCOPE_MAX_PERIOD, &period, error)
      || !gscope_json_get_integer (object, "lease_ms", 1, G_MAXINT, &length, error))
    return FALSE;
  for (guint i = 0; ids && i < json_array_get_length (ids); i++)
    {
      GscopeFeedCursor *cursor = NULL;

      if (!find_cursor (self, json_array_get_element (ids, i), &cursor, error))
        return FALSE;
      if (cursor)
        gscope_feed_lease (self, cursor, find_newest (cursor), period,
                           gscope_clock_get_time (self->clock) + length * GSCOPE_MSEC);
    }
  return TRUE;
}

gboolean
gscope_feed_unsubscribe (GscopeFeed *self, JsonObject *object, GError **error)
{
  JsonArray *ids;

  if (!gscope_json_get_array (object, "signals", GSCOPE_MESSAGE_MAX_ITEMS, &ids, error))
    return FALSE;
  for (guint i = 0; ids && i < json_array_get_length (ids); i++)
    {
      GscopeFeedCursor *cursor = NULL;

      if (!find_cursor (self, json_array_get_element (ids, i), &cursor, error))
        return FALSE;
      if (cursor)
        release (self, cursor);
    }
  return TRUE;
}

gboolean
gscope_feed_take_credit (GscopeFeed *self, JsonObject *object, GError **error)
{
  gint64 bytes;

  if (!gscope_json_get_integer (object, "bytes", 1, GSCOPE_MESSAGE_MAX_CREDIT, &bytes, error))
    return FALSE;
  if (self->window.credit > GSCOPE_MESSAGE_MAX_CREDIT)
    return gscope_json_refuse (error, "bytes",
                               _ ("this is more credit than for what was received"));
  gscope_window_grant (&self->window, bytes, gscope_clock_get_time (self->clock));
  return TRUE;
}

static void
drop_expired (GscopeFeed *self, gint64 now)
{
  for (guint i = self->leased->len; i-- > 0;)
    if (((GscopeFeedCursor *) self->leased->pdata[i])->lease_end < now)
      release (self, self->leased->pdata[i]);
}

/* Losses. */

static void
tell_loss (GscopeFeed *self, GscopeFeedCursor *cursor, GscopeLoss cause, guint64 n)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "signal", cursor->id);
  gscope_json_set_enum (object, "cause", GSCOPE_TYPE_LOSS, (int) cause);
  json_object_set_int_member (object, "count", (gint64) MIN (n, G_MAXINT64));
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_LOSSES, object);
}

/* Counts samples that are in the trace and are not sent. */
static void
lose (GscopeFeed *self, GscopeFeedCursor *cursor, GscopeLoss cause, guint64 n)
{
  self->figures->lost[cause] += n;
  tell_loss (self, cursor, cause, n);
}

/* Tells which samples the signal has lost before they came to its trace. */
static void
tell_signal_losses (GscopeFeed *self, GscopeFeedCursor *cursor)
{
  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    {
      guint64 lost = gscope_signal_get_lost (cursor->signal, i);

      if (lost == cursor->told[i])
        continue;
      tell_loss (self, cursor, i, lost - cursor->told[i]);
      cursor->told[i] = lost;
    }
}

/* Each connection tells the losses of the signal, because a broadcast is not heard by all of them all the time. */
static void
tell_losses (GscopeFeed *self, GscopeFeedCursor *cursor, gint64 now)
{
  guint64 first = gscope_trace_get_first (cursor->trace);

  if (!self->is_broadcast && (cursor->limit > 0 || now - cursor->losses_told >= LOSS_INTERVAL))
    {
      tell_signal_losses (self, cursor);
      cursor->losses_told = now;
    }
  if (cursor->position >= first || cursor->limit == 0)
    return;
  lose (self, cursor, GSCOPE_LOSS_EVICTED, first - cursor->position);
  cursor->position = first;
  break_off (cursor, GSCOPE_GAP_CAUSE_RING_FULL);
}

/* Samples. */

/* Returns the position after the samples that come by the carrier. */
static guint64
get_end (GscopeFeedCursor *cursor)
{
  return MIN (gscope_trace_get_end (cursor->trace), cursor->limit);
}

static guint64
get_next (GscopeFeedCursor *cursor)
{
  return MAX (cursor->position, gscope_trace_get_first (cursor->trace));
}

static guint64
get_waiting (GscopeFeedCursor *cursor)
{
  guint64 end = get_end (cursor);
  guint64 next = get_next (cursor);

  return cursor->period > 0 || next >= end ? 0 : end - next;
}

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
  return gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

/* Skips the gaps before the first value, which interrupt nothing. */
static void
skip_first_gaps (GscopeFeedCursor *cursor)
{
  guint64 end = gscope_trace_get_end (cursor->trace);

  while (!cursor->has_begun && cursor->position < end)
    {
      cursor->has_begun = !isnan (gscope_trace_get_value (cursor->trace, cursor->position));
      cursor->position += !cursor->has_begun;
    }
}

/* Appends samples up to a position. */
static void
append_block (GscopeFeed *self, GscopeFeedCursor *cursor, GByteArray *message,
              GscopeSample *samples, gsize n, guint64 end)
{
  GscopeSample gap = { cursor->last, gscope_gap_value (cursor->cause) };

  if (cursor->is_broken)
    gscope_message_append_block (message, cursor->id, &gap, 1);
  cursor->is_broken = FALSE;
  for (gsize i = 0; i < n; i++)
    if (G_UNLIKELY (isnan (samples[i].value)))
      samples[i].value = find_gap (cursor->trace, samples[i].time);
  gscope_message_append_block (message, cursor->id, samples, n);
  self->figures->n_samples += n;
  cursor->last = samples[n - 1].time;
  cursor->last_end = end;
}

/* Appends a block with as many of the waiting samples as fit. */
static void
append_all (GscopeFeed *self, GscopeFeedCursor *cursor, GByteArray *message, gsize room)
{
  GscopeSample samples[MAX_BLOCK];
  gsize n = MIN (get_waiting (cursor), MIN (room, MAX_BLOCK) - 1);

  n = gscope_trace_read (cursor->trace, cursor->position, samples, n);
  if (n == 0)
    return;
  cursor->position += n;
  append_block (self, cursor, message, samples, n, cursor->position);
}

/* Appends the newest sample of a period, or the last one before a broadcast. */
static void
append_newest (GscopeFeed *self, GscopeFeedCursor *cursor, GByteArray *message, gint64 now)
{
  guint64 end = get_end (cursor);
  GscopeSample sample;

  if ((now - cursor->sent_at < cursor->period && cursor->limit == G_MAXUINT64)
      || cursor->position >= end)
    return;
  gscope_trace_read (cursor->trace, end - 1, &sample, 1);
  append_block (self, cursor, message, &sample, 1, end);
  cursor->position = end;
  cursor->sent_at = now;
}

/* Appends columns, and counts the samples that they leave out. */
static void
append_reduced (GscopeFeed *self, GscopeFeedCursor *cursor, GByteArray *message, gsize room)
{
  GscopeSample samples[MAX_BLOCK];
  gsize n = 0;
  guint64 n_left_out = 0;

  room = MIN (room, MAX_BLOCK);
  while (cursor->position < cursor->reduced_end && n + GSCOPE_REDUCE_MAX <= room)
    {
      gint64 time = gscope_trace_get_time (cursor->trace, cursor->position);
      gint64 column_end = time - time % cursor->width + cursor->width;
      guint64 end = MIN (cursor->reduced_end, gscope_trace_find (cursor->trace, column_end));
      gsize n_kept = gscope_reduce_column (cursor->trace, cursor->position, end, samples + n);

      n += n_kept;
      n_left_out += end - cursor->position - n_kept;
      cursor->position = end;
    }
  if (n > 0)
    append_block (self, cursor, message, samples, n, cursor->position);
  if (n_left_out > 0)
    lose (self, cursor, GSCOPE_LOSS_REDUCED, n_left_out);
}

static void
append_samples (GscopeFeed *self, GscopeFeedCursor *cursor, GByteArray *message, gsize room,
                gint64 now)
{
  skip_first_gaps (cursor);
  if (cursor->period > 0)
    append_newest (self, cursor, message, now);
  else if (cursor->position < cursor->reduced_end)
    append_reduced (self, cursor, message, room);
  else
    append_all (self, cursor, message, room);
}

/* Continues with the signal for which there was no room the last time, so that fast signals do not
 * delay others. */
static gboolean
send_samples (GscopeFeed *self, gint64 now)
{
  GByteArray *array = g_byte_array_sized_new (GSCOPE_MESSAGE_SIZE);
  g_autoptr (GBytes) message = NULL;
  guint n = self->leased->len;

  for (guint i = 0; i < n; i++)
    {
      GscopeFeedCursor *cursor = self->leased->pdata[self->next % n];
      gsize room = (GSCOPE_MESSAGE_SIZE - array->len) / sizeof (GscopeSample);

      if (room < GSCOPE_REDUCE_MAX + 2)
        break;
      tell_losses (self, cursor, now);
      append_samples (self, cursor, array, room - 1, now);
      self->next = (self->next + 1) % n;
      if (get_waiting (cursor) > 0)
        break;
    }
  message = g_byte_array_free_to_bytes (array);
  if (g_bytes_get_size (message) == 0)
    return FALSE;
  self->figures->n_bytes += g_bytes_get_size (message);
  gscope_window_send (&self->window, g_bytes_get_size (message), now);
  gscope_carrier_send (self->carrier, message);
  return TRUE;
}

/* Reduction. */

/* Returns for how long samples have waited. */
static gint64
get_age (GscopeFeed *self, gint64 now)
{
  gint64 age = 0;

  for (guint i = 0; i < self->leased->len; i++)
    {
      GscopeFeedCursor *cursor = self->leased->pdata[i];

      if (get_waiting (cursor) > 0)
        age = MAX (age, now - gscope_trace_get_time (cursor->trace, get_next (cursor)));
    }
  return age;
}

void
gscope_feed_tell_reduced (GscopeFeed *self, GscopeFeedCursor *cursor, gint64 width)
{
  JsonObject *object = json_object_new ();

  cursor->told_width = width;
  json_object_set_int_member (object, "signal", cursor->id);
  json_object_set_int_member (object, "resolution_ns", width);
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_REDUCED, object);
}

/* Reduces the waiting samples of the signals that have the most, so that all signals fit. */
static void
reduce (GscopeFeed *self, gint64 room, gint64 now)
{
  guint n = self->leased->len;
  g_autofree guint64 *waiting = g_new (guint64, n);
  guint64 share;

  for (guint i = 0; i < n; i++)
    waiting[i] = get_waiting (self->leased->pdata[i]);
  share = gscope_reduce_share (waiting, n, room / sizeof (GscopeSample));
  for (guint i = 0; i < n; i++)
    {
      GscopeFeedCursor *cursor = self->leased->pdata[i];
      guint64 n_columns = MAX (1, share / GSCOPE_REDUCE_MAX);
      gint64 length;

      if (waiting[i] <= share || cursor->position < cursor->reduced_end)
        continue;
      cursor->reduced_end = get_end (cursor);
      length = gscope_trace_get_time (cursor->trace, cursor->reduced_end - 1)
               - gscope_trace_get_time (cursor->trace, get_next (cursor));
      cursor->width = gscope_reduce_round_up (length / (gint64) n_columns + 1);
      /* a width that is little coarser stays, so that it does not change all the time */
      if (cursor->told_width > cursor->width && cursor->told_width / 5 < cursor->width)
        cursor->width = cursor->told_width;
      cursor->reduced_at = now;
      if (cursor->width != cursor->told_width)
        gscope_feed_tell_reduced (self, cursor, cursor->width);
    }
}

static void
tell_recovered (GscopeFeed *self, gint64 now)
{
  for (guint i = 0; i < self->leased->len; i++)
    {
      GscopeFeedCursor *cursor = self->leased->pdata[i];

      if (cursor->told_width > 0 && cursor->limit > 0 && now - cursor->reduced_at > RECOVERY)
        gscope_feed_tell_reduced (self, cursor, 0);
    }
}

static void
tell_ended (GscopeFeed *self)
{
  g_autoptr (JsonArray) ended = json_array_new ();
  JsonObject *object;

  for (guint i = self->ending->len; i-- > 0;)
    {
      GscopeFeedCursor *cursor = self->ending->pdata[i];

      if (cursor->is_leased && get_waiting (cursor) > 0)
        continue;
      g_ptr_array_remove_index_fast (self->ending, i);
      json_array_add_int_element (ended, cursor->id);
    }
  if (json_array_get_length (ended) == 0)
    return;
  object = json_object_new ();
  json_object_set_array_member (object, "ended", g_steal_pointer (&ended));
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_SIGNALS, object);
}

static gint64
get_room (GscopeFeed *self)
{
  gint64 unsent = (gint64) gscope_carrier_get_unsent (self->carrier);

  return MIN (gscope_window_get_room (&self->window), MAX_UNSENT - unsent);
}

/* Returns whether all samples that wait were sent. */
static gboolean
send_all (GscopeFeed *self, gint64 now)
{
  for (gint64 room = get_room (self); room > 0; room = get_room (self))
    if (!send_samples (self, now))
      return TRUE;
  return FALSE;
}

void
gscope_feed_pump (GscopeFeed *self)
{
  gint64 now = gscope_clock_get_time (self->clock);
  gint64 room, age;

  gscope_window_relieve (&self->window, now);
  room = get_room (self);
  drop_expired (self, now);
  gscope_feed_prepare_handovers (self, now);
  age = get_age (self, now);
  /* the link carries that much while as many samples come again */
  if (room > 0 && age > MAX_AGE)
    reduce (self, MAX (room, (gint64) (self->window.rate * (double) age / GSCOPE_SEC)), now);
  tell_recovered (self, now);
  if (send_all (self, now))
    tell_ended (self);
  gscope_feed_complete_handovers (self);
}
