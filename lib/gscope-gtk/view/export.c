/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/path.h>
#include <gscope-gtk/view/picture.h>
#include <gscope-gtk/view/private.h>

/* Pictures of a view, drawn by what draws the screen; where a format has paths, traces are those. */

static const GscopeGtkChromeFunc chrome[GSCOPE_GTK_N_PARTS] = {
  [GSCOPE_GTK_PART_RULERS] = gscope_gtk_chrome_draw_rulers,
  [GSCOPE_GTK_PART_TIME] = gscope_gtk_chrome_draw_time,
  [GSCOPE_GTK_PART_EVENTS] = gscope_gtk_chrome_draw_events,
  [GSCOPE_GTK_PART_REASONS] = gscope_gtk_chrome_draw_reasons,
  [GSCOPE_GTK_PART_HEADS] = gscope_gtk_chrome_draw_heads,
  [GSCOPE_GTK_PART_CURSORS] = gscope_gtk_chrome_draw_cursors,
};

GscopeGtkChromeFunc
gscope_gtk_view_get_chrome (GscopeGtkPart part)
{
  return chrome[part];
}

static void
draw_pixels (GscopeGtkScene *scene, cairo_t *cr)
{
  int width = gscope_gtk_viewport_get_n_columns (scene->viewport);
  cairo_surface_t *surface;
  GscopeGtkPlot plot;

  gscope_gtk_scene_get_plot (scene, &plot);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, plot.height);
  gscope_gtk_scene_draw_columns (scene, &plot, 0, width,
                                 (guint32 *) cairo_image_surface_get_data (surface),
                                 cairo_image_surface_get_stride (surface) / sizeof (guint32));
  cairo_surface_mark_dirty (surface);
  cairo_surface_set_device_scale (surface, scene->device_scale, scene->device_scale);
  cairo_set_source_surface (cr, surface, scene->plot.x, scene->plot.y);
  cairo_pattern_set_filter (cairo_get_source (cr), CAIRO_FILTER_NEAREST);
  cairo_paint (cr);
  cairo_surface_destroy (surface);
}

static void
draw_path (const GscopeGtkPlot *plot, gint64 column, int n, int x, gboolean faded, gpointer data)
{
  cairo_t *cr = data;

  cairo_save (cr);
  cairo_translate (cr, x, 0);
  gscope_gtk_path_draw (plot, column, n, faded, cr);
  cairo_restore (cr);
}

static void
draw_paths (GscopeGtkScene *scene, cairo_t *cr)
{
  GscopeGtkPlot plot;

  gscope_gtk_scene_get_plot (scene, &plot);
  cairo_save (cr);
  cairo_translate (cr, scene->plot.x, scene->plot.y);
  cairo_scale (cr, 1 / scene->device_scale, 1 / scene->device_scale);
  gscope_gtk_scene_draw_runs (scene, &plot, 0, gscope_gtk_viewport_get_n_columns (scene->viewport),
                              draw_path, cr);
  cairo_restore (cr);
}

static void
draw_picture (GscopeGtkView *self, cairo_t *cr, gboolean paths)
{
  GscopeGtkScene *scene = &self->scene;
  PangoContext *context = gtk_widget_get_pango_context (GTK_WIDGET (self));
  guint32 ground = scene->palette->background;

  cairo_set_source_rgb (cr, (ground >> 16 & 255) / 255.0, (ground >> 8 & 255) / 255.0,
                        (ground & 255) / 255.0);
  cairo_rectangle (cr, 0, 0, scene->width, scene->height);
  cairo_fill (cr);
  /* grades are pixels whatever the format */
  if (paths && !scene->phosphor)
    draw_paths (scene, cr);
  else
    draw_pixels (scene, cr);
  gscope_gtk_chrome_draw_grid (&self->annotations, cr);
  gscope_gtk_chrome_measure_flags (&self->annotations, context);
  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    {
      if (i == GSCOPE_GTK_PART_HEADS)
        gscope_gtk_chrome_draw_pen (&self->annotations, cr, context);
      chrome[i](&self->annotations, cr, context);
    }
  gscope_gtk_chrome_draw_clock (&self->annotations, cr, context);
}

/* The scene is the screen's with another size, and arranged for the screen again afterwards. */
void
gscope_gtk_view_draw_picture (gpointer view, const GscopeGtkDrawing *drawing)
{
  GscopeGtkView *self = view;
  GscopeGtkScene *scene = &self->scene;
  const GscopeGtkPalette *screen = scene->palette;

  scene->device_scale = drawing->scale;
  scene->palette = drawing->palette ? drawing->palette : screen;
  gscope_gtk_scene_arrange (scene, G_LIST_MODEL (self->signals), drawing->width, drawing->height);
  gscope_gtk_scene_follow (scene, gscope_clock_get_time (self->annotations.clock));
  draw_picture (self, drawing->cr, drawing->paths);
  scene->palette = screen;
  gscope_gtk_view_arrange (self);
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
 * are an image.
 *
 * Returns: (transfer full): the picture's file, or %NULL with %GSCOPE_ERROR_INVALID or
 *   %GSCOPE_ERROR_LIMIT
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
 * Prepares to print what the view shows when it runs, in vectors on one page. Use it where
 * [method@View.print] decides too much, such as to print into a file.
 *
 * Returns: (transfer full): the operation
 */
GtkPrintOperation *
gscope_gtk_view_create_print_operation (GscopeGtkView *self)
{
  return gscope_gtk_picture_prepare_print (GTK_WIDGET (self), gscope_gtk_view_draw_picture);
}

/**
 * gscope_gtk_view_print:
 * @self: a view
 * @error: return location for an error
 *
 * Lets the user choose a printer, and prints what the view shows. Returns when the dialog is closed;
 * the main loop runs meanwhile.
 *
 * Returns: whether nothing failed; it is no failure to close the dialog without printing
 */
gboolean
gscope_gtk_view_print (GscopeGtkView *self, GError **error)
{
  return gscope_gtk_picture_print (GTK_WIDGET (self), gscope_gtk_view_draw_picture, error);
}
