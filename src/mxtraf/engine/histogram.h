/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

enum
{
  /* Buckets per power of two: the middle of a bucket is within 0.8 % of each value in it. */
  MXTRAF_HISTOGRAM_STEPS = 64,
  /* Powers of two from 512 ns to 137 s. */
  MXTRAF_HISTOGRAM_OCTAVES = 28,
  MXTRAF_HISTOGRAM_BUCKETS = MXTRAF_HISTOGRAM_OCTAVES * MXTRAF_HISTOGRAM_STEPS,
};

/* A histogram of times in nanoseconds, with logarithmic buckets in linear steps like HdrHistogram.
 * Values outside the range count in the first or the last bucket; sum and maximum are exact. Zeroed
 * memory is an empty histogram. */
typedef struct
{
  guint64 n;
  guint64 sum;
  gint64 max;
  guint64 buckets[MXTRAF_HISTOGRAM_BUCKETS];
} MxtrafHistogram;

void mxtraf_histogram_add (MxtrafHistogram *self, gint64 value);
/* Subtracts the counts and the sum of another histogram; the maximum stays. */
void mxtraf_histogram_subtract (MxtrafHistogram *self, const MxtrafHistogram *other);

/* Return NaN for an empty histogram. A percentile is from 0 to 100 and selects the value at the
 * nearest rank; a share is from 0 to 1. */
double mxtraf_histogram_get_percentile (const MxtrafHistogram *self, double percentile);
double mxtraf_histogram_get_mean (const MxtrafHistogram *self);
double mxtraf_histogram_get_max (const MxtrafHistogram *self);
double mxtraf_histogram_get_share_below (const MxtrafHistogram *self, double value);

enum
{
  MXTRAF_WINDOW_SLOTS = 50,
};

/* A sliding window: histograms of the last time slots, the newest of which is being filled. Zeroed
 * memory is an empty window. */
typedef struct
{
  guint newest;
  MxtrafHistogram sum;
  MxtrafHistogram slots[MXTRAF_WINDOW_SLOTS];
} MxtrafWindow;

void mxtraf_window_add (MxtrafWindow *self, gint64 value);
/* Begins n new slots, and removes the oldest ones. */
void mxtraf_window_advance (MxtrafWindow *self, guint64 n);
