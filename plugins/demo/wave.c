/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "wave.h"

#include <math.h>

/* A chirp ends at this many times the frequency at which it begins. */
#define CHIRP_RATIO 5

static double
get_part (double phase)
{
  return phase - floor (phase);
}

static double
get_sine (double phase, double width, GRand *random)
{
  return sin (2 * G_PI * phase);
}

static double
get_square (double phase, double width, GRand *random)
{
  return get_part (phase) < 0.5 ? 1 : -1;
}

static double
get_saw (double phase, double width, GRand *random)
{
  return 2 * get_part (phase) - 1;
}

static double
get_noise (double phase, double width, GRand *random)
{
  return g_rand_double_range (random, -1, 1);
}

/* The integral of a frequency that grows with the phase. Over its length that is a whole number of
 * cycles, so that the next chirp goes on where this one ends. */
static double
get_chirp (double phase, double width, GRand *random)
{
  return sin (2 * G_PI * (phase + (CHIRP_RATIO - 1) * phase * phase / (2 * DEMO_CYCLES)));
}

static double
get_pulse (double phase, double width, GRand *random)
{
  return get_part (phase) < width ? 1 : 0;
}

const DemoWave demo_waves[DEMO_N_WAVES] = {
  { "sine", "Sine", "A sine", GSCOPE_LINE_LINES, get_sine },
  { "square", "Square", "High for one half of a cycle, low for the other", GSCOPE_LINE_STEPS,
    get_square },
  { "saw", "Sawtooth", "Rises for a cycle and falls at once", GSCOPE_LINE_LINES, get_saw },
  { "noise", "Noise", "Random values, all equally likely", GSCOPE_LINE_LINES, get_noise },
  { "chirp", "Chirp", "A sine whose frequency grows fivefold in ten cycles, again and again",
    GSCOPE_LINE_LINES, get_chirp },
  { "pulse", "Pulse", "High for as long as the pulse width says, else zero", GSCOPE_LINE_STEPS,
    get_pulse },
  { "follower", "Follower", "Follows the offset as a mass on a spring does", GSCOPE_LINE_LINES,
    NULL },
};

double
demo_oscillator_advance (DemoOscillator *self, gint64 time, double frequency)
{
  /* The phase is counted from the last change of the frequency: it sums up no rounding errors. */
  if (frequency != self->frequency)
    {
      self->begin = self->time ? self->time : time;
      self->begin_phase = self->phase;
      self->frequency = frequency;
    }
  self->time = time;
  self->phase = fmod (self->begin_phase + frequency * ((time - self->begin) / (double) GSCOPE_SEC),
                      DEMO_CYCLES);
  return self->phase;
}
