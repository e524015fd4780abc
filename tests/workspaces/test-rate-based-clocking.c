/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Rate-based clocking”: a train that a rate clock paces arrives in little more than a round-trip time; slow start
 * takes several. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

/* The test takes half of the round-trip time and of the pause. The train takes the round-trip time and 0.024 s on
 * the link. */
#define ROUND_TRIP 0.05
#define LEAST 0.07
/* The bar: slow start takes two round-trip times more at least. */
#define LEAST_MORE 0.1

/* Waits for the transfer time of a later train. */
static double
await_transfer (WorkspaceBed *bed, double before)
{
  double time;

  do
    {
      workspace_bed_turn (bed);
      time = workspace_bed_get (bed, "mxtraf/transfer-time");
    }
  while (isnan (time) || time == before);
  return time;
}

/* Returns the shortest transfer time between two times, of those that have come until now. */
static double
find_shortest_yet (WorkspaceBed *bed, gint64 begin, gint64 end)
{
  GscopeTrace *trace =
      gscope_signal_get_trace (gscope_scope_find_signal (bed->scope, "mxtraf/transfer-time"));
  double shortest = INFINITY;

  for (guint64 at = gscope_trace_find (trace, begin);
       at < gscope_trace_get_end (trace) && gscope_trace_get_time (trace, at) < end; at++)
    shortest = fmin (shortest, gscope_trace_get_value (trace, at));
  return shortest;
}

/* Returns the shortest transfer time since a time: other programs can only prolong a transfer. */
static double
find_shortest (GArray *samples, gint64 begin, gint64 end)
{
  double shortest = INFINITY;

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time >= begin && sample->time < end)
        shortest = fmin (shortest, sample->value);
    }
  return shortest;
}

static void
test_clocking (void)
{
  g_autoptr (GArray) times = NULL;
  gint64 changed, clocked;
  double slow, paced;
  WorkspaceBed bed;

  if (workspace_bed_is_emulated ())
    {
      g_test_skip ("NOT TESTED: an emulated processor cannot forward 50 Mbit/s");
      return;
    }
  workspace_bed_open (&bed, "rate-based-clocking");
  g_assert_null (workspace_bed_write (&bed, "mxtraf/rtt", g_variant_new_double (ROUND_TRIP)));
  g_assert_null (workspace_bed_write (&bed, "mxtraf/pause", g_variant_new_double (1)));
  slow = await_transfer (&bed, NAN);
  changed = workspace_bed_get_time (&bed);
  g_assert_null (workspace_bed_write (&bed, "mxtraf/pause", g_variant_new_double (0.2)));
  g_assert_null (workspace_bed_write (&bed, "mxtraf/pacing", g_variant_new_string ("clock")));
  paced = await_transfer (&bed, slow);
  clocked = workspace_bed_get_time (&bed) - 100 * GSCOPE_MSEC;
  /* other programs may prolong several transfers that follow each other */
  do
    paced = await_transfer (&bed, paced);
  while (find_shortest_yet (&bed, 0, changed) - find_shortest_yet (&bed, clocked, G_MAXINT64)
         < LEAST_MORE);

  times = workspace_bed_read (&bed, "mxtraf/transfer-time");
  slow = find_shortest (times, 0, changed);
  paced = find_shortest (times, clocked, G_MAXINT64);
  g_test_message ("transfer time: %.0f ms with slow start, %.0f ms paced", slow * 1e3, paced * 1e3);
  g_assert_cmpfloat (paced, >=, LEAST);
  g_assert_cmpfloat (slow - paced, >=, LEAST_MORE);
  workspace_bed_close (&bed);
}

/* Packets arrive in each mode, with the least and the greatest quota. Without the privilege for a network
 * namespace the source says so. */
static void
test_polling (void)
{
  static const char *const modes[] = { "interrupts", "busy-poll", "threaded" };
  WorkspaceBed bed;
  GscopeSource *source;

  workspace_bed_open (&bed, "rate-based-clocking");
  source = workspace_bed_find_source (&bed, "polling");
  if (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_RUNNING)
    {
      g_assert_null (workspace_bed_write (&bed, "polling/rate", g_variant_new_double (2000)));
      for (guint i = 0; i < 2 * G_N_ELEMENTS (modes); i++)
        {
          g_autofree char *refusal = NULL;

          g_assert_null (
              workspace_bed_write (&bed, "polling/quota", g_variant_new_int64 (i % 2 ? 1 : 15)));
          refusal = workspace_bed_write (&bed, "polling/mode", g_variant_new_string (modes[i / 2]));
          if (refusal)
            {
              g_test_message ("%s: %s", modes[i / 2], refusal);
              continue;
            }
          /* until the shown values are of this mode alone */
          workspace_bed_pass (&bed, 300 * GSCOPE_MSEC);
          while (!(workspace_bed_get (&bed, "polling/throughput") > 100))
            workspace_bed_turn (&bed);
          g_test_message ("%s: %.0f packets/s, %.0f µs", modes[i / 2],
                          workspace_bed_get (&bed, "polling/throughput"),
                          workspace_bed_get (&bed, "polling/latency"));
        }
      /* a burst in half an hour does not delay the end */
      g_assert_null (workspace_bed_write (&bed, "polling/rate", g_variant_new_double (0.01)));
    }
  else
    g_assert_nonnull (strstr (gscope_source_get_status (source), "cannot"));
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/rate-based-clocking", test_clocking);
  g_test_add_func ("/workspaces/rate-based-clocking/polling", test_polling);
  return page_directory_run ();
}
