/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/path.h>
#include <gscope-gtk/view-private.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>
#include <math.h>

/* Pictures of a view, drawn by what draws the screen; where a format has paths, traces are those. */

/* Points of 1/72 inch a logical pixel of 1/96 inch. */
#define PDF_SCALE 0.75

static const GscopeGtkChromeFunc chrome[GSCOPE_GTK_N_PARTS] = {
  [GSCOPE_GTK_PART_RULERS] = gscope_gtk_chrome_draw_rulers,
  [GSCOPE_GTK_PART_EVENTS] = gscope_gtk_chrome_draw_events,
  [GSCOPE_GTK_PART_LEGENDS] = gscope_gtk_chrome_draw_legends,
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
  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    chrome[i](&self->annotations, cr, context);
  gscope_gtk_chrome_draw_pen (&self->annotations, cr, context);
}

/* The scene is that of the screen but for its size, and arranged for the screen again after. */
void
gscope_gtk_view_draw (GscopeGtkView *self, cairo_t *cr, int width, int height, double scale,
                      gboolean paths, const GscopeGtkPalette *palette)
{
  GscopeGtkScene *scene = &self->scene;
  const GscopeGtkPalette *screen = scene->palette;

  scene->device_scale = scale;
  scene->palette = palette;
  gscope_gtk_scene_arrange (scene, G_LIST_MODEL (self->signals), width, height);
  gscope_gtk_scene_follow (scene, gscope_clock_get_time (self->annotations.clock));
  draw_picture (self, cr, paths);
  scene->palette = screen;
  gscope_gtk_view_arrange (self);
}

static cairo_status_t
append (void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append (closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *
create_png (GByteArray *bytes, int width, int height, double scale)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, width * scale, height * scale);

  cairo_surface_set_device_scale (surface, scale, scale);
  return surface;
}

static cairo_status_t
finish_png (cairo_surface_t *surface, GByteArray *bytes)
{
  return cairo_surface_write_to_png_stream (surface, append, bytes);
}

static cairo_surface_t *
create_svg (GByteArray *bytes, int width, int height, double scale)
{
  cairo_surface_t *surface = cairo_svg_surface_create_for_stream (append, bytes, width, height);

  cairo_svg_surface_set_document_unit (surface, CAIRO_SVG_UNIT_PX);
  return surface;
}

static cairo_surface_t *
create_pdf (GByteArray *bytes, int width, int height, double scale)
{
  cairo_surface_t *surface =
      cairo_pdf_surface_create_for_stream (append, bytes, width * PDF_SCALE, height * PDF_SCALE);

  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, _ ("Signals over time"));
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_CREATOR, "Gscope");
  cairo_surface_set_device_scale (surface, PDF_SCALE, PDF_SCALE);
  return surface;
}

static cairo_status_t
finish_vectors (cairo_surface_t *surface, GByteArray *bytes)
{
  cairo_surface_finish (surface);
  return cairo_surface_status (surface);
}

static const struct
{
  const char *suffix;
  gboolean paths;
  cairo_surface_t *(*create) (GByteArray *bytes, int width, int height, double scale);
  cairo_status_t (*finish) (cairo_surface_t *surface, GByteArray *bytes);
} formats[] = {
  [GSCOPE_GTK_PICTURE_PNG] = { ".png", FALSE, create_png, finish_png },
  [GSCOPE_GTK_PICTURE_SVG] = { ".svg", TRUE, create_svg, finish_vectors },
  [GSCOPE_GTK_PICTURE_PDF] = { ".pdf", TRUE, create_pdf, finish_vectors },
};

static gboolean
check_size (GscopeGtkView *self, int *width, int *height, double scale, GError **error)
{
  *width = *width > 0 ? *width : gtk_widget_get_width (GTK_WIDGET (self));
  *height = *height > 0 ? *height : gtk_widget_get_height (GTK_WIDGET (self));
  if (*width == 0 || *height == 0)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("The picture was not made: the view has no size yet. Show its window first, "
                      "or give a size."));
      return FALSE;
    }
  if (!(scale >= 0.5 && scale <= 8) || *width * scale > GSCOPE_GTK_MAX_PICTURE
      || *height * scale > GSCOPE_GTK_MAX_PICTURE)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("The picture was not made: %d × %d at scale %g is out of bounds. Use a scale "
                      "from 0.5 to 8, and at most %d pixels a side."),
                   *width, *height, scale, GSCOPE_GTK_MAX_PICTURE);
      return FALSE;
    }
  return TRUE;
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
  g_autoptr (GByteArray) bytes = NULL;
  cairo_surface_t *surface;
  cairo_status_t status;
  cairo_t *cr;

  g_return_val_if_fail (format < G_N_ELEMENTS (formats), NULL);

  if (!check_size (self, &width, &height, scale, error))
    return NULL;
  bytes = g_byte_array_new ();
  surface = formats[format].create (bytes, width, height, scale);
  cr = cairo_create (surface);
  gscope_gtk_view_draw (self, cr, width, height, scale, formats[format].paths, self->scene.palette);
  status = cairo_status (cr);
  cairo_destroy (cr);
  if (status == CAIRO_STATUS_SUCCESS)
    status = formats[format].finish (surface, bytes);
  cairo_surface_destroy (surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return g_byte_array_free_to_bytes (g_steal_pointer (&bytes));
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("The picture was not made: %s."),
               cairo_status_to_string (status));
  return NULL;
}

static gboolean
find_format (const char *path, GscopeGtkPicture *format, GError **error)
{
  g_autofree char *lower = g_ascii_strdown (path, -1);

  for (guint i = 0; i < G_N_ELEMENTS (formats); i++)
    if (g_str_has_suffix (lower, formats[i].suffix))
      {
        *format = i;
        return TRUE;
      }
  g_set_error (
      error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
      _ ("Cannot write “%s”: its name does not say which kind of picture it is. Let it end "
         "in .png, .svg or .pdf."),
      path);
  return FALSE;
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
  GscopeGtkPicture format;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) reason = NULL;
  gsize size;
  const char *data;

  if (!find_format (path, &format, error))
    return FALSE;
  bytes = gscope_gtk_view_render (self, format, width, height, scale, error);
  if (!bytes)
    return FALSE;
  data = g_bytes_get_data (bytes, &size);
  if (g_file_set_contents_full (path, data, size, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &reason))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("Cannot write “%s”: %s."), path,
               reason->message);
  return FALSE;
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
  GtkWidget *widget = GTK_WIDGET (self);
  g_autoptr (GBytes) bytes = gscope_gtk_view_render (self, GSCOPE_GTK_PICTURE_PNG, 0, 0,
                                                     gtk_widget_get_scale_factor (widget), error);
  g_autoptr (GdkTexture) texture = NULL;

  if (!bytes)
    return FALSE;
  texture = gdk_texture_new_from_bytes (bytes, error);
  if (!texture)
    return FALSE;
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
  return TRUE;
}
