/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/functions.h>

#include <glib/gi18n-lib.h>
#include <math.h>

/* Functions of values at one instant. A gap among the arguments is the result. */

#define UNARY(name, expression)                                                                    \
  static void compute_##name (GscopeMathOperation *self, const GscopeMathRows *rows,               \
                              const double *const *in, double *out)                                \
  {                                                                                                \
    for (gsize i = 0; i < rows->n; i++)                                                            \
      {                                                                                            \
        double x = in[0][i];                                                                       \
                                                                                                   \
        out[i] = isnan (x) ? x : (expression);                                                     \
      }                                                                                            \
  }

#define BINARY(name, expression)                                                                   \
  static void compute_##name (GscopeMathOperation *self, const GscopeMathRows *rows,               \
                              const double *const *in, double *out)                                \
  {                                                                                                \
    for (gsize i = 0; i < rows->n; i++)                                                            \
      {                                                                                            \
        double x = in[0][i], y = in[1][i];                                                         \
                                                                                                   \
        out[i] = isnan (x) ? x : isnan (y) ? y : (expression);                                     \
      }                                                                                            \
  }

UNARY (negate, -x)
UNARY (not, x == 0)
UNARY (abs, fabs (x))
UNARY (sqrt, sqrt (x))
UNARY (exp, exp (x))
UNARY (ln, log (x))
UNARY (log2, log2 (x))
UNARY (log10, log10 (x))
UNARY (decibels, 20 * log10 (fabs (x)))
UNARY (sin, sin (x))
UNARY (cos, cos (x))
UNARY (tan, tan (x))
UNARY (asin, asin (x))
UNARY (acos, acos (x))
UNARY (atan, atan (x))
UNARY (floor, floor (x))
UNARY (ceil, ceil (x))
UNARY (round, round (x))
UNARY (sign, (x > 0) - (x < 0))

BINARY (add, x + y)
BINARY (subtract, x - y)
BINARY (multiply, x *y)
BINARY (divide, x / y)
BINARY (modulo, fmod (x, y))
BINARY (power, pow (x, y))
BINARY (less, x < y)
BINARY (at_most, x <= y)
BINARY (more, x > y)
BINARY (at_least, x >= y)
BINARY (equal, x == y)
BINARY (different, x != y)
BINARY (and, x != 0 && y != 0)
BINARY (or, x != 0 || y != 0)
BINARY (smaller, x < y ? x : y)
BINARY (larger, x > y ? x : y)
BINARY (atan2, atan2 (x, y))
BINARY (hypot, hypot (x, y))

static void
compute_if (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
            double *out)
{
  for (gsize i = 0; i < rows->n; i++)
    {
      double condition = in[0][i];

      out[i] = isnan (condition) ? condition : condition != 0 ? in[1][i] : in[2][i];
    }
}

const GscopeMathFunction gscope_math_plain_functions[] = {
  { "||", 2, GSCOPE_MATH_UNIT_DROPPED, .func = compute_or },
  { "&&", 2, GSCOPE_MATH_UNIT_DROPPED, .func = compute_and },
  { "==", 2, GSCOPE_MATH_UNIT_COMPARED, .func = compute_equal },
  { "!=", 2, GSCOPE_MATH_UNIT_COMPARED, .func = compute_different },
  { "<", 2, GSCOPE_MATH_UNIT_COMPARED, .func = compute_less },
  { "<=", 2, GSCOPE_MATH_UNIT_COMPARED, .func = compute_at_most },
  { ">", 2, GSCOPE_MATH_UNIT_COMPARED, .func = compute_more },
  { ">=", 2, GSCOPE_MATH_UNIT_COMPARED, .func = compute_at_least },
  { "+", 2, GSCOPE_MATH_UNIT_SAME, .func = compute_add },
  { "-", 2, GSCOPE_MATH_UNIT_SAME, .func = compute_subtract },
  { "*", 2, GSCOPE_MATH_UNIT_PRODUCT, .func = compute_multiply },
  { "/", 2, GSCOPE_MATH_UNIT_QUOTIENT, .func = compute_divide },
  { "%", 2, GSCOPE_MATH_UNIT_SAME, .func = compute_modulo },
  { "^", 2, GSCOPE_MATH_UNIT_POWER, .func = compute_power },
  { "negate", 1, GSCOPE_MATH_UNIT_SAME, .func = compute_negate, .signature = "negate(x)",
    .description = N_ ("The negative value, as -x.") },
  { "not", 1, GSCOPE_MATH_UNIT_DROPPED, .func = compute_not, .signature = "not(x)",
    .description = N_ ("1 if x is 0, otherwise 0, as !x.") },
  { "if", 3, GSCOPE_MATH_UNIT_CHOICE, .func = compute_if, .signature = "if(condition, x, y)",
    .description = N_ ("x where the condition is not 0, otherwise y.") },
  { "abs", 1, GSCOPE_MATH_UNIT_SAME, .func = compute_abs, .signature = "abs(x)",
    .description = N_ ("The absolute value.") },
  { "sign", 1, GSCOPE_MATH_UNIT_DROPPED, .func = compute_sign, .signature = "sign(x)",
    .description = N_ ("1 for positive values, -1 for negative ones, otherwise 0.") },
  { "floor", 1, GSCOPE_MATH_UNIT_SAME, .func = compute_floor, .signature = "floor(x)",
    .description = N_ ("The nearest whole number below.") },
  { "ceil", 1, GSCOPE_MATH_UNIT_SAME, .func = compute_ceil, .signature = "ceil(x)",
    .description = N_ ("The nearest whole number above.") },
  { "round", 1, GSCOPE_MATH_UNIT_SAME, .func = compute_round, .signature = "round(x)",
    .description = N_ ("The nearest whole number.") },
  { "smaller", 2, GSCOPE_MATH_UNIT_SAME, .func = compute_smaller, .signature = "smaller(x, y)",
    .description = N_ ("The smaller of two values.") },
  { "larger", 2, GSCOPE_MATH_UNIT_SAME, .func = compute_larger, .signature = "larger(x, y)",
    .description = N_ ("The larger of two values.") },
  { "sqrt", 1, GSCOPE_MATH_UNIT_ROOT, .func = compute_sqrt, .signature = "sqrt(x)",
    .description = N_ ("The square root.") },
  { "hypot", 2, GSCOPE_MATH_UNIT_SAME, .func = compute_hypot, .signature = "hypot(x, y)",
    .description = N_ ("The square root of x² + y².") },
  { "exp", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_exp, .signature = "exp(x)",
    .description = N_ ("The exponential.") },
  { "ln", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_ln, .signature = "ln(x)",
    .description = N_ ("The natural logarithm.") },
  { "log2", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_log2, .signature = "log2(x)",
    .description = N_ ("The logarithm to base 2.") },
  { "log10", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_log10, .signature = "log10(x)",
    .description = N_ ("The logarithm to base 10.") },
  { "dB", 1, GSCOPE_MATH_UNIT_DECIBEL, .func = compute_decibels, .signature = "dB(x)",
    .description = N_ ("The amplitude in decibels: 20 times the logarithm to base 10.") },
  { "sin", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_sin, .signature = "sin(x)",
    .description = N_ ("The sine of an angle in radians.") },
  { "cos", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_cos, .signature = "cos(x)",
    .description = N_ ("The cosine of an angle in radians.") },
  { "tan", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_tan, .signature = "tan(x)",
    .description = N_ ("The tangent of an angle in radians.") },
  { "asin", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_asin, .signature = "asin(x)",
    .description = N_ ("The angle with a sine, in radians.") },
  { "acos", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_acos, .signature = "acos(x)",
    .description = N_ ("The angle with a cosine, in radians.") },
  { "atan", 1, GSCOPE_MATH_UNIT_NUMBER, .func = compute_atan, .signature = "atan(x)",
    .description = N_ ("The angle with a tangent, in radians.") },
  { "atan2", 2, GSCOPE_MATH_UNIT_COMPARED, .func = compute_atan2, .signature = "atan2(y, x)",
    .description = N_ ("The angle of the point (x, y), in radians.") },
  { NULL },
};

static const GscopeMathFunction *
find (const GscopeMathFunction *table, const char *name)
{
  while (table->name && !g_str_equal (table->name, name))
    table++;
  return table->name ? table : NULL;
}

const GscopeMathFunction *
gscope_math_find_function (const char *name)
{
  const GscopeMathFunction *function = find (gscope_math_plain_functions, name);

  if (!function)
    function = find (gscope_math_window_functions, name);
  return function ? function : find (gscope_math_measured_functions, name);
}
