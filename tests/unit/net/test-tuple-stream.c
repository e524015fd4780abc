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
typedef struct
{
  TupleBed bed;
  int saved;
  int ends[2];
} Input;

static void
input_init (Input *self)
{
  self->saved = dup (STDIN_FILENO);
  g_assert_cmpint (pipe (self->ends), ==, 0);
  dup2 (self->ends[0], STDIN_FILENO);
  close (self->ends[0]);
  tuple_bed_init (&self->bed, NULL, "{ \"listen\": \"stdin\" }");
  g_assert_cmpint (write (self->ends[1], "999990 1 x\n", 11), ==, 11);
  tuple_bed_await (&self->bed, tuple_bed_count (&self->bed, "t/x") == 1);
}

static void
input_clear (Input *self)
{
  tuple_bed_clear (&self->bed);
  dup2 (self->saved, STDIN_FILENO);
  close (self->saved);
}

static void
test_stdin (void)
{
  Input input;

  input_init (&input);
  /* it is stopped while the pipe is open */
  input_clear (&input);
  close (input.ends[1]);
}

/* A server without another address ends with it, and keeps what came. */
static void
test_stdin_ends (void)
{
  Input input;
  GscopeSource *source;

  input_init (&input);
  source = GSCOPE_SOURCE (input.bed.server);
  close (input.ends[1]);
  tuple_bed_await (&input.bed, !gscope_source_get_started (source));
  g_assert_cmpint (gscope_source_get_state (source), ==, GSCOPE_SOURCE_STATE_STOPPED);
  g_assert_cmpstr (gscope_source_get_status (source), ==, "standard input has ended");
  g_assert_cmpuint (tuple_bed_count (&input.bed, "t/x"), >=, 1);
  input_clear (&input);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/tuple-stream/memory", test_stream);
  g_test_add_func ("/tuple-stream/standard-input", test_stdin);
  g_test_add_func ("/tuple-stream/standard-input-ends", test_stdin_ends);
  return g_test_run ();
}
