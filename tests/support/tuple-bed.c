/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/tuple-bed.h"
#include <gscope-test/await.h>

#include <errno.h>
#include <gscope/net/tuple-address.h>
#include <json-glib/json-glib.h>
#include <netdb.h>
#include <string.h>
#include <sys/un.h>
#include <unistd.h>

static gboolean
on_heartbeat (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

void
tuple_bed_start (TupleBed *self)
{
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;

  gscope_source_start_async (GSCOPE_SOURCE (self->server), NULL, gscope_test_keep_result, &result);
  tuple_bed_await (self, result);
  gscope_source_start_finish (GSCOPE_SOURCE (self->server), result, &error);
  g_assert_no_error (error);
}

void
tuple_bed_stop (TupleBed *self)
{
  g_autoptr (GAsyncResult) result = NULL;

  gscope_source_stop_async (GSCOPE_SOURCE (self->server), NULL, gscope_test_keep_result, &result);
  tuple_bed_await (self, result);
  g_assert_true (gscope_source_stop_finish (GSCOPE_SOURCE (self->server), result, NULL));
}

void
tuple_bed_init (TupleBed *self, GscopeClock *clock, const char *options)
{
  g_autoptr (GError) error = NULL;
  GVariant *variant = json_gvariant_deserialize_data (
      options ? options : "{ \"listen\": \"tcp:0\" }", -1, "a{sv}", &error);

  g_assert_no_error (error);
  self->heartbeat = g_timeout_add (1, on_heartbeat, NULL);
  self->clock = clock ? g_object_ref (clock) : gscope_test_clock_new (1000 * GSCOPE_SEC);
  self->scope = gscope_scope_new_with_clock (self->clock);
  self->server = gscope_tuple_server_new ("t");
  gscope_source_configure (GSCOPE_SOURCE (self->server), variant, &error);
  g_assert_no_error (error);
  gscope_scope_add_source (self->scope, GSCOPE_SOURCE (self->server));
  tuple_bed_start (self);
}

void
tuple_bed_clear (TupleBed *self)
{
  tuple_bed_stop (self);
  gscope_scope_remove_source (self->scope, GSCOPE_SOURCE (self->server));
  while (g_main_context_iteration (NULL, FALSE))
    ;
  g_assert_finalize_object (self->server);
  g_assert_finalize_object (self->scope);
  g_object_unref (self->clock);
  g_source_remove (self->heartbeat);
}

void
tuple_bed_step (TupleBed *self)
{
  g_main_context_iteration (NULL, TRUE);
  if (self->scope)
    gscope_scope_drain (self->scope);
}

char *
tuple_bed_dup_address (TupleBed *self, guint n)
{
  g_auto (GStrv) addresses = gscope_tuple_server_list_addresses (self->server);

  g_assert_cmpuint (n, <, g_strv_length (addresses));
  return g_strdup (addresses[n]);
}

static int
connect_to (int type, const struct sockaddr *address, socklen_t length)
{
  int fd = socket (address->sa_family, type | SOCK_CLOEXEC, 0);

  g_assert_no_errno (fd);
  g_assert_no_errno (connect (fd, address, length));
  return fd;
}

int
tuple_bed_connect_to (const char *text)
{
  g_autoptr (GscopeTupleAddress) address = gscope_tuple_address_parse (text, NULL);
  g_autofree char *port = g_strdup_printf ("%u", address->port);
  struct sockaddr_un path = { .sun_family = AF_UNIX };
  struct addrinfo hints = { .ai_flags = AI_NUMERICHOST, .ai_socktype = SOCK_STREAM };
  struct addrinfo *found;
  int fd;

  if (address->transport == GSCOPE_TUPLE_TRANSPORT_UNIX)
    {
      g_strlcpy (path.sun_path, address->host, sizeof path.sun_path);
      return connect_to (SOCK_STREAM, (const struct sockaddr *) &path, sizeof path);
    }
  if (address->transport == GSCOPE_TUPLE_TRANSPORT_UDP)
    hints.ai_socktype = SOCK_DGRAM;
  g_assert_cmpint (getaddrinfo (address->host, port, &hints, &found), ==, 0);
  fd = connect_to (found->ai_socktype, found->ai_addr, found->ai_addrlen);
  freeaddrinfo (found);
  return fd;
}

int
tuple_bed_connect (TupleBed *self, guint n)
{
  g_autofree char *text = tuple_bed_dup_address (self, n);

  return tuple_bed_connect_to (text);
}

void
tuple_bed_send (int fd, const char *text)
{
  g_assert_cmpint (send (fd, text, strlen (text), MSG_NOSIGNAL), ==, strlen (text));
}

static gboolean
read_on (int fd, GString *text)
{
  char buffer[256];
  gssize n = recv (fd, buffer, sizeof buffer, MSG_DONTWAIT);

  if (n > 0)
    g_string_append_len (text, buffer, n);
  return n > 0 || (n < 0 && errno == EAGAIN);
}

char *
tuple_bed_read_all (TupleBed *self, int fd)
{
  GString *text = g_string_new (NULL);

  while (read_on (fd, text))
    tuple_bed_step (self);
  close (fd);
  return g_string_free (text, FALSE);
}

char *
tuple_bed_read_line (TupleBed *self, int fd)
{
  GString *text = g_string_new (NULL);

  while (!strchr (text->str, '\n') && read_on (fd, text))
    tuple_bed_step (self);
  return g_string_free (text, FALSE);
}

guint64
tuple_bed_count (TupleBed *self, const char *full_name)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->scope, full_name);

  return signal ? gscope_trace_get_end (gscope_signal_get_trace (signal)) : 0;
}

GscopeSample
tuple_bed_get_latest (TupleBed *self, const char *full_name)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->scope, full_name);
  GscopeSample sample = { 0 };

  if (!signal || !gscope_signal_get_latest (signal, &sample))
    g_error ("there is no sample of “%s”", full_name);
  return sample;
}

double
tuple_bed_get_status (TupleBed *self, const char *full_name)
{
  GscopeSignal *signal;
  GscopeSample sample;

  if (GSCOPE_IS_TEST_CLOCK (self->clock))
    gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), GSCOPE_SEC / 4);
  tuple_bed_step (self);
  if (GSCOPE_IS_TEST_CLOCK (self->clock))
    gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), GSCOPE_SEC / 20);
  tuple_bed_step (self);
  signal = gscope_scope_find_signal (self->scope, full_name);
  if (!signal || !gscope_signal_get_latest (signal, &sample))
    return -1;
  return sample.value;
}
