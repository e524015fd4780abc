/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/view/view.h>

/* The picture of an overview, without a widget. Lengths are logical pixels unless stated otherwise. */

/* The time axis: column k of a grid that is anchored in time covers the times [k w, (k + 1) w). The n columns from the
 * first one on are shown, a device pixel each. */
typedef struct
{
  gint64 first;
  gint64 width;
  guint n;
} GscopeGtkOverviewAxis;

typedef struct
{
  GscopeGtkOverviewAxis axis;
  /* the signals (GscopeGtkViewSignal) from the back to the front, and lists of GscopeMarker */
  GPtrArray *signals;
  GPtrArray *marker_lists;
  GscopeClock *clock;
  /* the last time that has samples */
  gint64 pen;
  const GscopeGtkPalette *palette;
  double device_scale;
  cairo_rectangle_int_t plot;
  int width;
  int height;
} GscopeGtkOverviewPicture;

/* The window in the overview, places from the plot's left; the playhead is not-a-number where there is none. */
typedef struct
{
  double begin;
  double end;
  double playhead;
} GscopeGtkOverviewWindow;

enum
{
  /* The most signals that an overview draws. */
  GSCOPE_GTK_OVERVIEW_SIGNALS = 8,
  /* The smallest width of the window as it is drawn. */
  GSCOPE_GTK_OVERVIEW_GRIP = 10,
};

/* Chooses the grid for the times from begin to end. If the end moves on, there is room for it: the grid stays until that
 * is used up. */
void gscope_gtk_overview_axis_init (GscopeGtkOverviewAxis *self, gint64 begin, gint64 end, guint n,
                                    gboolean grows);
/* Convert between times, nanoseconds, and places in columns from the left. */
double gscope_gtk_overview_axis_to_column (const GscopeGtkOverviewAxis *self, gint64 time);
gint64 gscope_gtk_overview_axis_from_column (const GscopeGtkOverviewAxis *self, double column);
/* Returns the height for a ratio of the text size to the usual size. */
int gscope_gtk_overview_get_height (double text_scale);
/* Lays the plot out between insets. */
void gscope_gtk_overview_picture_arrange (GscopeGtkOverviewPicture *self, double text_scale,
                                          int left, int right);

void gscope_gtk_overview_picture_draw (const GscopeGtkOverviewPicture *self, GscopeGtkBrush *brush);
void gscope_gtk_overview_picture_draw_window (const GscopeGtkOverviewPicture *self,
                                              GscopeGtkBrush *brush,
                                              const GscopeGtkOverviewWindow *window);
