/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/view/view.h>

/* Pictures of a widget: in files, on the clipboard and on paper. Sizes of 0 select the widget's
 * size; errors are the same as for a view's pictures. */

/* How a picture is drawn: in paths where the format has them, else in pixels of a scale. */
typedef struct
{
  cairo_t *cr;
  int width;
  int height;
  double scale;
  gboolean paths;
  /* NULL for the size of the screen */
  const GscopeGtkPalette *palette;
} GscopeGtkDrawing;

typedef void (*GscopeGtkPictureFunc) (gpointer widget, const GscopeGtkDrawing *drawing);

GBytes *gscope_gtk_picture_make (GtkWidget *widget, GscopeGtkPicture format, int width, int height,
                                 double scale, GscopeGtkPictureFunc draw, GError **error);
gboolean gscope_gtk_picture_write (GtkWidget *widget, const char *path, int width, int height,
                                   double scale, GscopeGtkPictureFunc draw, GError **error);
gboolean gscope_gtk_picture_copy (GtkWidget *widget, GscopeGtkPictureFunc draw, GError **error);

/* As large as the page has room for, in the colours of a light screen. */
GtkPrintOperation *gscope_gtk_picture_prepare_print (GtkWidget *widget, GscopeGtkPictureFunc draw);
gboolean gscope_gtk_picture_print (GtkWidget *widget, GscopeGtkPictureFunc draw, GError **error);

/* export.c: draws a view, and arranges it for its screen again. */
void gscope_gtk_view_draw_picture (gpointer view, const GscopeGtkDrawing *drawing);
