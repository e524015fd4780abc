/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view-signal-private.h>

/* What two cursors say about a signal: its values at A and at B, and what the samples from one to the
 * other are, both included. Not-a-number stands for no value. */
typedef struct
{
  double a;
  double b;
  GscopeMeasures between;
} GscopeGtkMeasure;

/* The newest value at or before a time; not-a-number if there is none, or in a gap. */
double gscope_gtk_measure_read (GscopeGtkViewSignal *signal, gint64 time);

/* The cursors may stand in any order. */
void
gscope_gtk_measure (GscopeGtkViewSignal *signal, gint64 a, gint64 b, GscopeGtkMeasure *measure);

/* The columns of a table of measures: their titles, and what stands in them, for people. */
guint gscope_gtk_measure_get_n_columns (void);
const char *gscope_gtk_measure_get_title (guint column);
char *gscope_gtk_measure_format (const GscopeGtkMeasure *self, guint column, const char *unit);
