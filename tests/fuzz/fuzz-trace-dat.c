/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"
#include "translating.h"

#include <gscope/trace-dat/trace-dat.h>

/* An input is a file of trace-cmd. Its text is read twice, in parts of different sizes, and is the same both times. */

static void
read_file (int fd)
{
  static const Translator translator = TRANSLATING (gscope_trace_dat);
  g_autoptr (GString) text = translating_check (&translator, fd);

  if (!text)
    return;
  g_assert_null (memchr (text->str, '\0', text->len));
  g_assert_true (g_utf8_validate_len (text->str, text->len, NULL));
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  int fd = translating_put (data, size);

  read_file (fd);
  close (fd);
  return 0;
}
