/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The picture of a recording larger than the budget, from the whole to a few samples. */

#include "support/player-bed.h"

#define MS GSCOPE_MSEC

enum
{
  N_NOISE = 250000,
  N_COLUMNS = 400,
};

static double
get_noise (guint i)
{
  return (double) ((i + 1) * 2654435761u >> 12);
}

static char *
make_noise (void)
{
  GString *text = g_string_new (NULL);

  for (guint i = 0; i < N_NOISE; i++)
    g_string_append_printf (text, "%u %.0f noise\n", i, get_noise (i));
  return g_string_free (text, FALSE);
}

static void
find_extremes (guint begin, guint end, double *min, double *max)
{
  *min = G_MAXDOUBLE;
  *max = -G_MAXDOUBLE;
  for (guint i = begin; i < end; i++)
    {
      *min = MIN (*min, get_noise (i));
      *max = MAX (*max, get_noise (i));
    }
}

/* Compares the columns of a window with those of all samples: an extreme may be in the next column, and nothing is
 * higher or lower than in the neighbourhood. */
static void
check_window (PlayerBed *f, guint begin, guint n)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_scope_find_signal (f->scope, "noise"));
  GscopeColumn columns[N_COLUMNS];
  guint width = n / N_COLUMNS;

  player_bed_show (f, begin * MS, (gint64) (begin + n) * MS);
  gscope_trace_get_columns (trace, begin * MS, width * MS, N_COLUMNS, columns);
  for (guint i = 1; i + 1 < N_COLUMNS; i++)
    {
      guint at = begin + i * width;
      double min, max;

      find_extremes (at, at + width, &min, &max);
      g_assert_cmpfloat (MIN (MIN (columns[i - 1].min, columns[i].min), columns[i + 1].min), <=,
                         min);
      g_assert_cmpfloat (MAX (MAX (columns[i - 1].max, columns[i].max), columns[i + 1].max), >=,
                         max);
      find_extremes (at - width, at + 2 * width, &min, &max);
      g_assert_cmpuint (columns[i].count, >, 0);
      g_assert_cmpfloat (columns[i].min, >=, min);
      g_assert_cmpfloat (columns[i].max, <=, max);
    }
}

/* The overview has fewer cells than these windows have columns. */
static void
test_every_zoom (PlayerBed *f, gconstpointer data)
{
  g_autofree char *text = make_noise ();

  gscope_player_set_budget (f->player, 2 << 20);
  player_bed_open (f, text);
  g_assert_true (gscope_player_get_overview (f->player));
  check_window (f, 130000, 100000);
  check_window (f, 20000, 50000);
  check_window (f, 180000, 25000);
  check_window (f, 90000, 12000);
  check_window (f, 140000, 3000);
  check_window (f, 70000, 400);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/player-zoom/every-zoom", PlayerBed, NULL, player_bed_set_up, test_every_zoom,
              player_bed_tear_down);
  return g_test_run ();
}
