/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* “Reserves and Quality”: the player, mxtraf's stream and the phone register with the QoS manager, take
 * the levels that it offers, and work at them; an application that refuses keeps its level. When the
 * manager ends, they use their own settings again. Without permission they refuse every level, and
 * the status says so. */

#include "support/page-directory.h"
#include "support/workspace-bed.h"

#include <math.h>
#include <string.h>

static void
write_choice (WorkspaceBed *bed, const char *parameter, const char *choice)
{
  g_assert_null (workspace_bed_write (bed, parameter, g_variant_new_string (choice)));
}

static void
await (WorkspaceBed *bed, const char *signal, double value)
{
  while (!(fabs (workspace_bed_get (bed, signal) - value) < 1e-6))
    workspace_bed_turn (bed);
}

static void
await_levels (WorkspaceBed *bed, double player, double stream, double phone)
{
  await (bed, "qos/player/allocated", player);
  await (bed, "qos/stream/allocated", stream);
  await (bed, "qos/phone/allocated", phone);
}

/* The parameter of each application shows its level, and the reserve holds it. */
static void
assert_levels (WorkspaceBed *bed, double player, double stream, double phone)
{
  const struct
  {
    const char *source;
    double level;
  } cases[] = { { "player", player }, { "mxtraf", stream }, { "phone", phone } };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      GscopeSource *source = workspace_bed_find_source (bed, cases[i].source);
      GscopeParameter *level = gscope_source_find_parameter (source, "level");

      while (!(fabs (gscope_parameter_get_number (level) - cases[i].level) < 1e-6))
        workspace_bed_turn (bed);
    }
}

/* At 60 % the player shows its 30 frames a second; 5 % are for the audio. */
static void
await_frame_rate (WorkspaceBed *bed, double level)
{
  double expected = 30 * (level - 5) / 55, rate;

  while (rate = workspace_bed_get (bed, "player/frame-rate"), !(fabs (rate - expected) < 2.5))
    workspace_bed_turn (bed);
}

/* The stream sends the part of its four layers that its level of 40 % allows. */
static void
await_layers (WorkspaceBed *bed, double least, double most)
{
  double layers;

  while (layers = workspace_bed_get (bed, "mxtraf/quality"), !(layers >= least && layers <= most))
    workspace_bed_turn (bed);
}

/* The recorded samples never exceed what may be reserved. */
static void
assert_recorded (WorkspaceBed *bed)
{
  g_autoptr (GArray) totals = workspace_bed_read (bed, "qos/total");
  double most = 0;

  for (guint i = 0; i < totals->len; i++)
    {
      double value = g_array_index (totals, GscopeSample, i).value;

      if (!isnan (value))
        most = MAX (most, value);
    }
  g_assert_cmpfloat_with_epsilon (most, 90, 1e-6);
}

static void
await_status (WorkspaceBed *bed, const char *text)
{
  GscopeSource *source = workspace_bed_find_source (bed, "qos");
  const char *status;

  while (status = gscope_source_get_status (source), !status || !strstr (status, text))
    workspace_bed_turn (bed);
}

static void
test_privileged (WorkspaceBed *bed)
{
  double exact, greedy;

  await_levels (bed, 60, 15, 15);
  assert_levels (bed, 60, 15, 15);
  write_choice (bed, "qos/policy", "fair");
  /* the application that registered first gets the remainder */
  await (bed, "qos/player/allocated", 50);
  await (bed, "qos/total", 90);
  write_choice (bed, "qos/policy", "value");
  await_levels (bed, 40, 35, 15);
  exact = workspace_bed_get (bed, "qos/utility");
  write_choice (bed, "qos/allocation", "greedy");
  await_levels (bed, 30, 40, 15);
  greedy = workspace_bed_get (bed, "qos/utility");
  g_test_message ("utility: %.3f exact, %.3f greedy", exact, greedy);
  g_assert_cmpfloat (exact, >, greedy);
  await (bed, "qos/overload", 1);
  g_assert_null (workspace_bed_write (bed, "qos/stream/takes-part", g_variant_new_boolean (FALSE)));
  await_levels (bed, 60, 0, 15);
  await (bed, "qos/overload", 0);
  g_assert_null (workspace_bed_write (bed, "qos/stream/takes-part", g_variant_new_boolean (TRUE)));
  await_levels (bed, 30, 40, 15);
  await_frame_rate (bed, 30);
  await_layers (bed, 3.9, 4);
  /* a rival takes what the player would need */
  g_assert_null (workspace_bed_write (bed, "player/rival", g_variant_new_double (55)));
  write_choice (bed, "qos/policy", "importance");
  await_status (bed, "Player keeps its level");
  await_levels (bed, 30, 40, 15);
  g_assert_null (workspace_bed_write (bed, "player/rival", g_variant_new_double (0)));
  /* the user's own division; the manager asks again */
  g_assert_null (workspace_bed_write (bed, "qos/player/level", g_variant_new_double (25)));
  g_assert_null (workspace_bed_write (bed, "qos/stream/level", g_variant_new_double (10)));
  g_assert_null (workspace_bed_write (bed, "qos/phone/level", g_variant_new_double (6)));
  write_choice (bed, "qos/policy", "hand");
  await_levels (bed, 25, 10, 6);
  assert_levels (bed, 25, 10, 6);
  await_layers (bed, 0, 2);
  /* a stream that has ended takes no part, and nobody steers the others after the manager */
  write_choice (bed, "mxtraf/content", "blocks");
  await (bed, "qos/stream/allocated", 0);
  gscope_source_stop_async (workspace_bed_find_source (bed, "qos"), NULL, NULL, NULL);
  assert_levels (bed, 0, 0, 0);
  assert_recorded (bed);
}

static const char *const refusals[] = { "qos/player/refusals", "qos/stream/refusals",
                                        "qos/phone/refusals" };

/* Each application refuses every offer. */
static void
test_ordinary (WorkspaceBed *bed)
{
  for (guint i = 0; i < G_N_ELEMENTS (refusals); i++)
    while (!(workspace_bed_get (bed, refusals[i]) > 0))
      workspace_bed_turn (bed);
  await_status (bed, "keeps its level");
  await_levels (bed, 0, 0, 0);
  assert_levels (bed, 0, 0, 0);
}

/* Returns whether the first answer to an offer is a refusal. The manager counts an answer that is
 * late as one, too, but asks again. */
static gboolean
await_answer (WorkspaceBed *bed)
{
  GscopeSource *source = workspace_bed_find_source (bed, "qos");

  while (!(workspace_bed_get (bed, "qos/player/allocated") > 0))
    {
      const char *status = gscope_source_get_status (source);

      if (status && strstr (status, "keeps its level") && !strstr (status, "no answer within"))
        return TRUE;
      workspace_bed_turn (bed);
    }
  return FALSE;
}

static void
test_workspace (void)
{
  g_autofree char *reason = NULL;
  WorkspaceBed bed;
  gboolean is_refused;

  workspace_bed_open (&bed, "reserves-and-quality");
  is_refused = await_answer (&bed);
  reason = workspace_bed_write (&bed, "qos/player/minimum", g_variant_new_double (80));
  g_assert_nonnull (reason);
  g_assert_nonnull (strstr (reason, "cannot register"));
  if (is_refused)
    test_ordinary (&bed);
  else
    test_privileged (&bed);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/workspaces/reserves-and-quality", test_workspace);
  return page_directory_run ();
}
