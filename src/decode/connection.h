/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "output.h"

#include <sqlite3.h>

/* A database that is only read, and whose contents are not trusted: queries read tables and nothing else, and a row takes a
 * bounded time. Errors are told to the output. */
typedef struct
{
  DecodeOutput *output;
  sqlite3_vfs files;
  sqlite3 *handle;
  /* on the monotonic clock, microseconds */
  gint64 deadline;
  gboolean is_overdue;
} DecodeConnection;

typedef enum
{
  DECODE_ROW,
  DECODE_NO_ROW,
  DECODE_FAILED,
} DecodeStep;

gboolean decode_connection_open (DecodeConnection *self, int fd, DecodeOutput *output);
void decode_connection_close (DecodeConnection *self);

/* Returns NULL after an error. `used` is set to the bytes of the first statement, and may be NULL. */
sqlite3_stmt *decode_connection_prepare (DecodeConnection *self, gsize *used, const char *format,
                                         ...) G_GNUC_PRINTF (3, 4);
DecodeStep decode_connection_step (DecodeConnection *self, sqlite3_stmt *statement);
/* Returns the name of a table or column as SQL has it. */
char *decode_quote (const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (sqlite3_stmt, sqlite3_finalize)
