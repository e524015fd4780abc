/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Overload”: each policy lets other decoders keep up, and up-calls suspend and resume the least
 * important one. Without permission the work is simulated, and the scheduler is the same. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>

#define LOAD 105
#define THRESHOLD 90

static void
await_state (WorkspaceBed *bed, double state)
{
  while (workspace_bed_get (bed, "overload/minor/state") != state)
    workspace_bed_turn (bed);
}

static gboolean
has_rate (WorkspaceBed *bed, const char *signal, double rate)
{
  return fabs (workspace_bed_get (bed, signal) - rate) < 0.1;
}

/* Waits until all decoders have their rates at the same time. */
static void
await_rates (WorkspaceBed *bed, double important, double medium, double minor)
{
  while (!has_rate (bed, "overload/important/rate", important)
         || !has_rate (bed, "overload/medium/rate", medium)
         || !has_rate (bed, "overload/minor/rate", minor))
    workspace_bed_turn (bed);
}

static void
write_policy (WorkspaceBed *bed, const char *policy)
{
  g_assert_null (workspace_bed_write (bed, "overload/policy", g_variant_new_string (policy)));
}

static void
write_load (WorkspaceBed *bed, double load)
{
  g_assert_null (workspace_bed_write (bed, "overload/load", g_variant_new_double (load)));
}

/* Counts the markers of the up-calls about the minor decoder. */
static guint
count_markers (WorkspaceBed *bed, const char *label)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (bed->scope));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (markers); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);
      const char *detail = gscope_marker_get_detail (marker);

      n += g_str_equal (gscope_marker_get_label (marker), label)
           && g_strcmp0 (detail, "Minor decoder") == 0;
    }
  return n;
}

/* A workload that had no processor for a while may send its samples before its markers. */
static void
await_marker (WorkspaceBed *bed, const char *label)
{
  while (count_markers (bed, label) == 0)
    workspace_bed_turn (bed);
}

/* Returns the share of the recorded samples of a signal in which it has a value. */
static double
find_share (WorkspaceBed *bed, const char *signal, double value)
{
  g_autoptr (GArray) samples = workspace_bed_read (bed, signal);
  guint n = 0;

  g_assert_cmpuint (samples->len, >, 0);
  for (guint i = 0; i < samples->len; i++)
    n += g_array_index (samples, GscopeSample, i).value == value;
  return (double) n / samples->len;
}

static void
test_workspace (void)
{
  WorkspaceBed bed;
  double share;

  workspace_bed_open (&bed, "overload");
  await_rates (&bed, 1, 1, 1);
  write_load (&bed, LOAD);
  await_rates (&bed, 1, 1, (THRESHOLD - LOAD * 2 / 3.0) / (LOAD / 3.0));
  await_state (&bed, 0);
  write_policy (&bed, "suspend");
  await_state (&bed, 1);
  await_rates (&bed, 1, 1, 0);
  await_marker (&bed, "Suspended");
  write_load (&bed, 60);
  await_state (&bed, 0);
  await_rates (&bed, 1, 1, 1);
  await_marker (&bed, "Resumed");
  write_policy (&bed, "fair-progress");
  write_load (&bed, LOAD);
  await_rates (&bed, (double) THRESHOLD / LOAD, (double) THRESHOLD / LOAD,
               (double) THRESHOLD / LOAD);
  /* a suspended thread ends soon, too */
  write_policy (&bed, "suspend");
  await_state (&bed, 1);
  share = find_share (&bed, "overload/minor/state", 1);
  g_test_message ("suspended in %.0f %% of the time", 100 * share);
  g_assert_cmpfloat (share, >, 0);
  g_assert_cmpfloat (share, <, 1);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/overload", test_workspace);
  return page_directory_run ();
}
