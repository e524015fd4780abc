/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/picture.h>

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n-lib.h>

/* Points of 1/72 inch a logical pixel of 1/96 inch. */
#define PDF_SCALE 0.75

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

  /* what any program reads */
  cairo_pdf_surface_restrict_to_version (surface, CAIRO_PDF_VERSION_1_4);
  cairo_pdf_surface_set_metadata (surface, CAIRO_PDF_METADATA_TITLE, _ ("Signals over Time"));
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
check_size (GtkWidget *widget, int *width, int *height, double scale, GError **error)
{
  *width = *width > 0 ? *width : gtk_widget_get_width (widget);
  *height = *height > 0 ? *height : gtk_widget_get_height (widget);
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

GBytes *
gscope_gtk_picture_make (GtkWidget *widget, GscopeGtkPicture format, int width, int height,
                         double scale, GscopeGtkPictureFunc draw, GError **error)
{
  g_autoptr (GByteArray) bytes = NULL;
  cairo_surface_t *surface;
  cairo_status_t status;
  GscopeGtkDrawing drawing;

  g_return_val_if_fail (format < G_N_ELEMENTS (formats), NULL);

  if (!check_size (widget, &width, &height, scale, error))
    return NULL;
  bytes = g_byte_array_new ();
  surface = formats[format].create (bytes, width, height, scale);
  drawing = (GscopeGtkDrawing){ cairo_create (surface), width, height, scale,
                                formats[format].paths,  NULL };
  draw (widget, &drawing);
  status = cairo_status (drawing.cr);
  cairo_destroy (drawing.cr);
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

gboolean
gscope_gtk_picture_write (GtkWidget *widget, const char *path, int width, int height, double scale,
                          GscopeGtkPictureFunc draw, GError **error)
{
  GscopeGtkPicture format;
  g_autoptr (GBytes) bytes = NULL;
  g_autoptr (GError) reason = NULL;
  gsize size;
  const char *data;

  if (!find_format (path, &format, error))
    return FALSE;
  bytes = gscope_gtk_picture_make (widget, format, width, height, scale, draw, error);
  if (!bytes)
    return FALSE;
  data = g_bytes_get_data (bytes, &size);
  if (g_file_set_contents_full (path, data, size, G_FILE_SET_CONTENTS_CONSISTENT, 0666, &reason))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("Cannot write “%s”: %s."), path,
               reason->message);
  return FALSE;
}

gboolean
gscope_gtk_picture_copy (GtkWidget *widget, GscopeGtkPictureFunc draw, GError **error)
{
  g_autoptr (GBytes) bytes = gscope_gtk_picture_make (
      widget, GSCOPE_GTK_PICTURE_PNG, 0, 0, gtk_widget_get_scale_factor (widget), draw, error);
  g_autoptr (GdkTexture) texture = NULL;

  if (!bytes)
    return FALSE;
  texture = gdk_texture_new_from_bytes (bytes, error);
  if (!texture)
    return FALSE;
  gdk_clipboard_set_texture (gtk_widget_get_clipboard (widget), texture);
  return TRUE;
}

enum
{
  /* columns a logical pixel: finer than eyes see on paper at a sheet's width */
  COLUMNS = 3,
  /* logical pixels, of a widget that was never shown */
  WIDTH = 960,
  HEIGHT = 640,
};

/* The printed picture. */
typedef struct
{
  GtkWidget *widget;
  GscopeGtkPictureFunc draw;
} Print;

static void
print_free (gpointer data, GClosure *closure)
{
  g_object_unref (((Print *) data)->widget);
  g_free (data);
}

static void
on_draw_page (GtkPrintOperation *operation, GtkPrintContext *context, int page, const Print *print)
{
  int width = gtk_widget_get_width (print->widget);
  int height = gtk_widget_get_height (print->widget);
  GscopeGtkDrawing drawing = { gtk_print_context_get_cairo_context (context),
                               width > 0 ? width : WIDTH,
                               height > 0 ? height : HEIGHT,
                               COLUMNS,
                               TRUE,
                               gscope_gtk_palette_get (FALSE) };
  double scale = MIN (gtk_print_context_get_width (context) / drawing.width,
                      gtk_print_context_get_height (context) / drawing.height);

  cairo_scale (drawing.cr, scale, scale);
  print->draw (print->widget, &drawing);
}

GtkPrintOperation *
gscope_gtk_picture_prepare_print (GtkWidget *widget, GscopeGtkPictureFunc draw)
{
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();
  Print *print = g_new0 (Print, 1);

  print->widget = g_object_ref (widget);
  print->draw = draw;
  gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_job_name (operation, _ ("Signals over Time"));
  gtk_print_operation_set_n_pages (operation, 1);
  g_signal_connect_data (operation, "draw-page", G_CALLBACK (on_draw_page), print, print_free, 0);
  return operation;
}

gboolean
gscope_gtk_picture_print (GtkWidget *widget, GscopeGtkPictureFunc draw, GError **error)
{
  g_autoptr (GtkPrintOperation) operation = gscope_gtk_picture_prepare_print (widget, draw);
  GtkRoot *root = gtk_widget_get_root (widget);
  GtkWindow *parent = GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;

  return gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent, error)
         != GTK_PRINT_OPERATION_RESULT_ERROR;
}
