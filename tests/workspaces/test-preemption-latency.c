/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Preemption latency”: latencies arrive, a switch makes its load work, and what is shown fits together. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

#define ENOUGH 500

static void
await_more (WorkspaceBed *bed, const char *signal, double than)
{
  while (!(workspace_bed_get (bed, signal) > than))
    workspace_bed_turn (bed);
}

static void
await_latencies (WorkspaceBed *bed)
{
  GscopeSignal *signal;

  await_more (bed, "preemption/latency", -1);
  signal = gscope_scope_find_signal (bed->scope, "preemption/latency");
  while (gscope_trace_get_end (gscope_signal_get_trace (signal)) < ENOUGH)
    workspace_bed_turn (bed);
}

static void
switch_on (WorkspaceBed *bed, const char *load)
{
  g_autofree char *name = g_strdup_printf ("loads/%s", load);
  g_autofree char *rounds = g_strdup_printf ("loads/%s-rounds", load);
  double before;

  await_more (bed, rounds, -1);
  before = workspace_bed_get (bed, rounds);
  g_assert_null (workspace_bed_write (bed, name, g_variant_new_boolean (TRUE)));
  await_more (bed, rounds, before);
  g_assert_null (workspace_bed_write (bed, name, g_variant_new_boolean (FALSE)));
}

/* A load that needs a device works, or reports the missing device. */
static void
try_device (WorkspaceBed *bed, const char *load, const char *device)
{
  g_autofree char *name = g_strdup_printf ("loads/%s", load);
  g_autofree char *refusal = workspace_bed_write (bed, name, g_variant_new_boolean (TRUE));

  if (refusal && g_getenv ("WITH_DEVICES"))
    g_error ("%s", refusal);
  if (refusal)
    {
      g_assert_nonnull (strstr (refusal, device));
      return;
    }
  g_assert_null (workspace_bed_write (bed, name, g_variant_new_boolean (FALSE)));
  switch_on (bed, load);
}

static void
check_mode (WorkspaceBed *bed)
{
  GscopeSource *source = workspace_bed_find_source (bed, "preemption");
  GscopeParameter *mode = gscope_source_find_parameter (source, "mode");
  const char *nick = g_variant_get_string (gscope_parameter_get_value (mode), NULL);

  if (g_str_equal (nick, "unknown"))
    g_assert_nonnull (strstr (gscope_source_get_status (source), "preemption is unknown"));
  else
    g_test_message ("preemption: %s", nick);
}

/* Both are of the same tick. */
static void
check_maxima (WorkspaceBed *bed)
{
  g_autoptr (GArray) maxima = workspace_bed_read (bed, "preemption/maximum");
  g_autoptr (GArray) means = workspace_bed_read (bed, "preemption/mean");
  guint n = 0;

  for (guint i = 0, j = 0; i < maxima->len && j < means->len;)
    {
      const GscopeSample *maximum = &g_array_index (maxima, GscopeSample, i);
      const GscopeSample *mean = &g_array_index (means, GscopeSample, j);

      if (maximum->time == mean->time)
        {
          if (!isnan (maximum->value) && !isnan (mean->value))
            {
              /* recorded numbers are rounded */
              g_assert_cmpfloat (maximum->value * 1.001, >=, mean->value);
              n++;
            }
          i++;
          j++;
        }
      else if (maximum->time < mean->time)
        i++;
      else
        j++;
    }
  g_assert_cmpuint (n, >, 0);
}

static void
test_latency (void)
{
  WorkspaceBed bed;

  workspace_bed_open (&bed, "preemption-latency");
  await_latencies (&bed);
  check_mode (&bed);
  switch_on (&bed, "memory");
  switch_on (&bed, "io");
  switch_on (&bed, "procfs");
  switch_on (&bed, "fork");
  try_device (&bed, "caps-lock", "caps-lock");
  try_device (&bed, "console", "console");
  await_more (&bed, "preemption/maximum", 0);
  check_maxima (&bed);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/preemption-latency", test_latency);
  return page_directory_run ();
}
