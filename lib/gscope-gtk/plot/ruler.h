/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Where a ruler's ticks stand, and how its numbers read. */
typedef struct
{
  double first;
  double step;
  guint n;
  /* decimals that tell neighbouring ticks apart */
  guint decimals;
} GscopeGtkTicks;

/* The smallest number of 1, 2 or 5 times a power of ten that is not below a positive one. */
double gscope_gtk_round_up (double value);

/* Steps of 1, 2 or 5 times a power of ten, at most max_ticks in [min, max]; none if that is no
 * range. */
void gscope_gtk_ticks_choose (GscopeGtkTicks *self, double min, double max, guint max_ticks);

/* Ticks of a time ruler: nanoseconds; also 15 and 30 s, 1, 2, 5, 10, 15, 30 min, 1 h and so on. No
 * window of that span holds more than max_ticks; 0 counts as 1. */
void gscope_gtk_ticks_choose_time (gint64 span, guint max_ticks, gint64 *step);

/* The decimals that tell numbers a step apart. */
guint gscope_gtk_count_decimals (double step);

/* For a ruler over [min, max]: the prefix that its numbers share, such as "k"; factor is what a value is
 * divided by. */
const char *gscope_gtk_choose_prefix (double min, double max, const char *unit, double *factor);
