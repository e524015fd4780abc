/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <math.h>

#define MINUTE (60 * GSCOPE_SEC)
#define HOUR (60 * MINUTE)

static void
assert_text (char *text, const char *expected)
{
  g_autofree char *taken = text;

  g_assert_cmpstr (taken, ==, expected);
}

static void
test_number (void)
{
  assert_text (gscope_quantity_format_number (0, 0), "0");
  assert_text (gscope_quantity_format_number (-0.0, 1), "0.0");
  assert_text (gscope_quantity_format_number (-0.04, 1), "0.0");
  assert_text (gscope_quantity_format_number (-0.06, 1), "−0.1");
  assert_text (gscope_quantity_format_number (0.5, 2), "0.50");
  assert_text (gscope_quantity_format_number (-12, 0), "−12");
  assert_text (gscope_quantity_format_number (NAN, 1), "–");
  assert_text (gscope_quantity_format_number (INFINITY, 1), "∞");
  assert_text (gscope_quantity_format_number (-INFINITY, 1), "−∞");
}

static void
test_value (void)
{
  static const struct
  {
    double value;
    const char *unit;
    guint digits;
    const char *text;
  } cases[] = {
    { 0, "s", 3, "0 s" },
    { 0.1359, "s", 4, "135.9 ms" },
    { 20, "s", 3, "20 s" },
    { 86400, "s", 3, "86400 s" },
    { -5.7e-5, "s", 3, "−57 µs" },
    { 1e-12, "s", 3, "1 ps" },
    { 3e-17, "s", 3, "0.03 fs" },
    { -4.2e-14, "V", 3, "−42 fV" },
    { 5e-20, "V", 3, "50×10⁻²¹ V" },
    { 1e35, "Hz", 3, "100×10³³ Hz" },
    { 999.96, "Hz", 4, "1 kHz" },
    { 0.9999996, "Hz", 3, "1 Hz" },
    { 30e6, "b/s", 3, "30 Mb/s" },
    { 0.25, "b/s", 3, "0.25 b/s" },
    { 3379, "B", 2, "3.3 KiB" },
    { 1023, "B", 3, "1023 B" },
    { 1048575, "B", 3, "1 MiB" },
    { 1.5 * 1024 * 1024, "B/s", 3, "1.5 MiB/s" },
    { 12345, "packets", 3, "12345 packets" },
    { 48.26, "%", 3, "48.3 %" },
    { 0.001, "%", 3, "0.001 %" },
    { 0.0001, "%", 3, "0.0001 %" },
    { 0.00002346, "%", 3, "23.5×10⁻⁶ %" },
    { 2.6e-16, NULL, 4, "260×10⁻¹⁸" },
    { -1.2246468e-16, "", 4, "−122.5×10⁻¹⁸" },
    { 9.9996e-7, NULL, 4, "1×10⁻⁶" },
    { 5e-324, NULL, 1, "5×10⁻³²⁴" },
    { 123456789012345, NULL, 3, "123456789012345" },
    { 1e15, "packets", 3, "1×10¹⁵ packets" },
    { -1.79769e308, NULL, 4, "−179.8×10³⁰⁶" },
    { 3, NULL, 3, "3" },
    { -2.5, "", 3, "−2.5" },
    { NAN, "s", 3, "–" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *text =
          gscope_quantity_format (cases[i].value, cases[i].unit, cases[i].digits);

      g_assert_cmpstr (text, ==, cases[i].text);
    }
}

static void
test_time (void)
{
  assert_text (gscope_quantity_format_time (0, 3), "0 s");
  assert_text (gscope_quantity_format_time (20 * GSCOPE_SEC, 3), "20 s");
  assert_text (gscope_quantity_format_time (1500000, 3), "1.5 ms");
  assert_text (gscope_quantity_format_time (1000, 3), "1 µs");
  assert_text (gscope_quantity_format_time_error (3200000, 110000), "3.20 ± 0.11 ms");
  assert_text (gscope_quantity_format_time_error (-212400000, 9140000), "−212.4 ± 9.1 ms");
  assert_text (gscope_quantity_format_time_error (0, 60000), "0 ± 60 µs");
  assert_text (gscope_quantity_format_time_error (4032573000, 56000), "4.032573 s ± 56 µs");
  assert_text (gscope_quantity_format_time (2 * MINUTE, 3), "2 min");
  assert_text (gscope_quantity_format_time (-90 * GSCOPE_SEC, 3), "−1.5 min");
  assert_text (gscope_quantity_format_time (5 * HOUR, 3), "5 h");
  assert_text (gscope_quantity_format_time (7 * 24 * HOUR, 3), "7 d");
}

/* Texts for files and for entries. In the C locale they differ by their digits only. */
static void
test_plain (void)
{
  static const struct
  {
    double value;
    const char *exact;
    const char *rounded;
    const char *editable;
  } rows[] = {
    { 0.1, "0.1", "0.1", "0.1" },
    { 0.1 + 0.2, "0.30000000000000004", "0.3", "0.3" },
    { -1.0 / 3, "-0.3333333333333333", "-0.333333333333333", "-0.333333" },
    { 1e300, "1e+300", "1e+300", "1e+300" },
    { 1234567, "1234567", "1234567", "1.23457e+06" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *exact = gscope_quantity_format_exact (rows[i].value);
      g_autofree char *rounded = gscope_quantity_format_rounded (rows[i].value, 15);
      g_autofree char *editable = gscope_quantity_format_editable (rows[i].value, 6);

      g_assert_cmpstr (exact, ==, rows[i].exact);
      g_assert_cmpstr (rounded, ==, rows[i].rounded);
      g_assert_cmpstr (editable, ==, rows[i].editable);
      g_assert_cmpfloat (g_ascii_strtod (exact, NULL), ==, rows[i].value);
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/quantity/number", test_number);
  g_test_add_func ("/quantity/value", test_value);
  g_test_add_func ("/quantity/time", test_time);
  g_test_add_func ("/quantity/plain", test_plain);
  return g_test_run ();
}
