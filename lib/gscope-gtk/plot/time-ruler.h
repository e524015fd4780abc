/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/axis.h>
#include <gscope-gtk/plot/scene.h>

/* How a view's time ruler reads. A picture that is live reads from the start of the sweep, or back from
 * the right edge. A recording has an axis of its own, from its start; and the ruler shows date and time
 * of day where a recording knows them, and where a live view was held or moved into the past. */
typedef enum
{
  GSCOPE_GTK_TIME_OF_SWEEP,
  GSCOPE_GTK_TIME_BACK,
  GSCOPE_GTK_TIME_OF_RECORDING,
  GSCOPE_GTK_TIME_OF_DAY,
} GscopeGtkTimeKind;

typedef struct
{
  GscopeGtkViewport *viewport;
  GscopeClock *clock;
  GscopeGtkTimeKind kind;
  /* the plot's left edge and width, logical pixels */
  double x;
  double width;
  /* of the window */
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

/* Returns the ticks in the order of their places, GscopeGtkMark. */
GArray *gscope_gtk_time_ruler_list_marks (const GscopeGtkTimeRuler *self);

/* Formats a time as the ruler reads, to the width of a column. */
char *gscope_gtk_time_ruler_format (const GscopeGtkTimeRuler *self, gint64 time, gboolean has_unit);

/* Formats a time as the clock on the wall, or since the start of a recording that has none. */
char *gscope_gtk_time_format_clock (GscopeClock *clock, gint64 time, guint decimals);
