/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/labels.h>
#include <gscope-gtk/view/objects.h>
#include <gscope-gtk/view/status.h>

#include <math.h>

/* Each key is a row of a table. */

#define ZOOM_STEP 1.25
#define PAN_STEP 0.1
#define TRACE_STEP 0.05
/* pixels, the finest */
#define CURSOR_STEP 0.1
/* the arrow keys alone, in these steps */
#define ARROW 10

static GscopeGtkViewport *
get_viewport (GtkWidget *widget)
{
  return gscope_gtk_view_get_viewport (GSCOPE_GTK_VIEW (widget));
}

static guint
count_cursors (GscopeGtkView *self)
{
  return gscope_gtk_view_get_cursors (self, NULL, NULL);
}

static gboolean
hold (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = get_viewport (widget);

  gscope_gtk_viewport_set_held (viewport, !gscope_gtk_viewport_get_held (viewport));
  return TRUE;
}

static gboolean
change_mode (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = get_viewport (widget);
  gboolean rolls = gscope_gtk_viewport_get_mode (viewport) == GSCOPE_VIEW_MODE_ROLL;

  gscope_gtk_viewport_set_mode (viewport, rolls ? GSCOPE_VIEW_MODE_SWEEP : GSCOPE_VIEW_MODE_ROLL);
  return TRUE;
}

static gboolean
step_span (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_viewport_step_span (get_viewport (widget), g_variant_get_int32 (arguments));
  return TRUE;
}

static gboolean
go_live (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_viewport_go_live (get_viewport (widget));
  return TRUE;
}

static gboolean
fit (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_view_fit (GSCOPE_GTK_VIEW (widget));
  return TRUE;
}

static gboolean
change_layout (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_set_layout (self, gscope_gtk_view_get_layout (self) == GSCOPE_VIEW_LAYOUT_LANES
                                        ? GSCOPE_VIEW_LAYOUT_OVERLAY
                                        : GSCOPE_VIEW_LAYOUT_LANES);
  return TRUE;
}

static gboolean
toggle_signal (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GListModel *signals = gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (widget));
  GscopeGtkViewSignal *signal =
      gscope_gtk_labels_find_key (signals, (guint) g_variant_get_int32 (arguments));

  if (signal)
    gscope_gtk_view_signal_set_hidden (signal, !gscope_gtk_view_signal_get_hidden (signal));
  return signal != NULL;
}

/* None, one, two, none. */
static gboolean
cycle_cursors (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_set_n_cursors (self, (count_cursors (self) + 1) % (GSCOPE_GTK_N_CURSORS + 1));
  gscope_gtk_cursors_describe (gscope_gtk_view_get_objects (self)->cursors);
  return TRUE;
}

static gboolean
swap_cursors (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);

  gscope_gtk_view_swap_cursors (self);
  gscope_gtk_cursors_describe (gscope_gtk_view_get_objects (self)->cursors);
  return TRUE;
}

static gboolean
clear_cursor (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  gboolean had_cursor = count_cursors (self) > 0;

  gscope_gtk_view_clear_cursor (self);
  return had_cursor;
}

static gboolean
move_cursor (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  int steps = g_variant_get_int32 (arguments);

  if (ABS (steps) == ARROW && gscope_gtk_view_step_change (self, steps / ARROW))
    return TRUE;
  if (count_cursors (self) == 0)
    return cycle_cursors (widget, NULL, NULL);
  gscope_gtk_cursors_step (gscope_gtk_view_get_objects (self)->cursors,
                           steps * CURSOR_STEP * gtk_widget_get_scale_factor (widget));
  return TRUE;
}

static gboolean
pan (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkViewport *viewport = get_viewport (widget);

  gscope_gtk_viewport_pan (viewport, g_variant_get_int32 (arguments) * PAN_STEP
                                         * gscope_gtk_viewport_get_n_columns (viewport));
  return TRUE;
}

static void
change_range (GtkWidget *widget, double shift, double factor)
{
  gscope_gtk_gestures_change_range (
      gscope_gtk_view_get_objects (GSCOPE_GTK_VIEW (widget))->gestures, shift, factor);
}

static gboolean
bias (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  int direction = g_variant_get_int32 (arguments);

  if (gscope_gtk_view_step_row (GSCOPE_GTK_VIEW (widget), -direction))
    return TRUE;
  change_range (widget, direction * PAN_STEP, 1);
  return TRUE;
}

static gboolean
zoom_values (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  change_range (widget, 0, pow (ZOOM_STEP, -g_variant_get_int32 (arguments)));
  return TRUE;
}

static gboolean
move_trace (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkGestures *gestures = gscope_gtk_view_get_objects (GSCOPE_GTK_VIEW (widget))->gestures;

  return gscope_gtk_gestures_move_trace (gestures, g_variant_get_int32 (arguments) * TRACE_STEP, 1);
}

static gboolean
magnify_trace (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkGestures *gestures = gscope_gtk_view_get_objects (GSCOPE_GTK_VIEW (widget))->gestures;

  return gscope_gtk_gestures_move_trace (gestures, 0,
                                         pow (ZOOM_STEP, g_variant_get_int32 (arguments)));
}

static gboolean
put_trace_back (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gscope_gtk_gestures_put_trace_back (
      gscope_gtk_view_get_objects (GSCOPE_GTK_VIEW (widget))->gestures);
}

/* The marker next to the cursor, or to the middle of the picture. */
static GscopeMarker *
find_marker (GPtrArray *lists, gint64 time, int direction)
{
  GscopeMarker *found = NULL;

  for (guint i = 0; i < lists->len; i++)
    {
      GscopeMarkerList *list = lists->pdata[i];
      guint place = gscope_marker_list_find (list, direction > 0 ? time + 1 : time);
      g_autoptr (GscopeMarker) marker =
          g_list_model_get_item (G_LIST_MODEL (list), direction > 0 ? place : place - 1);

      if (marker
          && (!found
              || (gscope_marker_get_time (marker) - gscope_marker_get_time (found)) * direction
                     < 0))
        found = marker;
    }
  return found;
}

static gboolean
go_to_marker (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  GscopeGtkPainting *painting = gscope_gtk_view_get_objects (self)->painting;
  gint64 begin, end, time;
  GscopeMarker *marker;

  if (gscope_gtk_captures_step (gscope_gtk_view_get_objects (self)->captures,
                                g_variant_get_int32 (arguments)))
    return TRUE;
  gscope_gtk_scene_get_window (gscope_gtk_painting_get_scene (painting), &begin, &end);
  if (!gscope_gtk_view_get_cursor (self, &time))
    time = end;
  marker = find_marker (gscope_gtk_painting_get_annotations (painting)->marker_lists, time,
                        g_variant_get_int32 (arguments));
  if (!marker)
    return FALSE;
  time = gscope_marker_get_time (marker);
  gscope_gtk_viewport_look_at (get_viewport (widget), time + (end - begin) / 2);
  gscope_gtk_view_set_cursor (self, time);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION,
                                  gscope_marker_get_label (marker), -1);
  return TRUE;
}

/* Goes to the next marker or cluster of markers in the picture, with the cursor at its begin. */
static gboolean
go_to_cluster (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  GscopeGtkView *self = GSCOPE_GTK_VIEW (widget);
  const GscopeGtkAnnotations *annotations =
      gscope_gtk_painting_get_annotations (gscope_gtk_view_get_objects (self)->painting);
  g_autoptr (GArray) clusters = gscope_gtk_chrome_list_clusters (annotations);
  const GscopeGtkCluster *found = NULL;
  int direction = g_variant_get_int32 (arguments);
  g_autofree char *text = NULL;
  gint64 time;

  if (!gscope_gtk_view_get_cursor (self, &time))
    time = direction > 0 ? G_MININT64 : G_MAXINT64;
  for (guint i = 0; i < clusters->len && (direction < 0 || !found); i++)
    {
      const GscopeGtkCluster *cluster = &g_array_index (clusters, GscopeGtkCluster, i);

      if (direction > 0 ? cluster->begin > time : cluster->begin < time)
        found = cluster;
    }
  if (!found)
    return FALSE;
  gscope_gtk_view_set_cursor (self, found->begin);
  text = gscope_gtk_chrome_describe_cluster (annotations, found);
  gtk_accessible_update_property (GTK_ACCESSIBLE (self), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text,
                                  -1);
  return TRUE;
}

static gboolean
edit_note (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  gscope_gtk_view_edit_note (GSCOPE_GTK_VIEW (widget));
  return TRUE;
}

static gboolean
remove_note (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  return gscope_gtk_view_remove_note (GSCOPE_GTK_VIEW (widget));
}

static gboolean
copy_picture (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  if (!gscope_gtk_view_copy_picture (GSCOPE_GTK_VIEW (widget), NULL))
    gtk_widget_error_bell (widget);
  return TRUE;
}

static gboolean
copy_data (GtkWidget *widget, GVariant *arguments, gpointer data)
{
  if (!gscope_gtk_view_copy_data (GSCOPE_GTK_VIEW (widget), g_variant_get_int32 (arguments), NULL))
    gtk_widget_error_bell (widget);
  return TRUE;
}

static const struct
{
  guint key;
  GdkModifierType modifiers;
  GtkShortcutFunc func;
  int argument;
} keys[] = {
  { GDK_KEY_space, 0, hold, 0 },
  { GDK_KEY_r, 0, change_mode, 0 },
  { GDK_KEY_plus, 0, step_span, 1 },
  { GDK_KEY_equal, 0, step_span, 1 },
  { GDK_KEY_KP_Add, 0, step_span, 1 },
  { GDK_KEY_minus, 0, step_span, -1 },
  { GDK_KEY_KP_Subtract, 0, step_span, -1 },
  { GDK_KEY_End, 0, go_live, 0 },
  { GDK_KEY_f, 0, fit, 0 },
  { GDK_KEY_l, 0, change_layout, 0 },
  { GDK_KEY_c, 0, cycle_cursors, 0 },
  { GDK_KEY_x, 0, swap_cursors, 0 },
  { GDK_KEY_Escape, 0, clear_cursor, 0 },
  { GDK_KEY_Left, 0, move_cursor, -ARROW },
  { GDK_KEY_Right, 0, move_cursor, ARROW },
  { GDK_KEY_Left, GDK_CONTROL_MASK, move_cursor, -100 },
  { GDK_KEY_Right, GDK_CONTROL_MASK, move_cursor, 100 },
  { GDK_KEY_Left, GDK_CONTROL_MASK | GDK_SHIFT_MASK, move_cursor, -1 },
  { GDK_KEY_Right, GDK_CONTROL_MASK | GDK_SHIFT_MASK, move_cursor, 1 },
  { GDK_KEY_Left, GDK_SHIFT_MASK, pan, -1 },
  { GDK_KEY_Right, GDK_SHIFT_MASK, pan, 1 },
  { GDK_KEY_Up, 0, bias, 1 },
  { GDK_KEY_Down, 0, bias, -1 },
  { GDK_KEY_Up, GDK_SHIFT_MASK, zoom_values, 1 },
  { GDK_KEY_Down, GDK_SHIFT_MASK, zoom_values, -1 },
  { GDK_KEY_Up, GDK_CONTROL_MASK, move_trace, 1 },
  { GDK_KEY_Down, GDK_CONTROL_MASK, move_trace, -1 },
  { GDK_KEY_Up, GDK_CONTROL_MASK | GDK_SHIFT_MASK, magnify_trace, 1 },
  { GDK_KEY_Down, GDK_CONTROL_MASK | GDK_SHIFT_MASK, magnify_trace, -1 },
  { GDK_KEY_Home, GDK_CONTROL_MASK, put_trace_back, 0 },
  { GDK_KEY_bracketleft, 0, go_to_marker, -1 },
  { GDK_KEY_bracketright, 0, go_to_marker, 1 },
  { GDK_KEY_bracketleft, GDK_CONTROL_MASK, go_to_cluster, -1 },
  { GDK_KEY_bracketright, GDK_CONTROL_MASK, go_to_cluster, 1 },
  { GDK_KEY_m, 0, edit_note, 0 },
  { GDK_KEY_Delete, 0, remove_note, 0 },
  { GDK_KEY_c, GDK_CONTROL_MASK, copy_picture, 0 },
  { GDK_KEY_d, GDK_CONTROL_MASK, copy_data, GSCOPE_GTK_DATA_FORMAT_CSV },
};

void
gscope_gtk_gestures_add_keys (GtkWidgetClass *klass)
{
  for (guint i = 0; i < G_N_ELEMENTS (keys); i++)
    gtk_widget_class_add_binding (klass, keys[i].key, keys[i].modifiers, keys[i].func, "i",
                                  keys[i].argument);
  for (int digit = 1; digit <= 9; digit++)
    gtk_widget_class_add_binding (klass, GDK_KEY_0 + digit, 0, toggle_signal, "i", digit);
}
