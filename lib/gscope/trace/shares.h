/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/pyramid.h>
#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/* For how long a signal was in each of its states, summed from its oldest sample. Row i holds the sums up to the time of
 * sample i * GSCOPE_SHARES_LEAF, one for each of `room` states, modulo 2^64; only differences of rows are used. Rows are
 * computed when they are first asked for. All zero is empty. */
typedef struct
{
  guint64 *rows;
  guint room;
  /* the rows that exist, and the one at which `rows` begins */
  guint64 first;
  guint64 end;
  guint64 base;
  gsize size;
} GscopeShares;

enum
{
  GSCOPE_SHARES_LEAF = 64,
};

/* Returns the state of a value; -1 if it is not the value of a state. */
static inline int
gscope_state_of (double value)
{
  int state = value >= 0 && value < GSCOPE_MAX_STATES ? (int) value : -1;

  return state == value ? state : -1;
}

void gscope_shares_clear (GscopeShares *self);
gsize gscope_shares_get_bytes (const GscopeShares *self);

/* Computes for n columns, `width` ns each, how many nanoseconds each state lasted. The newest state lasts until `until`. */
void gscope_shares_query (GscopeShares *self, const GscopePyramid *pyramid, gint64 time,
                          gint64 width, gsize n, gint64 until, gsize n_states, gint64 *durations);

G_END_DECLS
