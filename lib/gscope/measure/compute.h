/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/measure/measurement.h>
#include <gscope/measure/pair.h>
#include <gscope/measure/pulse.h>

/* The samples of a measurement, from which any thread computes it. */
typedef struct
{
  GscopeMeasurement measurement;
  GscopeMeasurementSettings settings;
  GscopeMeasurePoints points;
  GscopeMeasurePoints other;
  /* NULL where none is needed, or the signals have too few samples */
  GscopeMeasurePair *pair;
} GscopeMeasureInput;

/* Returns whether two signals are measured at the same instants. */
gboolean gscope_measure_needs_pair (GscopeMeasurement measurement);
double gscope_measure_compute (const GscopeMeasureInput *input);
