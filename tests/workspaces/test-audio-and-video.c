/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Audio and Video”: with soft timers, frames wait for the tick; the frame rate follows its slider;
 * a reserve adapts to the cost. Without permission the player's threads are ordinary ones, and the
 * status says so. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

#define SKEW "player/skew"
#define RATE "player/frame-rate"

/* With a tick of 10 ms and 30 frames a second, a third of the frames is later than this:
 * microseconds. */
#define LATE 6000

/* Time for some frames, in nanoseconds. */
#define SOME_FRAMES (600 * GSCOPE_MSEC)

static void
write_choice (WorkspaceBed *bed, const char *parameter, const char *choice)
{
  g_assert_cmpstr (workspace_bed_write (bed, parameter, g_variant_new_string (choice)), ==, NULL);
}

static void
write_number (WorkspaceBed *bed, const char *parameter, double value)
{
  g_assert_cmpstr (workspace_bed_write (bed, parameter, g_variant_new_double (value)), ==, NULL);
}

static void
await_between (WorkspaceBed *bed, const char *signal, double least, double most)
{
  double value;

  while (value = workspace_bed_get (bed, signal), !(value >= least && value <= most))
    workspace_bed_turn (bed);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Returns the value that a part of the recorded samples between two times are below. */
static double
find_quantile (GArray *samples, gint64 begin, gint64 end, double part)
{
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time > begin && sample->time < end && isfinite (sample->value))
        g_array_append_val (values, sample->value);
    }
  g_assert_cmpuint (values->len, >, 5);
  g_array_sort (values, compare);
  return g_array_index (values, double, (guint) (values->len * part));
}

/* A reserve for 8 ms a frame where 12 ms are needed grows; beside a rival the frame rate falls. */
static void
test_privileged (WorkspaceBed *bed)
{
  write_number (bed, "player/budget", 8);
  write_choice (bed, "player/scheduling", "reserve");
  await_between (bed, "player/limit", 24, 25);
  write_choice (bed, "player/trace", "even");
  write_number (bed, "player/cost", 12);
  g_assert_null (workspace_bed_write (bed, "player/adapt", g_variant_new_boolean (TRUE)));
  await_between (bed, "player/limit", 36, 46);
  write_number (bed, "player/rival", 65);
  await_between (bed, "player/limit", 18, 21);
  await_between (bed, RATE, 12, 18);
}

static void
test_ordinary (WorkspaceBed *bed, const char *status)
{
  g_autofree char *refusal = NULL;

  g_test_message ("%s", status);
  refusal = workspace_bed_write (bed, "player/scheduling", g_variant_new_string ("reserve"));
  g_assert_nonnull (refusal);
  g_assert_true (isnan (workspace_bed_get (bed, "player/limit")));
}

/* More than 90 % of a processor is refused at a real-time priority. */
static void
assert_bounded (WorkspaceBed *bed)
{
  g_autofree char *refusal = workspace_bed_write (bed, "player/cost", g_variant_new_double (40));

  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "90 %"));
}

/* Without permission, too, the mode is a parameter, and its present value is no change. */
static void
assert_mode (WorkspaceBed *bed)
{
  GscopeSource *preemption = workspace_bed_find_source (bed, "preemption");
  GscopeParameter *mode = gscope_source_find_parameter (preemption, "mode");

  g_assert_nonnull (mode);
  write_choice (bed, "preemption/mode",
                g_variant_get_string (gscope_parameter_get_value (mode), NULL));
}

static void
test_workspace (void)
{
  g_autoptr (GArray) skews = NULL;
  gint64 changed, settled, end;
  double hard, soft;
  gboolean is_ordinary;
  WorkspaceBed bed;
  const char *status;

  workspace_bed_open (&bed, "audio-and-video");
  await_between (&bed, SKEW, 0, G_MAXDOUBLE);
  workspace_bed_pass (&bed, SOME_FRAMES);
  assert_mode (&bed);
  status = gscope_source_get_status (workspace_bed_find_source (&bed, "player"));
  is_ordinary = status && strstr (status, "ordinary");
  changed = workspace_bed_get_time (&bed);
  write_choice (&bed, "player/timers", "soft");
  settled = workspace_bed_get_time (&bed) + 100 * GSCOPE_MSEC;
  workspace_bed_pass (&bed, SOME_FRAMES);
  end = workspace_bed_get_time (&bed);
  write_choice (&bed, "player/timers", "hard");
  write_number (&bed, "player/rate", 10);
  await_between (&bed, RATE, 9, 11);
  write_number (&bed, "player/rate", 30);
  if (is_ordinary)
    test_ordinary (&bed, status);
  else
    {
      assert_bounded (&bed);
      test_privileged (&bed);
    }

  skews = workspace_bed_read (&bed, SKEW);
  hard = find_quantile (skews, 0, changed, 0.25);
  soft = find_quantile (skews, settled, end, 0.85);
  g_test_message ("skew: hard timers %.0f µs, soft timers %.0f µs", hard, soft);
  /* other threads delay ordinary ones */
  if (!is_ordinary)
    g_assert_cmpfloat (hard, <, LATE / 2);
  g_assert_cmpfloat (soft, >, LATE);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/audio-and-video", test_workspace);
  return page_directory_run ();
}
