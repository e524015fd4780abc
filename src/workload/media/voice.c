/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/voice.h"

#include <math.h>

/* A voice's pitch and its syllables, in Hz, the time of its turn, in seconds, and its loudness while
 * the other voice has its turn. */
#define PITCH 140
#define SYLLABLES 3.3
#define TURN 2
#define QUIET 0.1

#define FULL_SCALE 32124
#define BIAS 132

static guint8
encode (double amplitude)
{
  int sample = lround (amplitude * FULL_SCALE);
  guint magnitude = ABS (sample) + BIAS;
  guint exponent = g_bit_nth_msf (magnitude, -1) - 7;
  guint code = (sample < 0 ? 0x80 : 0) | exponent << 4 | ((magnitude >> (exponent + 3)) & 15);

  return ~code;
}

static double
decode (guint8 code)
{
  guint bits = (guint8) ~code;
  int magnitude = ((((bits & 15) << 3) + BIAS) << ((bits >> 4) & 7)) - BIAS;

  return (bits & 0x80 ? -magnitude : magnitude) / (double) FULL_SCALE;
}

static double
compute (guint voice, guint rate, guint64 number)
{
  double time = number / (double) rate;
  double loudness = (number / (TURN * rate)) % 2 == voice % 2 ? 1 : QUIET;
  double syllable = sin (G_PI * SYLLABLES * time);
  double phase = 2 * G_PI * PITCH * time;

  return loudness * syllable * syllable
         * (0.6 * sin (phase) + 0.3 * sin (2 * phase) + 0.1 * sin (5 * phase));
}

void
workload_voice_speak (guint voice, guint rate, guint64 first, guint8 *codes, guint n)
{
  for (guint i = 0; i < n; i++)
    codes[i] = encode (compute (voice, rate, first + i));
}

double
workload_voice_hear (const guint8 *codes, guint n)
{
  double most = 0;

  for (guint i = 0; i < n; i++)
    most = MAX (most, fabs (decode (codes[i])));
  return most;
}
