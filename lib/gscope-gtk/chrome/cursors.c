/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/chrome.h>
#include <gscope-gtk/chrome/measure.h>
#include <gscope-gtk/chrome/time-ruler.h>

#include <math.h>

/* Cursors: a line with a dot on every trace. The heads of lanes show the values at a single cursor; two
 * have the interval between them on the marker rail, and a table outside of the picture. */

enum
{
  /* distance from the interval's line down to the plot */
  INTERVAL_RISE = 16,
  ARROW = 4,
  DIGITS = 4,
};

#define DOT_RADIUS 3.5

static gboolean
get_x (const GscopeGtkAnnotations *self, guint cursor, double *x)
{
  return gscope_gtk_chrome_get_x (self->scene, self->cursors->times[cursor], x);
}

static void
draw_dot (GscopeGtkBrush *brush, double x, double y, guint32 color)
{
  cairo_arc (brush->cr, x, y, DOT_RADIUS, 0, 2 * G_PI);
  gscope_gtk_brush_set_color (brush, color, 1);
  cairo_fill_preserve (brush->cr);
  gscope_gtk_brush_set_color (brush, brush->palette->plot, 1);
  cairo_set_line_width (brush->cr, 1);
  cairo_stroke (brush->cr);
}

static void
draw_lane_dots (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, guint cursor, double x,
                const GscopeGtkSceneLane *lane, const GscopeGtkScale *scale)
{
  for (guint i = 0; i < scale->signals->len; i++)
    {
      GscopeGtkViewSignal *signal = scale->signals->pdata[i];
      const GscopeGtkMapping mapping = gscope_gtk_view_signal_get_mapping (signal);
      double y = gscope_gtk_scene_value_to_y (
          lane, &mapping, gscope_gtk_measure_read (signal, self->cursors->times[cursor]));

      if (y >= lane->top && y <= lane->top + lane->height)
        draw_dot (brush, x, self->scene->plot.y + y,
                  gscope_gtk_view_signal_resolve (signal, brush->palette, NULL));
    }
}

char *
gscope_gtk_chrome_format_cursor (const GscopeGtkAnnotations *self, guint cursor)
{
  static const char *const names[GSCOPE_GTK_N_CURSORS] = { "A", "B" };
  g_autofree char *text = NULL;
  GscopeGtkTimeRuler ruler;

  gscope_gtk_time_ruler_init (&ruler, self->scene, self->clock);
  text = gscope_gtk_time_ruler_format (&ruler, self->cursors->times[cursor], self->cursors->n == 1);
  return self->cursors->n > 1 ? g_strdup_printf ("%s %s", names[cursor], text)
                              : g_steal_pointer (&text);
}

static void
draw_cursor (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, guint cursor)
{
  const GscopeGtkScene *scene = self->scene;
  double x, top = scene->plot.y - (scene->has_interval ? INTERVAL_RISE + ARROW : 0);
  g_autofree char *text = gscope_gtk_chrome_format_cursor (self, cursor);

  if (!get_x (self, cursor, &x))
    return;
  gscope_gtk_brush_line (brush, x, MAX (0, top), x, scene->ruler_top, scene->palette->text, 1);
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (scene->lanes, GscopeGtkSceneLane, i);

      for (guint s = 0; s < lane->n_scales; s++)
        draw_lane_dots (self, brush, cursor, x, lane, &lane->scales[s]);
    }
  gscope_gtk_brush_flag (brush, (self->flags[cursor].left + self->flags[cursor].right) / 2,
                         scene->ruler_top + 4, scene->width, text, scene->palette->text);
}

static void
draw_arrow (GscopeGtkBrush *brush, double tip, double y, double direction)
{
  cairo_move_to (brush->cr, tip, y);
  cairo_line_to (brush->cr, tip - direction * ARROW, y - ARROW);
  cairo_move_to (brush->cr, tip, y);
  cairo_line_to (brush->cr, tip - direction * ARROW, y + ARROW);
  cairo_stroke (brush->cr);
}

static void
draw_interval (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush)
{
  g_autofree char *interval = gscope_gtk_chrome_format_interval (self);
  g_autofree char *text = g_strdup_printf ("Δ %s", interval);
  double a, b, y = self->scene->plot.y - round (INTERVAL_RISE * brush->text_scale) + 0.5;

  if (!get_x (self, 0, &a) || !get_x (self, 1, &b) || self->scene->marker_rail < INTERVAL_RISE)
    return;
  gscope_gtk_brush_line (brush, a, y, b, y, brush->palette->text, 1);
  if (fabs (b - a) > 2 * ARROW)
    {
      draw_arrow (brush, a, y, a < b ? -1 : 1);
      draw_arrow (brush, b, y, a < b ? 1 : -1);
    }
  gscope_gtk_brush_flag (brush, (a + b) / 2, y - round (9 * brush->text_scale), self->scene->width,
                         text, brush->palette->text);
}

/* Adds a signal to those of different clocks. Returns the largest error between it and them. */
static gint64
add_clock (GPtrArray *clocks, GscopeSignal *signal)
{
  gint64 most = 0;

  for (guint i = 0; i < clocks->len; i++)
    {
      gint64 error = gscope_signal_get_interval_error (clocks->pdata[i], signal);

      if (error == 0)
        return 0;
      most = MAX (most, error);
    }
  g_ptr_array_add (clocks, signal);
  return most;
}

/* Each cursor may be at an event of any signal in the picture. */
static gint64
get_interval_error (const GscopeGtkAnnotations *self)
{
  g_autoptr (GPtrArray) clocks = g_ptr_array_new ();
  gint64 error = 0;

  for (guint i = 0; i < self->scene->lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i);

      for (guint s = 0; s < lane->n_scales; s++)
        for (guint k = 0; k < lane->scales[s].signals->len; k++)
          error = MAX (error, add_clock (clocks, gscope_gtk_view_signal_get_signal (
                                                     lane->scales[s].signals->pdata[k])));
    }
  return error;
}

char *
gscope_gtk_chrome_format_interval (const GscopeGtkAnnotations *self)
{
  double seconds = (self->cursors->times[1] - self->cursors->times[0]) / 1e9;
  gint64 error = get_interval_error (self);
  g_autofree char *number = NULL;

  if (error > 0)
    return gscope_quantity_format_time_error (self->cursors->times[1] - self->cursors->times[0],
                                              error);
  if (fabs (seconds) < 60)
    return gscope_quantity_format (seconds, "s", DIGITS);
  number = gscope_quantity_format_number (seconds, 1);
  return g_strconcat (number, " s", NULL);
}

char *
gscope_gtk_chrome_format_rate (const GscopeGtkAnnotations *self)
{
  double seconds = fabs ((self->cursors->times[1] - self->cursors->times[0]) / 1e9);

  return seconds > 0 ? gscope_quantity_format (1 / seconds, "Hz", DIGITS) : g_strdup ("–");
}

void
gscope_gtk_chrome_draw_cursors (const GscopeGtkAnnotations *self, cairo_t *cr,
                                PangoContext *context)
{
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, self->scene->palette);
  for (guint i = 0; i < self->cursors->n; i++)
    draw_cursor (self, &brush, i);
  if (self->cursors->n == GSCOPE_GTK_N_CURSORS)
    draw_interval (self, &brush);
  gscope_gtk_brush_clear (&brush);
}
