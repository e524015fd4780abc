/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/axis.h>
#include <gscope-gtk/plot/ruler.h>

#include <gscope/gscope.h>
#include <math.h>

static double
to_scale (const GscopeGtkAxis *self, double value)
{
  return self->logarithmic ? log10 (value) : value;
}

double
gscope_gtk_axis_to_pixel (const GscopeGtkAxis *self, double value)
{
  double low = to_scale (self, self->min), high = to_scale (self, self->max);

  return self->origin + (to_scale (self, value) - low) / (high - low) * self->length;
}

double
gscope_gtk_axis_from_pixel (const GscopeGtkAxis *self, double pixel)
{
  double low = to_scale (self, self->min), high = to_scale (self, self->max);
  double place = low + (pixel - self->origin) / self->length * (high - low);

  return self->logarithmic ? pow (10, place) : place;
}

static void
mark_free (gpointer data)
{
  g_free (((GscopeGtkMark *) data)->text);
}

static void
add_mark (const GscopeGtkAxis *self, GArray *marks, double value, const char *prefix, double factor,
          double step)
{
  g_autofree char *number =
      gscope_quantity_format_number (value / factor, gscope_gtk_count_decimals (step / factor));
  GscopeGtkMark mark = { gscope_gtk_axis_to_pixel (self, value),
                         g_strconcat (number, value != 0 ? prefix : NULL, NULL) };

  g_array_append_val (marks, mark);
}

static void
list_even (const GscopeGtkAxis *self, GArray *marks, guint max_marks)
{
  double largest = MAX (fabs (self->min), fabs (self->max)), factor, many;
  GscopeGtkTicks ticks;
  const char *multiple;

  gscope_gtk_choose_prefix (self->min, self->max, self->unit, &factor);
  multiple = gscope_gtk_choose_multiple (largest / factor, &many);
  gscope_gtk_ticks_choose (&ticks, self->min, self->max, max_marks);
  for (guint i = 0; i < ticks.n; i++)
    add_mark (self, marks, ticks.first + i * ticks.step, multiple, factor * many, ticks.step);
}

/* Lists times as a view's time ruler does: from 0 on, or backwards to 0. */
static void
list_times (const GscopeGtkAxis *self, GArray *marks, int distance)
{
  gint64 span = llround ((self->max - self->min) * GSCOPE_SEC), nanoseconds;
  double step, factor;

  gscope_gtk_ticks_choose_time (span, (guint) MAX (2, fabs (self->length) / distance),
                                &nanoseconds);
  step = (double) nanoseconds / GSCOPE_SEC;
  gscope_gtk_choose_prefix (self->min, self->max, self->unit, &factor);
  for (double i = ceil (self->min / step - 1e-9); i * step <= self->max + step * 1e-9; i++)
    add_mark (self, marks, i * step, NULL, factor, step);
}

/* Powers of ten, or every n-th of them, with 2 and 5 between them if there is room. */
static void
list_decades (const GscopeGtkAxis *self, GArray *marks, int distance)
{
  static const double steps[] = { 1, 2, 5 };
  double decades = log10 (self->max / self->min), room = fabs (self->length) / decades;
  guint n_steps = room >= 3.5 * distance ? G_N_ELEMENTS (steps) : 1;
  int stride = MAX (1, (int) ceil (distance / room));

  for (int k = floor (log10 (self->min) + 1e-9); k <= log10 (self->max) + 1e-9; k++)
    for (guint i = 0; k % stride == 0 && i < n_steps; i++)
      {
        double value = steps[i] * pow (10, k), factor;
        /* 0.1 reads better than 100m */
        const char *prefix = gscope_gtk_choose_prefix (0, value >= 0.01 ? MAX (1, value) : value,
                                                       self->unit, &factor);

        if (value >= self->min * (1 - 1e-9) && value <= self->max * (1 + 1e-9))
          add_mark (self, marks, value, prefix, factor, value);
      }
}

static void
add_unit (const GscopeGtkAxis *self, GscopeGtkMark *mark)
{
  g_autofree char *text = g_steal_pointer (&mark->text);
  double factor;
  const char *prefix = gscope_gtk_choose_prefix (self->min, self->max, self->unit, &factor);

  mark->text = g_strconcat (text, " ", self->logarithmic ? "" : prefix, self->unit, NULL);
}

GArray *
gscope_gtk_axis_list_marks (const GscopeGtkAxis *self, int distance)
{
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (GscopeGtkMark));

  g_array_set_clear_func (marks, mark_free);
  if (!(self->max > self->min) || self->length == 0)
    return marks;
  if (self->logarithmic && self->max >= 10 * self->min)
    list_decades (self, marks, distance);
  else if (self->is_time)
    list_times (self, marks, distance);
  else
    list_even (self, marks, 1 + (guint) (fabs (self->length) / distance + 1e-9));
  if (marks->len > 0 && self->unit && self->unit[0])
    add_unit (self, &g_array_index (marks, GscopeGtkMark,
                                    self->is_time && self->min >= 0 ? 0 : marks->len - 1));
  return marks;
}

/* Decibels have a fixed number of decimals, because their zero has no special meaning. */
char *
gscope_gtk_axis_format (const GscopeGtkAxis *self, double value)
{
  if (g_strcmp0 (self->unit, "dB") == 0)
    value = round (value * 100) / 100 + 0.0;
  return gscope_quantity_format (value, self->unit, 4);
}
