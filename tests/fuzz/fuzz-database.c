/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoding.h"
#include "fuzz.h"

/* An input is a database, or a line that selects something of it, which does not begin with a capital S, and then the database. */

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const uint8_t *newline = size > 0 && data[0] != 'S' ? memchr (data, '\n', MIN (size, 500)) : NULL;
  size_t n = newline ? (size_t) (newline - data) : 0, begin = newline ? n + 1 : 0;
  g_autofree char *selection = newline ? g_strndup ((const char *) data, n) : NULL;

  decoding_check (decode_database, data + begin, size - begin, selection);
  return 0;
}
