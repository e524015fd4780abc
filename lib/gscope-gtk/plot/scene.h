/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <cairo.h>
#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/paint/raster.h>
#include <gscope-gtk/plot/range.h>
#include <gscope-gtk/plot/ruler.h>
#include <gscope-gtk/plot/view-signal-private.h>
#include <gscope-gtk/plot/viewport.h>

/* The layout of a picture of signals, without a widget: lanes, positions and ranges. Lengths are in
 * logical pixels unless stated otherwise. */

/* Signals that share a ruler. */
typedef struct
{
  const char *unit;
  GPtrArray *signals;
  GscopeGtkRange *range;
  double min;
  double max;
  /* the name of the group in a lane of signals of states, which has a row for each; NULL in other lanes */
  char *states;
  /* in such a lane the budget that is drawn below each row; NULL for a row without one */
  GPtrArray *below;
} GscopeGtkScale;

enum
{
  GSCOPE_GTK_MAX_SCALES = 2
};

/* A strip of the picture with up to two rulers, left and right. Its traces have `height` pixels below
 * `top`, which is measured from the plot's top; its title, keys and values have the `head` pixels above. */
typedef struct
{
  int top;
  int height;
  int head;
  double text_scale;
  GscopeGtkScale scales[GSCOPE_GTK_MAX_SCALES];
  guint n_scales;
} GscopeGtkSceneLane;

/* The capture that is shown in place of the newest samples, or NULL, the captures behind it, and the time of the plot at
 * which the zeros of all captures are: the begin of a column. */
typedef struct
{
  GscopeCapture *front;
  GPtrArray *behind;
  gint64 zero;
} GscopeGtkShownCaptures;

typedef struct
{
  GscopeGtkViewport *viewport;
  GscopeViewLayout layout;
  GscopeGtkViewSignal *selected;
  const GscopeGtkPalette *palette;
  double device_scale;
  /* ratio of the text size to the usual size */
  double text_scale;
  /* whether the marker rail has room for the interval between two cursors */
  gboolean has_interval;
  /* whether there is room for a right ruler even if no lane has one */
  gboolean keeps_right;
  /* settings of the view, of which it uses the lead and the persistence; may be NULL */
  GscopeViewSettings *settings;

  /* the captures that are shown while the viewport is not live */
  GscopeGtkShownCaptures *captures;

  int width;
  int height;
  int marker_rail;
  cairo_rectangle_int_t plot;
  int integrity_top;
  int ruler_top;
  GArray *lanes;

  /* ranges that follow the values, kept by unit or by signal */
  GHashTable *ranges;
  /* the names of states as pixels, by text, for device scale x text scale */
  GHashTable *stamps;
  double stamps_scale;
  /* GscopeGtkLooks of the strokes */
  GPtrArray *looks;
  /* input of the rasteriser */
  GArray *raster_lanes;
  GArray *strokes;
  GArray *rows;
} GscopeGtkScene;

void gscope_gtk_scene_init (GscopeGtkScene *self);
void gscope_gtk_scene_clear (GscopeGtkScene *self);

/* Forms the lanes of the visible signals and lays them out. */
void gscope_gtk_scene_arrange (GscopeGtkScene *self, GListModel *signals, int width, int height);

/* Returns whether a lane has a ruler at the right. */
gboolean gscope_gtk_scene_has_right_ruler (const GscopeGtkScene *self);
/* Returns the range that is kept for a key. */
GscopeGtkRange *gscope_gtk_scene_get_range (GscopeGtkScene *self, const char *key);

/* Updates ranges by the visible values. Returns whether one changed. Fit does so at once and
 * tightly. */
gboolean gscope_gtk_scene_follow (GscopeGtkScene *self, gint64 now);
void gscope_gtk_scene_fit (GscopeGtkScene *self);

/* The input of the rasteriser, valid until the scene changes. */
void gscope_gtk_scene_get_plot (GscopeGtkScene *self, GscopeGtkPlot *plot);

/* Receives a run of columns that are adjacent in time: n columns from the plot's device column x
 * on, the first of which is the time column `column`. Runs are passed from left to right. */
typedef void (*GscopeGtkRunFunc) (const GscopeGtkPlot *plot, gint64 column, int n, int x,
                                  gboolean faded, gpointer data);
void gscope_gtk_scene_draw_runs (GscopeGtkScene *self, const GscopeGtkPlot *plot, int x, int n,
                                 GscopeGtkRunFunc func, gpointer data);

/* Draws n device columns from x on into an image of the plot's device height. */
void gscope_gtk_scene_draw_columns (GscopeGtkScene *self, const GscopeGtkPlot *plot, int x, int n,
                                    guint32 *pixels, gsize stride);

/* Returns the number of blank device columns ahead of the pen while it sweeps. */
int gscope_gtk_scene_get_wiped (const GscopeGtkScene *self);
/* Returns the line width in device pixels. */
double gscope_gtk_scene_get_line_width (const GscopeGtkScene *self);
int gscope_gtk_scene_get_plot_height (const GscopeGtkScene *self);
GscopeGtkSceneLane *gscope_gtk_scene_find_lane (const GscopeGtkScene *self, double y);
/* Returns the signal of the row at a place in a lane of states, pixels from the scene's top; NULL in other lanes. */
GscopeGtkViewSignal *
gscope_gtk_scene_find_row (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane, double y);
/* Returns the budget that is drawn below the row of a signal; NULL for none. */
GscopeGtkViewSignal *
gscope_gtk_scene_find_below (const GscopeGtkScene *self, GscopeGtkViewSignal *row);
double gscope_gtk_scene_value_to_y (const GscopeGtkSceneLane *lane, const GscopeGtkScale *scale,
                                    double value);
double
gscope_gtk_scene_y_to_value (const GscopeGtkSceneLane *lane, const GscopeGtkScale *scale, double y);
void gscope_gtk_scene_choose_ticks (const GscopeGtkSceneLane *lane, const GscopeGtkScale *scale,
                                    GscopeGtkTicks *ticks);
/* The time window in view, nanoseconds. */
void gscope_gtk_scene_get_window (const GscopeGtkScene *self, gint64 *begin, gint64 *end);
/* Returns whether the pen overwrites the picture of the previous sweep. */
gboolean gscope_gtk_scene_is_sweeping (const GscopeGtkScene *self);
/* Returns whether persistence is on. */
gboolean gscope_gtk_scene_is_graded (const GscopeGtkScene *self);
