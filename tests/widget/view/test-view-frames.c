/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/skip-waits.h"
#include "view-bed.h"

/* The frames that are under way end. */
static void
rest (ViewBed *f)
{
  while (view_bed_count_frames (f) > 0)
    ;
}

/* Moves the clock on, with the word as it is. */
static void
pass (ViewBed *f, gint64 milliseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), milliseconds * GSCOPE_MSEC);
}

static void
test_frames (ViewBed *f, gconstpointer data)
{
  view_bed_advance (f, 1000);
  view_bed_wait_for_frame (f);
  /* nothing new, no frame */
  rest (f);
  view_bed_advance (f, 10);
  view_bed_wait_for_frame (f);
  /* what nobody can see is not drawn */
  gtk_widget_set_visible (f->window, FALSE);
  rest (f);
  view_bed_advance (f, 100);
  g_assert_cmpuint (view_bed_count_frames (f), ==, 0);
  gtk_widget_set_visible (f->window, TRUE);
  view_bed_wait_for_frame (f);
}

static void
wait_for_samples (ViewBed *f)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);
  guint64 end = gscope_trace_get_end (trace);

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 20 * GSCOPE_MSEC);
  while (gscope_trace_get_end (trace) == end)
    g_main_context_iteration (NULL, TRUE);
}

/* While samples come each frame drains them, whatever the timer does; then the timer does again, and
 * frames end. */
static void
test_frames_drain (ViewBed *f, gconstpointer data)
{
  gscope_scope_set_period (f->scope, 10 * GSCOPE_MSEC);
  view_bed_advance (f, 100);
  view_bed_wait_for_frame (f);
  for (guint i = 0; i < 5; i++)
    {
      wait_for_samples (f);
      view_bed_wait_for_frame (f);
    }
  rest (f);
  wait_for_samples (f);
  view_bed_wait_for_frame (f);
  gtk_widget_set_visible (f->window, FALSE);
  rest (f);
}

/* The drains within a frame. */
typedef struct
{
  GscopeGtkViewport *viewport;
  gboolean in_frame;
  gint64 pen;
  guint n_drains;
} Frame;

static void
on_before_paint (GdkFrameClock *frame_clock, Frame *frame)
{
  frame->in_frame = TRUE;
  frame->pen = gscope_gtk_viewport_get_pen (frame->viewport);
}

static void
on_after_paint (GdkFrameClock *frame_clock, Frame *frame)
{
  frame->in_frame = FALSE;
}

static void
on_drained (GscopeScope *scope, Frame *frame)
{
  if (!frame->in_frame)
    return;
  frame->n_drains++;
  g_assert_cmpint (gscope_gtk_viewport_get_pen (frame->viewport), ==, frame->pen);
}

/* A frame drains all scopes before it shows their samples. */
static void
test_frames_scopes (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeScope) other = gscope_scope_new_with_clock (f->clock);
  GdkFrameClock *frame_clock = gtk_widget_get_frame_clock (f->window);
  Frame frame = { .viewport = f->viewport };

  gscope_scope_add_double (other, "other", &f->other);
  gscope_gtk_view_add_scope (f->view, other);
  g_signal_connect (frame_clock, "before-paint", G_CALLBACK (on_before_paint), &frame);
  g_signal_connect (frame_clock, "after-paint", G_CALLBACK (on_after_paint), &frame);
  g_signal_connect (f->scope, "drained", G_CALLBACK (on_drained), &frame);
  g_signal_connect (other, "drained", G_CALLBACK (on_drained), &frame);
  view_bed_advance (f, 100);
  for (guint i = 0; i < 5; i++)
    {
      gint64 pen = gscope_gtk_viewport_get_pen (f->viewport);

      wait_for_samples (f);
      view_bed_wait_for_frame (f);
      g_assert_cmpint (gscope_gtk_viewport_get_pen (f->viewport), >, pen);
    }
  g_assert_cmpuint (frame.n_drains, >, 1);
  g_signal_handlers_disconnect_by_data (frame_clock, &frame);
  g_signal_handlers_disconnect_by_data (f->scope, &frame);
  g_signal_handlers_disconnect_by_data (other, &frame);
}

/* Lets the word have no value from now on; frames end. */
static void
begin_gap (ViewBed *f)
{
  view_bed_advance (f, 1000);
  f->word = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  pass (f, 100);
  rest (f);
}

/* While a signal ends in a gap, the picture goes on at four frames a second, and only where somebody can see it. */
static void
test_frames_gap (ViewBed *f, gconstpointer data)
{
  gint64 pen;

  begin_gap (f);
  pen = gscope_gtk_viewport_get_pen (f->viewport);
  for (guint i = 0; i < 4; i++)
    {
      pass (f, 250);
      view_bed_wait_for_frame (f);
      g_assert_cmpuint (view_bed_count_frames (f), ==, 0);
    }
  g_assert_cmpint (gscope_gtk_viewport_get_pen (f->viewport), >=, pen + 750 * GSCOPE_MSEC);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), TRUE);
  rest (f);
  pass (f, 1000);
  g_assert_cmpuint (view_bed_count_frames (f), ==, 0);
  gscope_gtk_view_signal_set_hidden (view_bed_get_entry (f, 0), FALSE);
  rest (f);
  pass (f, 250);
  view_bed_wait_for_frame (f);
  gtk_widget_set_visible (f->window, FALSE);
  rest (f);
  pass (f, 1000);
  g_assert_cmpuint (view_bed_count_frames (f), ==, 0);
}

/* The time of a stopped scope stands still, in a gap, too. */
static void
test_frames_stopped (ViewBed *f, gconstpointer data)
{
  begin_gap (f);
  gscope_scope_stop (f->scope);
  pass (f, 250);
  rest (f);
  pass (f, 1000);
  g_assert_cmpuint (view_bed_count_frames (f), ==, 0);
  gscope_scope_start (f->scope);
  rest (f);
  pass (f, 250);
  view_bed_wait_for_frame (f);
}

static gboolean
is_rail (const GskRenderNode *node)
{
  graphene_rect_t bounds;

  gsk_render_node_get_bounds ((GskRenderNode *) node, &bounds);
  return bounds.origin.x == 0 && bounds.origin.y == 0 && bounds.size.width == 600
         && bounds.size.height < 100;
}

/* Finds the node of the events in another one: its first piece is the marker rail. */
static GskRenderNode *
find_events (GskRenderNode *node)
{
  GskRenderNode *found = NULL;

  if (gsk_render_node_get_node_type (node) == GSK_CLIP_NODE)
    return find_events (gsk_clip_node_get_child (node));
  if (gsk_render_node_get_node_type (node) == GSK_TRANSFORM_NODE)
    return find_events (gsk_transform_node_get_child (node));
  if (gsk_render_node_get_node_type (node) != GSK_CONTAINER_NODE)
    return NULL;
  if (gsk_container_node_get_n_children (node) > 0
      && is_rail (gsk_container_node_get_child (node, 0)))
    return gsk_render_node_ref (node);
  for (guint i = 0; !found && i < gsk_container_node_get_n_children (node); i++)
    found = find_events (gsk_container_node_get_child (node, i));
  return found;
}

static GskRenderNode *
advance_to_events (ViewBed *f)
{
  GtkWidget *widget = GTK_WIDGET (f->view);
  g_autoptr (GtkSnapshot) snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  view_bed_advance (f, 1000);
  GTK_WIDGET_GET_CLASS (widget)->snapshot (widget, snapshot);
  node = gtk_snapshot_to_node (snapshot);
  return find_events (node);
}

/* While a picture is swept, markers and gaps in view are drawn again when they change, and only then. */
static void
test_frames_events (ViewBed *f, gconstpointer data)
{
  g_autoptr (GscopeMarker) marker = NULL;
  g_autoptr (GskRenderNode) before = NULL, same = NULL, other = NULL;

  view_bed_advance (f, 1000);
  marker = gscope_marker_new (gscope_scope_get_pen (f->scope), GSCOPE_MARKER_KIND_EVENT, NULL,
                              "now", NULL);
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  before = advance_to_events (f);
  same = advance_to_events (f);
  g_assert_nonnull (before);
  g_assert_true (same == before);
  gscope_trace_append_gap (gscope_signal_get_trace (f->signal),
                           gscope_clock_get_time (f->clock) + GSCOPE_MSEC, GSCOPE_GAP_CAUSE_TICK);
  other = advance_to_events (f);
  g_assert_nonnull (other);
  g_assert_true (other != before);
}

static void
test_touch (ViewBed *f, gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (f->view);
  GtkGesture *pinch = view_bed_get_controller (widget, GTK_TYPE_GESTURE_ZOOM);
  GtkGesture *press = view_bed_get_controller (widget, GTK_TYPE_GESTURE_LONG_PRESS);
  GtkGesture *flick = view_bed_get_controller (widget, GTK_TYPE_GESTURE_SWIPE);
  gint64 span, time, end;

  view_bed_advance (f, 30000);
  view_bed_wait_for_frame (f);
  span = gscope_gtk_viewport_get_span (f->viewport);
  g_signal_emit_by_name (pinch, "scale-changed", 1.5);
  g_signal_emit_by_name (pinch, "scale-changed", 2.0);
  g_assert_cmpint (ABS (gscope_gtk_viewport_get_span (f->viewport) - span / 2), <, 1000);
  g_signal_emit_by_name (press, "pressed", 300.0, 200.0);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  gscope_gtk_view_clear_cursor (f->view);
  /* a flick to the right goes back in time, and comes to rest */
  g_signal_emit_by_name (view_bed_get_controller (widget, GTK_TYPE_GESTURE_DRAG), "drag-begin",
                         300.0, 200.0);
  end = gscope_gtk_viewport_get_end (f->viewport);
  g_signal_emit_by_name (flick, "swipe", 80.0, 10.0);
  for (int i = 0; i < 4; i++)
    view_bed_wait_for_frame (f);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), <, end);
  rest (f);
}

/* Without animations, the picture ends with the finger. */
static void
test_touch_still (ViewBed *f, gconstpointer data)
{
  GtkWidget *widget = GTK_WIDGET (f->view);
  GtkSettings *settings = gtk_widget_get_settings (widget);
  gint64 end;

  g_object_set (settings, "gtk-enable-animations", FALSE, NULL);
  view_bed_advance (f, 30000);
  view_bed_wait_for_frame (f);
  g_signal_emit_by_name (view_bed_get_controller (widget, GTK_TYPE_GESTURE_DRAG), "drag-begin",
                         300.0, 200.0);
  end = gscope_gtk_viewport_get_end (f->viewport);
  g_signal_emit_by_name (view_bed_get_controller (widget, GTK_TYPE_GESTURE_SWIPE), "swipe", 80.0,
                         10.0);
  rest (f);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), >=, end);
  gtk_settings_reset_property (settings, "gtk-enable-animations");
}

#define ADD(name, func) g_test_add (name, ViewBed, NULL, view_bed_set_up, func, view_bed_tear_down)

int
main (int argc, char **argv)
{
  g_setenv ("GTK_A11Y", "test", TRUE);
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("/view/frames", test_frames);
  ADD ("/view/frames/drain", test_frames_drain);
  ADD ("/view/frames/scopes", test_frames_scopes);
  ADD ("/view/frames/gap", test_frames_gap);
  ADD ("/view/frames/stopped", test_frames_stopped);
  ADD ("/view/frames/events", test_frames_events);
  ADD ("/view/touch", test_touch);
  ADD ("/view/touch/still", test_touch_still);
  return g_test_run ();
}
