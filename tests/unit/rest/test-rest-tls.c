/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/certificates.h"
#include "support/rest-bed.h"

#include <gscope-test/gscope-test.h>

static void
test_answer (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) answer = rest_bed_get (f, "watch", "/v1/sources");

  g_assert_true (g_str_has_prefix (f->uri, "https:"));
  g_assert_cmpuint (answer.status, ==, 200);
}

static GInputStream *
open_events (RestBed *f)
{
  g_autoptr (SoupMessage) message = rest_bed_request (f, "watch", "GET", "/v1/events");
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;
  GInputStream *stream;

  soup_message_disable_feature (message, SOUP_TYPE_CONTENT_SNIFFER);
  soup_session_send_async (f->session, message, 0, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  stream = soup_session_send_finish (f->session, kept, &error);
  g_assert_no_error (error);
  return stream;
}

/* Reads to the end, or to the error of a connection that was cut. */
static gsize
read_all (GInputStream *stream)
{
  gsize size = 0;

  while (TRUE)
    {
      GAsyncResult *result = NULL;
      g_autoptr (GAsyncResult) kept = NULL;
      g_autoptr (GBytes) bytes = NULL;

      g_input_stream_read_bytes_async (stream, 65536, G_PRIORITY_DEFAULT, NULL,
                                       gscope_test_keep_result, &result);
      kept = gscope_test_await (&result);
      bytes = g_input_stream_read_bytes_finish (stream, kept, NULL);
      if (!bytes || g_bytes_get_size (bytes) == 0)
        return size;
      size += g_bytes_get_size (bytes);
    }
}

/* A connection is cut at once, although TLS has a farewell. */
static void
test_stopped_reader (RestBed *f, gconstpointer data)
{
  g_autofree char *label = g_strnfill (1000, 'x');
  g_autoptr (GInputStream) stream = open_events (f);

  for (guint i = 0; i < 300; i++)
    gscope_source_mark (GSCOPE_SOURCE (f->lab), label, NULL);
  g_assert_cmpuint (read_all (stream), <, 256 * 1024);
}

static guint64
send_over (RestBed *f, const char *token, guint status)
{
  g_autoptr (SoupMessage) message = rest_bed_request (f, token, "GET", "/v1/health");
  g_auto (RestAnswer) answer = rest_bed_send (f, message, NULL);

  run_pending ();
  g_assert_cmpuint (answer.status, ==, status);
  return soup_message_get_connection_id (message);
}

static void
wait_idly (RestBed *f, gint64 seconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), seconds * GSCOPE_SEC);
  run_pending ();
}

/* A connection serves further requests, with whatever token, until one is refused or none has come for a while. */
static void
test_kept (RestBed *f, gconstpointer data)
{
  guint64 id = send_over (f, "watch", 200);

  g_assert_cmpuint (send_over (f, "lab", 200), ==, id);
  wait_idly (f, 9);
  g_assert_cmpuint (send_over (f, "watch", 200), ==, id);
  g_assert_cmpuint (send_over (f, "nobody", 401), ==, id);
  id = send_over (f, "watch", 200);
  wait_idly (f, 11);
  g_assert_cmpuint (send_over (f, "watch", 200), !=, id);
}

int
main (int argc, char **argv)
{
  g_autofree char *folder = NULL;
  int status;

  g_test_init (&argc, &argv, NULL);
  forget_authorities ();
  folder = g_dir_make_tmp ("gscope-certificates-XXXXXX", NULL);
  make_certificate (folder, "far", NULL, 1);

  g_test_add ("/rest-tls/answer", RestBed, folder, rest_bed_set_up, test_answer,
              rest_bed_tear_down);
  g_test_add ("/rest-tls/kept", RestBed, folder, rest_bed_set_up, test_kept, rest_bed_tear_down);
  g_test_add ("/rest-tls/kept-plain", RestBed, NULL, rest_bed_set_up, test_kept,
              rest_bed_tear_down);
  g_test_add ("/rest-tls/stopped-reader", RestBed, folder, rest_bed_set_up, test_stopped_reader,
              rest_bed_tear_down);
  status = g_test_run ();
  remove_certificates (folder);
  return status;
}
