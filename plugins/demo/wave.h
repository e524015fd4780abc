/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A wave is a function of the phase, in cycles, which restarts after this many: the length of a
 * chirp. */
#define DEMO_CYCLES 10

typedef struct
{
  const char *name;
  const char *title;
  const char *description;
  GscopeLineMode line_mode;
  /* From -1 to 1. phase is from 0 to DEMO_CYCLES, width the part of a cycle that a pulse takes.
   * NULL for the follower of the offset, which is no wave. */
  double (*get) (double phase, double width, GRand *random);
} DemoWave;

#define DEMO_N_WAVES 7

extern const DemoWave demo_waves[DEMO_N_WAVES];

/* Turns time and frequency into a phase that never jumps. */
typedef struct
{
  double frequency;
  gint64 begin;
  double begin_phase;
  gint64 time;
  double phase;
} DemoOscillator;

/* time in nanoseconds, not before the last one; frequency in hertz. Returns the phase in cycles. */
double demo_oscillator_advance (DemoOscillator *self, gint64 time, double frequency);
