/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/measure/points.h>

/* A transition between the states; times in seconds. */
typedef struct
{
  gboolean is_rise;
  /* the instants at which it leaves the first outer reference level, passes the middle, and reaches the second one */
  double begin;
  double middle;
  double end;
  /* the position of the first point beyond the second outer reference level */
  gsize position;
  /* whether a gap lies between it and the transition before */
  gboolean is_first;
} GscopeMeasureTransition;

/* The states of a waveform and its transitions, by IEEE Std 181-2011. */
typedef struct
{
  double low;
  double high;
  /* of GscopeMeasureTransition; empty if there are no two states */
  GArray *transitions;
} GscopeMeasurePulses;

void gscope_measure_pulses_find (GscopeMeasurePulses *self, const GscopeMeasurePoints *points);
void gscope_measure_pulses_clear (GscopeMeasurePulses *self);

/* Each returns not-a-number if the waveform has too few transitions. */
double gscope_measure_pulses_get_period (const GscopeMeasurePulses *self);
double gscope_measure_pulses_get_duty (const GscopeMeasurePulses *self);
double gscope_measure_pulses_get_duration (const GscopeMeasurePulses *self, gboolean is_rise);
double gscope_measure_pulses_get_overshoot (const GscopeMeasurePulses *self,
                                            const GscopeMeasurePoints *points);
double gscope_measure_pulses_get_settling (const GscopeMeasurePulses *self,
                                           const GscopeMeasurePoints *points, double tolerance);
/* Returns the mean time from a rise to the next rise of another waveform, before the next rise of its own. */
double
gscope_measure_pulses_get_delay (const GscopeMeasurePulses *self, const GscopeMeasurePulses *other);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC (GscopeMeasurePulses, gscope_measure_pulses_clear)
