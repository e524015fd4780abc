/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/functions.h>

enum
{
  GSCOPE_MATH_MAX_OPERATIONS = 256,
  GSCOPE_MATH_MAX_INPUTS = 64,
};

/* Returns the unit of a signal or parameter, an empty text if it is a pure number, or NULL if there is none with the name. */
typedef const char *(*GscopeMathResolver) (const char *name, gpointer data);

/* A compiled expression. It computes values from those of its inputs, in time order, and remembers what its windows need. */
typedef struct _GscopeMathProgram GscopeMathProgram;

/* Compiles an expression. An error sets the byte of the text at which it is. */
GscopeMathProgram *gscope_math_program_new (const char *text, GscopeMathResolver resolver,
                                            gpointer data, gsize *place, GError **error);
void gscope_math_program_free (GscopeMathProgram *self);

/* The names of the signals and parameters that it reads, in the order in which it takes their values. */
const char *const *gscope_math_program_get_inputs (GscopeMathProgram *self);
guint gscope_math_program_get_n_inputs (GscopeMathProgram *self);
/* The unit of the result; an empty text for a pure number. */
const char *gscope_math_program_get_unit (GscopeMathProgram *self);
/* Says which units do not fit, and at which byte of the text; NULL if all do. The values are computed in any case. */
const char *gscope_math_program_get_mismatch (GscopeMathProgram *self, gsize *place);

/* Computes a value for each row. `inputs` has an array of values for each input, in which a gap is a not-a-number. */
void gscope_math_program_run (GscopeMathProgram *self, const GscopeMathRows *rows,
                              const double *const *inputs, double *out);
/* Forgets all earlier rows. */
void gscope_math_program_reset (GscopeMathProgram *self);
/* Returns the memory that its windows take, in bytes. */
gsize gscope_math_program_get_bytes (GscopeMathProgram *self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeMathProgram, gscope_math_program_free)
