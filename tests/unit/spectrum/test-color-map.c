/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/spectrum/color-map.h>
#include <math.h>

/* Lightness grows or falls in even steps, but for the rounding of channels to 1/255. */
static void
test_even (gconstpointer data)
{
  gboolean dark = GPOINTER_TO_INT (data);
  guint32 colors[GSCOPE_GTK_N_COLORS];
  double first, last, step;

  gscope_gtk_color_map_fill (dark, colors);
  first = gscope_gtk_color_map_get_lightness (colors[0]);
  last = gscope_gtk_color_map_get_lightness (colors[GSCOPE_GTK_N_COLORS - 1]);
  step = (last - first) / (GSCOPE_GTK_N_COLORS - 1);
  g_assert_cmpfloat (fabs (last - first), >, 0.7);
  g_assert_true (dark == (last > first));
  g_assert_cmphex (colors[0], ==, gscope_gtk_palette_get (dark)->plot);
  for (guint i = 0; i < GSCOPE_GTK_N_COLORS; i++)
    {
      g_assert_cmphex (colors[i] >> 24, ==, 0xff);
      g_assert_cmpfloat_with_epsilon (gscope_gtk_color_map_get_lightness (colors[i]),
                                      first + step * i, 0.004);
      if (i >= 4)
        g_assert_true (dark
                       == (gscope_gtk_color_map_get_lightness (colors[i])
                           > gscope_gtk_color_map_get_lightness (colors[i - 4])));
    }
}

static void
test_lightness (void)
{
  g_assert_cmpfloat_with_epsilon (gscope_gtk_color_map_get_lightness (0xffffffff), 1, 1e-4);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_color_map_get_lightness (0xff000000), 0, 1e-4);
  /* red, by Ottosson's own figures */
  g_assert_cmpfloat_with_epsilon (gscope_gtk_color_map_get_lightness (0xffff0000), 0.62796, 1e-4);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/color-map/lightness", test_lightness);
  g_test_add_data_func ("/color-map/even/light", GINT_TO_POINTER (FALSE), test_even);
  g_test_add_data_func ("/color-map/even/dark", GINT_TO_POINTER (TRUE), test_even);
  return g_test_run ();
}
