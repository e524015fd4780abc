/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/tuner.h>

#include <gscope/carrier/message.h>
#include <gscope/json-private.h>
#include <gscope/publish/broadcast.h>
#include <main-source.h>

enum
{
  MAX_ADDRESS = 4096,
  /* Most bytes of a broadcast that wait for the samples before them. */
  MAX_WAITING = 4 * 1024 * 1024,
};

/* A broadcast sends a message at least every two seconds. */
#define CHECK_INTERVAL (500 * GSCOPE_MSEC)
#define PATIENCE (3 * GSCOPE_SEC)

typedef enum
{
  /* nothing was heard yet */
  LISTENING,
  /* its messages wait until the samples before them have come by the connection */
  WAITING,
  TAKING,
} State;

/* A broadcast of a signal. */
typedef struct
{
  GscopeTuner *tuner;
  guint32 id;
  char *address;
  State state;
  /* in units of CHECK_INTERVAL */
  guint n_silent;

  GQueue queue;
  gsize n_bytes;

  /* the number of its next message, and up to where in its trace the other end need not send samples again */
  guint32 next;
  guint64 position;
} Station;

struct _GscopeTuner
{
  GscopeCarrier *carrier;
  GscopeTunerFunc func;
  gpointer data;
  /* Station */
  GHashTable *stations;
  GSource *timer;
};

static void
station_free (gpointer data)
{
  Station *station = data;

  gscope_air_leave (gscope_carrier_get_air (station->tuner->carrier), station->address, station);
  g_queue_clear_full (&station->queue, (GDestroyNotify) g_bytes_unref);
  g_free (station->address);
  g_free (station);
}

static void
send_tune (GscopeTuner *self, guint32 id, gint64 position)
{
  JsonObject *object = json_object_new ();

  json_object_set_int_member (object, "signal", id);
  if (position >= 0)
    json_object_set_int_member (object, "position", position);
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_TUNE, object);
}

/* While the other end may complete the handover, the answer to that tells it. */
static void
leave (Station *station)
{
  GscopeTuner *self = station->tuner;
  guint32 id = station->id;

  if (station->state == TAKING)
    send_tune (self, id, (gint64) MIN (station->position, G_MAXINT64));
  else if (station->state == LISTENING)
    send_tune (self, id, 0);
  g_hash_table_remove (self->stations, GUINT_TO_POINTER (id));
}

void
gscope_tuner_leave (GscopeTuner *self, guint32 id)
{
  Station *station = g_hash_table_lookup (self->stations, GUINT_TO_POINTER (id));

  if (station)
    leave (station);
}

guint
gscope_tuner_count (GscopeTuner *self)
{
  GHashTableIter iter;
  gpointer station;
  guint n = 0;

  g_hash_table_iter_init (&iter, self->stations);
  while (g_hash_table_iter_next (&iter, NULL, &station))
    n += ((Station *) station)->state == TAKING;
  return n;
}

/* Messages of broadcasts. */

/* A station that may go while its message is taken. */
typedef struct
{
  GHashTable *stations;
  Station *station;
  guint32 id;
} Taker;

static gboolean
is_there (const Taker *taker)
{
  return g_hash_table_lookup (taker->stations, GUINT_TO_POINTER (taker->id)) == taker->station;
}

static gboolean
take_part (gpointer data, GBytes *message, GError **error)
{
  const Taker *taker = data;

  return is_there (taker)
         && taker->station->tuner->func (taker->station->tuner->data, taker->id, message, error);
}

static gboolean
skip_part (gpointer data, GBytes *message, GError **error)
{
  return TRUE;
}

/* Returns FALSE if the station has gone: handlers of the samples may leave it, or end the connection. */
static gboolean
take_next (Station *station, GBytes *message, const GscopeBroadcastHead *head)
{
  gint32 distance = (gint32) (head->number - station->next);
  g_autoptr (GHashTable) stations = g_hash_table_ref (station->tuner->stations);
  Taker taker = { stations, station, station->id };
  gboolean is_taken;

  /* the connection brought these samples, or another broadcast has this address: then this one is left, as it is silent */
  if (distance < 0)
    return TRUE;
  if (distance > 0 || head->position < station->position
      || !gscope_broadcast_read (message, skip_part, NULL, NULL))
    {
      leave (station);
      return FALSE;
    }
  station->next++;
  station->n_silent = 0;
  is_taken = gscope_broadcast_read (message, take_part, &taker, NULL);
  if (!is_there (&taker))
    return FALSE;
  /* the samples of a message that was not taken whole come by the connection */
  if (is_taken)
    station->position = head->position;
  else
    leave (station);
  return is_taken;
}

static void
keep (Station *station, GBytes *message)
{
  station->n_silent = 0;
  if (station->state == LISTENING)
    {
      station->state = WAITING;
      send_tune (station->tuner, station->id, -1);
    }
  station->n_bytes += g_bytes_get_size (message);
  if (station->n_bytes > MAX_WAITING)
    leave (station);
  else
    g_queue_push_tail (&station->queue, g_bytes_ref (message));
}

static void
on_message (gpointer data, GBytes *message)
{
  Station *station = data;
  GscopeBroadcastHead head;

  if (!message || !gscope_broadcast_read_head (message, &head, NULL))
    leave (station);
  else if (station->state == TAKING)
    take_next (station, message, &head);
  else
    keep (station, message);
}

static gboolean
on_check (gpointer data)
{
  GscopeTuner *self = data;
  g_autoptr (GPtrArray) silent = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer station;

  g_hash_table_iter_init (&iter, self->stations);
  while (g_hash_table_iter_next (&iter, NULL, &station))
    if (++((Station *) station)->n_silent * CHECK_INTERVAL > PATIENCE)
      g_ptr_array_add (silent, station);
  for (guint i = 0; i < silent->len; i++)
    leave (silent->pdata[i]);
  return G_SOURCE_CONTINUE;
}

/* Messages of the connection. */

static void
offer (GscopeTuner *self, guint32 id, const char *address)
{
  GscopeAir *air = gscope_carrier_get_air (self->carrier);
  Station *station;

  if (!air || g_hash_table_size (self->stations) >= GSCOPE_MESSAGE_MAX_ITEMS)
    return;
  station = g_new0 (Station, 1);
  station->tuner = self;
  station->id = id;
  station->address = g_strdup (address);
  g_queue_init (&station->queue);
  g_hash_table_replace (self->stations, GUINT_TO_POINTER (id), station);
  gscope_air_listen (air, address, on_message, station);
}

/* All samples before the position have come. */
static void
take_over (GscopeTuner *self, guint32 id, guint32 number, gint64 position)
{
  Station *station = g_hash_table_lookup (self->stations, GUINT_TO_POINTER (id));
  g_autoptr (GBytes) message = NULL;

  if (!station || station->state != WAITING)
    {
      send_tune (self, id, position);
      return;
    }
  station->state = TAKING;
  station->next = number;
  station->position = (guint64) position;
  while ((message = g_queue_pop_head (&station->queue)))
    {
      g_autoptr (GBytes) taken = g_steal_pointer (&message);
      GscopeBroadcastHead head;

      if (!gscope_broadcast_read_head (taken, &head, NULL) || !take_next (station, taken, &head))
        return;
    }
}

gboolean
gscope_tuner_take (GscopeTuner *self, JsonObject *object, GError **error)
{
  gint64 id, number, position;
  const char *address;

  if (!gscope_json_get_integer (object, "signal", 1, G_MAXUINT32, &id, error)
      || !gscope_json_get_text (object, "address", MAX_ADDRESS, &address, error))
    return FALSE;
  if (json_object_has_member (object, "number"))
    {
      if (!gscope_json_get_integer (object, "number", 0, G_MAXUINT32, &number, error)
          || !gscope_json_get_integer (object, "position", 0, G_MAXINT64, &position, error))
        return FALSE;
      take_over (self, (guint32) id, (guint32) number, position);
    }
  else if (*address)
    offer (self, (guint32) id, address);
  else
    gscope_tuner_leave (self, (guint32) id);
  return TRUE;
}

GscopeTuner *
gscope_tuner_new (GscopeCarrier *carrier, GscopeClock *clock, GscopeTunerFunc func, gpointer data)
{
  GscopeTuner *self = g_new0 (GscopeTuner, 1);

  self->carrier = g_object_ref (carrier);
  self->func = func;
  self->data = data;
  self->stations = g_hash_table_new_full (NULL, NULL, NULL, station_free);
  if (!gscope_carrier_get_air (carrier))
    return self;
  self->timer = gscope_clock_create_timeout (clock, CHECK_INTERVAL);
  g_source_set_static_name (self->timer, "[gscope] broadcasts");
  g_source_set_callback (self->timer, on_check, self, NULL);
  g_source_attach (self->timer, g_main_context_get_thread_default ());
  return self;
}

void
gscope_tuner_free (GscopeTuner *self)
{
  g_clear_pointer (&self->timer, main_source_drop);
  g_hash_table_remove_all (self->stations);
  g_hash_table_unref (self->stations);
  g_object_unref (self->carrier);
  g_free (self);
}
