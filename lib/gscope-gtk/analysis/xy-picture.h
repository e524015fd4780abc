/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/graph.h>
#include <gscope/gscope.h>

/* The curve of one signal over another, which are X and Y of the graph's signals, oldest point first; the cursor and the newest position are
 * points, not-a-number if there is none. The curve has the colour of the Y signal. */
typedef struct
{
  GscopeGtkGraph graph;
  GscopeXyPoint *points;
  gsize n_points;
  GscopeXyPoint newest;
  GscopeXyPoint cursor;
} GscopeGtkXyPicture;

enum
{
  GSCOPE_GTK_XY_MAX_POINTS = 4096
};

void gscope_gtk_xy_picture_init (GscopeGtkXyPicture *self);
void gscope_gtk_xy_picture_clear (GscopeGtkXyPicture *self);
void gscope_gtk_xy_picture_draw (const GscopeGtkXyPicture *self, GscopeGtkBrush *brush);

/* Describes a point for users. */
char *gscope_gtk_xy_picture_format (const GscopeGtkXyPicture *self, GscopeXyPoint point);
/* Extends one axis about its middle until a unit is as long on both; for graphs that are arranged. */
void gscope_gtk_xy_picture_equalize (GscopeGtkXyPicture *self);
