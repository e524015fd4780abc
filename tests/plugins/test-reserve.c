/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

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

/* How long others may have reserved what the machine has. */
#define TIMEOUT (30 * G_TIME_SPAN_SECOND)

static const TslDemand some = { 2 * GSCOPE_MSEC, 50 * GSCOPE_MSEC };

/* A process that works whenever its reserve lets it. It has its name when this returns: the source
 * asks for it once. */
static pid_t
start_reserved (const char *name)
{
  pid_t parent = getpid ();
  pid_t child;
  int ready[2];
  char byte = 0;

  g_assert_cmpint (pipe (ready), ==, 0);
  child = fork ();
  g_assert_cmpint (child, >=, 0);
  if (child > 0)
    {
      close (ready[1]);
      g_assert_cmpint (read (ready[0], &byte, 1), ==, 1);
      close (ready[0]);
      return child;
    }
  prctl (PR_SET_PDEATHSIG, SIGKILL);
  prctl (PR_SET_NAME, name);
  if (write (ready[1], &byte, 1) != 1)
    _exit (1);
  while (getppid () == parent)
    ;
  _exit (0);
}

static void
end (pid_t child)
{
  g_assert_cmpint (child, >, 1);
  child_end (child);
}

/* Waits for other programs that have reserved all that the machine has, but not for ever. */
static void
wait_for_others (gint64 begin, const char *refusal)
{
  if (g_get_monotonic_time () > begin + TIMEOUT)
    g_error ("other programs have reserved too much for half a minute: end them, and try again; %s",
             refusal);
  g_usleep (100000);
}

/* Of the process; NULL where this user may make none. */
static TslReserve *
reserve (pid_t child)
{
  gint64 begin = g_get_monotonic_time ();

  for (;;)
    {
      g_autoptr (GError) error = NULL;
      TslReserve *made = tsl_reserve_new (NULL, "test", child, &some, &error);

      if (made || g_error_matches (error, TSL_ERROR, TSL_ERROR_PRIVILEGE))
        return made;
      g_assert_error (error, TSL_ERROR, TSL_ERROR_REFUSED);
      wait_for_others (begin, error->message);
    }
}

/* The scope's clock is ten times as fast as the kernel's, by which usage is measured: no test compares usage with a
 * known one. Meanwhile the worker reads. */
static void
pass (GscopeHarness *bed)
{
  g_usleep (10000);
  gscope_harness_advance (bed, 100);
}

/* Default and idle are there whoever asks, and are of what the machine has. */
static void
test_machine (void)
{
  double idle, others;
  GscopeHarness bed;

  gscope_harness_init (&bed, RESERVE_TYPE_SOURCE, "{}");
  gscope_harness_await (&bed, "x/default/usage", TRUE);
  gscope_harness_await (&bed, "x/idle/usage", TRUE);
  while (isnan (gscope_harness_get (&bed, "x/idle/usage")))
    pass (&bed);
  idle = gscope_harness_get (&bed, "x/idle/usage");
  others = gscope_harness_get (&bed, "x/default/usage");
  g_assert_cmpfloat (idle, >=, 0);
  g_assert_cmpfloat (idle, <=, 100);
  g_assert_cmpfloat (others, >=, 0);
  g_assert_cmpfloat (others, <=, 100);
  g_assert_null (gscope_source_find_parameter (bed.source, "idle/budget"));
  gscope_harness_clear (&bed);
}

static gboolean
publish_as_guard (gpointer n_freed)
{
  TslPage *page = tsl_page_new ("tsl-guard", NULL);

  tsl_cell_set (
      tsl_page_add_gauge (page, TSL_GUARD_MECHANISM, "", TSL_RESERVE_FREED, "threads", 0, 100),
      GPOINTER_TO_UINT (n_freed));
  return TRUE;
}

static void
await_status (GscopeHarness *bed, const char *words)
{
  while (!strstr (gscope_source_get_status (bed->source), words))
    pass (bed);
}

/* The source of reserves reports the threads that guards freed, even after the guards have ended.
 * */
static void
test_freed (void)
{
  pid_t guard = child_start (publish_as_guard, GUINT_TO_POINTER (2));
  GscopeHarness bed;

  gscope_harness_init (&bed, RESERVE_TYPE_SOURCE, "{}");
  await_status (&bed, "2 times the kernel gave a thread no new budget");
  end (guard);
  guard = child_start (publish_as_guard, GUINT_TO_POINTER (1));
  await_status (&bed, "3 times the kernel gave a thread no new budget");
  end (guard);
  gscope_harness_clear (&bed);
}

/* Without the privilege it says what is missing, and shows the rest. */
static void
test_privilege (pid_t child)
{
  GscopeHarness bed;

  gscope_harness_init (&bed, RESERVE_TYPE_SOURCE, "{}");
  g_assert_cmpint (gscope_source_get_state (bed.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (gscope_source_get_status (bed.source), "CAP_SYS_NICE"));
  gscope_harness_clear (&bed);
  end (child);
}

static void
await_row (GscopeHarness *bed, const char *name)
{
  g_autofree char *full_name = g_strdup_printf ("x/%s/limit", name);

  while (!gscope_scope_find_signal (bed->scope, full_name))
    pass (bed);
}

static void
await_value (GscopeHarness *bed, const char *full_name, double value)
{
  while (gscope_harness_get (bed, full_name) != value)
    pass (bed);
}

static void
write_budget (GscopeHarness *bed, double budget)
{
  gint64 begin = g_get_monotonic_time ();

  for (;;)
    {
      g_autofree char *refusal =
          gscope_harness_write (bed, "tsl-row/budget", g_variant_new_double (budget));

      if (!refusal)
        return;
      if (!strstr (refusal, "does not admit") && !strstr (refusal, "may be reserved"))
        g_error ("%s", refusal);
      wait_for_others (begin, refusal);
      gscope_harness_advance (bed, 100);
    }
}

typedef struct
{
  gboolean is_done;
  char *verdict;
  GError *error;
} Check;

static void
on_checked (GObject *object, GAsyncResult *result, gpointer data)
{
  Check *check = data;
  g_autoptr (GVariant) value = gscope_parameter_check_finish (GSCOPE_PARAMETER (object), result,
                                                              &check->verdict, &check->error);

  g_assert_true (!value == (check->error != NULL));
  check->is_done = TRUE;
}

/* The verdict on a value before it is set: every test's answer, and the reason for a refusal. */
static void
assert_said (GscopeParameter *parameter, double value, const char *threshold, const char *reason)
{
  static const char *const tests[] = { "Liu–Layland: ", "Response time: ", "Kernel: " };
  GVariant *before = g_variant_ref (gscope_parameter_get_value (parameter));
  Check check = { 0 };
  const char *text;

  gscope_parameter_check_async (parameter, g_variant_new_double (value), NULL, on_checked, &check);
  while (!check.is_done)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (!check.error == !reason);
  text = check.error ? check.error->message : check.verdict;
  g_assert_nonnull (strstr (text, threshold));
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_assert_nonnull (strstr (text, tests[i]));
  if (reason)
    g_assert_nonnull (strstr (text, reason));
  g_assert_true (g_variant_equal (before, gscope_parameter_get_value (parameter)));
  g_variant_unref (before);
  g_free (check.verdict);
  g_clear_error (&check.error);
}

static void
test_change (GscopeHarness *bed, pid_t child)
{
  GscopeParameter *budget = gscope_source_find_parameter (bed->source, "tsl-row/budget");
  g_autofree char *refusal = NULL;
  TslDemand demand;

  g_assert_cmpfloat (gscope_parameter_get_number (budget), ==, 2);
  write_budget (bed, 4);
  g_assert_true (tsl_reserve_find (child, &demand));
  g_assert_cmpint (demand.budget, ==, 4 * GSCOPE_MSEC);
  g_assert_cmpint (demand.period, ==, some.period);
  await_value (bed, "x/tsl-row/limit", 8);

  assert_said (budget, 3, "Threshold: admitted", NULL);

  /* what is not admitted leaves what was there */
  g_assert_null (gscope_harness_write (bed, "threshold", g_variant_new_double (5)));
  assert_said (budget, 45, "Threshold: refused", "may be reserved");
  refusal = gscope_harness_write (bed, "tsl-row/budget", g_variant_new_double (45));
  g_assert_nonnull (refusal);
  g_assert_nonnull (strstr (refusal, "may be reserved"));
  g_assert_cmpfloat (gscope_parameter_get_number (budget), ==, 4);
  g_assert_true (tsl_reserve_find (child, &demand));
  g_assert_cmpint (demand.budget, ==, 4 * GSCOPE_MSEC);

  /* more than its period */
  g_free (refusal);
  refusal = gscope_harness_write (bed, "tsl-row/period", g_variant_new_double (3));
  g_assert_nonnull (strstr (refusal, "lengthen the period"));
}

/* A thread that has a reserve for a moment, to find out whether it may, is nobody's: no row. */
static void
test_question (void)
{
  pid_t question = start_reserved (TSL_ADMISSION_THREAD), child = start_reserved ("tsl-row");
  TslReserve *first = reserve (question);
  TslReserve *second = first ? reserve (child) : NULL;
  GscopeHarness bed;

  if (second)
    {
      gscope_harness_init (&bed, RESERVE_TYPE_SOURCE, "{}");
      await_row (&bed, "tsl-row");
      g_assert_null (gscope_scope_find_signal (bed.scope, "x/" TSL_ADMISSION_THREAD "/limit"));
      gscope_harness_clear (&bed);
      tsl_reserve_free (second);
    }
  if (first)
    tsl_reserve_free (first);
  end (question);
  end (child);
}

/* A reserve comes, is used, changed, and goes; stopping puts back what was changed. */
static void
test_row (void)
{
  /* a name that no signal may have is made one: tsl-row */
  pid_t child = start_reserved (" tsl\trow");
  TslReserve *made = reserve (child);
  TslDemand demand;
  GscopeHarness bed;

  if (!made)
    {
      test_privilege (child);
      return;
    }
  gscope_harness_init (&bed, RESERVE_TYPE_SOURCE, "{}");
  await_row (&bed, "tsl-row");
  await_value (&bed, "x/tsl-row/limit", 4);
  await_value (&bed, "x/tsl-row/period", 50);
  while (!(gscope_harness_get (&bed, "x/tsl-row/usage") > 0)
         || !(gscope_harness_get (&bed, "x/tsl-row/period-usage") > 0))
    pass (&bed);
  test_change (&bed, child);
  gscope_harness_stop (&bed);
  g_assert_true (tsl_reserve_find (child, &demand));
  g_assert_cmpint (demand.budget, ==, some.budget);
  gscope_harness_start (&bed);
  await_row (&bed, "tsl-row");
  tsl_reserve_free (made);
  while (!gscope_signal_get_ended (gscope_scope_find_signal (bed.scope, "x/tsl-row/limit")))
    pass (&bed);
  g_assert_null (gscope_source_find_parameter (bed.source, "tsl-row/budget"));
  end (child);
  gscope_harness_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/plugins/reserve/machine", test_machine);
  gscope_test_add ("/plugins/reserve/freed", test_freed);
  gscope_test_add ("/plugins/reserve/question", test_question);
  gscope_test_add ("/plugins/reserve/row", test_row);
  return page_directory_run ();
}
