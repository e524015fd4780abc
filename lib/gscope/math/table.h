/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/program.h>

enum
{
  GSCOPE_MATH_INPUT_SAMPLES = 256,
};

/* The samples of a signal, or the values of a parameter, in the order of time. */
typedef struct
{
  /* NULL for a parameter */
  GscopeTrace *trace;
  /* the next sample in the trace that was not read, and samples that were read of it, with the causes of gaps in their values */
  guint64 position;
  GscopeSample samples[GSCOPE_MATH_INPUT_SAMPLES];
  gsize n;
  gsize next;
  /* of GscopeSample: the values of the parameter, each from its time on; NULL for a signal */
  GArray *changes;
  guint next_change;
  /* the value that holds */
  double value;
} GscopeMathInput;

/* Computes an expression, with a row for each time at which one of its inputs has a sample. One thread at a time. */
typedef struct
{
  /* NULL for a table that is not initialised */
  GscopeMathProgram *program;
  GscopeMathInput *inputs;
  guint n_inputs;
  /* a block of rows: the values of each input, one after the other, their times, and who has a sample there */
  double *values;
  const double **columns;
  gint64 *times;
  guint64 *fresh;
} GscopeMathTable;

/* Takes the results of rows; a gap carries its cause. */
typedef void (*GscopeMathTakeFunc) (gpointer data, const gint64 *times, const double *values,
                                    gsize n);

/* Takes a program. Each input of the table is then given a trace, of which it has the reference, or changes. */
void gscope_math_table_init (GscopeMathTable *self, GscopeMathProgram *program);
void gscope_math_table_clear (GscopeMathTable *self);
/* Forgets all earlier rows, and begins with the oldest value of each parameter. */
void gscope_math_table_rewind (GscopeMathTable *self);
/* Computes the rows before a time. Stops early, between two times, after a number of rows. Returns the time before which all rows
 * are computed. */
gint64 gscope_math_table_run (GscopeMathTable *self, gint64 horizon, gsize max_rows,
                              GscopeMathTakeFunc take, gpointer data);
/* Takes the value that an input has at a time, out of its trace. */
void gscope_math_input_hold (GscopeMathInput *self, gint64 time);
