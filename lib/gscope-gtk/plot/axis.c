/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/mapping.h>
#include <gscope-gtk/plot/axis.h>
#include <gscope-gtk/plot/ruler.h>

#include <gscope/gscope.h>
#include <math.h>

static GscopeGtkMapping
get_mapping (const GscopeGtkAxis *self)
{
  return (GscopeGtkMapping){ self->min, self->max, self->logarithmic };
}

double
gscope_gtk_axis_to_pixel (const GscopeGtkAxis *self, double value)
{
  const GscopeGtkMapping mapping = get_mapping (self);

  return self->origin + gscope_gtk_mapping_to_part (&mapping, value) * self->length;
}

double
gscope_gtk_axis_from_pixel (const GscopeGtkAxis *self, double pixel)
{
  const GscopeGtkMapping mapping = get_mapping (self);

  return gscope_gtk_mapping_to_value (&mapping, (pixel - self->origin) / self->length);
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

static void
list_decades (const GscopeGtkAxis *self, GArray *marks, int distance)
{
  g_autoptr (GArray) ticks =
      gscope_gtk_list_decades (self->min, self->max, fabs (self->length), distance);

  for (guint i = 0; i < ticks->len; i++)
    {
      const GscopeGtkTick *tick = &g_array_index (ticks, GscopeGtkTick, i);
      GscopeGtkMark mark = { gscope_gtk_axis_to_pixel (self, tick->value), NULL };

      if (tick->is_minor)
        continue;
      mark.text = gscope_gtk_format_decade (tick->value, self->unit);
      g_array_append_val (marks, mark);
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
  const GscopeGtkMapping mapping = get_mapping (self);
  GArray *marks = g_array_new (FALSE, FALSE, sizeof (GscopeGtkMark));

  g_array_set_clear_func (marks, mark_free);
  if (!(self->max > self->min) || self->length == 0)
    return marks;
  if (gscope_gtk_mapping_has_decades (&mapping))
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
