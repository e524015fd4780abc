/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/version.h>

G_BEGIN_DECLS

/**
 * McapSchema:
 * @id: the number of the schema, from 1
 * @name: its name
 * @encoding: the language in which it is written, such as `jsonschema`; may be empty
 * @data: the schema itself
 * @size: of @data in bytes
 *
 * The description of the messages of channels.
 *
 * Since: 1.0
 */
typedef struct
{
  guint16 id;
  const char *name;
  const char *encoding;
  gconstpointer data;
  gsize size;
} McapSchema;

/**
 * McapChannel:
 * @id: the number of the channel
 * @schema: (nullable): the schema of its messages
 * @topic: the topic, such as `/demo`
 * @encoding: the encoding of its messages, such as `json`
 * @metadata: (array zero-terminated=1): keys and values in turn
 *
 * A stream of messages. Several channels may have one topic.
 *
 * Since: 1.0
 */
typedef struct
{
  guint16 id;
  const McapSchema *schema;
  const char *topic;
  const char *encoding;
  const char *const *metadata;
} McapChannel;

/**
 * McapMessage:
 * @channel: the channel
 * @sequence: a number that the sender counts
 * @log_time: the time at which the message was recorded, nanoseconds since 1970 or another epoch
 * @publish_time: the time at which it was sent
 * @data: the message itself
 * @size: of @data in bytes
 *
 * A message.
 *
 * Since: 1.0
 */
typedef struct
{
  const McapChannel *channel;
  guint32 sequence;
  guint64 log_time;
  guint64 publish_time;
  gconstpointer data;
  gsize size;
} McapMessage;

/**
 * McapCompression:
 * @MCAP_COMPRESSION_NONE: chunks are not compressed
 * @MCAP_COMPRESSION_ZSTD: zstd
 * @MCAP_COMPRESSION_LZ4: frames of lz4
 *
 * The compression of chunks.
 *
 * Since: 1.0
 */
typedef enum
{
  MCAP_COMPRESSION_NONE,
  MCAP_COMPRESSION_ZSTD,
  MCAP_COMPRESSION_LZ4,
} McapCompression;

MCAP_AVAILABLE_IN_1_0
gboolean mcap_compression_is_supported (McapCompression compression);

G_END_DECLS
