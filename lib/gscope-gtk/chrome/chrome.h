/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <graphene.h>
#include <gscope-gtk/badge/badge-list.h>
#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/plot/scene.h>
#include <pango/pangocairo.h>

/* All parts of a view around the plot. Each is drawn separately, so that a widget can keep
 * unchanged parts. Coordinates and palette belong to the scene. */

enum
{
  GSCOPE_GTK_N_CURSORS = 2,
  /* the number of the pen's label on the time ruler; the cursors have the numbers before it */
  GSCOPE_GTK_PEN_FLAG = GSCOPE_GTK_N_CURSORS,
  GSCOPE_GTK_N_FLAGS = GSCOPE_GTK_PEN_FLAG + 1,
};

/* A part of the time ruler, in pixels; empty if left > right. */
typedef struct
{
  double left;
  double right;
} GscopeGtkExtent;

/* A number on the time ruler. */
typedef struct
{
  GscopeGtkExtent place;
  char *text;
} GscopeGtkNumber;

/* A marker, or several that are close to each other: the first one, their number, their times, and their places in logical
 * pixels. */
typedef struct
{
  GscopeMarker *marker;
  guint n;
  gint64 begin;
  gint64 end;
  double x;
  double right;
} GscopeGtkCluster;

/* The cursors, nanoseconds on the scopes' clock. */
typedef struct
{
  guint n;
  gint64 times[GSCOPE_GTK_N_CURSORS];
} GscopeGtkCursorTimes;

typedef struct
{
  const GscopeGtkScene *scene;
  GscopeClock *clock;
  /* lists of GscopeMarker, sorted by time */
  GPtrArray *marker_lists;
  /* may be NULL */
  GscopeStepTracker *steps;
  const GscopeGtkCursorTimes *cursors;
  /* the measurements in the heads of lanes; may be NULL */
  GscopeGtkBadgeList *badges;
  /* a list of GscopeLimit, of which the view draws the limits of its signals; may be NULL */
  GListModel *limits;
  /* the layouts of the texts in the chrome; may be NULL */
  GscopeGtkTexts *texts;
  /* the labels on the time ruler, placed beside each other; numbers that they cover are left out */
  double flag_widths[GSCOPE_GTK_N_FLAGS];
  GscopeGtkExtent flags[GSCOPE_GTK_N_FLAGS];
} GscopeGtkAnnotations;

#define GSCOPE_GTK_GRID_ALPHA 0.18f

/* Measures the labels on the time ruler, and places them at the pen or the trigger, and at the cursors. */
void gscope_gtk_chrome_measure_flags (GscopeGtkAnnotations *self, PangoContext *context);
void gscope_gtk_chrome_place_flags (GscopeGtkAnnotations *self);

/* Returns the vertical grid lines, one for each tick and lane: graphene_rect_t. The rulers' drawing
 * does not include them. */
GArray *gscope_gtk_chrome_list_grid (const GscopeGtkAnnotations *self);
void gscope_gtk_chrome_draw_grid (const GscopeGtkAnnotations *self, cairo_t *cr);
void gscope_gtk_chrome_draw_rulers (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context);
/* The time ruler: line and ticks, then the numbers that no label covers. */
void
gscope_gtk_chrome_draw_ticks (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context);
void gscope_gtk_chrome_draw_numbers (const GscopeGtkAnnotations *self, cairo_t *cr,
                                     PangoContext *context);
/* Returns the numbers: GscopeGtkNumber. */
GArray *gscope_gtk_chrome_list_numbers (const GscopeGtkAnnotations *self, PangoContext *context);
gboolean
gscope_gtk_chrome_is_hidden (const GscopeGtkAnnotations *self, const GscopeGtkNumber *number);
void gscope_gtk_chrome_draw_number (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context, const GscopeGtkNumber *number);
/* Draws the heads of all lanes, or of one, over lines that cross them. */
void
gscope_gtk_chrome_draw_heads (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context);
void gscope_gtk_chrome_draw_head (const GscopeGtkAnnotations *self, cairo_t *cr,
                                  PangoContext *context, const GscopeGtkSceneLane *lane);
/* Returns a hash of the words of all badges, to notice when they change. */
guint gscope_gtk_chrome_hash_badges (const GscopeGtkAnnotations *self);
/* Returns the words of a lane's badge for signals whose connection is too slow for the width of a pixel; NULL for none. */
char *gscope_gtk_chrome_describe_reduced (const GscopeGtkAnnotations *self,
                                          const GscopeGtkSceneLane *lane);
/* Returns the words of a lane's badge for failures of the limits of its signals; NULL for none. */
char *gscope_gtk_chrome_describe_failures (const GscopeGtkAnnotations *self,
                                           const GscopeGtkSceneLane *lane);
/* Returns the signal at a place in the head of a lane, or NULL. */
GscopeGtkViewSignal *gscope_gtk_chrome_find_signal (const GscopeGtkAnnotations *self,
                                                    PangoContext *context, double x, double y);
/* Returns the badge at a place in the head of a lane, or NULL. */
GscopeGtkBadge *gscope_gtk_chrome_find_badge (const GscopeGtkAnnotations *self,
                                              PangoContext *context, double x, double y);
/* Returns the words of the legend at a place in the head of a lane, if entries have no room there; NULL otherwise. */
char *gscope_gtk_chrome_find_legend (const GscopeGtkAnnotations *self, PangoContext *context,
                                     double x, double y);
/* Gets the middle of the logical pixel of a time; returns FALSE for a time that is out of view. */
gboolean gscope_gtk_chrome_get_x (const GscopeGtkScene *scene, gint64 time, double *x);
void gscope_gtk_chrome_draw_events (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context);
/* Returns the markers in view, from left to right, with clusters of those that are close to each other: GscopeGtkCluster. */
GArray *gscope_gtk_chrome_list_clusters (const GscopeGtkAnnotations *self);
/* Gets the marker, or the markers, whose chip is at a place; FALSE if there is none. */
gboolean gscope_gtk_chrome_find_cluster (const GscopeGtkAnnotations *self, PangoContext *context,
                                         double x, double y, GscopeGtkCluster *cluster);
/* Returns the time and the text of a marker, or the times and the number of several. */
char *gscope_gtk_chrome_describe_cluster (const GscopeGtkAnnotations *self,
                                          const GscopeGtkCluster *cluster);
/* Returns a marker's label, and its response or detail. */
char *gscope_gtk_chrome_describe_marker (const GscopeGtkAnnotations *self, GscopeMarker *marker);
/* Gets the place of the pen's line; returns FALSE while it is not shown. */
gboolean gscope_gtk_chrome_get_pen_x (const GscopeGtkScene *scene, double *x);
/* The pen's line, and its label. */
void
gscope_gtk_chrome_draw_pen (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context);
void
gscope_gtk_chrome_draw_clock (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context);
void gscope_gtk_chrome_draw_cursors (const GscopeGtkAnnotations *self, cairo_t *cr,
                                     PangoContext *context);

/* Returns a sentence that says why a lane has no line in view; NULL if it has one. */
char *
gscope_gtk_chrome_explain_empty (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane);
/* Returns a sentence that says why a source sends nothing; NULL for one that runs. */
char *gscope_gtk_chrome_explain_source (GscopeSource *source);
/* Returns a hash of the sentences of all lanes. */
guint gscope_gtk_chrome_hash_reasons (const GscopeGtkAnnotations *self);
/* Draws the sentence of one lane or of all. */
void gscope_gtk_chrome_draw_reason (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context, const GscopeGtkSceneLane *lane);
void gscope_gtk_chrome_draw_reasons (const GscopeGtkAnnotations *self, cairo_t *cr,
                                     PangoContext *context);

/* Returns the areas of the markers, losses and gaps in view, from left to right:
 * cairo_rectangle_int_t. While the areas are equal, the pictures of losses and gaps and the
 * positions of markers are, too. The markers' flags have one area: the rail. */
GArray *gscope_gtk_chrome_list_events (const GscopeGtkAnnotations *self);

/* Formats the wall-clock time, to at most six decimals of a second, or the time since the start of
 * a recording without wall-clock times. */
char *
gscope_gtk_chrome_format_clock (const GscopeGtkAnnotations *self, gint64 time, guint decimals);
/* Formats the time of a cursor for its label on the time ruler. */
char *gscope_gtk_chrome_format_cursor (const GscopeGtkAnnotations *self, guint cursor);
/* Formats the time from cursor A to cursor B, and its reciprocal, the frequency. */
char *gscope_gtk_chrome_format_interval (const GscopeGtkAnnotations *self);
char *gscope_gtk_chrome_format_rate (const GscopeGtkAnnotations *self);
