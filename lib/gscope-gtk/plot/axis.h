/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* An axis of a graph, linear or logarithmic: min is at pixel `origin`, max `length` pixels from
 * there; the length is negative for an upward axis. */
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

/* A tick; its text is NULL if there is no room for one. */
typedef struct
{
  double place;
  char *text;
} GscopeGtkMark;

double gscope_gtk_axis_to_pixel (const GscopeGtkAxis *self, double value);
double gscope_gtk_axis_from_pixel (const GscopeGtkAxis *self, double pixel);

/* Returns ticks (GscopeGtkMark) with a minimum distance in pixels. The tick next to max, and the 0
 * of a time axis, have the unit. */
GArray *gscope_gtk_axis_list_marks (const GscopeGtkAxis *self, int distance);

/* Formats a value on the axis for users, with its unit. */
char *gscope_gtk_axis_format (const GscopeGtkAxis *self, double value);
