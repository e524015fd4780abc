/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The phase wraps after this number of cycles, the length of a chirp. */
#define DEMO_CYCLES 10

/* The signals: waves, the follower of the offset, and the follower of the amplitude, which is quicker. */
typedef enum
{
  DEMO_SINE,
  DEMO_SQUARE,
  DEMO_SAW,
  DEMO_NOISE,
  DEMO_CHIRP,
  DEMO_PULSE,
  DEMO_FOLLOWER,
  DEMO_LOWPASS,
} DemoSignal;

#define DEMO_N_SIGNALS (DEMO_LOWPASS + 1)

/* Returns a value from -1 to 1. phase is from 0 to DEMO_CYCLES; width is the share of a cycle in
 * which a pulse is high; random is the value of noise, from -1 to 1. */
double demo_wave_get (DemoSignal wave, double phase, double width, double random);

/* Computes a continuous phase from time and frequency. */
typedef struct
{
  double frequency;
  gint64 begin;
  double begin_phase;
  gint64 time;
  double phase;
} DemoOscillator;

/* time is monotonic, in nanoseconds; frequency is in hertz. Returns the phase in cycles. */
double demo_oscillator_advance (DemoOscillator *self, gint64 time, double frequency);

/* A mass on a spring, a second-order system, which follows a level. */
typedef struct
{
  gint64 time;
  double position;
  double speed;
} DemoFollower;

/* Assumes that the level has not changed since the last call; frequency is the natural one in hertz, and damping the damping ratio,
 * below 1. Returns the position. */
double demo_follower_advance (DemoFollower *self, gint64 time, double level, double frequency,
                              double damping);
