/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <fuzz/fuzz.h>

#include <string.h>

/* Reads behind its input where that begins with four letters, which a fuzzer has to find. */
int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  volatile uint8_t byte = 0;

  if (size >= 4 && memcmp (data, "gate", 4) == 0)
    byte = data[size];
  return byte * 0;
}
