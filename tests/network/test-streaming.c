/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ready-made workspace "Adaptive streaming": under the gate windows arrive earlier than with a
 * standard send buffer of 64 kB, fewer of them are dropped, and the video is shown in a better quality;
 * a shorter window arrives earlier still. Judged by the recording. */

#include "support/workspace-bed.h"

#include <math.h>

/* How long the flow settles after a change, and how long it is measured. */
#define SETTLING (3 * GSCOPE_SEC)
#define MEASURING (4 * GSCOPE_SEC)

/* The bars: the latency under the gate to that without; layers more. */
#define MOST_LATENCY 0.7
#define LEAST_BETTER 0.5

enum
{
  FEWEST = 5,
};

static void
turn (WorkspaceBed *bed, const char *parameter, GVariant *value)
{
  g_autofree char *refusal = workspace_bed_write (bed, parameter, value);

  g_assert_cmpstr (refusal, ==, NULL);
}

/* Returns when it began. */
static gint64
pass (WorkspaceBed *bed)
{
  gint64 begin;

  workspace_bed_pass (bed, SETTLING);
  begin = workspace_bed_get_time (bed);
  workspace_bed_pass (bed, MEASURING);
  return begin;
}

static double
get_mean (WorkspaceBed *bed, const char *signal, gint64 begin)
{
  g_autoptr (GArray) samples = workspace_bed_read (bed, signal);
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time < begin || sample->time >= begin + MEASURING || isnan (sample->value))
        continue;
      sum += sample->value;
      n++;
    }
  g_assert_cmpuint (n, >=, FEWEST);
  return sum / n;
}

static void
test_streaming (void)
{
  double standard, gate, brief;
  gint64 begin_standard, begin_gate, begin_brief;
  WorkspaceBed bed;

  if (workspace_bed_is_emulated ())
    {
      g_test_skip ("NOT TESTED: an emulated processor cannot forward 10 Mbit/s");
      return;
    }
  workspace_bed_open (&bed, "adaptive-streaming");
  /* until the first window has arrived */
  while (isnan (workspace_bed_get (&bed, "mxtraf/window-latency")))
    workspace_bed_turn (&bed);
  begin_standard = pass (&bed);
  turn (&bed, "mxtraf/method", g_variant_new_string ("gate"));
  begin_gate = pass (&bed);
  turn (&bed, "mxtraf/window", g_variant_new_int64 (2));
  begin_brief = pass (&bed);

  standard = get_mean (&bed, "mxtraf/window-latency", begin_standard);
  gate = get_mean (&bed, "mxtraf/window-latency", begin_gate);
  brief = get_mean (&bed, "mxtraf/window-latency", begin_brief);
  g_test_message ("latency of a window: %.0f ms standard, %.0f ms at (1, 0), %.0f ms with 2 frames",
                  standard * 1e3, gate * 1e3, brief * 1e3);
  g_assert_cmpfloat (gate, <=, MOST_LATENCY * standard);
  g_assert_cmpfloat (brief, <, gate);
  g_assert_cmpfloat (get_mean (&bed, "mxtraf/sent", begin_gate), >, 0);
  g_assert_cmpfloat (get_mean (&bed, "mxtraf/quality", begin_gate), >=,
                     get_mean (&bed, "mxtraf/quality", begin_standard) + LEAST_BETTER);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/network/streaming", test_streaming);
  return g_test_run ();
}
