/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Figure 6.1 of the dissertation, from the ready-made workspace: with twice the number of long-lived
 * flows the congestion window of one of them shrinks. Three runs at a time, each in a process of its
 * own, judged by their recordings. */

#include "support/workspace-bed.h"

#define N_RUNS 3

/* How long the windows settle after a change, and how long they are measured. */
#define SETTLING (10 * GSCOPE_SEC)
#define MEASURING (45 * GSCOPE_SEC)

/* The bar. */
#define MOST 0.75

/* Half of the ticks of 10 ms and of the means every 100 ms must have a sample on a busy machine. */
static const struct
{
  const char *title;
  const char *signal;
  guint fewest;
} rows[] = {
  { "cwnd of one flow", "tcp/*:5001 > */cwnd", MEASURING / (20 * GSCOPE_MSEC) },
  { "mean cwnd", "tcp/all/cwnd", MEASURING / (200 * GSCOPE_MSEC) },
};

static double
get_mean (GArray *samples, gint64 begin, guint fewest)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time < begin || sample->time >= begin + MEASURING)
        continue;
      sum += sample->value;
      n++;
    }
  g_assert_cmpuint (n, >=, fewest);
  return sum / n;
}

static void
judge (WorkspaceBed *bed, gint64 changed, guint row)
{
  g_autoptr (GArray) cwnd = workspace_bed_read (bed, rows[row].signal);
  double few = get_mean (cwnd, changed - MEASURING, rows[row].fewest);
  double many = get_mean (cwnd, changed + SETTLING, rows[row].fewest);

  g_print ("# %s: %.2f packets with 10 elephants, %.2f with 20: %.2f of it, at most %.2f\n",
           rows[row].title, few, many, many / few, MOST);
  g_assert_cmpfloat (many / few, <=, MOST);
}

static int
run (void)
{
  WorkspaceBed bed;
  gint64 changed;

  workspace_bed_open (&bed, "tcp-congestion");
  workspace_bed_pass (&bed, SETTLING + MEASURING);
  changed = workspace_bed_get_time (&bed);
  g_assert_null (workspace_bed_write (&bed, "mxtraf/elephants", g_variant_new_int64 (20)));
  workspace_bed_pass (&bed, SETTLING + MEASURING + GSCOPE_SEC);
  g_assert_cmpfloat (workspace_bed_get (&bed, "mxtraf/elephants"), ==, 20);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    judge (&bed, changed, i);
  workspace_bed_close (&bed);
  return 0;
}

static void
test_congestion (gconstpointer program)
{
  GSubprocess *processes[N_RUNS];

  if (workspace_bed_is_emulated ())
    {
      g_test_skip ("NOT TESTED: an emulated processor cannot forward three times 30 Mbit/s");
      return;
    }
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (GError) error = NULL;

      processes[i] = g_subprocess_new (G_SUBPROCESS_FLAGS_NONE, &error, program, "--run", NULL);
      g_assert_no_error (error);
    }
  for (guint i = 0; i < N_RUNS; i++)
    {
      g_autoptr (GError) error = NULL;

      g_subprocess_wait_check (processes[i], NULL, &error);
      g_assert_no_error (error);
      g_object_unref (processes[i]);
    }
}

int
main (int argc, char *argv[])
{
  if (argc == 2 && g_str_equal (argv[1], "--run"))
    return run ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/network/congestion", argv[0], test_congestion);
  return g_test_run ();
}
