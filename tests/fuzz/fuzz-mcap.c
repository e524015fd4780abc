/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/files/mcap-converter.h>
#include <gscope/files/mcap-json.h>
#include <gscope/files/mcap-text.h>
#include <mcap/mcap.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* An input is an MCAP file, or else the message of one. The text of a file is read twice, in parts of different sizes, and is the
 * same both times; it is written again, and what was written is read. */

enum
{
  /* of a file whose compression is very good */
  MOST = 256 * 1024,
};

static int
put_file (gconstpointer data, gsize size)
{
  int fd = memfd_create ("mcap", MFD_CLOEXEC);

  g_assert_cmpint (write (fd, data, size), ==, (gssize) size);
  return fd;
}

/* Returns the text up to the end, or to the damage; a text of more than MOST bytes is cut off. */
static GString *
read_text (GscopeMcapText *mcap, gsize part)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *room = g_malloc (part);
  GString *text = g_string_new (NULL);
  gssize n;

  gscope_mcap_text_rewind (mcap);
  while (text->len < MOST && (n = gscope_mcap_text_read (mcap, room, part, &error)) > 0)
    g_string_append_len (text, room, n);
  g_string_truncate (text, MIN (text->len, MOST));
  return text;
}

/* Messages come in the order of their times, where the heads of the chunks are right; from a time on, none is older. */
static void
seek (int fd)
{
  g_autoptr (McapReader) reader = mcap_reader_new (fd, NULL);
  McapMessage message;
  guint64 time;

  if (!mcap_reader_next (reader, &message, NULL))
    return;
  time = message.log_time;
  for (guint i = 0; i < 1000 && mcap_reader_next (reader, &message, NULL); i++)
    time = MAX (time, message.log_time);
  mcap_reader_seek (reader, time);
  for (guint i = 0; i < 1000 && mcap_reader_next (reader, &message, NULL); i++)
    g_assert_cmpuint (message.log_time, >=, time);
}

/* The file that the text makes is whole. */
static void
write_again (const GString *text)
{
  g_autoptr (GOutputStream) memory = g_memory_output_stream_new_resizable ();
  g_autoptr (GConverter) converter = gscope_mcap_converter_new ();
  g_autoptr (GOutputStream) stream = g_converter_output_stream_new (memory, converter);
  g_autoptr (McapReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  McapMessage message;
  int fd;

  g_output_stream_write_all (stream, text->str, text->len, NULL, NULL, &error);
  g_assert_no_error (error);
  g_assert_true (g_output_stream_close (stream, NULL, &error));
  fd = put_file (g_memory_output_stream_get_data (G_MEMORY_OUTPUT_STREAM (memory)),
                 g_memory_output_stream_get_data_size (G_MEMORY_OUTPUT_STREAM (memory)));
  reader = mcap_reader_new (fd, &error);
  while (mcap_reader_next (reader, &message, &error))
    ;
  g_assert_no_error (error);
  close (fd);
}

static void
read_file (int fd)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeMcapText) mcap = gscope_mcap_text_new (fd, &error);
  g_autoptr (GString) first = NULL, second = NULL;

  g_assert_true ((mcap != NULL) != (error != NULL));
  if (!mcap)
    return;
  first = read_text (mcap, 4096);
  second = read_text (mcap, 1000);
  g_assert_cmpmem (first->str, first->len, second->str, second->len);
  seek (fd);
  write_again (first);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GString) text = g_string_new (NULL);
  /* without a byte behind it, so that one that is read is noticed */
  g_autofree char *copy = size > 0 ? g_memdup2 (data, size) : g_strdup ("");
  int fd;

  if (!mcap_is_magic (data, size))
    {
      gscope_mcap_json_append (text, 1, "t", size % 2 == 0, copy, size);
      return 0;
    }
  fd = put_file (data, size);
  read_file (fd);
  close (fd);
  return 0;
}
