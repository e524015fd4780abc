/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/chrome/stamps.h>

#include <gscope-gtk/chrome/brush.h>
#include <gscope-gtk/paint/states.h>
#include <math.h>
#include <string.h>

enum
{
  /* A longer name is ellipsized. */
  MAX_WIDTH = 160,
  /* Names of threads come and go. */
  MAX_STAMPS = 4096,
};

static GscopeGtkStamp *
stamp_new (GscopeGtkBrush *brush, const char *text, double scale)
{
  GscopeGtkStamp *self;
  double width, height;
  int stride, n;
  cairo_surface_t *surface;
  const guint8 *data;
  cairo_t *cr;

  gscope_gtk_brush_set_text (brush, text, FALSE, 0);
  gscope_gtk_brush_get_size (brush, &width, &height);
  if (width > MAX_WIDTH * brush->text_scale)
    {
      gscope_gtk_brush_set_text (brush, text, FALSE, MAX_WIDTH * brush->text_scale);
      gscope_gtk_brush_get_size (brush, &width, &height);
    }
  surface = cairo_image_surface_create (CAIRO_FORMAT_A8, MAX (1, (int) ceil (width * scale)),
                                        MAX (1, (int) ceil (height * scale)));
  cairo_surface_set_device_scale (surface, scale, scale);
  cr = brush->cr;
  brush->cr = cairo_create (surface);
  gscope_gtk_brush_draw_text (brush, 0, 0, 0xff000000);
  cairo_destroy (brush->cr);
  brush->cr = cr;
  cairo_surface_flush (surface);
  self = g_new (GscopeGtkStamp, 1);
  self->width = cairo_image_surface_get_width (surface);
  self->height = cairo_image_surface_get_height (surface);
  n = self->width * self->height;
  self->alpha = g_malloc (n);
  data = cairo_image_surface_get_data (surface);
  stride = cairo_image_surface_get_stride (surface);
  for (int y = 0; y < self->height; y++)
    memcpy (self->alpha + y * self->width, data + y * stride, self->width);
  cairo_surface_destroy (surface);
  return self;
}

static void
add_stamp (GscopeGtkScene *scene, GscopeGtkBrush *brush, const char *text)
{
  if (text && !g_hash_table_contains (scene->stamps, text))
    g_hash_table_insert (scene->stamps, g_strdup (text),
                         stamp_new (brush, text, scene->device_scale));
}

static void
add_stamps (GscopeGtkScene *scene, GscopeGtkBrush *brush, GscopeSignal *signal)
{
  gsize n;
  const GscopeState *states = gscope_signal_get_states (signal, &n);

  for (gsize i = 0; i < n; i++)
    {
      if (states[i].style == GSCOPE_STATE_STYLE_FILLED)
        add_stamp (scene, brush, states[i].name);
      if (states[i].style == GSCOPE_STATE_STYLE_FILLED
          || states[i].style == GSCOPE_STATE_STYLE_DIGIT)
        add_stamp (scene, brush, states[i].label);
    }
}

void
gscope_gtk_chrome_make_stamps (GscopeGtkScene *scene, PangoContext *context)
{
  double scale = scene->device_scale * scene->text_scale;
  cairo_surface_t *surface = cairo_image_surface_create (CAIRO_FORMAT_A8, 1, 1);
  GscopeGtkBrush brush;

  if (scale != scene->stamps_scale || g_hash_table_size (scene->stamps) > MAX_STAMPS)
    g_hash_table_remove_all (scene->stamps);
  scene->stamps_scale = scale;
  gscope_gtk_brush_init (&brush, cairo_create (surface), context, scene->palette);
  for (guint i = 0; i < scene->lanes->len; i++)
    {
      const GscopeGtkScale *signals =
          &g_array_index (scene->lanes, GscopeGtkSceneLane, i).scales[0];

      for (guint k = 0; signals->states && k < signals->signals->len; k++)
        add_stamps (scene, &brush, gscope_gtk_view_signal_get_signal (signals->signals->pdata[k]));
    }
  cairo_destroy (brush.cr);
  gscope_gtk_brush_clear (&brush);
  cairo_surface_destroy (surface);
}
