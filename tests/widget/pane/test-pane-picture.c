/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The pictures of a pane show all that the pane shows. */

#include "pane-bed.h"
#include "support/skip-waits.h"

#include <glib/gstdio.h>
#include <unistd.h>

typedef gboolean (*PixelFunc) (guint32 pixel, guint32 first);

static gboolean
is_drawn (guint32 pixel, guint32 first)
{
  return pixel != first;
}

/* Signals have colours; the grid, texts and rulers are grey. */
static gboolean
is_colored (guint32 pixel, guint32 first)
{
  int red = (pixel >> 16) & 0xff, green = (pixel >> 8) & 0xff, blue = pixel & 0xff;

  return MAX (red, MAX (green, blue)) - MIN (red, MIN (green, blue)) > 64;
}

/* Counts the pixels of a kind in a part of an exported picture. */
static guint
count_within (PaneBed *f, const GdkRectangle *area, PixelFunc is_counted)
{
  g_autofree char *path =
      g_strdup_printf ("%s/gscope-test-pane-%d.png", g_get_tmp_dir (), getpid ());
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *pixels = NULL;
  GdkRectangle within;
  int width, height;
  guint n = 0;

  g_assert_true (gscope_gtk_pane_export (GSCOPE_GTK_PANE (f->pane), path, 1, &error));
  g_assert_no_error (error);
  texture = gdk_texture_new_from_filename (path, &error);
  g_assert_no_error (error);
  g_remove (path);
  width = gdk_texture_get_width (texture);
  height = gdk_texture_get_height (texture);
  g_assert_cmpint (width, ==, gtk_widget_get_width (f->pane));
  pixels = g_new (guint32, width * height);
  gdk_texture_download (texture, (guchar *) pixels, width * sizeof (guint32));
  gdk_rectangle_intersect (area, &(GdkRectangle){ 0, 0, width, height }, &within);
  for (int y = within.y; y < within.y + within.height; y++)
    for (int x = within.x; x < within.x + within.width; x++)
      n += is_counted (pixels[y * width + x], pixels[0]);
  return n;
}

static guint
count_marked (PaneBed *f, int begin, int end)
{
  return count_within (f, &(GdkRectangle){ begin, 0, end - begin, G_MAXINT }, is_drawn);
}

static void
wait_for_width (GtkWidget *widget, int least)
{
  while (gtk_widget_get_width (widget) < least)
    g_main_context_iteration (NULL, TRUE);
}

static int
get_copied_width (PaneBed *f)
{
  GdkContentProvider *content = gdk_clipboard_get_content (gtk_widget_get_clipboard (f->pane));
  g_auto (GValue) value = G_VALUE_INIT;

  g_value_init (&value, GDK_TYPE_TEXTURE);
  g_assert_true (content && gdk_content_provider_get_value (content, &value, NULL));
  return gdk_texture_get_width (g_value_get_object (&value));
}

/* A picture is of all that the pane shows, whether that is the signals over time or not. */
static void
test_picture (PaneBed *f, gconstpointer data)
{
  GtkWidget *spectrum = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_SPECTRUM_VIEW);
  g_autoptr (GError) error = NULL;
  guint both, alone;

  pane_bed_advance (f, 3);
  pane_bed_press (f, GDK_KEY_s);
  pane_bed_wait_until_mapped (spectrum, TRUE);
  wait_for_width (spectrum, 300);
  both = count_marked (f, 560, 900);
  g_assert_cmpuint (both, >, 500);
  pane_bed_press (f, GDK_KEY_t);
  wait_for_width (spectrum, 800);
  alone = count_marked (f, 560, 900);
  g_assert_cmpuint (alone, >, 500);
  g_assert_cmpuint (alone, !=, both);
  g_assert_true (gscope_gtk_pane_copy_picture (GSCOPE_GTK_PANE (f->pane), &error));
  g_assert_no_error (error);
  g_assert_cmpint (get_copied_width (f), ==, gtk_widget_get_width (f->pane));
  g_assert_false (gscope_gtk_pane_export (GSCOPE_GTK_PANE (f->pane), "/tmp/a.bmp", 1, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
}

/* The statistics have the same place in the picture and in the pane. */
static void
test_table_picture (PaneBed *f, gconstpointer data)
{
  GtkWidget *table = pane_bed_find (f->pane, GSCOPE_GTK_TYPE_STATISTICS_TABLE);
  graphene_rect_t bounds;
  GdkRectangle area;

  pane_bed_advance (f, 3);
  pane_bed_press (f, GDK_KEY_i);
  pane_bed_wait_until_mapped (table, TRUE);
  wait_for_width (table, 300);
  g_assert_true (gtk_widget_compute_bounds (table, f->pane, &bounds));
  area = (GdkRectangle){ (int) bounds.origin.x + 2, (int) bounds.origin.y + 2,
                         (int) bounds.size.width - 4, (int) bounds.size.height - 4 };
  g_assert_cmpuint (count_within (f, &area, is_drawn), >, 500);
}

/* Each part is shown by its key, with the measured signals. */
static void
check_part (PaneBed *f, GtkWidget *part, guint key)
{
  graphene_rect_t bounds;
  GdkRectangle middle;
  guint n;

  g_assert_nonnull (part);
  pane_bed_press (f, key);
  pane_bed_wait_until_mapped (part, TRUE);
  wait_for_width (part, 100);
  g_assert_true (gtk_widget_compute_bounds (part, f->pane, &bounds));
  /* without its axes */
  middle = (GdkRectangle){ (int) (bounds.origin.x + bounds.size.width / 4),
                           (int) (bounds.origin.y + bounds.size.height / 4),
                           (int) bounds.size.width / 2, (int) bounds.size.height / 2 };
  n = count_within (f, &middle, is_colored);
  g_test_message ("%s: %u pixels", G_OBJECT_TYPE_NAME (part), n);
  g_assert_cmpuint (n, >, 100);
}

/* The types of all parts, in their order. */
static const char *const types[] = { "GscopeGtkSpectrumView", "GscopeGtkHistogramView",
                                     "GscopeGtkXyView", "GscopeGtkTransferView" };

static void
test_parts (PaneBed *f, gconstpointer data)
{
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  pane_bed_advance (f, 10);
  g_assert_cmpuint (n, ==, G_N_ELEMENTS (types));
  for (guint i = 0; i < n; i++)
    {
      g_assert_cmpstr (g_type_name (parts[i].get_type ()), ==, types[i]);
      check_part (f, pane_bed_find (f->pane, parts[i].get_type ()), (guint) parts[i].key);
      g_assert_true (gscope_view_settings_is_on (f->settings, parts[i].setting));
    }
  check_part (f, pane_bed_find (f->pane, GSCOPE_GTK_TYPE_SPECTROGRAM_VIEW), GDK_KEY_g);
}

#define ADD(name, func)                                                                            \
  g_test_add ("/pane-picture/" name, PaneBed, NULL, pane_bed_set_up, func, pane_bed_tear_down)

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  ADD ("signals", test_picture);
  ADD ("table", test_table_picture);
  ADD ("parts", test_parts);
  return g_test_run ();
}
