/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/coverage.h>
#include <gscope-gtk/plot/painter.h>

/* Columns graded by how often the signal was where: opaque where it was most, and no less than faint
 * from the least to the largest value. A column's grades depend on its own samples only. */
typedef struct
{
  float *weights;
  float *grades;
  int height;
} GscopeGtkPhosphor;

/* Allocates room for columns in lanes of up to max_height rows. */
void gscope_gtk_phosphor_init (GscopeGtkPhosphor *self, int max_columns, int max_height);
void gscope_gtk_phosphor_clear (GscopeGtkPhosphor *self);

/* Asks for n columns of `width` ns, the first beginning at `time`, in a lane of a height. */
void gscope_gtk_phosphor_load (GscopeGtkPhosphor *self, const GscopeGtkStroke *stroke, gint64 time,
                               gint64 width, int n, int height);
/* Adds column i of those, which has a span, as column x. Returns FALSE and adds nothing where there are too few
 * samples to grade: a line says more about them. */
gboolean gscope_gtk_phosphor_add (GscopeGtkPhosphor *self, GscopeGtkCoverage *coverage,
                                  float line_width, const GscopeGtkSpan *span, int i, int x);
