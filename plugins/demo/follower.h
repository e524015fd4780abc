/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A mass on a spring, a second-order system: it follows a level with a natural frequency of 1 Hz. */
typedef struct
{
  gint64 time;
  double position;
  double speed;
} DemoFollower;

/* time in nanoseconds, not before the last one, from which on the level was what it is; damping is a
 * part of the critical one, below 1. Returns the position. */
double demo_follower_advance (DemoFollower *self, gint64 time, double level, double damping);
