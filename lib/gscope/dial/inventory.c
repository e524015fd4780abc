/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/inventory.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/task-wait.h>
#include <gscope/clock/clock.h>
#include <gscope/dial/address.h>
#include <gscope/dial/endpoint.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <string.h>

/* How long an agent may take to answer. */
#define PATIENCE (10 * GSCOPE_SEC)

/* A connection that asks for the sources or a picture of an agent, or sets a marker there. It ends with its task. */
typedef struct
{
  /* NULL to ask for the sources */
  JsonObject *call;
  GscopeCarrier *carrier;
  GscopeTaskWait wait;
} Inventory;

static void
inventory_free (gpointer data)
{
  Inventory *self = data;

  gscope_task_wait_end (&self->wait);
  g_clear_object (&self->carrier);
  g_clear_pointer (&self->call, json_object_unref);
  g_free (self);
}

/* Ends the connection, of which the task had the last reference. */
static void
end (GTask *task, GVariant *sources, GError *error)
{
  Inventory *self = g_task_get_task_data (task);

  g_signal_handlers_disconnect_by_data (self->carrier, task);
  gscope_carrier_close (self->carrier);
  gscope_task_wait_end (&self->wait);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_variant_ref_sink (sources), (GDestroyNotify) g_variant_unref);
  g_object_unref (task);
}

static gboolean
read_source (JsonNode *node, GVariantBuilder *builder, GError **error)
{
  const char *name, *title, *state, *status;
  gint64 n_signals, n_parameters;
  JsonObject *object;

  if (!JSON_NODE_HOLDS_OBJECT (node))
    return gscope_json_refuse (error, "sources", _ ("this is not an object"));
  object = json_node_get_object (node);
  if (!gscope_json_get_text (object, "name", GSCOPE_MESSAGE_MAX_WORD, &name, error)
      || !gscope_json_get_text (object, "title", GSCOPE_MESSAGE_MAX_TEXT, &title, error)
      || !gscope_json_get_text (object, "state", GSCOPE_MESSAGE_MAX_WORD, &state, error)
      || !gscope_json_get_text (object, "status", GSCOPE_MESSAGE_MAX_TEXT, &status, error)
      || !gscope_json_get_integer (object, "signals", 0, G_MAXUINT, &n_signals, error)
      || !gscope_json_get_integer (object, "parameters", 0, G_MAXUINT, &n_parameters, error))
    return FALSE;
  g_variant_builder_add (builder, "(ssssuu)", name, title, state, status, (guint) n_signals,
                         (guint) n_parameters);
  return TRUE;
}

static GVariant *
read_sources (JsonObject *object, GError **error)
{
  g_auto (GVariantBuilder) builder = G_VARIANT_BUILDER_INIT (G_VARIANT_TYPE ("a(ssssuu)"));
  JsonArray *array;

  if (!gscope_json_get_array (object, "sources", GSCOPE_MESSAGE_MAX_ITEMS, &array, error))
    return NULL;
  for (guint i = 0; array && i < json_array_get_length (array); i++)
    if (!read_source (json_array_get_element (array, i), &builder, error))
      return NULL;
  return g_variant_builder_end (&builder);
}

/* Returns the bytes of the picture, none after another call. */
static GVariant *
read_answer (JsonObject *object, GError **error)
{
  GError *refusal = NULL;
  g_autofree guchar *data = NULL;
  GscopeAnswer answer;
  gsize size;

  if (gscope_message_read_answer (object, &answer, &refusal, error))
    {
      g_clear_pointer (&answer.value, g_variant_unref);
      data = g_base64_decode (answer.picture, &size);
      return g_variant_new_fixed_array (G_VARIANT_TYPE_BYTE, data, size, 1);
    }
  if (refusal)
    g_propagate_error (error, refusal);
  return NULL;
}

/* Returns the result; NULL without an error after a message that is not it. */
static GVariant *
take (Inventory *self, GBytes *message, GError **error)
{
  GscopeMessageKind kind;
  const char *text;
  g_autoptr (JsonObject) object = gscope_message_parse (message, &kind, error);

  if (!object)
    return NULL;
  if (kind == GSCOPE_MESSAGE_SOURCES && !self->call)
    return read_sources (object, error);
  if (kind == GSCOPE_MESSAGE_ANSWER && self->call)
    return read_answer (object, error);
  if (kind == GSCOPE_MESSAGE_HELLO)
    gscope_message_check_hello (object, error);
  else if (kind == GSCOPE_MESSAGE_ERROR
           && gscope_json_get_text (object, "message", GSCOPE_MESSAGE_MAX_TEXT, &text, error))
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, text);
  return NULL;
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, GTask *task)
{
  GError *error = NULL;
  GVariant *sources = take (g_task_get_task_data (task), message, &error);

  if (sources || error)
    end (task, sources, error);
}

static void
on_closed (GscopeCarrier *carrier, const GError *error, GTask *task)
{
  /* an error of ours is a sentence with its remedy */
  if (error && error->domain == GSCOPE_ERROR)
    end (task, NULL, g_error_copy (error));
  else
    end (task, NULL,
         g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                      _ ("The agent closed the connection: %s. Start gscoped there again."),
                      error ? error->message : _ ("it gave no reason")));
}

static gboolean
on_patience (gpointer data)
{
  end (data, NULL,
       g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                    _ ("The agent has not answered for %d seconds. Start gscoped there again."),
                    (int) (PATIENCE / GSCOPE_SEC)));
  return G_SOURCE_REMOVE;
}

static void
fail (GTask *task, GError *error)
{
  end (task, NULL, error);
}

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  Inventory *self = g_task_get_task_data (task);
  GscopeClock *clock = gscope_clock_get_system ();
  GError *error = NULL;
  GscopeCarrier *carrier = g_task_propagate_pointer (G_TASK (result), &error);

  if (!carrier)
    {
      g_task_return_error (task, error);
      return;
    }
  self->carrier = carrier;
  g_signal_connect (self->carrier, "received", G_CALLBACK (on_received), task);
  g_signal_connect (self->carrier, "closed", G_CALLBACK (on_closed), task);
  gscope_task_wait_begin (&self->wait, task, clock, PATIENCE, on_patience, fail);
  gscope_message_send (self->carrier, GSCOPE_MESSAGE_HELLO, gscope_message_create_hello (clock));
  if (self->call)
    gscope_message_send (self->carrier, GSCOPE_MESSAGE_CALL, json_object_ref (self->call));
  g_steal_pointer (&task);
}

static void
ask (const char *address, JsonObject *call, GCancellable *cancellable, GTask *task)
{
  Inventory *self = g_new0 (Inventory, 1);

  self->call = call;
  g_task_set_check_cancellable (task, FALSE);
  g_task_set_task_data (task, self, inventory_free);
  gscope_agent_address_open_async (address, "", gscope_clock_get_system (),
                                   g_task_new (NULL, cancellable, on_opened, task));
}

static JsonObject *
new_call (GscopeVerb verb)
{
  JsonObject *call = json_object_new ();

  json_object_set_int_member (call, "id", 1);
  json_object_set_string_member (call, "verb", gscope_verb_get_nick (verb));
  return call;
}

/**
 * gscope_inventory_read_async:
 * @address: where the agent is, as [class@AgentSource] takes it
 * @cancellable: (nullable): a cancellable
 * @callback: called when the sources are known
 * @user_data: data for @callback
 *
 * Asks an agent which sources it has. The sources are those that the caller may read.
 *
 * Since: 1.0
 */
void
gscope_inventory_read_async (const char *address, GCancellable *cancellable,
                             GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task;

  g_return_if_fail (address);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_inventory_read_async);
  ask (address, NULL, cancellable, task);
}

/**
 * gscope_inventory_read_finish:
 * @result: the result
 * @error: why the sources are not known: %GSCOPE_ERROR_INVALID if the address is not valid,
 *   %GSCOPE_ERROR_NOT_FOUND if the agent cannot be reached, %GSCOPE_ERROR_TOKEN if it refuses the token, and
 *   %GSCOPE_ERROR_CERTIFICATE if its certificate is not trusted; see [iface@Credentials]
 *
 * Ends gscope_inventory_read_async().
 *
 * Returns: (transfer full): the sources, `a(ssssuu)`: name, title, state as a nick of
 *   #GscopeSourceState, status, number of signals, number of parameters; %NULL on an error
 *
 * Since: 1.0
 */
GVariant *
gscope_inventory_read_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}

/* A label that was cut would say something else. */
static gboolean
check_length (const char *text, const char *sentence, GError **error)
{
  g_autofree char *valid = text ? g_utf8_make_valid (text, -1) : NULL;

  if (!valid || strlen (valid) <= GSCOPE_MESSAGE_MAX_WORD)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, sentence, GSCOPE_MESSAGE_MAX_WORD,
               (guint) strlen (valid));
  return FALSE;
}

/**
 * gscope_inventory_mark_async:
 * @address: where the agent is, as [class@AgentSource] takes it
 * @label: a few words, at most 255 bytes
 * @detail: (nullable): a sentence, at most 255 bytes
 * @cancellable: (nullable): a cancellable
 * @callback: called when the marker is set
 * @user_data: data for @callback
 *
 * Sets a marker at an agent, at the time there. All viewers of its sources show it.
 *
 * Since: 1.0
 */
void
gscope_inventory_mark_async (const char *address, const char *label, const char *detail,
                             GCancellable *cancellable, GAsyncReadyCallback callback,
                             gpointer user_data)
{
  GError *error = NULL;
  JsonObject *call;
  GTask *task;

  g_return_if_fail (address && label);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_inventory_mark_async);
  if (!check_length (label,
                     _ ("The label of a marker has at most %d bytes, and this one has %u. Shorten "
                        "it."),
                     &error)
      || !check_length (detail,
                        _ ("The detail of a marker has at most %d bytes, and this one has %u. "
                           "Shorten it."),
                        &error))
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  call = new_call (GSCOPE_VERB_MARK);
  gscope_json_set_text (call, "label", label, GSCOPE_MESSAGE_MAX_WORD);
  gscope_json_set_text (call, "detail", detail, GSCOPE_MESSAGE_MAX_WORD);
  ask (address, call, cancellable, task);
}

/**
 * gscope_inventory_mark_finish:
 * @result: the result
 * @error: why there is no marker: %GSCOPE_ERROR_INVALID if a text is too long, %GSCOPE_ERROR_NOT_FOUND if the agent cannot
 *   be reached, %GSCOPE_ERROR_PRIVILEGE if the agent does not allow it
 *
 * Ends gscope_inventory_mark_async().
 *
 * Returns: whether the marker was set
 *
 * Since: 1.0
 */
gboolean
gscope_inventory_mark_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GVariant) done = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), FALSE);

  done = g_task_propagate_pointer (G_TASK (result), error);
  return done != NULL;
}

/**
 * gscope_inventory_take_picture_async:
 * @address: where the agent is, as [class@AgentSource] takes it
 * @cancellable: (nullable): a cancellable
 * @callback: called when the picture is there
 * @user_data: data for @callback
 *
 * Asks an agent that is a window for a picture of this window.
 *
 * Since: 1.0
 */
void
gscope_inventory_take_picture_async (const char *address, GCancellable *cancellable,
                                     GAsyncReadyCallback callback, gpointer user_data)
{
  GTask *task;

  g_return_if_fail (address);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_inventory_take_picture_async);
  ask (address, new_call (GSCOPE_VERB_PICTURE), cancellable, task);
}

/**
 * gscope_inventory_take_picture_finish:
 * @result: the result
 * @error: why there is no picture: %GSCOPE_ERROR_NOT_FOUND if the agent cannot be reached,
 *   %GSCOPE_ERROR_PRIVILEGE if it does not allow it, %GSCOPE_ERROR_UNSUPPORTED if it has no window
 *
 * Ends gscope_inventory_take_picture_async().
 *
 * Returns: (transfer full): the picture, as PNG data; %NULL on an error
 *
 * Since: 1.0
 */
GBytes *
gscope_inventory_take_picture_finish (GAsyncResult *result, GError **error)
{
  g_autoptr (GVariant) picture = NULL;

  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  picture = g_task_propagate_pointer (G_TASK (result), error);
  return picture ? g_variant_get_data_as_bytes (picture) : NULL;
}

/**
 * gscope_inventory_complete_address:
 * @address: where an agent is, as [class@AgentSource] takes it
 * @error: why this is no address
 *
 * Completes an address, as [iface@Credentials] get it: `lab` is `wss://lab:4270`.
 *
 * Returns: (transfer full): the complete address; %NULL on an error
 *
 * Since: 1.0
 */
char *
gscope_inventory_complete_address (const char *address, GError **error)
{
  g_autoptr (GscopeEndpoint) endpoint = NULL;

  g_return_val_if_fail (address, NULL);

  endpoint = gscope_endpoint_parse (address, error);
  return endpoint ? g_strdup (endpoint->text) : NULL;
}
