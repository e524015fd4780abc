/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"
#include "translating.h"

#include <gscope/files/mcap-converter.h>
#include <gscope/files/mcap-json.h>
#include <gscope/files/mcap-text.h>
#include <mcap/mcap.h>

/* An input is an MCAP file, or else the message of one. The text of a file is read twice, in parts of different sizes, and is the
 * same both times; it is written again, and what was written is read. */

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
  g_autoptr (GBytes) file = translating_convert (gscope_mcap_converter_new (), text);
  g_autoptr (McapReader) reader = NULL;
  g_autoptr (GError) error = NULL;
  McapMessage message;
  int fd = translating_put (g_bytes_get_data (file, NULL), g_bytes_get_size (file));

  reader = mcap_reader_new (fd, &error);
  while (mcap_reader_next (reader, &message, &error))
    ;
  g_assert_no_error (error);
  close (fd);
}

static void
read_file (int fd)
{
  static const Translator translator = TRANSLATING (gscope_mcap_text);
  g_autoptr (GString) text = translating_check (&translator, fd);

  if (!text)
    return;
  seek (fd);
  write_again (text);
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
  fd = translating_put (data, size);
  read_file (fd);
  close (fd);
  return 0;
}
