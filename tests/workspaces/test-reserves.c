/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Reserves”: with competitors, jobs are late without reserves, and less so with them; a click in a bar
 * sets a reserve. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

/* How long reserves are watched, and how many late jobs are enough. */
#define WATCHED (2 * GSCOPE_SEC)
#define ENOUGH 5

/* How long other programs may have reserved what the machine has. */
#define TIMEOUT (60 * G_TIME_SPAN_SECOND)

static gboolean
is_privileged (WorkspaceBed *bed)
{
  const char *status = gscope_source_get_status (workspace_bed_find_source (bed, "reserve"));

  return !status || !strstr (status, "CAP_SYS_NICE");
}

static double
count_misses (WorkspaceBed *bed)
{
  return workspace_bed_get (bed, "tasks/task-1/misses")
         + workspace_bed_get (bed, "tasks/task-2/misses")
         + workspace_bed_get (bed, "tasks/task-3/misses");
}

static void
await_number (WorkspaceBed *bed, const char *signal, double value)
{
  while (!(fabs (workspace_bed_get (bed, signal) - value) < 1e-6))
    workspace_bed_turn (bed);
}

/* Misses a second of recorded samples between two times; the counts only grow. */
static double
find_rate (GArray *samples, gint64 begin, gint64 end)
{
  double first = NAN, last = NAN;

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time < begin || sample->time > end || isnan (sample->value))
        continue;
      first = isnan (first) ? sample->value : first;
      last = sample->value;
    }
  return isnan (first) ? 0 : (last - first) / (end - begin) * GSCOPE_SEC;
}

/* Of all tasks. */
static double
read_rate (WorkspaceBed *bed, gint64 begin, gint64 end)
{
  double rate = 0;

  for (guint i = 1; i <= 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("tasks/task-%u/misses", i);
      g_autoptr (GArray) samples = workspace_bed_read (bed, name);

      rate += find_rate (samples, begin, end);
    }
  return rate;
}

/* Competitors come, and the tasks, which have no reserves, are late. */
static void
make_late (WorkspaceBed *bed)
{
  double before;

  g_assert_null (workspace_bed_write (bed, "competition/competitors", g_variant_new_int64 (5)));
  while (isnan (count_misses (bed)))
    workspace_bed_turn (bed);
  before = count_misses (bed);
  while (count_misses (bed) < before + ENOUGH)
    workspace_bed_turn (bed);
}

/* Where other programs have reserved too much at the start, the tasks have no reserves yet. */
static void
await_reserves (WorkspaceBed *bed)
{
  gint64 begin = g_get_monotonic_time ();
  char *refusal;

  while ((refusal = workspace_bed_write (bed, "tasks/reserved", g_variant_new_boolean (TRUE))))
    {
      if (g_get_monotonic_time () > begin + TIMEOUT)
        g_error ("other programs have reserved too much for a minute: end them, and try again; %s",
                 refusal);
      g_free (refusal);
      workspace_bed_turn (bed);
    }
}

static void
set_reserve (WorkspaceBed *bed)
{
  await_number (bed, "reserve/task-1/limit", 25);
  await_number (bed, "reserve/task-1/period", 20);
  g_assert_null (workspace_bed_write (bed, "reserve/task-1/budget", g_variant_new_double (6)));
  await_number (bed, "reserve/task-1/limit", 30);
}

static void
test_privileged (WorkspaceBed *bed)
{
  double with, without;
  gint64 times[4];

  await_reserves (bed);
  set_reserve (bed);
  g_assert_null (workspace_bed_write (bed, "competition/competitors", g_variant_new_int64 (5)));
  times[0] = workspace_bed_get_time (bed);
  while (workspace_bed_get_time (bed) < times[0] + WATCHED)
    workspace_bed_turn (bed);
  times[1] = workspace_bed_get_time (bed);
  g_assert_null (workspace_bed_write (bed, "tasks/reserved", g_variant_new_boolean (FALSE)));
  times[2] = workspace_bed_get_time (bed);
  make_late (bed);
  times[3] = workspace_bed_get_time (bed);

  with = read_rate (bed, times[0], times[1]);
  without = read_rate (bed, times[2], times[3]);
  g_test_message ("late jobs a second: %.2f with a reserve, %.2f without", with, without);
  g_assert_cmpfloat (without, >, with);
}

static void
test_reserves (void)
{
  WorkspaceBed bed;

  workspace_bed_open (&bed, "reserves");
  if (is_privileged (&bed))
    test_privileged (&bed);
  else
    {
      g_autofree char *refusal =
          workspace_bed_write (&bed, "tasks/reserved", g_variant_new_boolean (TRUE));

      g_assert_nonnull (refusal);
      g_assert_nonnull (strstr (refusal, "CAP_SYS_NICE"));
      make_late (&bed);
    }
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/reserves", test_reserves);
  return page_directory_run ();
}
