/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Schedule”: the rows of tasks and hogs move, and with more hogs the tasks still run. Without
 * BPF the status says what is missing. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>
#include <thread-state.h>

#define WATCHED GSCOPE_SEC

/* The first task works 4 ms in each 20 ms. */
#define TASK_SHARE 0.2

static gboolean
has (WorkspaceBed *bed, const char *signal)
{
  return gscope_scope_find_signal (bed->scope, signal) != NULL;
}

/* The share of the time between two times in which a thread runs. */
static double
find_share (GArray *samples, gint64 begin, gint64 end)
{
  gint64 sum = 0;

  for (guint i = 0; i + 1 < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);
      gint64 from = CLAMP (sample[0].time, begin, end), to = CLAMP (sample[1].time, begin, end);

      if (sample->value >= THREAD_STATE_RUNS)
        sum += to - from;
    }
  return (double) sum / (end - begin);
}

static guint
count_ready (GArray *samples)
{
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    n += g_array_index (samples, GscopeSample, i).value == THREAD_STATE_READY;
  return n;
}

/* Neither is more than the reserve has. */
static void
assert_budgets (WorkspaceBed *bed)
{
  g_autoptr (GArray) samples = workspace_bed_read (bed, "schedule/budgets/task-1");

  for (guint i = 0; i < samples->len; i++)
    {
      double value = g_array_index (samples, GscopeSample, i).value;

      g_assert_true (isnan (value) || (value >= 0 && value <= 5));
    }
}

static void
test_privileged (WorkspaceBed *bed)
{
  gint64 begin, end;
  double share;

  while (!has (bed, "schedule/threads/task-1") || !has (bed, "schedule/threads/spin"))
    workspace_bed_turn (bed);
  g_assert_null (workspace_bed_write (bed, "hogs/competitors", g_variant_new_int64 (4)));
  begin = workspace_bed_get_time (bed);
  workspace_bed_pass (bed, WATCHED);
  end = begin + WATCHED;
  workspace_bed_pass (bed, WATCHED / 2);
  {
    g_autoptr (GArray) task = workspace_bed_read (bed, "schedule/threads/task-1");
    g_autoptr (GArray) hogs = workspace_bed_read (bed, "schedule/threads/spin*");

    share = find_share (task, begin, end);
    g_test_message ("the first task runs %.1f %% of the time", 100 * share);
    g_assert_cmpfloat (share, >, TASK_SHARE / 4);
    g_assert_cmpfloat (share, <, TASK_SHARE * 2);
    g_assert_cmpuint (count_ready (hogs), >, 0);
  }
  assert_budgets (bed);
}

static void
test_schedule (void)
{
  GscopeSource *source;
  WorkspaceBed bed;

  workspace_bed_open (&bed, "schedule");
  source = workspace_bed_find_source (&bed, "schedule");
  if (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_TROUBLE)
    {
      g_test_message ("%s", gscope_source_get_status (source));
      g_assert_nonnull (strstr (gscope_source_get_status (source), "BPF"));
      g_assert_null (workspace_bed_write (&bed, "hogs/competitors", g_variant_new_int64 (2)));
    }
  else
    test_privileged (&bed);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/schedule", test_schedule);
  return page_directory_run ();
}
