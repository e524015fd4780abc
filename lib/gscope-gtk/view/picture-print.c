/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/picture.h>

#include <glib/gi18n-lib.h>

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
