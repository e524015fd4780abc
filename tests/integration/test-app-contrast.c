/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* What the window looks like to people who see little: the contrast of what is drawn. The style is light, then dark;
 * ADW_DEBUG_HIGH_CONTRAST=1 makes both of high contrast. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>
#include <math.h>
#include <string.h>

#include "app-bed.h"
#include "session/session.h"
#include "widgets/steady-label.h"
#include "window/window.h"

typedef AppBed Fixture;

/* WCAG 2.1: text, and what is no text. */
#define TEXT 4.5
#define GRAPHIC 3.0

/* Pixels for one of the window: text is drawn larger, so that its strokes have their whole colour. */
#define SCALE 3

/* Workspace with lanes of two units and a parameter. */
static void
set_up (Fixture *f, gconstpointer application)
{
  f->width = 1280;
  f->height = 800;
  app_bed_init (f, application, APP_BED_LAB);
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), ADW_COLOR_SCHEME_DEFAULT);
  app_bed_clear (f);
}

/* The picture. */

/* Returns NULL while the window waits for its layout. */
static GskRenderNode *
make_node (GtkWidget *window, int width, int height)
{
  g_autoptr (GdkPaintable) paintable = gtk_widget_paintable_new (window);
  GtkSnapshot *snapshot = gtk_snapshot_new ();

  gdk_paintable_snapshot (paintable, snapshot, width, height);
  return gtk_snapshot_free_to_node (snapshot);
}

static cairo_surface_t *
draw (GtkWidget *window)
{
  int width = SCALE * gtk_widget_get_width (window),
      height = SCALE * gtk_widget_get_height (window);
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cr = cairo_create (surface);
  g_autoptr (GskRenderNode) node = NULL;

  app_bed_await ((node = make_node (window, width, height)));
  gsk_render_node_draw (node, cr);
  cairo_destroy (cr);
  cairo_surface_flush (surface);
  return surface;
}

static double
linearize (guint channel)
{
  double c = channel / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
measure_contrast (guint32 a, guint32 b)
{
  double x = 0.2126 * linearize (a >> 16 & 255) + 0.7152 * linearize (a >> 8 & 255)
             + 0.0722 * linearize (a & 255);
  double y = 0.2126 * linearize (b >> 16 & 255) + 0.7152 * linearize (b >> 8 & 255)
             + 0.0722 * linearize (b & 255);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

/* Returns the numbers of pixels by colour in an area; NULL for an area that is not to be seen. */
static GHashTable *
count_colors (cairo_surface_t *surface, const graphene_rect_t *area)
{
  GHashTable *counts = g_hash_table_new (NULL, NULL);
  int left = MAX (0, (int) (area->origin.x * SCALE)), top = MAX (0, (int) (area->origin.y * SCALE));
  int right = MIN (cairo_image_surface_get_width (surface),
                   (int) ((area->origin.x + area->size.width) * SCALE));
  int bottom = MIN (cairo_image_surface_get_height (surface),
                    (int) ((area->origin.y + area->size.height) * SCALE));

  for (int y = top; y < bottom; y++)
    for (int x = left; x < right; x++)
      {
        guint32 color = ((const guint32 *) (cairo_image_surface_get_data (surface)
                                            + y * cairo_image_surface_get_stride (surface)))[x]
                        & 0xffffff;
        guint n = GPOINTER_TO_UINT (g_hash_table_lookup (counts, GUINT_TO_POINTER (color)));

        g_hash_table_insert (counts, GUINT_TO_POINTER (color), GUINT_TO_POINTER (n + 1));
      }
  return counts;
}

static guint32
find_commonest (GHashTable *counts)
{
  GHashTableIter iter;
  gpointer color, n;
  guint most = 0;
  guint32 found = 0;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &color, &n))
    if (GPOINTER_TO_UINT (n) > most)
      {
        most = GPOINTER_TO_UINT (n);
        found = GPOINTER_TO_UINT (color);
      }
  return found;
}

/* Returns the contrast of an area's commonest colour, which is the background, and the one that differs most from it. */
static double
measure_area (cairo_surface_t *surface, const graphene_rect_t *area)
{
  g_autoptr (GHashTable) counts = count_colors (surface, area);
  guint32 background = find_commonest (counts);
  double most = 1;
  GHashTableIter iter;
  gpointer color;

  g_hash_table_iter_init (&iter, counts);
  while (g_hash_table_iter_next (&iter, &color, NULL))
    most = MAX (most, measure_contrast (GPOINTER_TO_UINT (color), background));
  return most;
}

/* The widgets. */

typedef struct
{
  GtkWidget *window;
  cairo_surface_t *surface;
  guint n;
  guint n_bad;
} Check;

/* Gets the part of a widget that is to be seen; FALSE for none. */
static gboolean
get_seen (GtkWidget *widget, GtkWidget *window, graphene_rect_t *seen)
{
  if (!gtk_widget_compute_bounds (widget, window, seen))
    return FALSE;
  for (GtkWidget *around = gtk_widget_get_parent (widget); around;
       around = gtk_widget_get_parent (around))
    {
      graphene_rect_t bounds;

      if (!gtk_widget_compute_bounds (around, window, &bounds)
          || !graphene_rect_intersection (seen, &bounds, seen))
        return FALSE;
      if (around == window)
        return seen->size.width >= 1 && seen->size.height >= 1;
    }
  return FALSE;
}

/* The strokes of a dash or a degree sign are thinner than a pixel: no pixel has their whole colour. */
static gboolean
has_letters (const char *text)
{
  for (; *text; text = g_utf8_next_char (text))
    if (g_unichar_isalnum (g_utf8_get_char (text)))
      return TRUE;
  return FALSE;
}

/* Returns the text of a label; NULL for another widget. */
static const char *
get_text (GtkWidget *widget)
{
  if (APP_IS_STEADY_LABEL (widget))
    return app_steady_label_get_text (APP_STEADY_LABEL (widget));
  return GTK_IS_LABEL (widget) ? gtk_label_get_text (GTK_LABEL (widget)) : NULL;
}

/* Inactive controls are exempt, and so is an image that means nothing. */
static double
get_least (GtkWidget *widget)
{
  const char *text = get_text (widget);

  if (!gtk_widget_get_mapped (widget) || !gtk_widget_is_sensitive (widget))
    return 0;
  if (text && has_letters (text))
    return TEXT;
  if (GTK_IS_IMAGE (widget) && gtk_image_get_storage_type (GTK_IMAGE (widget)) != GTK_IMAGE_EMPTY)
    return GRAPHIC;
  return 0;
}

static void
check_widget (Check *self, GtkWidget *widget)
{
  double least = get_least (widget), contrast;
  graphene_rect_t seen;

  if (least > 0 && get_seen (widget, self->window, &seen))
    {
      contrast = measure_area (self->surface, &seen);
      self->n++;
      if (contrast < least)
        {
          self->n_bad++;
          g_test_message (
              "%.2f: a %s in a %s in a %s: %s", contrast, G_OBJECT_TYPE_NAME (widget),
              G_OBJECT_TYPE_NAME (gtk_widget_get_parent (widget)),
              G_OBJECT_TYPE_NAME (gtk_widget_get_parent (gtk_widget_get_parent (widget))),
              get_text (widget) ? get_text (widget) : gtk_image_get_icon_name (GTK_IMAGE (widget)));
        }
    }
  for (GtkWidget *child = gtk_widget_get_first_child (widget); child;
       child = gtk_widget_get_next_sibling (child))
    check_widget (self, child);
}

static gboolean
is_high_contrast (void)
{
  return adw_style_manager_get_high_contrast (adw_style_manager_get_default ());
}

/* The traces are drawn in colours that stand out from the picture's background. In high contrast, the text of the picture is black. */
static void
check_traces (Fixture *f, cairo_surface_t *surface)
{
  GtkWidget *view = GTK_WIDGET (app_bed_get_view (f));
  gboolean dark = adw_style_manager_get_dark (adw_style_manager_get_default ());
  g_autoptr (GHashTable) counts = NULL;
  graphene_rect_t area;
  guint32 background;

  g_assert_true (gtk_widget_compute_bounds (view, f->window, &area));
  counts = count_colors (surface, &area);
  background = find_commonest (counts);
  if (!dark)
    g_assert_true (g_hash_table_contains (counts, GUINT_TO_POINTER (0x000000))
                   == is_high_contrast ());
  for (guint i = 0; i < app_bed_count_signals (f); i++)
    {
      GdkRGBA rgba;
      guint32 color;

      gscope_gtk_view_signal_get_rgba (app_bed_select_signal (f, i), dark, &rgba, NULL);
      color = (guint32) lround (rgba.red * 255) << 16 | (guint32) lround (rgba.green * 255) << 8
              | (guint32) lround (rgba.blue * 255);
      g_assert_cmpfloat (measure_contrast (color, background), >=, GRAPHIC);
      g_assert_true (g_hash_table_contains (counts, GUINT_TO_POINTER (color)));
    }
}

static void
check_style (Fixture *f, AdwColorScheme scheme)
{
  Check check = { f->window, NULL, 0, 0 };

  adw_style_manager_set_color_scheme (adw_style_manager_get_default (), scheme);
  app_bed_await (app_bed_has_samples (f));
  app_bed_await (gscope_gtk_view_signal_get_text (app_bed_select_signal (f, 0)));
  /* the new style is drawn with a frame */
  for (guint i = 0; i < 50; i++)
    app_bed_step ();
  check.surface = draw (f->window);
  check_widget (&check, f->window);
  check_traces (f, check.surface);
  cairo_surface_destroy (check.surface);
  g_test_message ("%u widgets, %u with too little contrast", check.n, check.n_bad);
  g_assert_cmpuint (check.n, >, 40);
  g_assert_cmpuint (check.n_bad, ==, 0);
}

static void
test_contrast (Fixture *f, gconstpointer data)
{
  const char *high = g_getenv ("ADW_DEBUG_HIGH_CONTRAST");

  g_assert_true (is_high_contrast () == (g_strcmp0 (high, "1") == 0));
  check_style (f, ADW_COLOR_SCHEME_FORCE_LIGHT);
  check_style (f, ADW_COLOR_SCHEME_FORCE_DARK);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-contrast/styles", Fixture, application, set_up, test_contrast, tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
