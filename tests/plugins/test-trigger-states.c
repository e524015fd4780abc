/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "source.h"
#include <gscope-test/gscope-test.h>

#include <math.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

enum
{
  N_CALLS = 1000,
};

/* Returns FALSE where the machine has no BPF, which the status says. */
static gboolean
init (GscopeHarness *bed)
{
  gscope_harness_init (bed, TRIGGER_STATES_TYPE_SOURCE, "{}");
  if (gscope_source_get_state (bed->source) == GSCOPE_SOURCE_STATE_RUNNING)
    return TRUE;
  g_test_message ("%s", gscope_source_get_status (bed->source));
  g_assert_nonnull (strstr (gscope_source_get_status (bed->source), "BPF"));
  g_assert_true (isnan (gscope_harness_get (bed, "x/mean")));
  return FALSE;
}

static void
call_kernel (GscopeHarness *bed)
{
  for (guint i = 0; i < N_CALLS; i++)
    syscall (SYS_getppid);
  gscope_harness_advance (bed, 500);
}

static void
test_source (void)
{
  g_autofree char *refusal = NULL;
  GscopeHarness bed;
  double share;

  if (init (&bed))
    {
      while (!(gscope_harness_get (&bed, "x/rate") >= N_CALLS))
        call_kernel (&bed);
      g_assert_cmpfloat (gscope_harness_get (&bed, "x/mean"), >, 0);
      g_assert_cmpfloat (gscope_harness_get (&bed, "x/system-call-share"), >, 0);
    }
  refusal = gscope_harness_write (&bed, "system-calls", g_variant_new_boolean (FALSE));
  g_assert_null (refusal);
  if (gscope_source_get_state (bed.source) == GSCOPE_SOURCE_STATE_RUNNING)
    do
      {
        call_kernel (&bed);
        share = gscope_harness_get (&bed, "x/system-call-share");
      }
    while (!(share == 0));
  gscope_harness_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/trigger-states/source", test_source);
  return g_test_run ();
}
