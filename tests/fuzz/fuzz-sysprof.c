/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/files/sysprof-converter.h>
#include <gscope/sysprof/text.h>
#include <gscope/text/tuple.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An input is a capture of Sysprof. Its text is read twice, in parts of different sizes, and is the same both times: tuples without faults,
 * in the order of time. It is written as a capture again, which is read. */

enum
{
  /* of a file with many events of few bytes */
  MOST = 256 * 1024,
};

static int
put_file (gconstpointer data, gsize size)
{
  int fd = memfd_create ("sysprof", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  return fd;
}

/* Returns the text up to the end, or to the damage; a text of more than MOST bytes is cut off. */
static GString *
read_text (GscopeSysprofText *sysprof, gsize part, GError **error)
{
  g_autofree char *room = g_malloc (part);
  GString *text = g_string_new (NULL);
  gssize n;

  gscope_sysprof_text_rewind (sysprof);
  while (text->len < MOST && (n = gscope_sysprof_text_read (sysprof, room, part, error)) > 0)
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

static void
write_again (const GString *text)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) converter = gscope_sysprof_converter_new ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (GscopeSysprofText) sysprof = NULL;
  g_autoptr (GString) again = NULL;
  g_autoptr (GError) error = NULL, end = NULL;
  int fd;

  g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, &error));
  fd = put_file (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                 g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
  sysprof = gscope_sysprof_text_new (fd, &error);
  g_assert_no_error (error);
  again = read_text (sysprof, 4096, &end);
  check_text (again);
  close (fd);
}

static void
read_file (int fd)
{
  g_autoptr (GError) error = NULL, first_end = NULL, second_end = NULL;
  g_autoptr (GscopeSysprofText) sysprof = gscope_sysprof_text_new (fd, &error);
  g_autoptr (GString) first = NULL, second = NULL;

  g_assert_true ((sysprof != NULL) != (error != NULL));
  if (!sysprof)
    return;
  first = read_text (sysprof, 4096, &first_end);
  second = read_text (sysprof, 1000, &second_end);
  g_assert_cmpmem (first->str, first->len, second->str, second->len);
  check_text (first);
  write_again (first);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *copy = size > 0 ? g_memdup2 (data, size) : g_strdup ("");
  int fd = put_file (data, size);

  gscope_sysprof_text_is_magic (copy, size);
  read_file (fd);
  close (fd);
  return 0;
}
