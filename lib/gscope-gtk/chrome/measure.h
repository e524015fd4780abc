/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/view-signal-private.h>

/* The measurements of a signal at two cursors: its values at A and at B, and the summary of the
 * samples from A to B, both included. Not-a-number means no value. */
typedef struct
{
  double a;
  double b;
  GscopeMeasures between;
  /* how far the times of its samples can be from the truth, seconds; not-a-number if they are of the clock here */
  double time_error;
} GscopeGtkMeasure;

/* Returns the newest value at or before a time; not-a-number if there is none, or in a gap. */
double gscope_gtk_measure_read (GscopeGtkViewSignal *signal, gint64 time);

/* Returns the newest value at or before a time, also in a gap; if there is none, the newest value
 * of all. */
double gscope_gtk_measure_read_newest (GscopeGtkViewSignal *entry, gint64 time);

/* Measures between two cursors, in any order. */
void
gscope_gtk_measure (GscopeGtkViewSignal *signal, gint64 a, gint64 b, GscopeGtkMeasure *measure);

double gscope_gtk_measure_get_mean (const GscopeGtkMeasure *self);
double gscope_gtk_measure_get_min (const GscopeGtkMeasure *self);
double gscope_gtk_measure_get_max (const GscopeGtkMeasure *self);
double gscope_gtk_measure_get_deviation (const GscopeGtkMeasure *self);

/* The kind of a measure, which decides its unit and its format. */
typedef enum
{
  GSCOPE_GTK_MEASURE_VALUE,
  GSCOPE_GTK_MEASURE_CHANGE,
  GSCOPE_GTK_MEASURE_RATE,
  GSCOPE_GTK_MEASURE_FREQUENCY,
  GSCOPE_GTK_MEASURE_COUNT,
  GSCOPE_GTK_MEASURE_TIME_ERROR,
} GscopeGtkMeasureKind;

/* A column of a table of measures. */
typedef struct
{
  const char *title;
  double (*get) (const GscopeGtkMeasure *self);
  GscopeGtkMeasureKind kind;
} GscopeGtkMeasureColumn;

/* Returns the text of a column; unit is the unit of the signal. */
char *gscope_gtk_measure_format (const GscopeGtkMeasure *self, const GscopeGtkMeasureColumn *column,
                                 const char *unit);
