/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/rest/stream.h>

enum
{
  MAX_UNSENT = 256 * 1024,
};

struct _GscopeRestStream
{
  SoupServerMessage *message;
  GscopePrincipal *principal;
  gsize n_unsent;
  gboolean has_ended;
  GscopeRestStreamFunc ended;
  gpointer data;
};

static void
on_wrote (SoupServerMessage *message, guint size, GscopeRestStream *self)
{
  self->n_unsent -= MIN (size, self->n_unsent);
}

static void
on_finished (SoupServerMessage *message, GscopeRestStream *self)
{
  self->has_ended = TRUE;
  self->ended (self->data, self);
}

GscopeRestStream *
gscope_rest_stream_new (SoupServerMessage *message, const GscopePrincipal *principal,
                        GscopeRestStreamFunc ended, gpointer data)
{
  SoupMessageHeaders *headers = soup_server_message_get_response_headers (message);
  GscopeRestStream *self = g_new0 (GscopeRestStream, 1);
  g_autoptr (GBytes) greeting = g_bytes_new_static ("retry: 3000\n\n", 13);

  self->message = g_object_ref (message);
  self->principal = gscope_principal_ref ((GscopePrincipal *) principal);
  self->ended = ended;
  self->data = data;
  soup_server_message_set_status (message, SOUP_STATUS_OK, NULL);
  soup_message_headers_set_content_type (headers, "text/event-stream", NULL);
  soup_message_headers_replace (headers, "Cache-Control", "no-store");
  soup_message_headers_set_encoding (headers, SOUP_ENCODING_CHUNKED);
  soup_message_body_set_accumulate (soup_server_message_get_response_body (message), FALSE);
  g_signal_connect (message, "wrote-body-data", G_CALLBACK (on_wrote), self);
  g_signal_connect (message, "finished", G_CALLBACK (on_finished), self);
  gscope_rest_stream_send (self, greeting);
  return self;
}

/* Closes the connection with what is unsent. The stream of libsoup, and one of TLS, would wait for the client. */
static void
cut (SoupServerMessage *message)
{
  g_autoptr (GIOStream) stream = soup_server_message_steal_connection (message);
  g_autoptr (GIOStream) base = NULL;

  if (stream)
    g_object_get (stream, "base-iostream", &base, NULL);
  while (base && !G_IS_SOCKET_CONNECTION (base))
    {
      GIOStream *inner = NULL;

      if (G_IS_TLS_CONNECTION (base))
        g_object_get (base, "base-io-stream", &inner, NULL);
      g_object_unref (base);
      base = inner;
    }
  if (base)
    g_socket_close (g_socket_connection_get_socket (G_SOCKET_CONNECTION (base)), NULL);
}

void
gscope_rest_stream_free (GscopeRestStream *self)
{
  g_signal_handlers_disconnect_by_data (self->message, self);
  if (!self->has_ended)
    cut (self->message);
  g_object_unref (self->message);
  gscope_principal_unref (self->principal);
  g_free (self);
}

const GscopePrincipal *
gscope_rest_stream_get_principal (GscopeRestStream *self)
{
  return self->principal;
}

gboolean
gscope_rest_stream_send (GscopeRestStream *self, GBytes *text)
{
  if (self->n_unsent + g_bytes_get_size (text) > MAX_UNSENT)
    return FALSE;
  self->n_unsent += g_bytes_get_size (text);
  soup_message_body_append_bytes (soup_server_message_get_response_body (self->message), text);
  soup_server_message_unpause (self->message);
  return TRUE;
}
