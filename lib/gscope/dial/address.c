/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/address.h>

#include <gio/gunixsocketaddress.h>
#include <glib/gi18n-lib.h>
#include <gscope/carrier/stream.h>
#include <gscope/dial/credentials.h>
#include <gscope/dial/dial.h>
#include <gscope/dial/endpoint.h>
#include <gscope/dial/source.h>
#include <gscope/dial/ssh-carrier.h>
#include <gscope/error.h>
#include <gscope/nats/dial.h>

static void
return_carrier (GTask *task, GIOStream *stream)
{
  g_task_return_pointer (task, gscope_stream_carrier_new (stream), g_object_unref);
}

static void
on_connected (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GTask) task = data;
  const GscopeEndpoint *endpoint = g_task_get_task_data (task);
  g_autoptr (GError) error = NULL;
  g_autoptr (GSocketConnection) connection =
      g_socket_client_connect_finish (G_SOCKET_CLIENT (object), result, &error);

  if (connection)
    return_carrier (task, G_IO_STREAM (connection));
  else if (g_str_equal (endpoint->text, gscope_agent_source_get_system_address ()))
    g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                             _ ("The agent of the system does not answer at “%s”: %s. Install "
                                "gscoped, and run “sudo systemctl enable --now gscoped.socket”."),
                             endpoint->text, error->message);
  else
    g_task_return_new_error (task, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                             _ ("Cannot reach an agent at “%s”: %s. Start one there: gscoped."),
                             endpoint->text, error->message);
}

static void
connect_unix (const GscopeEndpoint *endpoint, GTask *task)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketAddress) address = g_unix_socket_address_new (endpoint->host);

  g_socket_client_connect_async (client, G_SOCKET_CONNECTABLE (address),
                                 g_task_get_cancellable (task), on_connected, task);
}

static void
connect_ssh (const GscopeEndpoint *endpoint, GTask *new_task)
{
  g_autoptr (GTask) task = new_task;
  GError *error = NULL;
  GscopeCarrier *carrier = gscope_ssh_carrier_new (endpoint->host, &error);

  /* what ssh prints at once waits until somebody listens */
  g_task_set_priority (task, G_PRIORITY_HIGH);
  if (carrier)
    g_task_return_pointer (task, carrier, g_object_unref);
  else
    g_task_return_error (task, error);
}

/* An agent at a NATS server, whose token is looked up first. */
typedef struct
{
  GscopeEndpoint *endpoint;
  GscopeNatsBus *bus;
  GscopeClock *clock;
  GTask *task;
} NatsCall;

static void
nats_call_free (NatsCall *self)
{
  gscope_endpoint_free (self->endpoint);
  g_clear_object (&self->bus);
  g_object_unref (self->clock);
  g_free (self);
}

static void
dial_nats (NatsCall *self, const char *token)
{
  gscope_nats_dial_async (self->bus, self->endpoint->name, token, self->clock, self->task);
  nats_call_free (self);
}

static void
on_token (GObject *credentials, GAsyncResult *result, gpointer data)
{
  NatsCall *self = data;
  GError *error = NULL;
  g_autofree char *token = gscope_dial_find_token_finish (GSCOPE_CREDENTIALS (credentials), result,
                                                          self->endpoint, &error);

  if (!error)
    {
      dial_nats (self, token);
      return;
    }
  g_task_return_error (self->task, error);
  g_object_unref (self->task);
  nats_call_free (self);
}

static GscopeNatsBus *
find_bus (const GscopeEndpoint *endpoint, GError **error)
{
  if (*endpoint->name)
    return gscope_nats_bus_get (endpoint->uri, error);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
               _ ("“%s” is a NATS server, where there may be many agents. Add the name of one: "
                  "%s/NAME."),
               endpoint->text, endpoint->uri);
  return NULL;
}

static void
connect_nats (GscopeEndpoint *endpoint, GscopeClock *clock, GTask *task)
{
  GscopeCredentials *credentials = gscope_credentials_get_default ();
  GError *error = NULL;
  NatsCall *self = g_new (NatsCall, 1);

  *self = (NatsCall){ endpoint, find_bus (endpoint, &error), g_object_ref (clock), task };
  if (!self->bus)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      nats_call_free (self);
    }
  else if (credentials)
    gscope_credentials_find_token_async (credentials, endpoint->text, g_task_get_cancellable (task),
                                         on_token, self);
  else
    dial_nats (self, NULL);
}

void
gscope_agent_address_open_async (const char *address, const char *pin, GscopeClock *clock,
                                 GTask *task)
{
  GError *error = NULL;
  GscopeEndpoint *endpoint = gscope_endpoint_parse (address, &error);

  if (!endpoint)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      return;
    }
  if (endpoint->kind == GSCOPE_ENDPOINT_WS || endpoint->kind == GSCOPE_ENDPOINT_WSS)
    {
      gscope_dial_async (endpoint, pin, clock, task);
      return;
    }
  if (endpoint->kind == GSCOPE_ENDPOINT_NATS)
    {
      connect_nats (endpoint, clock, task);
      return;
    }
  g_task_set_task_data (task, endpoint, (GDestroyNotify) gscope_endpoint_free);
  if (endpoint->kind == GSCOPE_ENDPOINT_UNIX)
    connect_unix (endpoint, task);
  else
    connect_ssh (endpoint, task);
}
