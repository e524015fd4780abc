/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/remote/private.h>
#include <main-source.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/stream.h>
#include <gscope/control/describe.h>
#include <gscope/control/parameter-owner.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <gscope/remote/options.h>
#include <gscope/source/private.h>
#include <property.h>
#include <string.h>

/* How long the other end may send nothing before it counts as silent, and before a start or stop
 * gives up. */
#define SILENCE GSCOPE_SEC
#define START_PATIENCE (10 * GSCOPE_SEC)
#define STOP_PATIENCE (3 * GSCOPE_SEC)

#define DEFAULT_PERIOD (10 * GSCOPE_MSEC)
#define MIN_PERIOD (GSCOPE_MSEC / 10)
#define MAX_PERIOD (3600 * GSCOPE_SEC)

/**
 * GscopeRemote:
 *
 * A source in another process, where a [class@Server] offers it.
 *
 * Its verbs run in the other process. Its signals and parameters are mirrored in this process under
 * the local name of the source. Both ends usually read one clock, the machine's monotonic clock. If
 * the other end has another one, on another machine or in another time namespace, time-stamps are
 * converted to the clock here ([method@Remote.get_clock]), and the source has the signals
 * `clock/offset`, `clock/error`, `clock/drift` and `clock/round-trip` of the comparison; a step of a clock is a
 * marker, and a gap of all signals (%GSCOPE_GAP_CAUSE_STEPPED). Samples arrive about 16 ms late while they are shown, and otherwise up to a
 * quarter of the scope's delay, which should be longer than twice the delay of the scope in the
 * other process.
 *
 * After a stop and a new start, signals of the same name continue in the same traces, with a gap.
 * If the other end sends nothing for a second, the source is in trouble and its signals have a gap
 * (%GSCOPE_GAP_CAUSE_SILENT) until samples arrive again. Stopping such a source does not wait for an
 * answer.
 *
 * If the connection ends unexpectedly, all signals have a gap, unanswered calls fail, and the
 * status reports it; the source can then be started again.
 *
 * A subclass implements the connection to the other end:
 *
 * ```c
 * static void
 * my_remote_open_async (GscopeRemote *remote, GCancellable *cancellable,
 *                       GAsyncReadyCallback callback, gpointer user_data)
 * {
 *   g_socket_client_connect_async (MY_REMOTE (remote)->client, MY_REMOTE (remote)->address,
 *                                  cancellable, callback, user_data);
 * }
 *
 * static GIOStream *
 * my_remote_open_finish (GscopeRemote *remote, GAsyncResult *result, GError **error)
 * {
 *   return G_IO_STREAM (
 *       g_socket_client_connect_finish (MY_REMOTE (remote)->client, result, error));
 * }
 * ```
 *
 * Since: 1.0
 */
G_DEFINE_TYPE_WITH_PRIVATE (GscopeRemote, gscope_remote, GSCOPE_TYPE_SOURCE)

GscopeRemotePrivate *
gscope_remote_get_private (gpointer self)
{
  return gscope_remote_get_instance_private (self);
}

/* The end of a connection. */

/* Closes the connection. Returns its calls, which the caller has to end; NULL if there is no
 * connection. */
static GscopeRemoteCalls *
cut (GscopeRemote *self, GscopeGapCause cause)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  g_autoptr (GscopeCarrier) carrier = g_steal_pointer (&priv->carrier);
  GscopeRemoteCalls *calls = g_steal_pointer (&priv->calls);
  g_autoptr (GError) error = NULL;

  if (!carrier)
    return NULL;
  g_clear_pointer (&priv->pulse, gscope_pulse_free);
  g_clear_pointer (&priv->subscriber, gscope_subscriber_free);
  g_signal_handlers_disconnect_by_data (carrier, self);
  gscope_remote_clock_close (priv->clock);
  gscope_carrier_close (carrier);
  gscope_mirror_end (priv->mirror, cause);
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("the connection has ended"));
  gscope_remote_queries_end (g_steal_pointer (&priv->queries), error);
  return calls;
}

/* Ends the calls last: their callbacks find the connection closed. */
static void
disconnect (GscopeRemote *self, const GError *error, GscopeGapCause cause)
{
  GscopeRemoteCalls *calls = cut (self, cause);

  if (calls)
    gscope_remote_calls_end (calls, error);
}

static void
fail_start (GscopeRemote *self, GError *error)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  g_autoptr (GTask) start = g_steal_pointer (&priv->start);

  g_clear_pointer (&priv->cancelled, main_source_drop);
  disconnect (self, error, GSCOPE_GAP_CAUSE_SILENT);
  g_task_return_error (start, error);
}

static char *
describe_end (GscopeRemote *self, const GError *cause)
{
  const GscopeRemoteFuncs *funcs = GSCOPE_REMOTE_GET_CLASS (self)->funcs;
  const char *title = gscope_source_get_title (GSCOPE_SOURCE (self));
  g_autofree char *reason = NULL;

  if (funcs && funcs->note_end)
    return funcs->note_end (self, cause);
  if (cause)
    reason = g_strdup (cause->message);
  else if (funcs && funcs->find_reason)
    reason = funcs->find_reason (self);
  if (reason)
    return g_strdup_printf (_ ("The connection to “%s” ended unexpectedly: %s. Start it again."),
                            title, reason);
  return g_strdup_printf (_ ("The connection to “%s” ended unexpectedly. Start it again."), title);
}

/* Reports a lost connection: to the start that waits for it, or to the calls and, by the status, to
 * the user. */
static void
lose (GscopeRemote *self, const GError *cause)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  GscopeRemoteCalls *calls;
  g_autofree char *status = describe_end (self, cause);
  g_autoptr (GError) error = g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, status);

  if (priv->start)
    {
      fail_start (self, cause ? g_error_copy (cause) : g_steal_pointer (&error));
      return;
    }
  /* A handler of the new status may start the source again. */
  calls = cut (self, GSCOPE_GAP_CAUSE_SILENT);
  gscope_source_abandon (GSCOPE_SOURCE (self), GSCOPE_SOURCE_STATE_TROUBLE, error->message);
  if (calls)
    gscope_remote_calls_end (calls, error);
}

static void
gscope_remote_dispose (GObject *object)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (object);
  g_autoptr (GError) error =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("the source was removed"));

  g_clear_pointer (&priv->cancelled, main_source_drop);
  disconnect (GSCOPE_REMOTE (object), error, GSCOPE_GAP_CAUSE_NO_VALUE);
  G_OBJECT_CLASS (gscope_remote_parent_class)->dispose (object);
}

static void
gscope_remote_finalize (GObject *object)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (object);

  g_free (priv->far_clock);
  g_free (priv->target);
  g_free (priv->target_type);
  g_ptr_array_unref (priv->options);
  gscope_remote_clock_free (priv->clock);
  gscope_mirror_free (priv->mirror);
  G_OBJECT_CLASS (gscope_remote_parent_class)->finalize (object);
}

/* Incoming messages. */

void
gscope_remote_hear (GscopeRemote *self)
{
  gscope_pulse_hear (gscope_remote_get_private (self)->pulse);
  gscope_source_set_silence (GSCOPE_SOURCE (self), NULL);
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, gpointer data)
{
  g_autoptr (GscopeRemote) self = g_object_ref (data);
  g_autoptr (GError) error = NULL;
  g_autoptr (GBytes) answer = NULL;

  gscope_remote_hear (self);
  /* Handlers of the changes may have ended this connection, or begun another. */
  if (gscope_remote_take (self, message, &error)
      || gscope_remote_get_private (self)->carrier != carrier)
    return;
  answer = gscope_message_new_error (error);
  gscope_carrier_send (carrier, answer);
  lose (self, error);
}

/* Ends a start or stop that the other end no longer answers. */
static void
give_up (GscopeRemote *self)
{
  if (GSCOPE_REMOTE_GET_CLASS (self)->give_up)
    GSCOPE_REMOTE_GET_CLASS (self)->give_up (self);
}

static void
fall_silent (GscopeRemote *self)
{
  g_autofree char *status = g_strdup_printf (
      _ ("“%s” does not answer. Its values are out of date. Wait, or stop and start it again."),
      gscope_source_get_title (GSCOPE_SOURCE (self)));

  gscope_mirror_fall_silent (gscope_remote_get_private (self)->mirror);
  gscope_source_set_silence (GSCOPE_SOURCE (self), status);
}

/* Is called in each interval of the pulse. A viewer that hangs sends no beats. */
static void
beat (GscopeRemotePrivate *priv)
{
  g_autoptr (GBytes) message = NULL;

  if (priv->beat_interval == 0 || ++priv->n_since_beat < priv->beat_interval)
    return;
  priv->n_since_beat = 0;
  message = gscope_message_new (GSCOPE_MESSAGE_BEAT, json_object_new ());
  gscope_carrier_send (priv->carrier, message);
}

/* A server whose samples come by a broadcast sends no beats. The broadcast may have ended here alone, so the server is asked
 * before it counts as silent. */
static void
ask (GscopeRemotePrivate *priv, gint64 silence)
{
  if (priv->carrier && silence >= SILENCE / 2 && gscope_tuner_count (priv->tuner) > 0)
    gscope_remote_clock_ask (priv->clock);
}

static void
on_silence (gpointer data, gint64 silence)
{
  g_autoptr (GscopeRemote) self = g_object_ref (data);
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  gint64 patience = priv->start ? START_PATIENCE : priv->is_stopping ? STOP_PATIENCE : SILENCE;
  g_autoptr (GError) error = NULL;

  beat (priv);
  if (silence < patience || gscope_source_is_silent (GSCOPE_SOURCE (self)))
    {
      ask (priv, silence);
      return;
    }
  if (!priv->start && !priv->is_stopping)
    {
      fall_silent (self);
      return;
    }
  error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                       _ ("the other end has not answered for %d seconds"),
                       (int) (silence / GSCOPE_SEC));
  give_up (self);
  lose (self, error);
}

static void
on_closed (GscopeCarrier *carrier, const GError *error, gpointer data)
{
  g_autoptr (GscopeRemote) self = g_object_ref (data);

  lose (self, error);
}

/* Starting: open, greet, configure, start. */

/* An option was taken, or the source has started after the last one. */
static void
on_answered (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeRemote *self = GSCOPE_REMOTE (object);
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  GError *error = NULL;
  gboolean is_done = g_task_propagate_boolean (G_TASK (result), &error);
  gboolean is_option = priv->next_option < priv->options->len;

  /* The start has already failed. */
  if (priv->start != task)
    {
      g_clear_error (&error);
      return;
    }
  if (!is_done)
    {
      if (is_option)
        g_prefix_error (&error, _ ("option “%s”: "),
                        ((GscopeRemoteOption *) priv->options->pdata[priv->next_option])->name);
      fail_start (self, error);
      return;
    }
  if (is_option)
    {
      priv->next_option++;
      gscope_remote_start_next (self);
      return;
    }
  g_clear_pointer (&priv->cancelled, main_source_drop);
  g_clear_object (&priv->start);
  gscope_mirror_complete (priv->mirror);
  gscope_source_publish (GSCOPE_SOURCE (self));
  g_task_return_boolean (task, TRUE);
}

void
gscope_remote_start_next (GscopeRemote *self)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  GVariantDict options;
  g_autoptr (GVariant) taken = NULL;
  const GscopeRemoteOption *option;

  if (priv->next_option == priv->options->len)
    {
      gscope_remote_calls_call (priv->calls, GSCOPE_VERB_START, NULL,
                                g_task_new (self, NULL, on_answered, g_object_ref (priv->start)));
      return;
    }
  option = priv->options->pdata[priv->next_option];
  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert_value (&options, option->name, option->value);
  taken = g_variant_ref_sink (g_variant_dict_end (&options));
  gscope_remote_calls_call (priv->calls, GSCOPE_VERB_CONFIGURE, json_gvariant_serialize (taken),
                            g_task_new (self, NULL, on_answered, g_object_ref (priv->start)));
}

static void
send_number (GscopeRemote *self, GscopeMessageKind kind, JsonObject *object, const char *name,
             gint64 number)
{
  g_autoptr (GBytes) message = NULL;

  json_object_set_int_member (object, name, number);
  message = gscope_message_new (kind, object);
  gscope_carrier_send (gscope_remote_get_private (self)->carrier, message);
}

static void
send_hello (GscopeRemote *self)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  JsonObject *hello = gscope_message_create_hello (gscope_source_get_clock (GSCOPE_SOURCE (self)));

  json_object_set_int_member (hello, "credit", GSCOPE_SUBSCRIBER_CREDIT);
  gscope_json_set_text (hello, "source", priv->target, GSCOPE_MESSAGE_MAX_WORD);
  gscope_json_set_text (hello, "type", priv->target_type, GSCOPE_MESSAGE_MAX_WORD);
  gscope_json_set_text (hello, "name", gscope_source_get_name (GSCOPE_SOURCE (self)),
                        GSCOPE_MESSAGE_MAX_WORD);
  send_number (self, GSCOPE_MESSAGE_HELLO, hello, "period_ns",
               gscope_remote_get_private (self)->period);
}

static void
send_pace (GscopeRemote *self)
{
  send_number (self, GSCOPE_MESSAGE_PACE, json_object_new (), "interval_ns",
               gscope_remote_get_private (self)->pace);
}

static void
gscope_remote_pace (GscopeSource *source, gint64 interval)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (source);

  priv->pace = interval;
  if (priv->carrier)
    send_pace (GSCOPE_REMOTE (source));
}

static gboolean
on_start_cancelled (GCancellable *cancellable, gpointer data)
{
  fail_start (data, g_error_new (G_IO_ERROR, G_IO_ERROR_CANCELLED, _ ("The start was cancelled")));
  return G_SOURCE_REMOVE;
}

static void
watch_start (GscopeRemote *self)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  GCancellable *cancellable = g_task_get_cancellable (priv->start);

  if (!cancellable)
    return;
  priv->cancelled = g_cancellable_source_new (cancellable);
  g_source_set_callback (priv->cancelled, G_SOURCE_FUNC (on_start_cancelled), self, NULL);
  g_source_attach (priv->cancelled, g_task_get_context (priv->start));
}

static gboolean
can_poll (GIOStream *stream)
{
  return G_IS_POLLABLE_INPUT_STREAM (g_io_stream_get_input_stream (stream))
         && G_IS_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (stream));
}

static GscopeCarrier *
open_carrier_finish (GscopeRemote *self, GAsyncResult *result, GError **error)
{
  GscopeRemoteClass *klass = GSCOPE_REMOTE_GET_CLASS (self);
  g_autoptr (GIOStream) stream = NULL;

  if (klass->funcs && klass->funcs->open_carrier_finish)
    return klass->funcs->open_carrier_finish (self, result, error);
  stream = klass->open_finish (self, result, error);
  if (!stream)
    return NULL;
  if (can_poll (stream))
    return gscope_stream_carrier_new (stream);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("this kind of connection cannot be polled; use a socket"));
  return NULL;
}

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeRemote) self = data;
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);
  GscopeClock *clock = gscope_source_get_clock (GSCOPE_SOURCE (self));
  GError *error = NULL;

  priv->carrier = open_carrier_finish (self, result, &error);
  if (!priv->carrier)
    {
      fail_start (self, error);
      return;
    }
  priv->calls = gscope_remote_calls_new (priv->carrier, priv->mirror);
  priv->is_greeted = FALSE;
  priv->beat_interval = 0;
  priv->next_option = 0;
  priv->pulse = gscope_pulse_new (clock, GSCOPE_MESSAGE_BEAT_INTERVAL, on_silence, self);
  g_signal_connect (priv->carrier, "received", G_CALLBACK (on_received), self);
  g_signal_connect (priv->carrier, "closed", G_CALLBACK (on_closed), self);
  send_hello (self);
  gscope_remote_clock_open (priv->clock, priv->carrier);
  priv->subscriber = gscope_subscriber_new (priv->carrier, clock, !priv->is_frugal);
  priv->tuner = gscope_tuner_new (priv->carrier, clock, gscope_remote_take_broadcast, self);
  gscope_subscriber_set_tuner (priv->subscriber, priv->tuner);
  priv->queries = gscope_remote_queries_new (priv->carrier, priv->clock);
  gscope_mirror_begin (priv->mirror, priv->subscriber, priv->queries);
  send_pace (self);
  watch_start (self);
}

static void
gscope_remote_start_async (GscopeSource *source, GCancellable *cancellable,
                           GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeRemote *self = GSCOPE_REMOTE (source);
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);

  priv->start = g_task_new (self, cancellable, callback, user_data);
  g_task_set_check_cancellable (priv->start, FALSE);
  GSCOPE_REMOTE_GET_CLASS (self)->open_async (self, cancellable, on_opened, g_object_ref (self));
}

static gboolean
check_connected (GscopeRemotePrivate *priv, GTask *task)
{
  if (priv->calls && priv->is_greeted)
    return TRUE;
  g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                           _ ("%s is not connected; start it first"),
                           gscope_source_get_title (g_task_get_source_object (task)));
  g_object_unref (task);
  return FALSE;
}

/* Stopping. */

static void
on_stop_answered (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  GscopeRemote *self = GSCOPE_REMOTE (object);
  g_autoptr (GError) stopped =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("the source was stopped"));
  GError *error = NULL;

  gscope_remote_get_private (self)->is_stopping = FALSE;
  g_task_propagate_boolean (G_TASK (result), &error);
  disconnect (self, error ? error : stopped, GSCOPE_GAP_CAUSE_STOPPED);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_boolean (task, TRUE);
}

static void
stop_silent (GscopeRemote *self, GTask *new_task)
{
  g_autoptr (GTask) task = new_task;
  g_autoptr (GError) stopped =
      g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("the source was stopped"));

  give_up (self);
  disconnect (self, stopped, GSCOPE_GAP_CAUSE_STOPPED);
  g_task_return_boolean (task, TRUE);
}

static void
gscope_remote_stop_async (GscopeSource *source, GCancellable *cancellable,
                          GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (source);
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  if (!check_connected (priv, task))
    return;
  if (gscope_source_is_silent (source))
    {
      stop_silent (GSCOPE_REMOTE (source), task);
      return;
    }
  priv->is_stopping = TRUE;
  gscope_remote_calls_call (priv->calls, GSCOPE_VERB_STOP, NULL,
                            g_task_new (source, cancellable, on_stop_answered, task));
}

/* The other verbs. */

static void
gscope_remote_check_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (source);
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  if (check_connected (priv, task))
    gscope_remote_calls_call_with (priv->calls, GSCOPE_VERB_CHECK, parameter, value, NULL, task);
}

static void
gscope_remote_apply_async (GscopeSource *source, GscopeParameter *parameter, GVariant *value,
                           GCancellable *cancellable, GAsyncReadyCallback callback,
                           gpointer user_data)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (source);
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  if (check_connected (priv, task))
    gscope_remote_calls_call_with (priv->calls, GSCOPE_VERB_APPLY, parameter, value,
                                   gscope_parameter_get_writer (parameter), task);
}

static void
gscope_remote_apply_all_async (GscopeSource *source, GscopeWrites *writes,
                               GCancellable *cancellable, GAsyncReadyCallback callback,
                               gpointer user_data)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (source);
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  if (check_connected (priv, task))
    gscope_remote_calls_call_all (priv->calls, writes, task);
}

static void
gscope_remote_refresh_async (GscopeSource *source, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (source);
  GTask *task = g_task_new (source, cancellable, callback, user_data);

  if (check_connected (priv, task))
    gscope_remote_calls_call (priv->calls, GSCOPE_VERB_REFRESH, NULL, task);
}

/* The other end checks the options at the start. */
static gboolean
gscope_remote_configure (GscopeSource *source, GVariant *options, GError **error)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, options);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &value))
    {
      g_autoptr (GVariant) taken = value;

      if (!gscope_remote_options_set (gscope_remote_get_private (source)->options, name, taken,
                                      error))
        return FALSE;
    }
  return TRUE;
}

static void
refuse_to_open (GscopeRemote *self, GCancellable *cancellable, GAsyncReadyCallback callback,
                gpointer user_data)
{
  g_task_report_new_error (self, callback, user_data, refuse_to_open, GSCOPE_ERROR,
                           GSCOPE_ERROR_UNSUPPORTED, _ ("%s has no way to reach another process"),
                           gscope_source_get_title (GSCOPE_SOURCE (self)));
}

static GIOStream *
finish_opening (GscopeRemote *self, GAsyncResult *result, GError **error)
{
  return g_task_propagate_pointer (G_TASK (result), error);
}

static void
gscope_remote_class_init (GscopeRemoteClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  object_class->dispose = gscope_remote_dispose;
  object_class->finalize = gscope_remote_finalize;
  source_class->configure = gscope_remote_configure;
  source_class->pace = gscope_remote_pace;
  source_class->start_async = gscope_remote_start_async;
  source_class->stop_async = gscope_remote_stop_async;
  source_class->check_async = gscope_remote_check_async;
  source_class->apply_async = gscope_remote_apply_async;
  source_class->apply_all_async = gscope_remote_apply_all_async;
  source_class->refresh_async = gscope_remote_refresh_async;
  klass->open_async = refuse_to_open;
  klass->open_finish = finish_opening;

  /**
   * GscopeRemote:period: (getter get_period) (setter set_period)
   *
   * The interval at which polled signals are read at the other end, in nanoseconds.
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "period", gscope_remote_get_period, gscope_remote_set_period,
                MIN_PERIOD, MAX_PERIOD, DEFAULT_PERIOD);

  /**
   * GscopeRemote:resolution: (getter get_resolution)
   *
   * The interval in nanoseconds at which signals are shown while the connection is too slow for all
   * samples; 0 while all samples come. The samples that are left out are counted as lost
   * (%GSCOPE_LOSS_REDUCED).
   *
   * Since: 1.0
   */
  property_add (object_class, int64, "resolution", gscope_remote_get_resolution, NULL, 0,
                G_MAXINT64, 0);
}

static void
gscope_remote_init (GscopeRemote *self)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);

  priv->period = DEFAULT_PERIOD;
  priv->options = gscope_remote_options_new ();
  priv->mirror = gscope_mirror_new (GSCOPE_SOURCE (self));
  priv->clock = gscope_remote_clock_new (GSCOPE_SOURCE (self), priv->mirror);
}

/**
 * gscope_remote_get_period: (get-property period)
 * @self: a remote source
 *
 * Gets the interval at which polled signals are read at the other end.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_remote_get_period (GscopeRemote *self)
{
  g_return_val_if_fail (GSCOPE_IS_REMOTE (self), 0);

  return gscope_remote_get_private (self)->period;
}

/**
 * gscope_remote_set_period: (set-property period)
 * @self: a remote source
 * @period: nanoseconds, from 100 us to an hour; by default 10 ms
 *
 * Sets the interval at which polled signals are read at the other end, from the next start on.
 *
 * Since: 1.0
 */
void
gscope_remote_set_period (GscopeRemote *self, gint64 period)
{
  GscopeRemotePrivate *priv;

  g_return_if_fail (GSCOPE_IS_REMOTE (self));
  g_return_if_fail (period >= MIN_PERIOD && period <= MAX_PERIOD);

  priv = gscope_remote_get_private (self);
  if (priv->period == period)
    return;
  priv->period = period;
  g_object_notify (G_OBJECT (self), "period");
}

/**
 * gscope_remote_get_resolution: (get-property resolution)
 * @self: a remote source
 *
 * Gets the coarsest interval at which signals are shown while the connection is too slow.
 *
 * Returns: nanoseconds; 0 while all samples come
 *
 * Since: 1.0
 */
gint64
gscope_remote_get_resolution (GscopeRemote *self)
{
  g_return_val_if_fail (GSCOPE_IS_REMOTE (self), 0);

  return gscope_remote_get_private (self)->subscriber
             ? gscope_subscriber_get_resolution (gscope_remote_get_private (self)->subscriber)
             : 0;
}

void
gscope_remote_set_frugal (GscopeRemote *self, gboolean frugal)
{
  gscope_remote_get_private (self)->is_frugal = frugal;
}

GscopeRemoteClock *
gscope_remote_get_private_clock (GscopeRemote *self)
{
  return gscope_remote_get_private (self)->clock;
}

void
gscope_remote_set_peer (GscopeRemote *self, const char *peer)
{
  gscope_remote_clock_set_peer (gscope_remote_get_private (self)->clock, peer);
}

void
gscope_remote_set_target (GscopeRemote *self, const char *source, const char *type)
{
  GscopeRemotePrivate *priv = gscope_remote_get_private (self);

  g_free (priv->target);
  g_free (priv->target_type);
  priv->target = g_strdup (source);
  priv->target_type = g_strdup (type);
}
