/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Workloads as sources of this process: costs of reserves and of switches, counters of cache misses, and the compiler. */

#include "kinds/kinds.h"
#include "loads/load.h"

#include <errno.h>
#include <gscope-test/gscope-test.h>
#include <math.h>
#include <string.h>
#include <sys/wait.h>

/* The newest cost of the admission test once it is measured, and differs from a former value. */
static double
await_admission (GscopeHarness *harness, double former)
{
  double value = NAN;

  while (isnan (value) || value == former)
    {
      gscope_harness_advance (harness, 100);
      value = gscope_harness_get (harness, "x/admission");
    }
  return value;
}

/* The exact test of many reserves costs more than that of one. Without the privilege the costs of reserves are missing, and
 * the status says so. */
static void
test_costs (void)
{
  GscopeHarness harness;
  double one, many;

  gscope_harness_init (&harness, workload_costs_get_type (), "{}");
  g_assert_null (gscope_harness_write (&harness, "reserves", g_variant_new_int64 (1)));
  one = await_admission (&harness, await_admission (&harness, NAN));
  g_assert_null (gscope_harness_write (&harness, "reserves", g_variant_new_int64 (50)));
  many = await_admission (&harness, await_admission (&harness, one));
  g_assert_cmpfloat (many, >, 5 * one);
  g_assert_cmpint (isnan (gscope_harness_get (&harness, "x/creation")), ==,
                   gscope_source_get_state (harness.source) == GSCOPE_SOURCE_STATE_TROUBLE);
  gscope_harness_clear (&harness);
}

/* Threads run and costs are measured only while that is asked for. A period's cost is no more than other programs and the
 * switches add. */
static void
test_switches (void)
{
  GscopeHarness harness;
  double cost = NAN;

  gscope_harness_init (&harness, workload_switches_get_type (), "{}");
  g_assert_true (isnan (gscope_harness_get (&harness, "x/cost")));
  g_assert_null (gscope_harness_write (&harness, "period", g_variant_new_double (5)));
  g_assert_null (gscope_harness_write (&harness, "measures", g_variant_new_boolean (TRUE)));
  while (isnan (cost))
    {
      gscope_harness_advance (&harness, 100);
      cost = gscope_harness_get (&harness, "x/cost");
    }
  g_assert_cmpfloat (cost, >, 0);
  g_assert_true (isnan (gscope_harness_get (&harness, "x/overrun")));
  g_assert_null (gscope_harness_write (&harness, "measures", g_variant_new_boolean (FALSE)));
  gscope_harness_advance (&harness, 100);
  g_assert_true (isnan (gscope_harness_get (&harness, "x/cost")));
  gscope_harness_clear (&harness);
}

/* A machine either counts cache misses, or refuses with the answer of its kernel. */
static void
test_misses (void)
{
  GscopeHarness harness;
  g_autofree char *refusal = NULL;

  gscope_harness_init (&harness, workload_timers_get_type (), "{}");
  refusal = gscope_harness_write (&harness, "counts-misses", g_variant_new_boolean (TRUE));
  g_test_message ("%s", refusal ? refusal : "counted");
  g_assert_true (!refusal || strstr (refusal, "perf_event_open: "));
  gscope_harness_clear (&harness);
}

/* The compiler ends with its load, which leaves no process. */
static void
test_compiler (void)
{
  g_autoptr (GError) error = NULL;
  gint64 n_rounds = 0;
  WorkloadLoad *load = workload_load_new (&workload_load_compiler, &n_rounds, &error);

  if (!load)
    {
      g_test_skip (error->message);
      return;
    }
  workload_load_free (load);
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  g_assert_cmpint (errno, ==, ECHILD);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workload-kinds/costs", test_costs);
  g_test_add_func ("/workload-kinds/switches", test_switches);
  g_test_add_func ("/workload-kinds/misses", test_misses);
  g_test_add_func ("/workload-kinds/compiler", test_compiler);
  return g_test_run ();
}
