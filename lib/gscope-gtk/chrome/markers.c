/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/chrome/markers.h>
#include <gscope-gtk/chrome/step-text.h>
#include <gscope-gtk/plot/captures.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Markers differ in shape, not only in colour. Where they are too close to be told apart they become clusters. */

enum
{
  CHIP_HEIGHT = 36,
  CHIP_TOP = 8,
  CHIP_LEFT = 10,
  MAX_CHIP_WIDTH = 280,
  /* largest distance of a flag from its marker, and distance between flags */
  MAX_SHIFT = 120,
  FLAG_GAP = 4,
  LINE_GAP = 2,
  SHAPE = 9,
  KEY_ROOM = 20,
  /* With more markers in view than this, those that share a pixel count as one. */
  MAX_SINGLE = 2000,
  /* the caps of a bar of error, and the smallest error that has one */
  CAP = 4,
  MIN_REACH = 2,
  /* Markers are a cluster if there are several, each nearer than this to the one before. A wide cluster is divided. */
  CLUSTER_GAP = 6,
  MIN_CLUSTER = 5,
  MAX_CLUSTER_WIDTH = 120,
  /* the line above the plot */
  CLUSTER_LINE = 3,
};

#define SHADE_ALPHA 0.12

static guint32
get_marker_color (const GscopeGtkPalette *palette, GscopeMarkerKind kind)
{
  switch (kind)
    {
    case GSCOPE_MARKER_KIND_PENDING:
      return palette->warning;
    case GSCOPE_MARKER_KIND_REFUSED:
    case GSCOPE_MARKER_KIND_FAILURE:
      return palette->error;
    case GSCOPE_MARKER_KIND_WRITE:
    case GSCOPE_MARKER_KIND_NOTE:
    case GSCOPE_MARKER_KIND_EVENT:
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
draw_cross (cairo_t *cr, double x, double y, double r)
{
  cairo_move_to (cr, x - r, y - r);
  cairo_line_to (cr, x + r, y + r);
  cairo_move_to (cr, x + r, y - r);
  cairo_line_to (cr, x - r, y + r);
  cairo_stroke (cr);
}

static void
draw_glyph (GscopeGtkBrush *brush, GscopeMarkerKind kind, double x, double y)
{
  gscope_gtk_brush_set_color (brush, get_marker_color (brush->palette, kind), 1);
  cairo_set_line_width (brush->cr, 1.5);
  switch (kind)
    {
    case GSCOPE_MARKER_KIND_WRITE:
      draw_diamond (brush->cr, x, y, 4, TRUE);
      break;
    case GSCOPE_MARKER_KIND_PENDING:
      draw_diamond (brush->cr, x, y, 4, FALSE);
      break;
    case GSCOPE_MARKER_KIND_REFUSED:
      draw_cross (brush->cr, x, y, 3.5);
      break;
    case GSCOPE_MARKER_KIND_FAILURE:
      cairo_arc (brush->cr, x, y, 5, 0, 2 * G_PI);
      cairo_fill (brush->cr);
      gscope_gtk_brush_set_color (brush, brush->palette->plot, 1);
      draw_cross (brush->cr, x, y, 2.5);
      break;
    case GSCOPE_MARKER_KIND_NOTE:
    case GSCOPE_MARKER_KIND_EVENT:
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

  if (kind == GSCOPE_MARKER_KIND_WRITE)
    cairo_set_dash (brush->cr, dashed, 2, 0);
  else if (kind == GSCOPE_MARKER_KIND_PENDING || kind == GSCOPE_MARKER_KIND_REFUSED)
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

/* The second line of a chip: a step response with its signal's key, or the detail. */
typedef struct
{
  GscopeGtkViewSignal *entry;
  char *text;
} Second;

static void
take_response (const GscopeGtkAnnotations *self, GscopeStep *step, Second *second)
{
  GscopeGtkViewSignal *entry = find_entry (self->scene, gscope_step_get_signal (step));
  g_autofree char *words = NULL;
  GscopeStepFigures figures;

  gscope_step_response_get_figures (gscope_step_get_response (step), &figures);
  if (!entry || (second->entry && figures.state == GSCOPE_STEP_STATE_NONE))
    return;
  second->entry = entry;
  g_free (second->text);
  words =
      gscope_gtk_step_summarize (&figures, gscope_signal_get_unit (gscope_step_get_signal (step)));
  second->text = g_strdup_printf ("%s %s", gscope_gtk_view_signal_get_label (entry), words);
}

/* Returns the marker before another one in the picture; NULL if there is none. */
static GscopeMarker *
find_previous (const GscopeGtkAnnotations *self, GscopeMarker *marker)
{
  g_autoptr (GscopeMarker) previous = NULL;
  gint64 begin, end;

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  for (guint i = 0; i < self->marker_lists->len; i++)
    {
      GscopeMarkerList *list = self->marker_lists->pdata[i];
      guint place = gscope_marker_list_find (list, gscope_marker_get_time (marker));
      g_autoptr (GscopeMarker) found =
          place > 0 ? g_list_model_get_item (G_LIST_MODEL (list), place - 1) : NULL;

      if (found && gscope_marker_get_time (found) >= begin
          && (!previous || gscope_marker_get_time (found) > gscope_marker_get_time (previous)))
        g_set_object (&previous, found);
    }
  return g_steal_pointer (&previous);
}

/* Returns how exact the time of a marker is: after a marker of another clock, or by itself; NULL for a marker of
 * the clock here that has none of another clock before it. */
static char *
format_error (const GscopeGtkAnnotations *self, GscopeMarker *marker)
{
  g_autoptr (GscopeMarker) previous = find_previous (self, marker);
  gint64 error = previous ? gscope_marker_get_interval_error (previous, marker) : 0;
  g_autofree char *text = NULL;

  if (error > 0)
    {
      text = gscope_quantity_format_time_error (
          gscope_marker_get_time (marker) - gscope_marker_get_time (previous), error);
      /* Translators: the time between two markers with its error, such as “43.2 ± 9.1 ms”, and the label of the first */
      return g_strdup_printf (_ ("%s after “%s”"), text, gscope_marker_get_label (previous));
    }
  error = gscope_marker_get_time_error (marker);
  if (error == 0)
    return NULL;
  text = gscope_quantity_format_time (error, 2);
  return g_strconcat ("± ", text, NULL);
}

/* Returns the detail of a marker, and the error of its time. */
static char *
describe_detail (const GscopeGtkAnnotations *self, GscopeMarker *marker)
{
  const char *detail = gscope_marker_get_detail (marker);
  g_autofree char *error = format_error (self, marker);

  return g_strconcat (detail, detail[0] && error ? " · " : "", error, NULL);
}

/* Most markers have no detail: then there is nothing to lay out. */
static gboolean
has_text (const Second *second)
{
  return second->text && second->text[0];
}

/* A chip has room for one response: the response of the first signal that shows a step. */
static void
find_second (const GscopeGtkAnnotations *self, GscopeMarker *marker, Second *second)
{
  g_autoptr (GPtrArray) steps =
      self->steps ? gscope_step_tracker_list_responses (self->steps, marker) : NULL;

  *second = (Second){ NULL, describe_detail (self, marker) };
  for (guint i = steps ? steps->len : 0; i-- > 0;)
    take_response (self, steps->pdata[i], second);
}

char *
gscope_gtk_chrome_describe_marker (const GscopeGtkAnnotations *self, GscopeMarker *marker)
{
  Second second;
  g_autofree char *detail = NULL;

  find_second (self, marker, &second);
  detail = second.text;
  return g_strconcat (gscope_marker_get_label (marker), detail && detail[0] ? ": " : NULL, detail,
                      NULL);
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

      x += gscope_gtk_brush_mark (brush, x, bottom - 8 * brush->text_scale,
                                  gscope_gtk_view_signal_get_mark (second->entry), rgb, dashed)
           + 4;
    }
  gscope_gtk_brush_set_text (brush, second->text, FALSE,
                             room - (second->entry ? KEY_ROOM * brush->text_scale : 0));
  gscope_gtk_brush_get_size (brush, &width, &height);
  gscope_gtk_brush_draw_text (brush, x, bottom - height, color);
}

/* A flag on the marker rail, for one marker or for several that have no room beside each other. */
typedef struct
{
  GscopeGtkCluster cluster;
  double left;
  double width;
} Flag;

/* Lays the label out, on both lines if there is no second text. */
static void
lay_out_label (const Flag *flag, GscopeGtkBrush *brush, const Second *second)
{
  g_autofree char *count = g_strdup_printf (
      g_dngettext (GETTEXT_PACKAGE, "%u marker", "%u markers", flag->cluster.n), flag->cluster.n);
  gboolean has_second = flag->cluster.n == 1 && has_text (second);

  gscope_gtk_brush_set_text (
      brush, flag->cluster.n == 1 ? gscope_marker_get_label (flag->cluster.marker) : count, TRUE,
      MAX_CHIP_WIDTH * brush->text_scale - 28);
  gscope_gtk_brush_set_lines (brush, has_second ? 1 : 2);
}

static double
measure_flag (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const Flag *flag)
{
  double width, detail_width = 0, height;
  Second second = { NULL, NULL };

  if (flag->cluster.n == 1)
    find_second (self, flag->cluster.marker, &second);
  if (has_text (&second))
    {
      double key_room = second.entry ? KEY_ROOM * brush->text_scale : 0;

      gscope_gtk_brush_set_text (brush, second.text, FALSE,
                                 MAX_CHIP_WIDTH * brush->text_scale - 14 - key_room);
      gscope_gtk_brush_get_size (brush, &detail_width, &height);
      detail_width += key_room;
    }
  lay_out_label (flag, brush, &second);
  gscope_gtk_brush_get_size (brush, &width, &height);
  g_free (second.text);
  return MAX (width + 14, detail_width) + 14;
}

/* Draws a line from a shifted flag to its marker's line. */
static void
draw_leader (GscopeGtkBrush *brush, const Flag *flag, double bottom, double plot_top, guint32 color)
{
  double from = CLAMP (flag->cluster.x, flag->left + 4, flag->left + flag->width - 4);

  if (from != flag->cluster.x)
    gscope_gtk_brush_line (brush, from, bottom, flag->cluster.x, plot_top, color, 1);
}

static void
draw_flag (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const Flag *flag)
{
  GscopeMarkerKind kind = gscope_marker_get_kind (flag->cluster.marker);
  guint32 color = get_marker_color (brush->palette, kind);
  double width, height, chip = CHIP_HEIGHT * brush->text_scale;
  const double dashes[] = { 4, 3 };
  Second second = { NULL, NULL };

  if (flag->cluster.n == 1)
    find_second (self, flag->cluster.marker, &second);
  draw_leader (brush, flag, CHIP_TOP + chip, self->scene->plot.y - 6, color);
  if (kind == GSCOPE_MARKER_KIND_PENDING)
    cairo_set_dash (brush->cr, dashes, 2, 0);
  gscope_gtk_brush_box (brush, flag->left, CHIP_TOP, flag->width, chip, brush->palette->plot,
                        color != brush->palette->text ? color : brush->palette->frame);
  cairo_set_dash (brush->cr, NULL, 0, 0);
  lay_out_label (flag, brush, &second);
  gscope_gtk_brush_get_size (brush, &width, &height);
  if (!has_text (&second))
    height = chip - 6;
  gscope_gtk_brush_draw_middle (brush, flag->left + 18, CHIP_TOP + 3 + height / 2,
                                brush->palette->text);
  draw_glyph (brush, kind, flag->left + CHIP_LEFT, CHIP_TOP + 3 + height / 2);
  if (has_text (&second))
    draw_second (brush, &second, flag->left + 7, CHIP_TOP + chip - 2,
                 MAX_CHIP_WIDTH * brush->text_scale - 14,
                 kind == GSCOPE_MARKER_KIND_REFUSED ? color : brush->palette->dim);
  g_free (second.text);
}

static int
compare_places (gconstpointer a, gconstpointer b)
{
  double x = ((const GscopeGtkCluster *) a)->x, y = ((const GscopeGtkCluster *) b)->x;

  return (x > y) - (x < y);
}

/* Returns whether a marker is of the firing of the capture in front, whose place has a handle, or says that the capture is kept. */
static gboolean
is_shown_trigger (const GscopeGtkScene *scene, const GscopeGtkCluster *place)
{
  GscopeCapture *shown = gscope_gtk_scene_get_capture (scene);
  GscopeMarkerKind kind = gscope_marker_get_kind (place->marker);

  return shown && place->n == 1 && place->begin == gscope_capture_get_time (shown)
         && (kind == GSCOPE_MARKER_KIND_EVENT
             || (kind == GSCOPE_MARKER_KIND_NOTE && *gscope_marker_get_subject (place->marker)));
}

/* Places the markers of a list from `k` on up to `stop`; those within `step` nanoseconds are at one place. */
static void
place_range (const GscopeGtkAnnotations *self, GscopeMarkerList *list, guint k, guint stop,
             gint64 step, GArray *placed)
{
  while (k < stop)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (G_LIST_MODEL (list), k);
      gint64 time = gscope_marker_get_time (marker);
      guint next = step > 0 ? MIN (stop, gscope_marker_list_find (list, time + step)) : k + 1;
      GscopeGtkCluster place = { marker, next - k, time, time, 0, 0 };

      if (!is_shown_trigger (self->scene, &place)
          && gscope_gtk_chrome_get_x (self->scene, time, &place.x))
        {
          place.right = place.x;
          g_array_append_val (placed, place);
        }
      k = next;
    }
}

static GArray *
place_markers (const GscopeGtkAnnotations *self)
{
  GArray *placed = g_array_new (FALSE, FALSE, sizeof (GscopeGtkCluster));
  gint64 begin, end;
  gint64 pixel = gscope_gtk_viewport_get_span (self->scene->viewport)
                 / MAX (1, (gint64) self->scene->plot.width);

  gscope_gtk_scene_get_window (self->scene, &begin, &end);
  for (guint i = 0; i < self->marker_lists->len; i++)
    {
      GscopeMarkerList *list = self->marker_lists->pdata[i];
      guint first = gscope_marker_list_find (list, begin);
      guint stop = gscope_marker_list_find (list, end + 1);

      place_range (self, list, first, stop, stop - first > MAX_SINGLE ? MAX (1, pixel) : 0, placed);
    }
  g_array_sort (placed, compare_places);
  return placed;
}

/* Returns where the places from `first` on that are close to each other end, and how many markers they have. */
static guint
find_stop (const GscopeGtkAnnotations *self, const GArray *placed, guint first, guint *n)
{
  const GscopeGtkCluster *places = (const GscopeGtkCluster *) placed->data;
  double limit = places[first].x + MAX_CLUSTER_WIDTH * self->scene->text_scale;
  guint i = first;

  for (*n = 0; i < placed->len; i++)
    {
      if (i > first && (places[i].x - places[i - 1].x >= CLUSTER_GAP || places[i].x > limit))
        break;
      *n += places[i].n;
    }
  return i;
}

GArray *
gscope_gtk_chrome_list_clusters (const GscopeGtkAnnotations *self)
{
  g_autoptr (GArray) placed = place_markers (self);
  const GscopeGtkCluster *places = (const GscopeGtkCluster *) placed->data;
  GArray *clusters = g_array_new (FALSE, FALSE, sizeof (GscopeGtkCluster));
  guint stop, n;

  for (guint i = 0; i < placed->len; i = stop)
    {
      GscopeGtkCluster cluster = places[i];

      stop = find_stop (self, placed, i, &n);
      if (n < MIN_CLUSTER)
        {
          g_array_append_vals (clusters, &places[i], stop - i);
          continue;
        }
      cluster.n = n;
      cluster.right = places[stop - 1].x;
      cluster.end = places[stop - 1].end;
      g_array_append_val (clusters, cluster);
    }
  return clusters;
}

/* Places a flag right of the one before it. Returns FALSE where that would be too far from its marker, or
 * out of view. */
static gboolean
place_flag (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, double right, Flag *flag)
{
  double wanted = flag->cluster.x - CHIP_LEFT, limit = self->scene->width - 2;

  flag->left = MAX (wanted, right + FLAG_GAP);
  if (flag->left - wanted > MAX_SHIFT * brush->text_scale)
    return FALSE;
  flag->width = measure_flag (self, brush, flag);
  flag->left = MIN (flag->left, limit - flag->width);
  return flag->left >= right + FLAG_GAP || (right == 0 && flag->left >= 0);
}

static double
get_right (const GArray *flags, guint n)
{
  const Flag *last = n > 0 ? &g_array_index (flags, Flag, n - 1) : NULL;

  return last ? last->left + last->width : 0;
}

/* The text of a count has room if it has as many digits as before. */
static gboolean
has_room_for (const Flag *flag, guint n)
{
  guint limit = 10;

  if (flag->cluster.n == 1)
    return FALSE;
  while (limit <= flag->cluster.n)
    limit *= 10;
  return flag->cluster.n + n < limit;
}

/* Merges the last flag into the one before it, until that has room. */
static void
merge_flags (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, GArray *flags)
{
  while (flags->len > 1)
    {
      guint n = flags->len;
      Flag *into = &g_array_index (flags, Flag, n - 2);
      GscopeGtkCluster more = g_array_index (flags, Flag, n - 1).cluster;
      gboolean has_room = has_room_for (into, more.n);

      into->cluster.n += more.n;
      into->cluster.end = more.end;
      g_array_set_size (flags, n - 1);
      if (has_room || place_flag (self, brush, get_right (flags, n - 2), into))
        return;
    }
}

/* Flags for markers from left to right. */
static GArray *
place_flags (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GArray *placed)
{
  GArray *flags = g_array_new (FALSE, FALSE, sizeof (Flag));

  for (guint i = 0; i < placed->len; i++)
    {
      const GscopeGtkCluster *place = &g_array_index (placed, GscopeGtkCluster, i);
      Flag flag = { *place, 0, 0 };
      gboolean has_room = place_flag (self, brush, get_right (flags, flags->len), &flag);

      g_array_append_val (flags, flag);
      if (!has_room)
        merge_flags (self, brush, flags);
    }
  return flags;
}

/* On a low rail only the shapes are drawn. */
static void
draw_shapes (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GArray *placed)
{
  double last = -INFINITY;

  for (guint i = 0; i < placed->len; i++)
    {
      const GscopeGtkCluster *place = &g_array_index (placed, GscopeGtkCluster, i);

      if (place->x - last < SHAPE)
        continue;
      draw_glyph (brush, gscope_marker_get_kind (place->marker), place->x,
                  self->scene->marker_rail / 2.0);
      last = place->x;
    }
}

static gboolean
has_flags (const GscopeGtkScene *scene)
{
  return scene->marker_rail > CHIP_HEIGHT;
}

double
gscope_gtk_chrome_get_reach (const GscopeGtkScene *scene, GscopeMarker *marker)
{
  double error = (double) gscope_marker_get_time_error (marker);
  double reach =
      scene->plot.width * error / (double) gscope_gtk_viewport_get_span (scene->viewport);

  return reach >= MIN_REACH ? MIN (reach, scene->plot.width) : 0;
}

/* Draws where the marker can be: a shade through all lanes, and above them a bar with caps. */
static void
draw_reach (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GscopeGtkCluster *place)
{
  const GscopeGtkScene *scene = self->scene;
  double reach = gscope_gtk_chrome_get_reach (scene, place->marker);
  double left = MAX (place->x - reach, scene->plot.x);
  double right = MIN (place->x + reach, scene->plot.x + scene->plot.width);
  double y = scene->plot.y - CAP - 1;

  if (reach == 0)
    return;
  gscope_gtk_brush_set_color (brush, brush->palette->text, SHADE_ALPHA);
  cairo_rectangle (brush->cr, left, scene->plot.y, right - left, scene->plot.height);
  cairo_fill (brush->cr);
  gscope_gtk_brush_line (brush, left, y, right, y, brush->palette->text, 2);
  gscope_gtk_brush_line (brush, left, y - CAP, left, y + CAP, brush->palette->text, 2);
  gscope_gtk_brush_line (brush, right, y - CAP, right, y + CAP, brush->palette->text, 2);
}

/* A shade instead of the lines, and a line above the plot. */
static void
draw_cluster (GscopeGtkBrush *brush, const GscopeGtkScene *scene, const GscopeGtkCluster *cluster)
{
  double width = MAX (cluster->right - cluster->x, 1);

  gscope_gtk_brush_set_color (brush, brush->palette->text, SHADE_ALPHA);
  cairo_rectangle (brush->cr, cluster->x, scene->plot.y, width, scene->plot.height);
  cairo_fill (brush->cr);
  gscope_gtk_brush_set_color (brush, brush->palette->text, 1);
  cairo_rectangle (brush->cr, cluster->x, scene->plot.y - CLUSTER_LINE - 2, width, CLUSTER_LINE);
  cairo_fill (brush->cr);
}

static void
draw_lines (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GArray *clusters)
{
  double last = -INFINITY;

  for (guint i = 0; i < clusters->len; i++)
    {
      const GscopeGtkCluster *cluster = &g_array_index (clusters, GscopeGtkCluster, i);

      if (cluster->n >= MIN_CLUSTER)
        draw_cluster (brush, self->scene, cluster);
      else if (cluster->x - last >= LINE_GAP)
        {
          draw_reach (self, brush, cluster);
          draw_marker_line (brush, self->scene, gscope_marker_get_kind (cluster->marker),
                            cluster->x);
          last = cluster->x;
        }
    }
}

void
gscope_gtk_chrome_draw_markers (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush)
{
  g_autoptr (GArray) clusters = gscope_gtk_chrome_list_clusters (self);
  g_autoptr (GArray) flags = NULL;

  draw_lines (self, brush, clusters);
  if (!has_flags (self->scene))
    {
      draw_shapes (self, brush, clusters);
      return;
    }
  flags = place_flags (self, brush, clusters);
  for (guint i = 0; i < flags->len; i++)
    draw_flag (self, brush, &g_array_index (flags, Flag, i));
}

static gboolean
find_flag (const GscopeGtkAnnotations *self, GscopeGtkBrush *brush, const GArray *clusters,
           double x, GscopeGtkCluster *cluster)
{
  g_autoptr (GArray) flags = place_flags (self, brush, clusters);

  for (guint i = 0; i < flags->len; i++)
    {
      const Flag *flag = &g_array_index (flags, Flag, i);

      if (x < flag->left || x >= flag->left + flag->width)
        continue;
      *cluster = flag->cluster;
      return TRUE;
    }
  return FALSE;
}

static gboolean
find_shape (const GArray *clusters, double x, GscopeGtkCluster *cluster)
{
  for (guint i = 0; i < clusters->len; i++)
    {
      const GscopeGtkCluster *place = &g_array_index (clusters, GscopeGtkCluster, i);

      if (x < place->x - SHAPE || x > place->right + SHAPE)
        continue;
      *cluster = *place;
      return TRUE;
    }
  return FALSE;
}

gboolean
gscope_gtk_chrome_find_cluster (const GscopeGtkAnnotations *self, PangoContext *context, double x,
                                double y, GscopeGtkCluster *cluster)
{
  cairo_surface_t *surface;
  g_autoptr (GArray) clusters = NULL;
  GscopeGtkBrush brush;
  gboolean found;

  if (y >= self->scene->marker_rail)
    return FALSE;
  clusters = gscope_gtk_chrome_list_clusters (self);
  if (!has_flags (self->scene))
    return find_shape (clusters, x, cluster);
  surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  gscope_gtk_brush_init (&brush, cairo_create (surface), context, self->scene->palette);
  found = find_flag (self, &brush, clusters, x, cluster);
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
  cairo_surface_destroy (surface);
  return found;
}

char *
gscope_gtk_chrome_describe_cluster (const GscopeGtkAnnotations *self,
                                    const GscopeGtkCluster *cluster)
{
  g_autofree char *begin = gscope_gtk_chrome_format_clock (self, cluster->begin, 3);
  g_autofree char *end = gscope_gtk_chrome_format_clock (self, cluster->end, 3);
  g_autofree char *words = NULL;

  if (cluster->n > 1)
    return g_strdup_printf (
        g_dngettext (GETTEXT_PACKAGE, "%s to %s, %u marker", "%s to %s, %u markers", cluster->n),
        begin, end, cluster->n);
  words = gscope_gtk_chrome_describe_marker (self, cluster->marker);
  return g_strdup_printf ("%s, %s", begin, words);
}
