/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The parameters, and the words that they are bound to: written in the main thread by atomic
 * stores. Any thread may read them. */
typedef struct
{
  GscopeParameter *frequency;
  GscopeParameter *amplitude;
  GscopeParameter *noise;
  GscopeParameter *slow;
  GscopeParameter *refusing;
  GscopeParameter *rounding;
  GscopeParameter *damping;

  double frequency_hz;
  double amplitude_v;
  double noise_v;
  double offset_v;
  int width_percent;
  int phase_degrees;
  double damping_ratio;
} DemoKnobs;

/* The values at a moment: hertz, volts, and parts of a cycle; damping is relative to the critical
 * damping. */
typedef struct
{
  double frequency;
  double amplitude;
  double noise;
  double offset;
  double width;
  double phase;
  double damping;
} DemoLevels;

/* Adds the parameters to the source. */
void demo_knobs_init (DemoKnobs *self, GscopeSource *source);
void demo_knobs_clear (DemoKnobs *self);
void demo_knobs_read (const DemoKnobs *self, DemoLevels *levels);
/* The value that a parameter would have after value was applied, or why it is refused. */
GVariant *
demo_knobs_judge (DemoKnobs *self, GscopeParameter *parameter, GVariant *value, GError **error);
