/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "signals/key.h"

#include <adwaita.h>
#include <math.h>
#include <string.h>

#define SIZE 22
#define RADIUS 5
#define FONT_SIZE 11

struct _AppKey
{
  GtkWidget parent_instance;

  GscopeGtkViewSignal *signal;
  guint color;
};

G_DEFINE_FINAL_TYPE (AppKey, app_key, GTK_TYPE_WIDGET)

static gboolean
is_dark (void)
{
  return adw_style_manager_get_dark (adw_style_manager_get_default ());
}

static void
get_rgba (AppKey *self, GdkRGBA *rgba, gboolean *dashed)
{
  if (self->signal)
    gscope_gtk_view_signal_get_rgba (self->signal, is_dark (), rgba, dashed);
  else
    gscope_gtk_color_get_rgba (self->color, is_dark (), rgba, dashed);
}

static double
linearize (double channel)
{
  return channel <= 0.04045 ? channel / 12.92 : pow ((channel + 0.055) / 1.055, 2.4);
}

/* Black or white, whichever contrasts more (WCAG 2.1: equal at a luminance of 0.179). */
static gboolean
is_bright (const GdkRGBA *rgba)
{
  return 0.2126 * linearize (rgba->red) + 0.7152 * linearize (rgba->green)
             + 0.0722 * linearize (rgba->blue)
         > 0.179;
}

static void
draw_square (cairo_t *cr, double x, double y, const GdkRGBA *rgba, gboolean filled, gboolean dashed)
{
  const double size = SIZE - 2, dash = 3;

  cairo_new_sub_path (cr);
  cairo_arc (cr, x + size - RADIUS, y + RADIUS, RADIUS, -G_PI / 2, 0);
  cairo_arc (cr, x + size - RADIUS, y + size - RADIUS, RADIUS, 0, G_PI / 2);
  cairo_arc (cr, x + RADIUS, y + size - RADIUS, RADIUS, G_PI / 2, G_PI);
  cairo_arc (cr, x + RADIUS, y + RADIUS, RADIUS, G_PI, G_PI * 1.5);
  cairo_close_path (cr);
  gdk_cairo_set_source_rgba (cr, rgba);
  if (filled)
    cairo_fill_preserve (cr);
  cairo_set_line_width (cr, 2);
  if (dashed)
    cairo_set_dash (cr, &dash, 1, 0);
  cairo_stroke (cr);
}

static void
draw_digit (AppKey *self, GtkSnapshot *snapshot, const GdkRGBA *color)
{
  g_autofree char *text = self->signal ? g_strdup (gscope_gtk_view_signal_get_mark (self->signal))
                                       : g_strdup_printf ("%u", self->color);
  g_autoptr (PangoLayout) layout = gtk_widget_create_pango_layout (GTK_WIDGET (self), text);
  PangoFontDescription *font = pango_font_description_new ();
  int width, height;

  pango_font_description_set_weight (font, PANGO_WEIGHT_BOLD);
  pango_font_description_set_absolute_size (font,
                                            (strlen (text) > 2 ? 8 : FONT_SIZE) * PANGO_SCALE);
  pango_layout_set_font_description (layout, font);
  pango_font_description_free (font);
  pango_layout_get_pixel_size (layout, &width, &height);
  gtk_snapshot_translate (
      snapshot,
      &GRAPHENE_POINT_INIT (roundf ((gtk_widget_get_width (GTK_WIDGET (self)) - width) / 2.0f),
                            roundf ((gtk_widget_get_height (GTK_WIDGET (self)) - height) / 2.0f)));
  gtk_snapshot_append_layout (snapshot, layout, color);
}

static void
app_key_snapshot (GtkWidget *widget, GtkSnapshot *snapshot)
{
  static const GdkRGBA white = { 1, 1, 1, 1 }, black = { 0.106f, 0.106f, 0.114f, 1 };
  AppKey *self = APP_KEY (widget);
  int width = gtk_widget_get_width (widget), height = gtk_widget_get_height (widget);
  gboolean dashed, filled;
  GdkRGBA rgba, text;
  cairo_t *cr;

  if (!self->signal && self->color == 0)
    return;
  get_rgba (self, &rgba, &dashed);
  filled = !dashed && !(self->signal && gscope_gtk_view_signal_get_hidden (self->signal));
  cr = gtk_snapshot_append_cairo (snapshot, &GRAPHENE_RECT_INIT (0, 0, width, height));
  draw_square (cr, (width - SIZE) / 2 + 1, (height - SIZE) / 2 + 1, &rgba, filled, dashed);
  cairo_destroy (cr);
  gtk_style_context_get_color (gtk_widget_get_style_context (widget), &text);
  if (filled)
    text = is_bright (&rgba) ? black : white;
  draw_digit (self, snapshot, &text);
}

static void
app_key_measure (GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum,
                 int *natural, int *minimum_baseline, int *natural_baseline)
{
  *minimum = *natural = SIZE;
}

static void
app_key_dispose (GObject *object)
{
  app_key_set_signal (APP_KEY (object), NULL);
  G_OBJECT_CLASS (app_key_parent_class)->dispose (object);
}

static void
app_key_class_init (AppKeyClass *klass)
{
  G_OBJECT_CLASS (klass)->dispose = app_key_dispose;
  GTK_WIDGET_CLASS (klass)->measure = app_key_measure;
  GTK_WIDGET_CLASS (klass)->snapshot = app_key_snapshot;
  gtk_widget_class_set_accessible_role (GTK_WIDGET_CLASS (klass), GTK_ACCESSIBLE_ROLE_PRESENTATION);
}

static void
app_key_init (AppKey *self)
{
  g_signal_connect_object (adw_style_manager_get_default (), "notify::dark",
                           G_CALLBACK (gtk_widget_queue_draw), self, G_CONNECT_SWAPPED);
}

GtkWidget *
app_key_new_for_color (guint color)
{
  AppKey *self = g_object_new (APP_TYPE_KEY, NULL);

  self->color = color;
  return GTK_WIDGET (self);
}

void
app_key_set_signal (AppKey *self, GscopeGtkViewSignal *signal)
{
  if (self->signal)
    g_signal_handlers_disconnect_by_data (self->signal, self);
  if (!g_set_object (&self->signal, signal))
    return;
  if (signal)
    g_signal_connect_swapped (signal, "changed", G_CALLBACK (gtk_widget_queue_draw), self);
  gtk_widget_queue_draw (GTK_WIDGET (self));
}
