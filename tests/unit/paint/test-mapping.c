/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/paint/mapping.h>

#include <math.h>

#define EPSILON 1e-12

/* The two directions agree, and the ends of the range are the ends of the axis. */
static void
assert_inverse (const GscopeGtkMapping *mapping)
{
  g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (mapping, mapping->min), 0, EPSILON);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (mapping, mapping->max), 1, EPSILON);
  for (double part = -1; part <= 2; part += 0.125)
    {
      double value = gscope_gtk_mapping_to_value (mapping, part);

      g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (mapping, value), part, 1e-9);
    }
}

static void
test_linear (void)
{
  const GscopeGtkMapping mapping = { -10, 30, FALSE };

  assert_inverse (&mapping);
  g_assert_cmpfloat (gscope_gtk_mapping_to_part (&mapping, 0), ==, 0.25);
  g_assert_cmpfloat (gscope_gtk_mapping_to_part (&mapping, -50), ==, -1);
  g_assert_true (isnan (gscope_gtk_mapping_to_part (&mapping, NAN)));
  g_assert_false (gscope_gtk_mapping_has_decades (&mapping));
}

/* Equal ratios are equal distances; values from 0 down have no place. */
static void
test_logarithmic (void)
{
  const GscopeGtkMapping mapping = { 0.1, 1000, TRUE };

  assert_inverse (&mapping);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (&mapping, 1), 0.25, EPSILON);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_mapping_to_part (&mapping, 10), 0.5, EPSILON);
  g_assert_true (isnan (gscope_gtk_mapping_to_part (&mapping, 0)));
  g_assert_true (isnan (gscope_gtk_mapping_to_part (&mapping, -3)));
  g_assert_true (isnan (gscope_gtk_mapping_to_part (&mapping, NAN)));
  g_assert_true (gscope_gtk_mapping_has_decades (&mapping));
  g_assert_false (gscope_gtk_mapping_has_decades (&(GscopeGtkMapping){ 2, 5, TRUE }));
}

static void
test_empty (void)
{
  const GscopeGtkMapping mapping = { 3, 3, FALSE };

  g_assert_cmpfloat (gscope_gtk_mapping_to_part (&mapping, 7), ==, 0.5);
}

/* A linear range moves by a part of its size, a logarithmic one by a part of its decades. */
static void
test_move (void)
{
  GscopeGtkMapping mapping = { 0, 10, FALSE };

  gscope_gtk_mapping_move (&mapping, 0.5, 1);
  g_assert_cmpfloat (mapping.min, ==, 5);
  g_assert_cmpfloat (mapping.max, ==, 15);
  gscope_gtk_mapping_move (&mapping, 0, 2);
  g_assert_cmpfloat (mapping.min, ==, 0);
  g_assert_cmpfloat (mapping.max, ==, 20);

  mapping = (GscopeGtkMapping){ 1, 100, TRUE };
  gscope_gtk_mapping_move (&mapping, 0.5, 1);
  g_assert_cmpfloat_with_epsilon (mapping.min, 10, 1e-9);
  g_assert_cmpfloat_with_epsilon (mapping.max, 1000, 1e-9);
  gscope_gtk_mapping_move (&mapping, 0, 2);
  g_assert_cmpfloat_with_epsilon (mapping.min, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon (mapping.max, 10000, 1e-7);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/mapping/linear", test_linear);
  g_test_add_func ("/mapping/logarithmic", test_logarithmic);
  g_test_add_func ("/mapping/empty", test_empty);
  g_test_add_func ("/mapping/move", test_move);
  return g_test_run ();
}
