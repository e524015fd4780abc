/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "pid-namespace.h"
#include "source.h"
#include "support/child.h"
#include "support/page-directory.h"
#include <gscope-test/gscope-test.h>

#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <tsl/tsl.h>
#include <unistd.h>

#define USEC G_GINT64_CONSTANT (1000)

/* Ticks until a signal has a value. */
static double
await_value (GscopeHarness *bed, const char *name)
{
  while (!isfinite (gscope_harness_get (bed, name)))
    gscope_harness_advance (bed, 100);
  return gscope_harness_get (bed, name);
}

/* Equation 2.1 on this machine. */
static void
test_costs (void)
{
  double hard, soft, check;
  GscopeHarness bed;

  gscope_harness_init (&bed, FIRM_TIMER_TYPE_SOURCE, "{}");
  hard = await_value (&bed, "x/cost-hard");
  soft = await_value (&bed, "x/cost-soft");
  check = await_value (&bed, "x/cost-check");
  g_assert_cmpfloat (check, >, 0);
  g_assert_cmpfloat (soft, >, 0);
  g_assert_cmpfloat (hard, >=, soft);
  if (hard > soft)
    g_assert_cmpfloat_with_epsilon (await_value (&bed, "x/break-even"), 100 * check / (hard - soft),
                                    1e-6);
  gscope_harness_clear (&bed);
}

static void
do_nothing (TslTimer *timer, gint64 deadline, gpointer data)
{
}

static gint64
read_clock (gpointer data)
{
  return *(gint64 *) data;
}

/* A program's firm timers: every second check point fires one. */
static void
test_pages (void)
{
  g_autoptr (TslPage) page = tsl_page_new ("prog", NULL);
  gint64 now = 0;
  TslTimers *timers = tsl_timers_new_with_clock (page, "all", read_clock, &now);
  TslTimer *timer = tsl_timer_new (timers, do_nothing, NULL);
  GscopeHarness bed;

  tsl_timers_set_overshoot (timers, 1000 * USEC);
  tsl_timer_set (timer, 100 * USEC, 100 * USEC);
  gscope_harness_init (&bed, FIRM_TIMER_TYPE_SOURCE, "{}");
  gscope_harness_await (&bed, "x/prog all/soft", TRUE);
  while (!(fabs (gscope_harness_get (&bed, "x/soft-per-check") - 50) < 1e-6))
    {
      for (guint i = 0; i < 20; i++)
        {
          now += 50 * USEC;
          tsl_timers_check (timers);
        }
      gscope_harness_advance (&bed, 100);
    }
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/prog all/hard"), ==, 0);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/prog all/checks"), ==,
                     2 * gscope_harness_get (&bed, "x/prog all/soft"));
  await_value (&bed, "x/gain");
  tsl_timer_free (timer);
  tsl_timers_free (timers);
  gscope_harness_clear (&bed);
}

/* Another program's overshoot, by its timer slack: turned and put back, or refused with the reason. */
static void
test_overshoot (void)
{
  pid_t child = child_start (NULL, NULL);
  gint64 before = tsl_timer_slack_get (child, NULL);
  g_autofree char *number = g_strdup_printf ("%d", child);
  g_autofree char *reason = NULL;
  GscopeHarness bed;

  gscope_harness_init (&bed, FIRM_TIMER_TYPE_SOURCE, "{}");
  g_assert_null (gscope_harness_write (&bed, "overshoot", g_variant_new_double (900)));
  reason = gscope_harness_write (&bed, "programs", g_variant_new_string (number));
  if (reason)
    g_assert_nonnull (strstr (reason, "CAP_SYS_NICE"));
  else
    {
      g_assert_cmpint (tsl_timer_slack_get (child, NULL), ==, 900 * USEC);
      g_assert_null (gscope_harness_write (&bed, "overshoot", g_variant_new_double (0)));
      g_assert_cmpint (tsl_timer_slack_get (child, NULL), ==, 1);
      while (!(gscope_harness_get (&bed, "x/threads") == 1))
        gscope_harness_advance (&bed, 100);
    }
  gscope_harness_stop (&bed);
  g_assert_cmpint (tsl_timer_slack_get (child, NULL), ==, before);
  gscope_harness_start (&bed);
  gscope_harness_clear (&bed);
  child_end (child);
}

static pid_t
start_sleeper (void)
{
  pid_t child = fork ();

  g_assert_cmpint (child, >=, 0);
  if (child == 0)
    {
      prctl (PR_SET_PDEATHSIG, SIGKILL);
      for (;;)
        usleep (1000);
    }
  return child;
}

static void
await_fired (GscopeHarness *bed, pid_t child)
{
  g_autofree char *number = g_strdup_printf ("%d", child);
  g_autofree char *reason = gscope_harness_write (bed, "programs", g_variant_new_string (number));

  await_value (bed, "x/fired");
  await_value (bed, "x/fired-soft");
  if (reason)
    return;
  while (
      !(gscope_harness_get (bed, "x/chosen-hard") + gscope_harness_get (bed, "x/chosen-soft") > 0))
    gscope_harness_advance (bed, 100);
}

/* Which of the kernel's own timers are hard or soft, or why that is not told. */
static void
assert_expiries (GscopeHarness *bed, pid_t child)
{
  const char *status = gscope_source_get_status (bed->source);

  if (!strstr (status, "BPF"))
    {
      await_fired (bed, child);
      return;
    }
  g_test_message ("%s", status);
  g_assert_nonnull (strstr (status, "the hard and soft timers of the kernel are not shown"));
  await_value (bed, "x/cost-hard");
  g_assert_true (isnan (gscope_harness_get (bed, "x/fired")));
}

static void
test_expiries (void)
{
  pid_t child = start_sleeper ();
  GscopeHarness bed;

  gscope_harness_init (&bed, FIRM_TIMER_TYPE_SOURCE, "{}");
  assert_expiries (&bed, child);
  gscope_harness_stop (&bed);
  while (!isnan (gscope_harness_get (&bed, "x/fired")))
    gscope_harness_advance (&bed, 100);
  gscope_harness_start (&bed);
  gscope_harness_clear (&bed);
  child_end (child);
}

/* An ordinary user is told what is missing, and has the rest. */
static void
test_ordinary (void)
{
  GscopeHarness bed;

  if (!g_test_subprocess ())
    {
      g_test_trap_subprocess (NULL, 0, 0);
      g_test_trap_assert_passed ();
      return;
    }
  if (geteuid () == 0)
    g_assert_cmpint (setresuid (65534, 65534, 65534), ==, 0);
  gscope_harness_init (&bed, FIRM_TIMER_TYPE_SOURCE, "{}");
  g_assert_nonnull (strstr (gscope_source_get_status (bed.source), "BPF"));
  assert_expiries (&bed, 0);
  gscope_harness_clear (&bed);
}

/* Threads have other numbers there than BPF sees: the source says so, and the rest works. */
static void
test_pid_namespace (void)
{
  pid_t child;
  g_autofree char *number = NULL;
  const char *status;
  GscopeHarness bed;

  if (!g_test_subprocess ())
    {
      pid_namespace_trap ("/plugins/firm-timer/pid-namespace", NULL);
      return;
    }
  g_assert_cmpint (getpid (), ==, 1);
  child = child_start (NULL, NULL);
  number = g_strdup_printf ("%d", child);
  gscope_harness_init (&bed, FIRM_TIMER_TYPE_SOURCE, "{}");
  status = gscope_source_get_status (bed.source);
  g_assert_true (strstr (status, "in a PID namespace") || strstr (status, "built without BPF"));
  assert_expiries (&bed, 0);
  g_assert_true (isnan (gscope_harness_get (&bed, "x/chosen-hard")));
  g_assert_null (gscope_harness_write (&bed, "overshoot", g_variant_new_double (700)));
  g_assert_null (gscope_harness_write (&bed, "programs", g_variant_new_string (number)));
  g_assert_cmpint (tsl_timer_slack_get (child, NULL), ==, 700 * USEC);
  gscope_harness_clear (&bed);
  child_end (child);
}

/* An absent program is refused, and the previous choice stays. */
static void
test_refused (void)
{
  static const char *const bad[] = { "no-such-program", "thread:0", "cgroup:/etc",
                                     "cgroup:/sys/fs/cgroup/../../../etc", "1073741823" };
  GscopeHarness bed;

  gscope_harness_init (&bed, FIRM_TIMER_TYPE_SOURCE, "{}");
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autofree char *reason =
          gscope_harness_write (&bed, "programs", g_variant_new_string (bad[i]));
      GscopeParameter *programs = gscope_source_find_parameter (bed.source, "programs");

      g_assert_nonnull (reason);
      g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (programs), NULL), ==, "");
    }
  gscope_harness_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/plugins/firm-timer/costs", test_costs);
  gscope_test_add ("/plugins/firm-timer/pages", test_pages);
  gscope_test_add ("/plugins/firm-timer/overshoot", test_overshoot);
  gscope_test_add ("/plugins/firm-timer/expiries", test_expiries);
  gscope_test_add ("/plugins/firm-timer/ordinary", test_ordinary);
  gscope_test_add ("/plugins/firm-timer/pid-namespace", test_pid_namespace);
  gscope_test_add ("/plugins/firm-timer/refused", test_refused);
  return page_directory_run ();
}
