/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct
{
  double time;
  double value;
  unsigned name;
} FastFloatTuple;

/* Reads `time value name` lines with fast_float, each name by a hash; the last ends the text.
   * The parsed tuples overwrite `tuples` cyclically. Returns how many there were. */
size_t fast_float_read (const char *text, size_t length, const char *const *names, unsigned n_names,
                        FastFloatTuple *tuples, size_t n_tuples);

#ifdef __cplusplus
}
#endif
