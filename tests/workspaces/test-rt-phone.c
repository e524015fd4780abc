/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “RT-Phone”: a shorter packet makes a shorter delay, and with reserves no packet is later than the
 * bound; video begins and ends. Without permission the call has no reserves, and the status says so. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

/* Waits for a number of packets since now. Returns the part of the delays that are above `bound`. */
static double
watch (WorkspaceBed *bed, guint n_packets, double bound)
{
  GscopeTrace *trace =
      gscope_signal_get_trace (gscope_scope_find_signal (bed->scope, "phone/near/delay"));
  guint64 begin = gscope_trace_get_end (trace);
  guint n = 0, n_above = 0;

  while (gscope_trace_get_end (trace) < begin + n_packets)
    workspace_bed_turn (bed);
  for (guint64 at = begin; at < gscope_trace_get_end (trace); at++)
    {
      double delay = gscope_trace_get_value (trace, at);

      n += !isnan (delay);
      n_above += delay > bound;
    }
  return n_above / (double) n;
}

static void
await (WorkspaceBed *bed, const char *signal, double value)
{
  while (!(fabs (workspace_bed_get (bed, signal) - value) < 1e-6))
    workspace_bed_turn (bed);
}

/* Another program may take the processor from the kernel's network, so a few packets may be late. */
static void
test_privileged (WorkspaceBed *bed)
{
  double late;

  await (bed, "phone/bound", 48);
  late = watch (bed, 60, 48);
  g_test_message ("%.0f %% of the packets were late", 100 * late);
  g_assert_cmpfloat (late, <=, 0.1);
  g_assert_null (workspace_bed_write (bed, "phone/packet", g_variant_new_double (40)));
  await (bed, "phone/bound", 120);
  /* no packet is heard before it was spoken */
  watch (bed, 15, 0);
  g_assert_cmpfloat (watch (bed, 15, 40), ==, 1);
}

static void
test_ordinary (WorkspaceBed *bed, const char *status)
{
  g_test_message ("%s", status);
  await (bed, "phone/bound", 48);
  g_assert_cmpfloat (watch (bed, 15, 16), ==, 1);
}

/* A conference has video, too, and a higher sampling rate is worth more. */
static void
test_conference (WorkspaceBed *bed)
{
  g_assert_null (workspace_bed_write (bed, "phone/video", g_variant_new_int64 (30)));
  while (!(workspace_bed_get (bed, "phone/near-video/delay") > 0)
         || !(workspace_bed_get (bed, "phone/far-video/packets") > 1))
    workspace_bed_turn (bed);
  g_assert_null (workspace_bed_write (bed, "phone/rate", g_variant_new_int64 (24)));
  while (!(workspace_bed_get (bed, "phone/near/utility") > 260))
    workspace_bed_turn (bed);
  g_assert_null (workspace_bed_write (bed, "phone/video", g_variant_new_int64 (0)));
  while (!isnan (workspace_bed_get (bed, "phone/far-video/packets")))
    workspace_bed_turn (bed);
}

static void
test_workspace (void)
{
  g_autofree char *refusal = NULL;
  WorkspaceBed bed;
  const char *status;

  workspace_bed_open (&bed, "rt-phone");
  refusal = workspace_bed_write (&bed, "phone/budget", g_variant_new_double (20));
  g_assert_nonnull (refusal);
  status = gscope_source_get_status (workspace_bed_find_source (&bed, "phone"));
  if (status && strstr (status, "no reserves"))
    test_ordinary (&bed, status);
  else
    test_privileged (&bed);
  test_conference (&bed);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/rt-phone", test_workspace);
  return page_directory_run ();
}
