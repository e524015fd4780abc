/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/tuple-bed.h"

#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* The client against the real server, on the kernel's clock. */

static GscopeTupleClient *
new_client (TupleBed *bed)
{
  g_autofree char *address = tuple_bed_dup_address (bed, 0);
  g_autoptr (GError) error = NULL;
  GscopeTupleClient *client = gscope_tuple_client_new (address, &error);

  g_assert_no_error (error);
  return client;
}

static void
init (TupleBed *bed, const char *options)
{
  tuple_bed_init (bed, gscope_clock_get_system (), options);
  /* a machine that is busy with other tests makes nothing late */
  gscope_scope_set_delay (bed->scope, 600 * GSCOPE_SEC);
}

static void
check_push (const char *options)
{
  TupleBed bed;
  GscopeTupleClient *client;
  gint64 begin, time;

  init (&bed, options);
  begin = gscope_clock_get_time (bed.clock);
  client = new_client (&bed);
  g_assert_true (gscope_tuple_client_push (client, "load", 0.1));
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/load") == 1);
  g_assert_true (gscope_tuple_client_get_connected (client));
  g_assert_cmpfloat (tuple_bed_get_latest (&bed, "t/load").value, ==, 0.1);
  time = tuple_bed_get_latest (&bed, "t/load").time;
  g_assert_cmpint (time, >=, begin);
  g_assert_cmpint (time, <=, gscope_clock_get_time (bed.clock));
  g_assert_true (gscope_tuple_client_push_at (client, "load", time + 1, -1e300));
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/load") == 2);
  g_assert_cmpint (tuple_bed_get_latest (&bed, "t/load").time, ==, time + 1);
  g_assert_cmpuint (gscope_tuple_client_get_dropped (client), ==, 0);
  g_assert_finalize_object (client);
  tuple_bed_clear (&bed);
}

static void
test_tcp (void)
{
  check_push (NULL);
}

static void
test_udp (void)
{
  check_push ("{ \"listen\": \"udp:0\" }");
}

static void
test_unix (void)
{
  g_autofree char *dir = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *options = g_strdup_printf ("{ \"listen\": \"unix:%s/socket\" }", dir);

  check_push (options);
  g_assert_cmpint (rmdir (dir), ==, 0);
}

/* What was pushed before the end arrives, even if there was no connection yet. */
static void
test_last_flush (void)
{
  TupleBed bed;
  GscopeTupleClient *client;

  init (&bed, NULL);
  client = new_client (&bed);
  for (guint i = 0; i < 1000; i++)
    g_assert_true (gscope_tuple_client_push (client, "brief", i));
  g_object_unref (client);
  /* and the gap behind it */
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/brief") == 1001);
  tuple_bed_clear (&bed);
}

/* No name and no value may break the text. */
static void
test_bad_names (void)
{
  TupleBed bed;
  GscopeTupleClient *client;

  init (&bed, NULL);
  client = new_client (&bed);
  g_assert_false (gscope_tuple_client_push (client, "two\nlines", 1));
  g_assert_false (gscope_tuple_client_push (client, " blank", 1));
  g_assert_false (gscope_tuple_client_push (client, "\xff", 1));
  g_assert_cmpuint (gscope_tuple_client_get_dropped (client), ==, 3);
  g_assert_true (gscope_tuple_client_push (client, "", 5));
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/value") == 1);
  g_object_unref (client);
  tuple_bed_clear (&bed);
}

static void
test_no_server (void)
{
  g_autoptr (GscopeTupleClient) client = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *message = NULL, *address = NULL;
  TupleBed bed;
  guint64 n_taken = 0;
  gint64 begin;

  init (&bed, NULL);
  address = tuple_bed_dup_address (&bed, 0);
  tuple_bed_clear (&bed);
  client = gscope_tuple_client_new (address, &error);
  g_assert_no_error (error);
  for (guint i = 0; i < 100000; i++)
    n_taken += gscope_tuple_client_push (client, "nobody listens", i);
  g_assert_cmpuint (n_taken, >, 0);
  g_assert_cmpuint (gscope_tuple_client_get_dropped (client), ==, 100000 - n_taken);
  g_assert_false (gscope_tuple_client_flush (client, GSCOPE_MSEC));
  while (!(message = gscope_tuple_client_dup_message (client)))
    gscope_tuple_client_flush (client, GSCOPE_MSEC);
  g_assert_nonnull (strstr (message, "cannot connect"));
  /* the end does not wait for what cannot be sent */
  begin = g_get_monotonic_time ();
  g_clear_object (&client);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 2 * G_TIME_SPAN_SECOND);
}

/* A server that takes connections and never reads: pushes do not wait for it, nor does the end. */
static void
test_stuck_server (void)
{
  g_autoptr (GscopeTupleClient) client = NULL;
  g_autofree char *address = NULL;
  g_autofree char *name = g_strnfill (255, 'x');
  TupleBed bed;
  gint64 begin, longest = 0;

  init (&bed, "{ \"listen\": \"tcp:0\", \"rate\": 1 }");
  client = new_client (&bed);
  begin = g_get_monotonic_time ();
  while (gscope_tuple_client_get_dropped (client) < 1000)
    {
      gint64 before = g_get_monotonic_time ();

      gscope_tuple_client_push (client, name, 1);
      longest = MAX (longest, g_get_monotonic_time () - before);
    }
  g_assert_cmpint (longest, <, G_TIME_SPAN_SECOND);
  begin = g_get_monotonic_time ();
  g_clear_object (&client);
  g_assert_cmpint (g_get_monotonic_time () - begin, <, 2 * G_TIME_SPAN_SECOND);
  tuple_bed_clear (&bed);
}

static void
test_reconnect (void)
{
  g_autofree char *address = NULL, *options = NULL;
  g_autoptr (GscopeTupleClient) client = NULL;
  TupleBed bed;

  init (&bed, NULL);
  address = tuple_bed_dup_address (&bed, 0);
  options = g_strdup_printf ("{ \"listen\": \"%s\" }", address);
  client = new_client (&bed);
  gscope_tuple_client_push (client, "x", 1);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  tuple_bed_clear (&bed);

  init (&bed, options);
  while (tuple_bed_count (&bed, "t/x") == 0)
    {
      gscope_tuple_client_push (client, "x", 2);
      tuple_bed_step (&bed);
    }
  g_assert_cmpfloat (tuple_bed_get_latest (&bed, "t/x").value, ==, 2);
  tuple_bed_clear (&bed);
}

static void
test_message (void)
{
  g_autofree char *message = NULL;
  GscopeTupleClient *client;
  TupleBed bed;

  init (&bed, "{ \"listen\": \"tcp:0\", \"names\": 1 }");
  client = new_client (&bed);
  while (!(message = gscope_tuple_client_dup_message (client)))
    {
      gscope_tuple_client_push (client, "one", 1);
      gscope_tuple_client_push (client, "two", 1);
      tuple_bed_step (&bed);
    }
  g_assert_cmpstr (message, ==, "# line 2 was skipped: there are more than 1 different names");
  g_object_unref (client);
  tuple_bed_clear (&bed);
}

enum
{
  N_THREADS = 4,
  N_PUSHES = 2000
};

static gpointer
push_many (gpointer data)
{
  g_autofree char *name = g_strdup_printf ("%p", (gpointer) g_thread_self ());

  for (guint i = 0; i < N_PUSHES; i++)
    {
      gscope_tuple_client_push (data, name, i);
      g_thread_yield ();
    }
  return NULL;
}

static guint64
count_all (TupleBed *bed)
{
  GListModel *signals = gscope_scope_get_signals (bed->scope);
  guint64 n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      if (gscope_signal_get_kind (signal) == GSCOPE_SIGNAL_BUFFERED)
        n += gscope_trace_get_end (gscope_signal_get_trace (signal))
             + gscope_signal_get_total_lost (signal);
    }
  return n;
}

/* Every push is in a trace or counted somewhere. */
static void
test_threads (void)
{
  GThread *threads[N_THREADS];
  GscopeTupleClient *client;
  TupleBed bed;

  init (&bed, NULL);
  client = new_client (&bed);
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new ("push", push_many, client);
  tuple_bed_await (&bed, count_all (&bed) + gscope_tuple_client_get_dropped (client)
                             == N_THREADS * N_PUSHES);
  for (guint i = 0; i < N_THREADS; i++)
    g_thread_join (threads[i]);
  g_object_unref (client);
  tuple_bed_clear (&bed);
}

static void
test_addresses (void)
{
  static const char *const bad[] = { "", "tcp:", "localhost:1", "tcp:x", "unix:", "stdin" };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (gscope_tuple_client_new (bad[i], &error));
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tuple-client/tcp", test_tcp);
  g_test_add_func ("/tuple-client/udp", test_udp);
  g_test_add_func ("/tuple-client/unix", test_unix);
  g_test_add_func ("/tuple-client/last-flush", test_last_flush);
  g_test_add_func ("/tuple-client/bad-names", test_bad_names);
  g_test_add_func ("/tuple-client/no-server", test_no_server);
  g_test_add_func ("/tuple-client/stuck-server", test_stuck_server);
  g_test_add_func ("/tuple-client/reconnect", test_reconnect);
  g_test_add_func ("/tuple-client/message", test_message);
  g_test_add_func ("/tuple-client/threads", test_threads);
  g_test_add_func ("/tuple-client/addresses", test_addresses);
  return g_test_run ();
}
