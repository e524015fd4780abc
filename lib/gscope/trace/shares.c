/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/shares.h>

#include <string.h>

enum
{
  LEAF = GSCOPE_SHARES_LEAF,
  MIN_ROOM = 4,
};

/* The sums up to the sample `at`, which is the last one before the time that they were advanced to. */
typedef struct
{
  const GscopeShares *shares;
  const GscopePyramid *pyramid;
  guint64 at;
  GscopeSample sample;
  guint64 sums[GSCOPE_MAX_STATES];
} Cursor;

void
gscope_shares_clear (GscopeShares *self)
{
  g_free (self->rows);
  *self = (GscopeShares){ 0 };
}

gsize
gscope_shares_get_bytes (const GscopeShares *self)
{
  return self->size * self->room * sizeof *self->rows;
}

static guint64 *
get_row (const GscopeShares *self, guint64 index)
{
  return self->rows + (index - self->base) * self->room;
}

/* Adds the durations of n samples to sums; the sample after them is there, too. */
static void
add_up (guint64 *sums, const GscopeSample *samples, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      int state = gscope_state_of (samples[i].value);

      if (state >= 0)
        sums[state] += (guint64) samples[i + 1].time - (guint64) samples[i].time;
    }
}

/* Makes room in each row for the states of n samples. */
static void
widen (GscopeShares *self, const GscopeSample *samples, gsize n)
{
  guint room = self->room;
  guint64 *rows;

  for (gsize i = 0; i < n; i++)
    while (gscope_state_of (samples[i].value) >= (int) room)
      room *= 2;
  if (room == self->room)
    return;

  rows = g_new0 (guint64, self->size * room);
  for (guint64 i = self->first; i < self->end; i++)
    memcpy (rows + (i - self->base) * room, get_row (self, i), self->room * sizeof *rows);
  g_free (self->rows);
  self->rows = rows;
  self->room = room;
}

/* Makes room for one more row. */
static void
reserve (GscopeShares *self)
{
  gsize n = self->end - self->first;

  if (self->end - self->base < self->size)
    return;

  if (n > self->size / 2)
    {
      self->size *= 2;
      self->rows = g_renew (guint64, self->rows, self->size * self->room);
    }
  memmove (self->rows, get_row (self, self->first), n * self->room * sizeof *self->rows);
  self->base = self->first;
}

/* Begins with the oldest sample, from which all sums are counted. */
static void
begin (GscopeShares *self, guint64 first)
{
  gscope_shares_clear (self);
  self->room = MIN_ROOM;
  self->size = MIN_ROOM;
  self->rows = g_new0 (guint64, self->size * self->room);
  self->base = self->first = first;
  self->end = first + 1;
}

/* Computes the rows of the samples that came since the last time, and forgets those of evicted ones. */
static void
update (GscopeShares *self, const GscopePyramid *pyramid)
{
  guint64 first = pyramid->first / LEAF, last = (pyramid->end - 1) / LEAF;
  GscopeSample samples[LEAF + 1];

  if (!self->rows || first >= self->end || last + 1 < self->end)
    begin (self, first);
  self->first = first;
  while (self->end <= last)
    {
      gscope_pyramid_read (pyramid, (self->end - 1) * LEAF, samples, LEAF + 1);
      reserve (self);
      widen (self, samples, LEAF);
      memcpy (get_row (self, self->end), get_row (self, self->end - 1),
              self->room * sizeof *self->rows);
      add_up (get_row (self, self->end), samples, LEAF);
      self->end++;
    }
}

/* Moves the cursor to a later sample. */
static void
move (Cursor *self, guint64 at)
{
  GscopeSample samples[LEAF + 1];
  guint64 leaf = at / LEAF;

  if (at == self->at)
    return;
  if (self->at == G_MAXUINT64 || self->at / LEAF != leaf)
    {
      memcpy (self->sums, get_row (self->shares, leaf), self->shares->room * sizeof *self->sums);
      self->at = leaf * LEAF;
    }
  gscope_pyramid_read (self->pyramid, self->at, samples, at - self->at + 1);
  add_up (self->sums, samples, at - self->at);
  self->sample = samples[at - self->at];
  self->at = at;
}

/* Gets the sums up to a time that is not before the cursor. */
static void
get_sums (Cursor *self, gint64 time, gsize n_states, guint64 *sums)
{
  guint64 guess = self->at == G_MAXUINT64 ? 0 : self->at;
  guint64 next = gscope_pyramid_find (
      self->pyramid, time, self->at == G_MAXUINT64 ? self->pyramid->first : guess, guess);
  int state;

  memset (sums, 0, n_states * sizeof *sums);
  if (next == self->pyramid->first)
    {
      memcpy (sums, get_row (self->shares, next / LEAF),
              MIN (n_states, self->shares->room) * sizeof *sums);
      return;
    }
  move (self, next - 1);
  memcpy (sums, self->sums, n_states * sizeof *sums);
  state = gscope_state_of (self->sample.value);
  if (state >= 0 && state < (int) n_states)
    sums[state] += (guint64) time - (guint64) self->sample.time;
}

void
gscope_shares_query (GscopeShares *self, const GscopePyramid *pyramid, gint64 time, gint64 width,
                     gsize n, gint64 until, gsize n_states, gint64 *durations)
{
  guint64 sums[2][GSCOPE_MAX_STATES];
  Cursor cursor = { self, pyramid, .at = G_MAXUINT64 };

  if (pyramid->first == pyramid->end)
    {
      memset (durations, 0, n * n_states * sizeof *durations);
      return;
    }
  update (self, pyramid);
  until = MAX (until, gscope_pyramid_get_time (pyramid, pyramid->end - 1));
  get_sums (&cursor, MIN (time, until), n_states, sums[0]);
  for (gsize i = 0; i < n; i++)
    {
      const guint64 *before = sums[i % 2];
      guint64 *after = sums[(i + 1) % 2];

      if (__builtin_add_overflow (time, width, &time))
        time = G_MAXINT64;
      get_sums (&cursor, MIN (time, until), n_states, after);
      for (gsize k = 0; k < n_states; k++)
        durations[i * n_states + k] = (gint64) (after[k] - before[k]);
    }
}
