/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/chrome/text.h>
#include <gscope/files/perfetto-converter.h>
#include <gscope/text/tuple.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An input is a file in Chrome's trace format. Its text is read twice, in parts of different sizes, and is the same both times: tuples
 * without faults, in the order of time. It is written as a trace for Perfetto. */

enum
{
  /* of a file with many events of few bytes */
  MOST = 256 * 1024,
};

/* Returns the text up to the end, or to the damage; a text of more than MOST bytes is cut off. */
static GString *
read_text (GscopeChromeText *chrome, gsize part)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *room = g_malloc (part);
  GString *text = g_string_new (NULL);
  gssize n;

  gscope_chrome_text_rewind (chrome);
  while (text->len < MOST && (n = gscope_chrome_text_read (chrome, room, part, &error)) > 0)
    g_string_append_len (text, room, n);
  g_string_truncate (text, MIN (text->len, MOST));
  return text;
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
}

static void
on_fault (GscopeTupleParser *parser, guint64 line, GscopeLoss cause, const char *reason,
          gpointer user_data)
{
  g_error ("line %" G_GUINT64_FORMAT ": %s", line, reason);
}

/* The last line may be cut off. */
static void
check_text (const GString *text)
{
  GscopeTupleParser *parser = gscope_tuple_parser_new (take_tuples, NULL, NULL);
  const char *last = memrchr (text->str, '\n', text->len);

  gscope_tuple_parser_require_order (parser, G_MININT64);
  gscope_tuple_parser_set_error_func (parser, on_fault, NULL, NULL);
  gscope_tuple_parser_feed (parser, text->str, last ? (gsize) (last + 1 - text->str) : 0);
  gscope_tuple_parser_unref (parser);
}

/* A message of Protocol Buffers is whole: the sizes of its parts are within it. */
static void
check_packets (const guint8 *at, const guint8 *end)
{
  while (at < end)
    {
      gsize size = 0;
      guint shift = 0;

      g_assert_cmpuint (*at++, ==, 1 << 3 | 2);
      do
        {
          g_assert_true (at < end);
          size |= (gsize) (*at & 0x7f) << shift;
          shift += 7;
        }
      while (*at++ & 0x80);
      g_assert_cmpuint (size, <=, (gsize) (end - at));
      at += size;
    }
}

static void
write_trace (const GString *text)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) converter = gscope_perfetto_converter_new ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (GError) error = NULL;
  const guint8 *data;

  g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, &error));
  data = g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory));
  check_packets (data,
                 data + g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
}

static void
read_file (int fd)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeChromeText) chrome = gscope_chrome_text_new (fd, &error);
  g_autoptr (GString) first = NULL, second = NULL;

  g_assert_true ((chrome != NULL) != (error != NULL));
  if (!chrome)
    return;
  first = read_text (chrome, 4096);
  second = read_text (chrome, 1000);
  g_assert_cmpmem (first->str, first->len, second->str, second->len);
  check_text (first);
  write_trace (first);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *copy = size > 0 ? g_memdup2 (data, size) : g_strdup ("");
  int fd = memfd_create ("chrome", MFD_CLOEXEC);

  gscope_chrome_text_is_magic (copy, size);
  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  read_file (fd);
  close (fd);
  return 0;
}
