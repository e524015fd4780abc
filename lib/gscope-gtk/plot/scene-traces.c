/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/path.h>
#include <gscope-gtk/plot/scene.h>

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

void
gscope_gtk_scene_draw_traces (GscopeGtkScene *self, cairo_t *cr, gboolean paths)
{
  /* grades are pixels whatever the format */
  if (paths && !gscope_gtk_scene_is_graded (self))
    draw_paths (self, cr);
  else
    draw_pixels (self, cr);
}
