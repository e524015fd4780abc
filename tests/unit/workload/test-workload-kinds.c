/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Workloads as sources of this process: costs of reserves, counters of cache misses, and the compiler. */

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
                   gscope_source_get_state (harness.source) == GSCOPE_SOURCE_TROUBLE);
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
  g_test_add_func ("/workload-kinds/misses", test_misses);
  g_test_add_func ("/workload-kinds/compiler", test_compiler);
  return g_test_run ();
}
