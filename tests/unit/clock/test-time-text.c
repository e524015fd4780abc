/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Times that users type. */

#include <gscope/gscope.h>
#include <string.h>

#define MS GSCOPE_MSEC
#define S GSCOPE_SEC

enum
{
  BEGIN = 100,
  END = 5000,
  FROM = 2000,
};

/* Seconds on the clock; 0 if the text is refused. */
static const struct
{
  const char *text;
  double time;
} cases[] = {
  { "-5 s", FROM - 5 },
  { "-5", FROM - 5 },
  { "\342\210\2225s", FROM - 5 },
  { "+200 ms", FROM + 0.2 },
  { "- 1:30", FROM - 90 },
  { "+0:01:30.5", FROM + 90.5 },
  { "90 s", BEGIN + 90 },
  { "  90", BEGIN + 90 },
  { "0", BEGIN },
  { "1.5 min", BEGIN + 90 },
  { "1,5 min", BEGIN + 90 },
  { "1 h 2 min 3 s", BEGIN + 3723 },
  { "1h2m3s", BEGIN + 3723 },
  { "250 µs", BEGIN + 250e-6 },
  { "7 us", BEGIN + 7e-6 },
  { "1 d", BEGIN + 86400 },
  { "", 0 },
  { "-", 0 },
  { "s", 0 },
  { "five", 0 },
  { "5 parsecs", 0 },
  { "5 s 6", 0 },
  { "1e9", 0 },
  { "99999999999999999999 d", 0 },
  { "-99999999999999999999999999", 0 },
  { "1:60", 0 },
  { "+1:2:3:4", 0 },
  { "+1:", 0 },
  { "+:1", 0 },
  { "nan", 0 },
};

static void
check (GscopeClock *clock, const char *text, double expected)
{
  g_autoptr (GError) error = NULL;
  gint64 time = 0;

  g_test_message ("%s", text);
  if (gscope_time_parse (text, clock, BEGIN * S, END * S, FROM * S, &time, &error))
    g_assert_cmpfloat_with_epsilon ((double) time / S, expected, 1e-9);
  else
    {
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
      g_assert_nonnull (strstr (error->message, text));
      g_assert_cmpfloat (expected, ==, 0);
    }
}

static void
test_durations (void)
{
  g_autoptr (GscopeClock) base = gscope_test_clock_new (0);
  g_autoptr (GscopeTransport) transport = gscope_transport_new (base);

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      check (gscope_clock_get_system (), cases[i].text, cases[i].time);
      check (GSCOPE_CLOCK (transport), cases[i].text, cases[i].time);
    }
  /* a recording without wall-clock times */
  check (GSCOPE_CLOCK (transport), "1:30", BEGIN + 90);
  check (GSCOPE_CLOCK (transport), "0:01:30", BEGIN + 90);
  check (GSCOPE_CLOCK (transport), "25:00:00", BEGIN + 90000);
}

/* Returns what a text means by the wall clock, in local time, to seconds. */
static char *
read_wall (GscopeClock *clock, gint64 end, const char *text)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GDateTime) wall = NULL;
  gint64 time;

  if (!gscope_time_parse (text, clock, 0, end, 0, &time, &error))
    return g_strdup ("none");
  wall = gscope_clock_to_wall (clock, time);
  return g_date_time_format (wall, "%Y-%m-%d %H:%M:%S");
}

static void
assert_wall (const char *text, const char *expected)
{
  GscopeClock *clock = gscope_clock_get_system ();
  g_autoptr (GDateTime) noon = g_date_time_new_local (2026, 11, 28, 12, 0, 0);
  gint64 now = gscope_clock_get_time (clock);
  gint64 end = now + g_date_time_to_unix (noon) * S - gscope_clock_to_unix (clock, now) + MS;
  g_autofree char *time = read_wall (clock, end, text);

  g_test_message ("%s", text);
  g_assert_cmpstr (time, ==, expected);
}

/* A time of day without a date is the latest one that has passed. */
static void
test_wall (void)
{
  assert_wall ("11:30:00.5", "2026-11-28 11:30:00");
  assert_wall ("11:30:00.5 ", "2026-11-28 11:30:00");
  assert_wall ("0:00:01.5", "2026-11-28 00:00:01");
  assert_wall ("13:00:00.5", "2026-11-27 13:00:00");
  assert_wall ("2026-11-20 13:05:06.5", "2026-11-20 13:05:06");
  assert_wall ("2026-11-20T13:05:06.5", "2026-11-20 13:05:06");
  assert_wall ("2027-01-01 13:05:06.5", "2027-01-01 13:05:06");
  assert_wall ("2026-13-20 13:05", "none");
  assert_wall ("9999-01-01 00:00", "none");
  assert_wall ("2026-11-20 24:00", "none");
  assert_wall ("24:00", "none");
  assert_wall ("12:61", "none");
  assert_wall ("12:00 noon", "none");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/time-text/durations", test_durations);
  g_test_add_func ("/time-text/wall", test_wall);
  return g_test_run ();
}
