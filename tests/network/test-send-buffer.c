/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ready-made workspace "Send buffer": under the gate the latency of blocks falls from the
 * latency of a standard buffer of 64 kB, in the paper from 226 to 63 ms; with A turned from 1 to 2
 * every block waits a round-trip time more; with
 * the standard send buffer and a low-water mark from outside little waits, too. Judged by the recording. */

#include "support/workspace-bed.h"

#include <math.h>

/* How long the flow settles after a change, and how long it is measured. */
#define SETTLING (3 * GSCOPE_SEC)
#define MEASURING (3 * GSCOPE_SEC)

/* The bars: seconds more, with a round-trip time of 0.1; seconds in all. */
#define LEAST_MORE 0.04
#define LEAST_STANDARD 0.15
#define MOST_FALL 0.6
#define MOST 0.6

enum
{
  FEWEST = 50,
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
get_mean (GArray *samples, gint64 begin)
{
  double sum = 0;
  guint n = 0;

  for (guint i = 0; i < samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (samples, GscopeSample, i);

      if (sample->time < begin || sample->time >= begin + MEASURING || !(sample->value > 0))
        continue;
      sum += sample->value;
      n++;
    }
  g_assert_cmpuint (n, >=, FEWEST);
  return sum / n;
}

static double
find_most (GArray *samples)
{
  double most = 0;

  for (guint i = 0; i < samples->len; i++)
    most = fmax (most, g_array_index (samples, GscopeSample, i).value);
  return most;
}

static void
test_send_buffer (void)
{
  g_autoptr (GArray) latency = NULL;
  g_autoptr (GArray) limited = NULL;
  double standard, one, two, low;
  gint64 begin_standard, begin_one, begin_two, begin_low;
  GscopeParameter *a;
  WorkspaceBed bed;

  if (workspace_bed_is_emulated ())
    {
      g_test_skip ("NOT TESTED: an emulated processor cannot forward 30 Mbit/s");
      return;
    }
  workspace_bed_open (&bed, "send-buffer");
  /* until the flow is there to be measured */
  while (isnan (workspace_bed_get (&bed, "mxtraf/latency"))
         || isnan (workspace_bed_get (&bed, "tcp/busiest/cwnd")))
    workspace_bed_turn (&bed);
  begin_standard = pass (&bed);
  turn (&bed, "mxtraf/method", g_variant_new_string ("gate"));
  begin_one = pass (&bed);
  /* by mxtraf's page, from which it hears of it */
  turn (&bed, "tcp/a", g_variant_new_double (2));
  turn (&bed, "tcp/method", g_variant_new_string ("page"));
  begin_two = pass (&bed);
  a = gscope_source_find_parameter (workspace_bed_find_source (&bed, "mxtraf"), "a");
  g_assert_cmpfloat (gscope_parameter_get_number (a), ==, 2);
  turn (&bed, "tcp/method", g_variant_new_string ("low-water"));
  turn (&bed, "tcp/a", g_variant_new_double (1));
  turn (&bed, "mxtraf/method", g_variant_new_string ("standard"));
  begin_low = pass (&bed);

  latency = workspace_bed_read (&bed, "mxtraf/latency");
  limited = workspace_bed_read (&bed, "tcp/all/limited");
  standard = get_mean (latency, begin_standard);
  one = get_mean (latency, begin_one);
  two = get_mean (latency, begin_two);
  low = get_mean (latency, begin_low);
  g_test_message ("mean latency: %.0f ms standard, %.0f ms at (1, 0), %.0f ms at (2, 0), %.0f ms "
                  "with a low-water mark",
                  standard * 1e3, one * 1e3, two * 1e3, low * 1e3);
  g_assert_cmpfloat (standard, >=, LEAST_STANDARD);
  g_assert_cmpfloat (one, <=, MOST_FALL * standard);
  g_assert_cmpfloat (two - one, >=, LEAST_MORE);
  g_assert_cmpfloat (low, <=, MOST);
  g_assert_cmpfloat (find_most (limited), ==, 1);
  workspace_bed_close (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/network/send-buffer", test_send_buffer);
  return g_test_run ();
}
