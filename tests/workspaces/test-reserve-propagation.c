/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Reserve propagation”: as long as the server inherits its clients' reserves, all of their work is
 * done. Without permission nobody has a reserve, and the status says so. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

#define ENOUGH 60

/* Returns the mean of the next samples of a signal. */
static double
watch (WorkspaceBed *bed, const char *signal)
{
  GscopeTrace *trace = gscope_signal_get_trace (gscope_scope_find_signal (bed->scope, signal));
  guint64 begin = gscope_trace_get_end (trace);
  double sum = 0;
  guint n = 0;

  while (gscope_trace_get_end (trace) < begin + ENOUGH)
    workspace_bed_turn (bed);
  for (guint64 at = begin; at < gscope_trace_get_end (trace); at++)
    {
      double value = gscope_trace_get_value (trace, at);

      if (isnan (value))
        continue;
      sum += value;
      n++;
    }
  return sum / n;
}

/* Waits until the first client was served. */
static void
await_service (WorkspaceBed *bed)
{
  while (!(workspace_bed_get (bed, "clients/client-1/response") > 0))
    workspace_bed_turn (bed);
}

static void
write_propagation (WorkspaceBed *bed, const char *nick)
{
  g_assert_null (workspace_bed_write (bed, "clients/propagation", g_variant_new_string (nick)));
  await_service (bed);
}

static void
test_privileged (WorkspaceBed *bed)
{
  double usage;

  await_service (bed);
  watch (bed, "clients/client-1/usage");
  g_test_message ("a loan costs %.0f us", workspace_bed_get (bed, "clients/cost"));
  g_assert_cmpfloat (workspace_bed_get (bed, "clients/cost"), >, 0);
  write_propagation (bed, "inherit");
  watch (bed, "clients/client-1/usage");
  usage = watch (bed, "clients/client-1/usage");
  g_test_message ("inherited: %.1f %%", usage);
  /* The server works 8 ms in 40 ms for the client. While it runs on another processor, the client spins in
   * the kernel (rtmutex_spin_on_owner ()) and is charged for that, at most its own reserve of 10 ms in 40 ms. */
  g_assert_cmpfloat (usage, >, 15);
  g_assert_cmpfloat (usage, <, 20 + 25);
}

static void
test_ordinary (WorkspaceBed *bed, const char *status)
{
  g_test_message ("%s", status);
  write_propagation (bed, "none");
  g_assert_cmpfloat (workspace_bed_get (bed, "clients/cost"), ==, 0);
}

static void
test_workspace (void)
{
  g_autofree char *refusal = NULL;
  WorkspaceBed bed;
  const char *status;

  workspace_bed_open (&bed, "reserve-propagation");
  refusal = workspace_bed_write (&bed, "clients/client-1/budget", g_variant_new_double (100));
  g_assert_nonnull (refusal);
  status = gscope_source_get_status (workspace_bed_find_source (&bed, "clients"));
  if (status && strstr (status, "without reserves"))
    test_ordinary (&bed, status);
  else
    test_privileged (&bed);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/reserve-propagation", test_workspace);
  return page_directory_run ();
}
