/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"
#include "translating.h"

#include <gscope/chrome-json/text.h>
#include <gscope/files/perfetto-converter.h>

/* An input is a file in Chrome's trace format. Its text is read twice, in parts of different sizes, and is the same both times: tuples
 * without faults, in the order of time. It is written as a trace for Perfetto. */

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
  g_autoptr (GBytes) trace = translating_convert (gscope_perfetto_converter_new (), text);
  const guint8 *data = g_bytes_get_data (trace, NULL);

  check_packets (data, data + g_bytes_get_size (trace));
}

static void
read_file (int fd)
{
  static const Translator translator = TRANSLATING (gscope_chrome_text);
  g_autoptr (GString) text = translating_check (&translator, fd);

  if (!text)
    return;
  translating_check_tuples (text);
  write_trace (text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *copy = size > 0 ? g_memdup2 (data, size) : g_strdup ("");
  int fd = translating_put (data, size);

  gscope_chrome_text_is_magic (copy, size);
  read_file (fd);
  close (fd);
  return 0;
}
