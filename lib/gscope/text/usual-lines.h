/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/text/name-table.h>
#include <gscope/text/tuple.h>

/* Tuple text as programs mostly write it: numbers without exponents, times that are not negative, one
 * space between fields, names that are known and come in the same order over and over. It is read
 * several times faster than all that may be written. */

/* The expectation for the next line from the lines so far. */
typedef struct
{
  GscopeNameTable names;
  guint last_name;
  /* whether times may not go backwards, and from when on */
  gboolean is_ordered;
  gint64 earliest;
} GscopeLineState;

/* Reads lines from `*text` until one is not usual, whether right or wrong, or `n` are read or `end` is
 * reached. Returns how many; `*text` is then the next line. GSCOPE_DECIMAL_SLACK bytes behind `end`
 * must be readable. */
gsize gscope_usual_lines_read (GscopeLineState *state, const char **text, const char *end,
                               GscopeTuple *tuples, gsize n);

/* The same without vector instructions that not every processor has. */
gsize gscope_usual_lines_read_portably (GscopeLineState *state, const char **text, const char *end,
                                        GscopeTuple *tuples, gsize n);
