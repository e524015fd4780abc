/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/foxglove/session.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/foxglove/message.h>
#include <gscope/foxglove/parameters.h>
#include <gscope/foxglove/stream.h>
#include <gscope/json-private.h>
#include <gscope/session/offer.h>
#include <main-source.h>
#include <string.h>

enum
{
  /* While more bytes are unsent, samples wait in the traces. */
  MAX_UNSENT = 256 * 1024,
  /* Most items of a list that a client sends. */
  MAX_ITEMS = 4096,
  /* About the size of a message with descriptions of channels. */
  ADVERTISE_SIZE = 64 * 1024,
  /* Most topics whose streams have ended that are remembered. */
  MAX_POSITIONS = 256,
};

/* How often the time is sent to a client without subscriptions. */
#define IDLE_INTERVAL GSCOPE_SEC

/* A client that subscribes to a topic again within this time gets all its samples: its channel has changed. */
#define RESUMPTION (5 * GSCOPE_SEC)

/* Messages of a client: the time that each is worth, and how much time may be spent in advance. */
#define MESSAGE_TIME (GSCOPE_SEC / 1000)
#define MAX_ADVANCE (4 * GSCOPE_SEC)

/* The least change of the wall clock that is followed: smaller ones are those of its readings. */
#define CLOCK_STEP GSCOPE_MSEC

struct _GscopeFoxgloveSession
{
  const GscopeFoxgloveHost *host;
  GscopeCarrier *carrier;
  GscopePrincipal *principal;
  GscopeClock *clock;
  GscopeFoxgloveParameters *parameters;

  /* channels that the client knows, by id, and the newest id that it has ever known */
  GHashTable *advertised;
  guint32 last_id;
  /* GscopeFoxgloveStream by the id that the client gave the subscription */
  GHashTable *streams;
  /* up to when the samples of a topic were sent, by topic, gint64 */
  GHashTable *positions;

  /* the distance from the clock to nanoseconds since 1970, and the time that the client was told */
  gint64 offset;
  gint64 time;
  /* more samples waited than the client took */
  gboolean is_slow;
  GSource *tick;
  /* of the tick */
  gint64 interval;
  /* until when the time of all messages of the client lasts */
  gint64 spent;
};

static void
send (GscopeFoxgloveSession *self, GBytes *message)
{
  gscope_carrier_send (self->carrier, message);
  g_bytes_unref (message);
}

static void
send_status (GscopeFoxgloveSession *self, GscopeFoxgloveLevel level, const char *text)
{
  send (self, gscope_foxglove_message_new_status (level, text));
}

/* Times. */

/* Returns up to when all scopes have their samples. */
static gint64
get_pen (GscopeFoxgloveSession *self, gint64 now)
{
  GListModel *scopes = G_LIST_MODEL (self->host->agent->scopes);
  gint64 pen = now;

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (gscope_scope_get_running (scope))
        pen = MIN (pen, gscope_scope_get_pen (scope));
    }
  return pen;
}

static void
follow_wall (GscopeFoxgloveSession *self, gint64 now)
{
  gint64 offset = gscope_clock_to_unix (self->clock, now) - now;

  if (ABS (offset - self->offset) > CLOCK_STEP)
    self->offset = offset;
}

/* Viewers show a message at the time that they were told last, and begin again if that goes back. */
static void
send_time (GscopeFoxgloveSession *self, gint64 time)
{
  if (time <= self->time)
    return;
  self->time = time;
  send (self, gscope_foxglove_message_new_time (time + self->offset));
}

/* Samples. */

/* Returns the stream with the oldest message; NULL if there is none. Streams without one leave the list. */
static GscopeFoxgloveStream *
find_next (GPtrArray *streams, gint64 end, gint64 *time)
{
  GscopeFoxgloveStream *found = NULL;

  *time = G_MAXINT64;
  for (guint i = streams->len; i-- > 0;)
    {
      gint64 next;

      if (!gscope_foxglove_stream_peek (streams->pdata[i], end, &next))
        g_ptr_array_remove_index_fast (streams, i);
      else if (next < *time)
        {
          *time = next;
          found = streams->pdata[i];
        }
    }
  return found;
}

/* Sends the messages of all streams in the order of their times, while the client takes them. */
static void
send_messages (GscopeFoxgloveSession *self, GPtrArray *streams, gint64 end)
{
  while (gscope_carrier_get_unsent (self->carrier) < MAX_UNSENT)
    {
      gint64 time;
      GscopeFoxgloveStream *stream = find_next (streams, end, &time);

      if (!stream)
        {
          self->is_slow = FALSE;
          send_time (self, end);
          return;
        }
      send_time (self, time);
      send (self, gscope_foxglove_stream_take (stream, self->offset));
    }
  self->is_slow = TRUE;
}

static void
adapt (GscopeFoxgloveSession *self, GscopeFoxgloveStream *stream, gint64 now, gint64 end)
{
  GscopeFoxglovePace pace = gscope_foxglove_stream_adapt (stream, now, end, self->is_slow);
  const char *topic = gscope_foxglove_stream_get_channel (stream)->topic;
  g_autofree char *text = NULL;

  if (pace == GSCOPE_FOXGLOVE_PACE_KEPT)
    return;
  if (pace == GSCOPE_FOXGLOVE_PACE_REDUCED)
    text = g_strdup_printf (_ ("%s: this client or its connection is too slow for all messages. It "
                               "gets fewer of them, with the newest values."),
                            topic);
  else
    text = g_strdup_printf (_ ("%s: this client gets all messages again."), topic);
  send_status (
      self, pace == GSCOPE_FOXGLOVE_PACE_REDUCED ? GSCOPE_FOXGLOVE_WARNING : GSCOPE_FOXGLOVE_INFO,
      text);
}

static void
pump (GscopeFoxgloveSession *self)
{
  gint64 now = gscope_clock_get_time (self->clock), end = get_pen (self, now);
  g_autoptr (GPtrArray) streams = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer stream;

  follow_wall (self, now);
  g_hash_table_iter_init (&iter, self->streams);
  while (g_hash_table_iter_next (&iter, NULL, &stream))
    {
      adapt (self, stream, now, end);
      g_ptr_array_add (streams, stream);
    }
  send_messages (self, streams, end);
}

/* Goes on when the client has taken what waited for it. */
static void
on_sent (GscopeFoxgloveSession *self)
{
  if (self->is_slow)
    pump (self);
}

static void
drain (GscopeFoxgloveSession *self)
{
  GListModel *scopes = G_LIST_MODEL (self->host->agent->scopes);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_scope_drain (scope);
    }
}

static gboolean
on_tick (gpointer data)
{
  GscopeFoxgloveSession *self = data;

  if (g_hash_table_size (self->streams) > 0)
    drain (self);
  pump (self);
  return G_SOURCE_CONTINUE;
}

/* Ticks as often as the present streams need. */
static void
set_tick (GscopeFoxgloveSession *self)
{
  gint64 interval =
      g_hash_table_size (self->streams) > 0 ? GSCOPE_FOXGLOVE_INTERVAL : IDLE_INTERVAL;

  if (self->interval == interval)
    return;
  self->interval = interval;
  g_clear_pointer (&self->tick, main_source_drop);
  self->tick = gscope_clock_create_timeout (self->clock, interval);
  g_source_set_static_name (self->tick, "[gscope] Foxglove");
  g_source_set_callback (self->tick, on_tick, self, NULL);
  g_source_attach (self->tick, g_main_context_get_thread_default ());
}

/* Channels. */

static gboolean
may_read (GscopeFoxgloveSession *self, const GscopeFoxgloveChannel *channel)
{
  return gscope_rights_check (self->host->agent->rights, self->principal, GSCOPE_ACCESS_READ,
                              gscope_offer_get_name (channel->source), NULL);
}

static void
remember_position (GscopeFoxgloveSession *self, GscopeFoxgloveStream *stream)
{
  gint64 *position = g_new (gint64, 1);

  if (g_hash_table_size (self->positions) >= MAX_POSITIONS)
    g_hash_table_remove_all (self->positions);
  *position = gscope_foxglove_stream_get_position (stream);
  g_hash_table_replace (self->positions,
                        g_strdup (gscope_foxglove_stream_get_channel (stream)->topic), position);
}

static void
drop_streams (GscopeFoxgloveSession *self, const GscopeFoxgloveChannel *channel)
{
  GHashTableIter iter;
  gpointer stream;

  g_hash_table_iter_init (&iter, self->streams);
  while (g_hash_table_iter_next (&iter, NULL, &stream))
    if (gscope_foxglove_stream_get_channel (stream) == channel)
      {
        remember_position (self, stream);
        g_hash_table_iter_remove (&iter);
      }
}

/* Takes the array. */
static void
send_list (GscopeFoxgloveSession *self, const char *op, const char *member, JsonArray *array)
{
  JsonObject *object = gscope_foxglove_message_create (op);

  json_object_set_array_member (object, member, array);
  send (self, gscope_foxglove_message_pack (object));
}

static void
unadvertise (GscopeFoxgloveSession *self, GPtrArray *channels)
{
  JsonArray *ids = json_array_new ();
  GHashTableIter iter;
  gpointer channel;

  g_hash_table_iter_init (&iter, self->advertised);
  while (g_hash_table_iter_next (&iter, NULL, &channel))
    {
      if (g_ptr_array_find (channels, channel, NULL) && may_read (self, channel))
        continue;
      json_array_add_int_element (ids, ((GscopeFoxgloveChannel *) channel)->id);
      drop_streams (self, channel);
      g_hash_table_iter_remove (&iter);
    }
  if (json_array_get_length (ids) > 0)
    send_list (self, "unadvertise", "channelIds", ids);
  else
    json_array_unref (ids);
}

/* A client gets at least one message with channels. */
static void
advertise (GscopeFoxgloveSession *self, GPtrArray *channels, gboolean is_first)
{
  JsonArray *array = json_array_new ();
  gsize size = 0;

  for (guint i = 0; i < channels->len; i++)
    {
      GscopeFoxgloveChannel *channel = channels->pdata[i];

      if (g_hash_table_contains (self->advertised, GUINT_TO_POINTER (channel->id))
          || !may_read (self, channel))
        continue;
      g_hash_table_insert (self->advertised, GUINT_TO_POINTER (channel->id),
                           gscope_foxglove_channel_ref (channel));
      self->last_id = MAX (self->last_id, channel->id);
      json_array_add_object_element (array, gscope_foxglove_channel_describe (channel));
      size += strlen (channel->schema);
      if (size < ADVERTISE_SIZE)
        continue;
      send_list (self, "advertise", "channels", array);
      array = json_array_new ();
      size = 0;
      is_first = FALSE;
    }
  if (json_array_get_length (array) > 0 || is_first)
    send_list (self, "advertise", "channels", array);
  else
    json_array_unref (array);
}

void
gscope_foxglove_session_update (GscopeFoxgloveSession *self)
{
  GPtrArray *channels = gscope_foxglove_channels_get (self->host->channels);

  unadvertise (self, channels);
  advertise (self, channels, FALSE);
  set_tick (self);
}

void
gscope_foxglove_session_note (GscopeFoxgloveSession *self, const char *parameter)
{
  gscope_foxglove_parameters_note (self->parameters, parameter);
}

/* Subscriptions. */

static gboolean
has_stream (GscopeFoxgloveSession *self, const GscopeFoxgloveChannel *channel)
{
  GHashTableIter iter;
  gpointer stream;

  g_hash_table_iter_init (&iter, self->streams);
  while (g_hash_table_iter_next (&iter, NULL, &stream))
    if (gscope_foxglove_stream_get_channel (stream) == channel)
      return TRUE;
  return FALSE;
}

/* Samples that came while the channel of the topic changed are sent, too. */
static gint64
find_start (GscopeFoxgloveSession *self, const GscopeFoxgloveChannel *channel)
{
  gint64 now = gscope_clock_get_time (self->clock);
  const gint64 *position = g_hash_table_lookup (self->positions, channel->topic);

  return position && now - *position < RESUMPTION ? *position : get_pen (self, now);
}

static void
tell_left_out (GscopeFoxgloveSession *self, const GscopeFoxgloveChannel *channel)
{
  g_autofree char *text =
      g_strdup_printf (_ ("%s: a channel has at most %d signals. Signals that are left out: %u."),
                       channel->topic, GSCOPE_FOXGLOVE_MAX_FIELDS, channel->n_left_out);

  if (channel->n_left_out > 0)
    send_status (self, GSCOPE_FOXGLOVE_WARNING, text);
}

static gboolean
subscribe_to (GscopeFoxgloveSession *self, guint32 id, guint32 channel_id, GError **error)
{
  GscopeFoxgloveChannel *channel =
      g_hash_table_lookup (self->advertised, GUINT_TO_POINTER (channel_id));
  GscopeFoxgloveStream *stream;

  /* the channel has gone while the message came */
  if (!channel && channel_id > 0 && channel_id <= self->last_id)
    return TRUE;
  if (!channel)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                   _ ("There is no channel %u. Subscribe to one that was advertised."), channel_id);
      return FALSE;
    }
  if (g_hash_table_contains (self->streams, GUINT_TO_POINTER (id)) || has_stream (self, channel))
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS,
                   _ ("This client has subscribed to %s already, or uses the number %u for another "
                      "channel. Unsubscribe first."),
                   channel->topic, id);
      return FALSE;
    }
  stream = gscope_foxglove_stream_new (channel, id, find_start (self, channel),
                                       self->host->agent->figures);
  g_hash_table_insert (self->streams, GUINT_TO_POINTER (id), stream);
  g_hash_table_remove (self->positions, channel->topic);
  set_tick (self);
  tell_left_out (self, channel);
  return TRUE;
}

static gboolean
subscribe_one (GscopeFoxgloveSession *self, JsonNode *node, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  gint64 id, channel;

  if (!object)
    return gscope_json_refuse (error, "subscriptions", _ ("this is not a list of objects"));
  return gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &id, error)
         && gscope_json_get_integer (object, "channelId", 0, G_MAXUINT32, &channel, error)
         && subscribe_to (self, (guint32) id, (guint32) channel, error);
}

/* A subscription that is not valid does not keep the others back; the first reason is told. */
static gboolean
subscribe (GscopeFoxgloveSession *self, JsonObject *request, GError **error)
{
  JsonArray *list;
  guint n;

  if (!gscope_json_get_array (request, "subscriptions", MAX_ITEMS, &list, error))
    return FALSE;
  n = list ? json_array_get_length (list) : 0;
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GError) reason = NULL;

      if (!subscribe_one (self, json_array_get_element (list, i), &reason) && error && !*error)
        g_propagate_error (error, g_steal_pointer (&reason));
    }
  return !error || !*error;
}

/* A subscription may have ended with its channel while the message came. */
static gboolean
unsubscribe (GscopeFoxgloveSession *self, JsonObject *request, GError **error)
{
  JsonArray *list;
  guint n;

  if (!gscope_json_get_array (request, "subscriptionIds", MAX_ITEMS, &list, error))
    return FALSE;
  n = list ? json_array_get_length (list) : 0;
  for (guint i = 0; i < n; i++)
    {
      JsonNode *node = json_array_get_element (list, i);
      gint64 id = json_node_get_value_type (node) == G_TYPE_INT64 ? json_node_get_int (node) : -1;

      if (id < 0 || id > G_MAXUINT32)
        return gscope_json_refuse (error, "subscriptionIds", _ ("this is not a list of numbers"));
      g_hash_table_remove (self->streams, GUINT_TO_POINTER ((guint32) id));
      set_tick (self);
    }
  return TRUE;
}

/* Incoming messages. */

/* Returns FALSE with an error. After TRUE the session may have ended, because a write has ended it. */
static gboolean
run (GscopeFoxgloveSession *self, GscopeFoxgloveOp op, JsonObject *request, GError **error)
{
  switch (op)
    {
    case GSCOPE_FOXGLOVE_SUBSCRIBE:
      return subscribe (self, request, error);
    case GSCOPE_FOXGLOVE_UNSUBSCRIBE:
      return unsubscribe (self, request, error);
    case GSCOPE_FOXGLOVE_GET_PARAMETERS:
      return gscope_foxglove_parameters_get (self->parameters, request, error);
    case GSCOPE_FOXGLOVE_SET_PARAMETERS:
      return gscope_foxglove_parameters_set (self->parameters, request, error);
    case GSCOPE_FOXGLOVE_SUBSCRIBE_PARAMETERS:
      return gscope_foxglove_parameters_subscribe (self->parameters, request, error);
    case GSCOPE_FOXGLOVE_UNSUBSCRIBE_PARAMETERS:
    default:
      return gscope_foxglove_parameters_unsubscribe (self->parameters, request, error);
    }
}

static void
end (GscopeFoxgloveSession *self)
{
  self->host->ended (self->host->data, self);
}

/* Returns whether the client sends few enough messages. */
static gboolean
check_rate (GscopeFoxgloveSession *self)
{
  gint64 now = gscope_clock_get_time (self->clock);

  self->spent = MAX (self->spent, now) + MESSAGE_TIME;
  return self->spent - now <= MAX_ADVANCE;
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, GscopeFoxgloveSession *self)
{
  g_autoptr (JsonObject) request = NULL;
  g_autoptr (GError) error = NULL;
  GscopeFoxgloveOp op;

  if (!check_rate (self))
    {
      send_status (self, GSCOPE_FOXGLOVE_ERROR,
                   _ ("This client sends too many messages. Send at most 1000 a second."));
      end (self);
      return;
    }
  request = gscope_foxglove_message_parse (message, &op, &error);
  if (!request || !run (self, op, request, &error))
    send_status (self, GSCOPE_FOXGLOVE_ERROR, error->message);
}

static void
on_closed (GscopeCarrier *carrier, const GError *error, GscopeFoxgloveSession *self)
{
  end (self);
}

/* The greeting. */

static void
send_info (GscopeFoxgloveSession *self)
{
  static const char *const capabilities[] = { "parameters", "parametersSubscribe", "time" };
  JsonObject *object = gscope_foxglove_message_create ("serverInfo");
  JsonObject *metadata = json_object_new ();
  JsonArray *array = json_array_new ();
  g_autofree char *name = g_strconcat ("Gscope, ", g_get_host_name (), NULL);

  for (guint i = 0; i < G_N_ELEMENTS (capabilities); i++)
    json_array_add_string_element (array, capabilities[i]);
  json_object_set_string_member (metadata, "gscope", GSCOPE_VERSION);
  json_object_set_string_member (object, "name", name);
  json_object_set_array_member (object, "capabilities", array);
  json_object_set_object_member (object, "metadata", metadata);
  json_object_set_string_member (object, "sessionId", self->host->id);
  send (self, gscope_foxglove_message_pack (object));
}

GscopeFoxgloveSession *
gscope_foxglove_session_new (const GscopeFoxgloveHost *host, GscopeCarrier *carrier,
                             GscopePrincipal *principal)
{
  GscopeFoxgloveSession *self = g_new0 (GscopeFoxgloveSession, 1);

  self->host = host;
  self->carrier = g_object_ref (carrier);
  self->principal = principal;
  self->clock = g_object_ref (gscope_session_host_get_clock (host->agent));
  self->parameters = gscope_foxglove_parameters_new (host->agent, principal, carrier);
  self->advertised =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) gscope_foxglove_channel_unref);
  self->streams =
      g_hash_table_new_full (NULL, NULL, NULL, (GDestroyNotify) gscope_foxglove_stream_free);
  self->positions = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_free);
  self->time = G_MININT64;
  g_signal_connect (carrier, "received", G_CALLBACK (on_received), self);
  g_signal_connect_swapped (carrier, "sent", G_CALLBACK (on_sent), self);
  g_signal_connect (carrier, "closed", G_CALLBACK (on_closed), self);
  send_info (self);
  advertise (self, gscope_foxglove_channels_get (host->channels), TRUE);
  pump (self);
  set_tick (self);
  return self;
}

void
gscope_foxglove_session_free (GscopeFoxgloveSession *self)
{
  g_clear_pointer (&self->tick, main_source_drop);
  g_signal_handlers_disconnect_by_data (self->carrier, self);
  gscope_carrier_close (self->carrier);
  gscope_foxglove_parameters_free (self->parameters);
  g_hash_table_unref (self->streams);
  g_hash_table_unref (self->advertised);
  g_hash_table_unref (self->positions);
  g_object_unref (self->carrier);
  g_object_unref (self->clock);
  gscope_principal_unref (self->principal);
  g_free (self);
}
