/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/publish/reduce.h>

#include <math.h>

enum
{
  /* Number of samples that are read at a time. */
  CHUNK = 512,

  FIRST = 0,
  SMALLEST,
  LARGEST,
  LAST,
  GAP,
};

typedef struct
{
  guint64 position;
  GscopeSample sample;
} Pick;

static void
look (Pick *picks, guint64 position, const GscopeSample *sample)
{
  const Pick pick = { position, *sample };

  if (isnan (sample->value))
    {
      if (isnan (picks[GAP].sample.value))
        return;
      picks[GAP] = pick;
      return;
    }
  if (picks[FIRST].position == G_MAXUINT64)
    picks[FIRST] = picks[SMALLEST] = picks[LARGEST] = pick;
  if (sample->value < picks[SMALLEST].sample.value)
    picks[SMALLEST] = pick;
  if (sample->value > picks[LARGEST].sample.value)
    picks[LARGEST] = pick;
  picks[LAST] = pick;
}

static int
compare (gconstpointer a, gconstpointer b, gpointer data)
{
  const Pick *x = a, *y = b;

  return (x->position > y->position) - (x->position < y->position);
}

gsize
gscope_reduce_column (GscopeTrace *trace, guint64 begin, guint64 end, GscopeSample *samples)
{
  Pick picks[GSCOPE_REDUCE_MAX];
  GscopeSample chunk[CHUNK];
  gsize n = 0;

  for (guint i = 0; i < GSCOPE_REDUCE_MAX; i++)
    picks[i] = (Pick){ G_MAXUINT64, { 0, 0 } };
  while (begin < end)
    {
      gsize n_read = gscope_trace_read (trace, begin, chunk, MIN (CHUNK, end - begin));

      for (gsize i = 0; i < n_read; i++)
        look (picks, begin + i, &chunk[i]);
      begin += n_read;
    }
  g_qsort_with_data (picks, GSCOPE_REDUCE_MAX, sizeof *picks, compare, NULL);
  for (guint i = 0; i < GSCOPE_REDUCE_MAX && picks[i].position != G_MAXUINT64; i++)
    if (i == 0 || picks[i].position != picks[i - 1].position)
      samples[n++] = picks[i].sample;
  return n;
}

gint64
gscope_reduce_round_up (gint64 width)
{
  gint64 power = 1;

  while (power < width / 10)
    power *= 10;
  for (;; power *= 10)
    for (guint i = 0; i < 3; i++)
      {
        const gint64 rounded = power * (const gint64[]){ 1, 2, 5 }[i];

        if (rounded >= width)
          return rounded;
      }
}

static int
compare_counts (gconstpointer a, gconstpointer b, gpointer data)
{
  const guint64 *x = a, *y = b;

  return (*x > *y) - (*x < *y);
}

guint64
gscope_reduce_share (const guint64 *waiting, gsize n, guint64 room)
{
  g_autofree guint64 *counts = g_memdup2 (waiting, n * sizeof *waiting);

  g_qsort_with_data (counts, n, sizeof *counts, compare_counts, NULL);
  for (gsize i = 0; i < n; i++)
    {
      guint64 share = room / (n - i);

      if (counts[i] > share)
        return share;
      room -= counts[i];
    }
  return G_MAXUINT64;
}
