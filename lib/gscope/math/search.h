/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/math/program.h>
#include <gscope/source/source.h>

/* Where an expression finds the signals and parameters that it names. */
typedef struct
{
  GscopeClock *clock;
  /* all signals and sources of the scope, in their order */
  GListModel *signals;
  GListModel *sources;
  /* the source that computes the expression; NULL if there is none yet */
  GscopeSource *source;
  /* the signals (GscopeSignal) that this source computes, in their order; the expression reads the first ones */
  GPtrArray *own;
  guint n_before;
} GscopeMathSearch;

/* Returns whether a signal of the scope has its samples before the expression is computed. */
gboolean gscope_math_search_can_read (const GscopeMathSearch *self, GscopeSignal *signal);
/* Finds a signal by its full name. Returns NULL for a signal that is computed after the expression. */
GscopeSignal *gscope_math_search_find_signal (const GscopeMathSearch *self, const char *name);
/* Finds a parameter that has numbers by its full name; NULL if there is none. */
GscopeParameter *gscope_math_search_find_parameter (const GscopeMathSearch *self, const char *name);
/* Compiles an expression, which has to read a signal. An error sets the byte of the text at which it is. */
GscopeMathProgram *gscope_math_search_compile (const GscopeMathSearch *self, const char *text,
                                               gsize *place, GError **error);
