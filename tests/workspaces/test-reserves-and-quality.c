/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Reserves and Quality”: each policy divides the processor otherwise, and an application that
 * refuses keeps its level. Without permission no application has a level, and the status says so. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

static void
write_choice (WorkspaceBed *bed, const char *parameter, const char *choice)
{
  g_assert_null (workspace_bed_write (bed, parameter, g_variant_new_string (choice)));
}

static void
await (WorkspaceBed *bed, const char *signal, double value)
{
  while (!(fabs (workspace_bed_get (bed, signal) - value) < 1e-6))
    workspace_bed_turn (bed);
}

static void
await_levels (WorkspaceBed *bed, double player, double stream, double phone)
{
  await (bed, "qos/player/allocated", player);
  await (bed, "qos/stream/allocated", stream);
  await (bed, "qos/phone/allocated", phone);
}

/* The player shows 30 frames a second at 60 %, of which 5 % are for the audio. */
static void
await_frame_rate (WorkspaceBed *bed, double level)
{
  double expected = 30 * (level - 5) / 55, rate;

  while (rate = workspace_bed_get (bed, "qos/player/rate"), !(fabs (rate - expected) < 1.5))
    workspace_bed_turn (bed);
}

/* The recorded samples never exceed what may be reserved. */
static void
assert_recorded (WorkspaceBed *bed)
{
  g_autoptr (GArray) totals = workspace_bed_read (bed, "qos/total");
  double most = 0;

  for (guint i = 0; i < totals->len; i++)
    {
      double value = g_array_index (totals, GscopeSample, i).value;

      if (!isnan (value))
        most = MAX (most, value);
    }
  g_assert_cmpfloat_with_epsilon (most, 90, 1e-6);
}

static void
test_privileged (WorkspaceBed *bed)
{
  double exact, greedy;
  const char *status;

  await_levels (bed, 60, 15, 15);
  write_choice (bed, "qos/policy", "fair");
  await_levels (bed, 50, 30, 10);
  write_choice (bed, "qos/policy", "value");
  await_levels (bed, 40, 35, 15);
  exact = workspace_bed_get (bed, "qos/utility");
  write_choice (bed, "qos/allocation", "greedy");
  await_levels (bed, 30, 40, 15);
  greedy = workspace_bed_get (bed, "qos/utility");
  g_test_message ("utility: %.3f exact, %.3f greedy", exact, greedy);
  g_assert_cmpfloat (exact, >, greedy);
  await (bed, "qos/overload", 1);
  g_assert_null (workspace_bed_write (bed, "qos/stream/takes-part", g_variant_new_boolean (FALSE)));
  await_levels (bed, 60, 0, 15);
  await (bed, "qos/overload", 0);
  g_assert_null (workspace_bed_write (bed, "qos/stream/takes-part", g_variant_new_boolean (TRUE)));
  await_levels (bed, 30, 40, 15);
  write_choice (bed, "qos/player/answer", "refuse");
  g_assert_null (workspace_bed_write (bed, "qos/capacity", g_variant_new_double (50)));
  /* the others make room for the player, which keeps its level */
  await_levels (bed, 30, 10, 10);
  await (bed, "qos/player/refusals", 1);
  status = gscope_source_get_status (workspace_bed_find_source (bed, "qos"));
  g_assert_nonnull (strstr (status, "is set to refuse"));
  await_frame_rate (bed, 30);
  assert_recorded (bed);
}

static void
test_ordinary (WorkspaceBed *bed, const char *status)
{
  g_test_message ("%s", status);
  await_levels (bed, 0, 0, 0);
  g_assert_cmpfloat (workspace_bed_get (bed, "qos/player/refusals"), >, 0);
  g_assert_cmpfloat (workspace_bed_get (bed, "qos/player/usage"), ==, 0);
}

static void
test_workspace (void)
{
  g_autofree char *refusal = NULL;
  WorkspaceBed bed;
  const char *status;

  workspace_bed_open (&bed, "reserves-and-quality");
  refusal = workspace_bed_write (&bed, "qos/player/minimum", g_variant_new_double (80));
  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "cannot register"));
  status = gscope_source_get_status (workspace_bed_find_source (&bed, "qos"));
  if (status && strstr (status, "keeps its level"))
    test_ordinary (&bed, status);
  else
    test_privileged (&bed);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/reserves-and-quality", test_workspace);
  return page_directory_run ();
}
