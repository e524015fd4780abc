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

/* A number with so many decimals, for people: through the locale, with a true minus sign, and zero
 * without any; "–" for what is not a number. */
char *gscope_gtk_format_number (double value, guint decimals);

/* A value with its unit, for people: with an SI prefix where the unit takes one (B, B/s, s, Hz, b/s;
 * not %, packets, flows), binary for bytes, at most `digits` significant digits unless whole ones
 * are more, numbers as gscope_gtk_format_number(). unit may be NULL. */
char *gscope_gtk_format_value (double value, const char *unit, guint digits);

/* For a ruler over [min, max]: the prefix that its numbers share, such as "k"; factor is what a value is
 * divided by. */
const char *gscope_gtk_choose_prefix (double min, double max, const char *unit, double *factor);

/* A length of time, for people, with at most 3 significant digits: "20 s", "1.5 ms", "2 min". */
char *gscope_gtk_format_span (gint64 nanoseconds);
