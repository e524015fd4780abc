/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "view-bed.h"

#include <math.h>

static void
on_after_paint (GdkFrameClock *frame_clock, ViewBed *f)
{
  f->n_frames++;
}

void
view_bed_set_up (ViewBed *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (100 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_double (f->scope, "word", &f->word);
  gscope_signal_set_unit (f->signal, "packets");
  f->view = GSCOPE_GTK_VIEW (gscope_gtk_view_new (f->scope));
  f->viewport = gscope_gtk_view_get_viewport (f->view);
  f->window = gtk_window_new ();
  gtk_window_set_decorated (GTK_WINDOW (f->window), FALSE);
  gtk_window_set_default_size (GTK_WINDOW (f->window), 600, 400);
  gtk_window_set_child (GTK_WINDOW (f->window), GTK_WIDGET (f->view));
  gtk_window_present (GTK_WINDOW (f->window));
  g_signal_connect (gtk_widget_get_frame_clock (f->window), "after-paint",
                    G_CALLBACK (on_after_paint), f);
  while (f->n_frames == 0)
    g_main_context_iteration (NULL, TRUE);
}

void
view_bed_tear_down (ViewBed *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->view), (gpointer *) &f->view);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while (f->view && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->view);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

void
view_bed_advance (ViewBed *f, gint64 milliseconds)
{
  for (gint64 i = 0; i < milliseconds; i += 10)
    {
      f->word = 10 + 5 * sin (gscope_clock_get_time (f->clock) / 3e8);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      /* before its ring is full */
      if (i % 1000 == 0)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
}

void
view_bed_wait_for_frame (ViewBed *f)
{
  guint n_frames = f->n_frames;

  while (f->n_frames == n_frames)
    g_main_context_iteration (NULL, TRUE);
}

static gboolean
set_flag (gpointer data)
{
  *(gboolean *) data = TRUE;
  return G_SOURCE_REMOVE;
}

guint
view_bed_count_frames (ViewBed *f)
{
  gboolean done = FALSE;
  guint n_frames = f->n_frames;

  /* the X server may report late that the window is exposed, and each report draws a frame */
  gdk_display_sync (gtk_widget_get_display (f->window));
  g_timeout_add (60, set_flag, &done);
  while (!done || g_main_context_pending (NULL))
    g_main_context_iteration (NULL, TRUE);
  return f->n_frames - n_frames;
}

GscopeGtkViewSignal *
view_bed_get_entry (ViewBed *f, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry =
      g_list_model_get_item (gscope_gtk_view_get_signals (f->view), i);

  return entry;
}

gpointer
view_bed_get_controller (GtkWidget *widget, GType type)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (G_OBJECT_TYPE (controller) == type)
        return controller;
    }
  g_assert_not_reached ();
}

gboolean
view_bed_press_on (GtkWidget *widget, guint key, GdkModifierType modifiers)
{
  GListModel *shortcuts = view_bed_get_controller (widget, GTK_TYPE_SHORTCUT_CONTROLLER);
  g_autoptr (GtkShortcutTrigger) wanted = gtk_keyval_trigger_new (key, modifiers);
  gboolean is_done = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (shortcuts); i++)
    {
      g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, i);

      if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), wanted))
        is_done = gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                gtk_shortcut_get_arguments (shortcut));
    }
  return is_done;
}

gboolean
view_bed_press (ViewBed *f, guint key, GdkModifierType modifiers)
{
  return view_bed_press_on (GTK_WIDGET (f->view), key, modifiers);
}

void
view_bed_assert_range (ViewBed *f, double min, double max)
{
  double found_min, found_max;

  gscope_gtk_view_signal_get_range (view_bed_get_entry (f, 0), &found_min, &found_max);
  g_assert_cmpfloat_with_epsilon (found_min, min, 1e-9);
  g_assert_cmpfloat_with_epsilon (found_max, max, 1e-9);
}

void
view_bed_fill_with_events (ViewBed *f)
{
  g_autoptr (GscopeMarker) marker = NULL;
  GscopeSignal *other = gscope_scope_add_double (f->scope, "a, \"b\"", &f->other);

  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_FILLED);
  gscope_signal_set_unit (other, "ms");
  view_bed_advance (f, 5000);
  marker = gscope_marker_new (gscope_clock_get_time (f->clock), GSCOPE_MARKER_KIND_NOTE, NULL,
                              "Note", NULL);
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  f->other = 7;
  view_bed_advance (f, 10000);
  gscope_gtk_view_set_n_cursors (f->view, 2);
  view_bed_wait_for_frame (f);
}

cairo_surface_t *
view_bed_take_picture (ViewBed *f)
{
  GdkPaintable *paintable = gtk_widget_paintable_new (GTK_WIDGET (f->view));
  int width = gtk_widget_get_width (GTK_WIDGET (f->view));
  int height = gtk_widget_get_height (GTK_WIDGET (f->view));
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_ARGB32, width, height);
  cairo_t *cr = cairo_create (surface);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  g_autoptr (GskRenderNode) node = NULL;

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  node = gtk_snapshot_free_to_node (snapshot);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  g_object_unref (paintable);
  return surface;
}

guint
view_bed_count_differing (cairo_surface_t *a, cairo_surface_t *b, int left, int top, int right,
                          int bottom)
{
  guint n = 0;

  for (int y = top; y < bottom; y++)
    {
      const guint32 *p = (const guint32 *) (cairo_image_surface_get_data (a)
                                            + y * cairo_image_surface_get_stride (a));
      const guint32 *q = (const guint32 *) (cairo_image_surface_get_data (b)
                                            + y * cairo_image_surface_get_stride (b));

      for (int x = left; x < right; x++)
        n += (p[x] & 0xffffff) != (q[x] & 0xffffff);
    }
  return n;
}
