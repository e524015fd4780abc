/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <gscope/math/program.h>
#include <math.h>
#include <string.h>

/* Every function and operator, computed by a straightforward reference at each row. Two signals have samples at different
 * times, and gaps. */
enum
{
  N_ROWS = 1200,
  WINDOW = 50,
};

typedef struct
{
  gint64 times[N_ROWS];
  guint64 fresh[N_ROWS];
  double x[N_ROWS];
  double y[N_ROWS];
} Rows;

typedef double (*Reference) (const Rows *rows, gsize i);

typedef struct
{
  const char *name;
  const char *expression;
  Reference reference;
} Case;

/* A signal that changes at about one of `every` rows, and has a gap at times. */
static void
fill (Rows *rows, double *values, guint bit, int every, GRand *rand)
{
  double value = 1;

  for (gsize i = 0; i < N_ROWS; i++)
    {
      if (i == 0 || g_rand_int_range (rand, 0, every) == 0)
        {
          rows->fresh[i] |= 1 << bit;
          value = g_rand_int_range (rand, 0, 40) == 0 ? gscope_gap_value (GSCOPE_GAP_CAUSE_SILENT)
                                                      : (double) g_rand_int_range (rand, -3, 4) / 2;
        }
      values[i] = value;
    }
}

static Rows *
make_rows (void)
{
  g_autoptr (GRand) rand = g_rand_new_with_seed (16);
  Rows *rows = g_new0 (Rows, 1);
  gint64 time = 1000;

  fill (rows, rows->x, 0, 3, rand);
  fill (rows, rows->y, 1, 5, rand);
  for (gsize i = 0; i < N_ROWS; i++)
    rows->times[i] = time += g_rand_int_range (rand, 1, 9);
  return rows;
}

/* Returns the first row after the last gap before a row. */
static gsize
find_begin (const Rows *rows, gsize i)
{
  while (i > 0 && !isnan (rows->x[i - 1]))
    i--;
  return i;
}

static double
integrate (const Rows *rows, gsize i, gint64 from, gboolean squares)
{
  double sum = 0;

  for (gsize k = find_begin (rows, i); k < i; k++)
    {
      double value = squares ? rows->x[k] * rows->x[k] : rows->x[k];

      sum += value * (double) MAX (rows->times[k + 1] - MAX (rows->times[k], from), 0);
    }
  return sum;
}

static gint64
get_length (const Rows *rows, gsize i)
{
  return MIN (WINDOW, rows->times[i] - rows->times[find_begin (rows, i)]);
}

static double
ref_mean (const Rows *rows, gsize i)
{
  gint64 length = get_length (rows, i);

  return length == 0 ? rows->x[i]
                     : integrate (rows, i, rows->times[i] - WINDOW, FALSE) / (double) length;
}

static double
ref_rms (const Rows *rows, gsize i)
{
  gint64 length = get_length (rows, i);

  return length == 0 ? fabs (rows->x[i])
                     : sqrt (integrate (rows, i, rows->times[i] - WINDOW, TRUE) / (double) length);
}

static double
ref_integral (const Rows *rows, gsize i)
{
  double sum = 0;

  for (gsize k = 0; k < i; k++)
    if (!isnan (rows->x[k]) && !isnan (rows->x[k + 1]))
      sum += rows->x[k] * (double) (rows->times[k + 1] - rows->times[k]);
  return sum * 1e-9;
}

static double
find_extreme (const Rows *rows, gsize i, double sign)
{
  double extreme = sign * rows->x[i];

  for (gsize k = find_begin (rows, i); k < i; k++)
    if (rows->times[k + 1] > rows->times[i] - WINDOW)
      extreme = MAX (extreme, sign * rows->x[k]);
  return sign * extreme;
}

static double
ref_max (const Rows *rows, gsize i)
{
  return find_extreme (rows, i, 1);
}

static double
ref_min (const Rows *rows, gsize i)
{
  return find_extreme (rows, i, -1);
}

static double
ref_count (const Rows *rows, gsize i)
{
  double n = 0;

  for (gsize k = find_begin (rows, i) + 1; k <= i; k++)
    n += rows->times[k] > rows->times[i] - WINDOW && rows->x[k] > 0 && !(rows->x[k - 1] > 0);
  return n;
}

static double
ref_delay (const Rows *rows, gsize i)
{
  for (gsize k = i + 1; k-- > 0;)
    if (rows->times[k] <= rows->times[i] - WINDOW)
      return rows->x[k];
  return NAN;
}

static double
ref_lowpass (const Rows *rows, gsize i)
{
  gsize begin = find_begin (rows, i);
  double y = rows->x[begin];

  for (gsize k = begin; k < i; k++)
    y = rows->x[k]
        + (y - rows->x[k]) * exp ((double) (rows->times[k] - rows->times[k + 1]) / WINDOW);
  return y;
}

/* Returns the row of the sample before that of row i, or that one's own; -1 if there is none after the last gap. */
static gssize
find_sample (const Rows *rows, gsize i, guint n)
{
  gsize begin = find_begin (rows, i);

  for (gsize k = i + 1; k-- > begin;)
    if (((rows->fresh[k] & 1) || k == begin) && n-- == 0)
      return (gssize) k;
  return -1;
}

static double
ref_previous (const Rows *rows, gsize i)
{
  gssize k = find_sample (rows, i, 1);

  return k < 0 ? NAN : rows->x[k];
}

static double
ref_rate (const Rows *rows, gsize i)
{
  gssize a = find_sample (rows, i, 1), b = find_sample (rows, i, 0);

  return a < 0 ? NAN
               : (rows->x[b] - rows->x[a]) / ((double) (rows->times[b] - rows->times[a]) * 1e-9);
}

/* Measures the samples of one signal or of both since the last gap, at the last of them up to row i. */
static double
remeasure (const Rows *rows, gsize i, GscopeMeasurement measurement)
{
  const GscopeMeasurementSettings settings = { 75, 2, TRUE };
  gboolean is_pair = gscope_measurement_needs_other (measurement);
  g_autoptr (GscopeTrace) x = gscope_trace_new ();
  g_autoptr (GscopeTrace) y = gscope_trace_new ();
  gsize begin = i;
  gint64 end = 0;

  while (begin > 0 && !isnan (rows->x[begin - 1]) && !(is_pair && isnan (rows->y[begin - 1])))
    begin--;
  if (isnan (rows->x[i]) || (is_pair && isnan (rows->y[i])))
    return NAN;
  for (gsize k = begin; k <= i; k++)
    if (rows->fresh[k] & (is_pair ? 3 : 1))
      {
        gscope_trace_append (x, &rows->times[k], &rows->x[k], 1);
        gscope_trace_append (y, &rows->times[k], &rows->y[k], 1);
        end = rows->times[k] + 1;
      }
  return gscope_measurement_compute (measurement, &settings, end - WINDOW, end, x, y);
}

#define MEASURED(name, id)                                                                         \
  static double ref_##name (const Rows *rows, gsize i)                                             \
  {                                                                                                \
    return remeasure (rows, i, GSCOPE_MEASUREMENT_##id);                                           \
  }

MEASURED (peak_to_peak, PEAK_TO_PEAK)
MEASURED (percentile, PERCENTILE)
MEASURED (slope, SLOPE)
MEASURED (area, INTEGRAL)
MEASURED (rises, COUNT)
MEASURED (frequency, FREQUENCY)
MEASURED (period, PERIOD)
MEASURED (duty, DUTY)
MEASURED (rise_time, RISE_TIME)
MEASURED (fall_time, FALL_TIME)
MEASURED (overshoot, OVERSHOOT)
MEASURED (settling, SETTLING)
MEASURED (time_to, DELAY)
MEASURED (phase, PHASE)
MEASURED (correlation, CORRELATION)
MEASURED (lag, LAG)

#define REFERENCE(name, expression)                                                                \
  static double ref_##name (const Rows *rows, gsize i)                                             \
  {                                                                                                \
    double x = rows->x[i], y = rows->y[i];                                                         \
                                                                                                   \
    return isnan (x) || isnan (y) ? NAN : (expression);                                            \
  }

/* Those of one argument have the second one, too, so that all are written in the same way. */
REFERENCE (or, x || y)
REFERENCE (and, x &&y)
REFERENCE (equal, x == y)
REFERENCE (different, x != y)
REFERENCE (less, x < y)
REFERENCE (at_most, x <= y)
REFERENCE (more, x > y)
REFERENCE (at_least, x >= y)
REFERENCE (add, x + y)
REFERENCE (subtract, x - y)
REFERENCE (multiply, x *y)
REFERENCE (divide, x / y)
REFERENCE (modulo, fmod (x, y))
REFERENCE (power, pow (x, y))
REFERENCE (negate, y - x)
REFERENCE (not, y + (x == 0))
REFERENCE (abs, y + fabs (x))
REFERENCE (sign, y + (x > 0 ? 1 : x < 0 ? -1 : 0))
REFERENCE (floor, y + floor (x))
REFERENCE (ceil, y + ceil (x))
REFERENCE (round, y + round (x))
REFERENCE (smaller, MIN (x, y))
REFERENCE (larger, MAX (x, y))
REFERENCE (sqrt, y + sqrt (x))
REFERENCE (hypot, sqrt (x *x + y * y))
REFERENCE (exp, y + exp (x))
REFERENCE (ln, y + log (x))
REFERENCE (log2, y + log (x) / G_LN2)
REFERENCE (log10, y + log (x) / G_LN10)
REFERENCE (decibels, y + 20 * log (fabs (x)) / G_LN10)
REFERENCE (sin, y + sin (x))
REFERENCE (cos, y + cos (x))
REFERENCE (tan, y + tan (x))
REFERENCE (asin, y + asin (x))
REFERENCE (acos, y + acos (x))
REFERENCE (atan, y + atan (x))
REFERENCE (atan2, atan2 (x, y))

static double
ref_if (const Rows *rows, gsize i)
{
  double x = rows->x[i];

  return isnan (x) ? NAN : x > 0 ? x : rows->y[i];
}

static const Case cases[] = {
  { "||", "x || y", ref_or },
  { "&&", "x && y", ref_and },
  { "==", "x == y", ref_equal },
  { "!=", "x != y", ref_different },
  { "<", "x < y", ref_less },
  { "<=", "x <= y", ref_at_most },
  { ">", "x > y", ref_more },
  { ">=", "x >= y", ref_at_least },
  { "+", "x + y", ref_add },
  { "-", "x - y", ref_subtract },
  { "*", "x * y", ref_multiply },
  { "/", "x / y", ref_divide },
  { "%", "x % y", ref_modulo },
  { "^", "x ^ y", ref_power },
  { "negate", "y + -x", ref_negate },
  { "not", "y + !x", ref_not },
  { "if", "if(x > 0, x, y)", ref_if },
  { "abs", "y + abs(x)", ref_abs },
  { "sign", "y + sign(x)", ref_sign },
  { "floor", "y + floor(x)", ref_floor },
  { "ceil", "y + ceil(x)", ref_ceil },
  { "round", "y + round(x)", ref_round },
  { "smaller", "smaller(x, y)", ref_smaller },
  { "larger", "larger(x, y)", ref_larger },
  { "sqrt", "y + sqrt(x)", ref_sqrt },
  { "hypot", "hypot(x, y)", ref_hypot },
  { "exp", "y + exp(x)", ref_exp },
  { "ln", "y + ln(x)", ref_ln },
  { "log2", "y + log2(x)", ref_log2 },
  { "log10", "y + log10(x)", ref_log10 },
  { "dB", "y + dB(x)", ref_decibels },
  { "sin", "y + sin(x)", ref_sin },
  { "cos", "y + cos(x)", ref_cos },
  { "tan", "y + tan(x)", ref_tan },
  { "asin", "y + asin(x)", ref_asin },
  { "acos", "y + acos(x)", ref_acos },
  { "atan", "y + atan(x)", ref_atan },
  { "atan2", "atan2(x, y)", ref_atan2 },
  { "rate", "rate(x)", ref_rate },
  { "integral", "integral(x)", ref_integral },
  { "previous", "previous(x)", ref_previous },
  { "delay", "delay(x, 50ns)", ref_delay },
  { "mean", "mean(x, 50ns)", ref_mean },
  { "rms", "rms(x, 50ns)", ref_rms },
  { "max", "max(x, 50ns)", ref_max },
  { "min", "min(x, 50ns)", ref_min },
  { "count", "count(x > 0, 50ns)", ref_count },
  { "lowpass", "lowpass(x, 50ns)", ref_lowpass },
  { "peak_to_peak", "peak_to_peak(x, 50ns)", ref_peak_to_peak },
  { "slope", "slope(x, 50ns)", ref_slope },
  { "area", "area(x, 50ns)", ref_area },
  { "rises", "rises(x, 50ns)", ref_rises },
  { "frequency", "frequency(x, 50ns)", ref_frequency },
  { "period", "period(x, 50ns)", ref_period },
  { "duty", "duty(x, 50ns)", ref_duty },
  { "rise_time", "rise_time(x, 50ns)", ref_rise_time },
  { "fall_time", "fall_time(x, 50ns)", ref_fall_time },
  { "overshoot", "overshoot(x, 50ns)", ref_overshoot },
  { "settling", "settling(x, 50ns)", ref_settling },
  { "percentile", "percentile(x, 75, 50ns)", ref_percentile },
  { "time_to", "time_to(x, y, 50ns)", ref_time_to },
  { "phase", "phase(x, y, 50ns)", ref_phase },
  { "correlation", "correlation(x, y, 50ns)", ref_correlation },
  { "lag", "lag(x, y, 50ns)", ref_lag },
};

static const char *
resolve (const char *name, gpointer data)
{
  return g_str_equal (name, "x") || g_str_equal (name, "y") ? "" : NULL;
}

static void
run_part (GscopeMathProgram *program, const Rows *rows, gsize begin, gsize n, double *out)
{
  const char *const *names = gscope_math_program_get_inputs (program);
  const double *inputs[2];
  g_autofree guint64 *fresh = g_new0 (guint64, n);
  GscopeMathRows part = { rows->times + begin, fresh, n };

  for (guint k = 0; names[k]; k++)
    {
      gboolean is_y = g_str_equal (names[k], "y");

      inputs[k] = (is_y ? rows->y : rows->x) + begin;
      for (gsize i = 0; i < n; i++)
        fresh[i] |= ((rows->fresh[begin + i] >> is_y) & 1) << k;
    }
  gscope_math_program_run (program, &part, inputs, out + begin);
}

/* Rows whose x is a gap have the gap as their result, with its cause, unless the function looks back. */
static void
check_row (const Case *test, const Rows *rows, gsize i, double result)
{
  gboolean looks_back = g_str_equal (test->name, "delay");
  double expected = isnan (rows->x[i]) && !looks_back ? rows->x[i] : test->reference (rows, i);
  GscopeGapCause cause;

  if (isfinite (expected))
    g_assert_cmpfloat_with_epsilon (result, expected, 1e-9 * (1 + fabs (expected)));
  else
    g_assert_true (gscope_gap_from_value (result, &cause));
  if (isnan (rows->x[i]) && (isnan (rows->y[i]) || g_str_has_suffix (test->expression, "ns)"))
      && !looks_back)
    g_assert_cmpint (cause, ==, GSCOPE_GAP_CAUSE_SILENT);
}

static void
test_function (gconstpointer data)
{
  const Case *test = data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeMathProgram) program =
      gscope_math_program_new (test->expression, resolve, NULL, NULL, &error);
  g_autofree Rows *rows = make_rows ();
  g_autofree double *out = g_new (double, N_ROWS);
  g_autofree double *parts = g_new (double, N_ROWS);

  g_assert_no_error (error);
  run_part (program, rows, 0, N_ROWS, out);
  for (gsize i = 0; i < N_ROWS; i++)
    check_row (test, rows, i, out[i]);
  gscope_math_program_reset (program);
  for (gsize begin = 0, n = 1; begin < N_ROWS; begin += n, n = n % 700 + 1)
    run_part (program, rows, begin, MIN (n, N_ROWS - begin), parts);
  g_assert_cmpmem (parts, N_ROWS * sizeof (double), out, N_ROWS * sizeof (double));
}

static gsize
count_rows (const GscopeMathFunction *table)
{
  gsize n = 0;

  for (; table[n].name; n++)
    {
      guint i = 0;

      while (i < G_N_ELEMENTS (cases) && !g_str_equal (cases[i].name, table[n].name))
        i++;
      if (i == G_N_ELEMENTS (cases))
        g_error ("The function %s has no reference", table[n].name);
    }
  return n;
}

static void
test_all (void)
{
  g_assert_cmpuint (count_rows (gscope_math_plain_functions)
                        + count_rows (gscope_math_window_functions)
                        + count_rows (gscope_math_measured_functions),
                    ==, G_N_ELEMENTS (cases));
}

static void
check_manual (const char *manual, const GscopeMathFunction *table)
{
  for (; table->name; table++)
    {
      g_autofree char *row =
          g_strdup_printf ("| `%s` | %s |\n", table->signature, table->description);

      if (table->signature && !strstr (manual, row))
        g_error ("docs/manual/math.md lacks %s", row);
    }
}

/* A constant expression has its value from the first row on, without a sample of its own. */
static void
test_constant (void)
{
  g_autofree Rows *rows = g_new0 (Rows, 1);
  g_autoptr (GscopeMathProgram) program =
      gscope_math_program_new ("percentile(3, 50, 50ns) + x", resolve, NULL, NULL, NULL);
  double out[4];

  for (gsize i = 0; i < G_N_ELEMENTS (out); i++)
    {
      rows->times[i] = 10 * (gint64) i;
      rows->fresh[i] = 1;
      rows->x[i] = i;
    }
  run_part (program, rows, 0, G_N_ELEMENTS (out), out);
  for (gsize i = 0; i < G_N_ELEMENTS (out); i++)
    g_assert_cmpfloat (out[i], ==, 3 + i);
}

/* A value that is not finite is a gap, and leaves nothing in what is computed later. */
static void
test_overflow (void)
{
  static const char *const expressions[] = { "mean(1 / x, 50ns)", "rms(1 / x, 50ns)",
                                             "integral(1 / x)", "lowpass(1 / x, 50ns)" };
  g_autofree Rows *rows = g_new0 (Rows, 1);
  double out[4];

  for (gsize i = 0; i < G_N_ELEMENTS (out); i++)
    {
      rows->times[i] = 10 * (gint64) i;
      rows->fresh[i] = 1;
      rows->x[i] = i == 1 ? 0 : 4;
    }
  for (guint k = 0; k < G_N_ELEMENTS (expressions); k++)
    {
      g_autoptr (GscopeMathProgram) program =
          gscope_math_program_new (expressions[k], resolve, NULL, NULL, NULL);

      run_part (program, rows, 0, G_N_ELEMENTS (out), out);
      for (gsize i = 0; i < G_N_ELEMENTS (out); i++)
        g_assert_true (isfinite (out[i]) == (i != 1));
      g_assert_cmpfloat_with_epsilon (out[3], k == 2 ? 2.5e-9 : 0.25, 1e-15);
    }
}

/* The manual has the row of every function. */
static void
test_manual (void)
{
  g_autofree char *path =
      g_test_build_filename (G_TEST_DIST, "..", "docs", "manual", "math.md", NULL);
  g_autofree char *manual = NULL;

  g_assert_true (g_file_get_contents (path, &manual, NULL, NULL));
  check_manual (manual, gscope_math_plain_functions);
  check_manual (manual, gscope_math_window_functions);
  check_manual (manual, gscope_math_measured_functions);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/math-functions/all", test_all);
  g_test_add_func ("/math-functions/manual", test_manual);
  g_test_add_func ("/math-functions/constant", test_constant);
  g_test_add_func ("/math-functions/overflow", test_overflow);
  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *path = g_strdup_printf ("/math-functions/%u", i);

      g_test_add_data_func (path, &cases[i], test_function);
    }
  return g_test_run ();
}
