/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "picture.h"

#include <math.h>

/* Mean of the difference, of 255. */
#define TOLERANCE 0.25

enum
{
  GAP = 6
};

double
picture_sine (gint64 time)
{
  return sin (time * 2 * G_PI / (90.0 * COLUMN));
}

double
picture_saw (gint64 time)
{
  return fmod ((double) time / (64.0 * COLUMN), 1) * 2 - 1;
}

double
picture_square (gint64 time)
{
  return (time / (40 * COLUMN)) % 2 == 0 ? 0.8 : -0.6;
}

/* A hash, so that it is the same whoever asks in whatever order. */
double
picture_noise (gint64 time)
{
  guint64 x = (guint64) time * G_GUINT64_CONSTANT (0x9e3779b97f4a7c15);

  x = (x ^ x >> 31) * G_GUINT64_CONSTANT (0xbf58476d1ce4e5b9);
  x ^= x >> 29;
  return (x >> 11) * 0x1p-52 - 1;
}

double
picture_noisy_sine (gint64 time)
{
  return 0.8 * picture_sine (time) + 0.15 * picture_noise (time);
}

void
picture_init (Picture *self, gboolean dark, double scale)
{
  const GscopeGtkPalette *palette = gscope_gtk_palette_get (dark);

  *self = (Picture){
    .plot = {
      .height = PICTURE_HEIGHT,
      .column_width = COLUMN,
      .grid_step = 50 * COLUMN,
      .pen = G_MAXINT64,
      .line_width = 1.5 * scale,
      .background = palette->background,
      .plot = palette->plot,
      .grid = palette->grid,
      .frame = palette->frame,
    },
  };
  self->plot.lanes = self->lanes;
}

void
picture_clear (Picture *self)
{
  for (guint i = 0; i < self->n_strokes; i++)
    {
      gscope_trace_unref (self->strokes[i].trace);
      g_free ((gpointer) self->strokes[i].looks);
    }
}

void
picture_add_lanes (Picture *self, guint n)
{
  int height = (PICTURE_HEIGHT - GAP * ((int) n - 1)) / (int) n;

  for (guint i = 0; i < n; i++)
    {
      GscopeGtkLane *lane = &self->lanes[self->plot.n_lanes++];

      *lane = (GscopeGtkLane){ .top = (int) i * (height + GAP),
                               .height = height,
                               .rows = self->rows + self->n_rows };
      for (; lane->n_rows < 3; lane->n_rows++)
        self->rows[self->n_rows++] = lane->top + height * (int) (lane->n_rows + 1) / 4;
    }
}

GscopeGtkStroke *
picture_add_stroke (Picture *self, guint lane, GscopeLineMode mode)
{
  gboolean dark = (self->plot.plot & 255) < 128;
  GscopeGtkStroke *stroke = &self->strokes[self->n_strokes++];

  *stroke = (GscopeGtkStroke){ .trace = gscope_trace_new (),
                               .mode = mode,
                               .mapping = { -1.1, 1.1, FALSE } };
  stroke->color = gscope_gtk_palette_resolve (gscope_gtk_palette_get (dark), 0, self->n_strokes,
                                              &stroke->dashed);
  if (self->lanes[lane].n_strokes++ == 0)
    self->lanes[lane].strokes = stroke;
  return stroke;
}

void
picture_add_samples (GscopeGtkStroke *stroke, PictureFunc func, gint64 time, gint64 interval,
                     gsize n)
{
  for (gsize i = 0; i < n; i++, time += interval)
    {
      double value = func (time);

      gscope_trace_append (stroke->trace, &time, &value, 1);
    }
}

cairo_surface_t *
picture_draw (Picture *self, gsize strip)
{
  cairo_surface_t *surface =
      cairo_image_surface_create (CAIRO_FORMAT_RGB24, PICTURE_WIDTH, self->plot.height);
  guint32 *pixels = (guint32 *) cairo_image_surface_get_data (surface);

  for (gsize x = 0; x < PICTURE_WIDTH; x += strip)
    gscope_gtk_raster_strip (&self->plot, self->column + (gint64) x, MIN (strip, PICTURE_WIDTH - x),
                             self->faded, pixels + x, cairo_image_surface_get_stride (surface) / 4);
  cairo_surface_mark_dirty (surface);
  return surface;
}

static const guint32 *
get_row (cairo_surface_t *surface, int y)
{
  return (guint32 *) (cairo_image_surface_get_data (surface)
                      + y * cairo_image_surface_get_stride (surface));
}

static guint
count_difference (guint32 a, guint32 b)
{
  guint sum = 0;

  for (int shift = 0; shift < 24; shift += 8)
    sum += ABS ((int) (a >> shift & 255) - (int) (b >> shift & 255));
  return sum;
}

double
picture_compare (cairo_surface_t *a, cairo_surface_t *b)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  guint64 sum = 0;

  if (cairo_image_surface_get_width (b) != width || cairo_image_surface_get_height (b) != height)
    return 255;

  for (int y = 0; y < height; y++)
    {
      const guint32 *in_a = get_row (a, y), *in_b = get_row (b, y);

      /* Most rows are equal: with sanitizers, this is much faster than pixel by pixel. */
      if (memcmp (in_a, in_b, width * sizeof *in_a) == 0)
        continue;
      for (int x = 0; x < width; x++)
        sum += count_difference (in_a[x], in_b[x]);
    }
  return sum / (3.0 * width * height);
}

double
picture_count_ink (cairo_surface_t *a, guint32 ground)
{
  int width = cairo_image_surface_get_width (a), height = cairo_image_surface_get_height (a);
  guint64 sum = 0;

  for (int y = 0; y < height; y++)
    {
      const guint32 *row = get_row (a, y);

      for (int x = 0; x < width; x++)
        sum += count_difference (row[x], ground);
    }
  return sum / (3.0 * width * height);
}

void
picture_check (cairo_surface_t *actual, const char *name)
{
  g_autofree char *file = g_strconcat (name, ".png", NULL);
  g_autofree char *reference = g_build_filename (REFERENCE_DIR, file, NULL);
  g_autofree char *here = g_build_filename (ACTUAL_DIR, file, NULL);
  cairo_surface_t *expected;
  double difference;

  if (g_getenv ("GSCOPE_UPDATE_REFERENCES") != NULL)
    g_assert_cmpint (cairo_surface_write_to_png (actual, reference), ==, CAIRO_STATUS_SUCCESS);

  expected = cairo_image_surface_create_from_png (reference);
  difference = picture_compare (actual, expected);
  cairo_surface_destroy (expected);
  if (difference <= TOLERANCE)
    return;

  cairo_surface_write_to_png (actual, here);
  g_test_message ("%s differs from %s by %.2f of 255 on average, more than %.2f", here, reference,
                  difference, TOLERANCE);
  g_test_fail ();
}
