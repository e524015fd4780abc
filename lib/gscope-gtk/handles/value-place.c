/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/handles/flag.h>
#include <gscope-gtk/handles/value-place.h>
#include <gscope-gtk/plot/ruler.h>

#include <math.h>

enum
{
  /* logical pixels */
  POINT = 8,
  /* the number of positions in a lane that a drag rounds to, at least, and that an arrow key moves by */
  PARTS = 400,
  KEY_STEPS = 100,
};

GscopeGtkSceneLane *
gscope_gtk_value_place_find_lane (const GscopeGtkScene *scene, GscopeSignal *signal,
                                  GscopeGtkMapping *mapping)
{
  for (guint l = 0; l < scene->lanes->len; l++)
    {
      GscopeGtkSceneLane *lane = &g_array_index (scene->lanes, GscopeGtkSceneLane, l);

      for (guint s = 0; s < lane->n_scales; s++)
        for (guint i = 0; i < lane->scales[s].signals->len; i++)
          {
            GscopeGtkViewSignal *entry = lane->scales[s].signals->pdata[i];

            if (gscope_gtk_view_signal_get_signal (entry) != signal)
              continue;
            *mapping = gscope_gtk_view_signal_get_mapping (entry);
            return lane->scales[s].states ? NULL : lane;
          }
    }
  return NULL;
}

gboolean
gscope_gtk_value_place_take (GscopeGtkValuePlace *self, const GscopeGtkScene *scene,
                             const GscopeGtkSceneLane *lane, const GscopeGtkMapping *mapping,
                             gboolean *is_moved)
{
  GtkAllocation area;

  *is_moved = FALSE;
  self->has_lane = lane != NULL;
  if (!lane)
    return FALSE;
  area = (GtkAllocation){ 0, scene->plot.y + lane->top, scene->plot.x + scene->plot.width,
                          lane->height };
  *is_moved = !gdk_rectangle_equal (&area, &self->area);
  if (!*is_moved && self->palette == scene->palette
      && gscope_gtk_mapping_equal (&self->mapping, mapping))
    return FALSE;
  self->area = area;
  self->lane = *lane;
  self->mapping = *mapping;
  self->ruler = scene->plot.x;
  self->palette = scene->palette;
  self->text_scale = scene->text_scale;
  return TRUE;
}

double
gscope_gtk_value_place_to_y (const GscopeGtkValuePlace *self, double value)
{
  double y = gscope_gtk_scene_value_to_y (&self->lane, &self->mapping, value) - self->lane.top;

  /* a value without a place is below all others */
  if (isnan (y))
    y = self->lane.height;
  return floor (CLAMP (y, 0, self->lane.height - 1));
}

double
gscope_gtk_value_place_to_value (const GscopeGtkValuePlace *self, double y)
{
  double value = gscope_gtk_scene_y_to_value (&self->lane, &self->mapping, self->lane.top + y);

  /* far below a logarithmic axis it would become 0 */
  return self->mapping.logarithmic ? MAX (value, self->mapping.min) : value;
}

/* Returns the step to which a value is rounded: a part of a linear axis, or the third digit on a logarithmic one. */
static double
get_step (const GscopeGtkValuePlace *self, double value, int parts)
{
  if (self->mapping.logarithmic)
    return pow (10, floor (log10 (MAX (value, self->mapping.min))) - 2);
  return gscope_gtk_round_up ((self->mapping.max - self->mapping.min) / parts);
}

double
gscope_gtk_value_place_round (const GscopeGtkValuePlace *self, double value)
{
  double step = get_step (self, value, PARTS);

  return round (value / step) * step;
}

double
gscope_gtk_value_place_get_key_step (const GscopeGtkValuePlace *self, double value)
{
  return get_step (self, value, KEY_STEPS);
}

double
gscope_gtk_value_place_step (const GscopeGtkValuePlace *self, double value, int by)
{
  double step = get_step (self, value, KEY_STEPS), part;

  if (!self->mapping.logarithmic)
    return round (value / step + by) * step;
  part = gscope_gtk_mapping_to_part (&self->mapping, MAX (value, self->mapping.min));
  value = gscope_gtk_mapping_to_value (&self->mapping, part + (double) by / KEY_STEPS);
  step = get_step (self, value, KEY_STEPS);
  return round (value / step) * step;
}

gboolean
gscope_gtk_value_place_contains (const GscopeGtkValuePlace *self, double value, double x, double y)
{
  return x >= 0 && x < self->ruler + POINT
         && fabs (y - gscope_gtk_value_place_to_y (self, value))
                <= gscope_gtk_flag_get_height (self->text_scale) / 2.0;
}

void
gscope_gtk_value_place_cover (const GscopeGtkValuePlace *self, const GscopeGtkScene *scene,
                              gconstpointer handle, gboolean shown, double value)
{
  if (shown)
    gscope_gtk_scene_set_flag (scene, handle,
                               self->area.y + gscope_gtk_value_place_to_y (self, value),
                               gscope_gtk_flag_get_height (self->text_scale) / 2.0);
  else
    gscope_gtk_scene_set_flag (scene, handle, 0, 0);
}

void
gscope_gtk_value_place_draw_line (const GscopeGtkValuePlace *self, GtkSnapshot *snapshot,
                                  double value)
{
  double y = gscope_gtk_value_place_to_y (self, value);
  const double dashes[] = { 6, 4 };
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (self->ruler, y, self->area.width - self->ruler, 1));
  GscopeGtkBrush brush = { .cr = cr, .palette = self->palette };

  cairo_set_dash (cr, dashes, 2, 0);
  gscope_gtk_brush_line (&brush, self->ruler, y + 0.5, self->area.width, y + 0.5,
                         self->palette->accent, 1);
  cairo_destroy (cr);
}

static void
outline_flag (cairo_t *cr, double left, double right, double y, double half)
{
  cairo_move_to (cr, left, y - half);
  cairo_line_to (cr, right - POINT, y - half);
  cairo_line_to (cr, right, y);
  cairo_line_to (cr, right - POINT, y + half);
  cairo_line_to (cr, left, y + half);
  cairo_close_path (cr);
}

void
gscope_gtk_value_place_draw_flag (const GscopeGtkValuePlace *self, GtkWidget *widget,
                                  GtkSnapshot *snapshot, const char *letter, double value,
                                  const char *unit)
{
  double y = gscope_gtk_value_place_to_y (self, value), factor;
  double half = gscope_gtk_flag_get_height (self->text_scale) / 2.0, width, height;
  cairo_t *cr = gtk_snapshot_append_cairo (
      snapshot, &GRAPHENE_RECT_INIT (0, y - half - 2, self->ruler + POINT + 2, 2 * half + 4));
  g_autofree char *number = NULL, *text = NULL;
  GscopeGtkBrush brush;

  gscope_gtk_choose_prefix (self->mapping.min, self->mapping.max, unit, &factor);
  number = gscope_quantity_format_rounded (value / factor, 3);
  text = g_strdup_printf ("%s %s", letter, number);
  gscope_gtk_brush_init (&brush, cr, gtk_widget_get_pango_context (widget), self->palette);
  gscope_gtk_brush_set_text (&brush, text, TRUE, self->ruler - 6);
  gscope_gtk_brush_get_size (&brush, &width, &height);
  outline_flag (cr, MAX (self->ruler - width - 8, 1), self->ruler + POINT, y + 0.5, half);
  gscope_gtk_flag_fill (&brush, gtk_widget_has_focus (widget));
  gscope_gtk_brush_draw_middle (&brush, MAX (self->ruler - width - 4, 4), y + 0.5,
                                gscope_gtk_palette_on (self->palette->accent));
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
}
