/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* How long those who gave wrong tokens have to wait. */

#include <gscope/clock/clock.h>
#include <gscope/error.h>
#include <gscope/http/backoff.h>
#include <gscope/http/door.h>
#include <string.h>

#define N_FREE 5
#define MEMORY (600 * GSCOPE_SEC)
#define MAX_ADDRESSES 1024

static void
note_wrong (GscopeBackoff *backoff, const char *address, gint64 now, guint n)
{
  for (guint i = 0; i < n; i++)
    gscope_backoff_note_wrong (backoff, address, now);
}

/* The first wrong tokens are free; then the wait doubles up to a minute. */
static void
test_doubles (void)
{
  static const int seconds[] = { 1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60, 60, 60 };
  GscopeBackoff *backoff = gscope_backoff_new ();
  gint64 now = 7 * GSCOPE_SEC;

  g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", now), ==, 0);
  note_wrong (backoff, "a", now, N_FREE);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", now), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS (seconds); i++)
    {
      gscope_backoff_note_wrong (backoff, "a", now);
      g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", now), ==, seconds[i] * GSCOPE_SEC);
      now += seconds[i] * GSCOPE_SEC;
      g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", now - 1), ==, 1);
      g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", now), ==, 0);
    }
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "b", now), ==, 0);
  gscope_backoff_free (backoff);
}

/* Ten minutes without a wrong token make all wrong ones forgotten. */
static void
test_forgets (void)
{
  GscopeBackoff *backoff = gscope_backoff_new ();

  note_wrong (backoff, "a", 1, N_FREE);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", 1), ==, 0);
  gscope_backoff_note_wrong (backoff, "a", MEMORY + 1);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", MEMORY + 1), ==, GSCOPE_SEC);
  note_wrong (backoff, "a", 2 * MEMORY + 2, N_FREE);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "a", 2 * MEMORY + 2), ==, 0);
  gscope_backoff_free (backoff);
}

static void
add_others (GscopeBackoff *backoff, guint n, gint64 now)
{
  for (guint i = 0; i < n; i++)
    {
      g_autofree char *address = g_strdup_printf ("other%u", i);

      gscope_backoff_note_wrong (backoff, address, now);
    }
}

/* Beyond the bound, the address that gave its last wrong token first is forgotten, and no other address. */
static void
test_bound (void)
{
  GscopeBackoff *backoff = gscope_backoff_new ();

  note_wrong (backoff, "first", 1, N_FREE + 1);
  note_wrong (backoff, "second", 2, N_FREE + 1);
  add_others (backoff, MAX_ADDRESSES - 2, 3);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "first", 3), ==, GSCOPE_SEC - 2);
  gscope_backoff_note_wrong (backoff, "last", 4);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "first", 4), ==, 0);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "second", 4), ==, GSCOPE_SEC - 2);
  gscope_backoff_free (backoff);
}

/* Addresses that may be forgotten make room first. */
static void
test_room (void)
{
  GscopeBackoff *backoff = gscope_backoff_new ();
  const gint64 later = MEMORY + 2;

  note_wrong (backoff, "first", 2, N_FREE + 6);
  add_others (backoff, MAX_ADDRESSES - 1, 1);
  gscope_backoff_note_wrong (backoff, "last", later);
  gscope_backoff_note_wrong (backoff, "first", later);
  g_assert_cmpint (gscope_backoff_get_wait (backoff, "first", later), ==, 60 * GSCOPE_SEC);
  gscope_backoff_free (backoff);
}

static void
assert_refused (GscopeDoor *door, const char *address, gint64 now, GscopeError code,
                const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (
      gscope_door_check_token (door, "wrong-wrong-wrong-wrong", address, address, now, &error));
  g_assert_error (error, GSCOPE_ERROR, (int) code);
  g_assert_nonnull (strstr (error->message, part));
}

/* The door says how long an address has to wait. Wrong tokens meanwhile do not make the wait longer. */
static void
test_door (void)
{
  GscopeDoor *door = gscope_door_new ();
  gint64 now = GSCOPE_SEC;

  for (guint i = 0; i < N_FREE + 1; i++)
    assert_refused (door, "a", now, GSCOPE_ERROR_TOKEN, "does not know the token");
  assert_refused (door, "a", now, GSCOPE_ERROR_LIMIT, "Wait 1 second.");
  assert_refused (door, "b", now, GSCOPE_ERROR_TOKEN, "does not know the token");
  now += GSCOPE_SEC;
  assert_refused (door, "a", now, GSCOPE_ERROR_TOKEN, "does not know the token");
  assert_refused (door, "a", now, GSCOPE_ERROR_LIMIT, "Wait 2 seconds.");
  assert_refused (door, "a", now + GSCOPE_SEC / 2, GSCOPE_ERROR_LIMIT, "Wait 2 seconds.");
  gscope_door_free (door);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/backoff/doubles", test_doubles);
  g_test_add_func ("/backoff/forgets", test_forgets);
  g_test_add_func ("/backoff/bound", test_bound);
  g_test_add_func ("/backoff/room", test_room);
  g_test_add_func ("/backoff/door", test_door);
  return g_test_run ();
}
