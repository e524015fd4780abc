/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/analysis/analysis-view-private.h>
#include <gscope-gtk/chrome/rgba.h>
#include <gscope-gtk/pane/pane.h>
#include <gscope-gtk/tables/measure-table-private.h>
#include <gscope-gtk/view/surroundings.h>

/* Returns the table within its scrolled window. */
static GtkWidget *
get_content (GtkWidget *child)
{
  if (GTK_IS_SCROLLED_WINDOW (child))
    child = gtk_scrolled_window_get_child (GTK_SCROLLED_WINDOW (child));
  return GTK_IS_VIEWPORT (child) ? gtk_viewport_get_child (GTK_VIEWPORT (child)) : child;
}

static void
draw_child (GtkWidget *child, const graphene_rect_t *area, const GscopeGtkDrawing *drawing)
{
  GscopeGtkDrawing part = *drawing;

  part.width = (int) area->size.width;
  part.height = (int) area->size.height;
  cairo_save (part.cr);
  cairo_translate (part.cr, area->origin.x, area->origin.y);
  cairo_rectangle (part.cr, 0, 0, part.width, part.height);
  cairo_clip (part.cr);
  if (GSCOPE_GTK_IS_MEASURE_TABLE (child))
    gscope_gtk_measure_table_draw_picture (child, &part);
  else if (GSCOPE_GTK_IS_VIEW (child))
    gscope_gtk_view_draw_picture (child, &part);
  else
    gscope_gtk_analysis_view_draw_picture (child, &part);
  cairo_restore (part.cr);
}

static void
draw (gpointer pane, const GscopeGtkDrawing *drawing)
{
  const GscopeGtkPalette *palette =
      drawing->palette ? drawing->palette : gscope_gtk_surroundings_get_palette (pane);
  graphene_rect_t area;

  gscope_gtk_rgba_set_source (drawing->cr, palette->background, 1);
  cairo_paint (drawing->cr);
  for (GtkWidget *child = gtk_widget_get_first_child (pane); child;
       child = gtk_widget_get_next_sibling (child))
    {
      GtkWidget *content = get_content (child);

      if (gtk_widget_should_layout (content) && gtk_widget_compute_bounds (content, pane, &area))
        draw_child (content, &area, drawing);
    }
}

/**
 * gscope_gtk_pane_export:
 * @self: a pane that has a size
 * @path: (type filename): path of the picture; ends with `.png`, `.svg` or `.pdf`
 * @scale: as in [method@View.render]
 * @error: return location for an error
 *
 * Writes a picture of the whole pane, as [method@View.export] does of a view.
 *
 * Returns: whether it was written; else the errors of [method@View.export]
 */
gboolean
gscope_gtk_pane_export (GscopeGtkPane *self, const char *path, double scale, GError **error)
{
  return gscope_gtk_picture_write (GTK_WIDGET (self), path, 0, 0, scale, draw, error);
}

/**
 * gscope_gtk_pane_copy_picture:
 * @self: a pane that has a size
 * @error: return location for an error
 *
 * Copies a picture of the pane to the clipboard, at the screen's scale.
 *
 * Returns: whether it was copied; else the errors of [method@View.render]
 */
gboolean
gscope_gtk_pane_copy_picture (GscopeGtkPane *self, GError **error)
{
  return gscope_gtk_picture_copy (GTK_WIDGET (self), draw, error);
}

/**
 * gscope_gtk_pane_print:
 * @self: a pane
 * @error: return location for an error
 *
 * Prints a picture of the pane, as [method@View.print] does of a view.
 *
 * Returns: whether there was no error; closing the dialog without printing is not an error
 */
gboolean
gscope_gtk_pane_print (GscopeGtkPane *self, GError **error)
{
  return gscope_gtk_picture_print (GTK_WIDGET (self), draw, error);
}
