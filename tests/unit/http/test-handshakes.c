/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Who gets one of the few places for handshakes of TLS, on a test clock. Slow clients send a byte and wait. */

#include "support/await.h"
#include "support/certificates.h"

#include <gscope-test/gscope-test.h>
#include <gscope/http/handshakes.h>
#include <sys/socket.h>

#define MAX_RUNNING 16
#define MAX_OF_ADDRESS 4
#define PATIENCE (5 * GSCOPE_SEC)

typedef struct
{
  GscopeClock *clock;
  GscopeHandshakes *handshakes;
  GTlsCertificate *certificate;
  /* GSocketConnection: the ends of the clients, and the last one of the server */
  GPtrArray *clients;
  GSocketConnection *server;
  guint n_done;
  guint n_failed;
} Fixture;

static void
set_up (Fixture *f, gconstpointer folder)
{
  g_autofree char *path = find_certificate (folder, "far");
  g_autofree char *key = find_key (folder, "far");
  g_autoptr (GError) error = NULL;

  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->handshakes = gscope_handshakes_new (f->clock);
  f->certificate = g_tls_certificate_new_from_files (path, key, &error);
  g_assert_no_error (error);
  f->clients = g_ptr_array_new_with_free_func (g_object_unref);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  guint n = f->clients->len;

  for (guint i = 0; i < n; i++)
    g_io_stream_close (f->clients->pdata[i], NULL, NULL);
  AWAIT (f->n_done + f->n_failed == n);
  gscope_handshakes_unref (f->handshakes);
  g_ptr_array_unref (f->clients);
  g_clear_object (&f->server);
  g_object_unref (f->certificate);
  g_object_unref (f->clock);
}

static void
on_ended (gpointer data, GTlsConnection *connection)
{
  Fixture *f = data;

  if (connection)
    f->n_done++;
  else
    f->n_failed++;
}

static void
keep (gpointer data)
{
}

static GSocketConnection *
open_connection (int fd)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocket) socket = g_socket_new_from_fd (fd, &error);

  g_assert_no_error (error);
  return g_socket_connection_factory_create_connection (socket);
}

/* Returns the end of a client who connects from an address. */
static GSocketConnection *
connect_from (Fixture *f, const char *address)
{
  g_autoptr (GSocketConnection) near = NULL;
  g_autoptr (GIOStream) tls = NULL;
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;
  int fds[2];

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, fds), ==, 0);
  near = open_connection (fds[0]);
  g_ptr_array_add (f->clients, open_connection (fds[1]));
  g_set_object (&f->server, near);
  tls = g_tls_server_connection_new (G_IO_STREAM (near), f->certificate, &error);
  g_assert_no_error (error);
  gscope_handshakes_add (f->handshakes, G_TLS_CONNECTION (tls),
                         g_socket_connection_get_socket (near), address, cancellable, on_ended, f,
                         keep);
  return f->clients->pdata[f->clients->len - 1];
}

static void
add_slow (Fixture *f, guint address)
{
  g_autofree char *name = g_strdup_printf ("192.0.2.%u", address);
  GSocketConnection *client = connect_from (f, name);

  g_assert_cmpint (g_socket_send (g_socket_connection_get_socket (client), "\x16", 1, NULL, NULL),
                   ==, 1);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static gboolean
on_accept (GTlsConnection *connection, GTlsCertificate *certificate, GTlsCertificateFlags errors,
           gpointer data)
{
  return TRUE;
}

/* Returns a client who does its part of the handshake. */
static GTlsConnection *
add_quick (Fixture *f, const char *address)
{
  GSocketConnection *client = connect_from (f, address);
  g_autoptr (GError) error = NULL;
  GIOStream *tls = g_tls_client_connection_new (G_IO_STREAM (client), NULL, &error);

  g_assert_no_error (error);
  g_signal_connect (tls, "accept-certificate", G_CALLBACK (on_accept), NULL);
  g_tls_connection_handshake_async (G_TLS_CONNECTION (tls), 0, NULL, NULL, NULL);
  return G_TLS_CONNECTION (tls);
}

/* Four addresses have all places: an address without one gets the place of a handshake of theirs, once. Handshakes that
 * take too long end, and are counted, too. */
static void
test_makes_room (Fixture *f, gconstpointer data)
{
  g_autoptr (GTlsConnection) quick = NULL;

  for (guint i = 0; i < MAX_RUNNING; i++)
    add_slow (f, i / MAX_OF_ADDRESS);
  add_slow (f, 0);
  g_assert_cmpuint (f->n_failed, ==, 0);
  quick = add_quick (f, "198.51.100.1");
  AWAIT (f->n_done == 1);
  g_assert_cmpuint (f->n_failed, ==, 1);
  g_assert_cmpuint (gscope_handshakes_count_ended (f->handshakes), ==, 1);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), PATIENCE);
  AWAIT (f->n_failed == MAX_RUNNING + 1);
  g_assert_cmpuint (gscope_handshakes_count_ended (f->handshakes), ==, MAX_RUNNING + 1);
}

/* Each of many addresses has one place: nobody has to make room, and the next place is for an address without one, also if
 * others have waited longer. */
static void
test_is_fair (Fixture *f, gconstpointer data)
{
  g_autoptr (GTlsConnection) quick = NULL;

  for (guint i = 0; i < MAX_RUNNING; i++)
    add_slow (f, i);
  for (guint i = 0; i < MAX_OF_ADDRESS; i++)
    add_slow (f, 0);
  quick = add_quick (f, "198.51.100.1");
  /* GIO has few threads for the client, too */
  AWAIT (g_socket_condition_check (g_socket_connection_get_socket (f->server), G_IO_IN));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_cmpuint (f->n_done + f->n_failed, ==, 0);
  g_io_stream_close (f->clients->pdata[3], NULL, NULL);
  AWAIT (f->n_done == 1);
  g_assert_cmpuint (f->n_failed, ==, 1);
  g_assert_cmpuint (gscope_handshakes_count_ended (f->handshakes), ==, 0);
}

int
main (int argc, char *argv[])
{
  g_autofree char *folder = g_dir_make_tmp ("gscope-handshakes-XXXXXX", NULL);
  int status;

  g_test_init (&argc, &argv, NULL);
  forget_authorities ();
  make_certificate (folder, "far", NULL, 1);
  g_test_add ("/handshakes/makes-room", Fixture, folder, set_up, test_makes_room, tear_down);
  g_test_add ("/handshakes/is-fair", Fixture, folder, set_up, test_is_fair, tear_down);
  status = g_test_run ();
  remove_certificates (folder);
  return status;
}
