/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "follower.h"

#include <math.h>

#define OMEGA (2 * G_PI)

/* The solution of x'' = ω² (level − x) − 2ζω x' over the time that passed: exact, however long it is. */
double
demo_follower_advance (DemoFollower *self, gint64 time, double level, double damping)
{
  double t = (double) (time - self->time) / GSCOPE_SEC;
  double ringing = OMEGA * sqrt (1 - damping * damping);
  double away = self->position - level;
  double push = (self->speed + damping * OMEGA * away) / ringing;
  double decay = exp (-damping * OMEGA * t);
  double c = decay * cos (ringing * t), s = decay * sin (ringing * t);

  if (self->time == 0)
    self->position = level;
  else
    {
      self->position = level + away * c + push * s;
      self->speed = ringing * (push * c - away * s) - damping * OMEGA * (away * c + push * s);
    }
  self->time = time;
  return self->position;
}
