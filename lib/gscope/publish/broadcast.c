/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/broadcast.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/json-private.h>
#include <main-source.h>
#include <string.h>

enum
{
  BROADCAST = 3,
  /* How many have to lease a signal before it is published for all. */
  MIN_ENLISTED = 2,
};

/* Without new samples, a broadcast sends a sign in this interval: a message without samples, by which listeners notice that they
 * have lost none. */
#define SIGN_INTERVAL GSCOPE_SEC
/* A broadcast without listeners ends after this time. */
#define PATIENCE (10 * GSCOPE_SEC)

struct _GscopeBroadcast
{
  GscopeCarrier parent_instance;

  GscopeAir *air;
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeFeedFigures *figures;
  gint64 period;
  char *key;
  char *address;
  guint n_enlisted;
  guint n_listeners;

  /* while it is on */
  GscopeFeed *feed;
  GSource *sign;
  GByteArray *message;
  guint32 next;
  guint64 position;
  gint64 started;
  gint64 published;
};

G_DEFINE_FINAL_TYPE (GscopeBroadcast, gscope_broadcast, GSCOPE_TYPE_CARRIER)

static gint64
get_now (GscopeBroadcast *self)
{
  return gscope_clock_get_time (gscope_scope_get_clock (self->scope));
}

/* Messages. */

static void
append_number (GByteArray *array, guint64 number, guint size)
{
  guint64 little = GUINT64_TO_LE (number);

  g_byte_array_append (array, (const guint8 *) &little, size);
}

static GByteArray *
begin_message (GscopeBroadcast *self)
{
  static const guint8 type[] = { BROADCAST, GSCOPE_MESSAGE_VERSION, 0, 0 };
  GByteArray *message = g_byte_array_sized_new (GSCOPE_BROADCAST_HEAD + GSCOPE_MESSAGE_SIZE);

  g_byte_array_append (message, type, sizeof type);
  append_number (message, self->next, sizeof (guint32));
  append_number (message, 0, sizeof (guint64));
  return message;
}

static void
publish (GscopeBroadcast *self)
{
  g_autoptr (GBytes) message = NULL;
  guint64 little;

  self->position = gscope_feed_get_position (self->feed);
  little = GUINT64_TO_LE (self->position);
  if (!self->message)
    self->message = begin_message (self);
  memcpy (self->message->data + 8, &little, sizeof little);
  message = g_byte_array_free_to_bytes (g_steal_pointer (&self->message));
  self->next++;
  self->published = get_now (self);
  gscope_air_publish (self->air, self->address, message);
}

/* Losses come with the samples among which they happened, so that a listener has both or neither. */
static void
gscope_broadcast_send (GscopeCarrier *carrier, GBytes *message)
{
  GscopeBroadcast *self = GSCOPE_BROADCAST (carrier);
  gsize size;
  const guint8 *data = g_bytes_get_data (message, &size);

  if (!self->message)
    self->message = begin_message (self);
  append_number (self->message, size, sizeof (guint32));
  g_byte_array_append (self->message, data, (guint) size);
  if (gscope_message_is_samples (message))
    publish (self);
}

static gsize
gscope_broadcast_get_unsent (GscopeCarrier *carrier)
{
  return gscope_air_get_unsent (GSCOPE_BROADCAST (carrier)->air);
}

static void
gscope_broadcast_close (GscopeCarrier *carrier)
{
}

/* On and off. */

void
gscope_broadcast_pump (GscopeBroadcast *self)
{
  gscope_feed_pump (self->feed);
  if (self->message || get_now (self) - self->published >= SIGN_INTERVAL)
    publish (self);
}

static void
switch_off (GscopeBroadcast *self)
{
  if (!self->feed)
    return;
  g_signal_handlers_disconnect_by_data (self->scope, self);
  g_clear_pointer (&self->sign, main_source_drop);
  g_clear_pointer (&self->feed, gscope_feed_free);
  g_clear_pointer (&self->message, g_byte_array_unref);
}

static void
on_drained (GscopeScope *scope, GscopeBroadcast *self)
{
  if (self->n_listeners > 0 || get_now (self) - self->started < PATIENCE)
    gscope_broadcast_pump (self);
  else
    switch_off (self);
}

/* A scope without new samples is not drained, but signs are due. */
static gboolean
on_sign (gpointer data)
{
  GscopeBroadcast *self = data;

  on_drained (self->scope, self);
  return G_SOURCE_CONTINUE;
}

static void
switch_on (GscopeBroadcast *self)
{
  self->feed = gscope_feed_new (GSCOPE_CARRIER (self), gscope_scope_get_clock (self->scope),
                                G_MAXINT64, self->figures);
  gscope_feed_add_broadcast (self->feed, self->signal, self->period);
  /* listeners tell another broadcast of the same address by its numbers */
  self->next = g_random_int ();
  self->position = gscope_feed_get_position (self->feed);
  self->started = get_now (self);
  self->published = self->started;
  g_signal_connect (self->scope, "drained", G_CALLBACK (on_drained), self);
  self->sign = gscope_clock_create_timeout (gscope_scope_get_clock (self->scope), SIGN_INTERVAL);
  g_source_set_static_name (self->sign, "[gscope] broadcast");
  g_source_set_callback (self->sign, on_sign, self, NULL);
  g_source_attach (self->sign, g_main_context_get_thread_default ());
}

/* Life. */

static void
gscope_broadcast_finalize (GObject *object)
{
  GscopeBroadcast *self = GSCOPE_BROADCAST (object);

  g_object_unref (self->air);
  g_object_unref (self->scope);
  g_object_unref (self->signal);
  g_free (self->key);
  g_free (self->address);
  G_OBJECT_CLASS (gscope_broadcast_parent_class)->finalize (object);
}

static void
gscope_broadcast_class_init (GscopeBroadcastClass *klass)
{
  GscopeCarrierClass *carrier_class = GSCOPE_CARRIER_CLASS (klass);

  G_OBJECT_CLASS (klass)->finalize = gscope_broadcast_finalize;
  carrier_class->send = gscope_broadcast_send;
  carrier_class->get_unsent = gscope_broadcast_get_unsent;
  carrier_class->close = gscope_broadcast_close;
}

static void
gscope_broadcast_init (GscopeBroadcast *self)
{
}

static GscopeBroadcast *
create (const GscopeBroadcastPlace *place, GscopeSignal *signal, gint64 period, const char *key)
{
  g_autofree char *address =
      gscope_air_find_address (place->air, place->source, gscope_signal_get_group (signal),
                               gscope_signal_get_name (signal), period);
  GscopeBroadcast *self;

  if (!address)
    return NULL;
  self = g_object_new (GSCOPE_TYPE_BROADCAST, NULL);
  self->air = g_object_ref (place->air);
  self->scope = g_object_ref (place->scope);
  self->signal = g_object_ref (signal);
  self->figures = place->figures;
  self->period = period;
  self->key = g_strdup (key);
  self->address = g_steal_pointer (&address);
  g_hash_table_insert (gscope_air_get_broadcasts (self->air), g_strdup (key), self);
  return self;
}

GscopeBroadcast *
gscope_broadcast_enlist (const GscopeBroadcastPlace *place, GscopeSignal *signal, gint64 period)
{
  g_autofree char *key = g_strdup_printf ("%p %" G_GINT64_FORMAT, (gpointer) signal, period);
  GscopeBroadcast *self = g_hash_table_lookup (gscope_air_get_broadcasts (place->air), key);

  if (self)
    g_object_ref (self);
  else
    self = create (place, signal, period, key);
  if (!self)
    return NULL;
  if (++self->n_enlisted >= MIN_ENLISTED && !self->feed)
    switch_on (self);
  return self;
}

void
gscope_broadcast_retire (GscopeBroadcast *self, gboolean is_listener)
{
  self->n_listeners -= is_listener;
  if (--self->n_enlisted == 0)
    {
      switch_off (self);
      g_hash_table_remove (gscope_air_get_broadcasts (self->air), self->key);
    }
  g_object_unref (self);
}

void
gscope_broadcast_tune_in (GscopeBroadcast *self)
{
  self->n_listeners++;
}

/* Its state. */

gboolean
gscope_broadcast_is_on (GscopeBroadcast *self)
{
  return self->feed != NULL;
}

const char *
gscope_broadcast_get_address (GscopeBroadcast *self)
{
  return self->address;
}

guint64
gscope_broadcast_get_position (GscopeBroadcast *self)
{
  return self->position;
}

guint32
gscope_broadcast_get_next (GscopeBroadcast *self)
{
  return self->next;
}

gint64
gscope_broadcast_get_width (GscopeBroadcast *self)
{
  return gscope_feed_get_width (self->feed);
}

gint64
gscope_broadcast_get_time (GscopeBroadcast *self)
{
  return self->published;
}

/* Reading. */

static guint64
read_number (const guint8 *data, guint size)
{
  guint64 little = 0;

  memcpy (&little, data, size);
  return GUINT64_FROM_LE (little);
}

gboolean
gscope_broadcast_read_head (GBytes *bytes, GscopeBroadcastHead *head, GError **error)
{
  gsize size;
  const guint8 *data = g_bytes_get_data (bytes, &size);

  if (size < GSCOPE_BROADCAST_HEAD || data[0] != BROADCAST || data[1] != GSCOPE_MESSAGE_VERSION)
    return gscope_json_refuse (error, "broadcast", _ ("this is not a message of a known version"));
  head->number = (guint32) read_number (data + 4, sizeof (guint32));
  head->position = read_number (data + 8, sizeof (guint64));
  return TRUE;
}

gboolean
gscope_broadcast_read (GBytes *bytes, GscopeBroadcastFunc func, gpointer data, GError **error)
{
  gsize size;
  const guint8 *content = g_bytes_get_data (bytes, &size);

  for (gsize at = GSCOPE_BROADCAST_HEAD; at < size;)
    {
      gsize length = size - at >= 4 ? read_number (content + at, 4) : 0;
      g_autoptr (GBytes) message = NULL;

      if (length == 0 || length > size - at - 4)
        return gscope_json_refuse (error, "broadcast",
                                   _ ("this is not a sequence of whole messages"));
      message = g_bytes_new_from_bytes (bytes, at + 4, length);
      if (!func (data, message, error))
        return FALSE;
      at += 4 + length;
    }
  return TRUE;
}
