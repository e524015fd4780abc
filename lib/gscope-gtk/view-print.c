/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view-private.h>

#include <glib/gi18n-lib.h>

enum
{
  /* columns a logical pixel: finer than eyes see on paper at a sheet's width */
  COLUMNS = 3,
  /* logical pixels, of a view that was never shown */
  WIDTH = 960,
  HEIGHT = 640,
};

/* As large as the page has room for, in the colours of a light screen. */
static void
on_draw_page (GtkPrintOperation *operation, GtkPrintContext *context, int page, GscopeGtkView *self)
{
  cairo_t *cr = gtk_print_context_get_cairo_context (context);
  int width = self->scene.width > 0 ? self->scene.width : WIDTH;
  int height = self->scene.height > 0 ? self->scene.height : HEIGHT;
  double scale = MIN (gtk_print_context_get_width (context) / width,
                      gtk_print_context_get_height (context) / height);

  cairo_scale (cr, scale, scale);
  gscope_gtk_view_draw (self, cr, width, height, COLUMNS, TRUE, gscope_gtk_palette_get (FALSE));
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
  GtkPrintOperation *operation = gtk_print_operation_new ();
  g_autoptr (GtkPageSetup) setup = gtk_page_setup_new ();

  gtk_page_setup_set_orientation (setup, GTK_PAGE_ORIENTATION_LANDSCAPE);
  gtk_print_operation_set_default_page_setup (operation, setup);
  gtk_print_operation_set_embed_page_setup (operation, TRUE);
  gtk_print_operation_set_job_name (operation, _ ("Signals over time"));
  gtk_print_operation_set_n_pages (operation, 1);
  g_signal_connect_object (operation, "draw-page", G_CALLBACK (on_draw_page), self, 0);
  return operation;
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
  g_autoptr (GtkPrintOperation) operation = gscope_gtk_view_create_print_operation (self);
  GtkRoot *root = gtk_widget_get_root (GTK_WIDGET (self));
  GtkWindow *parent = GTK_IS_WINDOW (root) ? GTK_WINDOW (root) : NULL;

  return gtk_print_operation_run (operation, GTK_PRINT_OPERATION_ACTION_PRINT_DIALOG, parent, error)
         != GTK_PRINT_OPERATION_RESULT_ERROR;
}
