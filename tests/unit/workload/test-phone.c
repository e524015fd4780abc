/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "media/playout.h"
#include "media/voice.h"

#define MSEC G_GINT64_CONSTANT (1000000)
#define LENGTH (16 * MSEC)

static gboolean
take (WorkloadPlayout *playout, gint64 number, gint64 delay)
{
  const WorkloadPacket packet = { number, number * LENGTH, LENGTH };

  return workload_playout_take (playout, &packet, packet.spoken + delay);
}

static void
assert_counts (const WorkloadPlayout *playout, gint64 n_packets, gint64 n_dropouts)
{
  g_assert_cmpint (playout->n_packets, ==, n_packets);
  g_assert_cmpint (playout->n_dropouts, ==, n_dropouts);
}

/* A packet is played up to three lengths after it was spoken. */
static void
test_bound (void)
{
  WorkloadPlayout playout = { 0 };

  g_assert_true (take (&playout, 0, 18 * MSEC));
  g_assert_true (take (&playout, 1, 48 * MSEC));
  assert_counts (&playout, 2, 0);
  g_assert_false (take (&playout, 2, 48 * MSEC + 1));
  assert_counts (&playout, 3, 1);
  g_assert_true (take (&playout, 3, 18 * MSEC));
  assert_counts (&playout, 4, 1);
}

/* Packets that never come are counted with the next one, and a packet out of order only once. */
static void
test_lost (void)
{
  WorkloadPlayout playout = { 0 };

  g_assert_true (take (&playout, 2, 18 * MSEC));
  assert_counts (&playout, 3, 2);
  g_assert_false (take (&playout, 1, 20 * MSEC));
  g_assert_false (take (&playout, 2, 20 * MSEC));
  assert_counts (&playout, 3, 2);
  g_assert_false (take (&playout, 5, 90 * MSEC));
  assert_counts (&playout, 6, 5);
}

/* Each end hears the voice of the other end, and both talk in turn, at any sampling rate. */
static void
test_voice (void)
{
  static const guint rates[] = { WORKLOAD_VOICE_RATE, 12000, WORKLOAD_VOICE_MAX_RATE };
  guint8 codes[WORKLOAD_VOICE_MAX_RATE];

  for (guint i = 0; i < G_N_ELEMENTS (rates); i++)
    for (guint voice = 0; voice < 2; voice++)
      {
        double loudness[2];

        for (guint turn = 0; turn < 2; turn++)
          {
            workload_voice_speak (voice, rates[i], turn * 2 * rates[i], codes, rates[i]);
            loudness[turn] = workload_voice_hear (codes, rates[i]);
          }
        g_assert_cmpfloat (loudness[voice], >, 0.5);
        g_assert_cmpfloat (loudness[voice], <=, 1);
        g_assert_cmpfloat_with_epsilon (loudness[!voice], loudness[voice] / 10, 0.01);
      }
  g_assert_cmpfloat (workload_voice_hear (codes, 0), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/phone/bound", test_bound);
  g_test_add_func ("/phone/lost", test_lost);
  g_test_add_func ("/phone/voice", test_voice);
  return g_test_run ();
}
