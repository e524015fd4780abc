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
  GscopeGtkMapping mapping;
  /* rows of the plot with grid lines, and the mapping for which they were computed; NULL for none */
  GArray *rows;
  GscopeGtkMapping rows_mapping;
  /* GscopeGtkOverlaid, in the lane of an overlay; NULL in other lanes */
  GArray *overlaid;
  /* the name of the group in a lane of signals of states, which has a row for each; NULL in other lanes */
  char *states;
  /* in such a lane the budget that is drawn below each row; NULL for a row without one */
  GPtrArray *below;
} GscopeGtkScale;

/* A signal in an overlay, with those that are compared with it, which have its range. */
typedef struct
{
  GPtrArray *signals;
  GscopeGtkRange *range;
} GscopeGtkOverlaid;

enum
{
  GSCOPE_GTK_MAX_SCALES = 2,
  /* beside a lane */
  GSCOPE_GTK_MAX_OWN_AXES = 4,
  GSCOPE_GTK_MAX_RULERS = GSCOPE_GTK_MAX_SCALES + GSCOPE_GTK_MAX_OWN_AXES,
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

/* A value ruler beside a lane: of a scale, or of one signal, which has an axis of its own or is the one whose axis an overlay
 * shows. */
typedef struct
{
  /* NULL for the axis of one signal */
  const GscopeGtkScale *scale;
  /* that signal, or the one whose colour the numbers have; NULL for none */
  GscopeGtkViewSignal *signal;
  GscopeGtkMapping mapping;
  const char *unit;
  /* where its numbers begin, logical pixels from the left of the scene; they are left or right of it */
  double edge;
  gboolean is_left;
} GscopeGtkRuler;

/* The flags of handles on the left rulers, each of a handle: the middle and half of the height, logical pixels from
 * the scene's top; half is 0 for none. Numbers that they would cover in part are not drawn. */
enum
{
  GSCOPE_GTK_N_RULER_FLAGS = 4,
};

typedef struct
{
  struct
  {
    gconstpointer handle;
    double y;
    double half;
  } flags[GSCOPE_GTK_N_RULER_FLAGS];
  /* whether they are others than those that were drawn */
  gboolean have_changed;
} GscopeGtkRulerFlags;

/* The capture that is shown in place of the newest samples, or NULL, the captures behind it, those that it is compared with,
 * the mean of captures with its deviation, or NULL, and the time of the plot at which the zeros of all captures are: the
 * begin of a column. */
typedef struct
{
  GscopeCapture *front;
  GPtrArray *behind;
  GPtrArray *references;
  GscopeCapture *mean;
  /* traces between the mean less the deviation and the mean with it, by the full names of signals */
  GHashTable *bands;
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
  /* room beside the plot, even if the rulers need less */
  int least_left;
  int least_right;
  /* settings of the view, of which it uses lead, persistence, kind and titles of axes; may be NULL */
  GscopeViewSettings *settings;

  /* the captures that are shown while the viewport is not live */
  GscopeGtkShownCaptures *captures;
  GscopeGtkRulerFlags *flags;

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
  /* memory of the rasteriser, which each frame would otherwise allocate several times */
  GscopeGtkCoverage coverage;
} GscopeGtkScene;

void gscope_gtk_scene_init (GscopeGtkScene *self);
void gscope_gtk_scene_clear (GscopeGtkScene *self);

/* Forms the lanes of the visible signals and lays them out. */
void gscope_gtk_scene_arrange (GscopeGtkScene *self, GListModel *signals, int width, int height);

/* Gets the rulers of a lane, the nearest to the plot first on each side; returns how many there are. */
guint gscope_gtk_scene_list_rulers (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane,
                                    GscopeGtkRuler rulers[GSCOPE_GTK_MAX_RULERS]);
/* Gets the ruler of a lane at a place; FALSE in the plot and where there is none. */
gboolean gscope_gtk_scene_find_ruler (const GscopeGtkScene *self, const GscopeGtkSceneLane *lane,
                                      double x, GscopeGtkRuler *ruler);
/* Returns the largest number of rulers that a lane has at the right. */
guint gscope_gtk_scene_count_right_rulers (const GscopeGtkScene *self);
/* Sets the flag of a handle; half is 0 for none. */
void
gscope_gtk_scene_set_flag (const GscopeGtkScene *self, gconstpointer handle, double y, double half);
void gscope_gtk_scene_clear_flags (const GscopeGtkScene *self);
/* Returns whether flags have changed since the last call. */
gboolean gscope_gtk_scene_take_flags (const GscopeGtkScene *self);
/* Returns whether a flag covers a part of a number of a ruler, which is around y. */
gboolean gscope_gtk_scene_has_flag (const GscopeGtkScene *self, const GscopeGtkRuler *ruler,
                                    double y, double height);
/* Returns the width of a ruler at a side, with its title. */
int gscope_gtk_scene_get_ruler_width (const GscopeGtkScene *self, gboolean is_left);
/* Returns the width of the title of a ruler; 0 without titles. */
int gscope_gtk_scene_get_title_width (const GscopeGtkScene *self);
/* Returns whether a lane has rows of states. */
gboolean gscope_gtk_scene_has_rows (const GscopeGtkScene *self);
/* Gets the room that the rulers need beside the plot. */
void gscope_gtk_scene_get_margins (const GscopeGtkScene *self, int *left, int *right);
/* Returns the range that is kept for a key. A range for logarithmic axes is another one. */
GscopeGtkRange *
gscope_gtk_scene_get_range (GscopeGtkScene *self, const char *key, gboolean logarithmic);

/* Gives each signal of the scale of an overlay its range. */
void gscope_gtk_scene_overlay (GscopeGtkScene *self, GscopeGtkScale *scale);

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

/* Draws all columns at the place of the plot, as paths or as pixels. */
void gscope_gtk_scene_draw_traces (GscopeGtkScene *self, cairo_t *cr, gboolean paths);

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
double gscope_gtk_scene_value_to_y (const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
                                    double value);
double gscope_gtk_scene_y_to_value (const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
                                    double y);
/* Returns the ticks of a ruler (GscopeGtkTick). Sets the step of an even one, which decides the decimals of its numbers. */
GArray *
gscope_gtk_scene_list_ticks (const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
                             const char *unit, double *step);
/* Scales a length for the usual text size to the user's text size. */
int gscope_gtk_scene_get_room (const GscopeGtkScene *self, int pixels);
/* The time window in view, nanoseconds. */
void gscope_gtk_scene_get_window (const GscopeGtkScene *self, gint64 *begin, gint64 *end);
/* Returns whether the pen overwrites the picture of the previous sweep. */
gboolean gscope_gtk_scene_is_sweeping (const GscopeGtkScene *self);
/* Returns whether the axis of a signal is logarithmic. */
gboolean gscope_gtk_scene_is_logarithmic (const GscopeGtkScene *self, GscopeGtkViewSignal *signal);
/* Returns whether persistence is on. */
gboolean gscope_gtk_scene_is_graded (const GscopeGtkScene *self);
