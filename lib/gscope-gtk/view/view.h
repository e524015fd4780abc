/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/badge/badge-list.h>
#include <gscope-gtk/plot/view-signal.h>
#include <gscope-gtk/plot/viewport.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

/**
 * GSCOPE_GTK_MAX_PICTURE:
 *
 * The largest width and height of a picture, in device pixels.
 *
 * Since: 1.0
 */
#define GSCOPE_GTK_MAX_PICTURE 16384

/**
 * GSCOPE_GTK_MAX_DATA:
 *
 * The most samples that are copied as text.
 *
 * Since: 1.0
 */
#define GSCOPE_GTK_MAX_DATA 1000000

/**
 * GscopeGtkPicture:
 * @GSCOPE_GTK_PICTURE_PNG: pixels
 * @GSCOPE_GTK_PICTURE_SVG: vectors, for the web and for drawing programs
 * @GSCOPE_GTK_PICTURE_PDF: vectors, for papers
 *
 * A format of pictures.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_GTK_PICTURE_PNG,
  GSCOPE_GTK_PICTURE_SVG,
  GSCOPE_GTK_PICTURE_PDF,
} GscopeGtkPicture;

/**
 * GscopeGtkDataFormat:
 * @GSCOPE_GTK_DATA_FORMAT_TUPLES: tuple text, `time value name`: time in milliseconds
 * @GSCOPE_GTK_DATA_FORMAT_CSV: a line of titles, then time in seconds and a column a signal
 *
 * How samples are written as text.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_GTK_DATA_FORMAT_TUPLES,
  GSCOPE_GTK_DATA_FORMAT_CSV,
} GscopeGtkDataFormat;

#define GSCOPE_GTK_TYPE_VIEW (gscope_gtk_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkView, gscope_gtk_view, GSCOPE_GTK, VIEW, GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_view_new (GscopeScope *scope);
GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_view_new_empty (void);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_view_get_title (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_title (GscopeGtkView *self, const char *title);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_add_scope (GscopeGtkView *self, GscopeScope *scope);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_description (GscopeGtkView *self, GscopeWorkspaceView *description);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeWorkspaceView *gscope_gtk_view_describe (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_add_signal (GscopeGtkView *self, GscopeScope *scope, GscopeSignal *signal);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_remove_signal (GscopeGtkView *self, GscopeGtkViewSignal *signal);
GSCOPE_GTK_AVAILABLE_IN_1_0
GListModel *gscope_gtk_view_get_signals (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkBadgeList *gscope_gtk_view_get_badges (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkViewport *gscope_gtk_view_get_viewport (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeViewSettings *gscope_gtk_view_get_settings (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeViewLayout gscope_gtk_view_get_layout (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_layout (GscopeGtkView *self, GscopeViewLayout layout);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_get_phosphor (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_phosphor (GscopeGtkView *self, gboolean phosphor);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeStepTracker *gscope_gtk_view_get_steps (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_steps (GscopeGtkView *self, GscopeStepTracker *steps);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_limits (GscopeGtkView *self, GListModel *limits);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeCaptureList *gscope_gtk_view_get_captures (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_captures (GscopeGtkView *self, GscopeCaptureList *captures);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_n_overlaid (GscopeGtkView *self, guint n);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeCapture *gscope_gtk_view_get_shown_capture (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_show_capture (GscopeGtkView *self, GscopeCapture *capture);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeCapture *gscope_gtk_view_get_shown_mean (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkViewSignal *gscope_gtk_view_get_selected (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_selected (GscopeGtkView *self, GscopeGtkViewSignal *signal);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_get_cursor (GscopeGtkView *self, gint64 *time);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_cursor (GscopeGtkView *self, gint64 time);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_clear_cursor (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
guint gscope_gtk_view_get_cursors (GscopeGtkView *self, gint64 *a, gint64 *b);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_cursors (GscopeGtkView *self, guint n, gint64 a, gint64 b);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_set_n_cursors (GscopeGtkView *self, guint n);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_swap_cursors (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean
gscope_gtk_view_pick (GscopeGtkView *self, double x, double y, gint64 *time, double *value);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_view_describe_place (GscopeGtkView *self, double x, double y, const char **keys);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_look_at (GscopeGtkView *self, gint64 end);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_go_to (GscopeGtkView *self, gint64 time);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean
gscope_gtk_view_parse_time (GscopeGtkView *self, const char *text, gint64 *time, GError **error);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_edit_note (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_remove_note (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_fit (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_get_margins (GscopeGtkView *self, int *left, int *right);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_keep_margins (GscopeGtkView *self, int left, int right);

/* pictures and data */
GSCOPE_GTK_AVAILABLE_IN_1_0
GBytes *gscope_gtk_view_render (GscopeGtkView *self, GscopeGtkPicture format, int width, int height,
                                double scale, GError **error);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_export (GscopeGtkView *self, const char *path, int width, int height,
                                 double scale, GError **error);
GSCOPE_GTK_AVAILABLE_IN_1_0
GtkPrintOperation *gscope_gtk_view_create_print_operation (GscopeGtkView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_copy_picture (GscopeGtkView *self, GError **error);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_view_get_data (GscopeGtkView *self, GscopeGtkDataFormat format, GError **error);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean
gscope_gtk_view_copy_data (GscopeGtkView *self, GscopeGtkDataFormat format, GError **error);

G_END_DECLS
