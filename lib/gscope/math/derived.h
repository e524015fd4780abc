/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/search.h>

/* A signal that an expression computes from others. */
typedef struct _GscopeMathDerived GscopeMathDerived;

/* The unit of the signal is computed if it has none. */
GscopeMathDerived *gscope_math_derived_new (GscopeSignal *signal, const char *expression);
void gscope_math_derived_free (GscopeMathDerived *self);

/* Looks for the signals and parameters that it reads, if they changed. */
void gscope_math_derived_bind (GscopeMathDerived *self, const GscopeMathSearch *search);
/* Returns whether the expression names one of a set of signals, given by their full names. */
gboolean gscope_math_derived_names_any (GscopeMathDerived *self, GHashTable *names);
GscopeSignal *gscope_math_derived_get_signal (GscopeMathDerived *self);
/* Returns the name of the signal. */
const char *gscope_math_derived_get_name (GscopeMathDerived *self);
/* Returns why it has no values, or which units do not fit; NULL if all is well. */
const char *gscope_math_derived_get_problem (GscopeMathDerived *self);
/* Compiles the expression again, for another computation beside the first. Its inputs are the inputs of the signal, none while
 * signals are missing: the signal of an input, or NULL and the values of its parameter so far. */
GscopeMathProgram *
gscope_math_derived_compile (GscopeMathDerived *self, const GscopeMathSearch *search);
guint gscope_math_derived_get_n_inputs (GscopeMathDerived *self);
GscopeSignal *gscope_math_derived_get_input (GscopeMathDerived *self, guint input);
GArray *gscope_math_derived_copy_changes (GscopeMathDerived *self, guint input);
/* Begins with the latest hundred thousand samples of each signal; older samples are not computed. */
void gscope_math_derived_skip (GscopeMathDerived *self);
/* Computes what its signals have by now; in playback, up to the pen, and everything again after a jump. A long past takes
 * several calls: returns whether nothing is left. */
gboolean gscope_math_derived_run (GscopeMathDerived *self, GscopeClock *clock);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeMathDerived, gscope_math_derived_free)
