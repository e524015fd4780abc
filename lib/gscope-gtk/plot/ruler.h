/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The positions of a ruler's ticks, and the format of its numbers. */
typedef struct
{
  double first;
  double step;
  guint n;
  /* number of decimals that distinguish neighbouring ticks */
  guint decimals;
} GscopeGtkTicks;

/* A tick of a value axis; a minor one has no number. */
typedef struct
{
  double value;
  gboolean is_minor;
} GscopeGtkTick;

/* Rounds a positive number up to 1, 2 or 5 times a power of ten. */
double gscope_gtk_round_up (double value);

/* Chooses steps of 1, 2 or 5 times a power of ten, at most max_ticks in [min, max]; none if that is
 * not a range. */
void gscope_gtk_ticks_choose (GscopeGtkTicks *self, double min, double max, guint max_ticks);

/* Returns the ticks of a logarithmic axis of some length in pixels (GscopeGtkTick), from min on: powers of ten, or every
 * n-th of them, with 2 and 5 between them if there is room for numbers at a minimum distance; others are minor. */
GArray *gscope_gtk_list_decades (double min, double max, double length, double distance);

/* Formats the number of a tick of a logarithmic axis, with its prefix. */
char *gscope_gtk_format_decade (double value, const char *unit);

/* Chooses the step of a time ruler, nanoseconds: also 15 and 30 s, 1, 2, 5, 10, 15, 30 min, 1 h and
 * so on. No interval of that span has more than max_ticks ticks; 0 counts as 1. */
void gscope_gtk_ticks_choose_time (gint64 span, guint max_ticks, gint64 *step);

/* Returns the number of decimals that distinguish numbers a step apart. */
guint gscope_gtk_count_decimals (double step);

/* Returns the common prefix of the numbers of a ruler over [min, max], such as "k", and the factor
 * by which values are divided. */
const char *gscope_gtk_choose_prefix (double min, double max, const char *unit, double *factor);

/* Returns the letter for which the numbers of a ruler are divided by a factor, so that each has few digits: a unit without
 * prefixes has numbers of any length. */
const char *gscope_gtk_choose_multiple (double largest, double *factor);
