/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <graphene.h>
#include <gscope-gtk/scene.h>
#include <pango/pangocairo.h>

/* Everything of a view that is not the plot's pixels, each part drawn apart so that a widget can keep
 * what did not change. Coordinates are those of the scene; colours its palette's. */

typedef struct
{
  GscopeGtkScene *scene;
  GscopeClock *clock;
  /* lists of GscopeMarker, sorted by time */
  GPtrArray *marker_lists;
  gboolean has_cursor;
  gint64 cursor;
} GscopeGtkAnnotations;

#define GSCOPE_GTK_GRID_ALPHA 0.18f

/* The vertical grid lines, one for each tick and lane: graphene_rect_t. Rulers are drawn without. */
GArray *gscope_gtk_chrome_list_grid (const GscopeGtkScene *scene);
void gscope_gtk_chrome_draw_grid (const GscopeGtkAnnotations *self, cairo_t *cr);
void gscope_gtk_chrome_draw_rulers (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context);
void gscope_gtk_chrome_draw_legends (const GscopeGtkAnnotations *self, cairo_t *cr,
                                     PangoContext *context);
void gscope_gtk_chrome_draw_events (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context);
void
gscope_gtk_chrome_draw_pen (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context);
void gscope_gtk_chrome_draw_cursor (const GscopeGtkAnnotations *self, cairo_t *cr,
                                    PangoContext *context);

/* Whether there is a marker, a loss or a gap in view. */
gboolean gscope_gtk_chrome_has_events (const GscopeGtkAnnotations *self);

/* The newest value of a signal at or before a time; not-a-number if there is none. */
double gscope_gtk_chrome_read (GscopeTrace *trace, gint64 time);
