/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <mcap/types.h>

/* Records as bytes: an opcode, the length of the contents in 8 bytes, the contents. Numbers have the least byte first, and texts
 * have their length in 4 bytes before them. */

typedef enum
{
  MCAP_RECORD_HEADER = 1,
  MCAP_RECORD_FOOTER,
  MCAP_RECORD_SCHEMA,
  MCAP_RECORD_CHANNEL,
  MCAP_RECORD_MESSAGE,
  MCAP_RECORD_CHUNK,
  MCAP_RECORD_MESSAGE_INDEX,
  MCAP_RECORD_CHUNK_INDEX,
  MCAP_RECORD_ATTACHMENT,
  MCAP_RECORD_ATTACHMENT_INDEX,
  MCAP_RECORD_STATISTICS,
  MCAP_RECORD_METADATA,
  MCAP_RECORD_METADATA_INDEX,
  MCAP_RECORD_SUMMARY_OFFSET,
  MCAP_RECORD_DATA_END,
} McapRecord;

enum
{
  MCAP_MAGIC_SIZE = 8,
  /* of opcode and length */
  MCAP_RECORD_HEAD = 9,
  /* of the contents before the data */
  MCAP_MESSAGE_HEAD = 22,
  MCAP_FOOTER_SIZE = 20,
  /* of the contents of a chunk before the name of its compression */
  MCAP_CHUNK_HEAD = 28,
};

extern const guint8 mcap_magic[MCAP_MAGIC_SIZE];

/* Writing. */

void mcap_put_number (GByteArray *to, guint64 number, guint size);
void mcap_put_text (GByteArray *to, const char *text);
/* Returns the place of the record for its end. */
gsize mcap_begin_record (GByteArray *to, McapRecord opcode);
void mcap_end_record (GByteArray *to, gsize begin);
void mcap_put_message (GByteArray *to, const McapMessage *message);

/* Reading: from `at` to `end`. A field that is not there is 0 or NULL, and sets is_short. */
typedef struct
{
  const guint8 *at;
  const guint8 *end;
  gboolean is_short;
} McapFields;

guint64 mcap_get_number (McapFields *self, guint size);
const guint8 *mcap_get_bytes (McapFields *self, guint64 n);
/* Bytes that are no UTF-8 are replaced. */
char *mcap_get_text (McapFields *self);
/* Takes the next whole record; FALSE if there is none, and then is_short if there is a part of one. */
gboolean mcap_get_record (McapFields *self, guint *opcode, McapFields *contents);
