/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/badges.h>

#include <gscope-gtk/badge/badge-private.h>
#include <math.h>

enum
{
  /* between two badges */
  GAP = 6,
  /* in a badge, beside the words and above them */
  PADDING = 6,
  KEY_GAP = 4,
};

static gboolean
is_in_lane (const GscopeGtkSceneLane *lane, GscopeGtkViewSignal *signal)
{
  for (guint s = 0; signal && s < lane->n_scales; s++)
    if (g_ptr_array_find (lane->scales[s].signals, signal, NULL))
      return TRUE;
  return FALSE;
}

/* Lists the badges of the signals of a lane, in their order. */
static GPtrArray *
list_badges (const GscopeGtkAnnotations *annotations, const GscopeGtkSceneLane *lane)
{
  GPtrArray *found = g_ptr_array_new ();
  GListModel *badges = G_LIST_MODEL (annotations->badges);

  for (guint i = 0; badges && i < g_list_model_get_n_items (badges); i++)
    {
      g_autoptr (GscopeGtkBadge) badge = g_list_model_get_item (badges, i);

      if (is_in_lane (lane, gscope_gtk_badge_get_signal (badge)))
        g_ptr_array_add (found, badge);
    }
  return found;
}

guint
gscope_gtk_badge_row_hash (const GscopeGtkAnnotations *annotations, const GscopeGtkSceneLane *lane)
{
  g_autoptr (GPtrArray) badges = list_badges (annotations, lane);
  guint hash = badges->len;

  for (guint i = 0; i < badges->len; i++)
    hash = hash * 31 + g_str_hash (gscope_gtk_badge_get_text (badges->pdata[i]));
  return hash;
}

static double
set_words (const GscopeGtkBadgeRow *self, const char *words)
{
  double width, height;

  gscope_gtk_brush_set_text (self->brush, words, FALSE, 0);
  gscope_gtk_brush_get_size (self->brush, &width, &height);
  return width;
}

/* Lays out the words of a badge. Returns its width. */
static double
set_badge (const GscopeGtkBadgeRow *self, GscopeGtkBadge *badge)
{
  g_autofree char *words = g_strdup_printf ("%s %s", gscope_gtk_badge_get_label (badge),
                                            gscope_gtk_badge_get_text (badge));

  return ceil (set_words (self, words) + 16 * self->brush->text_scale + KEY_GAP + 2 * PADDING);
}

/* Returns the number of badges that have room, from the first on. */
static guint
count_fitting (const GscopeGtkBadgeRow *self, GPtrArray *badges, double room)
{
  double more = set_words (self, "+99") + GAP;

  for (guint i = 0; i < badges->len; i++)
    {
      double width = set_badge (self, badges->pdata[i]) + (i > 0 ? GAP : 0);

      if (width + (i + 1 < badges->len ? more : 0) > room)
        return i;
      room -= width;
    }
  return badges->len;
}

/* Moves the badges of a signal before the others. */
static void
prefer (GPtrArray *badges, GscopeGtkViewSignal *signal)
{
  guint n = 0;

  for (guint i = 0; i < badges->len; i++)
    {
      GscopeGtkBadge *badge = badges->pdata[i];

      if (gscope_gtk_badge_get_signal (badge) != signal)
        continue;
      g_ptr_array_remove_index (badges, i);
      g_ptr_array_insert (badges, (int) n++, badge);
    }
}

static void
draw_outline (const GscopeGtkBadgeRow *self, double x, double width)
{
  cairo_t *cr = self->brush->cr;
  double height = self->lane->head - 3, radius = height / 2;
  double left = x + 0.5, right = x + width - 0.5, top = floor (self->middle - height / 2) + 0.5;

  cairo_new_sub_path (cr);
  cairo_arc (cr, right - radius, top + radius, radius, -G_PI / 2, G_PI / 2);
  cairo_arc (cr, left + radius, top + radius, radius, G_PI / 2, 3 * G_PI / 2);
  cairo_close_path (cr);
  gscope_gtk_brush_set_color (self->brush, self->brush->palette->background, 1);
  cairo_fill_preserve (cr);
  gscope_gtk_brush_set_color (self->brush, self->brush->palette->dim, 0.5);
  cairo_set_line_width (cr, 1);
  cairo_stroke (cr);
}

static void
draw_badge (const GscopeGtkBadgeRow *self, GscopeGtkBadge *badge, double x, double width)
{
  const GscopeGtkPalette *palette = self->brush->palette;
  GscopeGtkViewSignal *signal = gscope_gtk_badge_get_signal (badge);
  gboolean dashed;
  guint32 color = gscope_gtk_view_signal_resolve (signal, palette, &dashed);

  draw_outline (self, x, width);
  x += PADDING;
  x += gscope_gtk_brush_mark (self->brush, x, self->middle,
                              gscope_gtk_view_signal_get_mark (signal), color, dashed)
       + KEY_GAP;
  set_badge (self, badge);
  gscope_gtk_brush_draw_middle (self->brush, x, self->middle, palette->text);
}

typedef void (*BadgeFunc) (const GscopeGtkBadgeRow *self, GscopeGtkBadge *badge, double x,
                           double width, gpointer data);

/* Calls a function for each badge that has room, those of the selected signal before others. Returns the left edge of them. */
static double
for_each (const GscopeGtkBadgeRow *self, double left, double right, BadgeFunc func, gpointer data)
{
  g_autoptr (GPtrArray) badges = list_badges (self->annotations, self->lane);
  guint n = count_fitting (self, badges, right - left);
  double width;

  if (n < badges->len && self->annotations->scene->selected)
    {
      prefer (badges, self->annotations->scene->selected);
      n = count_fitting (self, badges, right - left);
    }
  if (n < badges->len)
    {
      g_autofree char *more = g_strdup_printf ("+%u", badges->len - n);

      width = set_words (self, more);
      if (width > right - left)
        return right;
      right -= width;
      if (!func)
        gscope_gtk_brush_draw_middle (self->brush, right, self->middle, self->brush->palette->dim);
      right -= GAP;
    }
  for (guint i = n; i-- > 0;)
    {
      width = set_badge (self, badges->pdata[i]);
      right -= width;
      if (func)
        func (self, badges->pdata[i], right, width, data);
      else
        draw_badge (self, badges->pdata[i], right, width);
      right -= GAP;
    }
  return right;
}

double
gscope_gtk_badge_row_draw (const GscopeGtkBadgeRow *self, double left, double right)
{
  return for_each (self, left, right, NULL, NULL);
}

/* A place, and the badge there. */
typedef struct
{
  double x;
  GscopeGtkBadge *badge;
} Search;

static void
match (const GscopeGtkBadgeRow *self, GscopeGtkBadge *badge, double x, double width, gpointer data)
{
  Search *search = data;

  if (search->x >= x && search->x < x + width)
    search->badge = badge;
}

GscopeGtkBadge *
gscope_gtk_badge_row_find (const GscopeGtkBadgeRow *self, double left, double right, double x)
{
  Search search = { x, NULL };

  for_each (self, left, right, match, &search);
  return search.badge;
}
