/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <graphene.h>
#include <gscope-gtk/scene.h>
#include <pango/pangocairo.h>

/* Everything of a view that is not the plot's pixels, each part drawn apart so that a widget can keep
 * what did not change. Coordinates are those of the scene; colours its palette's. */

enum
{
  GSCOPE_GTK_N_CURSORS = 2
};

typedef struct
{
  GscopeGtkScene *scene;
  GscopeClock *clock;
  /* lists of GscopeMarker, sorted by time */
  GPtrArray *marker_lists;
  /* may be NULL */
  GscopeStepTracker *steps;
  guint n_cursors;
  gint64 cursors[GSCOPE_GTK_N_CURSORS];
} GscopeGtkAnnotations;

#define GSCOPE_GTK_GRID_ALPHA 0.18f

/* The vertical grid lines, one for each tick and lane: graphene_rect_t. Rulers are drawn without. */
GArray *gscope_gtk_chrome_list_grid (const GscopeGtkScene *scene);
void gscope_gtk_chrome_draw_grid (const GscopeGtkAnnotations *self, cairo_t *cr);
void gscope_gtk_chrome_draw_rulers (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context);
void gscope_gtk_chrome_draw_legends (const GscopeGtkAnnotations *self, cairo_t *cr,
                                     PangoContext *context);
/* The signal whose legend stands at a place, or NULL. */
GscopeGtkViewSignal *gscope_gtk_chrome_find_legend (const GscopeGtkAnnotations *self,
                                                    PangoContext *context, double x, double y);
void gscope_gtk_chrome_draw_events (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context);
/* The marker whose chip stands at a place, or NULL. */
GscopeMarker *gscope_gtk_chrome_find_marker (const GscopeGtkAnnotations *self,
                                             PangoContext *context, double x, double y);
void
gscope_gtk_chrome_draw_pen (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context);
void gscope_gtk_chrome_draw_cursors (const GscopeGtkAnnotations *self, cairo_t *cr,
                                     PangoContext *context);

/* Whether there is a marker, a loss or a gap in view. */
gboolean gscope_gtk_chrome_has_events (const GscopeGtkAnnotations *self);

/* Wall time, to at most six decimals of a second. */
char *
gscope_gtk_chrome_format_clock (const GscopeGtkAnnotations *self, gint64 time, guint decimals);
/* From cursor A to cursor B, and one by it. */
char *gscope_gtk_chrome_format_interval (const GscopeGtkAnnotations *self);
char *gscope_gtk_chrome_format_rate (const GscopeGtkAnnotations *self);
