/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/value-ruler.h>

#include <math.h>

enum
{
  LABEL_GAP = 6,
  MINOR_TICK = 4,
};

static char *
format_tick (double value, double step, const char *multiple)
{
  g_autofree char *text = gscope_quantity_format_number (value, gscope_gtk_count_decimals (step));

  return value != 0 ? g_strconcat (text, multiple, NULL) : g_steal_pointer (&text);
}

/* Returns the text of each tick; minor ticks have none. */
static GStrv
format_ticks (const GscopeGtkRuler *ruler, const GArray *ticks, double step)
{
  const GscopeGtkMapping *mapping = &ruler->mapping;
  g_autoptr (GStrvBuilder) texts = g_strv_builder_new ();
  double factor, many;
  const char *multiple;

  gscope_gtk_choose_prefix (mapping->min, mapping->max, ruler->unit, &factor);
  multiple =
      gscope_gtk_choose_multiple (MAX (fabs (mapping->min), fabs (mapping->max)) / factor, &many);
  factor *= many;
  for (guint i = 0; i < ticks->len; i++)
    {
      const GscopeGtkTick *tick = &g_array_index (ticks, GscopeGtkTick, i);
      g_autofree char *text = NULL;

      if (gscope_gtk_mapping_has_decades (mapping))
        text = tick->is_minor ? g_strdup ("") : gscope_gtk_format_decade (tick->value, ruler->unit);
      else
        text = format_tick (tick->value / factor, step / factor, multiple);
      g_strv_builder_add (texts, text);
    }
  return g_strv_builder_end (texts);
}

/* Minor ticks are short lines beside the plot, which has no grid lines for them. */
static void
draw_minor_tick (GscopeGtkBrush *brush, double edge, double y, gboolean is_left)
{
  y = floor (y) + 0.5;
  gscope_gtk_brush_line (brush, edge - (is_left ? MINOR_TICK : 0), y,
                         edge + (is_left ? 0 : MINOR_TICK), y, brush->palette->frame, 1);
}

static void
draw_numbers (GscopeGtkBrush *brush, const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
              const GscopeGtkRuler *ruler, guint32 color)
{
  double step = 1;
  g_autoptr (GArray) ticks =
      gscope_gtk_scene_list_ticks (lane, &ruler->mapping, ruler->unit, &step);
  g_auto (GStrv) texts = format_ticks (ruler, ticks, step);

  for (guint i = 0; i < ticks->len; i++)
    {
      const GscopeGtkTick *tick = &g_array_index (ticks, GscopeGtkTick, i);
      double y = scene->plot.y + gscope_gtk_scene_value_to_y (lane, &ruler->mapping, tick->value);
      double width, height;

      if (tick->is_minor)
        {
          draw_minor_tick (brush, ruler->edge, y, ruler->is_left);
          continue;
        }
      gscope_gtk_brush_set_text (brush, texts[i], FALSE, 0);
      gscope_gtk_brush_get_size (brush, &width, &height);
      y = CLAMP (y, scene->plot.y + lane->top + height / 2 - 4,
                 scene->plot.y + lane->top + lane->height - height / 2 + 4);
      if (!gscope_gtk_scene_has_flag (scene, ruler, y, height))
        gscope_gtk_brush_draw_text (
            brush, ruler->is_left ? ruler->edge - width - LABEL_GAP : ruler->edge + LABEL_GAP,
            y - height / 2, color);
    }
}

/* Returns the names of the signals of a ruler, with the unit of its numbers. */
static char *
make_title (const GscopeGtkRuler *ruler)
{
  g_autofree char *unit = gscope_gtk_chrome_format_unit (&ruler->mapping, ruler->unit);
  g_autoptr (GString) text = g_string_new (NULL);

  if (!ruler->scale)
    g_string_append (text, gscope_gtk_view_signal_get_label (ruler->signal));
  for (guint i = 0; ruler->scale && i < ruler->scale->signals->len; i++)
    g_string_append_printf (text, "%s%s", i > 0 ? ", " : "",
                            gscope_gtk_view_signal_get_label (ruler->scale->signals->pdata[i]));
  if (unit[0])
    g_string_append_printf (text, " (%s)", unit);
  return g_string_free (g_steal_pointer (&text), FALSE);
}

/* Titles are read from below. */
static void
draw_title (GscopeGtkBrush *brush, const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane,
            const GscopeGtkRuler *ruler, guint32 color)
{
  g_autofree char *title = make_title (ruler);
  int room = gscope_gtk_scene_get_title_width (scene);
  int outer = gscope_gtk_scene_get_ruler_width (scene, ruler->is_left);
  double middle =
      ruler->is_left ? ruler->edge - outer + room / 2.0 : ruler->edge + outer - room / 2.0;
  double width, height;

  gscope_gtk_brush_set_text (brush, title, FALSE, lane->height);
  gscope_gtk_brush_get_size (brush, &width, &height);
  cairo_save (brush->cr);
  cairo_translate (brush->cr, middle, scene->plot.y + lane->top + lane->height / 2.0);
  cairo_rotate (brush->cr, -G_PI / 2);
  gscope_gtk_brush_draw_text (brush, -width / 2, -height / 2, color);
  cairo_restore (brush->cr);
}

char *
gscope_gtk_chrome_format_unit (const GscopeGtkMapping *mapping, const char *unit)
{
  double factor;

  if (!unit || mapping->logarithmic)
    return g_strdup (unit ? unit : "");
  return g_strconcat (gscope_gtk_choose_prefix (mapping->min, mapping->max, unit, &factor), unit,
                      NULL);
}

void
gscope_gtk_chrome_draw_value_rulers (GscopeGtkBrush *brush, const GscopeGtkScene *scene,
                                     const GscopeGtkSceneLane *lane)
{
  GscopeGtkRuler rulers[GSCOPE_GTK_MAX_RULERS];
  guint n = gscope_gtk_scene_list_rulers (scene, lane, rulers);

  for (guint i = 0; i < n; i++)
    {
      const GscopeGtkRuler *ruler = &rulers[i];
      guint32 color = ruler->signal
                          ? gscope_gtk_view_signal_resolve (ruler->signal, scene->palette, NULL)
                          : scene->palette->dim;
      double top = scene->plot.y + lane->top, x = floor (ruler->edge) + 0.5;

      /* the plot's frame is the line of those beside it */
      if (i > 1)
        gscope_gtk_brush_line (brush, x, top, x, top + lane->height, color, 1);
      draw_numbers (brush, scene, lane, ruler, color);
      if (gscope_gtk_scene_get_title_width (scene) > 0)
        draw_title (brush, scene, lane, ruler, color);
    }
}
