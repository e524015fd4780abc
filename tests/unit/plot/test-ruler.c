/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/ruler.h>
#include <math.h>

#define SECOND G_GINT64_CONSTANT (1000000000)
#define MINUTE (60 * SECOND)
#define HOUR (60 * MINUTE)

static void
test_round_up (void)
{
  g_assert_cmpfloat (gscope_gtk_round_up (1), ==, 1);
  g_assert_cmpfloat (gscope_gtk_round_up (1.01), ==, 2);
  g_assert_cmpfloat (gscope_gtk_round_up (3), ==, 5);
  g_assert_cmpfloat (gscope_gtk_round_up (5.1), ==, 10);
  g_assert_cmpfloat (gscope_gtk_round_up (0.1 + 0.1), ==, 0.2);
  g_assert_cmpfloat (gscope_gtk_round_up (1e-9), ==, 1e-9);
  g_assert_cmpfloat (gscope_gtk_round_up (7e17), ==, 1e18);
}

static void
test_ticks (void)
{
  static const struct
  {
    double min, max;
    guint max_ticks;
    double first, step;
    guint n, decimals;
  } cases[] = {
    { 0, 80, 5, 0, 20, 5, 0 },
    { 0, 100, 5, 0, 50, 3, 0 },
    { 90, 165, 4, 100, 20, 4, 0 },
    { -1, 1, 5, -1, 0.5, 5, 1 },
    { 0, 0.003, 4, 0, 0.001, 4, 3 },
    { -0.7, 0.7, 1, 0, 2, 1, 0 },
    { 1e18, 1.5e18, 6, 1e18, 1e17, 6, 0 },
    { 0.25, 0.26, 3, 0.25, 0.005, 3, 3 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GscopeGtkTicks ticks;

      gscope_gtk_ticks_choose (&ticks, cases[i].min, cases[i].max, cases[i].max_ticks);
      g_assert_cmpfloat_with_epsilon (ticks.first, cases[i].first, 1e-9 * cases[i].step);
      g_assert_cmpfloat_with_epsilon (ticks.step, cases[i].step, 1e-9 * cases[i].step);
      g_assert_cmpuint (ticks.n, ==, cases[i].n);
      g_assert_cmpuint (ticks.decimals, ==, cases[i].decimals);
    }
}

static void
test_ticks_bounds (void)
{
  g_autoptr (GRand) random = g_rand_new_with_seed (7);
  GscopeGtkTicks ticks;

  for (guint i = 0; i < 2000; i++)
    {
      double size = pow (10, g_rand_double_range (random, -9, 15));
      double min = g_rand_double_range (random, -2, 2) * size;
      double max = min + g_rand_double_range (random, 0.01, 1) * size;
      guint max_ticks = g_rand_int_range (random, 1, 20);

      gscope_gtk_ticks_choose (&ticks, min, max, max_ticks);
      g_assert_cmpuint (ticks.n, <=, max_ticks);
      if (max_ticks >= 6)
        g_assert_cmpuint (ticks.n, >=, 2);
      if (ticks.n == 0)
        continue;
      g_assert_cmpfloat (ticks.first, >=, min - 1e-6 * ticks.step);
      g_assert_cmpfloat (ticks.first + (ticks.n - 1) * ticks.step, <=, max + 1e-6 * ticks.step);
    }
}

static void
test_no_ticks (void)
{
  const double bad[][2] = { { 1, 1 }, { 2, 1 }, { NAN, 1 }, { 0, INFINITY } };
  GscopeGtkTicks ticks;

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      gscope_gtk_ticks_choose (&ticks, bad[i][0], bad[i][1], 5);
      g_assert_cmpuint (ticks.n, ==, 0);
    }
  gscope_gtk_ticks_choose (&ticks, 0, 1, 0);
  g_assert_cmpuint (ticks.n, ==, 0);
}

static void
test_time_ticks (void)
{
  static const struct
  {
    gint64 span;
    guint max_ticks;
    gint64 step;
  } cases[] = {
    { 20 * SECOND, 10, 2 * SECOND },
    { 20 * SECOND, 6, 5 * SECOND },
    { 60 * SECOND, 4, 15 * SECOND },
    { MINUTE, 2, 30 * SECOND },
    { 2 * SECOND, 10, SECOND / 5 },
    { 1000, 7, 200 },
    { HOUR, 5, 15 * MINUTE },
    { 24 * HOUR, 8, 3 * HOUR },
    { 7 * 24 * HOUR, 8, 24 * HOUR },
    { 7 * 24 * HOUR, 1, 7 * 24 * HOUR },
    { 70 * 24 * HOUR, 3, 28 * 24 * HOUR },
    { 5, 100, 1 },
    { 10 * SECOND, 0, 10 * SECOND },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      gint64 step;

      gscope_gtk_ticks_choose_time (cases[i].span, cases[i].max_ticks, &step);
      g_assert_cmpint (step, ==, cases[i].step);
    }
}

static void
test_prefix (void)
{
  double factor;

  g_assert_cmpstr (gscope_gtk_choose_prefix (0, 120 * 1024, "B", &factor), ==, "Ki");
  g_assert_cmpfloat (factor, ==, 1024);
  g_assert_cmpstr (gscope_gtk_choose_prefix (-5000, 20, "Hz", &factor), ==, "k");
  g_assert_cmpfloat (factor, ==, 1000);
  g_assert_cmpstr (gscope_gtk_choose_prefix (0.09, 0.165, "s", &factor), ==, "m");
  g_assert_cmpfloat (factor, ==, 1e-3);
  g_assert_cmpstr (gscope_gtk_choose_prefix (0, 0, "s", &factor), ==, "");
  g_assert_cmpfloat (factor, ==, 1);
  g_assert_cmpstr (gscope_gtk_choose_prefix (0, 1e9, NULL, &factor), ==, "");
  g_assert_cmpfloat (factor, ==, 1);
}

static void
test_multiple (void)
{
  static const struct
  {
    double largest;
    const char *name;
    double factor;
  } cases[] = {
    { 1e-18, "f", 1e-15 }, { 2e-12, "p", 1e-12 }, { 4e-7, "n", 1e-9 }, { 9.9e-4, "µ", 1e-6 },
    { 1e-3, "", 1 },       { 1, "", 1 },          { 9999, "", 1 },     { 10000, "k", 1e3 },
    { 5e8, "M", 1e6 },     { 1e13, "T", 1e12 },   { 1e25, "E", 1e18 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      double factor;

      g_assert_cmpstr (gscope_gtk_choose_multiple (cases[i].largest, &factor), ==, cases[i].name);
      g_assert_cmpfloat (factor, ==, cases[i].factor);
    }
}

/* Returns the numbers of a logarithmic ruler with `|` between them, and a point for each minor tick. */
static char *
list_decades (double min, double max, double length)
{
  g_autoptr (GArray) ticks = gscope_gtk_list_decades (min, max, length, 22);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < ticks->len; i++)
    {
      const GscopeGtkTick *tick = &g_array_index (ticks, GscopeGtkTick, i);
      g_autofree char *number =
          tick->is_minor ? g_strdup (".") : gscope_gtk_format_decade (tick->value, "s");

      g_string_append_printf (text, "%s%s", tick->is_minor ? "" : "|", number);
    }
  return g_string_free (g_steal_pointer (&text), FALSE);
}

static void
test_decades (void)
{
  static const struct
  {
    double min, max, length;
    const char *numbers;
  } cases[] = {
    { 1e-3, 10, 400, "|1m|2m..|5m....|0.01|0.02..|0.05....|0.1|0.2..|0.5....|1|2..|5....|10" },
    { 0.2, 100, 300, "|0.2..|0.5....|1|2..|5....|10|20..|50....|100" },
    { 1e-3, 10, 100, "|1m|0.01|0.1|1|10" },
    { 1e-6, 1e6, 200, "|1µ.|100µ.|0.01.|1.|100.|10k.|1M" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *numbers = list_decades (cases[i].min, cases[i].max, cases[i].length);

      g_assert_cmpstr (numbers, ==, cases[i].numbers);
    }
}

/* Binary prefixes have no decades. */
static void
test_decade_numbers (void)
{
  static const struct
  {
    double value;
    const char *unit, *text;
  } cases[] = {
    { 1e4, "B", "10k" },
    { 1e7, "packets", "10M" },
    { 100, NULL, "100" },
    { 2e-5, "V", "20µ" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text = gscope_gtk_format_decade (cases[i].value, cases[i].unit);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ruler/round-up", test_round_up);
  g_test_add_func ("/ruler/ticks", test_ticks);
  g_test_add_func ("/ruler/ticks-bounds", test_ticks_bounds);
  g_test_add_func ("/ruler/no-ticks", test_no_ticks);
  g_test_add_func ("/ruler/time-ticks", test_time_ticks);
  g_test_add_func ("/ruler/prefix", test_prefix);
  g_test_add_func ("/ruler/multiple", test_multiple);
  g_test_add_func ("/ruler/decades", test_decades);
  g_test_add_func ("/ruler/decade-numbers", test_decade_numbers);
  return g_test_run ();
}
