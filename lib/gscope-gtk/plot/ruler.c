/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/ruler.h>
#include <gscope/gscope.h>
#include <math.h>

#define SECOND G_GINT64_CONSTANT (1000000000)

#define MAX_DIGITS 15

/* pixels */
#define MIN_DECADE_FOR_MINOR 60

static const gint64 long_steps[] = {
  1,   2,    5,    10,   15,       30,       60,        120,   300,       600,
  900, 1800, 3600, 7200, 3 * 3600, 6 * 3600, 12 * 3600, 86400, 2 * 86400, 7 * 86400,
};

double
gscope_gtk_round_up (double value)
{
  static const double steps[] = { 1, 2, 5 };
  double decade = pow (10, floor (log10 (value)));

  /* A number that differs from a step only by rounding is not rounded up to the next. */
  for (gsize i = 0; i < G_N_ELEMENTS (steps); i++)
    if (steps[i] * decade >= value * (1 - 1e-9))
      return steps[i] * decade;
  return 10 * decade;
}

static double
count_ticks (double min, double max, double step)
{
  return floor (max / step + 1e-9) - ceil (min / step - 1e-9) + 1;
}

void
gscope_gtk_ticks_choose (GscopeGtkTicks *self, double min, double max, guint max_ticks)
{
  double step;

  *self = (GscopeGtkTicks){ 0 };
  if (!isfinite (max - min) || max <= min || max_ticks == 0)
    return;
  step = gscope_gtk_round_up ((max - min) / max_ticks);
  while (count_ticks (min, max, step) > max_ticks)
    step = gscope_gtk_round_up (1.5 * step);
  self->step = step;
  self->n = (guint) count_ticks (min, max, step);
  /* Adding zero makes a negative zero positive. */
  self->first = ceil (min / step - 1e-9) * step + 0.0;
  self->decimals = (guint) MAX (0, -floor (log10 (step) + 1e-9));
}

static void
add_tick (GArray *ticks, double min, double max, double value, gboolean is_minor)
{
  GscopeGtkTick tick = { value, is_minor };

  if (value >= min * (1 - 1e-9) && value <= max * (1 + 1e-9))
    g_array_append_val (ticks, tick);
}

GArray *
gscope_gtk_list_decades (double min, double max, double length, double distance)
{
  GArray *ticks = g_array_new (FALSE, FALSE, sizeof (GscopeGtkTick));
  double room = length / log10 (max / min);
  gboolean has_steps = room >= 3.5 * distance, has_minor = room >= MIN_DECADE_FOR_MINOR;
  int stride = MAX (1, (int) ceil (distance / room));

  for (int k = (int) floor (log10 (min) + 1e-9); k <= log10 (max) + 1e-9; k++)
    for (int i = 1; i < 10; i++)
      {
        gboolean is_step = i == 1 || (has_steps && (i == 2 || i == 5));

        if (is_step || has_minor)
          add_tick (ticks, min, max, i * pow (10, k), !is_step || k % stride != 0);
      }
  return ticks;
}

char *
gscope_gtk_format_decade (double value, const char *unit)
{
  double factor, many;
  /* 0.1 reads better than 100m */
  const char *prefix =
      gscope_gtk_choose_prefix (0, value >= 0.01 ? MAX (1, value) : value, unit, &factor);
  const char *multiple;
  g_autofree char *number = NULL;

  /* binary prefixes have no decades */
  if (fabs (log10 (factor) - round (log10 (factor))) > 1e-9)
    {
      prefix = "";
      factor = 1;
    }
  /* 1M reads better than 1000k, and 1000 better than 1k */
  multiple = gscope_gtk_choose_multiple (value / factor * (value / factor >= 1e4 ? 10 : 1), &many);
  number = gscope_quantity_format_number (value / factor / many,
                                          gscope_gtk_count_decimals (value / factor / many));
  return g_strconcat (number, multiple, prefix, NULL);
}

void
gscope_gtk_ticks_choose_time (gint64 span, guint max_ticks, gint64 *step)
{
  gint64 least = span / MAX (1, max_ticks) + (span % MAX (1, max_ticks) != 0);

  if (least < SECOND)
    {
      *step = llround (gscope_gtk_round_up (MAX (1, least)));
      return;
    }
  for (gsize i = 0; i < G_N_ELEMENTS (long_steps); i++)
    {
      *step = long_steps[i] * SECOND;
      if (*step >= least)
        return;
    }
  *step = (least + *step - 1) / *step * *step;
}

guint
gscope_gtk_count_decimals (double step)
{
  return step >= 1 ? 0 : (guint) ceil (-log10 (step) - 1e-9);
}

const char *
gscope_gtk_choose_prefix (double min, double max, const char *unit, double *factor)
{
  return gscope_quantity_choose_prefix (MAX (fabs (min), fabs (max)), unit, MAX_DIGITS, factor);
}

const char *
gscope_gtk_choose_multiple (double largest, double *factor)
{
  static const struct
  {
    const char *name;
    double factor;
    double from;
  } multiples[] = {
    { "f", 1e-15, 0 },   { "p", 1e-12, 1e-12 }, { "n", 1e-9, 1e-9 }, { "µ", 1e-6, 1e-6 },
    { "", 1, 1e-3 },     { "k", 1e3, 1e4 },     { "M", 1e6, 1e7 },   { "G", 1e9, 1e10 },
    { "T", 1e12, 1e13 }, { "P", 1e15, 1e16 },   { "E", 1e18, 1e19 },
  };
  gsize i = G_N_ELEMENTS (multiples) - 1;

  while (largest < multiples[i].from)
    i--;
  *factor = multiples[i].factor;
  return multiples[i].name;
}
