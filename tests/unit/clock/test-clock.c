/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/private.h>
#include <gscope/gscope.h>

static gboolean
count (gpointer data)
{
  (*(int *) data)++;
  return G_SOURCE_CONTINUE;
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_system_clock (void)
{
  GscopeClock *clock = gscope_clock_get_system ();
  gint64 before = g_get_monotonic_time (), time = gscope_clock_get_time (clock);
  gint64 after = g_get_monotonic_time ();
  gint64 wall = g_get_real_time ();
  gint64 unix_time = gscope_clock_to_unix (clock, time) / 1000;
  gint64 elapsed = g_get_monotonic_time () - before;

  g_assert_cmpint (time / 1000, >=, before);
  g_assert_cmpint (time / 1000, <=, after);
  /* the process may have been paused between two readings */
  g_assert_cmpint (ABS (unix_time - wall), <, G_USEC_PER_SEC + elapsed);
}

static void
test_past (void)
{
  GscopeClock *clock = gscope_clock_get_system ();
  gint64 now = gscope_clock_get_time (clock);

  g_assert_false (gscope_clock_is_past (clock, now + 60 * GSCOPE_SEC, 0));
  g_assert_true (gscope_clock_is_past (clock, now - GSCOPE_SEC, 0));
  g_assert_true (gscope_clock_is_past (clock, now - GSCOPE_SEC, GSCOPE_SEC / 2));
  g_assert_false (gscope_clock_is_past (clock, now - GSCOPE_SEC, 60 * GSCOPE_SEC));
}

static void
test_past_is_exact (void)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (1000);

  g_assert_false (gscope_clock_is_past (clock, 900, 100));
  g_assert_true (gscope_clock_is_past (clock, 899, 100));
}

static void
test_wall (void)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (0);
  g_autoptr (GDateTime) local = gscope_clock_to_wall (clock, 1500 * GSCOPE_MSEC);
  g_autoptr (GDateTime) utc = g_date_time_to_utc (local);
  g_autofree char *text = g_date_time_format_iso8601 (utc);

  g_assert_cmpstr (text, ==, "2000-01-01T00:00:01.500000Z");
}

static void
test_timeout (void)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (0);
  g_autoptr (GSource) source = gscope_clock_create_timeout (clock, 10 * GSCOPE_MSEC);
  int n = 0;

  g_source_set_callback (source, count, &n, NULL);
  g_source_attach (source, NULL);
  iterate ();
  g_assert_cmpint (n, ==, 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 10 * GSCOPE_MSEC);
  iterate ();
  g_assert_cmpint (n, ==, 1);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 35 * GSCOPE_MSEC);
  iterate ();
  g_assert_cmpint (n, ==, 2);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 5 * GSCOPE_MSEC);
  iterate ();
  g_assert_cmpint (n, ==, 3);
  g_source_destroy (source);
}

/* At multiples of its interval, whenever it was made. */
static void
test_beat (void)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (12 * GSCOPE_MSEC);
  g_autoptr (GSource) source = gscope_clock_create_beat (clock, 10 * GSCOPE_MSEC);
  int n = 0;

  g_source_set_callback (source, count, &n, NULL);
  g_source_attach (source, NULL);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 7 * GSCOPE_MSEC);
  iterate ();
  g_assert_cmpint (n, ==, 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), GSCOPE_MSEC);
  iterate ();
  g_assert_cmpint (n, ==, 1);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 10 * GSCOPE_MSEC);
  iterate ();
  g_assert_cmpint (n, ==, 2);
  g_source_destroy (source);
}

static gboolean
quit (gpointer data)
{
  g_main_loop_quit (data);
  return G_SOURCE_REMOVE;
}

static void
test_real_timeout (void)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GSource) source =
      gscope_clock_create_timeout (gscope_clock_get_system (), GSCOPE_MSEC);
  gint64 begin = g_get_monotonic_time ();

  g_source_set_callback (source, quit, loop, NULL);
  g_source_attach (source, NULL);
  g_main_loop_run (loop);
  g_assert_cmpint (g_get_monotonic_time () - begin, >=, 900);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/clock/system", test_system_clock);
  g_test_add_func ("/clock/past", test_past);
  g_test_add_func ("/clock/past-is-exact", test_past_is_exact);
  g_test_add_func ("/clock/wall", test_wall);
  g_test_add_func ("/clock/timeout", test_timeout);
  g_test_add_func ("/clock/beat", test_beat);
  g_test_add_func ("/clock/real-timeout", test_real_timeout);
  return g_test_run ();
}
