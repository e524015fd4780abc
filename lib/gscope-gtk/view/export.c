/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/objects.h>

void
gscope_gtk_view_draw_picture (gpointer view, const GscopeGtkDrawing *drawing)
{
  gscope_gtk_pacing_catch_up (gscope_gtk_view_get_objects (view)->pacing);
  gscope_gtk_painting_draw_picture (gscope_gtk_view_get_objects (view)->painting,
                                    gscope_gtk_view_get_signals (view), drawing);
  gscope_gtk_view_arrange (view);
}

/**
 * gscope_gtk_view_render:
 * @self: a view
 * @format: the format
 * @width: logical pixels (1/96 inch); 0 for the width that it has
 * @height: logical pixels; 0 for the height that it has
 * @scale: device pixels a logical pixel, from 0.5 to 8; in vectors, columns a logical pixel
 * @error: return location for an error
 *
 * Makes a picture of what the view shows, drawn for this size by what draws the screen. In vector
 * formats traces are paths and text is text; where they are graded (see [property@View:phosphor]) they
 * are an image. A view that is in no window has a picture, too, if the size is given.
 *
 * Returns: (transfer full): the picture's file, or %NULL with %GSCOPE_ERROR_INVALID or
 *   %GSCOPE_ERROR_LIMIT
 *
 * Since: 1.0
 */
GBytes *
gscope_gtk_view_render (GscopeGtkView *self, GscopeGtkPicture format, int width, int height,
                        double scale, GError **error)
{
  return gscope_gtk_picture_make (GTK_WIDGET (self), format, width, height, scale,
                                  gscope_gtk_view_draw_picture, error);
}

/**
 * gscope_gtk_view_export:
 * @self: a view
 * @path: (type filename): where the picture goes; ends in `.png`, `.svg` or `.pdf`
 * @width: as in [method@View.render]
 * @height: as in [method@View.render]
 * @scale: as in [method@View.render]
 * @error: return location for an error
 *
 * Writes a picture of what the view shows. A file that is there is replaced once all is written, or
 * stays as it is.
 *
 * Returns: whether it was written; else %GSCOPE_ERROR_UNSUPPORTED for another kind of file, the errors
 *   of [method@View.render], or %GSCOPE_ERROR_INVALID with the system's reason
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_export (GscopeGtkView *self, const char *path, int width, int height, double scale,
                        GError **error)
{
  return gscope_gtk_picture_write (GTK_WIDGET (self), path, width, height, scale,
                                   gscope_gtk_view_draw_picture, error);
}

/**
 * gscope_gtk_view_copy_picture:
 * @self: a view that has a size
 * @error: return location for an error
 *
 * Puts a picture of what the view shows on the clipboard, as sharp as the screen.
 *
 * Returns: whether it is there; else as [method@View.render]
 *
 * Since: 1.0
 */
gboolean
gscope_gtk_view_copy_picture (GscopeGtkView *self, GError **error)
{
  return gscope_gtk_picture_copy (GTK_WIDGET (self), gscope_gtk_view_draw_picture, error);
}

/**
 * gscope_gtk_view_create_print_operation:
 * @self: a view
 *
 * Prepares to print what the view shows when it runs, in vectors on one page. The caller runs the operation: with a dialog,
 * without one, or into a file.
 *
 * Returns: (transfer full): the operation
 *
 * Since: 1.0
 */
GtkPrintOperation *
gscope_gtk_view_create_print_operation (GscopeGtkView *self)
{
  return gscope_gtk_picture_prepare_print (GTK_WIDGET (self), gscope_gtk_view_draw_picture);
}
