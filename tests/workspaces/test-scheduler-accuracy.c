/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Scheduler accuracy”: a shorter budget makes shorter bursts. Who may not reserve has the same threads without. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define ENOUGH 40
#define LONG 3.2768
#define SHORT 1.6384
/* of the long one's median burst; it is a half on a machine that has nothing else to do */
#define MOST 0.75

static int
compare (const void *a, const void *b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

static double
find_median (GArray *samples, gint64 begin, gint64 end)
{
  g_autofree double *values = g_new (double, samples->len + 1);
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time >= begin && sample->time <= end && !isnan (sample->value))
        values[n++] = sample->value;
    }
  g_assert_cmpuint (n, >, 0);
  qsort (values, n, sizeof *values, compare);
  return values[n / 2];
}

/* Waits for a number of shorter bursts since a time. */
static void
await_bursts_of (WorkspaceBed *bed, const char *name, gint64 begin, guint n, double below)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_scope_find_signal (bed->scope, name));
  guint64 at = 0;

  while (n > 0)
    {
      workspace_bed_turn (bed);
      for (at = MAX (at, gscope_trace_find (trace, begin));
           n > 0 && at < gscope_trace_get_end (trace); at++)
        n -= gscope_trace_get_value (trace, at) < below;
    }
}

static void
await_bursts (WorkspaceBed *bed, gint64 begin, guint n, double below)
{
  await_bursts_of (bed, "accuracy/thread-1/burst", begin, n, below);
}

/* Waits for a number of bursts. Returns when it began. */
static gint64
watch (WorkspaceBed *bed)
{
  gint64 begin = workspace_bed_get_time (bed);

  await_bursts (bed, begin, ENOUGH, INFINITY);
  return begin;
}

static void
test_privileged (WorkspaceBed *bed)
{
  g_autoptr (GArray) samples = NULL;
  double before, after;
  gint64 times[3];

  times[0] = watch (bed);
  times[1] = workspace_bed_get_time (bed);
  g_assert_null (
      workspace_bed_write (bed, "accuracy/thread-1/budget", g_variant_new_double (SHORT)));
  times[2] = watch (bed);

  samples = workspace_bed_read (bed, "accuracy/thread-1/burst");
  before = find_median (samples, times[0], times[1]);
  after = find_median (samples, times[2], G_MAXINT64);
  g_test_message ("median burst: %.0f us with a budget of %g ms, %.0f us with %g ms", before, LONG,
                  after, SHORT);
  g_assert_cmpfloat (after, <=, MOST * before);
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, NULL);

  g_assert_nonnull (value);
  *(gboolean *) data = TRUE;
}

static void
ask (WorkspaceBed *bed, const char *name, double value, gboolean *is_answered)
{
  GscopeSource *source = workspace_bed_find_source (bed, "accuracy");

  *is_answered = FALSE;
  gscope_parameter_write_async (gscope_source_find_parameter (source, name),
                                g_variant_new_double (value), "test", NULL, on_written,
                                is_answered);
}

/* Checks that the first thread answers while the second thread, which was asked before, waits for
 * its budget of 50 ms a second, which it used up during the bursts of the first. */
static gboolean
is_overtaken (WorkspaceBed *bed, guint i)
{
  gboolean is_answered, other_is_answered, is_first;

  await_bursts_of (bed, "accuracy/thread-2/burst", workspace_bed_get_time (bed), 200, INFINITY);
  ask (bed, "thread-1/budget", 50 + i % 2, &is_answered);
  ask (bed, "thread-2/budget", 0.1 + 0.01 * (i % 2), &other_is_answered);
  while (!is_answered && !other_is_answered)
    workspace_bed_turn (bed);
  is_first = !is_answered;
  while (!is_answered || !other_is_answered)
    workspace_bed_turn (bed);
  return is_first;
}

/* A thread that waits for its budget has nobody else wait. */
static void
test_waiting (WorkspaceBed *bed)
{
  guint tries = 0;

  g_assert_null (
      workspace_bed_write (bed, "accuracy/thread-1/period", g_variant_new_double (1000)));
  while (!is_overtaken (bed, tries))
    g_assert_cmpuint (++tries, <, 10);
}

/* No burst is shorter than its budget, which only the shorter one allows; who has to share misses periods. */
static void
test_ordinary (WorkspaceBed *bed)
{
  g_autoptr (GArray) samples = NULL;
  gint64 begin = watch (bed);
  gint64 end = workspace_bed_get_time (bed);

  g_assert_null (
      workspace_bed_write (bed, "accuracy/thread-1/budget", g_variant_new_double (SHORT)));
  await_bursts (bed, workspace_bed_get_time (bed), 1, LONG * 1000);
  g_assert_null (workspace_bed_write (bed, "competition/competitors", g_variant_new_int64 (8)));
  while (!(workspace_bed_get (bed, "accuracy/thread-2/misses") > 0))
    workspace_bed_turn (bed);
  samples = workspace_bed_read (bed, "accuracy/thread-1/burst");
  g_assert_cmpfloat (find_median (samples, begin, end), >=, LONG * 1000);
  for (guint i = 0; i < samples->len; i++)
    g_assert_false (g_array_index (samples, GscopeSample, i).value < SHORT * 1000);
}

static void
test_accuracy (void)
{
  g_autofree char *refusal = NULL;
  WorkspaceBed bed;
  const char *status;

  workspace_bed_open (&bed, "scheduler-accuracy");
  /* nearly all of a processor, whatever the kernel would allow */
  refusal = workspace_bed_write (&bed, "accuracy/thread-1/budget", g_variant_new_double (8));
  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "may be reserved"));
  status = gscope_source_get_status (workspace_bed_find_source (&bed, "accuracy"));
  if (status && status[0])
    {
      g_test_message ("%s", status);
      /* or others have reserved so much that nothing is left */
      g_assert_true (geteuid () == 0 || strstr (status, "CAP_SYS_NICE"));
      g_assert_nonnull (strstr (status, "compete like ordinary threads"));
      test_ordinary (&bed);
    }
  else
    {
      test_privileged (&bed);
      test_waiting (&bed);
    }
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/scheduler-accuracy", test_accuracy);
  return page_directory_run ();
}
