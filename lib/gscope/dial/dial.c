/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/dial.h>

#include <glib/gi18n-lib.h>
#include <gscope/access/certificate.h>
#include <gscope/access/tokens.h>
#include <gscope/carrier/web-socket.h>
#include <gscope/error.h>
#include <gscope/net/tuple-address.h>

/* How long the agent may take to answer. */
#define PATIENCE (10 * GSCOPE_SEC)

/* How long, in seconds, the machine of the agent may be unreachable before the connection ends. */
#define NETWORK_PATIENCE 30

typedef struct
{
  GscopeEndpoint *endpoint;
  char *pin;
  GscopeCredentials *credentials;
  GSocketClient *client;

  GSource *patience;
  gboolean is_late;
  GCancellable *cancellable;
  gulong cancelled;
  /* why the certificate was refused */
  GError *problem;
} Dial;

static void
drop_patience (Dial *self)
{
  if (self->patience)
    g_source_destroy (self->patience);
  g_clear_pointer (&self->patience, g_source_unref);
}

static void
dial_free (gpointer data)
{
  Dial *self = data;

  drop_patience (self);
  g_clear_pointer (&self->endpoint, gscope_endpoint_free);
  g_clear_object (&self->credentials);
  g_clear_object (&self->client);
  g_clear_object (&self->cancellable);
  g_clear_error (&self->problem);
  g_free (self->pin);
  g_free (self);
}

/* The certificate. */

static gboolean
refuse (Dial *self, GError *problem)
{
  g_clear_error (&self->problem);
  self->problem = problem;
  return FALSE;
}

static gboolean
refuse_time (Dial *self, GTlsCertificate *certificate, GTlsCertificateFlags errors)
{
  g_autofree char *end = gscope_certificate_describe_end (certificate);

  if (errors & G_TLS_CERTIFICATE_EXPIRED)
    return refuse (self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE,
                                      _ ("The certificate of the agent at “%s” expired on %s. Its "
                                         "owner has to renew it."),
                                      self->endpoint->text, end));
  return refuse (self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE,
                                    _ ("The certificate of the agent at “%s” is not valid yet. "
                                       "Check the clocks of both machines."),
                                    self->endpoint->text));
}

/* Returns the fingerprint of the certificate that the agent should have; NULL for an agent that is not known. */
static char *
dup_expected (Dial *self)
{
  if (*self->pin)
    return g_strdup (self->pin);
  return self->credentials
             ? gscope_credentials_dup_trusted (self->credentials, self->endpoint->text)
             : NULL;
}

/* A certificate that is pinned needs no authority and no name. */
static gboolean
on_certificate (GTlsConnection *connection, GTlsCertificate *certificate,
                GTlsCertificateFlags errors, GTask *task)
{
  Dial *self = g_task_get_task_data (task);
  const char *address = self->endpoint->text;
  g_autofree char *fingerprint = gscope_certificate_get_fingerprint (certificate);
  g_autofree char *expected = dup_expected (self);

  if (errors & (G_TLS_CERTIFICATE_EXPIRED | G_TLS_CERTIFICATE_NOT_ACTIVATED))
    return refuse_time (self, certificate, errors);
  if (*self->pin
          ? gscope_certificate_has_fingerprint (certificate, self->pin)
          : self->credentials
                && gscope_credentials_trusts (self->credentials, address, fingerprint, certificate))
    return TRUE;
  if (expected)
    return refuse (
        self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE,
                           _ ("The agent at “%s” has another certificate than the expected one. It "
                              "was replaced, or another machine pretends to be the agent. The "
                              "SHA-256 fingerprint was %s, and is %s. Ask the agent’s owner."),
                           address, expected, fingerprint));
  return refuse (self, g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE,
                                    _ ("The certificate of the agent at “%s” is unknown. Its "
                                       "SHA-256 fingerprint is %s. Compare it with the one that "
                                       "gscoped prints there at its start. If both are the same, "
                                       "set the option “certificate” to it."),
                                    address, fingerprint));
}

static void
watch_network (GSocketConnection *connection)
{
  GSocket *socket = g_socket_connection_get_socket (connection);

  gscope_socket_set_patience (g_socket_get_fd (socket), NETWORK_PATIENCE);
}

/* Without a database of authorities, each certificate comes to be judged: a pin is for this one alone. Afterwards, the
 * database of the machine's authorities would only cost each connection 4 MB. */
static void
on_event (GSocketClient *client, GSocketClientEvent event, GSocketConnectable *address,
          GIOStream *stream, GTask *task)
{
  Dial *self = g_task_get_task_data (task);
  GTlsConnection *connection;
  GTlsCertificate *own =
      self->credentials
          ? gscope_credentials_get_certificate (self->credentials, self->endpoint->text)
          : NULL;

  if (event == G_SOCKET_CLIENT_CONNECTED)
    watch_network (G_SOCKET_CONNECTION (stream));
  if (event != G_SOCKET_CLIENT_TLS_HANDSHAKING && event != G_SOCKET_CLIENT_TLS_HANDSHAKED)
    return;
  connection = G_TLS_CONNECTION (stream);
  if (*self->pin || event == G_SOCKET_CLIENT_TLS_HANDSHAKED)
    g_tls_connection_set_database (connection, NULL);
  if (event == G_SOCKET_CLIENT_TLS_HANDSHAKED)
    return;
  if (own)
    g_tls_connection_set_certificate (connection, own);
  g_signal_connect_object (connection, "accept-certificate", G_CALLBACK (on_certificate), task, 0);
}

/* Connecting. */

/* Ends the task, which it takes. */
static void
end (GTask *task, GscopeCarrier *carrier, GError *error)
{
  Dial *self = g_task_get_task_data (task);

  drop_patience (self);
  g_cancellable_disconnect (g_task_get_cancellable (task), self->cancelled);
  g_signal_handlers_disconnect_by_data (self->client, task);
  if (carrier)
    g_task_return_pointer (task, carrier, g_object_unref);
  else
    g_task_return_error (task, error);
  g_object_unref (task);
}

static GError *
describe (Dial *self, GError *error)
{
  g_autoptr (GError) cause = error;

  if (self->problem)
    return g_steal_pointer (&self->problem);
  if (self->is_late)
    return g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                        _ ("The agent at “%s” has not answered for %d seconds. Check the address, "
                           "and whether gscoped runs there."),
                        self->endpoint->text, (int) (PATIENCE / GSCOPE_SEC));
  if (error->domain == GSCOPE_ERROR || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return g_steal_pointer (&cause);
  return g_error_new (
      GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
      _ ("Cannot reach an agent at “%s”: %s. Check the address, and whether gscoped "
         "runs there."),
      self->endpoint->text, error->message);
}

static void
on_connected (GObject *client, GAsyncResult *result, gpointer data)
{
  GError *error = NULL;
  GscopeCarrier *carrier =
      gscope_web_socket_connect_finish (G_SOCKET_CLIENT (client), result, &error);

  end (data, carrier, error ? describe (g_task_get_task_data (data), error) : NULL);
}

static void
open_web_socket (GTask *task, const char *token)
{
  Dial *self = g_task_get_task_data (task);
  g_autoptr (SoupMessageHeaders) headers = soup_message_headers_new (SOUP_MESSAGE_HEADERS_REQUEST);
  g_autofree char *bearer = token ? g_strconcat ("Bearer ", token, NULL) : NULL;

  if (bearer)
    soup_message_headers_append (headers, "Authorization", bearer);
  g_signal_connect (self->client, "event", G_CALLBACK (on_event), task);
  gscope_web_socket_connect_async (self->client, self->endpoint->uri, headers, self->cancellable,
                                   on_connected, task);
}

char *
gscope_dial_find_token_finish (GscopeCredentials *credentials, GAsyncResult *result,
                               const GscopeEndpoint *endpoint, GError **error)
{
  g_autoptr (GError) problem = NULL;
  g_autofree char *token = gscope_credentials_find_token_finish (credentials, result, &problem);

  if (problem)
    g_propagate_error (error, g_steal_pointer (&problem));
  else if (!token || gscope_token_is_valid (token))
    return g_steal_pointer (&token);
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_TOKEN,
                 _ ("The token for the agent at “%s” is not one: a token has 16 to 512 letters, "
                    "digits and - . _ ~ + / =. Give it again."),
                 endpoint->text);
  return NULL;
}

static void
on_token (GObject *credentials, GAsyncResult *result, gpointer data)
{
  GTask *task = data;
  Dial *self = g_task_get_task_data (task);
  GError *error = NULL;
  g_autofree char *token = gscope_dial_find_token_finish (GSCOPE_CREDENTIALS (credentials), result,
                                                          self->endpoint, &error);

  if (error)
    end (task, NULL, error);
  else
    open_web_socket (task, token);
}

static gboolean
on_patience (gpointer data)
{
  Dial *self = data;

  self->is_late = TRUE;
  g_cancellable_cancel (self->cancellable);
  return G_SOURCE_REMOVE;
}

static void
on_cancelled (GCancellable *cancellable, GCancellable *own)
{
  g_cancellable_cancel (own);
}

static void
begin (GTask *task, GscopeClock *clock)
{
  Dial *self = g_task_get_task_data (task);
  GCancellable *outer = g_task_get_cancellable (task);

  self->cancellable = g_cancellable_new ();
  if (outer)
    self->cancelled = g_cancellable_connect (outer, G_CALLBACK (on_cancelled),
                                             g_object_ref (self->cancellable), g_object_unref);
  self->patience = gscope_clock_create_timeout (clock, PATIENCE);
  g_source_set_static_name (self->patience, "[gscope] dial");
  g_source_set_callback (self->patience, on_patience, self, NULL);
  g_source_attach (self->patience, g_task_get_context (task));
  if (self->credentials)
    gscope_credentials_find_token_async (self->credentials, self->endpoint->text, self->cancellable,
                                         on_token, task);
  else
    open_web_socket (task, NULL);
}

void
gscope_dial_async (GscopeEndpoint *endpoint, const char *pin, GscopeClock *clock, GTask *task)
{
  GscopeCredentials *credentials = gscope_credentials_get_default ();
  Dial *self = g_new0 (Dial, 1);

  self->endpoint = endpoint;
  self->pin = g_strdup (pin ? pin : "");
  self->credentials = credentials ? g_object_ref (credentials) : NULL;
  self->client = g_socket_client_new ();
  g_task_set_task_data (task, self, dial_free);
  if (endpoint->kind == GSCOPE_ENDPOINT_WSS || gscope_endpoint_is_local (endpoint))
    {
      begin (task, clock);
      return;
    }
  g_task_return_new_error (
      task, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
      _ ("The connection to “%s” would not be encrypted, and others could read "
         "the token. Use wss://."),
      endpoint->text);
  g_object_unref (task);
}
