/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome-brush.h>
#include <gscope-gtk/chrome.h>
#include <gscope-gtk/step-text.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Markers, losses and gaps: what happened on the time axis. Shape tells them apart before colour. */

enum
{
  CHIP_HEIGHT = 36,
  CHIP_TOP = 8,
  CHIP_LEFT = 10,
  MAX_CHIP_WIDTH = 280,
  MIN_CHIP_WIDTH = 44,
  HATCH_STEP = 7,
  MIN_GAP_LABEL_WIDTH = 120,
  KEY_ROOM = 20,
};

static gboolean
get_x (const GscopeGtkScene *scene, gint64 time, double *x)
{
  if (!gscope_gtk_viewport_time_to_x (scene->viewport, time, x))
    return FALSE;
  *x = floor (scene->plot.x + *x / scene->device_scale) + 0.5;
  return TRUE;
}

static guint32
get_marker_color (const GscopeGtkPalette *palette, GscopeMarkerKind kind)
{
  switch (kind)
    {
    case GSCOPE_MARKER_PENDING:
      return palette->warning;
    case GSCOPE_MARKER_REFUSED:
      return palette->error;
    case GSCOPE_MARKER_WRITE:
    case GSCOPE_MARKER_NOTE:
    case GSCOPE_MARKER_EVENT:
      break;
    }
  return palette->text;
}

static void
draw_diamond (cairo_t *cr, double x, double y, double r, gboolean filled)
{
  cairo_move_to (cr, x, y - r);
  cairo_line_to (cr, x + r, y);
  cairo_line_to (cr, x, y + r);
  cairo_line_to (cr, x - r, y);
  cairo_close_path (cr);
  if (filled)
    cairo_fill (cr);
  else
    cairo_stroke (cr);
}

static void
draw_glyph (GscopeGtkBrush *brush, GscopeMarkerKind kind, double x, double y)
{
  gscope_gtk_brush_set_color (brush, get_marker_color (brush->palette, kind), 1);
  cairo_set_line_width (brush->cr, 1.5);
  switch (kind)
    {
    case GSCOPE_MARKER_WRITE:
      draw_diamond (brush->cr, x, y, 4, TRUE);
      break;
    case GSCOPE_MARKER_PENDING:
      draw_diamond (brush->cr, x, y, 4, FALSE);
      break;
    case GSCOPE_MARKER_REFUSED:
      cairo_move_to (brush->cr, x - 3.5, y - 3.5);
      cairo_line_to (brush->cr, x + 3.5, y + 3.5);
      cairo_move_to (brush->cr, x + 3.5, y - 3.5);
      cairo_line_to (brush->cr, x - 3.5, y + 3.5);
      cairo_stroke (brush->cr);
      break;
    case GSCOPE_MARKER_NOTE:
    case GSCOPE_MARKER_EVENT:
      cairo_arc (brush->cr, x, y, 3.5, 0, 2 * G_PI);
      cairo_fill (brush->cr);
      break;
    }
}

static void
draw_marker_line (GscopeGtkBrush *brush, const GscopeGtkScene *scene, GscopeMarkerKind kind,
                  double x)
{
  const double dashed[] = { 5, 4 }, dotted[] = { 1.5, 3 };

  if (kind == GSCOPE_MARKER_WRITE)
    cairo_set_dash (brush->cr, dashed, 2, 0);
  else if (kind == GSCOPE_MARKER_PENDING || kind == GSCOPE_MARKER_REFUSED)
    cairo_set_dash (brush->cr, dotted, 2, 0);
  gscope_gtk_brush_line (brush, x, scene->plot.y - 6, x, scene->plot.y + scene->plot.height,
                         get_marker_color (brush->palette, kind), 1);
  cairo_set_dash (brush->cr, NULL, 0, 0);
}

static GscopeGtkViewSignal *
find_entry (const GscopeGtkScene *scene, GscopeSignal *signal)
{
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (scene->lanes, GscopeGtkSceneLane, i);

      for (guint s = 0; s < lane->n_scales; s++)
        for (guint k = 0; k < lane->scales[s].signals->len; k++)
          if (gscope_gtk_view_signal_get_signal (lane->scales[s].signals->pdata[k]) == signal)
            return lane->scales[s].signals->pdata[k];
    }
  return NULL;
}

/* The second line of a chip: a response, with its signal's key, or the detail. */
typedef struct
{
  GscopeGtkViewSignal *entry;
  char *text;
} Second;

static void
take_response (const GscopeGtkAnnotations *self, GscopeStep *step, Second *second)
{
  GscopeGtkViewSignal *entry = find_entry (self->scene, gscope_step_get_signal (step));
  GscopeStepFigures figures;

  gscope_step_response_get_figures (gscope_step_get_response (step), &figures);
  if (!entry || (second->entry && figures.state == GSCOPE_STEP_NONE))
    return;
  second->entry = entry;
  g_free (second->text);
  second->text = gscope_gtk_step_summarize (&figures);
}

/* Of several signals it is the first that shows a step, as a chip has room for one. */
static void
find_second (const GscopeGtkAnnotations *self, GscopeMarker *marker, Second *second)
{
  g_autoptr (GPtrArray) steps =
      self->steps ? gscope_step_tracker_list_responses (self->steps, marker) : NULL;

  *second = (Second){ NULL, g_strdup (gscope_marker_get_detail (marker)) };
  for (guint i = steps ? steps->len : 0; i-- > 0;)
    take_response (self, steps->pdata[i], second);
}

static void
draw_second (GscopeGtkBrush *brush, const Second *second, double x, double bottom, double room,
             guint32 color)
{
  gboolean dashed;
  double width, height;

  if (second->entry)
    {
      guint32 rgb = gscope_gtk_view_signal_resolve (second->entry, brush->palette, &dashed);

      x += gscope_gtk_brush_key (brush, x, bottom - 8 * brush->text_scale,
                                 gscope_gtk_view_signal_get_key (second->entry), rgb, dashed)
           + 4;
    }
  gscope_gtk_brush_set_text (brush, second->text, FALSE,
                             room - (second->entry ? KEY_ROOM * brush->text_scale : 0));
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, x, bottom - height, color);
}

/* A marker's chip begins a little before its line and ends before the next one's. Returns its width. */
static double
draw_chip (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, GscopeMarker *marker, double x,
           double room)
{
  GscopeMarkerKind kind = gscope_marker_get_kind (marker);
  guint32 color = get_marker_color (brush->palette, kind);
  double width, detail_width, height, key_room, chip = CHIP_HEIGHT * brush->text_scale;
  const double dashes[] = { 4, 3 };
  Second second;

  find_second (self, marker, &second);
  key_room = second.entry ? KEY_ROOM * brush->text_scale : 0;
  room = MIN (room, MAX_CHIP_WIDTH * brush->text_scale);
  gscope_gtk_brush_set_text (brush, second.text, FALSE, room - 14 - key_room);
  gscope_gtk_brush_get_size (brush, &detail_width, &height);
  detail_width += key_room;
  gscope_gtk_brush_set_text (brush, gscope_marker_get_label (marker), TRUE, room - 28);
  gscope_gtk_brush_get_size (brush, &width, &height);
  width = MAX (width + 14, detail_width) + 14;
  if (kind == GSCOPE_MARKER_PENDING)
    cairo_set_dash (brush->cr, dashes, 2, 0);
  gscope_gtk_brush_box (brush, x - CHIP_LEFT, CHIP_TOP, width, chip, brush->palette->plot,
                        kind == GSCOPE_MARKER_REFUSED || kind == GSCOPE_MARKER_PENDING
                            ? color
                            : brush->palette->frame);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  gscope_gtk_brush_draw_text (brush, x + 8, CHIP_TOP + 3, brush->palette->text);
  draw_glyph (brush, kind, x, CHIP_TOP + 3 + height / 2);
  draw_second (brush, &second, x - 3, CHIP_TOP + chip - 2, room - 14,
               kind == GSCOPE_MARKER_REFUSED ? color : brush->palette->dim);
  g_free (second.text);
  return width;
}

typedef struct
{
  GscopeMarker *marker;
  double x;
} Placed;

static int
compare_places (gconstpointer a, gconstpointer b)
{
  double x = ((const Placed *) a)->x, y = ((const Placed *) b)->x;

  return (x > y) - (x < y);
}

static GArray *
place_markers (const GscopeGtkAnnotations *self)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (Placed));
  gint64 begin, end;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  for (guint i = 0; i < self->marker_lists->len; i++)
    {
      GscopeMarkerList *list = self->marker_lists->pdata[i];
      guint n = g_list_model_get_n_items (G_LIST_MODEL (list));

      for (guint k = gscope_marker_list_find (list, begin); k < n; k++)
        {
          g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (list), k);
          Placed place = { marker, 0 };

          if (gscope_marker_get_time (marker) > end)
            break;
          if (get_x (self->scene, gscope_marker_get_time (marker), &place.x))
            g_array_append_val (placed, place);
        }
    }
  g_array_sort (placed, compare_places);
  return placed;
}

/* Returns how far its chip reaches, or its shape where there is no room for a chip. */
static double
draw_marker (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GArray *placed, guint i)
{
  const GscopeGtkScene *scene = self->scene;
  Placed *place = &g_array_index (placed, Placed, i);
  GscopeMarkerKind kind = gscope_marker_get_kind (place->marker);
  double right =
      i + 1 < placed->len ? g_array_index (placed, Placed, i + 1).x - 6 : scene->width - 2;

  draw_marker_line (brush, scene, kind, place->x);
  if (scene->marker_rail > CHIP_HEIGHT && right - place->x > MIN_CHIP_WIDTH * brush->text_scale)
    return place->x - CHIP_LEFT
           + draw_chip (self, brush, place->marker, place->x, right - place->x + CHIP_LEFT);
  draw_glyph (brush, kind, place->x, MAX (5, scene->marker_rail / 2));
  return place->x + CHIP_LEFT;
}

static void
draw_markers (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush)
{
  g_autoptr (GArray) placed = place_markers (self);

  for (guint i = 0; i < placed->len; i++)
    draw_marker (self, brush, placed, i);
}

GscopeMarker *
gscope_gtk_chrome_find_marker (const GscopeGtkAnnotations *self, PangoContext *context, double x,
                               double y)
{
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  g_autoptr (GArray) placed = place_markers (self);
  GscopeMarker *found = NULL;
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cairo_create (surface), context, self->scene->palette);
  for (guint i = 0; i < placed->len && y < self->scene->marker_rail; i++)
    {
      Placed *place = &g_array_index (placed, Placed, i);
      double right = draw_marker (self, &brush, placed, i);

      if (x >= place->x - CHIP_LEFT && x < right)
        found = place->marker;
    }
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
  cairo_surface_destroy (surface);
  return found;
}

static void
draw_triangle (GscopeGtkBrush *brush, double x, double y, gboolean filled, guint32 color)
{
  cairo_move_to (brush->cr, x, y - 5);
  cairo_line_to (brush->cr, x + 5, y + 4);
  cairo_line_to (brush->cr, x - 5, y + 4);
  cairo_close_path (brush->cr);
  gscope_gtk_brush_set_color (brush, color, 1);
  cairo_set_line_width (brush->cr, 1.5);
  if (filled)
    cairo_fill (brush->cr);
  else
    cairo_stroke (brush->cr);
}

static void
draw_losses (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, GscopeSignal *signal)
{
  const GscopeGtkScene *scene = self->scene;
  double y = scene->integrity_top + (scene->ruler_top - scene->integrity_top) / 2.0;
  double last = -1;
  gint64 begin, end;
  gsize n;
  const GscopeLossRecord *records;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  records = gscope_signal_get_losses (signal, begin, end + 1, &n);
  for (gsize i = 0; i < n; i++)
    {
      gboolean late = records[i].cause == GSCOPE_LOSS_LATE;
      double x;

      if (!get_x (scene, records[i].time, &x) || fabs (x - last) < 2)
        continue;
      draw_triangle (brush, x, y, !late, late ? brush->palette->warning : brush->palette->error);
      last = x;
    }
}

static void
label_gap (GscopeGtkBrush *brush, const GscopeGap *gap, double x, double bottom, double width)
{
  g_autofree char *length = gscope_gtk_format_span (gap->end - gap->begin);
  g_autofree char *text =
      gap->end == G_MAXINT64
          ? g_strdup (gscope_gap_cause_get_title (gap->cause))
          : g_strdup_printf (_ ("gap %s: %s"), length, gscope_gap_cause_get_title (gap->cause));
  double text_width, height;

  gscope_gtk_brush_set_text (brush, text, FALSE, width - 16);
  gscope_gtk_brush_get_size (brush, &text_width, &height);
  gscope_gtk_brush_box (brush, x + 3, bottom - height - 9, text_width + 10, height + 4,
                        brush->palette->plot, brush->palette->frame);
  gscope_gtk_brush_draw_text (brush, x + 8, bottom - height - 7, brush->palette->text);
}

/* The hatching is a small image that repeats: stroking its lines would cost more than the traces. */
static cairo_pattern_t *
create_hatching (GscopeGtkBrush *brush)
{
  cairo_surface_t *tile = cairo_surface_create_similar (
      cairo_get_target (brush->cr), CAIRO_CONTENT_COLOR_ALPHA, HATCH_STEP, HATCH_STEP);
  GscopeGtkBrush inside = { cairo_create (tile), NULL, 1, brush->palette };
  cairo_pattern_t *pattern;

  gscope_gtk_brush_set_color (&inside, brush->palette->dim, 0.12);
  cairo_paint (inside.cr);
  gscope_gtk_brush_set_color (&inside, brush->palette->dim, 0.45);
  cairo_set_line_width (inside.cr, 1);
  for (int offset = -HATCH_STEP; offset <= HATCH_STEP; offset += HATCH_STEP)
    {
      cairo_move_to (inside.cr, offset - 1, HATCH_STEP + 1);
      cairo_line_to (inside.cr, offset + HATCH_STEP + 1, -1);
    }
  cairo_stroke (inside.cr);
  cairo_destroy (inside.cr);
  pattern = cairo_pattern_create_for_surface (tile);
  cairo_pattern_set_extend (pattern, CAIRO_EXTEND_REPEAT);
  cairo_surface_destroy (tile);
  return pattern;
}

static void
hatch (GscopeGtkBrush *brush, double x, double y, double width, double height)
{
  cairo_pattern_t *pattern = create_hatching (brush);

  cairo_set_source (brush->cr, pattern);
  cairo_rectangle (brush->cr, floor (x), y, ceil (width), height);
  cairo_fill (brush->cr);
  cairo_pattern_destroy (pattern);
}

/* A gap may stand in two pieces, before the pen and behind it. */
static void
draw_gap (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GscopeGap *gap,
          const GscopeGtkSceneLane *lane, gint64 begin, gint64 end)
{
  const GscopeGtkScene *scene = self->scene;
  double y = scene->plot.y + lane->top, left, right;
  double edge = scene->plot.x + scene->plot.width;

  if (!get_x (scene, MAX (gap->begin, begin), &left) || !get_x (scene, MIN (gap->end, end), &right))
    return;
  if (right < left)
    {
      hatch (brush, scene->plot.x, y, right - scene->plot.x, lane->height);
      right = edge;
    }
  if (right - left < 2)
    return;
  hatch (brush, left, y, right - left, lane->height);
  if (edge - left > MIN_GAP_LABEL_WIDTH * brush->text_scale && lane->height > 60)
    label_gap (brush, gap, left, y + lane->height, edge - left);
}

static int
compare_gaps (gconstpointer a, gconstpointer b)
{
  gint64 x = ((const GscopeGap *) a)->begin, y = ((const GscopeGap *) b)->begin;

  return (x > y) - (x < y);
}

/* The gaps in view of all signals of a lane, in order. */
static GArray *
collect_gaps (const GscopeGtkSceneLane *lane, gint64 begin, gint64 end)
{
  GArray *all = g_array_new (FALSE, FALSE, sizeof (GscopeGap));

  for (guint s = 0; s < lane->n_scales; s++)
    for (guint i = 0; i < lane->scales[s].signals->len; i++)
      {
        GscopeSignal *signal =
            gscope_gtk_view_signal_get_signal (lane->scales[s].signals->pdata[i]);
        gsize n;
        const GscopeGap *gaps =
            gscope_trace_get_gaps (gscope_signal_get_trace (signal), begin, end, &n);

        if (n > 0 && !gscope_signal_get_ended (signal))
          g_array_append_vals (all, gaps, n);
      }
  g_array_sort (all, compare_gaps);
  return all;
}

/* Where signals of a lane have gaps at the same time, the picture has one. */
static void
draw_gaps (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GscopeGtkSceneLane *lane)
{
  g_autoptr (GArray) gaps = NULL;
  gint64 begin, end;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  gaps = collect_gaps (lane, begin, end);
  for (guint i = 0; i < gaps->len;)
    {
      GscopeGap gap = g_array_index (gaps, GscopeGap, i);

      for (i++; i < gaps->len && g_array_index (gaps, GscopeGap, i).begin <= gap.end; i++)
        gap.end = MAX (gap.end, g_array_index (gaps, GscopeGap, i).end);
      draw_gap (self, brush, &gap, lane, begin, end);
    }
}

static gboolean
has_event (const GscopeGtkScale *scale, gint64 begin, gint64 end)
{
  for (guint i = 0; i < scale->signals->len; i++)
    {
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (scale->signals->pdata[i]);
      gsize n_gaps, n_losses;

      gscope_trace_get_gaps (gscope_signal_get_trace (signal), begin, end, &n_gaps);
      gscope_signal_get_losses (signal, begin, end + 1, &n_losses);
      if (n_gaps + n_losses > 0)
        return TRUE;
    }
  return FALSE;
}

gboolean
gscope_gtk_chrome_has_events (const GscopeGtkAnnotations *self)
{
  g_autoptr (GArray) placed = place_markers (self);
  gint64 begin, end;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  for (guint i = 0; i < self->scene->lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i);

      for (guint s = 0; s < lane->n_scales; s++)
        if (has_event (&lane->scales[s], begin, end))
          return TRUE;
    }
  return placed->len > 0;
}

void
gscope_gtk_chrome_draw_events (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context)
{
  GscopeGtkBrush brush;

  gscope_gtk_brush_init (&brush, cr, context, self->scene->palette);
  for (guint i = 0; i < self->scene->lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene->lanes, GscopeGtkSceneLane, i);

      for (guint s = 0; s < lane->n_scales; s++)
        for (guint k = 0; k < lane->scales[s].signals->len; k++)
          {
            GscopeSignal *signal =
                gscope_gtk_view_signal_get_signal (lane->scales[s].signals->pdata[k]);

            draw_losses (self, &brush, signal);
          }
      draw_gaps (self, &brush, lane);
    }
  draw_markers (self, &brush);
  gscope_gtk_brush_clear (&brush);
}
