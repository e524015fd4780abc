/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <gscope/share/stream-carrier.h>

static void
on_bytes (GscopeCarrier *carrier, GBytes *message, GString *lengths)
{
  g_string_append_printf (lengths, "%" G_GSIZE_FORMAT " ", g_bytes_get_size (message));
}

static void
count_end (GscopeCarrier *carrier, const GError *error, guint *count)
{
  g_assert_no_error (error);
  *count += 1;
}

static void
test_messages (void)
{
  static const gsize sizes[] = { 0, 1, 5, GSCOPE_CARRIER_MAX_MESSAGE, 300000, 2 };
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (GString) lengths = g_string_new (NULL);
  GscopeCarrier *sender, *receiver;
  guint n_ended = 0;

  make_stream_pair (&one, &other);
  sender = gscope_stream_carrier_new (one);
  receiver = gscope_stream_carrier_new (other);
  g_signal_connect (receiver, "received", G_CALLBACK (on_bytes), lengths);
  g_signal_connect (receiver, "closed", G_CALLBACK (count_end), &n_ended);
  for (gsize i = 0; i < G_N_ELEMENTS (sizes); i++)
    {
      g_autoptr (GBytes) message = g_bytes_new_take (g_malloc0 (sizes[i]), sizes[i]);

      gscope_carrier_send (sender, message);
    }
  g_assert_cmpuint (gscope_carrier_get_unsent (sender), >, 1300000);
  run_pending ();
  g_assert_cmpuint (gscope_carrier_get_unsent (sender), ==, 0);
  g_assert_cmpstr (lengths->str, ==, "0 1 5 1048576 300000 2 ");

  gscope_carrier_close (sender);
  g_assert_cmpuint (n_ended, ==, 0);
  run_pending ();
  g_assert_cmpuint (n_ended, ==, 1);
  g_assert_finalize_object (sender);
  g_assert_finalize_object (receiver);
}

/* Who reads nothing at all is given up in the end. */
static void
test_deaf_peer (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (GBytes) message = g_bytes_new_take (g_malloc0 (1 << 20), 1 << 20);
  GscopeCarrier *sender;

  make_stream_pair (&one, &other);
  sender = gscope_stream_carrier_new (one);
  for (guint i = 0; i < 100; i++)
    gscope_carrier_send (sender, message);
  g_assert_cmpuint (gscope_carrier_get_unsent (sender), <, GSCOPE_CARRIER_MAX_UNSENT + (2 << 20));
  run_pending ();
  g_assert_true (g_io_stream_is_closed (one));
  g_assert_finalize_object (sender);
}

/* A handler of a message that runs the main loop, as one that shows a dialog does. */
typedef struct
{
  GSocket *other;
  GString *text;
  guint depth;
  guint n_closed;
} Nested;

static void
send_raw (GSocket *socket, const char *text)
{
  guint32 header = GUINT32_TO_LE (strlen (text));

  g_assert_cmpint (g_socket_send (socket, (char *) &header, 4, NULL, NULL), ==, 4);
  g_assert_cmpint (g_socket_send (socket, text, strlen (text), NULL, NULL), >, 0);
}

static void
on_first (GscopeCarrier *carrier, GBytes *message, Nested *nested)
{
  g_autoptr (GBytes) reply = g_bytes_new_static ("x", 1);
  gsize length;
  const char *text = g_bytes_get_data (message, &length);

  g_assert_cmpuint (nested->depth, ==, 0);
  g_string_append_printf (nested->text, "%.*s ", (int) length, text);
  if (nested->text->len > strlen ("one "))
    return;
  nested->depth++;
  send_raw (nested->other, "two");
  send_raw (nested->other, "three");
  g_socket_close (nested->other, NULL);
  gscope_carrier_send (carrier, reply);
  /* It comes to rest: nothing spins while messages wait for this handler. */
  run_pending ();
  g_assert_cmpuint (nested->n_closed, ==, 0);
  nested->depth--;
}

static void
count_any_end (GscopeCarrier *carrier, const GError *error, Nested *nested)
{
  nested->n_closed++;
}

static void
test_nested_loop (void)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  Nested nested = { .text = g_string_new (NULL) };
  GscopeCarrier *carrier;

  make_stream_pair (&one, &other);
  nested.other = g_socket_connection_get_socket (G_SOCKET_CONNECTION (other));
  carrier = gscope_stream_carrier_new (one);
  g_signal_connect (carrier, "received", G_CALLBACK (on_first), &nested);
  g_signal_connect (carrier, "closed", G_CALLBACK (count_any_end), &nested);
  send_raw (nested.other, "one");
  run_pending ();
  g_assert_cmpstr (nested.text->str, ==, "one two three ");
  g_assert_cmpuint (nested.n_closed, ==, 1);
  g_assert_finalize_object (carrier);
  g_string_free (nested.text, TRUE);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add_func ("/carrier/messages", test_messages);
  g_test_add_func ("/carrier/deaf-peer", test_deaf_peer);
  g_test_add_func ("/carrier/nested-loop", test_nested_loop);
  return g_test_run ();
}
