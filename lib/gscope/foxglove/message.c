/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/foxglove/message.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/message.h>
#include <gscope/error.h>
#include <gscope/json-private.h>
#include <string.h>

/* Binary messages of clients. */
enum
{
  PUBLISH = 1,
  CALL = 2,
};

static const char *const ops[] = {
  [GSCOPE_FOXGLOVE_SUBSCRIBE] = "subscribe",
  [GSCOPE_FOXGLOVE_UNSUBSCRIBE] = "unsubscribe",
  [GSCOPE_FOXGLOVE_GET_PARAMETERS] = "getParameters",
  [GSCOPE_FOXGLOVE_SET_PARAMETERS] = "setParameters",
  [GSCOPE_FOXGLOVE_SUBSCRIBE_PARAMETERS] = "subscribeParameterUpdates",
  [GSCOPE_FOXGLOVE_UNSUBSCRIBE_PARAMETERS] = "unsubscribeParameterUpdates",
  NULL,
};

/* Those of capabilities that the server does not have. */
static const char *const optional_ops[] = {
  "advertise",  "unadvertise", "subscribeConnectionGraph", "unsubscribeConnectionGraph",
  "fetchAsset", NULL,
};

/* Clients. */

static JsonObject *
refuse_optional (GError **error)
{
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
                       _ ("This agent takes neither messages nor calls of services, and has no "
                          "connection graph and no assets. Write parameters instead."));
  return NULL;
}

/* Returns the object, which stays with the node, if it asks for something that the server does. */
static JsonObject *
check_op (JsonNode *root, GscopeFoxgloveOp *op, GError **error)
{
  JsonObject *object = JSON_NODE_HOLDS_OBJECT (root) ? json_node_get_object (root) : NULL;
  const char *name = "";
  guint choice;

  if (object && !gscope_json_get_text (object, "op", GSCOPE_MESSAGE_MAX_WORD, &name, error))
    return NULL;
  if (gscope_json_find (name, ops, &choice))
    {
      *op = choice;
      return object;
    }
  if (g_strv_contains (optional_ops, name))
    return refuse_optional (error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("The message has no operation that this agent knows: “%s”. Send an object with a "
                  "member “op”, as the protocol foxglove.websocket.v1 has it."),
               name);
  return NULL;
}

JsonObject *
gscope_foxglove_message_parse (GBytes *message, GscopeFoxgloveOp *op, GError **error)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);
  g_autoptr (JsonNode) root = NULL;
  JsonObject *object;

  if (size > 0 && (data[0] == PUBLISH || data[0] == CALL))
    return refuse_optional (error);
  root = gscope_json_parse_bounded (data, size, GSCOPE_MESSAGE_MAX_VALUES,
                                    GSCOPE_MESSAGE_MAX_CONTAINERS, error);
  object = root ? check_op (root, op, error) : NULL;
  return object ? json_object_ref (object) : NULL;
}

/* The server. */

JsonObject *
gscope_foxglove_message_create (const char *op)
{
  JsonObject *object = json_object_new ();

  json_object_set_string_member (object, "op", op);
  return object;
}

GBytes *
gscope_foxglove_message_pack (JsonObject *object)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  char *text;

  json_node_init_object (node, object);
  json_object_unref (object);
  text = json_to_string (node, FALSE);
  return g_bytes_new_take (text, strlen (text));
}

GBytes *
gscope_foxglove_message_new_status (GscopeFoxgloveLevel level, const char *text)
{
  JsonObject *object = gscope_foxglove_message_create ("status");

  json_object_set_int_member (object, "level", level);
  gscope_json_set_text (object, "message", text, GSCOPE_MESSAGE_MAX_TEXT);
  return gscope_foxglove_message_pack (object);
}

static guint8 *
write_time (guint8 *out, gint64 time)
{
  guint64 bytes = GUINT64_TO_LE ((guint64) MAX (time, 0));

  memcpy (out, &bytes, sizeof bytes);
  return out + sizeof bytes;
}

GBytes *
gscope_foxglove_message_new_time (gint64 time)
{
  guint8 bytes[GSCOPE_FOXGLOVE_TIME_SIZE] = { GSCOPE_FOXGLOVE_TIME };

  write_time (bytes + 1, time);
  return g_bytes_new (bytes, sizeof bytes);
}

GBytes *
gscope_foxglove_message_new_data (guint32 subscription, gint64 time, const char *payload,
                                  gsize size)
{
  guint8 *bytes = g_malloc (GSCOPE_FOXGLOVE_DATA_HEAD + size);
  guint32 id = GUINT32_TO_LE (subscription);

  bytes[0] = GSCOPE_FOXGLOVE_DATA;
  memcpy (bytes + 1, &id, sizeof id);
  memcpy (write_time (bytes + 1 + sizeof id, time), payload, size);
  return g_bytes_new_take (bytes, GSCOPE_FOXGLOVE_DATA_HEAD + size);
}
