/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/axis.h>

/* The texts of an axis of some length, with `|` between them. */
static char *
list_texts (GscopeGtkAxis axis, int distance)
{
  g_autoptr (GArray) marks = gscope_gtk_axis_list_marks (&axis, distance);
  g_autoptr (GString) text = g_string_new (NULL);

  /* even steps are not quite even by their logarithms */
  for (guint i = 0; i < marks->len; i++)
    {
      const GscopeGtkMark *mark = &g_array_index (marks, GscopeGtkMark, i);

      g_assert_cmpfloat (mark->place, >=, MIN (axis.origin, axis.origin + axis.length) - 1e-6);
      g_assert_cmpfloat (mark->place, <=, MAX (axis.origin, axis.origin + axis.length) + 1e-6);
      if (i > 0)
        g_assert_cmpfloat (ABS (mark->place - mark[-1].place), >=, distance * 0.75);
      g_string_append_printf (text, "%s%s", i > 0 ? "|" : "", mark->text);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
assert_texts (GscopeGtkAxis axis, int distance, const char *expected)
{
  g_autofree char *text = list_texts (axis, distance);

  g_assert_cmpstr (text, ==, expected);
}

static void
test_even (void)
{
  GscopeGtkAxis axis = { .min = 0, .max = 100, .unit = "dB", .origin = 300, .length = -200 };

  g_assert_cmpfloat (gscope_gtk_axis_to_pixel (&axis, 25), ==, 250);
  g_assert_cmpfloat (gscope_gtk_axis_from_pixel (&axis, 250), ==, 25);
  assert_texts (axis, 40, "0|20|40|60|80|100 dB");
  axis.max = 1e-4;
  axis.unit = "s";
  assert_texts (axis, 40, "0|20|40|60|80|100 µs");
}

/* As a view's time ruler, from the beginning of a sweep or back from now. */
static void
test_times (void)
{
  GscopeGtkAxis axis = { .max = 20, .unit = "s", .length = 500, .is_time = TRUE };

  assert_texts (axis, 64, "0 s|5|10|15|20");
  axis.min = -60;
  axis.max = 0;
  assert_texts (axis, 64, "\u221260|\u221250|\u221240|\u221230|\u221220|\u221210|0 s");
  axis.min = -0.003;
  assert_texts (axis, 64, "\u22123.0|\u22122.5|\u22122.0|\u22121.5|\u22121.0|\u22120.5|0.0 ms");
}

static void
test_decades (void)
{
  GscopeGtkAxis axis = {
    .min = 0.1, .max = 1e4, .logarithmic = TRUE, .unit = "Hz", .origin = 50, .length = 500
  };

  g_assert_cmpfloat_with_epsilon (gscope_gtk_axis_to_pixel (&axis, 10), 250, 1e-9);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_axis_from_pixel (&axis, 250), 10, 1e-9);
  assert_texts (axis, 60, "0.1|1|10|100|1k|10k Hz");
  assert_texts (axis, 120, "1|100|10k Hz");
  assert_texts (axis, 28, "0.1|0.2|0.5|1|2|5|10|20|50|100|200|500|1k|2k|5k|10k Hz");
  /* of less than a decade even steps tell more */
  axis.min = 20;
  axis.max = 50;
  assert_texts (axis, 150, "20|30|40|50 Hz");
}

static void
test_nothing (void)
{
  assert_texts ((GscopeGtkAxis){ .length = 100 }, 50, "");
  assert_texts ((GscopeGtkAxis){ .min = 1, .max = 10, .logarithmic = TRUE }, 50, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/axis/even", test_even);
  g_test_add_func ("/axis/times", test_times);
  g_test_add_func ("/axis/decades", test_decades);
  g_test_add_func ("/axis/nothing", test_nothing);
  return g_test_run ();
}
