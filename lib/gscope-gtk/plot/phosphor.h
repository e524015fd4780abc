/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/coverage.h>
#include <gscope-gtk/plot/painter.h>

/* Columns with persistence: opacity follows how often the signal had a value; it is highest at the
 * most frequent value, and has a minimum from the smallest to the largest value. A column's grades
 * depend only on its own samples. */
typedef struct
{
  float *weights;
  float *grades;
  int height;
} GscopeGtkPhosphor;

/* Allocates room for columns in lanes of up to max_height rows. */
void gscope_gtk_phosphor_init (GscopeGtkPhosphor *self, int max_columns, int max_height);
void gscope_gtk_phosphor_clear (GscopeGtkPhosphor *self);

/* Computes n columns of `width` ns, the first of which begins at `time`, in a lane of a height. */
void gscope_gtk_phosphor_load (GscopeGtkPhosphor *self, const GscopeGtkStroke *stroke, gint64 time,
                               gint64 width, int n, int height);
/* Adds the loaded column i, which has a span, as column x. Returns FALSE and adds nothing if there
 * are too few samples to grade: a line shows them better. */
gboolean gscope_gtk_phosphor_add (GscopeGtkPhosphor *self, GscopeGtkCoverage *coverage,
                                  float line_width, const GscopeGtkSpan *span, int i, int x);
