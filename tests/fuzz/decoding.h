/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "decode.h"

enum
{
  /* of a file whose compression is very good, or a query with many rows: bytes */
  DECODING_MOST = 256 * 1024,
};

static gboolean
decoding_collect (DecodeFrameKind kind, gconstpointer data, gsize size, gpointer user_data)
{
  GString *text = user_data;

  g_assert_cmpuint (size, <=, DECODE_MAX_FRAME);
  g_assert_true (kind < DECODE_END);
  if (kind == DECODE_TEXT)
    g_string_append_len (text, data, (gssize) size);
  else if (kind != DECODE_PROGRESS)
    g_assert_cmpuint (size, >, 0);
  return text->len < DECODING_MOST;
}

/* Returns the text behind its first bytes, up to a bound. */
static GString *
decoding_read (DecodeFunc decode, int fd, const char *selection, guint64 skip)
{
  GString *text = g_string_new (NULL);
  DecodeOutput output;

  decode_output_init (&output, skip, decoding_collect, text);
  output.patience = G_USEC_PER_SEC;
  decode (fd, selection, &output);
  decode_output_flush (&output, 0);
  decode_output_clear (&output);
  return text;
}

/* Reads a file twice: from a place in the middle, the text is the same as before. */
static void
decoding_check (DecodeFunc decode, const void *data, size_t size, const char *selection)
{
  int fd = memfd_create ("decode", MFD_CLOEXEC);
  g_autoptr (GString) whole = NULL, part = NULL;
  gsize skip, n;

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  whole = decoding_read (decode, fd, selection, 0);
  skip = whole->len / 2;
  part = decoding_read (decode, fd, selection, skip);
  n = MIN (whole->len - skip, part->len);
  g_assert_cmpmem (whole->str + skip, n, part->str, n);
  g_assert_null (memchr (whole->str, '\0', whole->len));
  if (whole->len < DECODING_MOST)
    g_assert_true (g_utf8_validate_len (whole->str, whole->len, NULL));
  close (fd);
}
