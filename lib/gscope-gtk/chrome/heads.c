/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/badge/failures.h>
#include <gscope-gtk/chrome/badges.h>
#include <gscope-gtk/chrome/gaps.h>
#include <gscope-gtk/chrome/state-rows.h>
#include <gscope-gtk/chrome/value-ruler.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* The heads of lanes: title, keys, names and values of signals, and at the right end badges of the
 * failures of limits, the gaps in view and signals at a reduced resolution. If there is not enough room, first the names are left
 * out, then the values. */

enum
{
  TITLE_GAP = 10,
  ENTRY_GAP = 12,
  KEY_GAP = 4,
  VALUE_GAP = 7,
  PLATE = 3,
  MORE_WIDTH = 64,
  BADGE_HATCH = 10,
};

/* The parts of a signal's entry that are shown. */
typedef enum
{
  DETAIL_ALL,
  DETAIL_VALUE,
  DETAIL_KEY,
} Detail;

/* Finds the signal, the badge or the legend with entries without room at a position while heads are drawn. */
typedef struct
{
  double x;
  double y;
  GscopeGtkViewSignal *found;
  GscopeGtkBadge *badge;
  const GscopeGtkScale *legend;
} Search;

/* A head that is being drawn. */
typedef struct
{
  const GscopeGtkAnnotations *annotations;
  GscopeGtkBrush *brush;
  const GscopeGtkSceneLane *lane;
  Search *search;
  double middle;
} Head;

static double
measure_text (GscopeGtkBrush *brush, const char *text, gboolean bold)
{
  double width, height;

  gscope_gtk_brush_set_text (brush, text, bold, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  return width;
}

/* Draws a text over the lines that cross the head. Returns its width. */
static double
draw_text (const Head *self, const char *text, gboolean bold, double x, guint32 color)
{
  GscopeGtkBrush *brush = self->brush;
  double width, height;

  gscope_gtk_brush_set_text (brush, text, bold, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_set_color (brush, brush->palette->background, 1);
  cairo_rectangle (brush->cr, floor (x) - PLATE, self->middle - floor (height / 2),
                   ceil (width) + 2 * PLATE, height);
  cairo_fill (brush->cr);
  gscope_gtk_brush_draw_text (brush, x, self->middle - height / 2, color);
  return width;
}

static gboolean
is_read_at_cursor (const Head *self)
{
  return self->annotations->cursors->n == 1;
}

static const char *
get_value (GscopeGtkViewSignal *signal)
{
  const char *text = gscope_gtk_view_signal_get_text (signal);

  return text ? text : "–";
}

/* Returns the width reserved for a value, so that the next entry does not move while values change. */
static double
measure_value (const Head *self, GscopeGtkViewSignal *signal, const GscopeGtkScale *scale)
{
  const char *unit = gscope_gtk_view_signal_get_unit (signal);
  const char *widest = scale->states ? gscope_gtk_chrome_find_widest (signal) : NULL;
  g_autofree char *usual = widest ? g_strdup (widest)
                                  : g_strconcat (scale->mapping.min < 0 ? "−" : "", "888.8",
                                                 unit && unit[0] ? " " : "", unit, NULL);

  return MAX (measure_text (self->brush, get_value (signal), TRUE),
              measure_text (self->brush, usual, TRUE));
}

static double
measure_key (const Head *self, GscopeGtkViewSignal *signal)
{
  return gscope_gtk_brush_measure_mark (self->brush, gscope_gtk_view_signal_get_mark (signal))
         + KEY_GAP;
}

static double
measure_entry (const Head *self, GscopeGtkViewSignal *signal, const GscopeGtkScale *scale,
               Detail detail)
{
  double width = measure_key (self, signal);

  if (detail == DETAIL_ALL)
    width += measure_text (self->brush, gscope_gtk_view_signal_get_label (signal), FALSE);
  if (detail <= DETAIL_VALUE)
    width += VALUE_GAP + measure_value (self, signal, scale);
  return width;
}

static double
measure_entries (const Head *self, const GscopeGtkScale *scale, Detail detail)
{
  double width = 0;

  for (guint i = 0; i < scale->signals->len; i++)
    width +=
        (i > 0 ? ENTRY_GAP : 0) + measure_entry (self, scale->signals->pdata[i], scale, detail);
  return width;
}

static Detail
choose_detail (const Head *self, const GscopeGtkScale *scale, double room)
{
  Detail detail = DETAIL_ALL;

  while (detail < DETAIL_KEY && measure_entries (self, scale, detail) > room)
    detail++;
  return detail;
}

/* A value at the cursor is drawn like the cursor's label on the time ruler. */
static void
draw_value (const Head *self, GscopeGtkViewSignal *signal, double x, guint32 color)
{
  GscopeGtkBrush *brush = self->brush;
  const char *text = get_value (signal);
  double width, height;

  if (!is_read_at_cursor (self))
    {
      draw_text (self, text, TRUE, x, color);
      return;
    }
  gscope_gtk_brush_set_text (brush, text, TRUE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_box (brush, x - PLATE, self->middle - floor (height / 2) - 1, width + 2 * PLATE,
                        height, color, color);
  gscope_gtk_brush_draw_text (brush, x, self->middle - height / 2, brush->palette->plot);
}

/* Returns the width of a signal's key, title and value. */
static double
draw_entry (const Head *self, GscopeGtkViewSignal *signal, const GscopeGtkScale *scale, double x,
            Detail detail)
{
  const GscopeGtkPalette *palette = self->brush->palette;
  gboolean dashed, ended = gscope_signal_get_ended (gscope_gtk_view_signal_get_signal (signal));
  guint32 color = gscope_gtk_view_signal_resolve (signal, palette, &dashed);
  guint32 text = ended ? palette->dim : palette->text;
  double width = measure_entry (self, signal, scale, detail), begin = x;

  x += gscope_gtk_brush_mark (self->brush, x, self->middle,
                              gscope_gtk_view_signal_get_mark (signal), color, dashed)
       + KEY_GAP;
  if (detail == DETAIL_ALL)
    x += draw_text (self, gscope_gtk_view_signal_get_label (signal), FALSE, x, text);
  if (detail <= DETAIL_VALUE)
    draw_value (self, signal, x + VALUE_GAP, text);
  if (self->search->x >= begin && self->search->x < begin + width
      && fabs (self->search->y - self->middle) <= self->lane->head / 2.0)
    self->search->found = signal;
  return width;
}

/* Draws the number of signals that have no room, if there is room for it. */
static void
draw_more (const Head *self, guint n, double x, double right)
{
  g_autofree char *text =
      g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u more", "%u more", n), n);

  if (measure_text (self->brush, text, FALSE) <= right - x)
    draw_text (self, text, FALSE, x, self->brush->palette->dim);
}

static char *
make_title (const Head *self, const GscopeGtkScale *scale)
{
  if (scale->states)
    return g_strdup (*scale->states ? scale->states : _ ("States"));
  if (self->annotations->scene->layout == GSCOPE_VIEW_LAYOUT_OVERLAY)
    return g_strdup ("");
  return gscope_gtk_chrome_format_unit (&scale->mapping, scale->unit);
}

/* Returns the width of a unit's title and of all of its signals in some detail. */
static double
measure_scale (const Head *self, const GscopeGtkScale *scale, Detail detail)
{
  g_autofree char *title = make_title (self, scale);

  return measure_text (self->brush, title, TRUE) + TITLE_GAP + ENTRY_GAP
         + measure_entries (self, scale, detail);
}

static void
draw_scale (const Head *self, const GscopeGtkScale *scale, double x, double right)
{
  g_autofree char *title = make_title (self, scale);
  double more = MORE_WIDTH * self->brush->text_scale;
  Detail detail;

  /* keys come before the title */
  if (title[0]
      && measure_text (self->brush, title, TRUE) + TITLE_GAP
                 + measure_key (self, scale->signals->pdata[0])
             <= right - x)
    x += draw_text (self, title, TRUE, x, self->brush->palette->text) + TITLE_GAP;
  /* the names are beside the rows */
  if (scale->states && !is_read_at_cursor (self))
    {
      gboolean is_cut = gscope_gtk_chrome_draw_legend (self->brush, scale, x, self->middle, right);

      if (is_cut && self->search->x >= x && self->search->x < right
          && fabs (self->search->y - self->middle) <= self->lane->head / 2.0)
        self->search->legend = scale;
      return;
    }
  detail = choose_detail (self, scale, right - x);
  if (detail == DETAIL_KEY && measure_entries (self, scale, detail) <= right - x)
    more = 0;
  for (guint i = 0; i < scale->signals->len; i++)
    {
      double rest = i + 1 < scale->signals->len ? more : 0;

      if (detail == DETAIL_KEY && right - x - rest < measure_key (self, scale->signals->pdata[i]))
        {
          draw_more (self, scale->signals->len - i, x, right);
          return;
        }
      x += draw_entry (self, scale->signals->pdata[i], scale, x, detail) + ENTRY_GAP;
    }
}

/* Returns the words of a badge; the short ones give no cause. */
static char *
describe_gaps (guint n, const GscopeGap *last, gboolean is_short)
{
  const char *cause = gscope_gap_cause_get_title (last->cause);
  g_autofree char *length = NULL;

  if (n > 1)
    return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u gap", "%u gaps", n), n);
  if (last->end == G_MAXINT64)
    return g_strdup (is_short ? _ ("gap") : cause);
  length = gscope_quantity_format_time (last->end - last->begin, 3);
  return is_short ? g_strdup_printf (_ ("gap %s"), length)
                  : g_strdup_printf (_ ("gap %s: %s"), length, cause);
}

/* Returns the room for badges beside the signals with some detail. Names of signals have priority over the long words
 * of badges, keys over all badges. */
static double
measure_room (const Head *self, double left, double right, Detail detail)
{
  const GscopeGtkScale *last_scale = &self->lane->scales[self->lane->n_scales - 1];

  return right - left - measure_scale (self, last_scale, detail);
}

/* Draws the badge of gaps. Returns its left edge, or the right edge of the head without a badge. */
static double
draw_gaps (const Head *self, double left, double right)
{
  GscopeGap last;
  guint n = gscope_gtk_chrome_count_gaps (self->annotations, self->lane, &last);
  double side = BADGE_HATCH * self->brush->text_scale;

  for (gboolean is_short = FALSE; n > 0 && is_short <= TRUE; is_short++)
    {
      g_autofree char *text = describe_gaps (n, &last, is_short);
      double width = measure_text (self->brush, text, FALSE) + side + KEY_GAP;

      if (width > measure_room (self, left, right, is_short ? DETAIL_KEY : DETAIL_ALL))
        continue;
      left = floor (right - width);
      gscope_gtk_chrome_draw_hatch (self->brush, left, self->middle - floor (side / 2), side, side);
      draw_text (self, text, FALSE, left + side + KEY_GAP, self->brush->palette->dim);
      return left - ENTRY_GAP;
    }
  return right;
}

/* Returns the number of signals of a lane whose connection is too slow for the width of a pixel, one of them, and
 * their coarsest resolution. */
static guint
count_reduced (const GscopeGtkAnnotations *annotations, const GscopeGtkSceneLane *lane,
               GscopeGtkViewSignal **one, gint64 *coarsest)
{
  gint64 column = gscope_gtk_viewport_get_column_width (annotations->scene->viewport);
  guint n = 0;

  *coarsest = 0;
  for (guint s = 0; s < lane->n_scales; s++)
    for (guint i = 0; i < lane->scales[s].signals->len; i++)
      {
        GscopeGtkViewSignal *signal = lane->scales[s].signals->pdata[i];
        gint64 own = gscope_signal_get_resolution (gscope_gtk_view_signal_get_signal (signal));

        if (own <= column)
          continue;
        *one = signal;
        *coarsest = MAX (*coarsest, own);
        n++;
      }
  return n;
}

static char *
describe_reduced (guint n, gint64 resolution)
{
  g_autofree char *time = gscope_quantity_format_time (resolution, 3);

  if (n == 1)
    return g_strdup_printf (_ ("shown at %s"), time);
  return g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u signal shown at %s", "%u signals shown at %s", n), n, time);
}

char *
gscope_gtk_chrome_describe_reduced (const GscopeGtkAnnotations *self,
                                    const GscopeGtkSceneLane *lane)
{
  GscopeGtkViewSignal *one;
  gint64 resolution;
  guint n = count_reduced (self, lane, &one, &resolution);

  return n > 0 ? describe_reduced (n, resolution) : NULL;
}

char *
gscope_gtk_chrome_describe_failures (const GscopeGtkAnnotations *self,
                                     const GscopeGtkSceneLane *lane)
{
  return gscope_gtk_failures_describe (gscope_gtk_failures_count (self->limits, lane).n);
}

static char *
describe_badges (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane)
{
  GscopeGap last;
  guint n = gscope_gtk_chrome_count_gaps (self, lane, &last);
  g_autofree char *gaps = n > 0 ? describe_gaps (n, &last, FALSE) : g_strdup ("");
  g_autofree char *reduced = gscope_gtk_chrome_describe_reduced (self, lane);
  g_autofree char *failures = gscope_gtk_chrome_describe_failures (self, lane);

  return g_strjoin ("\n", gaps, reduced ? reduced : "", failures ? failures : "", NULL);
}

guint
gscope_gtk_chrome_hash_badges (const GscopeGtkAnnotations *self)
{
  guint hash = 0;

  for (guint i = 0; i < self->scene->lanes->len; i++)
    {
      g_autofree char *text =
          describe_badges (self, &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i));

      hash = hash * 31 + g_str_hash (text);
      hash = hash * 31
             + gscope_gtk_badge_row_hash (
                 self, &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i));
    }
  return hash;
}

/* Draws a badge, behind the key of the signal that it is about, if it is a single one. A third of the head is for the badge even
 * if keys have to make room, because nothing else in the head says the same. Returns its left edge, or the right edge of the
 * head without a badge. */
static double
draw_badge (const Head *self, const char *text, guint32 text_color, GscopeGtkViewSignal *signal,
            double left, double right)
{
  double key = signal ? measure_key (self, signal) : 0;
  double width = measure_text (self->brush, text, FALSE) + key;
  double room = MAX (measure_room (self, left, right, DETAIL_VALUE), (right - left) / 3);
  gboolean dashed;
  guint32 color;

  if (width > room)
    return right;
  left = floor (right - width);
  draw_text (self, text, FALSE, left + key, text_color);
  if (!signal)
    return left - ENTRY_GAP;
  color = gscope_gtk_view_signal_resolve (signal, self->brush->palette, &dashed);
  gscope_gtk_brush_mark (self->brush, left, self->middle, gscope_gtk_view_signal_get_mark (signal),
                         color, dashed);
  return left - ENTRY_GAP;
}

static double
draw_reduced (const Head *self, double left, double right)
{
  GscopeGtkViewSignal *one;
  gint64 resolution;
  guint n = count_reduced (self->annotations, self->lane, &one, &resolution);
  g_autofree char *text = n > 0 ? describe_reduced (n, resolution) : NULL;

  return text ? draw_badge (self, text, self->brush->palette->dim, n == 1 ? one : NULL, left, right)
              : right;
}

static double
draw_failures (const Head *self, double left, double right)
{
  GscopeGtkFailures failures = gscope_gtk_failures_count (self->annotations->limits, self->lane);
  g_autofree char *text = gscope_gtk_failures_describe (failures.n);

  return text ? draw_badge (self, text, self->brush->palette->error,
                            failures.n_signals == 1 ? failures.one : NULL, left, right)
              : right;
}

/* Draws the badges of measurements, beside which names have to make room. Returns their left edge, or the right edge of
 * the head without a badge. */
static double
draw_measurements (const Head *self, double left, double right)
{
  const GscopeGtkScale *last_scale = &self->lane->scales[self->lane->n_scales - 1];
  GscopeGtkBadgeRow row = { self->annotations, self->brush, self->lane, self->middle };
  GListModel *badges = G_LIST_MODEL (self->annotations->badges);
  double begin;

  if (!badges || g_list_model_get_n_items (badges) == 0)
    return right;
  begin = left + measure_scale (self, last_scale, DETAIL_VALUE);
  begin = MIN (begin, left + (right - left) / 2);
  if (fabs (self->search->y - self->middle) <= self->lane->head / 2.0)
    self->search->badge = gscope_gtk_badge_row_find (&row, begin, right, self->search->x);
  return gscope_gtk_badge_row_draw (&row, begin, right);
}

/* Signals of the second unit begin in the middle, so that the first unit does not push them. */
static void
draw_head (const GscopeGtkAnnotations *annotations, GscopeGtkBrush *brush,
           const GscopeGtkSceneLane *lane, Search *search)
{
  const cairo_rectangle_int_t *plot = &annotations->scene->plot;
  Head self = { annotations, brush, lane, search, plot->y + lane->top - floor (lane->head / 2.0) };
  double left = plot->x + PLATE, middle = plot->x + plot->width / 2, right;

  if (lane->head == 0)
    return;
  right = draw_measurements (&self, lane->n_scales > 1 ? middle : left, plot->x + plot->width);
  right = draw_failures (&self, lane->n_scales > 1 ? middle : left, right);
  right = draw_gaps (&self, lane->n_scales > 1 ? middle : left, right);
  right = draw_reduced (&self, lane->n_scales > 1 ? middle : left, right);
  for (guint s = 0; s < lane->n_scales; s++)
    draw_scale (&self, &lane->scales[s], s == 0 ? left : middle,
                s + 1 < lane->n_scales ? middle - ENTRY_GAP : right);
}

void
gscope_gtk_chrome_draw_head (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context,
                             const GscopeGtkSceneLane *lane)
{
  Search nowhere = { -1, -1, NULL, NULL, NULL };
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, self->scene->palette);
  gscope_gtk_brush_keep_texts (&brush, self->texts);
  draw_head (self, &brush, lane, &nowhere);
  gscope_gtk_brush_clear (&brush);
}

void
gscope_gtk_chrome_draw_heads (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  for (guint i = 0; i < self->scene->lanes->len; i++)
    gscope_gtk_chrome_draw_head (self, cr, context,
                                 &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i));
}

/* Draws the head at a place onto nothing. */
static void
search_head (const GscopeGtkAnnotations *self, PangoContext *context,
             const GscopeGtkSceneLane *lane, Search *search)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cairo_create (surface), context, self->scene->palette);
  gscope_gtk_brush_keep_texts (&brush, self->texts);
  draw_head (self, &brush, lane, search);
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
  cairo_surface_destroy (surface);
}

GscopeGtkBadge *
gscope_gtk_chrome_find_badge (const GscopeGtkAnnotations *self, PangoContext *context, double x,
                              double y)
{
  const GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (self->scene, y);
  Search search = { x, y, NULL, NULL, NULL };

  if (lane && x >= self->scene->plot.x)
    search_head (self, context, lane, &search);
  return search.badge;
}

char *
gscope_gtk_chrome_find_legend (const GscopeGtkAnnotations *self, PangoContext *context, double x,
                               double y)
{
  const GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (self->scene, y);
  Search search = { x, y, NULL, NULL, NULL };

  if (lane && x >= self->scene->plot.x)
    search_head (self, context, lane, &search);
  return search.legend ? gscope_gtk_chrome_describe_legend (search.legend) : NULL;
}

GscopeGtkViewSignal *
gscope_gtk_chrome_find_signal (const GscopeGtkAnnotations *self, PangoContext *context, double x,
                               double y)
{
  const GscopeGtkSceneLane *lane = gscope_gtk_scene_find_lane (self->scene, y);
  Search search = { x, y, NULL, NULL, NULL };

  if (lane && x < self->scene->plot.x)
    search.found = gscope_gtk_scene_find_row (self->scene, lane, y);
  else if (lane)
    search_head (self, context, lane, &search);
  return search.found;
}
