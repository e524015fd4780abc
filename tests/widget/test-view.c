/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <gtk/gtk.h>
#include <math.h>

/* A view of 600 x 400 in a window, of a scope of period 10 ms on a test clock at 100 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  double word;
  double other;
  GscopeSignal *signal;
  GtkWidget *window;
  GscopeGtkView *view;
  GscopeGtkViewport *viewport;
  guint n_frames;
} Fixture;

static void
on_after_paint (GdkFrameClock *frame_clock, Fixture *f)
{
  f->n_frames++;
}

static void
set_up (Fixture *f, gconstpointer data)
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

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_object_add_weak_pointer (G_OBJECT (f->view), (gpointer *) &f->view);
  gtk_window_destroy (GTK_WINDOW (f->window));
  while (f->view && g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_null (f->view);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
advance (Fixture *f, gint64 milliseconds)
{
  for (gint64 i = 0; i < milliseconds; i += 10)
    {
      f->word = 10 + 5 * sin (gscope_clock_get_time (f->clock) / 3e8);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
    }
  gscope_scope_drain (f->scope);
}

static void
wait_for_frame (Fixture *f)
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

/* As many frames as come while the main loop has a quarter of a second of its own. */
static guint
count_frames (Fixture *f)
{
  gboolean done = FALSE;
  guint n_frames = f->n_frames;

  g_timeout_add (250, set_flag, &done);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  return f->n_frames - n_frames;
}

static GscopeGtkViewSignal *
get_entry (Fixture *f, guint i)
{
  g_autoptr (GscopeGtkViewSignal) entry =
      g_list_model_get_item (gscope_gtk_view_get_signals (f->view), i);

  return entry;
}

static void
test_signals (Fixture *f, gconstpointer data)
{
  GListModel *entries = gscope_gtk_view_get_signals (f->view);
  GscopeSignal *other;

  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_true (gscope_gtk_view_signal_get_signal (get_entry (f, 0)) == f->signal);
  other = gscope_scope_add_double (f->scope, "other", &f->other);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 2);
  g_assert_cmpuint (gscope_gtk_view_signal_get_key (get_entry (f, 1)), ==, 2);
  gscope_gtk_view_set_selected (f->view, get_entry (f, 0));
  gscope_scope_remove_signal (f->scope, f->signal);
  g_assert_cmpuint (g_list_model_get_n_items (entries), ==, 1);
  g_assert_true (gscope_gtk_view_signal_get_signal (get_entry (f, 0)) == other);
  g_assert_cmpuint (gscope_gtk_view_signal_get_key (get_entry (f, 0)), ==, 1);
  g_assert_null (gscope_gtk_view_get_selected (f->view));
  advance (f, 100);
  wait_for_frame (f);
}

static void
test_frames (Fixture *f, gconstpointer data)
{
  advance (f, 1000);
  wait_for_frame (f);
  /* nothing new, no frame */
  count_frames (f);
  g_assert_cmpuint (count_frames (f), ==, 0);
  advance (f, 10);
  g_assert_cmpuint (count_frames (f), >, 0);
  /* what nobody can see is not drawn */
  gtk_widget_set_visible (f->window, FALSE);
  count_frames (f);
  advance (f, 100);
  g_assert_cmpuint (count_frames (f), ==, 0);
  gtk_widget_set_visible (f->window, TRUE);
  wait_for_frame (f);
}

static cairo_surface_t *
take_picture (Fixture *f)
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

static gboolean
is_same_pixel (cairo_surface_t *a, cairo_surface_t *b, int x, int y)
{
  const guint32 *p =
      (const guint32 *) (cairo_image_surface_get_data (a) + y * cairo_image_surface_get_stride (a));
  const guint32 *q =
      (const guint32 *) (cairo_image_surface_get_data (b) + y * cairo_image_surface_get_stride (b));

  return (p[x] & 0xffffff) == (q[x] & 0xffffff);
}

/* The widget and an exported picture are drawn by the same code, so that they agree. */
static void
test_export (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (g_get_tmp_dir (), "gscope-test-view.png", NULL);
  g_autoptr (GError) error = NULL;
  cairo_surface_t *screen, *file;
  int differing = 0;

  if (data)
    gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  advance (f, 30000);
  wait_for_frame (f);
  screen = take_picture (f);
  g_assert_true (gscope_gtk_view_export_png (f->view, path, 1, &error));
  g_assert_no_error (error);
  file = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, 600);
  g_assert_cmpint (cairo_image_surface_get_height (file), ==, 400);
  /* below the legend, whose text may be smoothed differently */
  for (int y = 76; y < 350; y++)
    for (int x = 48; x < 586; x++)
      differing += !is_same_pixel (screen, file, x, y);
  g_assert_cmpint (differing, ==, 0);
  cairo_surface_destroy (screen);
  cairo_surface_destroy (file);
  g_assert_true (gscope_gtk_view_export_png (f->view, path, 2, &error));
  file = cairo_image_surface_create_from_png (path);
  g_assert_cmpint (cairo_image_surface_get_width (file), ==, 1200);
  cairo_surface_destroy (file);
  g_remove (path);
  g_assert_false (gscope_gtk_view_export_png (f->view, "/nonexistent/a.png", 1, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

static void
test_past (Fixture *f, gconstpointer data)
{
  gint64 end;

  advance (f, 30000);
  wait_for_frame (f);
  gscope_gtk_viewport_pan (f->viewport, -100);
  g_assert_false (gscope_gtk_viewport_get_live (f->viewport));
  wait_for_frame (f);
  end = gscope_gtk_viewport_get_end (f->viewport);
  advance (f, 1000);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
  gscope_gtk_viewport_go_live (f->viewport);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
  wait_for_frame (f);
}

static void
test_hold (Fixture *f, gconstpointer data)
{
  gint64 end;

  advance (f, 1000);
  gscope_gtk_viewport_set_held (f->viewport, TRUE);
  end = gscope_gtk_viewport_get_end (f->viewport);
  advance (f, 1000);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, end);
  /* polling goes on */
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, 200);
  gscope_gtk_viewport_set_held (f->viewport, FALSE);
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (f->scope));
}

static void
test_ranges (Fixture *f, gconstpointer data)
{
  double min, max;

  advance (f, 5000);
  gscope_gtk_view_signal_get_range (get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, <=, 5);
  g_assert_cmpfloat (max, >=, 15);
  g_assert_cmpfloat (max, <=, 30);
  gscope_gtk_view_signal_set_range (get_entry (f, 0), 0, 100);
  g_assert_false (gscope_gtk_view_signal_get_auto_range (get_entry (f, 0)));
  advance (f, 1000);
  gscope_gtk_view_signal_get_range (get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (min, ==, 0);
  g_assert_cmpfloat (max, ==, 100);
  gscope_gtk_view_fit (f->view);
  g_assert_true (gscope_gtk_view_signal_get_auto_range (get_entry (f, 0)));
  gscope_gtk_view_signal_get_range (get_entry (f, 0), &min, &max);
  g_assert_cmpfloat (max, <=, 30);
}

static void
count_notify (GObject *object, GParamSpec *pspec, int *n)
{
  (*n)++;
}

static void
test_overrides (Fixture *f, gconstpointer data)
{
  GscopeGtkViewSignal *entry = get_entry (f, 0);
  int n = 0;

  g_signal_connect (entry, "notify", G_CALLBACK (count_notify), &n);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "word");
  gscope_signal_set_title (f->signal, "The word");
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "The word");
  gscope_gtk_view_signal_set_title (entry, "Here");
  gscope_gtk_view_signal_set_hidden (entry, TRUE);
  gscope_gtk_view_signal_set_line_mode (entry, GSCOPE_LINE_POINTS);
  gscope_gtk_view_signal_set_color (entry, 5);
  g_assert_cmpint (n, ==, 5);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "Here");
  g_assert_false (gscope_signal_get_hidden (f->signal));
  g_assert_cmpint (gscope_signal_get_line_mode (f->signal), ==, GSCOPE_LINE_STEPS);
  advance (f, 100);
  wait_for_frame (f);
  gscope_gtk_view_signal_set_hidden (entry, FALSE);
  for (guint mode = 0; mode < GSCOPE_N_LINE_MODES; mode++)
    {
      gscope_gtk_view_signal_set_line_mode (entry, mode);
      advance (f, 100);
      wait_for_frame (f);
    }
}

static void
test_text (Fixture *f, gconstpointer data)
{
  f->word = 7;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (get_entry (f, 0)), ==, "7 packets");
  /* five times a second */
  f->word = 8;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (get_entry (f, 0)), ==, "7 packets");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpstr (gscope_gtk_view_signal_get_text (get_entry (f, 0)), ==, "8 packets");
}

static void
test_cursor (Fixture *f, gconstpointer data)
{
  gint64 time;

  advance (f, 30000);
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &time));
  gscope_gtk_view_set_cursor (f->view, gscope_scope_get_pen (f->scope) - 5 * GSCOPE_SEC);
  g_assert_true (gscope_gtk_view_get_cursor (f->view, &time));
  g_assert_cmpint (time, ==, gscope_scope_get_pen (f->scope) - 5 * GSCOPE_SEC);
  wait_for_frame (f);
  gscope_gtk_view_clear_cursor (f->view);
  g_assert_false (gscope_gtk_view_get_cursor (f->view, &time));
  wait_for_frame (f);
}

static void
test_overlay (Fixture *f, gconstpointer data)
{
  gscope_signal_set_unit (gscope_scope_add_double (f->scope, "other", &f->other), "ms");
  gscope_gtk_view_set_layout (f->view, GSCOPE_VIEW_OVERLAY);
  f->other = 1000;
  advance (f, 1000);
  gscope_gtk_view_set_selected (f->view, get_entry (f, 1));
  advance (f, 100);
  wait_for_frame (f);
  gscope_gtk_view_set_layout (f->view, GSCOPE_VIEW_LANES);
  advance (f, 100);
  wait_for_frame (f);
}

static void
test_events (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeMarker) marker = NULL;

  for (int kind = GSCOPE_MARKER_PENDING; kind <= GSCOPE_MARKER_EVENT; kind++)
    {
      g_clear_object (&marker);
      advance (f, 500);
      marker = gscope_marker_new (gscope_clock_get_time (f->clock), kind, NULL, "B 0 → 3",
                                  "refused, kept 0");
      gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
    }
  gscope_test_clock_jump (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  gscope_scope_stop (f->scope);
  gscope_scope_start (f->scope);
  advance (f, 1000);
  wait_for_frame (f);
  gscope_gtk_viewport_set_mode (f->viewport, GSCOPE_VIEW_ROLL);
  advance (f, 100);
  wait_for_frame (f);
}

static void
test_description (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (gscope_clock_get_system ());
  g_autoptr (GscopeWorkspaceView) description = gscope_workspace_view_new ();
  GscopeWorkspaceSignal *shown = gscope_workspace_signal_new ("cw*");
  GtkWidget *view = g_object_ref_sink (gscope_gtk_view_new_empty ());
  g_autoptr (GscopeGtkViewSignal) entry = NULL;
  double words[2] = { 0 };
  double min, max;

  shown->title = g_strdup ("Window");
  shown->min = 0;
  shown->max = 80;
  shown->line = GSCOPE_LINE_FILLED;
  description->span = 5 * GSCOPE_SEC;
  description->mode = GSCOPE_VIEW_ROLL;
  description->layout = GSCOPE_VIEW_OVERLAY;
  g_ptr_array_add (description->signals, shown);
  gscope_scope_add_double (scope, "rtt", &words[0]);
  gscope_scope_add_double (scope, "cwnd", &words[1]);
  gscope_gtk_view_set_description (GSCOPE_GTK_VIEW (view), description);
  gscope_gtk_view_add_scope (GSCOPE_GTK_VIEW (view), scope);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (view))),
                    ==, 1);
  entry = g_list_model_get_item (gscope_gtk_view_get_signals (GSCOPE_GTK_VIEW (view)), 0);
  g_assert_cmpstr (gscope_gtk_view_signal_get_title (entry), ==, "Window");
  g_assert_cmpint (gscope_gtk_view_signal_get_line_mode (entry), ==, GSCOPE_LINE_FILLED);
  gscope_gtk_view_signal_get_range (entry, &min, &max);
  g_assert_cmpfloat (max, ==, 80);
  g_assert_cmpint (gscope_gtk_view_get_layout (GSCOPE_GTK_VIEW (view)), ==, GSCOPE_VIEW_OVERLAY);
  g_assert_cmpint (
      gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (GSCOPE_GTK_VIEW (view))), ==,
      5 * GSCOPE_SEC);
  g_clear_object (&entry);
  g_assert_finalize_object (view);
}

/* Scopes of different periods stand in one list and on one time axis. */
static void
test_two_scopes (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) slow = gscope_scope_new_with_clock (f->clock);
  GscopeSignal *signal = gscope_scope_add_double (slow, "slow", &f->other);

  gscope_scope_set_period (slow, 50 * GSCOPE_MSEC);
  gscope_scope_set_delay (slow, 500 * GSCOPE_MSEC);
  gscope_gtk_view_add_scope (f->view, slow);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (f->view)), ==, 2);
  g_assert_true (gscope_gtk_view_signal_get_signal (get_entry (f, 1)) == signal);
  advance (f, 1000);
  gscope_scope_drain (slow);
  wait_for_frame (f);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, 100);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)), ==, 20);
  /* shown up to the time that both have reached */
  g_assert_cmpint (gscope_gtk_viewport_get_end (f->viewport), ==, gscope_scope_get_pen (slow));
  gscope_scope_remove_signal (slow, signal);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_view_get_signals (f->view)), ==, 1);
}

#define ADD(name, data, func) g_test_add (name, Fixture, data, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  gtk_test_init (&argc, &argv, NULL);
  ADD ("/view/signals", NULL, test_signals);
  ADD ("/view/frames", NULL, test_frames);
  ADD ("/view/export/sweep", NULL, test_export);
  ADD ("/view/export/roll", GINT_TO_POINTER (1), test_export);
  ADD ("/view/past", NULL, test_past);
  ADD ("/view/hold", NULL, test_hold);
  ADD ("/view/ranges", NULL, test_ranges);
  ADD ("/view/overrides", NULL, test_overrides);
  ADD ("/view/text", NULL, test_text);
  ADD ("/view/cursor", NULL, test_cursor);
  ADD ("/view/overlay", NULL, test_overlay);
  ADD ("/view/events", NULL, test_events);
  ADD ("/view/two-scopes", NULL, test_two_scopes);
  g_test_add_func ("/view/description", test_description);
  return g_test_run ();
}
