/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/tuple-bed.h"

#include <unistd.h>

/* Streams of GIO that become clients of a tuple server. */

static void
test_stream (void)
{
  g_autoptr (GInputStream) stream =
      g_memory_input_stream_new_from_data ("999990 1 x\n999991 2 x\n", -1, NULL);
  g_autoptr (GError) error = NULL;
  TupleBed bed;

  tuple_bed_init (&bed, NULL, "{ \"listen\": [] }");
  g_assert_true (gscope_tuple_server_add_stream (bed.server, stream, &error));
  g_assert_no_error (error);
  /* two samples, and the gap behind a stream that has ended */
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 3);
  tuple_bed_await (&bed, gscope_tuple_server_get_n_clients (bed.server) == 0);
  tuple_bed_clear (&bed);
}

/* The server's own standard input, which is a pipe here. */
static void
test_stdin (void)
{
  int saved = dup (STDIN_FILENO), ends[2];
  TupleBed bed;

  g_assert_cmpint (pipe (ends), ==, 0);
  dup2 (ends[0], STDIN_FILENO);
  tuple_bed_init (&bed, NULL, "{ \"listen\": \"stdin\" }");
  g_assert_cmpint (write (ends[1], "999990 1 x\n", 11), ==, 11);
  tuple_bed_await (&bed, tuple_bed_count (&bed, "t/x") == 1);
  /* it is stopped while the pipe is open */
  tuple_bed_clear (&bed);
  close (ends[0]);
  close (ends[1]);
  dup2 (saved, STDIN_FILENO);
  close (saved);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tuple-stream/memory", test_stream);
  g_test_add_func ("/tuple-stream/standard-input", test_stdin);
  return g_test_run ();
}
