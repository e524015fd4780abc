/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/trace/ring.h>

static void
put (GscopeRing *ring, guint64 value)
{
  g_assert_true (gscope_ring_has_room (ring, 1));
  *(guint64 *) gscope_ring_get_slot (ring) = value;
  gscope_ring_commit (ring);
}

static void
test_full (void)
{
  g_autoptr (GscopeRing) ring = gscope_ring_new (4, sizeof (guint64));
  guint64 *records;
  gsize n;

  g_assert_cmpuint (gscope_ring_get_capacity (ring), ==, 4);
  for (guint64 i = 0; i < 4; i++)
    put (ring, i);
  g_assert_false (gscope_ring_has_room (ring, 1));
  records = gscope_ring_peek (ring, &n);
  g_assert_cmpuint (n, ==, 4);
  g_assert_cmpuint (records[3], ==, 3);
  gscope_ring_release (ring, 2);
  g_assert_true (gscope_ring_has_room (ring, 2));
  g_assert_false (gscope_ring_has_room (ring, 3));
}

static void
test_wrap (void)
{
  g_autoptr (GscopeRing) ring = gscope_ring_new (4, sizeof (guint64));
  guint64 *records;
  gsize n;

  for (guint64 i = 0; i < 3; i++)
    put (ring, i);
  gscope_ring_release (ring, 3);
  for (guint64 i = 3; i < 6; i++)
    put (ring, i);
  records = gscope_ring_peek (ring, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpuint (records[0], ==, 3);
  gscope_ring_release (ring, 1);
  records = gscope_ring_peek (ring, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpuint (records[1], ==, 5);
}

static void
test_record_size (void)
{
  g_autoptr (GscopeRing) ring = gscope_ring_new (2, 24);
  guint8 *first = gscope_ring_get_slot (ring);

  gscope_ring_commit (ring);
  g_assert_true ((guint8 *) gscope_ring_get_slot (ring) == first + 24);
}

enum
{
  N_RECORDS = 200000
};

static gpointer
produce (gpointer data)
{
  GscopeRing *ring = data;

  for (guint64 i = 0; i < N_RECORDS;)
    {
      if (!gscope_ring_has_room (ring, 1))
        {
          g_thread_yield ();
          continue;
        }
      put (ring, i++);
    }
  return NULL;
}

static void
test_threads (void)
{
  g_autoptr (GscopeRing) ring = gscope_ring_new (64, sizeof (guint64));
  GThread *thread = g_thread_new ("producer", produce, ring);
  guint64 expected = 0;

  while (expected < N_RECORDS)
    {
      gsize n;
      guint64 *records = gscope_ring_peek (ring, &n);

      for (gsize i = 0; i < n; i++)
        g_assert_cmpuint (records[i], ==, expected++);
      gscope_ring_release (ring, n);
      if (n == 0)
        g_thread_yield ();
    }
  g_thread_join (thread);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/ring/full", test_full);
  g_test_add_func ("/ring/wrap", test_wrap);
  g_test_add_func ("/ring/record-size", test_record_size);
  g_test_add_func ("/ring/threads", test_threads);
  return g_test_run ();
}
