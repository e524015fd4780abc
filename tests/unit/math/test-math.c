/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/control/units.h>
#include <gscope/gscope.h>
#include <gscope/math/parse.h>
#include <gscope/math/program.h>
#include <math.h>
#include <string.h>

/* The signals that expressions may read, with their values at the only row. */
static const struct
{
  const char *name;
  const char *unit;
  double value;
} signals[] = {
  { "x", "", 8 },
  { "mxtraf/throughput", "Mb/s", 20 },
  { "tcp/delivery-rate", "Mb/s", 12 },
  { "tcp/rtt", "ms", 50 },
  { "agent/clock/offset", "us", 2000 },
  { "file", "KB", 100 },
  { "cwnd", "packets", 10 },
  { "client 1/a \"b\"", "V", 3 },
  { "time", "V", 7 },
};

static const char *
resolve (const char *name, gpointer data)
{
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    if (g_str_equal (signals[i].name, name))
      return signals[i].unit;
  return NULL;
}

static GscopeMathProgram *
compile (const char *text)
{
  g_autoptr (GError) error = NULL;
  GscopeMathProgram *program = gscope_math_program_new (text, resolve, NULL, NULL, &error);

  g_assert_no_error (error);
  return program;
}

static double
get_value (const char *name)
{
  for (guint i = 0; i < G_N_ELEMENTS (signals); i++)
    if (g_str_equal (signals[i].name, name))
      return signals[i].value;
  g_assert_not_reached ();
}

static double
run (GscopeMathProgram *program)
{
  const char *const *names = gscope_math_program_get_inputs (program);
  const gint64 time = 3 * GSCOPE_SEC;
  GscopeMathRows rows = { &time, NULL, 1 };
  double values[GSCOPE_MATH_MAX_INPUTS], out;
  const double *inputs[GSCOPE_MATH_MAX_INPUTS];

  for (guint i = 0; names[i]; i++)
    {
      values[i] = get_value (names[i]);
      inputs[i] = &values[i];
    }
  gscope_math_program_run (program, &rows, inputs, &out);
  return out;
}

/* Precedence, names with operators in them, units of time, and the unit of the result. */
static void
test_values (void)
{
  static const struct
  {
    const char *text;
    double value;
    const char *unit;
  } rows[] = {
    { "mxtraf/throughput - tcp/delivery-rate", 8, "Mb/s" },
    { "x + 2 * 3 ^ 2", 26, "" },
    { "x - 2 - 3", 3, "" },
    { "2 ^ 3 ^ 2 + x", 520, "" },
    { "-x ^ 2", -64, "" },
    { "(x + 1) * 2", 18, "" },
    { "x / 4 / 2", 1, "" },
    { "!x == 8", 0, "" },
    { "x > 3 && x < 9 || x == 0", 1, "" },
    { "-(x)", -8, "" },
    { "x * pi", 8 * G_PI, "" },
    { "x * 1e2", 800, "" },
    { "x + .5", 8.5, "" },
    { "tcp/rtt > 5ms", 1, "" },
    { "tcp/rtt + agent/clock/offset", 52, "ms" },
    { "agent/clock/offset + tcp/rtt", 52000, "us" },
    { "tcp/rtt + 1s", 1050, "ms" },
    { "1s + tcp/rtt", 1.05, "s" },
    { "smaller(5ms, tcp/rtt * 2)", 0.005, "s" },
    { "file / tcp/rtt", 2, "KB/ms" },
    { "file / 2s > 1 * tcp/delivery-rate", 0, "" },
    { "cwnd * file", 1000, "packets·KB" },
    { "cwnd ^ 2", 100, "packets²" },
    { "sqrt(cwnd * cwnd)", 10, "packets" },
    { "cwnd / cwnd", 1, "" },
    { "1 / tcp/rtt", 0.02, "1/ms" },
    { "integral(tcp/delivery-rate)", 0, "Mb" },
    { "mean(cwnd, 1s)", 10, "packets" },
    { "dB(cwnd)", 20, "dB" },
    { "\"client 1/a \\\"b\\\"\" + 1", 4, "V" },
    { "\"time\" * x", 56, "V" },
    { "time + 0 * tcp/rtt", 3, "s" },
    { "if(x > 3, tcp/rtt, 2s)", 50, "ms" },
    { "max(x, 100ms / 2)", 8, "" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GscopeMathProgram) program = compile (rows[i].text);

      g_test_message ("%s", rows[i].text);
      g_assert_cmpfloat_with_epsilon (run (program), rows[i].value, 1e-9);
      g_assert_cmpstr (gscope_math_program_get_unit (program), ==, rows[i].unit);
      g_assert_null (gscope_math_program_get_mismatch (program, NULL));
    }
}

static void
test_errors (void)
{
  static const struct
  {
    const char *text;
    gsize place;
    const char *words;
  } rows[] = {
    { "", 0, "Expected a number" },
    { "x +", 3, "Expected a number" },
    { "x + )", 4, "Expected a number" },
    { "x x", 2, "Expected an operator" },
    { "(x + 1", 0, "closing parenthesis is missing" },
    { "(x 1)", 3, "closing parenthesis" },
    { "1 + nosuch", 4, "no signal or parameter “nosuch”" },
    { "x-1", 0, "need spaces" },
    { "nosuch(x)", 0, "no function “nosuch”" },
    { "1 + abs(x, x)", 4, "written abs(x)" },
    { "mean(x", 4, "closing parenthesis is missing" },
    { "mean(x, x)", 8, "constant time" },
    { "mean(x, cwnd)", 8, "constant time" },
    { "mean(x, 0s)", 8, "1 ns to 24 h" },
    { "mean(x, 25h)", 8, "1 ns to 24 h" },
    { "mean(x, 0 / 0)", 10, "1 ns to 24 h" },
    { "x + 3kg", 5, "“kg” is not a unit of time" },
    { "x + 1e999", 4, "too large" },
    { "x + 1e308h", 4, "too large" },
    { "x + \"y", 4, "quotation mark" },
    { "if(x, x, x, x)", 12, "more than three arguments" },
    { "1 + 2", 2, "reads no signal" },
    { "time", 0, "reads no signal" },
    { "µ + \xff", 5, "not valid UTF-8" },
    { "x $ 2", 2, "Expected an operator" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GError) error = NULL;
      gsize place = 99;

      g_test_message ("%s", g_utf8_validate (rows[i].text, -1, NULL) ? rows[i].text : "");
      g_assert_null (gscope_math_program_new (rows[i].text, resolve, NULL, &place, &error));
      g_assert_nonnull (strstr (error->message, rows[i].words));
      g_assert_cmpuint (place, ==, rows[i].place);
    }
}

/* Units that do not fit are said with their place, and the values come in any case. */
static void
test_mismatches (void)
{
  static const struct
  {
    const char *text;
    gsize place;
    const char *words;
  } rows[] = {
    { "cwnd + tcp/rtt", 5, "packets and ms" },
    { "x + tcp/rtt", 2, "no unit and ms" },
    { "exp(cwnd)", 0, "pure number" },
    { "cwnd ^ x", 5, "pure number" },
    { "sqrt(cwnd)", 0, "pure number" },
    { "x * (cwnd > 5ms)", 10, "packets and s" },
    { "if(x, cwnd, tcp/rtt)", 0, "packets and ms" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (GscopeMathProgram) program = compile (rows[i].text);
      gsize place = 99;
      const char *mismatch = gscope_math_program_get_mismatch (program, &place);

      g_assert_nonnull (mismatch);
      g_assert_nonnull (strstr (mismatch, rows[i].words));
      g_assert_cmpuint (place, ==, rows[i].place);
      g_assert_cmpstr (gscope_math_program_get_unit (program), ==, "");
      g_assert_true (isfinite (run (program)));
    }
}

static void
test_units (void)
{
  g_autofree char *long_unit = g_strnfill (100, 'a');
  g_autofree char *none = gscope_math_unit_multiply (long_unit, "s");
  g_autofree char *acceleration = gscope_math_unit_divide ("m/s", "s");
  g_autofree char *back = gscope_math_unit_multiply (acceleration, "s²");
  g_autofree char *inverse = gscope_math_unit_raise ("V·A/s", -1);
  double factor;

  g_assert_cmpstr (none, ==, "");
  g_assert_cmpstr (acceleration, ==, "m/s²");
  g_assert_cmpstr (back, ==, "m");
  g_assert_cmpstr (inverse, ==, "s/V/A");
  g_assert_null (gscope_math_unit_multiply (NULL, NULL));
  g_assert_null (gscope_math_unit_root ("V³"));
  g_assert_true (gscope_math_unit_fits ("Mb/s", "KB/s", &factor));
  g_assert_cmpfloat_with_epsilon (factor, 0.008, 1e-12);
  g_assert_true (gscope_math_unit_fits ("A V", "V·A", &factor));
  g_assert_true (gscope_math_unit_fits ("MiB", "KiB", &factor));
  g_assert_cmpfloat_with_epsilon (factor, 1.0 / 1024, 1e-12);
  g_assert_false (gscope_math_unit_fits ("packets", "s", &factor));
  g_assert_false (gscope_math_unit_fits ("", "%", &factor));
}

/* Results without a value are gaps. */
static void
test_no_values (void)
{
  static const char *const texts[] = { "x / 0", "ln(-x)", "rate(x)", "delay(x, 1s)",
                                       "0 / (x - 8)" };
  GscopeGapCause cause;

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GscopeMathProgram) program = compile (texts[i]);

      g_assert_true (gscope_gap_from_value (run (program), &cause));
      g_assert_cmpint (cause, ==, GSCOPE_GAP_CAUSE_NO_VALUE);
    }
}

static char *
repeat (const char *begin, const char *text, guint n)
{
  GString *string = g_string_new (begin);

  while (n-- > 0)
    g_string_append (string, text);
  return g_string_free (string, FALSE);
}

static const char *
resolve_any (const char *name, gpointer data)
{
  return "";
}

static void
test_limits (void)
{
  g_autofree char *longest = repeat ("x", " ", GSCOPE_MATH_MAX_TEXT);
  g_autofree char *deep = repeat ("x", "", 0);
  g_autofree char *nested = repeat ("", "(", 100);
  g_autofree char *signs = repeat ("", "-", 100);
  g_autofree char *many = repeat ("x", " + x", GSCOPE_MATH_MAX_OPERATIONS + 1);
  g_autofree char *most = repeat ("x", " + x", GSCOPE_MATH_MAX_OPERATIONS);
  g_autoptr (GString) names = g_string_new ("n");
  const char *const texts[] = { longest, nested, signs, many };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    g_assert_null (gscope_math_program_new (texts[i], resolve_any, NULL, NULL, NULL));
  for (guint i = 0; i < GSCOPE_MATH_MAX_INPUTS; i++)
    g_string_append_printf (names, " + n%u", i);
  g_assert_null (gscope_math_program_new (names->str, resolve_any, NULL, NULL, NULL));
  gscope_math_program_free (compile (deep));
  gscope_math_program_free (compile (most));
}

/* Windows that are too long for their memory have no values, and those that are over free it. */
static void
test_memory (void)
{
  enum
  {
    N = 1 << 16,
    N_RUNS = GSCOPE_MATH_MAX_BYTES / sizeof (GscopeSample) / N + 2,
  };
  g_autoptr (GscopeMathProgram) program = compile ("mean(x, 24h)");
  g_autofree gint64 *times = g_new (gint64, N);
  g_autofree double *values = g_new (double, N);
  g_autofree double *out = g_new (double, N);
  const double *inputs[] = { values };
  GscopeMathRows rows = { times, NULL, N };

  for (gint64 k = 0; k < N_RUNS; k++)
    {
      for (gint64 i = 0; i < N; i++)
        {
          times[i] = k * N + i;
          values[i] = (double) (i % 7);
        }
      gscope_math_program_run (program, &rows, inputs, out);
      g_assert_cmpuint (gscope_math_program_get_bytes (program), <=, GSCOPE_MATH_MAX_BYTES);
      g_assert_true (isfinite (out[N - 1]) || k >= N_RUNS - 4);
    }
  g_assert_true (gscope_gap_from_value (out[N - 1], NULL));
  gscope_math_program_reset (program);
  g_assert_cmpuint (gscope_math_program_get_bytes (program), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/math/values", test_values);
  g_test_add_func ("/math/errors", test_errors);
  g_test_add_func ("/math/mismatches", test_mismatches);
  g_test_add_func ("/math/units", test_units);
  g_test_add_func ("/math/no-values", test_no_values);
  g_test_add_func ("/math/limits", test_limits);
  g_test_add_func ("/math/memory", test_memory);
  return g_test_run ();
}
