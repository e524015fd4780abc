/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/rgba.h>
#include <gscope-gtk/chrome/stamps.h>
#include <gscope-gtk/chrome/time-ruler.h>
#include <gscope-gtk/limits/areas.h>
#include <gscope-gtk/limits/failures.h>
#include <gscope-gtk/paint/image-node.h>
#include <gscope-gtk/plot/captures.h>
#include <gscope-gtk/plot/columns.h>
#include <gscope-gtk/plot/strips.h>
#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>
#include <gscope-gtk/view/time-labels.h>

#include <string.h>

#define N_PARTS (GSCOPE_GTK_PART_HEADS + 1)

/* The room for the sentence of an empty lane, of three lines. */
#define REASON_HEIGHT 60

/* Beside the sentence of an empty view. */
#define EMPTY_MARGIN 24

#define MAX_EVENT_PIECES 8

struct _GscopeGtkPainting
{
  GscopeGtkView *view;
  GscopeGtkScene scene;
  GscopeGtkAnnotations annotations;
  GscopeGtkStrips strips;
  GskRenderNode *parts[N_PARTS];
  GscopeGtkTimeLabels labels;
  /* the mark of a failure, around the origin */
  GskRenderNode *failure;
  /* the areas of the events that are drawn */
  GArray *events;
  /* of the badges and of the sentences of empty lanes that are drawn */
  guint badges;
  guint reasons;
};

typedef void (*ChromeFunc) (const GscopeGtkAnnotations *, cairo_t *, PangoContext *);

static const ChromeFunc chrome[N_PARTS] = {
  [GSCOPE_GTK_PART_LIMITS] = gscope_gtk_limits_draw_areas,
  [GSCOPE_GTK_PART_RULERS] = gscope_gtk_chrome_draw_rulers,
  [GSCOPE_GTK_PART_TIME] = gscope_gtk_chrome_draw_ticks,
  [GSCOPE_GTK_PART_EVENTS] = gscope_gtk_chrome_draw_events,
  [GSCOPE_GTK_PART_REASONS] = gscope_gtk_chrome_draw_reasons,
  [GSCOPE_GTK_PART_HEADS] = gscope_gtk_chrome_draw_heads,
  [GSCOPE_GTK_PART_CURSORS] = gscope_gtk_chrome_draw_cursors,
};

static PangoContext *
get_context (GscopeGtkPainting *self)
{
  return gtk_widget_get_pango_context (GTK_WIDGET (self->view));
}

static void
on_markers_changed (GscopeGtkView *view)
{
  gscope_gtk_painting_redraw_part (gscope_gtk_view_get_objects (view)->painting,
                                   GSCOPE_GTK_PART_EVENTS);
}

static void
on_status_changed (GscopeGtkView *view)
{
  gscope_gtk_painting_redraw_part (gscope_gtk_view_get_objects (view)->painting,
                                   GSCOPE_GTK_PART_REASONS);
}

static void
on_sources_changed (GscopeGtkView *view, guint position, guint n_removed, guint n_added,
                    GListModel *model)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (model, i);

      g_signal_connect_object (source, "notify::status", G_CALLBACK (on_status_changed), view,
                               G_CONNECT_SWAPPED);
    }
  on_status_changed (view);
}

void
gscope_gtk_painting_add_scope (GscopeGtkPainting *self, GscopeScope *scope)
{
  GListModel *sources = gscope_scope_get_sources (scope);
  GscopeMarkerList *markers = gscope_scope_get_markers (scope);

  g_set_object (&self->annotations.clock, gscope_scope_get_clock (scope));
  g_ptr_array_add (self->annotations.marker_lists, g_object_ref (markers));
  g_signal_connect_object (markers, "items-changed", G_CALLBACK (on_markers_changed), self->view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (markers, "marker-changed", G_CALLBACK (on_markers_changed), self->view,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (sources, "items-changed", G_CALLBACK (on_sources_changed), self->view,
                           G_CONNECT_SWAPPED);
  on_sources_changed (self->view, 0, 0, g_list_model_get_n_items (sources), sources);
}

void
gscope_gtk_painting_set_cursors (GscopeGtkPainting *self, const GscopeGtkCursorTimes *cursors)
{
  self->annotations.cursors = cursors;
}

void
gscope_gtk_painting_set_steps (GscopeGtkPainting *self, GscopeStepTracker *steps)
{
  if (self->annotations.steps)
    g_signal_handlers_disconnect_by_func (self->annotations.steps, on_markers_changed, self->view);
  g_set_object (&self->annotations.steps, steps);
  if (steps)
    g_signal_connect_object (steps, "changed", G_CALLBACK (on_markers_changed), self->view,
                             G_CONNECT_SWAPPED);
  gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
}

static void
on_limits_changed (GscopeGtkView *view)
{
  gscope_gtk_painting_redraw_part (gscope_gtk_view_get_objects (view)->painting,
                                   GSCOPE_GTK_PART_LIMITS);
  g_signal_emit_by_name (view, "arranged");
}

void
gscope_gtk_painting_set_limits (GscopeGtkPainting *self, GListModel *limits)
{
  if (self->annotations.limits)
    g_signal_handlers_disconnect_by_func (self->annotations.limits, on_limits_changed, self->view);
  g_set_object (&self->annotations.limits, limits);
  if (limits)
    g_signal_connect_object (limits, "items-changed", G_CALLBACK (on_limits_changed), self->view,
                             G_CONNECT_SWAPPED);
  on_limits_changed (self->view);
}

GscopeGtkPainting *
gscope_gtk_painting_new (GscopeGtkView *view, GscopeViewSettings *settings,
                         GscopeGtkBadgeList *badges)
{
  GscopeGtkPainting *self = g_new0 (GscopeGtkPainting, 1);

  self->view = view;
  gscope_gtk_scene_init (&self->scene);
  self->scene.settings = settings;
  gscope_gtk_strips_init (&self->strips);
  self->annotations.scene = &self->scene;
  self->annotations.badges = badges;
  self->annotations.texts = gscope_gtk_texts_new ();
  self->annotations.clock = g_object_ref (gscope_clock_get_system ());
  self->annotations.marker_lists = g_ptr_array_new_with_free_func (g_object_unref);
  self->events = g_array_new (FALSE, FALSE, sizeof (cairo_rectangle_int_t));
  return self;
}

/* Drops all render nodes. */
static void
drop_nodes (GscopeGtkPainting *self)
{
  gscope_gtk_strips_invalidate (&self->strips);
  gscope_gtk_time_labels_clear (&self->labels);
  g_clear_pointer (&self->failure, gsk_render_node_unref);
  for (int i = 0; i < N_PARTS; i++)
    g_clear_pointer (&self->parts[i], gsk_render_node_unref);
}

void
gscope_gtk_painting_free (GscopeGtkPainting *self)
{
  drop_nodes (self);
  gscope_gtk_strips_clear (&self->strips);
  g_array_unref (self->events);
  g_clear_object (&self->scene.selected);
  gscope_gtk_scene_clear (&self->scene);
  g_ptr_array_unref (self->annotations.marker_lists);
  g_clear_object (&self->annotations.steps);
  g_clear_object (&self->annotations.limits);
  gscope_gtk_texts_free (self->annotations.texts);
  g_object_unref (self->annotations.clock);
  g_free (self);
}

const GscopeGtkScene *
gscope_gtk_painting_get_scene (GscopeGtkPainting *self)
{
  return &self->scene;
}

const GscopeGtkAnnotations *
gscope_gtk_painting_get_annotations (GscopeGtkPainting *self)
{
  return &self->annotations;
}

gboolean
gscope_gtk_painting_get_insets (GscopeGtkPainting *self, int *left, int *right)
{
  const cairo_rectangle_int_t *plot = &self->scene.plot;

  *left = plot->x;
  *right = self->scene.width - plot->x - plot->width;
  return plot->width > 0 && *right >= 0;
}

double
gscope_gtk_painting_to_column (GscopeGtkPainting *self, double x)
{
  return (x - self->scene.plot.x) * self->scene.device_scale;
}

GscopeGtkViewSignal *
gscope_gtk_painting_find_signal (GscopeGtkPainting *self, double x, double y)
{
  return gscope_gtk_chrome_find_signal (&self->annotations, get_context (self), x, y);
}

gboolean
gscope_gtk_painting_find_cluster (GscopeGtkPainting *self, double x, double y, GscopeGtkCluster *it)
{
  return gscope_gtk_chrome_find_cluster (&self->annotations, get_context (self), x, y, it);
}

gboolean
gscope_gtk_painting_set_layout (GscopeGtkPainting *self, GscopeViewLayout layout)
{
  gboolean changed = self->scene.layout != layout;

  self->scene.layout = layout;
  return changed;
}

gboolean
gscope_gtk_painting_set_selected (GscopeGtkPainting *self, GscopeGtkViewSignal *signal)
{
  return g_set_object (&self->scene.selected, signal);
}

gboolean
gscope_gtk_painting_keep_margins (GscopeGtkPainting *self, int left, int right)
{
  gboolean changed = self->scene.least_left != left || self->scene.least_right != right;

  self->scene.least_left = left;
  self->scene.least_right = right;
  return changed;
}

gboolean
gscope_gtk_painting_restyle (GscopeGtkPainting *self)
{
  double text_scale = gscope_gtk_brush_measure_text (get_context (self));
  gboolean resized = text_scale != self->scene.text_scale;

  self->scene.palette = gscope_gtk_surroundings_get_palette (GTK_WIDGET (self->view));
  self->scene.text_scale = text_scale;
  gscope_gtk_painting_redraw (self);
  return resized;
}

void
gscope_gtk_painting_redraw (GscopeGtkPainting *self)
{
  drop_nodes (self);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

void
gscope_gtk_painting_redraw_part (GscopeGtkPainting *self, GscopeGtkPart part)
{
  g_clear_pointer (&self->parts[part], gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

static gboolean
follow (GscopeGtkPainting *self)
{
  return gscope_gtk_scene_follow (&self->scene, gscope_clock_get_time (self->annotations.clock));
}

void
gscope_gtk_painting_follow (GscopeGtkPainting *self)
{
  follow (self);
  gscope_gtk_painting_redraw (self);
}

void
gscope_gtk_painting_arrange (GscopeGtkPainting *self, GListModel *signals)
{
  GtkWidget *widget = GTK_WIDGET (self->view);

  self->scene.device_scale = gtk_widget_get_scale_factor (widget);
  self->scene.has_interval = self->annotations.cursors->n == GSCOPE_GTK_N_CURSORS;
  gscope_gtk_scene_arrange (&self->scene, signals, gtk_widget_get_width (widget),
                            gtk_widget_get_height (widget));
  gscope_gtk_chrome_make_stamps (&self->scene, get_context (self));
  gscope_gtk_painting_follow (self);
}

void
gscope_gtk_painting_fit (GscopeGtkPainting *self)
{
  gscope_gtk_scene_fit (&self->scene);
  gscope_gtk_painting_redraw (self);
}

void
gscope_gtk_painting_refresh_heads (GscopeGtkPainting *self, gboolean changed)
{
  if (changed || gscope_gtk_chrome_hash_badges (&self->annotations) != self->badges)
    gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_HEADS);
}

/* Redraws events that came, went or moved; markers that change redraw them too. */
static void
refresh_events (GscopeGtkPainting *self)
{
  g_autoptr (GArray) events = gscope_gtk_chrome_list_events (&self->annotations);

  if (events->len != self->events->len
      || (events->len > 0
          && memcmp (events->data, self->events->data, events->len * sizeof (cairo_rectangle_int_t))
                 != 0))
    gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
}

/* The ticks of a recording, and those of times of day, move with the picture. */
static void
move_ruler (GscopeGtkPainting *self)
{
  GscopeGtkTimeRuler ruler;

  gscope_gtk_time_ruler_init (&ruler, &self->scene, self->annotations.clock);
  if (!gscope_gtk_time_ruler_moves (&ruler))
    return;
  gscope_gtk_time_labels_drop_numbers (&self->labels);
  gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_RULERS);
  gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_TIME);
}

void
gscope_gtk_painting_refresh (GscopeGtkPainting *self)
{
  if (gscope_gtk_view_hash_reasons (self->view) != self->reasons)
    gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_REASONS);
  if (!gscope_gtk_scene_is_sweeping (&self->scene))
    return;
  refresh_events (self);
  move_ruler (self);
}

void
gscope_gtk_painting_advance (GscopeGtkPainting *self, gint64 news, gint64 old_pen)
{
  gint64 width = gscope_gtk_viewport_get_column_width (self->scene.viewport);
  gint64 first = news == G_MAXINT64 ? old_pen : news / width - 1;

  if (follow (self))
    gscope_gtk_painting_redraw (self);
  gscope_gtk_strips_invalidate_columns (&self->strips, &self->scene, MIN (first, old_pen),
                                        gscope_gtk_viewport_get_pen_column (self->scene.viewport));
  if (!gscope_gtk_scene_is_sweeping (&self->scene))
    {
      refresh_events (self);
      move_ruler (self);
    }
  gtk_widget_queue_draw (GTK_WIDGET (self->view));
}

void
gscope_gtk_painting_take_past (GscopeGtkPainting *self, gint64 begin, gint64 end)
{
  GscopeGtkViewport *viewport = self->scene.viewport;
  gint64 width = gscope_gtk_viewport_get_column_width (viewport);
  gint64 first = gscope_gtk_viewport_get_first_column (viewport);
  gint64 last = first + gscope_gtk_viewport_get_n_columns (viewport) - 1;

  if (begin < end && follow (self))
    gscope_gtk_painting_redraw (self);
  /* a line reaches the columns beside */
  first = MAX (first, begin / width - 2);
  last = MIN (last, end / width + 2);
  if (begin < end && first <= last)
    gscope_gtk_strips_invalidate_columns (&self->strips, &self->scene, first, last);
  gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
  gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_REASONS);
  gscope_gtk_painting_redraw_part (self, GSCOPE_GTK_PART_HEADS);
}

/* Render nodes. */

static void
draw_piece (GscopeGtkPainting *self, GtkSnapshot *snapshot, ChromeFunc draw,
            const graphene_rect_t *area)
{
  cairo_t *cr = gscope_gtk_image_node_begin (area, self->scene.device_scale);
  g_autoptr (GskRenderNode) node = NULL;

  draw (&self->annotations, cr, get_context (self));
  node = gscope_gtk_image_node_end (cr, area);
  gtk_snapshot_append_node (snapshot, node);
}

typedef void (*LaneFunc) (const GscopeGtkAnnotations *self, cairo_t *cr, PangoContext *context,
                          const GscopeGtkSceneLane *lane);

/* Draws as wide as the plot, from a distance below its top on. */
static void
draw_lane_piece (GscopeGtkPainting *self, GtkSnapshot *snapshot, const GscopeGtkSceneLane *lane,
                 LaneFunc draw, int top, int height)
{
  const cairo_rectangle_int_t *plot = &self->scene.plot;
  graphene_rect_t area = GRAPHENE_RECT_INIT (plot->x, plot->y + top, plot->width, height);
  cairo_t *cr = gscope_gtk_image_node_begin (&area, self->scene.device_scale);
  g_autoptr (GskRenderNode) node = NULL;

  draw (&self->annotations, cr, get_context (self), lane);
  node = gscope_gtk_image_node_end (cr, &area);
  gtk_snapshot_append_node (snapshot, node);
}

/* A node is repainted as a whole, so that parts that change often are in tight pieces. */
static void
draw_head_pieces (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  self->badges = gscope_gtk_chrome_hash_badges (&self->annotations);
  for (guint i = 0; i < self->scene.lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene.lanes, GscopeGtkSceneLane, i);

      if (lane->head > 0)
        draw_lane_piece (self, snapshot, lane, gscope_gtk_chrome_draw_head, lane->top - lane->head,
                         lane->head);
    }
}

static void
draw_reason_pieces (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  self->reasons = gscope_gtk_view_hash_reasons (self->view);
  for (guint i = 0; i < self->scene.lanes->len; i++)
    {
      const GscopeGtkSceneLane *lane = &g_array_index (self->scene.lanes, GscopeGtkSceneLane, i);
      g_autofree char *reason = gscope_gtk_chrome_explain_empty (&self->annotations, lane);
      int height = MIN (lane->height, (int) (REASON_HEIGHT * self->scene.text_scale));

      if (reason)
        draw_lane_piece (self, snapshot, lane, gscope_gtk_chrome_draw_reason,
                         lane->top + (lane->height - height) / 2, height);
    }
}

static void
append_color (GtkSnapshot *snapshot, guint32 color, float alpha, const graphene_rect_t *area)
{
  GdkRGBA rgba = gscope_gtk_rgba_make (color, alpha);

  gtk_snapshot_append_color (snapshot, &rgba, area);
}

static void
draw_ruler_pieces (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  double right = scene->plot.x + scene->plot.width;
  const graphene_rect_t areas[] = {
    GRAPHENE_RECT_INIT (0, scene->plot.y - 8, scene->plot.x, scene->plot.height + 16),
    GRAPHENE_RECT_INIT (right, scene->plot.y - 8, scene->width - right, scene->plot.height + 16),
  };

  for (guint i = 0; i < G_N_ELEMENTS (areas); i++)
    draw_piece (self, snapshot, gscope_gtk_chrome_draw_rulers, &areas[i]);
}

static void
draw_time_piece (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  graphene_rect_t area =
      GRAPHENE_RECT_INIT (0, scene->ruler_top, scene->width, scene->height - scene->ruler_top);

  draw_piece (self, snapshot, gscope_gtk_chrome_draw_ticks, &area);
}

static void
draw_limit_pieces (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  g_autoptr (GArray) areas = gscope_gtk_limits_list_areas (&self->annotations);

  for (guint i = 0; i < areas->len; i++)
    draw_piece (self, snapshot, gscope_gtk_limits_draw_areas,
                &g_array_index (areas, graphene_rect_t, i));
}

static graphene_rect_t
get_area (const cairo_rectangle_int_t *area)
{
  return GRAPHENE_RECT_INIT (area->x, area->y, area->width, area->height);
}

/* Events that are near each other are drawn in one piece, as high as the highest of them; flags in the rail, apart. */
static void
draw_event_pieces (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  int apart = scene->width / MAX_EVENT_PIECES;

  g_array_unref (self->events);
  self->events = gscope_gtk_chrome_list_events (&self->annotations);
  for (guint i = 0; i < self->events->len;)
    {
      const cairo_rectangle_int_t *event = &g_array_index (self->events, cairo_rectangle_int_t, i);
      graphene_rect_t area = get_area (event);

      for (i++; i < self->events->len; i++)
        {
          graphene_rect_t next = get_area (&g_array_index (self->events, cairo_rectangle_int_t, i));

          if (next.origin.x > area.origin.x + area.size.width + apart
              || area.origin.y < scene->plot.y)
            break;
          graphene_rect_union (&area, &next, &area);
        }
      if (area.size.width > 0)
        draw_piece (self, snapshot, gscope_gtk_chrome_draw_events, &area);
    }
}

static void
append_grid (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  g_autoptr (GArray) lines = gscope_gtk_chrome_list_grid (&self->annotations);

  for (guint i = 0; i < lines->len; i++)
    append_color (snapshot, self->scene.palette->dim, GSCOPE_GTK_GRID_ALPHA,
                  &g_array_index (lines, graphene_rect_t, i));
}

static void
draw_whole (GscopeGtkPainting *self, GtkSnapshot *snapshot, GscopeGtkPart part)
{
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, self->scene.width, self->scene.height);

  if (part == GSCOPE_GTK_PART_CURSORS && self->annotations.cursors->n == 0)
    return;
  draw_piece (self, snapshot, chrome[part], &all);
}

static GskRenderNode *
create_part (GscopeGtkPainting *self, GscopeGtkPart part)
{
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  GskRenderNode *node;

  if (part == GSCOPE_GTK_PART_TIME)
    draw_time_piece (self, snapshot);
  else if (part == GSCOPE_GTK_PART_LIMITS)
    draw_limit_pieces (self, snapshot);
  else if (part == GSCOPE_GTK_PART_EVENTS)
    draw_event_pieces (self, snapshot);
  else if (part == GSCOPE_GTK_PART_HEADS)
    draw_head_pieces (self, snapshot);
  else if (part == GSCOPE_GTK_PART_REASONS)
    draw_reason_pieces (self, snapshot);
  else if (part == GSCOPE_GTK_PART_RULERS)
    {
      append_grid (self, snapshot);
      draw_ruler_pieces (self, snapshot);
    }
  else
    draw_whole (self, snapshot, part);
  node = gtk_snapshot_free_to_node (snapshot);
  return node ? node : gsk_container_node_new (NULL, 0);
}

static void
place_flags (GscopeGtkPainting *self)
{
  if (!self->parts[GSCOPE_GTK_PART_CURSORS] && self->annotations.cursors->n > 0)
    gscope_gtk_chrome_measure_flags (&self->annotations, get_context (self));
  gscope_gtk_time_labels_place (&self->labels, &self->annotations, get_context (self));
}

static void
snapshot_pen (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  double x;

  if (gscope_gtk_chrome_get_pen_x (scene, &x))
    append_color (snapshot, scene->palette->accent, 1,
                  &GRAPHENE_RECT_INIT (x - 1, scene->plot.y, 2, scene->ruler_top - scene->plot.y));
  if (gscope_gtk_scene_get_zero_x (scene, &x))
    append_color (snapshot, scene->palette->accent, 1,
                  &GRAPHENE_RECT_INIT (x, scene->plot.y, 1, scene->ruler_top - scene->plot.y));
}

static void
snapshot_empty (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  g_autofree char *reason = gscope_gtk_view_explain_nothing (self->view);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self->view), reason);
  int height;
  GdkRGBA color;

  self->reasons = g_str_hash (reason);
  gtk_style_context_get_color (gtk_widget_get_style_context (GTK_WIDGET (self->view)), &color);
  color.alpha *= 0.6f;
  pango_layout_set_width (layout, MAX (1, self->scene.width - 2 * EMPTY_MARGIN) * PANGO_SCALE);
  pango_layout_set_alignment (layout, PANGO_ALIGN_CENTER);
  pango_layout_get_pixel_size (layout, NULL, &height);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot,
                          &GRAPHENE_POINT_INIT (EMPTY_MARGIN, (self->scene.height - height) / 2));
  gtk_snapshot_append_layout (snapshot, layout, &color);
  gtk_snapshot_restore (snapshot);
}

void
gscope_gtk_painting_snapshot (GscopeGtkPainting *self, GtkSnapshot *snapshot)
{
  const GscopeGtkScene *scene = &self->scene;
  graphene_rect_t all = GRAPHENE_RECT_INIT (0, 0, scene->width, scene->height);
  graphene_rect_t plot =
      GRAPHENE_RECT_INIT (scene->plot.x, scene->plot.y, scene->plot.width, scene->plot.height);

  append_color (snapshot, scene->palette->background, 1, &all);
  if (scene->lanes->len == 0)
    {
      snapshot_empty (self, snapshot);
      return;
    }
  gtk_snapshot_push_clip (snapshot, &plot);
  gtk_snapshot_save (snapshot);
  gtk_snapshot_translate (snapshot, &plot.origin);
  gscope_gtk_strips_snapshot (&self->strips, &self->scene, snapshot);
  gtk_snapshot_restore (snapshot);
  gtk_snapshot_pop (snapshot);
  place_flags (self);
  if (gscope_gtk_scene_take_flags (scene))
    g_clear_pointer (&self->parts[GSCOPE_GTK_PART_RULERS], gsk_render_node_unref);
  for (int i = 0; i < N_PARTS; i++)
    {
      if (i == GSCOPE_GTK_PART_HEADS)
        {
          gscope_gtk_limits_snapshot_failures (&self->annotations, &self->failure, snapshot);
          snapshot_pen (self, snapshot);
        }
      if (!self->parts[i])
        self->parts[i] = create_part (self, i);
      gtk_snapshot_append_node (snapshot, self->parts[i]);
      if (i == GSCOPE_GTK_PART_TIME)
        gscope_gtk_time_labels_snapshot_numbers (&self->labels, &self->annotations,
                                                 get_context (self), snapshot);
    }
  gscope_gtk_time_labels_snapshot_flag (&self->labels, &self->annotations, snapshot);
}

/* Pictures, drawn by what draws the screen; where a format has paths, traces are those. */

static void
draw_picture (GscopeGtkPainting *self, cairo_t *cr, gboolean paths)
{
  GscopeGtkScene *scene = &self->scene;
  PangoContext *context = get_context (self);

  gscope_gtk_rgba_set_source (cr, scene->palette->background, 1);
  cairo_rectangle (cr, 0, 0, scene->width, scene->height);
  cairo_fill (cr);
  gscope_gtk_scene_draw_traces (scene, cr, paths);
  gscope_gtk_chrome_draw_grid (&self->annotations, cr);
  gscope_gtk_chrome_measure_flags (&self->annotations, context);
  for (int i = 0; i < N_PARTS; i++)
    {
      if (i == GSCOPE_GTK_PART_HEADS)
        {
          gscope_gtk_limits_draw_failures (&self->annotations, cr);
          gscope_gtk_chrome_draw_pen (&self->annotations, cr, context);
        }
      chrome[i](&self->annotations, cr, context);
      if (i == GSCOPE_GTK_PART_TIME)
        gscope_gtk_chrome_draw_numbers (&self->annotations, cr, context);
    }
  gscope_gtk_chrome_draw_clock (&self->annotations, cr, context);
}

void
gscope_gtk_painting_draw_picture (GscopeGtkPainting *self, GListModel *signals,
                                  const GscopeGtkDrawing *drawing)
{
  GscopeGtkScene *scene = &self->scene;
  const GscopeGtkPalette *screen = scene->palette;

  scene->device_scale = drawing->scale;
  scene->palette = drawing->palette ? drawing->palette : screen;
  gscope_gtk_scene_arrange (scene, signals, drawing->width, drawing->height);
  gscope_gtk_chrome_make_stamps (scene, get_context (self));
  gscope_gtk_scene_clear_flags (scene);
  follow (self);
  draw_picture (self, drawing->cr, drawing->paths);
  scene->palette = screen;
}

/**
 * gscope_gtk_view_get_margins:
 * @self: a view
 * @left: (out): the room left of the plot, logical pixels
 * @right: (out): the room right of the plot
 *
 * Gets the room that its value rulers and the names of its rows need beside the plot.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_get_margins (GscopeGtkView *self, int *left, int *right)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));
  g_return_if_fail (left && right);

  gscope_gtk_scene_get_margins (
      gscope_gtk_painting_get_scene (gscope_gtk_view_get_objects (self)->painting), left, right);
}

/**
 * gscope_gtk_view_keep_margins:
 * @self: a view
 * @left: the least room left of the plot, logical pixels; 0 for what its rulers need
 * @right: the least room right of the plot
 *
 * Lets its plot begin and end where the plot of another view does that has more rulers, so that the time axes of both
 * line up.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_keep_margins (GscopeGtkView *self, int left, int right)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));

  if (gscope_gtk_painting_keep_margins (gscope_gtk_view_get_objects (self)->painting, left, right))
    gscope_gtk_view_arrange (self);
}

/**
 * gscope_gtk_view_set_limits:
 * @self: a view
 * @limits: (nullable): a list of [class@Gscope.Limit], which reports that an item has changed if it has other settings
 *
 * Shows the limits of its signals: values beyond them are hatched, a mask in a triggered display, and failures have rings.
 *
 * Since: 1.0
 */
void
gscope_gtk_view_set_limits (GscopeGtkView *self, GListModel *limits)
{
  g_return_if_fail (GSCOPE_GTK_IS_VIEW (self));
  g_return_if_fail (!limits || G_IS_LIST_MODEL (limits));

  gscope_gtk_painting_set_limits (gscope_gtk_view_get_objects (self)->painting, limits);
}
