/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/surroundings.h>
#include <gscope-gtk/view-private.h>

#include <gdk/gdk.h>
#include <glib/gi18n-lib.h>
#include <gscope/signal/transport.h>

#define FRAME_INTERVAL (16 * GSCOPE_MSEC)
#define IDLE_INTERVAL (250 * GSCOPE_MSEC)

enum
{
  MIN_WIDTH = 240,
  MIN_HEIGHT = 140,
  NATURAL_WIDTH = 800,
  NATURAL_HEIGHT = 480,
  /* So many frames without news, and they are left alone. */
  IDLE_FRAMES = 4,
};

/**
 * GscopeGtkView:
 *
 * Shows signals of one or more scopes on one time axis.
 *
 * Signals stand in lanes by unit, or in one lane over each other. The picture is live until somebody
 * looks at the past; it moves as the [class@Viewport] says. Everything works by keyboard once the
 * view has the focus: Space holds, R changes between sweep and roll, + and − change the span, the
 * arrow keys move the cursor (with Control coarsely, with Control and Shift finely; with Shift they
 * pan and zoom), F fits the ranges, 1 to 9 show and hide signals, C shows one cursor, two or none, X
 * swaps them, [ and ] go to markers, M adds a note, L changes between lanes and overlay, End goes
 * back to live, Control+C copies the picture and Control+Shift+C the data in view. The pointer places
 * the cursor with a click, moves one or pans time with a drag, and zooms time with the wheel; on a
 * ruler, drag and wheel do the same to values.
 *
 * Fingers pan with one, zoom time with two, and place the cursor with a long press. A signal that is
 * dragged from its legend to another view is shown there too; a drop site of a program's own takes a
 * [class@ViewSignal].
 *
 * A view costs nothing while nothing changes or while nobody can see it.
 *
 * ## CSS nodes
 *
 * A view has one node, `gscope-view`. Its `color` decides between the light and the dark palette.
 */
G_DEFINE_FINAL_TYPE (GscopeGtkView, gscope_gtk_view, GTK_TYPE_WIDGET)

/* A scope whose signals the view shows. */
typedef struct
{
  GscopeGtkView *view;
  GscopeScope *scope;
  /* parallel to the scope's signals; entries that the view does not show are NULL */
  GPtrArray *entries;
  /* whether it was added with all signals that the description lets in, or for single ones */
  gboolean is_whole;
  guint consumer;
} ScopeLink;

enum
{
  PROP_LAYOUT = 1,
  PROP_SELECTED,
  PROP_VIEWPORT,
  PROP_HAS_CURSOR,
  PROP_N_CURSORS,
  PROP_TITLE,
  PROP_PHOSPHOR,
  PROP_SETTINGS,
  N_PROPS
};

static GParamSpec *properties[N_PROPS];

enum
{
  CURSORS_CHANGED,
  ARRANGED,
  DROPPED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

void
gscope_gtk_view_redraw_part (GscopeGtkView *self, GscopeGtkPart part)
{
  g_clear_pointer (&self->parts[part], gsk_render_node_unref);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}

void
gscope_gtk_view_redraw (GscopeGtkView *self)
{
  gscope_gtk_strips_invalidate (&self->strips);
  g_clear_pointer (&self->flag, gsk_render_node_unref);
  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    gscope_gtk_view_redraw_part (self, i);
}

static gint64
get_now (GscopeGtkView *self)
{
  return gscope_clock_get_time (self->annotations.clock);
}

void
gscope_gtk_view_arrange (GscopeGtkView *self)
{
  GtkWidget *widget = GTK_WIDGET (self);

  self->scene.device_scale = gtk_widget_get_scale_factor (widget);
  gscope_gtk_scene_arrange (&self->scene, G_LIST_MODEL (self->signals),
                            gtk_widget_get_width (widget), gtk_widget_get_height (widget));
  gscope_gtk_scene_follow (&self->scene, get_now (self));
  gscope_gtk_view_redraw (self);
  g_signal_emit (self, signals[ARRANGED], 0);
}

gboolean
gscope_gtk_view_get_insets (GscopeGtkView *self, int *left, int *right)
{
  const cairo_rectangle_int_t *plot = &self->scene.plot;

  *left = plot->x;
  *right = self->scene.width - plot->x - plot->width;
  return plot->width > 0 && *right >= 0;
}

static gboolean
needs_frames (ScopeLink *link)
{
  return gscope_scope_get_period (link->scope) <= FRAME_INTERVAL;
}

static gint64
choose_interval (ScopeLink *link)
{
  if (link->view->frames_id > 0 && needs_frames (link))
    return IDLE_INTERVAL;
  return CLAMP (gscope_scope_get_period (link->scope), FRAME_INTERVAL, IDLE_INTERVAL);
}

static void
update_consumer (ScopeLink *link)
{
  if (link->consumer)
    gscope_scope_remove_consumer (link->scope, link->consumer);
  link->consumer = 0;
  if (link->view->is_shown)
    link->consumer = gscope_scope_add_consumer (link->scope, choose_interval (link));
}

static void
update_consumers (GscopeGtkView *self)
{
  for (guint i = 0; i < self->links->len; i++)
    update_consumer (self->links->pdata[i]);
}

static gboolean
on_frame (GtkWidget *widget, GdkFrameClock *frame_clock, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  self->n_idle_frames++;
  for (guint i = 0; i < self->links->len; i++)
    {
      ScopeLink *link = self->links->pdata[i];

      if (needs_frames (link))
        gscope_scope_drain (link->scope);
    }
  if (self->n_idle_frames < IDLE_FRAMES)
    return G_SOURCE_CONTINUE;
  self->frames_id = 0;
  update_consumers (self);
  return G_SOURCE_REMOVE;
}

/* While samples come, frames begin by draining them. A timer of a frame's length would have them wait
 * for itself and then for the frame: it only notices that they come again. */
static void
follow_frames (GscopeGtkView *self)
{
  self->n_idle_frames = 0;
  if (self->frames_id > 0)
    return;
  self->frames_id = gtk_widget_add_tick_callback (GTK_WIDGET (self), on_frame, NULL, NULL);
  update_consumers (self);
}

static void
leave_frames (GscopeGtkView *self)
{
  if (self->frames_id > 0)
    gtk_widget_remove_tick_callback (GTK_WIDGET (self), self->frames_id);
  self->frames_id = 0;
}

/* The earliest pen of the scopes that run, or of those that do not. */
static gint64
find_pen (GscopeGtkView *self, gboolean running)
{
  gint64 pen = G_MAXINT64;

  for (guint i = 0; i < self->links->len; i++)
    {
      GscopeScope *scope = ((ScopeLink *) self->links->pdata[i])->scope;

      if (gscope_scope_get_running (scope) == running)
        pen = MIN (pen, gscope_scope_get_pen (scope));
    }
  return pen;
}

/* All signals are shown up to the same time: that of the scope whose delay is longest. One that was
 * stopped holds up no other. */
static void
move_pen (GscopeGtkView *self)
{
  gint64 pen = find_pen (self, TRUE);

  if (pen == G_MAXINT64)
    pen = find_pen (self, FALSE);
  if (pen != G_MAXINT64)
    gscope_gtk_viewport_set_pen (self->scene.viewport, pen);
}

/* The time from which on samples are new, with the sample before, as lines begin there. */
static gint64
take_news (GscopeGtkView *self)
{
  gint64 oldest = G_MAXINT64;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);

      oldest = MIN (oldest, gscope_gtk_view_signal_take_news (signal));
    }
  return oldest;
}

static gboolean
has_events (GscopeGtkView *self)
{
  return self->parts[GSCOPE_GTK_PART_EVENTS]
         && gsk_render_node_get_node_type (self->parts[GSCOPE_GTK_PART_EVENTS])
                != GSK_CONTAINER_NODE;
}

static void
refresh_texts (GscopeGtkView *self)
{
  gboolean changed = FALSE;
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);

      changed |= gscope_gtk_view_signal_update_text (signal);
    }
  if (changed)
    gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_LEGENDS);
}

/* The time of a playback stands still, and goes back. */
static gboolean
is_paused (GscopeClock *clock)
{
  return GSCOPE_IS_TRANSPORT (clock) && !gscope_transport_get_playing (GSCOPE_TRANSPORT (clock));
}

static void
refresh (GscopeGtkView *self)
{
  gint64 now = get_now (self);

  if (ABS (now - self->refreshed_at) < GSCOPE_GTK_REFRESH_INTERVAL
      && !is_paused (self->annotations.clock))
    return;
  self->refreshed_at = now;
  refresh_texts (self);
  gscope_gtk_view_carry_cursors (self);
  if (gscope_gtk_scene_is_sweeping (&self->scene))
    gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
}

static void
on_drained (GscopeScope *scope, ScopeLink *link)
{
  GscopeGtkView *self = link->view;
  GscopeGtkViewport *viewport = self->scene.viewport;
  gint64 width = gscope_gtk_viewport_get_column_width (viewport);
  gint64 pen, old_pen = gscope_gtk_viewport_get_pen_column (viewport), news;

  if (!self->is_shown)
    return;
  news = take_news (self);
  move_pen (self);
  refresh (self);
  if (gscope_gtk_viewport_get_held (viewport) || !gscope_gtk_viewport_get_live (viewport))
    return;
  pen = gscope_gtk_viewport_get_pen_column (viewport);
  if (gscope_gtk_scene_follow (&self->scene, get_now (self)))
    gscope_gtk_view_redraw (self);
  gscope_gtk_strips_invalidate_columns (
      &self->strips, &self->scene, MIN (news == G_MAXINT64 ? old_pen : news / width - 1, old_pen),
      pen);
  if (!gscope_gtk_scene_is_sweeping (&self->scene) && has_events (self))
    gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
  gtk_widget_queue_draw (GTK_WIDGET (self));
  if (needs_frames (link))
    follow_frames (self);
}

static GscopeGtkViewSignal *
get_entry (GscopeGtkView *self, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry = g_list_model_get_item (G_LIST_MODEL (self->signals), i);

  return entry;
}

/* Whether those that have a key have those from 1 on, in order: nobody left the view. */
static gboolean
is_complete (GscopeGtkView *self)
{
  guint expected = 1;

  for (guint i = 0; get_entry (self, i); i++)
    {
      guint key = gscope_gtk_view_signal_get_key (get_entry (self, i));

      if (key > 0 && key != expected++)
        return FALSE;
    }
  return TRUE;
}

static guint
find_free_key (GscopeGtkView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals)), free_key = 1;
  g_autofree gboolean *taken = g_new0 (gboolean, n + 1);

  for (guint i = 0; i < n; i++)
    {
      guint key = gscope_gtk_view_signal_get_key (get_entry (self, i));

      if (key <= n)
        taken[key] = TRUE;
    }
  while (free_key <= n && taken[free_key])
    free_key++;
  return free_key;
}

/* In order as they come; but once one left, the others keep theirs, and the next takes a free one. */
static void
number_signals (GscopeGtkView *self)
{
  gboolean complete = is_complete (self);

  for (guint i = 0; get_entry (self, i); i++)
    {
      GscopeGtkViewSignal *entry = get_entry (self, i);

      if (complete)
        gscope_gtk_view_signal_set_key (entry, i + 1);
      else if (gscope_gtk_view_signal_get_key (entry) == 0)
        gscope_gtk_view_signal_set_key (entry, find_free_key (self));
    }
}

GscopeGtkViewSignal *
gscope_gtk_view_find_key (GscopeGtkView *self, guint key)
{
  for (guint i = 0; get_entry (self, i); i++)
    if (gscope_gtk_view_signal_get_key (get_entry (self, i)) == key)
      return get_entry (self, i);
  return NULL;
}

static void
number_anew (GscopeGtkView *self)
{
  for (guint i = 0; get_entry (self, i); i++)
    gscope_gtk_view_signal_set_key (get_entry (self, i), i + 1);
}

/* The place in a description of the pattern that a signal matches; all the same without one. */
static guint
get_rank (GscopeGtkView *self, GscopeSignal *signal)
{
  const GscopeWorkspaceSignal *found;
  guint rank;

  if (!self->description)
    return 0;
  found = gscope_workspace_view_find (self->description, gscope_signal_get_full_name (signal));
  return g_ptr_array_find (self->description->signals, found, &rank) ? rank : G_MAXUINT;
}

static int
compare_ranks (gconstpointer a, gconstpointer b, gpointer data)
{
  guint x = get_rank (data, gscope_gtk_view_signal_get_signal ((gpointer) a));
  guint y = get_rank (data, gscope_gtk_view_signal_get_signal ((gpointer) b));

  return (x > y) - (x < y);
}

/* What was added by hand is shown, what was removed is not, and of the rest what is described. */
static gboolean
is_wanted (ScopeLink *link, const char *name, const GscopeWorkspaceSignal *overrides)
{
  gpointer wanted;

  if (g_hash_table_lookup_extended (link->view->choices, name, NULL, &wanted))
    return GPOINTER_TO_INT (wanted);
  if (!link->view->description)
    return link->is_whole;
  if (link->view->prefix && !g_str_has_prefix (name, link->view->prefix))
    return FALSE;
  return link->is_whole && overrides && !overrides->excluded;
}

static void
show_signal (GscopeGtkView *self, ScopeLink *link, GscopeSignal *signal, guint position)
{
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeWorkspaceSignal *overrides =
      self->description ? gscope_workspace_view_find (self->description, name) : NULL;
  g_autoptr (GscopeGtkViewSignal) entry = NULL;

  g_ptr_array_insert (link->entries, position, NULL);
  if (!is_wanted (link, name, overrides))
    return;
  entry = gscope_gtk_view_signal_new (link->scope, signal, overrides);
  link->entries->pdata[position] = g_object_ref (entry);
  g_signal_connect_swapped (entry, "changed", G_CALLBACK (gscope_gtk_view_arrange), self);
  g_list_store_insert_sorted (self->signals, entry, compare_ranks, self);
}

static void
drop_entry (GscopeGtkView *self, ScopeLink *link, guint position)
{
  g_autoptr (GscopeGtkViewSignal) entry = link->entries->pdata[position];
  guint place;

  g_ptr_array_remove_index (link->entries, position);
  if (!entry)
    return;
  g_signal_handlers_disconnect_by_data (entry, self);
  if (entry == self->scene.selected)
    gscope_gtk_view_set_selected (self, NULL);
  if (g_list_store_find (self->signals, entry, &place))
    g_list_store_remove (self->signals, place);
}

static void
on_signals_changed (GListModel *model, guint position, guint removed, guint added, ScopeLink *link)
{
  for (guint i = 0; i < removed; i++)
    drop_entry (link->view, link, position);
  for (guint i = 0; i < added; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, position + i);

      show_signal (link->view, link, signal, position + i);
    }
  number_signals (link->view);
  gscope_gtk_view_arrange (link->view);
}

static void
on_markers_changed (GscopeGtkView *self)
{
  gscope_gtk_view_redraw_part (self, GSCOPE_GTK_PART_EVENTS);
}

static void
link_free (gpointer data)
{
  ScopeLink *link = data;
  GscopeGtkView *self = link->view;

  g_signal_handlers_disconnect_by_data (link->scope, link);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_signals (link->scope), link);
  g_signal_handlers_disconnect_by_data (gscope_scope_get_markers (link->scope), self);
  if (link->consumer)
    gscope_scope_remove_consumer (link->scope, link->consumer);
  while (link->entries->len > 0)
    drop_entry (self, link, link->entries->len - 1);
  g_ptr_array_unref (link->entries);
  g_object_unref (link->scope);
  g_free (link);
}

static void
set_shown (GscopeGtkView *self, gboolean shown)
{
  if (self->is_shown == shown)
    return;
  self->is_shown = shown;
  if (!shown)
    leave_frames (self);
  update_consumers (self);
  if (!shown)
    return;
  take_news (self);
  move_pen (self);
  gscope_gtk_view_arrange (self);
}

static void
on_surface_state (GdkToplevel *toplevel, GParamSpec *pspec, GscopeGtkView *self)
{
  set_shown (self, gscope_gtk_surroundings_can_see (GTK_WIDGET (self)));
}

static void
gscope_gtk_view_map (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->map (widget);
  gscope_gtk_surroundings_watch (widget, G_CALLBACK (on_surface_state));
  set_shown (GSCOPE_GTK_VIEW (widget), TRUE);
}

static void
gscope_gtk_view_unmap (GtkWidget *widget)
{
  gscope_gtk_surroundings_unwatch (widget, G_CALLBACK (on_surface_state));
  set_shown (GSCOPE_GTK_VIEW (widget), FALSE);
  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->unmap (widget);
}

static void
gscope_gtk_view_size_allocate (GtkWidget *widget, int width, int height, int baseline)
{
  gscope_gtk_view_arrange (GSCOPE_GTK_VIEW (widget));
}

static void
gscope_gtk_view_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                         int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = orientation == GTK_ORIENTATION_HORIZONTAL ? MIN_WIDTH : MIN_HEIGHT;
  *natural = orientation == GTK_ORIENTATION_HORIZONTAL ? NATURAL_WIDTH : NATURAL_HEIGHT;
}

static void
gscope_gtk_view_css_changed (GtkWidget *widget, GtkCssStyleChange *change)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  GTK_WIDGET_CLASS (gscope_gtk_view_parent_class)->css_changed (widget, change);
  self->scene.palette = gscope_gtk_surroundings_get_palette (widget);
  gscope_gtk_view_redraw (self);
}

static void
on_viewport_changed (GscopeGtkView *self)
{
  gscope_gtk_view_find_cursors (self);
  gscope_gtk_scene_follow (&self->scene, get_now (self));
  gscope_gtk_view_redraw (self);
}

static void
gscope_gtk_view_dispose (GObject *object)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  gscope_gtk_view_stop_flick (self);
  g_ptr_array_set_size (self->links, 0);
  g_clear_object (&self->scene.selected);
  G_OBJECT_CLASS (gscope_gtk_view_parent_class)->dispose (object);
}

static void
gscope_gtk_view_finalize (GObject *object)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  for (int i = 0; i < GSCOPE_GTK_N_PARTS; i++)
    g_clear_pointer (&self->parts[i], gsk_render_node_unref);
  g_clear_pointer (&self->flag, gsk_render_node_unref);
  gscope_gtk_strips_clear (&self->strips);
  g_signal_handlers_disconnect_by_data (self->scene.viewport, self);
  gscope_gtk_scene_clear (&self->scene);
  g_ptr_array_unref (self->annotations.marker_lists);
  g_clear_object (&self->annotations.steps);
  g_ptr_array_unref (self->links);
  g_object_unref (self->annotations.clock);
  g_object_unref (self->signals);
  g_hash_table_unref (self->choices);
  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  g_free (self->prefix);
  g_free (self->title);
  g_object_unref (self->settings);
  G_OBJECT_CLASS (gscope_gtk_view_parent_class)->finalize (object);
}

static void
gscope_gtk_view_get_property (GObject *object, guint id, GValue *value, GParamSpec *pspec)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  switch (id)
    {
    case PROP_LAYOUT:
      g_value_set_enum (value, self->scene.layout);
      break;
    case PROP_SELECTED:
      g_value_set_object (value, self->scene.selected);
      break;
    case PROP_VIEWPORT:
      g_value_set_object (value, self->scene.viewport);
      break;
    case PROP_HAS_CURSOR:
      g_value_set_boolean (value, self->annotations.n_cursors > 0);
      break;
    case PROP_N_CURSORS:
      g_value_set_uint (value, self->annotations.n_cursors);
      break;
    case PROP_TITLE:
      g_value_set_string (value, gscope_gtk_view_get_title (self));
      break;
    case PROP_PHOSPHOR:
      g_value_set_boolean (value, self->scene.phosphor);
      break;
    case PROP_SETTINGS:
      g_value_set_object (value, self->settings);
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_gtk_view_set_property (GObject *object, guint id, const GValue *value, GParamSpec *pspec)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (object);

  switch (id)
    {
    case PROP_LAYOUT:
      gscope_gtk_view_set_layout (self, g_value_get_enum (value));
      break;
    case PROP_SELECTED:
      gscope_gtk_view_set_selected (self, g_value_get_object (value));
      break;
    case PROP_N_CURSORS:
      gscope_gtk_view_set_n_cursors (self, g_value_get_uint (value));
      break;
    case PROP_TITLE:
      gscope_gtk_view_set_title (self, g_value_get_string (value));
      break;
    case PROP_PHOSPHOR:
      gscope_gtk_view_set_phosphor (self, g_value_get_boolean (value));
      break;
    default:
      G_OBJECT_WARN_INVALID_PROPERTY_ID (object, id, pspec);
    }
}

static void
gscope_gtk_view_class_init (GscopeGtkViewClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);
  const GParamFlags ro = G_PARAM_READABLE | G_PARAM_STATIC_STRINGS;
  const GParamFlags rw = G_PARAM_READWRITE | G_PARAM_EXPLICIT_NOTIFY | G_PARAM_STATIC_STRINGS;

  object_class->dispose = gscope_gtk_view_dispose;
  object_class->finalize = gscope_gtk_view_finalize;
  object_class->get_property = gscope_gtk_view_get_property;
  object_class->set_property = gscope_gtk_view_set_property;
  widget_class->map = gscope_gtk_view_map;
  widget_class->unmap = gscope_gtk_view_unmap;
  widget_class->measure = gscope_gtk_view_measure;
  widget_class->size_allocate = gscope_gtk_view_size_allocate;
  widget_class->snapshot = gscope_gtk_view_snapshot;
  widget_class->css_changed = gscope_gtk_view_css_changed;
  /**
   * GscopeGtkView:title:
   *
   * What it is called; empty if it has no title.
   */
  properties[PROP_TITLE] = g_param_spec_string ("title", NULL, NULL, "", rw);
  /**
   * GscopeGtkView:layout:
   *
   * How it arranges its signals.
   */
  properties[PROP_LAYOUT] =
      g_param_spec_enum ("layout", NULL, NULL, GSCOPE_TYPE_VIEW_LAYOUT, GSCOPE_VIEW_LANES, rw);
  /**
   * GscopeGtkView:selected:
   *
   * The signal whose ruler an overlay shows.
   */
  properties[PROP_SELECTED] =
      g_param_spec_object ("selected", NULL, NULL, GSCOPE_GTK_TYPE_VIEW_SIGNAL, rw);
  /**
   * GscopeGtkView:viewport:
   *
   * Which time it shows, and how it moves.
   */
  properties[PROP_VIEWPORT] =
      g_param_spec_object ("viewport", NULL, NULL, GSCOPE_GTK_TYPE_VIEWPORT, ro);
  /**
   * GscopeGtkView:has-cursor:
   *
   * Whether there is a cursor.
   */
  properties[PROP_HAS_CURSOR] = g_param_spec_boolean ("has-cursor", NULL, NULL, FALSE, ro);
  /**
   * GscopeGtkView:n-cursors:
   *
   * How many cursors there are: none, one or two.
   */
  properties[PROP_N_CURSORS] =
      g_param_spec_uint ("n-cursors", NULL, NULL, 0, GSCOPE_GTK_N_CURSORS, 0, rw);
  /**
   * GscopeGtkView:phosphor:
   *
   * Whether columns of many samples are graded by how often the signal was where, as the phosphor of a
   * cathode ray tube is.
   */
  properties[PROP_PHOSPHOR] = g_param_spec_boolean ("phosphor", NULL, NULL, FALSE, rw);
  /**
   * GscopeGtkView:settings:
   *
   * What is shown beside its signals over time, and how: by a [class@Pane], or by a program of its own.
   */
  properties[PROP_SETTINGS] =
      g_param_spec_object ("settings", NULL, NULL, GSCOPE_TYPE_VIEW_SETTINGS, ro);
  g_object_class_install_properties (object_class, N_PROPS, properties);
  /**
   * GscopeGtkView::cursors-changed:
   * @self: the view
   *
   * Cursors came, went or moved; also when time passed under them, at most five times a second.
   */
  signals[CURSORS_CHANGED] = g_signal_new ("cursors-changed", GSCOPE_GTK_TYPE_VIEW,
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  /**
   * GscopeGtkView::arranged:
   * @self: the view
   *
   * Its signals came, went or changed how they are shown, or it has another size.
   */
  signals[ARRANGED] = g_signal_new ("arranged", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                    NULL, NULL, G_TYPE_NONE, 0);
  /**
   * GscopeGtkView::dropped:
   * @self: the view
   * @signal: the signal, as the view shows it
   *
   * Emitted when a signal of another view was dropped on it that it did not show before.
   */
  signals[DROPPED] = g_signal_new ("dropped", GSCOPE_GTK_TYPE_VIEW, G_SIGNAL_RUN_LAST, 0, NULL,
                                   NULL, NULL, G_TYPE_NONE, 1, GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  gtk_widget_class_set_css_name (widget_class, "gscope-view");
  gtk_widget_class_set_accessible_role (widget_class, GTK_ACCESSIBLE_ROLE_IMG);
  gscope_gtk_view_class_init_input (widget_class);
}

static void
gscope_gtk_view_init (GscopeGtkView *self)
{
  self->links = g_ptr_array_new_with_free_func (link_free);
  self->title = g_strdup ("");
  self->signals = g_list_store_new (GSCOPE_GTK_TYPE_VIEW_SIGNAL);
  self->choices = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  gscope_gtk_scene_init (&self->scene);
  self->settings = gscope_view_settings_new ();
  g_object_bind_property (self, "phosphor", self->settings, "phosphor", G_BINDING_BIDIRECTIONAL);
  gscope_gtk_strips_init (&self->strips);
  self->annotations.scene = &self->scene;
  self->annotations.clock = g_object_ref (gscope_clock_get_system ());
  self->annotations.marker_lists = g_ptr_array_new_with_free_func (g_object_unref);
  g_signal_connect_swapped (self->scene.viewport, "changed", G_CALLBACK (on_viewport_changed),
                            self);
  g_signal_connect_swapped (self, "notify::scale-factor", G_CALLBACK (gscope_gtk_view_arrange),
                            self);
  gtk_widget_set_focusable (GTK_WIDGET (self), TRUE);
  gtk_widget_set_overflow (GTK_WIDGET (self), GTK_OVERFLOW_HIDDEN);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_LABEL,
                                  _ ("Signals over time"), -1);
  gscope_gtk_view_init_input (self);
}

/**
 * gscope_gtk_view_new:
 * @scope: a scope
 *
 * Creates a view of all signals that a scope has and will have.
 *
 * Returns: (transfer floating): the view
 */
GtkWidget *
gscope_gtk_view_new (GscopeScope *scope)
{
  GtkWidget *self = gscope_gtk_view_new_empty ();

  gscope_gtk_view_add_scope (GSCOPE_GTK_VIEW (self), scope);
  return self;
}

/**
 * gscope_gtk_view_new_empty: (constructor)
 *
 * Creates a view that shows nothing yet.
 *
 * Returns: (transfer floating): the view
 */
GtkWidget *
gscope_gtk_view_new_empty (void)
{
  return g_object_new (GSCOPE_GTK_TYPE_VIEW, NULL);
}

/**
 * gscope_gtk_view_set_description:
 * @self: a view
 * @description: which signals it shows, and how
 *
 * Makes it the view that a workspace describes. What was chosen in it before is forgotten.
 */
void
gscope_gtk_view_set_description (GscopeGtkView *self, GscopeWorkspaceView *description)
{
  g_clear_pointer (&self->description, gscope_workspace_view_unref);
  self->description = gscope_workspace_view_ref (description);
  gscope_gtk_view_set_title (self, description->title);
  gscope_gtk_viewport_set_span (self->scene.viewport, description->span);
  gscope_gtk_viewport_set_mode (self->scene.viewport, description->mode);
  gscope_view_settings_assign (self->settings, description->settings);
  gscope_gtk_view_set_layout (self, description->layout);
  g_hash_table_remove_all (self->choices);
  for (guint i = 0; i < self->links->len; i++)
    {
      ScopeLink *link = self->links->pdata[i];
      GListModel *model = gscope_scope_get_signals (link->scope);

      on_signals_changed (model, 0, link->entries->len, g_list_model_get_n_items (model), link);
    }
  number_anew (self);
}

/* What was changed in its signals stays so, those that are shown no more included. */
void
gscope_gtk_view_set_prefix (GscopeGtkView *self, const char *prefix)
{
  g_autoptr (GscopeWorkspaceView) description = gscope_gtk_view_describe (self);

  g_free (self->prefix);
  self->prefix = g_strdup (prefix);
  gscope_gtk_view_set_description (self, description);
}

/**
 * gscope_gtk_view_get_title: (get-property title)
 * @self: a view
 *
 * Gets what it is called.
 *
 * Returns: (transfer none): the title; empty if it has none
 */
const char *
gscope_gtk_view_get_title (GscopeGtkView *self)
{
  return self->title;
}

/**
 * gscope_gtk_view_set_title: (set-property title)
 * @self: a view
 * @title: the title; empty for none
 *
 * Sets what it is called. It is up to the program to show that.
 */
void
gscope_gtk_view_set_title (GscopeGtkView *self, const char *title)
{
  if (g_str_equal (self->title, title))
    return;
  g_free (self->title);
  self->title = g_strdup (title);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_TITLE]);
}

gboolean
gscope_gtk_view_is_whole (GscopeGtkView *self)
{
  for (guint i = 0; i < self->links->len; i++)
    if (((ScopeLink *) self->links->pdata[i])->is_whole)
      return TRUE;
  return FALSE;
}

static ScopeLink *
find_link (GscopeGtkView *self, GscopeScope *scope)
{
  for (guint i = 0; i < self->links->len; i++)
    if (((ScopeLink *) self->links->pdata[i])->scope == scope)
      return self->links->pdata[i];
  return NULL;
}

static void
link_scope (GscopeGtkView *self, GscopeScope *scope, gboolean is_whole)
{
  ScopeLink *link = g_new0 (ScopeLink, 1);
  GListModel *model = gscope_scope_get_signals (scope);

  g_set_object (&self->annotations.clock, gscope_scope_get_clock (scope));
  link->view = self;
  link->scope = g_object_ref (scope);
  link->entries = g_ptr_array_new ();
  link->is_whole = is_whole;
  g_ptr_array_add (self->links, link);
  g_ptr_array_add (self->annotations.marker_lists, g_object_ref (gscope_scope_get_markers (scope)));
  g_signal_connect (scope, "drained", G_CALLBACK (on_drained), link);
  g_signal_connect_swapped (scope, "notify::period", G_CALLBACK (update_consumer), link);
  g_signal_connect (model, "items-changed", G_CALLBACK (on_signals_changed), link);
  g_signal_connect_swapped (gscope_scope_get_markers (scope), "items-changed",
                            G_CALLBACK (on_markers_changed), self);
  update_consumer (link);
  move_pen (self);
  on_signals_changed (model, 0, 0, g_list_model_get_n_items (model), link);
}

/* Decides anew what is shown of a scope. Entries that stay are kept, with what was changed in them. */
static void
choose_again (ScopeLink *link)
{
  GListModel *model = gscope_scope_get_signals (link->scope);

  for (guint i = 0; i < link->entries->len; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);
      const char *name = gscope_signal_get_full_name (signal);
      GscopeWorkspaceView *description = link->view->description;
      const GscopeWorkspaceSignal *overrides =
          description ? gscope_workspace_view_find (description, name) : NULL;

      if (is_wanted (link, name, overrides) != (link->entries->pdata[i] != NULL))
        on_signals_changed (model, i, 1, 1, link);
    }
}

/**
 * gscope_gtk_view_add_scope:
 * @self: a view
 * @scope: a scope on the same clock as the view's others
 *
 * Shows the signals that a scope has and will have, or those of them that the view's description
 * names.
 */
void
gscope_gtk_view_add_scope (GscopeGtkView *self, GscopeScope *scope)
{
  ScopeLink *link = find_link (self, scope);

  g_return_if_fail (self->links->len == 0
                    || self->annotations.clock == gscope_scope_get_clock (scope));

  if (!link)
    {
      link_scope (self, scope, TRUE);
      return;
    }
  link->is_whole = TRUE;
  choose_again (link);
}

static void
choose_signal (GscopeGtkView *self, GscopeScope *scope, GscopeSignal *signal, gboolean wanted)
{
  ScopeLink *link = find_link (self, scope);

  g_hash_table_insert (self->choices, g_strdup (gscope_signal_get_full_name (signal)),
                       GINT_TO_POINTER (wanted));
  if (link)
    choose_again (link);
  else
    link_scope (self, scope, FALSE);
}

/**
 * gscope_gtk_view_add_signal:
 * @self: a view
 * @scope: the scope that the signal is of, on the same clock as the view's others
 * @signal: a signal
 *
 * Shows one signal, whether the view's description names it or not.
 */
void
gscope_gtk_view_add_signal (GscopeGtkView *self, GscopeScope *scope, GscopeSignal *signal)
{
  g_return_if_fail (self->links->len == 0
                    || self->annotations.clock == gscope_scope_get_clock (scope));

  choose_signal (self, scope, signal, TRUE);
}

/**
 * gscope_gtk_view_remove_signal:
 * @self: a view
 * @signal: one of its signals
 *
 * Shows a signal no more in this view; the scope keeps it.
 */
void
gscope_gtk_view_remove_signal (GscopeGtkView *self, GscopeGtkViewSignal *signal)
{
  choose_signal (self, gscope_gtk_view_signal_get_scope (signal),
                 gscope_gtk_view_signal_get_signal (signal), FALSE);
}

/**
 * gscope_gtk_view_get_signals:
 * @self: a view
 *
 * What it shows, hidden or not.
 *
 * Returns: (transfer none): a list of [class@ViewSignal]
 */
GListModel *
gscope_gtk_view_get_signals (GscopeGtkView *self)
{
  return G_LIST_MODEL (self->signals);
}

/**
 * gscope_gtk_view_get_viewport: (get-property viewport)
 * @self: a view
 *
 * Which time it shows, and how it moves.
 *
 * Returns: (transfer none): the viewport
 */
GscopeGtkViewport *
gscope_gtk_view_get_viewport (GscopeGtkView *self)
{
  return self->scene.viewport;
}

/**
 * gscope_gtk_view_get_layout: (get-property layout)
 * @self: a view
 *
 * How it arranges its signals.
 *
 * Returns: the layout
 */
GscopeViewLayout
gscope_gtk_view_get_layout (GscopeGtkView *self)
{
  return self->scene.layout;
}

/**
 * gscope_gtk_view_set_layout: (set-property layout)
 * @self: a view
 * @layout: the layout
 *
 * Arranges its signals in lanes by unit, or in one lane over each other.
 */
void
gscope_gtk_view_set_layout (GscopeGtkView *self, GscopeViewLayout layout)
{
  if (self->scene.layout == layout)
    return;
  self->scene.layout = layout;
  gscope_gtk_view_arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_LAYOUT]);
}

/**
 * gscope_gtk_view_get_settings: (get-property settings)
 * @self: a view
 *
 * What is shown beside its signals over time, and how. A view shows itself only; a [class@Pane] shows
 * all of it.
 *
 * Returns: (transfer none): the settings, which can be changed
 */
GscopeViewSettings *
gscope_gtk_view_get_settings (GscopeGtkView *self)
{
  return self->settings;
}

/**
 * gscope_gtk_view_get_phosphor: (get-property phosphor)
 * @self: a view
 *
 * Whether columns are graded by how often the signal was where.
 *
 * Returns: whether they are
 */
gboolean
gscope_gtk_view_get_phosphor (GscopeGtkView *self)
{
  return self->scene.phosphor;
}

/**
 * gscope_gtk_view_set_phosphor: (set-property phosphor)
 * @self: a view
 * @phosphor: whether columns are graded
 *
 * Grades columns of at least 8 samples by how often the signal was where: most opaque where it was
 * most, and faint but visible from the least to the largest value. Columns of fewer samples are lines
 * as ever.
 */
void
gscope_gtk_view_set_phosphor (GscopeGtkView *self, gboolean phosphor)
{
  if (self->scene.phosphor == phosphor)
    return;
  self->scene.phosphor = phosphor;
  gscope_gtk_view_redraw (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_PHOSPHOR]);
}

/**
 * gscope_gtk_view_get_selected: (get-property selected)
 * @self: a view
 *
 * The signal whose ruler an overlay shows.
 *
 * Returns: (transfer none) (nullable): the signal
 */
GscopeGtkViewSignal *
gscope_gtk_view_get_selected (GscopeGtkView *self)
{
  return self->scene.selected;
}

/**
 * gscope_gtk_view_set_selected: (set-property selected)
 * @self: a view
 * @signal: (nullable): one of its signals
 *
 * Selects a signal.
 */
void
gscope_gtk_view_set_selected (GscopeGtkView *self, GscopeGtkViewSignal *signal)
{
  if (!g_set_object (&self->scene.selected, signal))
    return;
  gscope_gtk_view_arrange (self);
  g_object_notify_by_pspec (G_OBJECT (self), properties[PROP_SELECTED]);
}

/**
 * gscope_gtk_view_fit:
 * @self: a view
 *
 * Lets all ranges follow the values, as tightly as they do now.
 */
void
gscope_gtk_view_fit (GscopeGtkView *self)
{
  guint n = g_list_model_get_n_items (G_LIST_MODEL (self->signals));

  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal =
          g_list_model_get_item (G_LIST_MODEL (self->signals), i);

      gscope_gtk_view_signal_set_auto_range (signal);
    }
  gscope_gtk_scene_fit (&self->scene);
  gscope_gtk_view_redraw (self);
}
