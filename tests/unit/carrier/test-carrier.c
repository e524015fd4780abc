/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/carrier-bed.h"
#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <gscope/share/server-private.h>
#include <string.h>

/* The same cases over each kind of carrier. */

typedef struct
{
  CarrierBed bed;
  gboolean is_skipped;
  /* what arrived, in order */
  GPtrArray *messages;
  guint n_closed;
  GError *error;
} Fixture;

static void
on_received (GscopeCarrier *carrier, GBytes *message, Fixture *f)
{
  g_ptr_array_add (f->messages, g_bytes_ref (message));
}

static void
on_closed (GscopeCarrier *carrier, const GError *error, Fixture *f)
{
  f->n_closed++;
  g_clear_error (&f->error);
  f->error = error ? g_error_copy (error) : NULL;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->is_skipped = !carrier_bed_set_up (&f->bed, GPOINTER_TO_UINT (data));
  f->messages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  carrier_bed_tear_down (&f->bed);
  g_ptr_array_unref (f->messages);
  g_clear_error (&f->error);
}

static void
watch (Fixture *f, GscopeCarrier *carrier)
{
  g_signal_connect (carrier, "received", G_CALLBACK (on_received), f);
  g_signal_connect (carrier, "closed", G_CALLBACK (on_closed), f);
}

static GIOStream *
connect_raw (Fixture *f, const void *data, gsize size)
{
  GIOStream *raw = carrier_bed_connect_raw (&f->bed, data, size);

  f->n_closed = 0;
  watch (f, f->bed.far);
  return raw;
}

static void
wait_for_end (Fixture *f)
{
  while (f->n_closed == 0)
    g_main_context_iteration (NULL, TRUE);
  run_pending ();
  g_assert_cmpuint (f->n_closed, ==, 1);
}

static void
wait_for_messages (Fixture *f, guint n)
{
  while (f->messages->len < n)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (f->messages->len, ==, n);
}

/* Messages of each size are different ones: in turn samples, which begin with a 1, and JSON. */
static GBytes *
make_message (gsize size, guint number)
{
  gboolean is_text = number % 2 == 0;
  guint8 *data = g_malloc (size);

  for (gsize i = 0; i < size; i++)
    data[i] = is_text ? ' ' + (number + i) % 90 : number + i * 7 + i / 256;
  if (size > 0)
    data[0] = is_text ? '{' : 1;
  return g_bytes_new_take (data, size);
}

static void
send_numbered (GscopeCarrier *carrier, gsize size, guint number)
{
  g_autoptr (GBytes) message = make_message (size, number);

  gscope_carrier_send (carrier, message);
}

static void
assert_messages (Fixture *f, const gsize *sizes, guint n)
{
  wait_for_messages (f, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GBytes) expected = make_message (sizes[i], i + 1);

      g_assert_true (g_bytes_equal (f->messages->pdata[i], expected));
    }
  g_ptr_array_set_size (f->messages, 0);
}

/* Sizes at which a frame of a WebSocket writes its length otherwise, and a record of TLS ends. */
static const gsize sizes[] = { 0,     1,          2,     5,
                               125,   126,        127,   GSCOPE_CARRIER_MAX_MESSAGE,
                               16383, 16384,      65535, 300000,
                               65536, 256 * 1024, 0,     3 };

static void
send_all (GscopeCarrier *carrier)
{
  gsize unsent = 0;

  for (guint i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      send_numbered (carrier, sizes[i], i + 1);
      unsent += sizes[i];
      g_assert_cmpuint (gscope_carrier_get_unsent (carrier), >=, unsent);
    }
}

static void
test_order (Fixture *f, gconstpointer data)
{
  carrier_bed_connect (&f->bed);
  watch (f, f->bed.near);
  send_all (f->bed.far);
  assert_messages (f, sizes, G_N_ELEMENTS (sizes));
  run_pending ();
  g_assert_cmpuint (gscope_carrier_get_unsent (f->bed.far), ==, 0);

  g_signal_handlers_disconnect_by_data (f->bed.near, f);
  watch (f, f->bed.far);
  send_all (f->bed.near);
  assert_messages (f, sizes, G_N_ELEMENTS (sizes));
  g_assert_cmpuint (f->n_closed, ==, 0);
}

/* The last messages arrive before the end, which only the other end reports. */
static void
test_close (Fixture *f, gconstpointer data)
{
  static const gsize last[] = { 100, 20000 };

  carrier_bed_connect (&f->bed);
  watch (f, f->bed.near);
  g_signal_connect (f->bed.far, "closed", G_CALLBACK (on_closed), f);
  send_numbered (f->bed.near, 5000, 1);
  send_numbered (f->bed.far, last[0], 1);
  send_numbered (f->bed.far, last[1], 2);
  gscope_carrier_close (f->bed.far);
  gscope_carrier_close (f->bed.far);
  send_numbered (f->bed.far, 5, 3);
  g_assert_cmpuint (f->n_closed, ==, 0);
  wait_for_end (f);
  g_assert_no_error (f->error);
  assert_messages (f, last, G_N_ELEMENTS (last));
}

static void
on_half (GscopeCarrier *carrier, GBytes *message, guint *count)
{
  *count += 1;
}

/* Sends the begin of a message, which is made once, as making it takes longer than sending it. */
static void
send_begin (GscopeCarrier *carrier, GBytes *whole, gsize size)
{
  g_autoptr (GBytes) message = g_bytes_new_from_bytes (whole, 0, size);

  gscope_carrier_send (carrier, message);
}

/* Floods in both directions. */
static void
test_both_ways (Fixture *f, gconstpointer data)
{
  enum
  {
    N = 200,
  };
  g_autoptr (GBytes) whole = make_message (60000 + N, 1);
  guint n_near = 0, n_far = 0;

  carrier_bed_connect (&f->bed);
  g_signal_connect (f->bed.near, "received", G_CALLBACK (on_half), &n_near);
  g_signal_connect (f->bed.far, "received", G_CALLBACK (on_half), &n_far);
  g_signal_connect (f->bed.near, "closed", G_CALLBACK (on_closed), f);
  for (guint i = 0; i < N; i++)
    {
      send_begin (f->bed.near, whole, 50000 + i);
      send_begin (f->bed.far, whole, 60000 + i);
    }
  while (n_near < N || n_far < N)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (f->n_closed, ==, 0);
}

/* Asserts that the last bytes of a connection have words of the reason. */
static void
assert_told (GIOStream *raw, const char *words)
{
  g_autoptr (GString) text = g_string_new (NULL);
  char data[4096];
  gssize n;

  while (
      (n = g_input_stream_read (g_io_stream_get_input_stream (raw), data, sizeof data, NULL, NULL))
      > 0)
    g_string_append_len (text, data, n);
  g_assert_nonnull (memmem (text->str, text->len, words, strlen (words)));
}

static void
test_too_large (Fixture *f, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = carrier_bed_announce (&f->bed, GSCOPE_CARRIER_MAX_MESSAGE + 1);
  g_autoptr (GIOStream) raw = connect_raw (f, bytes->data, bytes->len);

  wait_for_end (f);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_assert_nonnull (strstr (f->error->message, "1048577 bytes was announced"));
  assert_told (raw, "1048577 bytes was announced");
}

static void
stop_sending (GIOStream *stream)
{
  g_autoptr (GIOStream) base = NULL;

  if (G_IS_SIMPLE_IO_STREAM (stream))
    {
      g_output_stream_close (g_io_stream_get_output_stream (stream), NULL, NULL);
      return;
    }
  if (G_IS_TCP_WRAPPER_CONNECTION (stream))
    stream = g_tcp_wrapper_connection_get_base_io_stream (G_TCP_WRAPPER_CONNECTION (stream));
  if (G_IS_TLS_CONNECTION (stream))
    g_object_get (stream, "base-io-stream", &base, NULL);
  else
    base = g_object_ref (stream);
  g_socket_shutdown (g_socket_connection_get_socket (G_SOCKET_CONNECTION (base)), FALSE, TRUE,
                     NULL);
}

/* A peer that sends no more may still read. */
static void
test_half_open (Fixture *f, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = carrier_bed_wrap (&f->bed, "last", 4);
  g_autoptr (GIOStream) raw = NULL;
  g_autoptr (GBytes) message = g_bytes_new_static ("reply", 5);
  g_autoptr (GString) received = g_string_new (NULL);
  char buffer[4096];
  gssize n;

  raw = connect_raw (f, bytes->data, bytes->len);
  gscope_carrier_send (f->bed.far, message);
  stop_sending (raw);
  wait_for_end (f);
  g_assert_no_error (f->error);
  wait_for_messages (f, 1);
  while ((n = g_input_stream_read (g_io_stream_get_input_stream (raw), buffer, sizeof buffer, NULL,
                                   NULL))
         > 0)
    g_string_append_len (received, buffer, n);
  g_assert_nonnull (memmem (received->str, received->len, "reply", 5));
}

/* A peer that reads nothing is given up, and costs no more than the bound. */
static void
test_reader_stops (Fixture *f, gconstpointer data)
{
  g_autoptr (GIOStream) raw = connect_raw (f, NULL, 0);
  g_autoptr (GBytes) whole = make_message (100000, 1);
  guint n_sent = 0;

  while (f->n_closed == 0)
    {
      send_begin (f->bed.far, whole, 100000);
      n_sent++;
      g_assert_cmpuint (f->n_closed, ==, 0);
      g_assert_cmpuint (gscope_carrier_get_unsent (f->bed.far), <=,
                        GSCOPE_CARRIER_MAX_UNSENT + 100100);
      run_pending ();
    }
  g_assert_cmpuint (n_sent, >, GSCOPE_CARRIER_MAX_UNSENT / 100000);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_assert_cmpstr (f->error->message, ==, "the other end does not read; 16 MiB wait to be sent");
  g_assert_cmpuint (gscope_carrier_get_unsent (f->bed.far), ==, 0);
}

/* Fills a connection with repetitions of some bytes, of which a part may have been written the last time. */
static void
fill (GIOStream *stream, const GByteArray *bytes, gsize *at)
{
  GPollableOutputStream *output = G_POLLABLE_OUTPUT_STREAM (g_io_stream_get_output_stream (stream));
  gssize n;

  while ((n = g_pollable_output_stream_write_nonblocking (output, bytes->data + *at,
                                                          bytes->len - *at, NULL, NULL))
         > 0)
    *at = (*at + (gsize) n) % bytes->len;
}

static void
answer_at_length (GscopeCarrier *carrier, GBytes *message, GBytes *answer)
{
  gscope_carrier_send (carrier, answer);
}

/* A peer that reads nothing and sends without a pause is given up as soon as one that is quiet: what does not fit any more
 * would be lost. */
static void
test_reader_floods (Fixture *f, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = carrier_bed_wrap (&f->bed, "{\"beat\": {}}", 12);
  g_autoptr (GIOStream) raw = connect_raw (f, NULL, 0);
  g_autoptr (GBytes) answer = make_message (100000, 1);
  guint n_late = 0;
  gsize at = 0;

  g_signal_connect (f->bed.far, "received", G_CALLBACK (answer_at_length), answer);
  while (f->n_closed == 0)
    {
      n_late += gscope_carrier_get_unsent (f->bed.far) > GSCOPE_CARRIER_MAX_UNSENT;
      g_assert_cmpuint (n_late, <=, 3);
      fill (raw, bytes, &at);
      g_main_context_iteration (NULL, TRUE);
    }
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
}

static void
test_cut (Fixture *f, gconstpointer data)
{
  g_autoptr (GByteArray) bytes = carrier_bed_wrap (&f->bed, "{\"beat\": {}}", 12);

  for (guint i = 0; i <= bytes->len; i++)
    {
      g_autoptr (GIOStream) raw = connect_raw (f, bytes->data, i);

      g_io_stream_close (raw, NULL, NULL);
      wait_for_end (f);
      if (i == 0 || i == bytes->len)
        g_assert_no_error (f->error);
      else
        g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
      g_assert_cmpuint (f->messages->len, ==, i == bytes->len);
    }
}

/* A handler drops the last reference. */
static void
drop_within (GscopeCarrier *carrier, gpointer data, Fixture *f)
{
  f->n_closed++;
  gscope_carrier_close (carrier);
  g_clear_object (&f->bed.far);
}

static void
drop_after_send (GscopeCarrier *carrier, Fixture *f)
{
  drop_within (carrier, NULL, f);
}

static void
test_close_within (Fixture *f, gconstpointer data)
{
  static const char *const names[] = { "received", "closed" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      carrier_bed_connect (&f->bed);
      f->n_closed = 0;
      g_signal_connect (f->bed.far, names[i], G_CALLBACK (drop_within), f);
      send_numbered (f->bed.near, 10, 1);
      send_numbered (f->bed.near, 10, 2);
      run_pending ();
      gscope_carrier_close (f->bed.near);
      wait_for_end (f);
      g_assert_null (f->bed.far);
    }
  carrier_bed_connect (&f->bed);
  f->n_closed = 0;
  g_signal_connect (f->bed.far, "sent", G_CALLBACK (drop_after_send), f);
  send_numbered (f->bed.far, 10, 1);
  wait_for_end (f);
}

/* A handler of a message that runs the main loop, as one that shows a dialog does. */
static void
on_first (GscopeCarrier *carrier, GBytes *message, Fixture *f)
{
  g_ptr_array_add (f->messages, g_bytes_ref (message));
  if (f->messages->len > 1)
    return;
  send_numbered (f->bed.near, 200, 2);
  send_numbered (f->bed.near, 300, 3);
  send_numbered (carrier, 10, 1);
  /* Its last message has been sent. */
  while (gscope_carrier_get_unsent (f->bed.near) > 0)
    g_main_context_iteration (NULL, TRUE);
  gscope_carrier_close (f->bed.near);
  /* It comes to rest: nothing spins while messages wait for this handler. */
  run_pending ();
  g_assert_cmpuint (f->messages->len, ==, 1);
  g_assert_cmpuint (f->n_closed, ==, 0);
}

static void
test_nested_loop (Fixture *f, gconstpointer data)
{
  static const gsize expected[] = { 100, 200, 300 };

  carrier_bed_connect (&f->bed);
  g_signal_connect (f->bed.far, "received", G_CALLBACK (on_first), f);
  g_signal_connect (f->bed.far, "closed", G_CALLBACK (on_closed), f);
  send_numbered (f->bed.near, 100, 1);
  wait_for_end (f);
  g_assert_no_error (f->error);
  assert_messages (f, expected, G_N_ELEMENTS (expected));
}

/* A source and its mirror. */

typedef struct
{
  CarrierBed *bed;
  GscopeScope *far;
  GscopeServer *server;
} Served;

static GscopeCarrier *
open_carrier (gpointer data)
{
  Served *served = data;
  GscopeSource *source = gscope_scope_get_source (served->far);

  carrier_bed_connect (served->bed);
  served->server = gscope_server_new_for_carrier (served->far, source, served->bed->far, NULL);
  g_clear_object (&served->bed->far);
  return g_steal_pointer (&served->bed->near);
}

static void
store_result (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

static void
test_source (Fixture *f, gconstpointer data)
{
  Served served = { .bed = &f->bed, .far = gscope_scope_new () };
  GscopeScope *near = gscope_scope_new ();
  GscopeSignal *wave = gscope_scope_add_buffered (served.far, "wave");
  g_autoptr (GscopeSource) remote = carrier_remote_new ("remote", open_carrier, &served);
  g_autoptr (GAsyncResult) started = NULL;
  g_autoptr (GAsyncResult) stopped = NULL;
  double values[10000];
  GscopeTrace *trace;
  gint64 now;

  gscope_scope_add_source (near, remote);
  gscope_source_start_async (remote, NULL, store_result, &started);
  while (!started)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (gscope_source_start_finish (remote, started, NULL));
  trace = gscope_signal_get_trace (gscope_scope_find_signal (near, "remote/wave"));

  now = gscope_clock_get_time (gscope_clock_get_system ()) + 3600 * GSCOPE_SEC;
  for (guint i = 0; i < 10000; i++)
    values[i] = i;
  gscope_trace_append_regular (gscope_signal_get_trace (wave), now, 1000, values, 10000);
  gscope_scope_drain (served.far);
  while (gscope_trace_get_end (trace) < 10000)
    {
      g_main_context_iteration (NULL, FALSE);
      gscope_scope_drain (near);
    }
  g_assert_cmpfloat (gscope_trace_get_value (trace, 9999), ==, 9999);

  gscope_source_stop_async (remote, NULL, store_result, &stopped);
  while (!stopped)
    g_main_context_iteration (NULL, TRUE);
  g_assert_true (gscope_source_stop_finish (remote, stopped, NULL));
  gscope_scope_remove_source (near, remote);
  g_object_unref (served.server);
  g_object_unref (near);
  g_object_unref (served.far);
}

typedef struct
{
  const char *name;
  void (*run) (Fixture *f, gconstpointer data);
  /* it is about a stream of bytes */
  gboolean is_raw;
} Case;

static const Case cases[] = {
  { "order", test_order, FALSE },
  { "close", test_close, FALSE },
  { "both-ways", test_both_ways, FALSE },
  { "too-large", test_too_large, TRUE },
  { "half-open", test_half_open, TRUE },
  { "reader-stops", test_reader_stops, TRUE },
  { "reader-floods", test_reader_floods, TRUE },
  { "cut", test_cut, TRUE },
  { "close-within", test_close_within, FALSE },
  { "nested-loop", test_nested_loop, FALSE },
  { "source", test_source, FALSE },
};

static void
run_case (Fixture *f, gconstpointer data)
{
  const char *name = strrchr (g_test_get_path (), '/') + 1;

  for (guint i = 0; !f->is_skipped && i < G_N_ELEMENTS (cases); i++)
    if (g_str_equal (cases[i].name, name))
      cases[i].run (f, data);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  for (guint kind = 0; kind < N_CARRIER_KINDS; kind++)
    for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
      {
        g_autofree char *path =
            g_strdup_printf ("/carrier/%s/%s", carrier_kind_get_name (kind), cases[i].name);

        if (kind != CARRIER_NATS || !cases[i].is_raw)
          g_test_add (path, Fixture, GUINT_TO_POINTER (kind), set_up, run_case, tear_down);
      }
  return g_test_run ();
}
