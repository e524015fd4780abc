/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Pauses from this length on are between two trains, in nanoseconds. */
#define MXTRAF_SPACING_PAUSE G_GINT64_CONSTANT (50000000)

/* The intervals between the packets of trains: their number, their sum in nanoseconds, and the sum of
 * their squares in units of (100 ns)², which does not overflow in years. */
typedef struct
{
  gint64 last;
  guint64 n;
  guint64 sum;
  guint64 squares;
} MxtrafSpacing;

/* Notes the time of a packet, in nanoseconds. */
void mxtraf_spacing_note (MxtrafSpacing *self, gint64 time);
/* Return the mean of n intervals and their standard deviation, in seconds; NAN for none. */
double mxtraf_spacing_get_mean (guint64 n, guint64 sum);
double mxtraf_spacing_get_deviation (guint64 n, guint64 sum, guint64 squares);
