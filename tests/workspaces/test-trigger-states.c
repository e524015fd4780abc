/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Trigger states”: a server's calls are most of them; without the calls the others remain. Without BPF the status
 * says what is missing. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <string.h>

#define SHARE "trigger-states/system-call-share"

static void
await_between (WorkspaceBed *bed, const char *signal, double least, double most)
{
  while (!(workspace_bed_get (bed, signal) >= least && workspace_bed_get (bed, signal) <= most))
    workspace_bed_turn (bed);
}

static void
test_privileged (WorkspaceBed *bed)
{
  g_autoptr (GArray) means = NULL;
  double total = 0;
  guint n = 0;

  await_between (bed, "mxtraf/connections", 1, G_MAXDOUBLE);
  await_between (bed, SHARE, 10, 100);
  g_assert_null (
      workspace_bed_write (bed, "trigger-states/system-calls", g_variant_new_boolean (FALSE)));
  await_between (bed, SHARE, 0, 0);
  await_between (bed, "trigger-states/output-share", 1, 100);
  means = workspace_bed_read (bed, "trigger-states/mean");
  for (guint i = 0; i < means->len; i++)
    if (g_array_index (means, GscopeSample, i).value > 0)
      {
        total += g_array_index (means, GscopeSample, i).value;
        n++;
      }
  g_assert_cmpuint (n, >, 0);
  g_test_message ("mean interval: %.2f us", total / n);
}

static void
test_states (void)
{
  GscopeSource *source;
  WorkspaceBed bed;
  const char *status;

  workspace_bed_open (&bed, "trigger-states");
  source = workspace_bed_find_source (&bed, "trigger-states");
  status = gscope_source_get_status (source);
  if (gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_RUNNING)
    test_privileged (&bed);
  else
    {
      g_test_message ("%s", status);
      g_assert_nonnull (strstr (status, "BPF"));
      await_between (&bed, "mxtraf/connections", 1, G_MAXDOUBLE);
    }
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/trigger-states", test_states);
  return page_directory_run ();
}
