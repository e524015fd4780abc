/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <math.h>

static void
assert_valid (GscopeParameter *parameter, GVariant *value, const char *expected)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) valid = gscope_parameter_validate (parameter, value, &error);
  g_autofree char *text = valid ? g_variant_print (valid, TRUE) : NULL;

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
}

static void
assert_invalid (GscopeParameter *parameter, GVariant *value, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (gscope_parameter_validate (parameter, value, &error));
  g_assert_true (error && error->domain == GSCOPE_ERROR);
  g_assert_true (g_str_has_prefix (error->message, gscope_parameter_get_name (parameter)));
  if (!strstr (error->message, part))
    g_error ("“%s” does not say “%s”", error->message, part);
}

static void
test_validate_integer (void)
{
  g_autoptr (GscopeParameter) p = gscope_parameter_new_integer ("size", -5, 1000, 7);
  g_autoptr (GscopeParameter) open =
      gscope_parameter_new_integer ("open", G_MININT64, G_MAXINT64, 0);

  gscope_parameter_set_unit (p, "B");
  assert_valid (p, g_variant_new_int64 (1000), "int64 1000");
  assert_valid (p, g_variant_new_double (12), "int64 12");
  assert_invalid (p, g_variant_new_double (12.5), "whole number");
  assert_invalid (p, g_variant_new_double (1e300), "whole number");
  assert_invalid (p, g_variant_new_double (NAN), "whole number");
  assert_invalid (p, g_variant_new_string ("12"), "whole number");
  assert_invalid (p, g_variant_new_boolean (TRUE), "whole number");
  assert_invalid (p, g_variant_new_int64 (1001), "1001 B is outside the range from -5 to 1000 B");

  gscope_parameter_set_step (p, 10);
  assert_valid (p, g_variant_new_int64 (-5), "int64 -5");
  assert_valid (p, g_variant_new_int64 (-1), "int64 -5");
  assert_valid (p, g_variant_new_int64 (0), "int64 5");
  assert_valid (p, g_variant_new_int64 (1000), "int64 995");

  gscope_parameter_set_step (open, 1000);
  assert_valid (open, g_variant_new_int64 (1499), "int64 1000");
  assert_valid (open, g_variant_new_int64 (-1500), "int64 -1000");
  assert_valid (open, g_variant_new_int64 (G_MAXINT64), "int64 9223372036854775000");
  assert_valid (open, g_variant_new_int64 (G_MININT64), "int64 -9223372036854775000");
}

static void
test_validate_double (void)
{
  g_autoptr (GscopeParameter) p = gscope_parameter_new_double ("gain", 0.5, 2, 1);
  g_autoptr (GscopeParameter) open = gscope_parameter_new_double ("open", -INFINITY, INFINITY, 0);

  assert_valid (p, g_variant_new_int64 (2), "2.0");
  assert_valid (p, g_variant_new_double (0.51), "0.51000000000000001");
  assert_invalid (p, g_variant_new_double (0.4), "0.4 is outside the range from 0.5 to 2");
  assert_invalid (p, g_variant_new_double (NAN), "a number");
  assert_invalid (open, g_variant_new_double (INFINITY), "a number");

  gscope_parameter_set_step (p, 0.1);
  for (int i = 5; i <= 20; i++)
    {
      g_autoptr (GVariant) valid =
          gscope_parameter_validate (p, g_variant_new_double (i * 0.1 + 0.04), NULL);

      if (i < 20)
        g_assert_true (g_variant_get_double (valid) == i / 10.);
    }
  gscope_parameter_set_step (p, 0.7);
  assert_valid (p, g_variant_new_double (0.5), "0.5");
  assert_valid (p, g_variant_new_double (1.9), "1.8999999999999999");
  assert_valid (p, g_variant_new_double (2), "1.8999999999999999");
  gscope_parameter_set_step (open, 3);
  assert_valid (open, g_variant_new_double (-4), "-3.0");
}

static void
test_validate_texts (void)
{
  const char *nicks[] = { "cubic", "reno", NULL };
  const char *titles[] = { "CUBIC", "Reno", NULL };
  g_autoptr (GscopeParameter) choice =
      gscope_parameter_new_enumeration ("algorithm", nicks, titles, "reno");
  g_autoptr (GscopeParameter) text = gscope_parameter_new_string ("filter", "");
  g_autoptr (GscopeParameter) on = gscope_parameter_new_boolean ("on", FALSE);
  g_autofree char *most = g_strnfill (GSCOPE_PARAMETER_MAX_STRING, 'x');
  g_autofree char *more = g_strconcat (most, "x", NULL);

  assert_valid (choice, g_variant_new_string ("cubic"), "'cubic'");
  assert_invalid (choice, g_variant_new_string ("CUBIC"), "choose one of: cubic, reno");
  assert_invalid (choice, g_variant_new_int64 (0), "a choice");
  g_assert_cmpfloat (gscope_parameter_get_number (choice), ==, 1);
  g_assert_cmpfloat (gscope_parameter_get_max (choice), ==, 1);
  g_assert_cmpstr (gscope_parameter_get_titles (choice)[0], ==, "CUBIC");

  assert_invalid (text, g_variant_new_string (more), "4097 bytes");
  g_variant_unref (gscope_parameter_validate (text, g_variant_new_string (most), NULL));
  g_assert_true (isnan (gscope_parameter_get_number (text)));

  assert_valid (on, g_variant_new_boolean (TRUE), "true");
  assert_invalid (on, g_variant_new_int64 (1), "true or false");
}

static void
assert_round_trip (GscopeParameter *parameter, GVariant *floating, const char *expected)
{
  g_autoptr (GVariant) value = g_variant_ref_sink (floating);
  g_autofree char *text = gscope_parameter_format (parameter, value);
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) parsed = gscope_parameter_parse (parameter, text, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (text, ==, expected);
  g_assert_true (g_variant_equal (value, parsed));
}

static void
test_text (void)
{
  const char *nicks[] = { "a", "b", NULL };
  g_autoptr (GscopeParameter) number = gscope_parameter_new_double ("number", 0, 1, 0);
  g_autoptr (GscopeParameter) whole = gscope_parameter_new_integer ("whole", 0, 1, 0);
  g_autoptr (GscopeParameter) on = gscope_parameter_new_boolean ("on", FALSE);
  g_autoptr (GscopeParameter) text = gscope_parameter_new_string ("text", "");
  g_autoptr (GscopeParameter) choice = gscope_parameter_new_enumeration ("c", nicks, NULL, "a");
  g_autoptr (GVariant) yes = gscope_parameter_parse (on, " Yes\n", NULL);
  g_autoptr (GVariant) thousand = gscope_parameter_parse (whole, "1e3", NULL);

  assert_round_trip (number, g_variant_new_double (0.1), "0.1");
  assert_round_trip (number, g_variant_new_double (0.1 + 0.2), "0.30000000000000004");
  assert_round_trip (number, g_variant_new_double (-1e-300), "-1e-300");
  assert_round_trip (whole, g_variant_new_int64 (G_MAXINT64), "9223372036854775807");
  assert_round_trip (on, g_variant_new_boolean (TRUE), "true");
  assert_round_trip (text, g_variant_new_string (" ä "), " ä ");
  assert_round_trip (choice, g_variant_new_string ("b"), "b");
  g_assert_true (g_variant_get_boolean (yes));
  g_assert_cmpint (g_variant_get_int64 (thousand), ==, 1000);

  g_assert_null (gscope_parameter_parse (number, "1,5", NULL));
  g_assert_null (gscope_parameter_parse (number, "nan", NULL));
  g_assert_null (gscope_parameter_parse (number, "1e999", NULL));
  g_assert_null (gscope_parameter_parse (number, "", NULL));
  g_assert_null (gscope_parameter_parse (whole, "99999999999999999999", NULL));
  g_assert_null (gscope_parameter_parse (text, "\xff", NULL));
  g_assert_null (gscope_parameter_parse (choice, "z", NULL));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/parameter-rules/integer", test_validate_integer);
  g_test_add_func ("/parameter-rules/double", test_validate_double);
  g_test_add_func ("/parameter-rules/texts", test_validate_texts);
  g_test_add_func ("/parameter-rules/text", test_text);

  return g_test_run ();
}
