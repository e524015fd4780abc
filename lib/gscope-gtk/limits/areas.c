/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/limits/areas.h>

#include <gscope-gtk/badge/failures.h>
#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/gaps.h>
#include <gscope-gtk/plot/captures.h>
#include <math.h>

/* A part of a bound, straight from one place to the other, in logical pixels of the view, and where the values beyond it
 * end. */
typedef struct
{
  double x0;
  double y0;
  double x1;
  double y1;
  double edge;
} Piece;

static void
visit_lane (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane,
            GscopeGtkLimitFunc func, gpointer data)
{
  for (guint s = 0; s < lane->n_scales; s++)
    for (guint i = 0; !lane->scales[s].states && i < lane->scales[s].signals->len; i++)
      {
        GscopeGtkViewSignal *entry = lane->scales[s].signals->pdata[i];
        GscopeLimit *limit = gscope_gtk_failures_find_limit (
            self->limits, gscope_gtk_view_signal_get_signal (entry));
        GscopeGtkMapping mapping = gscope_gtk_view_signal_get_mapping (entry);

        if (limit)
          func (self->scene, lane, &mapping, limit, data);
      }
}

void
gscope_gtk_limits_foreach (const GscopeGtkAnnotations *self, GscopeGtkLimitFunc func, gpointer data)
{
  if (!self->limits || g_list_model_get_n_items (self->limits) == 0)
    return;
  for (guint i = 0; i < self->scene->lanes->len; i++)
    visit_lane (self, &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i), func, data);
}

/* Returns the place of a bound, within the lane. */
static double
get_y (const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
       double value)
{
  double y = gscope_gtk_scene_value_to_y (lane, mapping, value);

  /* a value without a place is below all others */
  if (isnan (y))
    y = lane->top + lane->height;
  return scene->plot.y + CLAMP (y, lane->top, lane->top + lane->height);
}

/* An open bound has no piece. */
static void
add_piece (GArray *pieces, const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
           const GscopeGtkMapping *mapping, const double x[2], const double values[2],
           gboolean is_upper)
{
  Piece piece;

  if (isinf (values[0]) || isinf (values[1]))
    return;
  piece = (Piece){ x[0], get_y (scene, lane, mapping, values[0]), x[1],
                   get_y (scene, lane, mapping, values[1]),
                   scene->plot.y + lane->top + (is_upper ? 0 : lane->height) };
  g_array_append_val (pieces, piece);
}

static void
add_mask (GArray *pieces, const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
          const GscopeGtkMapping *mapping, GscopeLimit *limit)
{
  gsize n;
  const GscopeLimitCorner *corners = gscope_limit_get_corners (limit, &n);
  double zero,
      width = (double) gscope_gtk_viewport_get_column_width (scene->viewport) * scene->device_scale;

  if (!gscope_gtk_scene_get_zero_x (scene, &zero))
    return;
  for (gsize i = 0; i + 1 < n; i++)
    {
      const GscopeLimitCorner *from = &corners[i], *to = &corners[i + 1];
      const double x[] = { zero + (double) from->time / width, zero + (double) to->time / width };
      const double lower[] = { from->lower, to->lower }, upper[] = { from->upper, to->upper };

      add_piece (pieces, scene, lane, mapping, x, lower, FALSE);
      add_piece (pieces, scene, lane, mapping, x, upper, TRUE);
    }
}

static void
add_band (GArray *pieces, const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
          const GscopeGtkMapping *mapping, const GscopeLimitSettings *settings)
{
  const double x[] = { scene->plot.x, scene->plot.x + scene->plot.width };
  const double lower[] = { settings->lower, settings->lower };
  const double upper[] = { settings->upper, settings->upper };

  if (settings->kind != GSCOPE_LIMIT_KIND_AT_MOST)
    add_piece (pieces, scene, lane, mapping, x, lower, FALSE);
  if (settings->kind != GSCOPE_LIMIT_KIND_AT_LEAST)
    add_piece (pieces, scene, lane, mapping, x, upper, TRUE);
}

static void
add_limit (const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
           const GscopeGtkMapping *mapping, GscopeLimit *limit, gpointer pieces)
{
  const GscopeLimitSettings *settings = gscope_limit_get_settings (limit);

  if (settings->kind == GSCOPE_LIMIT_KIND_MASK)
    add_mask (pieces, scene, lane, mapping, limit);
  else
    add_band (pieces, scene, lane, mapping, settings);
}

static GArray *
list_pieces (const GscopeGtkAnnotations *self)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  gscope_gtk_limits_foreach (self, add_limit, pieces);
  return pieces;
}

/* The plot, to which everything is clipped. */
static graphene_rect_t
get_plot (const GscopeGtkScene *scene)
{
  return GRAPHENE_RECT_INIT (scene->plot.x, scene->plot.y, scene->plot.width, scene->plot.height);
}

GArray *
gscope_gtk_limits_list_areas (const GscopeGtkAnnotations *self)
{
  GArray *areas = g_array_new (FALSE, FALSE, sizeof (graphene_rect_t));
  g_autoptr (GArray) pieces = list_pieces (self);
  graphene_rect_t plot = get_plot (self->scene);

  for (guint i = 0; i < pieces->len; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);
      double top = floor (MIN (MIN (piece->y0, piece->y1), piece->edge)) - 1;
      double bottom = ceil (MAX (MAX (piece->y0, piece->y1), piece->edge)) + 1;
      double left = floor (piece->x0);
      graphene_rect_t area = GRAPHENE_RECT_INIT (left, top, ceil (piece->x1) - left, bottom - top);

      if (!graphene_rect_intersection (&area, &plot, &area))
        continue;
      /* the pieces of a mask are beside and over each other: one picture */
      if (areas->len > 0 && i > 0 && piece->x0 > plot.origin.x)
        graphene_rect_union (&area, &g_array_index (areas, graphene_rect_t, areas->len - 1),
                             &g_array_index (areas, graphene_rect_t, areas->len - 1));
      else
        g_array_append_val (areas, area);
    }
  return areas;
}

static void
add_outline (cairo_t *cr, const Piece *piece)
{
  cairo_move_to (cr, piece->x0, piece->y0);
  cairo_line_to (cr, piece->x1, piece->y1);
  cairo_line_to (cr, piece->x1, piece->edge);
  cairo_line_to (cr, piece->x0, piece->edge);
  cairo_close_path (cr);
}

/* The line is on whole pixels where it is level. */
static void
add_line (cairo_t *cr, const Piece *piece)
{
  cairo_move_to (cr, piece->x0, floor (piece->y0) + 0.5);
  cairo_line_to (cr, piece->x1, floor (piece->y1) + 0.5);
}

static void
draw_pieces (GscopeGtkBrush *brush, const GArray *pieces)
{
  cairo_pattern_t *pattern = gscope_gtk_chrome_create_hatching (brush, TRUE);

  for (guint i = 0; i < pieces->len; i++)
    add_outline (brush->cr, &g_array_index (pieces, Piece, i));
  cairo_set_source (brush->cr, pattern);
  cairo_fill (brush->cr);
  cairo_pattern_destroy (pattern);
  for (guint i = 0; i < pieces->len; i++)
    add_line (brush->cr, &g_array_index (pieces, Piece, i));
  gscope_gtk_brush_set_color (brush, brush->palette->text, 0.7);
  cairo_set_line_width (brush->cr, 1);
  cairo_stroke (brush->cr);
}

void
gscope_gtk_limits_draw_areas (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  g_autoptr (GArray) pieces = list_pieces (self);
  GscopeGtkBrush brush = { .cr = cr, .palette = self->scene->palette };
  graphene_rect_t plot = get_plot (self->scene);

  if (pieces->len == 0)
    return;
  cairo_save (cr);
  cairo_rectangle (cr, plot.origin.x, plot.origin.y, plot.size.width, plot.size.height);
  cairo_clip (cr);
  draw_pieces (&brush, pieces);
  cairo_restore (cr);
}
