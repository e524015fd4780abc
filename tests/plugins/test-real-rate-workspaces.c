/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ready-made workspaces of the real-rate scheduler, without a display: a slider is moved, and
 * the recording shows the effect. Once as this machine allows it, once without CAP_SYS_NICE. */

#include "support/workspace-bed.h"

#include <glib/gstdio.h>
#include <linux/capability.h>
#include <math.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

/* How long it settles in a state, and how long that is measured. */
#define TIME (800 * GSCOPE_MSEC)

/* How often a state is measured at most because the kernel refused a reserve. */
#define MOST_TRIES 10

#define DECODER "real-rate/gscope-workload decoder/"
#define PLAYER "real-rate/gscope-workload player/"

static void
turn (WorkspaceBed *bed, const char *parameter, double value)
{
  g_autofree char *refusal = workspace_bed_write (bed, parameter, g_variant_new_double (value));

  g_assert_cmpstr (refusal, ==, NULL);
}

/* Other programs may have reserved so much of the machine meanwhile that the kernel refused what the controller wanted:
 * then the thread did not follow its progress. */
static gboolean
was_refused (WorkspaceBed *bed, const char *name, gint64 begin)
{
  GscopeSignal *signal = gscope_scope_find_signal (bed->scope, name);
  GscopeTrace *trace = signal ? gscope_signal_get_trace (signal) : NULL;

  for (guint64 i = trace ? gscope_trace_find (trace, begin) : 0;
       trace && i < gscope_trace_get_end (trace); i++)
    if (gscope_trace_get_value (trace, i) > 0)
      return TRUE;
  return FALSE;
}

static gboolean
was_any_refused (WorkspaceBed *bed, gint64 begin)
{
  return was_refused (bed, DECODER "refused", begin) || was_refused (bed, PLAYER "refused", begin);
}

/* Lets it settle and measures it for some time, until the kernel refuses nothing meanwhile; returns when that began. */
static gint64
pass_for (WorkspaceBed *bed, gint64 time)
{
  for (guint i = 0; i < MOST_TRIES; i++)
    {
      gint64 settling = workspace_bed_get_time (bed), begin;

      workspace_bed_pass (bed, TIME);
      begin = workspace_bed_get_time (bed);
      workspace_bed_pass (bed, time);
      if (!was_any_refused (bed, settling))
        return begin;
      g_test_message ("the kernel refused a reserve: once more");
    }
  g_error ("the kernel refused reserves all the time: other programs have too many");
}

static gint64
pass (WorkspaceBed *bed)
{
  return pass_for (bed, TIME);
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;

  return (x > y) - (x < y);
}

/* Returns the distance from a middle that a part of the values of a signal have at most, from then on. */
static double
get_distance (WorkspaceBed *bed, const char *name, gint64 begin, double middle, double part)
{
  g_autoptr (GArray) samples = workspace_bed_read (bed, name);
  g_autoptr (GArray) values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);
      double value = fabs (sample->value - middle);

      if (sample->time >= begin && sample->time < begin + TIME && isfinite (value))
        g_array_append_val (values, value);
    }
  g_assert_cmpuint (values->len, >, 0);
  g_array_sort (values, compare);
  return g_array_index (values, double, (guint) (values->len * part));
}

static double
get_median (WorkspaceBed *bed, const char *name, gint64 begin)
{
  return get_distance (bed, name, begin, 0, 0.5);
}

/* The tests. */

static void
check_status (WorkspaceBed *bed, const char *source)
{
  const char *status = gscope_source_get_status (workspace_bed_find_source (bed, source));

  g_test_message ("status: %s", status);
  if (g_getenv ("WITHOUT_PRIVILEGE"))
    g_assert_nonnull (strstr (status, "simulated"));
  else
    g_assert_true (status[0] == '\0' || strstr (status, "simulated"));
}

/* A step of the decoder's need begins a response of its proportion, wherever both come from. */
static void
await_response (WorkspaceBed *bed)
{
  g_autoptr (GscopeStepTracker) tracker = gscope_step_tracker_new ();
  g_autoptr (GscopeStep) step = NULL;

  gscope_step_tracker_add_scope (tracker, bed->scope);
  while (!(step = g_list_model_get_item (gscope_step_tracker_get_steps (tracker), 0)))
    workspace_bed_turn (bed);
  g_assert_cmpstr (gscope_signal_get_full_name (gscope_step_get_reference (step)), ==,
                   "decoder/need");
  g_assert_cmpstr (gscope_signal_get_full_name (gscope_step_get_signal (step)), ==,
                   DECODER "proportion");
}

#define NEED 20

/* Most of the values: an oscillation goes through its middle, too, and takes a moment to grow. */
#define MOST 0.9

/* Above 2 the controller is unstable: the proportion swings away from what is needed. */
static void
test_alpha (void)
{
  WorkspaceBed bed;
  gint64 begin_calm, begin_wild;
  double calm, wild;

  workspace_bed_open (&bed, "real-rate-controller");
  check_status (&bed, "decoder");
  await_response (&bed);
  turn (&bed, "decoder/ratio", 1);
  turn (&bed, DECODER "alpha", 0.125);
  begin_calm = pass (&bed);
  turn (&bed, DECODER "alpha", 3);
  begin_wild = pass (&bed);
  g_assert_cmpfloat_with_epsilon (get_median (&bed, "decoder/need", begin_calm), NEED, 1e-6);
  calm = get_distance (&bed, DECODER "proportion", begin_calm, NEED, MOST);
  wild = get_distance (&bed, DECODER "proportion", begin_wild, NEED, MOST);
  g_test_message ("the proportion is off by %.1f %% with alpha 0.125, by %.1f %% with 3", calm,
                  wild);
  g_assert_cmpfloat (calm, <, 8);
  g_assert_cmpfloat (wild, >, 10);
  workspace_bed_close (&bed);
}

#define WAVES (3 * GSCOPE_SEC)

/* Returns when what is to be judged begins. */
static gint64
pass_waves (WorkspaceBed *bed, const char *rule)
{
  g_autofree char *refusal = workspace_bed_write (bed, DECODER "rule", g_variant_new_string (rule));

  g_assert_cmpstr (refusal, ==, NULL);
  return pass_for (bed, WAVES);
}

static double
get_worst_delay (WorkspaceBed *bed, gint64 begin)
{
  g_autoptr (GArray) samples = workspace_bed_read (bed, DECODER "delay");
  double worst = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time >= begin && sample->time < begin + WAVES && isfinite (sample->value))
        worst = MAX (worst, sample->value);
    }
  return worst;
}

/* A proportion that came to its minimum stays there under the dissertation's rule. */
static void
test_rule (void)
{
  WorkspaceBed bed;
  gint64 begin_caught_up, begin_held;
  double caught_up, held;

  workspace_bed_open (&bed, "real-rate-controller");
  check_status (&bed, "decoder");
  turn (&bed, "decoder/ratio", 3);
  turn (&bed, "decoder/wave", 1);
  while (isnan (workspace_bed_get (&bed, DECODER "delay")))
    workspace_bed_turn (&bed);
  turn (&bed, DECODER "alpha", 1);
  turn (&bed, DECODER "beta", 1);
  begin_caught_up = pass_waves (&bed, "catch-up");
  begin_held = pass_waves (&bed, "hold");
  caught_up = get_worst_delay (&bed, begin_caught_up);
  held = get_worst_delay (&bed, begin_held);
  g_test_message ("worst delay: %.0f ms, %.0f ms under the dissertation's rule", caught_up, held);
  g_assert_cmpfloat (held, >, 1.5 * caught_up);
  workspace_bed_close (&bed);
}

#define DECODED "real-rate/gscope-workload decoded queue/length"

/* The queue holds the time by which the player stays behind. */
static void
test_buffer (void)
{
  WorkspaceBed bed;
  gint64 begin_small, begin_large;
  double small, large;

  workspace_bed_open (&bed, "real-rate-pipeline");
  check_status (&bed, "pipeline");
  while (isnan (workspace_bed_get (&bed, DECODED)))
    workspace_bed_turn (&bed);
  begin_small = pass (&bed);
  turn (&bed, PLAYER "buffer", 280);
  begin_large = pass (&bed);
  small = get_median (&bed, DECODED, begin_small);
  large = get_median (&bed, DECODED, begin_large);
  g_test_message ("time in the queue: %.0f ms, then %.0f ms", small, large);
  g_assert_cmpfloat (large, >, small + 50);
  g_assert_cmpfloat (get_median (&bed, "pipeline/latency", begin_large), >, large);
  workspace_bed_close (&bed);
}

/* Where there is too little for both, the player, which is less important, gets less, and falls behind. */
static void
test_overload (void)
{
  WorkspaceBed bed;
  gint64 begin;

  workspace_bed_open (&bed, "real-rate-pipeline");
  while (isnan (workspace_bed_get (&bed, DECODED)))
    workspace_bed_turn (&bed);
  turn (&bed, "pipeline/ratio", 1);
  turn (&bed, "real-rate/gscope-workload scheduler/threshold", 20);
  begin = pass (&bed);
  g_test_message ("the decoder has %.1f %%, the player %.1f %%",
                  get_median (&bed, DECODER "proportion", begin),
                  get_median (&bed, PLAYER "proportion", begin));
  g_assert_cmpfloat (get_median (&bed, DECODER "overload", begin), ==, 0);
  g_assert_cmpfloat (get_median (&bed, PLAYER "overload", begin), ==, 1);
  g_assert_cmpfloat (get_median (&bed, PLAYER "proportion", begin), <, 9);
  g_assert_cmpfloat (get_median (&bed, "pipeline/latency", begin), >, 150);
  workspace_bed_close (&bed);
}

/* All again where nobody may have SCHED_DEADLINE. */
static void
test_without_privilege (gconstpointer program)
{
  g_autoptr (GSubprocessLauncher) launcher =
      g_subprocess_launcher_new (G_SUBPROCESS_FLAGS_STDOUT_SILENCE);
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;

  g_subprocess_launcher_setenv (launcher, "WITHOUT_PRIVILEGE", "1", TRUE);
  process = g_subprocess_launcher_spawn (launcher, &error, program, NULL);
  g_assert_no_error (error);
  g_subprocess_wait_check (process, NULL, &error);
  g_assert_no_error (error);
}

/* Started programs do not get the dropped capabilities, whoever starts them. */
static void
drop_privilege (void)
{
  if (prctl (PR_CAPBSET_READ, CAP_SYS_NICE, 0, 0, 0) == 1 && geteuid () == 0)
    g_assert_cmpint (prctl (PR_CAPBSET_DROP, CAP_SYS_NICE, 0, 0, 0), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_autofree char *directory = g_dir_make_tmp ("real-rate-XXXXXX", NULL);
  g_autofree char *cache = g_build_filename (directory, "gscope", "proportions", NULL);
  g_autofree char *cache_directory = g_path_get_dirname (cache);
  g_autofree char *pages = g_strdup_printf ("%s/tsl-%u", directory, geteuid ());
  int status;

  g_assert_nonnull (directory);
  g_setenv ("XDG_CACHE_HOME", directory, TRUE);
  g_setenv ("TSL_PAGE_DIR", directory, TRUE);
  if (g_getenv ("WITHOUT_PRIVILEGE"))
    drop_privilege ();
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/real-rate/alpha", test_alpha);
  g_test_add_func ("/real-rate/rule", test_rule);
  g_test_add_func ("/real-rate/buffer", test_buffer);
  g_test_add_func ("/real-rate/overload", test_overload);
  if (!g_getenv ("WITHOUT_PRIVILEGE"))
    g_test_add_data_func ("/real-rate/without-privilege", argv[0], test_without_privilege);
  status = g_test_run ();
  g_remove (cache);
  g_rmdir (cache_directory);
  g_rmdir (pages);
  g_rmdir (directory);
  return status;
}
