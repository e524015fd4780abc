/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/feed-private.h>

#include <gscope/json-private.h>

#define MAX_RETRY_WAIT (320 * GSCOPE_SEC)

/* Continues at a position, up to which the other end has all samples. */
static void
resume (GscopeFeedCursor *cursor, guint64 position)
{
  guint64 first = gscope_trace_get_first (cursor->trace);

  cursor->position = position;
  cursor->last_end = position;
  if (gscope_trace_get_end (cursor->trace) > first && position > 0)
    cursor->last = gscope_trace_get_time (cursor->trace, MAX (position - 1, first));
  cursor->has_begun = cursor->has_begun || position > 0;
  cursor->is_broken = FALSE;
  cursor->reduced_end = 0;
  cursor->limit = G_MAXUINT64;
}

void
gscope_feed_cursor_forgo (GscopeFeedCursor *cursor, guint64 position)
{
  GscopeBroadcast *broadcast;

  if (!cursor->handover)
    return;
  broadcast = gscope_handover_get_broadcast (cursor->handover);
  if (gscope_handover_is_complete (cursor->handover))
    resume (cursor, MIN (position, gscope_broadcast_get_position (broadcast)));
  cursor->limit = G_MAXUINT64;
  g_clear_pointer (&cursor->handover, gscope_handover_free);
}

static void
enlist (GscopeFeed *self, GscopeFeedCursor *cursor, gint64 now)
{
  if (!self->place.air || cursor->limit == 0 || now < cursor->retry_at
      || cursor->lease_end == GSCOPE_FEED_FOREVER)
    return;
  cursor->handover = gscope_handover_new (&self->place, cursor->signal, cursor->period);
  cursor->retry_at = cursor->handover ? cursor->retry_at : GSCOPE_FEED_FOREVER;
}

void
gscope_feed_prepare_handovers (GscopeFeed *self, gint64 now)
{
  for (guint i = 0; i < self->leased->len; i++)
    {
      GscopeFeedCursor *cursor = self->leased->pdata[i];

      if (!cursor->handover)
        enlist (self, cursor, now);
      if (!cursor->handover)
        continue;
      gscope_handover_offer (cursor->handover, self->carrier, cursor->id);
      cursor->limit = gscope_handover_find_end (cursor->handover);
    }
}

void
gscope_feed_complete_handovers (GscopeFeed *self)
{
  for (guint i = 0; i < self->leased->len; i++)
    {
      GscopeFeedCursor *cursor = self->leased->pdata[i];
      gint64 width;

      if (!cursor->handover || gscope_handover_is_complete (cursor->handover)
          || cursor->position != cursor->limit)
        continue;
      width = gscope_broadcast_get_width (gscope_handover_get_broadcast (cursor->handover));
      if (cursor->told_width != width)
        gscope_feed_tell_reduced (self, cursor, width);
      gscope_handover_complete (cursor->handover, self->carrier, cursor->id, cursor->position);
      cursor->limit = gscope_handover_find_end (cursor->handover);
    }
}

/* The broadcast has ended here. */
static void
resume_ended (GscopeFeedCursor *cursor, guint64 position)
{
  if (cursor->limit == 0)
    resume (cursor, MIN (position, cursor->position));
}

/* The other end continues with the samples of the carrier. */
static void
take_back (GscopeFeed *self, GscopeFeedCursor *cursor, guint64 position)
{
  gint64 now = gscope_clock_get_time (self->clock);

  if (!cursor->handover)
    {
      resume_ended (cursor, position);
      return;
    }
  if (gscope_handover_is_complete (cursor->handover))
    {
      cursor->told_width =
          gscope_broadcast_get_width (gscope_handover_get_broadcast (cursor->handover));
      cursor->reduced_at = now;
    }
  gscope_feed_cursor_forgo (cursor, position);
  cursor->retry_at = now + cursor->retry_wait;
  cursor->retry_wait = MIN (2 * cursor->retry_wait, MAX_RETRY_WAIT);
}

/* The other end asks for the samples of a broadcast. If the broadcast ended before the message came, the other end is told, because
 * it would wait without end; it then gets another offer. */
static void
tune_in (GscopeFeed *self, GscopeFeedCursor *cursor)
{
  if (cursor->handover && gscope_handover_tune_in (cursor->handover))
    return;
  g_clear_pointer (&cursor->handover, gscope_handover_free);
  gscope_handover_tell_end (self->carrier, cursor->id);
}

gboolean
gscope_feed_tune (GscopeFeed *self, JsonObject *object, GError **error)
{
  gint64 id, position = -1;
  GscopeFeedCursor *cursor;

  if (!gscope_json_get_integer (object, "signal", 1, self->last_id, &id, error)
      || (json_object_has_member (object, "position")
          && !gscope_json_get_integer (object, "position", 0, G_MAXINT64, &position, error)))
    return FALSE;
  /* the signal may have gone while the message came */
  cursor = g_hash_table_lookup (self->by_id, GUINT_TO_POINTER ((guint32) id));
  if (cursor && position >= 0)
    take_back (self, cursor, (guint64) position);
  else if (cursor)
    tune_in (self, cursor);
  return TRUE;
}

/* Ends the use of a broadcast. The other end then says up to where it has the samples. */
static void
end_broadcast (GscopeFeed *self, GscopeFeedCursor *cursor)
{
  GscopeHandover *handover = g_steal_pointer (&cursor->handover);

  if (!handover)
    return;
  if (gscope_handover_is_complete (handover))
    {
      cursor->position = gscope_broadcast_get_position (gscope_handover_get_broadcast (handover));
      cursor->limit = 0;
    }
  else
    cursor->limit = G_MAXUINT64;
  gscope_handover_tell_end (self->carrier, cursor->id);
  gscope_handover_free (handover);
}

void
gscope_feed_set_place (GscopeFeed *self, const GscopeBroadcastPlace *place)
{
  self->place = place ? *place : (GscopeBroadcastPlace){ NULL };
  for (guint i = 0; !place && i < self->leased->len; i++)
    end_broadcast (self, self->leased->pdata[i]);
}

gboolean
gscope_feed_is_heard (GscopeFeed *self, gint64 since)
{
  for (guint i = 0; i < self->leased->len; i++)
    {
      GscopeHandover *handover = ((GscopeFeedCursor *) self->leased->pdata[i])->handover;

      if (handover && gscope_handover_is_complete (handover)
          && gscope_broadcast_get_time (gscope_handover_get_broadcast (handover)) >= since)
        return TRUE;
    }
  return FALSE;
}

void
gscope_feed_add_broadcast (GscopeFeed *self, GscopeSignal *signal, gint64 period)
{
  GscopeFeedCursor *cursor;

  self->is_broadcast = TRUE;
  gscope_feed_add (self, signal);
  cursor = g_hash_table_lookup (self->by_signal, signal);
  gscope_feed_lease (self, cursor, gscope_trace_get_end (cursor->trace), period,
                     GSCOPE_FEED_FOREVER);
  resume (cursor, cursor->position);
}

static GscopeFeedCursor *
get_only_cursor (GscopeFeed *self)
{
  return self->leased->pdata[0];
}

guint64
gscope_feed_get_position (GscopeFeed *self)
{
  return get_only_cursor (self)->position;
}

gint64
gscope_feed_get_width (GscopeFeed *self)
{
  return get_only_cursor (self)->told_width;
}
