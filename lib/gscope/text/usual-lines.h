/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/text/name-table.h>
#include <gscope/text/tuple.h>

/* A fast path for tuple text as programs usually write it: numbers without exponents, times that
 * are not negative, one space between fields, and known names in a repeated order. It is several
 * times faster than the general parser. */

/* State of the previous lines, from which the next one is predicted. */
typedef struct
{
  GscopeNameTable names;
  guint last_name;
  /* whether times must not go backwards, and the time below which a tuple is refused */
  gboolean is_ordered;
  gint64 earliest;
} GscopeLineState;

/* Reads lines from `*text` up to the first unusual one, valid or not, at most `n`, and not beyond
 * `end`. Returns how many; `*text` is then the next line. GSCOPE_DECIMAL_SLACK bytes behind `end`
 * must be readable. */
gsize gscope_usual_lines_read (GscopeLineState *state, const char **text, const char *end,
                               GscopeTuple *tuples, gsize n);

/* The same without optional vector instructions. */
gsize gscope_usual_lines_read_portably (GscopeLineState *state, const char **text, const char *end,
                                        GscopeTuple *tuples, gsize n);
