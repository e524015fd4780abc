/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/palette.h>

#include <math.h>

#define LINE_WIDTH 1.5
#define HIGH_CONTRAST_LINE_WIDTH 2

/* Colours of traces: all pairs are distinguishable with each kind of colour blindness (distance in
 * OKLab at least 0.08), and each has a contrast of at least 3 to the plot. Accent, frame and other
 * colours match libadwaita. */
#define LIGHT_TRACES                                                                               \
  0xff0958e1, 0xffd3743f, 0xff00564f, 0xff9e259c, 0xff816700, 0xff229cc1, 0xff141f55, 0xff7a0f0f
#define DARK_TRACES                                                                                \
  0xffa8b7ff, 0xfff49900, 0xff5fd3a1, 0xffd073b7, 0xfffde462, 0xffd0f4fe, 0xff7573fd, 0xffee4529

static const GscopeGtkPalette light = {
  .background = 0xffffffff,
  .plot = 0xffffffff,
  .frame = 0xffc9c8cd,
  .grid = 0xffe2e2e4,
  .text = 0xff2f2f2f,
  .dim = 0xff5e5c64,
  .accent = 0xff1c71d8,
  .error = 0xffc01c28,
  .warning = 0xff8f6400,
  .traces = { LIGHT_TRACES },
  .line_width = LINE_WIDTH,
};

static const GscopeGtkPalette dark = {
  .background = 0xff1b1b1d,
  .plot = 0xff1b1b1d,
  .frame = 0xff48484d,
  .grid = 0xff313135,
  .text = 0xffffffff,
  .dim = 0xffa9a8b0,
  .accent = 0xff78aeed,
  .error = 0xffff8a75,
  .warning = 0xfff5d547,
  .traces = { DARK_TRACES },
  .is_dark = TRUE,
  .line_width = LINE_WIDTH,
};

/* In high contrast, text has a contrast of at least 7, and the frame one of 3. */
static const GscopeGtkPalette high_contrast_light = {
  .background = 0xffffffff,
  .plot = 0xffffffff,
  .frame = 0xff5e5c64,
  .grid = 0xffb4b4b9,
  .text = 0xff000000,
  .dim = 0xff000000,
  .accent = 0xff1a4f9c,
  .error = 0xff9a1220,
  .warning = 0xff614100,
  .traces = { LIGHT_TRACES },
  .line_width = HIGH_CONTRAST_LINE_WIDTH,
};

static const GscopeGtkPalette high_contrast_dark = {
  .background = 0xff1b1b1d,
  .plot = 0xff1b1b1d,
  .frame = 0xffa9a8b0,
  .grid = 0xff5a5a60,
  .text = 0xffffffff,
  .dim = 0xffffffff,
  .accent = 0xff99c1f1,
  .error = 0xffffa896,
  .warning = 0xfff8e45c,
  .traces = { DARK_TRACES },
  .is_dark = TRUE,
  .line_width = HIGH_CONTRAST_LINE_WIDTH,
};

enum
{
  WHITE = 0xffffff,
  NEAR_BLACK = 0x1b1b1d,
};

static double
get_linear (guint channel)
{
  double c = channel / 255.0;

  return c <= 0.03928 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static double
get_luminance (guint32 color)
{
  return 0.2126 * get_linear (color >> 16 & 255) + 0.7152 * get_linear (color >> 8 & 255)
         + 0.0722 * get_linear (color & 255);
}

static double
get_contrast (guint32 a, guint32 b)
{
  double x = get_luminance (a), y = get_luminance (b);

  return (MAX (x, y) + 0.05) / (MIN (x, y) + 0.05);
}

const GscopeGtkPalette *
gscope_gtk_palette_get (gboolean is_dark)
{
  return is_dark ? &dark : &light;
}

const GscopeGtkPalette *
gscope_gtk_palette_get_high_contrast (gboolean is_dark)
{
  return is_dark ? &high_contrast_dark : &high_contrast_light;
}

guint32
gscope_gtk_palette_resolve (const GscopeGtkPalette *self, guint color, guint place,
                            gboolean *dashed)
{
  guint n = G_N_ELEMENTS (self->traces);
  guint entry = color == 0 ? (place - 1) % (2 * n) + 1 : color;

  if (dashed != NULL)
    *dashed = entry > n && entry <= 2 * n;
  return entry <= 2 * n ? self->traces[(entry - 1) % n] : color | 0xff000000u;
}

static guint
mix_channel (guint32 from, guint32 to, guint shift, double share)
{
  guint a = from >> shift & 255, b = to >> shift & 255;

  return (guint) lround (a + share * ((double) b - a)) << shift;
}

guint32
gscope_gtk_palette_shade (const GscopeGtkPalette *self, guint32 color, guint run)
{
  /* nearer to the plot, more than half would hardly be seen */
  static const double shares[] = { 0, 0.3, 0.25, 0.55, 0.5, 0.75, 0.38, 0.95 };
  guint place = run > 0 ? (run - 1) % G_N_ELEMENTS (shares) : 0;
  guint32 to = place % 2 == 1 ? self->text : self->plot;

  return 0xff000000u | mix_channel (color, to, 16, shares[place])
         | mix_channel (color, to, 8, shares[place]) | mix_channel (color, to, 0, shares[place]);
}

guint32
gscope_gtk_palette_on (guint32 color)
{
  gboolean white = get_contrast (color, WHITE) >= get_contrast (color, NEAR_BLACK);

  return 0xff000000u | (white ? WHITE : NEAR_BLACK);
}
