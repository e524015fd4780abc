/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/phosphor.h>

#include <math.h>

/* Smallest opacity of a value that occurs. */
#define FAINT 0.12f
/* Smallest number of samples in a column that is graded. */
#define MIN_COUNT 8

void
gscope_gtk_phosphor_init (GscopeGtkPhosphor *self, int max_columns, int max_height)
{
  self->weights = g_new (float, (gsize) max_height *max_columns);
  self->grades = g_new (float, max_height);
  self->height = 0;
}

void
gscope_gtk_phosphor_clear (GscopeGtkPhosphor *self)
{
  g_clear_pointer (&self->weights, g_free);
  g_clear_pointer (&self->grades, g_free);
}

/* Each row of pixels is a bin, so the range extends by half a pixel beyond the middles of the first
 * and the last row. */
void
gscope_gtk_phosphor_load (GscopeGtkPhosphor *self, const GscopeGtkStroke *stroke, gint64 time,
                          gint64 width, int n, int height)
{
  double margin = (stroke->max - stroke->min) / MAX (1, height - 1) / 2;

  self->height = height;
  if (stroke->max > stroke->min)
    gscope_timeline_get_density (&(GscopeTimeline){ stroke->trace, stroke->history }, time, width,
                                 n, stroke->min - margin, stroke->max + margin, height,
                                 self->weights);
  else
    self->height = 0;
}

/* Computes the grades of the rows from the top down, as the square root of their part of the most
 * frequent one, which makes rare values visible. */
static gboolean
grade (GscopeGtkPhosphor *self, const float *weights)
{
  float most = 0, count = 0;

  for (int y = 0; y < self->height; y++)
    {
      most = MAX (most, weights[y]);
      count += weights[y];
    }
  if (count < MIN_COUNT)
    return FALSE;
  for (int y = 0; y < self->height; y++)
    self->grades[y] = sqrtf (MAX (0, weights[self->height - 1 - y]) / most);
  return TRUE;
}

/* Returns the largest grade within the line's width around a row. */
static float
get_grade (const GscopeGtkPhosphor *self, int y, float reach)
{
  float result = self->grades[y];

  for (int i = 1; reach > 0; i++, reach -= 1)
    {
      float part = MIN (1, reach);

      if (y >= i)
        result = MAX (result, part * self->grades[y - i]);
      if (y + i < self->height)
        result = MAX (result, part * self->grades[y + i]);
    }
  return result;
}

gboolean
gscope_gtk_phosphor_add (GscopeGtkPhosphor *self, GscopeGtkCoverage *coverage, float line_width,
                         const GscopeGtkSpan *span, int i, int x)
{
  float reach = (line_width - 1) / 2;
  int top = MAX (0, (int) (span->top - line_width));
  int bottom = MIN (self->height - 1, (int) (span->bottom + line_width));

  if (!grade (self, self->weights + (gsize) i * self->height))
    return FALSE;
  gscope_gtk_coverage_add_box (coverage, x, span->top - line_width / 2,
                               span->bottom + line_width / 2, FAINT);
  for (int y = top; y <= bottom; y++)
    {
      float part = get_grade (self, y, reach);

      if (part > 0)
        gscope_gtk_coverage_add_box (coverage, x, y, y + 1, (1 - FAINT) * part);
    }
  return TRUE;
}
