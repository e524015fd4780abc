/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/view/picture.h>
#include <gscope-gtk/view/private.h>

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
