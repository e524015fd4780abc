/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoding.h"
#include "fuzz.h"

/* An input is an audio file. */

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  decoding_check (decode_audio, data, size, NULL);
  return 0;
}
