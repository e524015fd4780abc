/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <stddef.h>
#include <stdint.h>

/* libFuzzer, or replay.c in its place, calls this function with each input. */
int LLVMFuzzerTestOneInput (const uint8_t *data, size_t size);
