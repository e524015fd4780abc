/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/net/tuple-offset.h>
#include <gscope/trace/sample.h>

#define UNIX (G_GINT64_CONSTANT (1700000000) * GSCOPE_SEC)
#define BEGIN (1000 * GSCOPE_SEC)

/* A tuple of a clock that is `ahead` of the scope's, `delay` on its way. */
static void
arrive (GscopeTupleOffset *offset, gint64 at, gint64 ahead, gint64 delay)
{
  gscope_tuple_offset_update (offset, at + ahead, at + delay, UNIX + at + delay);
}

static void
test_least_delay (void)
{
  const gint64 ahead = 12345 * GSCOPE_SEC;
  GscopeTupleOffset offset;

  gscope_tuple_offset_init (&offset, FALSE, 0);
  for (gint64 i = 0; i < 1000; i++)
    arrive (&offset, BEGIN + i * GSCOPE_MSEC, ahead, GSCOPE_MSEC * (1 + (i * 7) % 20));
  g_assert_cmpint (offset.basis, ==, GSCOPE_OFFSET_ESTIMATED);
  g_assert_cmpint (offset.offset, ==, -ahead + GSCOPE_MSEC);
  g_assert_cmpint (offset.uncertainty, ==, 19 * GSCOPE_MSEC);
  g_assert_cmpint (gscope_tuple_offset_map (&offset, BEGIN + ahead), ==, BEGIN + GSCOPE_MSEC);
  /* of later stages only the least delays count */
  for (gint64 i = 1000; i < 20000; i++)
    arrive (&offset, BEGIN + i * GSCOPE_MSEC, ahead, GSCOPE_MSEC * (1 + (i * 7) % 20));
  g_assert_cmpint (offset.offset, ==, -ahead + GSCOPE_MSEC);
  g_assert_cmpint (offset.uncertainty, ==, 0);
}

/* Half a round trip is taken off, and is how far that may be wrong. */
static void
test_round_trip (void)
{
  GscopeTupleOffset offset;

  gscope_tuple_offset_init (&offset, FALSE, 60 * GSCOPE_MSEC);
  for (gint64 i = 0; i < 5000; i += 10)
    arrive (&offset, BEGIN + i * GSCOPE_MSEC, 0, 30 * GSCOPE_MSEC);
  g_assert_cmpint (offset.offset, ==, 0);
  g_assert_cmpint (offset.uncertainty, >=, 30 * GSCOPE_MSEC);
}

/* A clock that is 50 ppm slow, for a minute: the estimate follows within its own error and the
 * drift of two stages: the stage of the least delay and the unfinished one. */
static void
test_drift (void)
{
  GscopeTupleOffset offset;

  gscope_tuple_offset_init (&offset, FALSE, 0);
  for (gint64 i = 0; i < 60000; i++)
    {
      gint64 at = BEGIN + i * GSCOPE_MSEC;
      gint64 truth = i * GSCOPE_MSEC / 20000;

      arrive (&offset, at, -truth, GSCOPE_MSEC);
      if (i > 4000)
        g_assert_cmpint (ABS (offset.offset - GSCOPE_MSEC - truth), <=,
                         offset.uncertainty + 4 * GSCOPE_SEC / 20000);
    }
  g_assert_cmpint (offset.uncertainty, <, GSCOPE_MSEC);
}

static void
test_own_clocks (void)
{
  GscopeTupleOffset offset;

  gscope_tuple_offset_init (&offset, TRUE, 0);
  arrive (&offset, BEGIN, 0, 3 * GSCOPE_SEC);
  g_assert_cmpint (offset.basis, ==, GSCOPE_OFFSET_SCOPE);
  g_assert_cmpint (offset.offset, ==, 0);
  g_assert_cmpint (offset.uncertainty, ==, 0);
  /* held up for long, it is still that clock */
  arrive (&offset, BEGIN, 0, 30 * GSCOPE_SEC);
  g_assert_cmpint (offset.basis, ==, GSCOPE_OFFSET_SCOPE);
  /* a time from the future is of another */
  arrive (&offset, BEGIN + 40 * GSCOPE_SEC, GSCOPE_SEC, 0);
  g_assert_cmpint (offset.basis, ==, GSCOPE_OFFSET_ESTIMATED);
  arrive (&offset, BEGIN + 41 * GSCOPE_SEC, 0, 0);
  g_assert_cmpint (offset.basis, ==, GSCOPE_OFFSET_ESTIMATED);

  gscope_tuple_offset_init (&offset, TRUE, 0);
  arrive (&offset, BEGIN, UNIX, GSCOPE_MSEC);
  g_assert_cmpint (offset.basis, ==, GSCOPE_OFFSET_WALL);
  g_assert_cmpint (offset.offset, ==, -UNIX);

  /* another machine's wall clock proves nothing */
  gscope_tuple_offset_init (&offset, FALSE, 0);
  arrive (&offset, BEGIN, UNIX, GSCOPE_MSEC);
  g_assert_cmpint (offset.basis, ==, GSCOPE_OFFSET_ESTIMATED);
}

/* No time that can be written makes it overflow. */
static void
test_extremes (void)
{
  const gint64 times[] = { G_MININT64, -1, 0, 1, G_MAXINT64 };
  GscopeTupleOffset offset;

  gscope_tuple_offset_init (&offset, FALSE, 40 * GSCOPE_MSEC);
  for (guint i = 0; i < G_N_ELEMENTS (times) * G_N_ELEMENTS (times); i++)
    {
      gscope_tuple_offset_update (&offset, times[i % G_N_ELEMENTS (times)], BEGIN + i * GSCOPE_SEC,
                                  UNIX);
      for (guint j = 0; j < G_N_ELEMENTS (times); j++)
        gscope_tuple_offset_map (&offset, times[j]);
      g_assert_cmpint (offset.uncertainty, >=, 0);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tuple-offset/least-delay", test_least_delay);
  g_test_add_func ("/tuple-offset/round-trip", test_round_trip);
  g_test_add_func ("/tuple-offset/drift", test_drift);
  g_test_add_func ("/tuple-offset/own-clocks", test_own_clocks);
  g_test_add_func ("/tuple-offset/extremes", test_extremes);
  return g_test_run ();
}
