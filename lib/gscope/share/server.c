/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/share/server-private.h>
#include <main-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/pulse.h>
#include <gscope/carrier/stream.h>
#include <gscope/control/describe.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/publish/broadcast.h>
#include <gscope/share/server-calls.h>
#include <gscope/share/server-queries.h>
#include <string.h>

/* The greatest age of samples when they are sent, unless the other end requests another. */
#define INTERVAL (16 * GSCOPE_MSEC)
#define MAX_INTERVAL GSCOPE_SEC

/* How often the silence of an agent's client is measured. */
#define SILENCE_STEP (GSCOPE_MESSAGE_SILENCE / 6)

/* Messages of an agent's client: the time that each is worth, and how much time may be spent in advance. */
#define MESSAGE_TIME (GSCOPE_SEC / 20000)
#define MAX_ADVANCE (GSCOPE_SEC / 2)

/**
 * GscopeServer:
 *
 * Offers one source of a scope to another process, where a [class@Remote] represents the source.
 *
 * The other end configures, starts and stops the source, writes its parameters and receives its
 * signals' samples every 16 ms, or less often if it does not show them; the other end sets the
 * scope's period. Samples of buffered signals that several threads push arrive later by the scope's
 * delay, so a scope that is only served should have a short one.
 *
 * While the other end does not read, samples wait in the traces; those that the traces drop
 * meanwhile are counted there as lost (%GSCOPE_LOSS_EVICTED).
 *
 * If the other end closes the connection or violates the protocol, the signal
 * [signal@Server::closed] is emitted; the source keeps its state until it is stopped.
 *
 * A server lives in the main context in which it was created.
 *
 * Since: 1.0
 */
struct _GscopeServer
{
  GObject parent_instance;

  GscopeScope *scope;
  GscopeSource *source;
  GscopeCarrier *carrier;
  GscopeServerPolicy policy;

  /* set from the other end's hello on */
  GscopeFeed *feed;
  GscopeServerCalls *calls;
  GscopeServerQueries *queries;
  GPtrArray *signals;
  GPtrArray *parameters;
  gint64 interval;
  guint consumer;
  GSource *beat;
  /* from the first beat of an agent's client on */
  GscopePulse *pulse;
  /* while the other end has another clock */
  GscopeClockWatch *watch;
  /* when the last message came, and until when the time of all messages lasts */
  gint64 heard;
  gint64 spent;
};

enum
{
  CLOSED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

G_DEFINE_FINAL_TYPE (GscopeServer, gscope_server, G_TYPE_OBJECT)

static void
detach (GscopeServer *self)
{
  g_autoptr (GscopeCarrier) carrier = g_steal_pointer (&self->carrier);

  if (!carrier)
    return;
  g_clear_pointer (&self->beat, main_source_drop);
  g_clear_pointer (&self->pulse, gscope_pulse_free);
  g_clear_pointer (&self->watch, gscope_clock_watch_free);
  g_signal_handlers_disconnect_by_data (carrier, self);
  g_signal_handlers_disconnect_by_data (gscope_source_get_signals (self->source), self);
  g_signal_handlers_disconnect_by_data (gscope_source_get_parameters (self->source), self);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_markers (self->scope), self);
  g_signal_handlers_disconnect_by_data (self->source, self);
  g_signal_handlers_disconnect_by_data (self->scope, self);
  if (self->feed)
    g_signal_handlers_disconnect_by_data (carrier, self->feed);
  for (guint i = 0; i < self->signals->len; i++)
    g_signal_handlers_disconnect_by_data (self->signals->pdata[i], self);
  g_clear_pointer (&self->calls, gscope_server_calls_free);
  g_clear_pointer (&self->queries, gscope_server_queries_free);
  g_clear_pointer (&self->feed, gscope_feed_free);
  g_ptr_array_set_size (self->signals, 0);
  g_ptr_array_set_size (self->parameters, 0);
  if (self->consumer)
    gscope_scope_remove_consumer (self->scope, self->consumer);
  gscope_carrier_close (carrier);
}

static void
gscope_server_dispose (GObject *object)
{
  GscopeServer *self = GSCOPE_SERVER (object);

  detach (self);
  g_clear_object (&self->source);
  g_clear_object (&self->scope);
  G_OBJECT_CLASS (gscope_server_parent_class)->dispose (object);
}

static void
gscope_server_finalize (GObject *object)
{
  GscopeServer *self = GSCOPE_SERVER (object);

  g_ptr_array_unref (self->signals);
  g_ptr_array_unref (self->parameters);
  G_OBJECT_CLASS (gscope_server_parent_class)->finalize (object);
}

static void
gscope_server_class_init (GscopeServerClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_server_dispose;
  object_class->finalize = gscope_server_finalize;

  /**
   * GscopeServer::closed:
   * @self: the server
   * @error: (nullable): what went wrong; %NULL if the other end closed the connection
   *
   * Emitted when the connection has ended.
   *
   * Since: 1.0
   */
  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
}

static void
gscope_server_init (GscopeServer *self)
{
  self->signals = g_ptr_array_new_with_free_func (g_object_unref);
  self->parameters = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
end (GscopeServer *self, const GError *error)
{
  g_object_ref (self);
  detach (self);
  g_signal_emit (self, signals[CLOSED], 0, error);
  g_object_unref (self);
}

/* Sends the error to the other end, in case it still reads, and closes the connection. */
static void
fail (GscopeServer *self, const GError *error)
{
  g_autoptr (GBytes) message = gscope_message_new_error (error);

  if (!self->carrier)
    return;
  gscope_carrier_send (self->carrier, message);
  end (self, error);
}

/* The description of the source. */

static void
send_state (GscopeServer *self)
{
  JsonObject *object = json_object_new ();

  gscope_json_set_enum (object, "state", GSCOPE_TYPE_SOURCE_STATE,
                        gscope_source_get_state (self->source));
  gscope_json_set_text (object, "status", gscope_source_get_status (self->source),
                        GSCOPE_MESSAGE_MAX_TEXT);
  if (gscope_source_get_locked (self->source))
    json_object_set_boolean_member (object, "locked", TRUE);
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_SOURCE, object);
}

static void
on_marker_added (GscopeSource *source, GscopeMarker *marker, GscopeServer *self)
{
  GscopeMarkerKind kind = gscope_marker_get_kind (marker);

  if (kind == GSCOPE_MARKER_KIND_EVENT || kind == GSCOPE_MARKER_KIND_FAILURE)
    gscope_message_send (self->carrier, GSCOPE_MESSAGE_MARKER,
                         gscope_describe_marker (marker, &gscope_describe_message_limits));
}

/* The notes of users who look at the source there, or at another one of that scope. */
static void
on_markers_changed (GListModel *markers, guint position, guint n_removed, guint n_added,
                    GscopeServer *self)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      /* other programs send their markers to viewers themselves */
      if (gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_NOTE
          && !*gscope_marker_get_origin (marker))
        gscope_message_send (self->carrier, GSCOPE_MESSAGE_MARKER,
                             gscope_describe_marker (marker, &gscope_describe_message_limits));
    }
}

/* Its lists. A list goes out in parts, each about as long as a message of samples. */

typedef struct
{
  GscopeServer *server;
  GscopeMessageKind kind;
  JsonObject *object;
  gsize size;
} Part;

static void
flush_part (Part *part)
{
  if (part->object)
    gscope_message_send (part->server->carrier, part->kind, g_steal_pointer (&part->object));
  part->size = 0;
}

static JsonArray *
get_part (Part *part, const char *member)
{
  if (!part->object)
    part->object = json_object_new ();
  if (!json_object_has_member (part->object, member))
    json_object_set_array_member (part->object, member, json_array_new ());
  return json_object_get_array_member (part->object, member);
}

static void
count_size (Part *part, gsize size)
{
  part->size += size;
  if (part->size >= GSCOPE_MESSAGE_SIZE)
    flush_part (part);
}

static void
add_description (Part *part, JsonObject *description)
{
  g_autoptr (JsonNode) node = json_node_init_object (json_node_alloc (), description);
  g_autofree char *text = json_to_string (node, FALSE);

  json_array_add_object_element (get_part (part, "added"), description);
  count_size (part, strlen (text));
}

/* Updates `items` after a change of a list, in which unchanged items may also be reported as
 * removed and added. */
static void
replace_items (GPtrArray *items, GListModel *model, guint position, guint n_removed, guint n_added,
               GHashTable *gone, GPtrArray *came)
{
  for (guint i = 0; i < n_removed; i++)
    g_hash_table_add (gone, g_ptr_array_steal_index (items, position));
  for (guint i = position; i < position + n_added; i++)
    {
      gpointer item = g_list_model_get_item (model, i);

      g_ptr_array_insert (items, i, item);
      if (!g_hash_table_remove (gone, item))
        g_ptr_array_add (came, item);
    }
}

static void
on_signal_notify (GscopeSignal *signal, GParamSpec *pspec, gpointer data)
{
  g_autoptr (GscopeServer) self = g_object_ref (data);
  Part part = { self, GSCOPE_MESSAGE_SIGNALS, NULL, 0 };

  if (g_str_equal (pspec->name, "full-name"))
    return;
  if (gscope_signal_get_ended (signal))
    {
      /* The last samples of a removed signal are sent first. */
      gscope_scope_drain (self->scope);
      if (!self->feed)
        return;
      gscope_feed_end (self->feed, signal);
      gscope_feed_pump (self->feed);
      return;
    }
  add_description (&part, gscope_describe_signal (signal, gscope_feed_get_id (self->feed, signal)));
  flush_part (&part);
}

static void
on_signals_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeServer *self)
{
  Part part = { self, GSCOPE_MESSAGE_SIGNALS, NULL, 0 };
  g_autoptr (GHashTable) gone = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  g_autoptr (GPtrArray) came = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer signal;

  replace_items (self->signals, model, position, n_removed, n_added, gone, came);
  g_hash_table_iter_init (&iter, gone);
  while (g_hash_table_iter_next (&iter, &signal, NULL))
    {
      g_signal_handlers_disconnect_by_data (signal, self);
      json_array_add_int_element (get_part (&part, "removed"),
                                  gscope_feed_remove (self->feed, signal));
    }
  for (guint i = 0; i < came->len; i++)
    {
      signal = came->pdata[i];
      g_signal_connect (signal, "notify", G_CALLBACK (on_signal_notify), self);
      add_description (&part,
                       gscope_describe_signal (signal, gscope_feed_add (self->feed, signal)));
    }
  flush_part (&part);
}

static void
on_parameters_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                       GscopeServer *self)
{
  Part part = { self, GSCOPE_MESSAGE_PARAMETERS, NULL, 0 };
  g_autoptr (GHashTable) gone = g_hash_table_new_full (NULL, NULL, g_object_unref, NULL);
  g_autoptr (GPtrArray) came = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer parameter;

  replace_items (self->parameters, model, position, n_removed, n_added, gone, came);
  g_hash_table_iter_init (&iter, gone);
  while (g_hash_table_iter_next (&iter, &parameter, NULL))
    {
      g_autofree char *path = gscope_describe_path (gscope_parameter_get_group (parameter),
                                                    gscope_parameter_get_name (parameter));

      gscope_server_calls_unwatch (self->calls, parameter);
      json_array_add_string_element (get_part (&part, "removed"), path);
      count_size (&part, strlen (path));
    }
  for (guint i = 0; i < came->len; i++)
    {
      JsonObject *description;

      gscope_server_calls_watch (self->calls, came->pdata[i]);
      description = gscope_describe_parameter (came->pdata[i]);
      json_object_set_int_member (description, "revision",
                                  (gint64) gscope_parameter_get_revision (came->pdata[i]));
      add_description (&part, description);
    }
  flush_part (&part);
}

/* Incoming messages. */

static gboolean
set_period (GscopeServer *self, JsonObject *hello, GError **error)
{
  GParamSpec *pspec = g_object_class_find_property (G_OBJECT_GET_CLASS (self->scope), "period");
  GParamSpecInt64 *range = G_PARAM_SPEC_INT64 (pspec);
  gint64 period;

  if (!gscope_json_get_integer (hello, "period_ns", range->minimum, range->maximum, &period, error))
    return FALSE;
  /* Handlers of the change may close this server. */
  if (!self->policy.is_shared)
    gscope_scope_set_period (self->scope, period);
  return TRUE;
}

static gint64
get_time (GscopeServer *self)
{
  return gscope_clock_get_time (gscope_scope_get_clock (self->scope));
}

/* Sends a beat, unless other messages already wait to be sent or a broadcast is heard. */
static gboolean
on_beat (gpointer data)
{
  GscopeServer *self = data;

  if (gscope_carrier_get_unsent (self->carrier) == 0
      && !gscope_feed_is_heard (self->feed, get_time (self) - GSCOPE_MESSAGE_BEAT_INTERVAL))
    gscope_message_send (self->carrier, GSCOPE_MESSAGE_BEAT, json_object_new ());
  return G_SOURCE_CONTINUE;
}

static void
start_beat (GscopeServer *self)
{
  self->beat = gscope_clock_create_timeout (gscope_scope_get_clock (self->scope),
                                            GSCOPE_MESSAGE_BEAT_INTERVAL);
  g_source_set_callback (self->beat, on_beat, self, NULL);
  g_source_set_static_name (self->beat, "[gscope] beat");
  g_source_attach (self->beat, g_main_context_get_thread_default ());
}

static void
on_silence (gpointer data, gint64 silence)
{
  g_autoptr (GError) error = NULL;

  /* the first step may have begun just before the last message */
  if (silence <= GSCOPE_MESSAGE_SILENCE)
    return;
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                       _ ("Nothing has come from this viewer for %d seconds. Connect again."),
                       (int) (GSCOPE_MESSAGE_SILENCE / GSCOPE_SEC));
  fail (data, error);
}

/* From its first beat on, a client that falls silent is gone, also where its carrier does not notice: the values that it
 * has leased go back. */
static gboolean
take_beat (GscopeServer *self)
{
  if (!self->pulse && self->policy.principal)
    self->pulse =
        gscope_pulse_new (gscope_scope_get_clock (self->scope), SILENCE_STEP, on_silence, self);
  return TRUE;
}

/* Clocks. */

static gboolean
answer_time (GscopeServer *self, JsonObject *object, GError **error)
{
  JsonObject *answer;
  gint64 id, sent;

  if (!gscope_json_get_integer (object, "id", 0, G_MAXUINT32, &id, error)
      || !gscope_json_get_integer (object, "t1", G_MININT64, G_MAXINT64, &sent, error))
    return FALSE;
  answer = json_object_new ();
  json_object_set_int_member (answer, "id", id);
  json_object_set_int_member (answer, "t1", sent);
  json_object_set_int_member (answer, "t2", self->heard);
  json_object_set_int_member (answer, "t3", get_time (self));
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_TIME, answer);
  gscope_carrier_flush (self->carrier);
  return TRUE;
}

static void
on_step (gpointer data, GscopeClockStepKind kind, gint64 time, gint64 size)
{
  g_autoptr (GBytes) message = gscope_message_new_step (kind, time, size);

  gscope_carrier_send (((GscopeServer *) data)->carrier, message);
}

static gboolean
watch_clock (GscopeServer *self, JsonObject *hello, GError **error)
{
  GscopeClock *clock = gscope_scope_get_clock (self->scope);
  g_autofree char *own = gscope_message_identify_clock (clock);
  g_autofree char *other = gscope_message_read_clock (hello, error);

  if (other && !gscope_message_is_one_clock (own, other))
    self->watch = gscope_clock_watch_new (clock, on_step, self);
  return other != NULL;
}

void
gscope_server_review (GscopeServer *self)
{
  const char *name =
      self->policy.get_public_name ? self->policy.get_public_name (self->policy.data) : NULL;
  GscopeBroadcastPlace place;

  if (!self->feed)
    return;
  place = (GscopeBroadcastPlace){ gscope_carrier_get_air (self->carrier), self->scope, name,
                                  self->policy.figures };
  gscope_feed_set_place (self->feed, name && place.air ? &place : NULL);
}

/* The scope is drained for this server only while the other end leases signals. */
static void
update_consumer (GscopeServer *self)
{
  if (self->consumer)
    gscope_scope_remove_consumer (self->scope, self->consumer);
  self->consumer = 0;
  if (gscope_feed_is_leased (self->feed))
    self->consumer = gscope_scope_add_consumer (self->scope, self->interval);
}

/* The last lease may end by itself. */
static void
on_drained (GscopeServer *self)
{
  gscope_feed_pump (self->feed);
  if (self->consumer && !gscope_feed_is_leased (self->feed))
    update_consumer (self);
}

static gboolean
begin (GscopeServer *self, JsonObject *hello, GError **error)
{
  GListModel *signal_list = gscope_source_get_signals (self->source);
  GListModel *parameter_list = gscope_source_get_parameters (self->source);

  gint64 credit;

  if (!gscope_message_check_hello (hello, error)
      || !gscope_json_get_integer (hello, "credit", 1, GSCOPE_MESSAGE_MAX_CREDIT, &credit, error)
      || !set_period (self, hello, error))
    return FALSE;
  if (!self->carrier)
    return TRUE;
  if (!watch_clock (self, hello, error))
    return FALSE;
  self->feed = gscope_feed_new (self->carrier, gscope_scope_get_clock (self->scope), credit,
                                self->policy.figures);
  self->calls = gscope_server_calls_new (self->source, self->carrier, &self->policy);
  self->queries =
      gscope_server_queries_new (self->scope, self->feed, self->carrier, self->policy.ring);
  self->interval = INTERVAL;
  gscope_server_review (self);
  start_beat (self);

  send_state (self);
  g_signal_connect_swapped (self->source, "notify::state", G_CALLBACK (send_state), self);
  g_signal_connect_swapped (self->source, "notify::status", G_CALLBACK (send_state), self);
  g_signal_connect_swapped (self->source, "notify::locked", G_CALLBACK (send_state), self);
  g_signal_connect (self->source, "marker-added", G_CALLBACK (on_marker_added), self);
  if (self->policy.is_shared)
    g_signal_connect (gscope_scope_get_markers (self->scope), "items-changed",
                      G_CALLBACK (on_markers_changed), self);
  g_signal_connect (signal_list, "items-changed", G_CALLBACK (on_signals_changed), self);
  g_signal_connect (parameter_list, "items-changed", G_CALLBACK (on_parameters_changed), self);
  on_signals_changed (signal_list, 0, 0, g_list_model_get_n_items (signal_list), self);
  on_parameters_changed (parameter_list, 0, 0, g_list_model_get_n_items (parameter_list), self);
  g_signal_connect_swapped (self->scope, "drained", G_CALLBACK (on_drained), self);
  g_signal_connect_swapped (self->carrier, "sent", G_CALLBACK (gscope_feed_pump), self->feed);
  return TRUE;
}

static gboolean
take_pace (GscopeServer *self, JsonObject *object, GError **error)
{
  gint64 interval;

  if (!gscope_json_get_integer (object, "interval_ns", 0, G_MAXINT64, &interval, error))
    return FALSE;
  self->interval = CLAMP (interval, INTERVAL, MAX_INTERVAL);
  update_consumer (self);
  return TRUE;
}

static gboolean
take_lease (GscopeServer *self, GscopeMessageKind kind, JsonObject *object, GError **error)
{
  if (kind == GSCOPE_MESSAGE_SUBSCRIBE ? !gscope_feed_subscribe (self->feed, object, error)
                                       : !gscope_feed_unsubscribe (self->feed, object, error))
    return FALSE;
  update_consumer (self);
  gscope_feed_pump (self->feed);
  return TRUE;
}

static gboolean
take_credit (GscopeServer *self, JsonObject *object, GError **error)
{
  if (!gscope_feed_take_credit (self->feed, object, error))
    return FALSE;
  gscope_feed_pump (self->feed);
  return TRUE;
}

static gboolean
take_tune (GscopeServer *self, JsonObject *object, GError **error)
{
  if (!gscope_feed_tune (self->feed, object, error))
    return FALSE;
  gscope_feed_pump (self->feed);
  return TRUE;
}

static gboolean
refuse (JsonObject *object, GscopeMessageKind kind, GError **error)
{
  const char *text = _ ("it arrived out of order or from the wrong end");

  if (kind == GSCOPE_MESSAGE_ERROR
      && !gscope_json_get_text (object, "message", GSCOPE_MESSAGE_MAX_TEXT, &text, error))
    return FALSE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("a message was refused: %s"), text);
  return FALSE;
}

static gboolean
take (GscopeServer *self, GscopeMessageKind kind, JsonObject *object, GError **error)
{
  if (!self->feed)
    return kind == GSCOPE_MESSAGE_HELLO ? begin (self, object, error)
                                        : refuse (object, kind, error);
  switch (kind)
    {
    case GSCOPE_MESSAGE_PACE:
      return take_pace (self, object, error);
    case GSCOPE_MESSAGE_CALL:
      return gscope_server_calls_run (self->calls, object, error);
    case GSCOPE_MESSAGE_CANCEL:
      return gscope_server_queries_cancel (self->queries, object)
             || gscope_server_calls_cancel (self->calls, object, error);
    case GSCOPE_MESSAGE_QUERY:
      return gscope_server_queries_run (self->queries, object, error);
    case GSCOPE_MESSAGE_SUBSCRIBE:
    case GSCOPE_MESSAGE_UNSUBSCRIBE:
      return take_lease (self, kind, object, error);
    case GSCOPE_MESSAGE_CREDIT:
      return take_credit (self, object, error);
    case GSCOPE_MESSAGE_TUNE:
      return take_tune (self, object, error);
    case GSCOPE_MESSAGE_TIME:
      return answer_time (self, object, error);
    case GSCOPE_MESSAGE_BEAT:
      return take_beat (self);
    case GSCOPE_MESSAGE_HELLO:
    case GSCOPE_MESSAGE_SOURCE:
    case GSCOPE_MESSAGE_SIGNALS:
    case GSCOPE_MESSAGE_PARAMETERS:
    case GSCOPE_MESSAGE_ANSWER:
    case GSCOPE_MESSAGE_NOTICE:
    case GSCOPE_MESSAGE_MARKER:
    case GSCOPE_MESSAGE_LOSSES:
    case GSCOPE_MESSAGE_REDUCED:
    case GSCOPE_MESSAGE_STEP:
    case GSCOPE_MESSAGE_SOURCES:
    case GSCOPE_MESSAGE_BROADCAST:
    case GSCOPE_MESSAGE_ERROR:
    default:
      return refuse (object, kind, error);
    }
}

static gboolean
check_rate (GscopeServer *self, GError **error)
{
  self->spent = MAX (self->spent, self->heard) + MESSAGE_TIME;
  if (!self->policy.principal || self->spent - self->heard <= MAX_ADVANCE)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("More than %d messages came in a second. Send fewer."),
               (int) (GSCOPE_SEC / MESSAGE_TIME));
  return FALSE;
}

void
gscope_server_take (GscopeServer *self, GBytes *message)
{
  g_autoptr (GscopeServer) kept = g_object_ref (self);
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) object = NULL;
  GscopeMessageKind kind;

  self->heard = get_time (self);
  if (self->pulse)
    gscope_pulse_hear (self->pulse);
  object = check_rate (self, &error) ? gscope_message_parse (message, &kind, &error) : NULL;
  if (!object || !take (self, kind, object, &error))
    fail (self, error);
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, gpointer data)
{
  gscope_server_take (data, message);
}

static void
on_closed (GscopeCarrier *carrier, const GError *error, GscopeServer *self)
{
  end (self, error);
}

static void
send_hello (GscopeServer *self)
{
  JsonObject *hello = gscope_message_create_hello (gscope_scope_get_clock (self->scope));

  gscope_json_set_text (hello, "title", gscope_source_get_title (self->source),
                        GSCOPE_MESSAGE_MAX_TEXT);
  if (self->policy.principal)
    json_object_set_int_member (hello, "silence_ns", GSCOPE_MESSAGE_SILENCE);
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_HELLO, hello);
}

GscopeServer *
gscope_server_new_for_carrier (GscopeScope *scope, GscopeSource *source, GscopeCarrier *carrier,
                               const GscopeServerPolicy *policy)
{
  GscopeServer *self = g_object_new (GSCOPE_TYPE_SERVER, NULL);

  if (policy)
    self->policy = *policy;
  self->scope = g_object_ref (scope);
  self->source = g_object_ref (source);
  self->carrier = g_object_ref (carrier);
  g_signal_connect (carrier, "received", G_CALLBACK (on_received), self);
  g_signal_connect (carrier, "closed", G_CALLBACK (on_closed), self);
  send_hello (self);
  return self;
}

/**
 * gscope_server_new:
 * @scope: a scope
 * @source: one of its sources
 * @stream: a connection to a [class@Remote]: a socket or another stream that can be polled
 *
 * Offers a source over a connection. The server takes its own reference to the stream, which must
 * not be used elsewhere.
 *
 * Returns: (transfer full): a server
 *
 * Since: 1.0
 */
GscopeServer *
gscope_server_new (GscopeScope *scope, GscopeSource *source, GIOStream *stream)
{
  g_autoptr (GscopeCarrier) carrier = NULL;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);
  g_return_val_if_fail (GSCOPE_IS_SOURCE (source), NULL);
  g_return_val_if_fail (G_IS_IO_STREAM (stream), NULL);

  carrier = gscope_stream_carrier_new (stream);
  return gscope_server_new_for_carrier (scope, source, carrier, NULL);
}

/**
 * gscope_server_close:
 * @self: a server
 *
 * Ends the connection, without [signal@Server::closed].
 *
 * Since: 1.0
 */
void
gscope_server_close (GscopeServer *self)
{
  g_return_if_fail (GSCOPE_IS_SERVER (self));

  detach (self);
}
