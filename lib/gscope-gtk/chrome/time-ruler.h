/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/axis.h>
#include <gscope-gtk/plot/scene.h>

/* The kinds of a view's time ruler. In a live view, times count from the start of the sweep, or
 * backwards from the right edge. In a recording, times count from its start. The ruler shows date
 * and time of day for a recording that has them, and in a live view that is held or was moved into
 * the past. With a capture, times count from its zero. */
typedef enum
{
  GSCOPE_GTK_TIME_OF_SWEEP,
  GSCOPE_GTK_TIME_BACK,
  GSCOPE_GTK_TIME_OF_RECORDING,
  GSCOPE_GTK_TIME_OF_DAY,
  GSCOPE_GTK_TIME_OF_TRIGGER,
} GscopeGtkTimeKind;

typedef struct
{
  GscopeGtkViewport *viewport;
  GscopeClock *clock;
  GscopeGtkTimeKind kind;
  /* the plot's left edge and width, logical pixels */
  double x;
  double width;
  /* begin of the visible interval */
  gint64 begin;
  gint64 end;
  gint64 span;
  gint64 step;
  /* nanoseconds to add to a time: ticks are at multiples of the step */
  gint64 offset;
} GscopeGtkTimeRuler;

/* Scene and clock outlive the ruler. */
void gscope_gtk_time_ruler_init (GscopeGtkTimeRuler *self, const GscopeGtkScene *scene,
                                 GscopeClock *clock);

/* Returns TRUE if the ticks move with the picture. */
gboolean gscope_gtk_time_ruler_moves (const GscopeGtkTimeRuler *self);

/* Returns the ticks (GscopeGtkMark) in the order of their positions. */
GArray *gscope_gtk_time_ruler_list_marks (const GscopeGtkTimeRuler *self);

/* Formats a time in the ruler's kind, to the resolution of a column. */
char *gscope_gtk_time_ruler_format (const GscopeGtkTimeRuler *self, gint64 time, gboolean has_unit);

/* Formats a wall-clock time, or the time since the start of a recording without wall-clock times. */
char *gscope_gtk_time_format_clock (GscopeClock *clock, gint64 time, guint decimals);

/* Returns the nanoseconds to add to a time near another, so that multiples of a step are round times of day; or round times
 * since the start of a recording without wall-clock times. */
gint64 gscope_gtk_time_get_offset (GscopeClock *clock, gint64 time);
