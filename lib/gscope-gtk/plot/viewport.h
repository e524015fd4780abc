/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/version.h>
#include <gscope/gscope.h>

G_BEGIN_DECLS

/**
 * GSCOPE_GTK_MIN_SPAN:
 *
 * The shortest time that a viewport shows, nanoseconds: 1 us.
 *
 * Since: 1.0
 */
#define GSCOPE_GTK_MIN_SPAN 1000

/**
 * GSCOPE_GTK_MAX_SPAN:
 *
 * The longest time that a viewport shows, nanoseconds: a week.
 *
 * Since: 1.0
 */
#define GSCOPE_GTK_MAX_SPAN 604800000000000

#define GSCOPE_GTK_TYPE_VIEWPORT (gscope_gtk_viewport_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkViewport, gscope_gtk_viewport, GSCOPE_GTK, VIEWPORT, GObject)

GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkViewport *gscope_gtk_viewport_new (void);

/* the visible interval */
GSCOPE_GTK_AVAILABLE_IN_1_0
gint64 gscope_gtk_viewport_get_span (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_set_span (GscopeGtkViewport *self, gint64 span);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeViewMode gscope_gtk_viewport_get_mode (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_set_mode (GscopeGtkViewport *self, GscopeViewMode mode);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_viewport_get_live (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_go_live (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_viewport_get_held (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_set_held (GscopeGtkViewport *self, gboolean held);
GSCOPE_GTK_AVAILABLE_IN_1_0
gint64 gscope_gtk_viewport_get_end (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_look_at (GscopeGtkViewport *self, gint64 end);

/* events that change it */
GSCOPE_GTK_AVAILABLE_IN_1_0
gint64 gscope_gtk_viewport_get_pen (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_zoom (GscopeGtkViewport *self, double factor, double x);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_step_span (GscopeGtkViewport *self, int direction);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_viewport_pan (GscopeGtkViewport *self, double columns);

/* columns: device pixels of the plot, on a grid that is anchored in time */
GSCOPE_GTK_AVAILABLE_IN_1_0
guint gscope_gtk_viewport_get_n_columns (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
gint64 gscope_gtk_viewport_get_column_width (GscopeGtkViewport *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
gint64 gscope_gtk_viewport_x_to_time (GscopeGtkViewport *self, double x);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_viewport_time_to_x (GscopeGtkViewport *self, gint64 time, double *x);

G_END_DECLS
