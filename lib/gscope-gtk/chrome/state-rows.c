/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/state-rows.h>

#include <glib/gi18n-lib.h>
#include <gscope-gtk/paint/states.h>
#include <math.h>

/* The names beside and above the bars of a lane of states. */

enum
{
  KEY_GAP = 4,
  NAME_GAP = 6,
  EDGE = 4,
  ENTRY_GAP = 12,
  SWATCH = 16,
  SWATCH_HEIGHT = 10,
  SYMBOL = 8,
};

static double
measure_key (GscopeGtkBrush *brush)
{
  return 16 * brush->text_scale + KEY_GAP;
}

static void
draw_row_name (GscopeGtkBrush *brush, const GscopeGtkScene *scene, GscopeGtkViewSignal *entry,
               double middle)
{
  gboolean dashed, ended = gscope_signal_get_ended (gscope_gtk_view_signal_get_signal (entry));
  guint32 color = gscope_gtk_view_signal_resolve (entry, scene->palette, &dashed);
  double key = measure_key (brush), room = scene->plot.x - NAME_GAP - EDGE - key;
  double width, height;

  gscope_gtk_brush_set_text (brush, gscope_gtk_view_signal_get_label (entry),
                             entry == scene->selected, room);
  gscope_gtk_brush_get_size (brush, &width, &height);
  width = MIN (width, room);
  gscope_gtk_brush_draw_text (brush, scene->plot.x - NAME_GAP - width, middle - height / 2,
                              ended ? scene->palette->dim : scene->palette->text);
  gscope_gtk_brush_key (brush, scene->plot.x - NAME_GAP - width - key, middle,
                        gscope_gtk_view_signal_get_key (entry), color, dashed);
}

void
gscope_gtk_chrome_draw_row_names (GscopeGtkBrush *brush, const GscopeGtkScene *scene,
                                  const GscopeGtkSceneLane *lane)
{
  const GPtrArray *signals = lane->scales[0].signals;
  double height = (double) lane->height / signals->len, width, text;
  guint step;

  gscope_gtk_brush_set_text (brush, "8", FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &text);
  /* names that would overlap are left out */
  step = MAX (1, (guint) ceil (text / height));
  for (guint i = 0; i < signals->len; i += step)
    draw_row_name (brush, scene, signals->pdata[i],
                   floor (scene->plot.y + lane->top + (i + 0.5) * height));
}

/* The legend. */

typedef struct
{
  GscopeGtkBrush *brush;
  double x;
  double middle;
  double right;
} Legend;

/* Draws the part of a picture of a row: an interval of a style, or a symbol at a change. */
static void
draw_swatch (const Legend *self, GscopeStateStyle style)
{
  const GscopeGtkPalette *palette = self->brush->palette;
  cairo_t *cr = self->brush->cr;
  double x = floor (self->x), y = floor (self->middle - SWATCH_HEIGHT / 2.0);

  gscope_gtk_brush_set_color (self->brush,
                              style == GSCOPE_STATE_HATCHED ? palette->dim : palette->text, 1);
  cairo_set_line_width (cr, 1);
  if (style == GSCOPE_STATE_FILLED || style == GSCOPE_STATE_DIGIT)
    {
      cairo_rectangle (cr, x, y, SWATCH, SWATCH_HEIGHT);
      cairo_fill (cr);
      return;
    }
  if (style == GSCOPE_STATE_OUTLINE)
    cairo_rectangle (cr, x + 0.5, y + 0.5, SWATCH - 1, SWATCH_HEIGHT - 1);
  for (int i = 0; style == GSCOPE_STATE_HATCHED && i < SWATCH; i += 4)
    {
      cairo_move_to (cr, x + i, y + SWATCH_HEIGHT);
      cairo_line_to (cr, x + i + 4, y);
    }
  if (style == GSCOPE_STATE_THIN)
    {
      cairo_move_to (cr, x, floor (self->middle) + 0.5);
      cairo_line_to (cr, x + SWATCH, floor (self->middle) + 0.5);
    }
  cairo_stroke (cr);
}

static void
draw_symbol (const Legend *self, GscopeGtkStateChange change)
{
  const GscopeGtkPalette *palette = self->brush->palette;
  cairo_t *cr = self->brush->cr;
  double x = floor (self->x) + SYMBOL / 2.0, y = floor (self->middle - SWATCH_HEIGHT / 2.0);

  if (change == GSCOPE_GTK_CHANGE_BUDGET_ENDED)
    {
      gscope_gtk_brush_line (self->brush, x, y, x, y + SWATCH_HEIGHT, palette->error, 2);
      return;
    }
  if (change == GSCOPE_GTK_CHANGE_PREEMPTED)
    {
      gscope_gtk_brush_set_color (self->brush, palette->warning, 1);
      cairo_move_to (cr, x - 4, y + 2);
      cairo_line_to (cr, x + 4, y + 2);
      cairo_line_to (cr, x, y + 8);
      cairo_fill (cr);
      return;
    }
  gscope_gtk_brush_line (self->brush, x, y, x, y + SWATCH_HEIGHT, palette->text, 1);
  cairo_move_to (cr, x - 3, y + 4);
  cairo_line_to (cr, x, y);
  cairo_line_to (cr, x + 3, y + 4);
  cairo_stroke (cr);
}

/* Draws the words of an entry behind its picture. Returns FALSE if there is no room for both. */
static gboolean
reserve (const Legend *self, const char *text, double picture)
{
  double width, height;

  gscope_gtk_brush_set_text (self->brush, text, FALSE, 0);
  gscope_gtk_brush_get_size (self->brush, &width, &height);
  return self->x + picture + KEY_GAP + width <= self->right;
}

static void
draw_words (Legend *self, double picture)
{
  double width, height;

  gscope_gtk_brush_get_size (self->brush, &width, &height);
  gscope_gtk_brush_draw_text (self->brush, self->x + picture + KEY_GAP, self->middle - height / 2,
                              self->brush->palette->dim);
  self->x += picture + KEY_GAP + width + ENTRY_GAP;
}

/* Adds the states that have a style; names of filled bars are on them. */
static void
add_styles (Legend *self, GscopeSignal *signal, guint *seen)
{
  gsize n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);

  for (gsize i = 0; i < n; i++)
    {
      if (states[i].style == GSCOPE_STATE_FILLED || *seen & 1u << states[i].style)
        continue;
      *seen |= 1u << states[i].style;
      if (!reserve (self, states[i].name, SWATCH))
        continue;
      draw_swatch (self, states[i].style);
      draw_words (self, SWATCH);
    }
}

/* Draws a wedge, as of a budget that falls. */
static void
add_budget (Legend *self)
{
  const char *words = _ ("budget left");
  double x = floor (self->x), y = floor (self->middle - SWATCH_HEIGHT / 2.0);

  if (!reserve (self, words, SWATCH))
    return;
  gscope_gtk_brush_set_color (self->brush, self->brush->palette->text, 1);
  cairo_move_to (self->brush->cr, x, y);
  cairo_line_to (self->brush->cr, x + SWATCH, y + SWATCH_HEIGHT);
  cairo_line_to (self->brush->cr, x, y + SWATCH_HEIGHT);
  cairo_close_path (self->brush->cr);
  cairo_fill (self->brush->cr);
  draw_words (self, SWATCH);
}

static gboolean
has_budget (const GscopeGtkScale *scale)
{
  for (guint i = 0; i < scale->below->len; i++)
    if (scale->below->pdata[i])
      return TRUE;
  return FALSE;
}

static void
add_change (Legend *self, GscopeGtkStateChange change, const char *words)
{
  if (!reserve (self, words, SYMBOL))
    return;
  draw_symbol (self, change);
  draw_words (self, SYMBOL);
}

void
gscope_gtk_chrome_draw_legend (GscopeGtkBrush *brush, const GscopeGtkScale *scale, double x,
                               double middle, double right)
{
  const guint thin = 1u << GSCOPE_STATE_THIN, outline = 1u << GSCOPE_STATE_OUTLINE;
  const guint hatched = 1u << GSCOPE_STATE_HATCHED;
  Legend self = { brush, x, middle, right };
  guint seen = 0;

  for (guint i = 0; i < scale->signals->len; i++)
    add_styles (&self, gscope_gtk_view_signal_get_signal (scale->signals->pdata[i]), &seen);
  if (seen & thin && seen & (outline | hatched))
    add_change (&self, GSCOPE_GTK_CHANGE_WAKE_UP, _ ("wake-up"));
  if (seen & outline)
    add_change (&self, GSCOPE_GTK_CHANGE_PREEMPTED, _ ("preempted"));
  if (seen & hatched)
    add_change (&self, GSCOPE_GTK_CHANGE_BUDGET_ENDED, _ ("budget ends"));
  if (has_budget (scale))
    add_budget (&self);
}

const char *
gscope_gtk_chrome_find_widest (GscopeGtkViewSignal *entry)
{
  gsize n, most = 0;
  const GscopeState *states =
      gscope_signal_get_states (gscope_gtk_view_signal_get_signal (entry), &n);
  const char *widest = NULL;

  for (gsize i = 0; i < n; i++)
    if (!widest || (gsize) g_utf8_strlen (states[i].name, -1) > most)
      {
        widest = states[i].name;
        most = (gsize) g_utf8_strlen (widest, -1);
      }
  return widest;
}
