/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"
#include "translating.h"

#include <gscope/files/sysprof-converter.h>
#include <gscope/sysprof/text.h>

/* An input is a capture of Sysprof. Its text is read twice, in parts of different sizes, and is the same both times: tuples without faults,
 * in the order of time. It is written as a capture again, which is read. */

static const Translator translator = TRANSLATING (gscope_sysprof_text);

static void
write_again (const GString *text)
{
  g_autoptr (GBytes) capture = translating_convert (gscope_sysprof_converter_new (), text);
  g_autoptr (GString) again = NULL;
  int fd = translating_put (g_bytes_get_data (capture, NULL), g_bytes_get_size (capture));

  again = translating_check (&translator, fd);
  g_assert_nonnull (again);
  translating_check_tuples (again);
  close (fd);
}

static void
read_file (int fd)
{
  g_autoptr (GString) text = translating_check (&translator, fd);

  if (!text)
    return;
  translating_check_tuples (text);
  write_again (text);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autofree char *copy = size > 0 ? g_memdup2 (data, size) : g_strdup ("");
  int fd = translating_put (data, size);

  gscope_sysprof_text_is_magic (copy, size);
  read_file (fd);
  close (fd);
  return 0;
}
