/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/clock/clock.h>
#include <gscope/measure/measurement.h>

typedef enum
{
  /* all arguments have one unit, which is the result's */
  GSCOPE_MATH_UNIT_SAME,
  /* all arguments have one unit, the result is a pure number */
  GSCOPE_MATH_UNIT_COMPARED,
  GSCOPE_MATH_UNIT_PRODUCT,
  GSCOPE_MATH_UNIT_QUOTIENT,
  /* a power with a constant exponent */
  GSCOPE_MATH_UNIT_POWER,
  GSCOPE_MATH_UNIT_ROOT,
  /* arguments of any unit, the result is a pure number */
  GSCOPE_MATH_UNIT_DROPPED,
  /* pure numbers alone */
  GSCOPE_MATH_UNIT_NUMBER,
  /* any unit in, decibels out */
  GSCOPE_MATH_UNIT_DECIBEL,
  GSCOPE_MATH_UNIT_RATE,
  GSCOPE_MATH_UNIT_INTEGRAL,
  /* the unit of the second and the third argument, which have one */
  GSCOPE_MATH_UNIT_CHOICE,
  /* the unit of a measurement of the first argument */
  GSCOPE_MATH_UNIT_MEASURED,
} GscopeMathUnitRule;

/* The instants for which an expression is evaluated, a row each: some inputs have a sample there, the others hold their
 * value. */
typedef struct
{
  const gint64 *times;
  /* bit i of a row is set if input i has a sample there; NULL if all inputs have one in each row */
  const guint64 *fresh;
  gsize n;
} GscopeMathRows;

typedef struct _GscopeMathFunction GscopeMathFunction;

/* A function in an expression, and its memory from one block of rows to the next. */
typedef struct
{
  const GscopeMathFunction *function;
  gpointer state;
  /* the last argument of a function that has a window, nanoseconds */
  gint64 window;
  /* the inputs on which it depends, as in GscopeMathRows.fresh */
  guint64 inputs;
  /* the bytes that the windows of the expression may still take */
  gsize *budget;
} GscopeMathOperation;

/* Computes a block of values; `out` may be one of the inputs. A gap is a not-a-number, and a result without a value
 * may be any. */
typedef void (*GscopeMathFunc) (GscopeMathOperation *self, const GscopeMathRows *rows,
                                const double *const *in, double *out);

/* A row of the table of functions and operators. */
struct _GscopeMathFunction
{
  const char *name;
  guint n_args;
  GscopeMathUnitRule unit;
  GscopeMathFunc func;
  /* the size of what it remembers, 0 if it remembers nothing; its beginning is zeros */
  gsize state_size;
  /* forgets everything, and frees what the state points to */
  void (*clear) (GscopeMathOperation *self);
  /* whether its last argument is a constant time */
  gboolean has_window;
  /* how it is written; NULL for an operator */
  const char *signature;
  const char *description;
  GscopeMeasurement measurement;
};

enum
{
  /* Bytes that the windows of an expression take at most together. */
  GSCOPE_MATH_MAX_BYTES = 64 << 20,
};

/* The tables end with a row without a name. */
extern const GscopeMathFunction gscope_math_plain_functions[];
extern const GscopeMathFunction gscope_math_window_functions[];
extern const GscopeMathFunction gscope_math_measured_functions[];

const GscopeMathFunction *gscope_math_find_function (const char *name);
