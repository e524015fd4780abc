/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <json-glib/json-glib.h>

/* The messages of the protocol of Foxglove’s WebSockets, version 1
 * (https://github.com/foxglove/ws-protocol/blob/main/docs/spec.md): JSON objects with a member “op”, and binary messages that
 * begin with an opcode. Numbers in binary messages are little-endian. */

/* The subprotocol, and its name since the Foxglove SDK, which has the same messages. */
#define GSCOPE_FOXGLOVE_PROTOCOL "foxglove.websocket.v1"
#define GSCOPE_FOXGLOVE_SDK_PROTOCOL "foxglove.sdk.v1"

enum
{
  /* Binary messages of the server: opcode, id of the subscription, time; opcode, time. */
  GSCOPE_FOXGLOVE_DATA = 1,
  GSCOPE_FOXGLOVE_DATA_HEAD = 1 + 4 + 8,
  GSCOPE_FOXGLOVE_TIME = 2,
  GSCOPE_FOXGLOVE_TIME_SIZE = 1 + 8,
};

/* The requests of a client. */
typedef enum
{
  GSCOPE_FOXGLOVE_SUBSCRIBE,
  GSCOPE_FOXGLOVE_UNSUBSCRIBE,
  GSCOPE_FOXGLOVE_GET_PARAMETERS,
  GSCOPE_FOXGLOVE_SET_PARAMETERS,
  GSCOPE_FOXGLOVE_SUBSCRIBE_PARAMETERS,
  GSCOPE_FOXGLOVE_UNSUBSCRIBE_PARAMETERS,
} GscopeFoxgloveOp;

typedef enum
{
  GSCOPE_FOXGLOVE_INFO,
  GSCOPE_FOXGLOVE_WARNING,
  GSCOPE_FOXGLOVE_ERROR,
} GscopeFoxgloveLevel;

/* Reads a message of a client. Returns NULL and sets an error if it is not valid, or asks for a part of the protocol that
 * is optional and not offered. */
JsonObject *gscope_foxglove_message_parse (GBytes *message, GscopeFoxgloveOp *op, GError **error);

/* Creates an object with the member “op”. */
JsonObject *gscope_foxglove_message_create (const char *op);
/* Takes the object. */
GBytes *gscope_foxglove_message_pack (JsonObject *object);
GBytes *gscope_foxglove_message_new_status (GscopeFoxgloveLevel level, const char *text);
/* Times are nanoseconds since 1970; earlier ones become 0. */
GBytes *gscope_foxglove_message_new_time (gint64 time);
GBytes *gscope_foxglove_message_new_data (guint32 subscription, gint64 time, const char *payload,
                                          gsize size);
