/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "decoding.h"
#include "fuzz.h"

/* An input is an audio file. Libraries leak memory of damaged ones, which gscope-decode does not keep for long. */

const char *__lsan_default_suppressions (void);

const char *
__lsan_default_suppressions (void)
{
  return "leak:libFLAC\nleak:libsndfile\nleak:libvorbis\n";
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  decoding_check (decode_audio, data, size, NULL);
  return 0;
}
