/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Values along an edge of a graph, evenly or by their logarithms: min is at pixel `origin`, max
 * `length` pixels from there, which is negative upwards. */
typedef struct
{
  double min;
  double max;
  gboolean logarithmic;
  const char *unit;
  double origin;
  double length;
  /* seconds, with the ticks of a view's time ruler */
  gboolean is_time;
} GscopeGtkAxis;

/* A tick; its text is NULL where there is no room for one. */
typedef struct
{
  double place;
  char *text;
} GscopeGtkMark;

double gscope_gtk_axis_to_pixel (const GscopeGtkAxis *self, double value);
double gscope_gtk_axis_from_pixel (const GscopeGtkAxis *self, double pixel);

/* Ticks with a minimum distance in pixels; the tick next to max, and 0 of times, have the unit:
 * GscopeGtkMark. */
GArray *gscope_gtk_axis_list_marks (const GscopeGtkAxis *self, int distance);

/* A value on it for people, in its unit. */
char *gscope_gtk_axis_format (const GscopeGtkAxis *self, double value);
