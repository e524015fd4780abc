/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The picture of an overview, of a recording without wall-clock times, and the grid of its times. */

#include "picture.h"

#include <gscope-gtk/pane/overview-picture.h>
#include <gscope-gtk/plot/view-signal-private.h>
#include <math.h>

enum
{
  WIDTH = 400,
  SECONDS = 400,
};

typedef struct
{
  const char *name;
  gboolean dark;
  double scale;
} Case;

static const Case cases[] = { { "overview-light", FALSE, 1 }, { "overview-dark", TRUE, 2 } };

typedef struct
{
  GscopeScope *scope;
  GscopeClock *clock;
  GscopeGtkOverviewPicture picture;
} Bed;

static GscopeSignal *
add_signal (Bed *f, const char *name, const char *unit, PictureFunc func, double factor)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, name);
  g_autoptr (GscopeGtkViewSignal) entry = NULL;

  gscope_signal_set_unit (signal, unit);
  for (gint64 i = 0; i < SECONDS * 10; i++)
    {
      gint64 time = i * GSCOPE_SEC / 10;
      double value = factor * func (time / SECONDS);

      gscope_trace_append (gscope_signal_get_trace (signal), &time, &value, 1);
    }
  entry = gscope_gtk_view_signal_new (f->scope, signal, NULL);
  gscope_gtk_view_signal_set_key (entry, f->picture.signals->len + 1);
  g_ptr_array_add (f->picture.signals, g_steal_pointer (&entry));
  return signal;
}

static void
lose_samples (Bed *f, GscopeSignal *signal, gint64 time, guint64 n)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

  gscope_producer_tell_lost (producer, GSCOPE_LOSS_RING_FULL, n);
  gscope_transport_seek (GSCOPE_TRANSPORT (f->clock), time);
  gscope_scope_drain (f->scope);
}

static void
add_markers (Bed *f)
{
  GscopeMarkerList *list = gscope_marker_list_new ();

  for (int i = 0; i < 4; i++)
    {
      g_autoptr (GscopeMarker) marker = gscope_marker_new (
          (100 + 30 * i) * GSCOPE_SEC,
          i == 3 ? GSCOPE_MARKER_KIND_REFUSED : GSCOPE_MARKER_KIND_WRITE, NULL, "a", NULL);

      gscope_marker_list_add (list, marker);
    }
  g_ptr_array_add (f->picture.marker_lists, list);
}

static void
bed_init (Bed *f, gboolean dark, double scale)
{
  g_autoptr (GscopeClock) base = gscope_test_clock_new (0);

  f->clock = GSCOPE_CLOCK (gscope_transport_new (base));
  gscope_transport_set_range (GSCOPE_TRANSPORT (f->clock), 0, SECONDS * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->picture = (GscopeGtkOverviewPicture){
    .signals = g_ptr_array_new_with_free_func (g_object_unref),
    .marker_lists = g_ptr_array_new_with_free_func (g_object_unref),
    .clock = f->clock,
    .pen = SECONDS * GSCOPE_SEC,
    .palette = gscope_gtk_palette_get (dark),
    .device_scale = scale,
    .width = WIDTH,
    .height = gscope_gtk_overview_get_height (1),
  };
  gscope_gtk_overview_picture_arrange (&f->picture, 1, 30, 10);
  gscope_gtk_overview_axis_init (&f->picture.axis, 0, f->picture.pen,
                                 (guint) (f->picture.plot.width * scale), FALSE);
}

static void
bed_clear (Bed *f)
{
  g_ptr_array_unref (f->picture.signals);
  g_ptr_array_unref (f->picture.marker_lists);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
draw (const Bed *f, cairo_surface_t *surface)
{
  PangoContext *context = pango_font_map_create_context (pango_cairo_font_map_get_default ());
  PangoFontDescription *font = pango_font_description_from_string ("Cantarell 11");
  const GscopeGtkOverviewWindow window = { 120, 180, 260 };
  cairo_t *cr = cairo_create (surface);
  GscopeGtkBrush brush;

  pango_cairo_context_set_resolution (context, 96);
  pango_context_set_font_description (context, font);
  gscope_gtk_brush_init (&brush, cr, context, f->picture.palette);
  gscope_gtk_overview_picture_draw (&f->picture, &brush);
  gscope_gtk_overview_picture_draw_window (&f->picture, &brush, &window);
  gscope_gtk_brush_clear (&brush);
  cairo_destroy (cr);
  pango_font_description_free (font);
  g_object_unref (context);
}

static void
test_reference (gconstpointer data)
{
  const Case *it = data;
  GscopeSignal *sine;
  cairo_surface_t *surface;
  Bed bed;

  bed_init (&bed, it->dark, it->scale);
  sine = add_signal (&bed, "sine", "V", picture_sine, 3);
  /* of the same unit, so that it has a third of the height */
  add_signal (&bed, "saw", "V", picture_saw, 1);
  add_signal (&bed, "noise", "V", picture_noise, 0.2);
  add_markers (&bed);
  lose_samples (&bed, sine, 300 * GSCOPE_SEC, 7);
  surface = cairo_image_surface_create (CAIRO_FORMAT_RGB24, (int) (bed.picture.width * it->scale),
                                        (int) (bed.picture.height * it->scale));
  cairo_surface_set_device_scale (surface, it->scale, it->scale);
  draw (&bed, surface);
  cairo_surface_flush (surface);
  picture_check (surface, it->name);
  cairo_surface_destroy (surface);
  bed_clear (&bed);
}

/* The whole interval has a place, whatever its length, and the grid of one that grows stays for a while. */
static void
test_axis (void)
{
  GscopeGtkOverviewAxis axis;

  for (gint64 length = 1; length < G_MAXINT64 / 8; length = length * 3 + 1)
    for (guint grows = 0; grows < 2; grows++)
      {
        gint64 begin = -length / 3;

        gscope_gtk_overview_axis_init (&axis, begin, begin + length, 600, grows != 0);
        g_assert_cmpfloat (gscope_gtk_overview_axis_to_column (&axis, begin), >=, 0);
        g_assert_cmpfloat (gscope_gtk_overview_axis_to_column (&axis, begin + length), <, 600);
        if (length > 100000)
          g_assert_cmpfloat (gscope_gtk_overview_axis_to_column (&axis, begin + length), >, 390);
      }
}

static void
test_growth (void)
{
  GscopeGtkOverviewAxis axis;
  gint64 width = 0;
  guint n_changes = 0;

  for (gint64 end = 1; end <= 100000; end++)
    {
      gscope_gtk_overview_axis_init (&axis, 0, end * GSCOPE_SEC, 600, TRUE);
      n_changes += axis.width != width;
      width = axis.width;
    }
  /* eleven lengths a decade */
  g_assert_cmpuint (n_changes, <, 60);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *name = g_strconcat ("/overview-picture/", cases[i].name, NULL);

      g_test_add_data_func (name, &cases[i], test_reference);
    }
  g_test_add_func ("/overview-picture/axis", test_axis);
  g_test_add_func ("/overview-picture/growth", test_growth);
  return g_test_run ();
}
