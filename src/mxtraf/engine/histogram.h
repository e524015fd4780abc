/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

enum
{
  /* Each power of two has as many buckets, so a bucket's middle is within 0.8 % of all in it. */
  MXTRAF_HISTOGRAM_STEPS = 64,
  /* From 512 ns to 137 s. */
  MXTRAF_HISTOGRAM_OCTAVES = 28,
  MXTRAF_HISTOGRAM_BUCKETS = MXTRAF_HISTOGRAM_OCTAVES * MXTRAF_HISTOGRAM_STEPS,
};

/* Times by logarithmic buckets with linear steps, as HdrHistogram has them; nanoseconds. Values
 * outside of the range count in the first or the last bucket; sum and maximum are exact. All zero
 * is an empty one. */
typedef struct
{
  guint64 n;
  guint64 sum;
  gint64 max;
  guint64 buckets[MXTRAF_HISTOGRAM_BUCKETS];
} MxtrafHistogram;

void mxtraf_histogram_add (MxtrafHistogram *self, gint64 value);
/* Takes out what had been added to both; the maximum stays. */
void mxtraf_histogram_subtract (MxtrafHistogram *self, const MxtrafHistogram *other);

/* All of an empty one are not-a-number. percentile is of 0 to 100: the value at the rank nearest to
 * it; share_below is of 0 to 1. */
double mxtraf_histogram_get_percentile (const MxtrafHistogram *self, double percentile);
double mxtraf_histogram_get_mean (const MxtrafHistogram *self);
double mxtraf_histogram_get_max (const MxtrafHistogram *self);
double mxtraf_histogram_get_share_below (const MxtrafHistogram *self, double value);

enum
{
  MXTRAF_WINDOW_SLOTS = 50,
};

/* The times of the last slots, of which the newest is being filled. All zero is an empty one. */
typedef struct
{
  guint newest;
  MxtrafHistogram sum;
  MxtrafHistogram slots[MXTRAF_WINDOW_SLOTS];
} MxtrafWindow;

void mxtraf_window_add (MxtrafWindow *self, gint64 value);
/* Begins new slots; the oldest leave. */
void mxtraf_window_advance (MxtrafWindow *self, guint64 n);
