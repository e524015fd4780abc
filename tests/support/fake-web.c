/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fake-web.h"

#include <libsoup/soup.h>
#include <math.h>
#include <string.h>

struct _FakeWeb
{
  GSocketService *listener;
  SoupServer *server;
  FakeWebFunc func;
  gpointer data;
  char *address;
  guint n_requests;
  gboolean is_down;
};

static GHashTable *
read_fields (SoupServerMessage *message)
{
  SoupMessageBody *body = soup_server_message_get_request_body (message);
  g_autoptr (GBytes) bytes = soup_message_body_flatten (body);
  g_autofree char *form = g_strndup (g_bytes_get_data (bytes, NULL), g_bytes_get_size (bytes));
  const char *query = g_uri_get_query (soup_server_message_get_uri (message));

  return soup_form_decode (query ? query : form);
}

static void
on_request (SoupServer *server, SoupServerMessage *message, const char *path, GHashTable *query,
            gpointer data)
{
  FakeWeb *self = data;
  g_autoptr (GHashTable) fields = read_fields (message);
  guint status = SOUP_STATUS_OK;
  char *body;

  self->n_requests++;
  body = self->is_down ? NULL : self->func (path, fields, &status, self->data);
  if (!body)
    {
      g_autoptr (GIOStream) stream = soup_server_message_steal_connection (message);

      g_io_stream_close (stream, NULL, NULL);
      return;
    }
  soup_server_message_set_status (message, status, NULL);
  soup_server_message_set_response (message, "application/json", SOUP_MEMORY_TAKE, body,
                                    strlen (body));
}

/* The listener of libsoup 3.2 leaks its sockets. */
static gboolean
on_incoming (GSocketService *listener, GSocketConnection *connection, GObject *object,
             gpointer data)
{
  FakeWeb *self = data;
  g_autoptr (GSocketAddress) local = g_socket_connection_get_local_address (connection, NULL);
  g_autoptr (GSocketAddress) remote = g_socket_connection_get_remote_address (connection, NULL);

  soup_server_accept_iostream (self->server, G_IO_STREAM (connection), local, remote, NULL);
  return TRUE;
}

FakeWeb *
fake_web_new (FakeWebFunc func, gpointer data)
{
  FakeWeb *self = g_new0 (FakeWeb, 1);
  g_autoptr (GInetAddress) loopback = g_inet_address_new_loopback (G_SOCKET_FAMILY_IPV4);
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new (loopback, 0);
  g_autoptr (GSocketAddress) bound = NULL;
  g_autoptr (GError) error = NULL;

  self->func = func;
  self->data = data;
  self->server = soup_server_new (NULL, NULL);
  soup_server_add_handler (self->server, NULL, on_request, self, NULL);
  self->listener = g_socket_service_new ();
  g_signal_connect (self->listener, "incoming", G_CALLBACK (on_incoming), self);
  g_socket_listener_add_address (G_SOCKET_LISTENER (self->listener), any, G_SOCKET_TYPE_STREAM,
                                 G_SOCKET_PROTOCOL_TCP, NULL, &bound, &error);
  g_assert_no_error (error);
  self->address = g_strdup_printf ("http://127.0.0.1:%d",
                                   g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (bound)));
  return self;
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

void
fake_web_free (FakeWeb *self)
{
  /* the server sees that its clients are gone */
  iterate ();
  g_socket_service_stop (self->listener);
  g_socket_listener_close (G_SOCKET_LISTENER (self->listener));
  soup_server_disconnect (self->server);
  iterate ();
  g_object_unref (self->listener);
  g_object_unref (self->server);
  g_free (self->address);
  g_free (self);
}

const char *
fake_web_get_address (FakeWeb *self)
{
  return self->address;
}

guint
fake_web_count_requests (FakeWeb *self)
{
  return self->n_requests;
}

void
fake_web_set_down (FakeWeb *self, gboolean is_down)
{
  self->is_down = is_down;
}

gint64
fake_web_get_time (const GscopeHarness *bed)
{
  return bed->clock ? gscope_clock_get_time (bed->clock) : GSCOPE_SEC;
}

static gboolean
has_value (GscopeHarness *bed, const char *full_name, double value)
{
  GscopeSignal *signal = gscope_scope_find_signal (bed->scope, full_name);
  GscopeSample sample;

  gscope_scope_drain (bed->scope);
  if (!signal || !gscope_signal_get_latest (signal, &sample))
    return FALSE;
  return isnan (value) ? isnan (sample.value) : fabs (sample.value - value) < 1e-9;
}

void
fake_web_await_value (GscopeHarness *bed, const char *full_name, double value)
{
  while (!has_value (bed, full_name, value))
    g_main_context_iteration (NULL, TRUE);
}

void
fake_web_assert_signal (GscopeHarness *bed, const char *full_name, double value, const char *unit,
                        const char *description)
{
  GscopeSignal *signal;

  fake_web_await_value (bed, full_name, value);
  signal = gscope_scope_find_signal (bed->scope, full_name);
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, unit);
  g_assert_cmpstr (gscope_signal_get_description (signal), ==, description);
}

void
fake_web_await_status (GscopeHarness *bed, const char *text)
{
  for (;;)
    {
      const char *status = gscope_source_get_status (bed->source);

      if (text ? strstr (status, text) != NULL
               : gscope_source_get_state (bed->source) == GSCOPE_SOURCE_STATE_RUNNING && !status[0])
        return;
      g_main_context_iteration (NULL, TRUE);
    }
}

void
fake_web_check_bad (FakeWebReader reader, const FakeWebBadAnswer *answers, gsize n)
{
  for (gsize i = 0; i < n; i++)
    {
      const char *text = answers[i].text;
      g_autoptr (GError) error = NULL;

      g_assert_null (reader (answers[i].status, text, strlen (text), &error));
      if (!strstr (error->message, answers[i].reason))
        g_error ("%s: %s", text, error->message);
    }
}

char *
fake_web_load (const char *folder, const char *file)
{
  g_autofree char *path = g_build_filename (folder, file, NULL);
  g_autoptr (GError) error = NULL;
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static gboolean
fits (const FakeWebRecord *record, const char *path, GHashTable *fields)
{
  return g_str_equal (record->path, path)
         && (!record->field
             || g_strcmp0 (g_hash_table_lookup (fields, record->field), record->value) == 0);
}

char *
fake_web_replay (const char *folder, const FakeWebRecord *records, gsize n, const char *path,
                 GHashTable *fields, guint *status)
{
  for (gsize i = 0; i < n; i++)
    if (fits (&records[i], path, fields))
      {
        *status = records[i].status;
        return fake_web_load (folder, records[i].file);
      }
  g_error ("no answer to %s is recorded", path);
}
