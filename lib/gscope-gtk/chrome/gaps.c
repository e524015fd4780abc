/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/gaps.h>

#include <gscope-gtk/plot/columns.h>
#include <math.h>
#include <string.h>

enum
{
  HATCH_STEP = 7,
  /* height of the hatching where some signals of the lane continue */
  FOOT = 8,
};

/* A run of gaps of a lane's signals that overlap or touch. */
typedef struct
{
  GscopeGap gap;
  guint n_signals;
} Run;

/* A gap of a signal, which is known by its index in the lane. */
typedef struct
{
  GscopeGap gap;
  guint signal;
} Piece;

static int
compare_pieces (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const Piece *) a)->gap.begin, y = ((const Piece *) b)->gap.begin;

  return (x > y) - (x < y);
}

static void
add_pieces (GArray *pieces, GscopeSignal *signal, guint number, const GscopeGtkScene *scene)
{
  g_autoptr (GArray) gaps = NULL;
  GscopeTimeline timeline;
  gint64 begin, end;

  gscope_gtk_scene_get_window (scene, &begin, &end);
  gscope_signal_get_timeline (signal, &timeline);
  gaps = gscope_timeline_list_gaps (&timeline, begin, end,
                                    gscope_gtk_viewport_get_column_width (scene->viewport));
  for (guint i = 0; i < gaps->len; i++)
    {
      Piece piece = { g_array_index (gaps, GscopeGap, i), number };

      g_array_append_val (pieces, piece);
    }
}

/* Returns the gaps in view of a lane's signals, in order, and counts those signals. */
static GArray *
collect_pieces (const GscopeGtkScene *scene, const GscopeGtkSceneLane *lane, guint *n_signals)
{
  GArray *pieces = g_array_new (FALSE, FALSE, sizeof (Piece));

  *n_signals = 0;
  for (guint s = 0; s < lane->n_scales; s++)
    for (guint i = 0; i < lane->scales[s].signals->len; i++)
      {
        GscopeSignal *signal =
            gscope_gtk_view_signal_get_signal (lane->scales[s].signals->pdata[i]);

        if (!gscope_signal_get_ended (signal))
          add_pieces (pieces, signal, (*n_signals)++, scene);
      }
  g_array_sort (pieces, compare_pieces);
  return pieces;
}

/* Joins pieces from the i-th on to a run; returns the number of the first one after it. */
static guint
join (const GArray *pieces, guint i, gboolean *seen, guint n_signals, Run *run)
{
  *run = (Run){ g_array_index (pieces, Piece, i).gap, 0 };
  memset (seen, 0, n_signals * sizeof *seen);
  for (; i < pieces->len && g_array_index (pieces, Piece, i).gap.begin <= run->gap.end; i++)
    {
      const Piece *piece = &g_array_index (pieces, Piece, i);

      run->gap.end = MAX (run->gap.end, piece->gap.end);
      run->n_signals += !seen[piece->signal];
      seen[piece->signal] = TRUE;
    }
  return i;
}

static GArray *
list_runs (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane, guint *n_signals)
{
  GArray *runs = g_array_new (FALSE, FALSE, sizeof (Run));
  g_autoptr (GArray) pieces = NULL;
  g_autofree gboolean *seen = NULL;

  pieces = collect_pieces (self->scene, lane, n_signals);
  seen = g_new0 (gboolean, *n_signals);
  for (guint i = 0; i < pieces->len;)
    {
      Run run;

      i = join (pieces, i, seen, *n_signals, &run);
      g_array_append_val (runs, run);
    }
  return runs;
}

cairo_pattern_t *
gscope_gtk_chrome_create_hatching (GscopeGtkBrush *brush, gboolean is_falling)
{
  cairo_surface_t *tile = cairo_surface_create_similar (
      cairo_get_target (brush->cr), CAIRO_CONTENT_COLOR_ALPHA, HATCH_STEP, HATCH_STEP);
  GscopeGtkBrush inside = { .cr = cairo_create (tile), .palette = brush->palette };
  cairo_pattern_t *pattern;
  int foot = is_falling ? -1 : HATCH_STEP + 1;

  gscope_gtk_brush_set_color (&inside, brush->palette->dim, 0.12);
  cairo_paint (inside.cr);
  gscope_gtk_brush_set_color (&inside, brush->palette->dim, 0.45);
  cairo_set_line_width (inside.cr, 1);
  for (int offset = -HATCH_STEP; offset <= HATCH_STEP; offset += HATCH_STEP)
    {
      cairo_move_to (inside.cr, offset - 1, foot);
      cairo_line_to (inside.cr, offset + HATCH_STEP + 1, HATCH_STEP - foot);
    }
  cairo_stroke (inside.cr);
  cairo_destroy (inside.cr);
  pattern = cairo_pattern_create_for_surface (tile);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_surface_destroy (tile);
  return pattern;
}

void
gscope_gtk_chrome_draw_hatch (GscopeGtkBrush *brush, double x, double y, double width,
                              double height)
{
  cairo_pattern_t *pattern = gscope_gtk_chrome_create_hatching (brush, FALSE);

  cairo_set_source (brush->cr, pattern);
  cairo_rectangle (brush->cr, floor (x), y, ceil (width), height);
  cairo_fill (brush->cr);
  cairo_pattern_destroy (pattern);
}

/* A gap narrower than two pixels is only counted. */
static void
add_area (GArray *areas, double left, double right, int top, int height)
{
  cairo_rectangle_int_t area = { (int) floor (left), top, (int) ceil (right - left), height };

  if (right - left < 2)
    area.width = 0;
  g_array_append_val (areas, area);
}

/* A gap may consist of two pieces, before the pen and behind it. */
static void
add_gap (const GscopeGtkAnnotations *self, const GscopeGap *gap, int top, int height, GArray *areas)
{
  const GscopeGtkScene *scene = self->scene;
  double left, right;
  gint64 begin, end;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  /* the window may begin in a column that is not shown any more */
  begin = MAX (begin, gscope_gtk_viewport_get_first_column (scene->viewport)
                          * gscope_gtk_viewport_get_column_width (scene->viewport));
  if (!gscope_gtk_chrome_get_x (scene, MAX (gap->begin, begin), &left)
      || !gscope_gtk_chrome_get_x (scene, MIN (gap->end, end), &right))
    return;
  if (right < left)
    {
      add_area (areas, scene->plot.x, right, top, height);
      right = scene->plot.x + scene->plot.width;
    }
  add_area (areas, left, right, top, height);
}

void
gscope_gtk_chrome_list_gaps (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane,
                             GArray *areas)
{
  guint n_signals;
  g_autoptr (GArray) runs = list_runs (self, lane, &n_signals);

  for (guint i = 0; i < runs->len; i++)
    {
      const Run *run = &g_array_index (runs, Run, i);
      int height = run->n_signals < n_signals ? MIN (FOOT, lane->height) : lane->height;

      add_gap (self, &run->gap, self->scene->plot.y + lane->top + lane->height - height, height,
               areas);
    }
}

void
gscope_gtk_chrome_draw_gaps (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush,
                             const GscopeGtkSceneLane *lane)
{
  g_autoptr (GArray) areas = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_int_t));

  gscope_gtk_chrome_list_gaps (self, lane, areas);
  for (guint i = 0; i < areas->len; i++)
    {
      const cairo_rectangle_int_t *area = &g_array_index (areas, cairo_rectangle_int_t, i);

      gscope_gtk_chrome_draw_hatch (brush, area->x, area->y, area->width, area->height);
    }
}

guint
gscope_gtk_chrome_count_gaps (const GscopeGtkAnnotations *self, const GscopeGtkSceneLane *lane,
                              GscopeGap *last)
{
  guint n_signals;
  g_autoptr (GArray) runs = list_runs (self, lane, &n_signals);

  if (runs->len > 0)
    *last = g_array_index (runs, Run, runs->len - 1).gap;
  return runs->len;
}
