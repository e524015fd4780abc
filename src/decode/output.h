/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <decode-frame.h>

/* The result of decoding a file: text, and notes for the user. */

/* From this time on, 2001, times count from 1970: nanoseconds. */
#define DECODE_FIRST_DATE (G_GINT64_CONSTANT (1000000000) * 1000000000)

/* The first line of a text whose times do. */
#define DECODE_DATED                                                                               \
  "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:00Z\",\"time_ns\":0,\"clock\":\"other\"}\n"

/* Returns FALSE if nobody reads on. */
typedef gboolean (*DecodeWriteFunc) (DecodeFrameKind kind, gconstpointer data, gsize size,
                                     gpointer user_data);

typedef struct
{
  DecodeWriteFunc write;
  gpointer user_data;
  /* how much of the text that comes is not wanted, bytes */
  guint64 skip;
  /* how long a library may work on a row, microseconds */
  gint64 patience;

  /* text that waits to be written */
  GString *text;
  guint32 thousandths;
  /* nobody reads on */
  gboolean is_closed;
} DecodeOutput;

void
decode_output_init (DecodeOutput *self, guint64 skip, DecodeWriteFunc write, gpointer user_data);
void decode_output_clear (DecodeOutput *self);

/* Writes the text that waits, if it is `enough` bytes. Returns FALSE if nobody reads on. */
gboolean decode_output_flush (DecodeOutput *self, gsize enough);
/* Says how much of the file was read, 0 to 1. */
void decode_output_set_progress (DecodeOutput *self, double fraction);
/* Writes a sentence about what is left out. */
void decode_output_note (DecodeOutput *self, const char *note);
/* Writes a clause: why a part is missing. The last one counts. */
void decode_output_fail (DecodeOutput *self, const char *format, ...) G_GNUC_PRINTF (2, 3);
