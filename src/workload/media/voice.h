/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Sampling rates, in Hz: the rate of a telephone, and the highest. */
#define WORKLOAD_VOICE_RATE 8000
#define WORKLOAD_VOICE_MAX_RATE 24000

/* A computed voice instead of a sound device, in the 8-bit code of telephones (G.711, µ-law). Two
 * voices talk in turn, for two seconds each. */

/* Computes the codes of `n` samples at a sampling rate; the first sample has the number `first`. */
void workload_voice_speak (guint voice, guint rate, guint64 first, guint8 *codes, guint n);
/* Decodes samples. Returns their greatest amplitude: 0 to 1. */
double workload_voice_hear (const guint8 *codes, guint n);
