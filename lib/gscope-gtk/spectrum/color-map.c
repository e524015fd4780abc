/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/spectrum/color-map.h>

#include <gscope-gtk/paint/palette.h>
#include <math.h>

/* Even steps in OKLab (Ottosson, “A perceptual color space for image processing”, 2020): lightness
 * goes straight from the plot to the last colour, hue from violet over red to yellow. */
#define DARK_END 0.97
#define LIGHT_END 0.26
#define FIRST_HUE 285.0
#define LAST_HUE 465.0
#define MAX_CHROMA 0.18

static double
to_linear (guint channel)
{
  double c = channel / 255.0;

  return c <= 0.04045 ? c / 12.92 : pow ((c + 0.055) / 1.055, 2.4);
}

static guint
from_linear (double c)
{
  double gamma = c <= 0.0031308 ? 12.92 * c : 1.055 * pow (c, 1 / 2.4) - 0.055;

  return (guint) lround (255 * CLAMP (gamma, 0, 1));
}

double
gscope_gtk_color_map_get_lightness (guint32 color)
{
  double r = to_linear (color >> 16 & 255), g = to_linear (color >> 8 & 255);
  double b = to_linear (color & 255);

  return 0.2104542553 * cbrt (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
         + 0.7936177850 * cbrt (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
         - 0.0040720468 * cbrt (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
}

static gboolean
to_rgb (double lightness, double chroma, double hue, double rgb[3])
{
  double a = chroma * cos (hue * G_PI / 180), b = chroma * sin (hue * G_PI / 180);
  double l = pow (lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
  double m = pow (lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
  double s = pow (lightness - 0.0894841775 * a - 1.2914855480 * b, 3);

  rgb[0] = 4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s;
  rgb[1] = -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s;
  rgb[2] = -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s;
  for (guint i = 0; i < 3; i++)
    if (rgb[i] < -1e-4 || rgb[i] > 1 + 1e-4)
      return FALSE;
  return TRUE;
}

/* A screen limits the chroma of each lightness. */
static guint32
find_color (double lightness, double warmth)
{
  double hue = FIRST_HUE + (LAST_HUE - FIRST_HUE) * warmth;
  double chroma = MAX_CHROMA * sin (G_PI * warmth), rgb[3];

  while (!to_rgb (lightness, chroma, hue, rgb) && chroma > 1e-3)
    chroma *= 0.98;
  return 0xff000000u | from_linear (rgb[0]) << 16 | from_linear (rgb[1]) << 8
         | from_linear (rgb[2]);
}

void
gscope_gtk_color_map_fill (gboolean dark, guint32 colors[GSCOPE_GTK_N_COLORS])
{
  double begin = gscope_gtk_color_map_get_lightness (gscope_gtk_palette_get (dark)->plot);
  double end = dark ? DARK_END : LIGHT_END;

  for (guint i = 0; i < GSCOPE_GTK_N_COLORS; i++)
    {
      double part = i / (GSCOPE_GTK_N_COLORS - 1.0);

      colors[i] = find_color (begin + (end - begin) * part, dark ? part : 1 - part);
    }
  colors[0] = gscope_gtk_palette_get (dark)->plot;
}
