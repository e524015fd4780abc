/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A still widget looks as its child does, and follows it. */

#include <gscope-gtk/gscope-gtk.h>

enum
{
  WIDTH = 120,
  HEIGHT = 40,
};

typedef struct
{
  GtkWidget *window;
  /* the same, with and without the container */
  GtkWidget *labels[2];
  GtkWidget *still;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  GtkWidget *box = gtk_box_new (GTK_ORIENTATION_VERTICAL, 0);

  f->window = gtk_window_new ();
  for (guint i = 0; i < 2; i++)
    {
      f->labels[i] = gtk_button_new_with_label ("12.5 V");
      gtk_widget_set_size_request (f->labels[i], WIDTH, HEIGHT);
    }
  f->still = gscope_gtk_still_new (f->labels[0]);
  gtk_box_append (GTK_BOX (box), f->still);
  gtk_box_append (GTK_BOX (box), f->labels[1]);
  gtk_window_set_child (GTK_WINDOW (f->window), box);
  gtk_window_present (GTK_WINDOW (f->window));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gtk_window_destroy (GTK_WINDOW (f->window));
}

static void
on_after_paint (GdkFrameClock *clock, gboolean *done)
{
  *done = TRUE;
}

static void
wait_for_frame (Fixture *f)
{
  GdkFrameClock *clock;
  gboolean done = FALSE;
  gulong id;

  while (!gtk_widget_get_mapped (f->window))
    g_main_context_iteration (NULL, TRUE);
  clock = gtk_widget_get_frame_clock (f->window);
  id = g_signal_connect (clock, "after-paint", G_CALLBACK (on_after_paint), &done);
  gdk_frame_clock_request_phase (clock, GDK_FRAME_CLOCK_PHASE_PAINT);
  while (!done)
    g_main_context_iteration (NULL, TRUE);
  g_signal_handler_disconnect (clock, id);
}

/* Returns what a widget shows, and its pixels. */
static GskRenderNode *
draw (GtkWidget *widget, guchar *pixels)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (widget);
  GtkSnapshot *snapshot = gtk_snapshot_new ();
  cairo_surface_t *surface =
      cairo_image_surface_create_for_data (pixels, CAIRO_FORMAT_ARGB32, WIDTH, HEIGHT, 4 * WIDTH);
  cairo_t *cr = cairo_create (surface);
  GskRenderNode *node;

  gdk_paintable_snapshot (paintable, snapshot, WIDTH, HEIGHT);
  node = gtk_snapshot_free_to_node (snapshot);
  g_assert_nonnull (node);
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_destroy (surface);
  return node;
}

static void
assert_same (Fixture *f)
{
  g_autofree guchar *pixels = g_malloc0 (4 * WIDTH * HEIGHT);
  g_autofree guchar *expected = g_malloc0 (4 * WIDTH * HEIGHT);
  g_autoptr (GskRenderNode) node = NULL, plain = NULL;

  wait_for_frame (f);
  node = draw (f->still, pixels);
  plain = draw (f->labels[1], expected);
  g_assert_cmpmem (pixels, 4 * WIDTH * HEIGHT, expected, 4 * WIDTH * HEIGHT);
  g_assert_cmpint (expected[4 * (WIDTH * HEIGHT / 2 + WIDTH / 2) + 3], !=, 0);
}

static void
test_same (Fixture *f, gconstpointer data)
{
  assert_same (f);
}

static void
test_follows (Fixture *f, gconstpointer data)
{
  assert_same (f);
  for (guint i = 0; i < 2; i++)
    gtk_button_set_label (GTK_BUTTON (f->labels[i]), "−3 mV");
  assert_same (f);
}

static gboolean
has_text (GskRenderNode *node)
{
  g_autoptr (GBytes) bytes = gsk_render_node_serialize (node);
  gsize size;
  const char *text = g_bytes_get_data (bytes, &size);

  return g_strstr_len (text, (gssize) size, "text {") != NULL;
}

/* The software renderer copies an image where it would draw texts otherwise. */
static void
test_image (Fixture *f, gconstpointer data)
{
  g_autofree guchar *pixels = g_malloc0 (4 * WIDTH * HEIGHT);
  g_autoptr (GskRenderNode) node = NULL, plain = NULL;

  wait_for_frame (f);
  node = draw (f->still, pixels);
  plain = draw (f->labels[1], pixels);
  g_assert_false (has_text (node));
  g_assert_true (has_text (plain));
}

static void
test_child (Fixture *f, gconstpointer data)
{
  GtkWidget *other = gtk_label_new ("other");

  g_assert_true (gscope_gtk_still_get_child (GSCOPE_GTK_STILL (f->still)) == f->labels[0]);
  gscope_gtk_still_set_child (GSCOPE_GTK_STILL (f->still), other);
  g_assert_true (gtk_widget_get_parent (other) == f->still);
  gscope_gtk_still_set_child (GSCOPE_GTK_STILL (f->still), NULL);
  g_assert_null (gtk_widget_get_first_child (f->still));
  wait_for_frame (f);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  g_test_add ("/still/same", Fixture, NULL, set_up, test_same, tear_down);
  g_test_add ("/still/follows", Fixture, NULL, set_up, test_follows, tear_down);
  g_test_add ("/still/image", Fixture, NULL, set_up, test_image, tear_down);
  g_test_add ("/still/child", Fixture, NULL, set_up, test_child, tear_down);
  return g_test_run ();
}
