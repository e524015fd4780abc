/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "waves.h"

#include <math.h>

/* Ratio of a chirp's last frequency to its first. */
#define CHIRP_RATIO 5

double
demo_wave_get (DemoSignal wave, double phase, double width, double random)
{
  double part = phase - floor (phase);

  switch (wave)
    {
    case DEMO_SINE:
      return sin (2 * G_PI * phase);
    case DEMO_SQUARE:
      return part < 0.5 ? 1 : -1;
    case DEMO_SAW:
      return 2 * part - 1;
    case DEMO_NOISE:
      return random;
    case DEMO_CHIRP:
      /* The integral of a frequency that grows linearly with the phase; a whole number of cycles
       * over its length. */
      return sin (2 * G_PI * (phase + (CHIRP_RATIO - 1) * phase * phase / (2 * DEMO_CYCLES)));
    case DEMO_PULSE:
    case DEMO_FOLLOWER:
    case DEMO_LOWPASS:
    default:
      return part < width ? 1 : 0;
    }
}

double
demo_oscillator_advance (DemoOscillator *self, gint64 time, double frequency)
{
  /* The phase is computed from the last change of the frequency, so rounding errors do not
   * accumulate. */
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

/* Solves x'' = ω² (level − x) − 2ζω x' exactly for any interval. */
double
demo_follower_advance (DemoFollower *self, gint64 time, double level, double frequency,
                       double damping)
{
  double t = (double) (time - self->time) / GSCOPE_SEC, omega = 2 * G_PI * frequency;
  double ringing = omega * sqrt (1 - damping * damping);
  double away = self->position - level;
  double push = (self->speed + damping * omega * away) / ringing;
  double decay = exp (-damping * omega * t);
  double c = decay * cos (ringing * t), s = decay * sin (ringing * t);

  if (self->time == 0)
    self->position = level;
  else
    {
      self->position = level + away * c + push * s;
      self->speed = ringing * (push * c - away * s) - damping * omega * (away * c + push * s);
    }
  self->time = time;
  return self->position;
}
