/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/nats.h>

#include <glib/gi18n-lib.h>
#include <gscope/dial/credentials.h>
#include <gscope/error.h>
#include <gscope/nats/dial.h>

typedef struct
{
  GscopeEndpoint *endpoint;
  GscopeNatsBus *bus;
  GscopeClock *clock;
  GTask *task;
} Call;

static void
call_free (Call *self)
{
  gscope_endpoint_free (self->endpoint);
  g_clear_object (&self->bus);
  g_object_unref (self->clock);
  g_free (self);
}

static void
dial (Call *self, const char *token)
{
  gscope_nats_dial_async (self->bus, self->endpoint->name, token, self->clock, self->task);
  call_free (self);
}

static void
on_token (GObject *credentials, GAsyncResult *result, gpointer data)
{
  Call *self = data;
  GError *error = NULL;
  g_autofree char *token =
      gscope_credentials_find_token_finish (GSCOPE_CREDENTIALS (credentials), result, &error);

  if (!error)
    {
      dial (self, token);
      return;
    }
  g_task_return_error (self->task, error);
  g_object_unref (self->task);
  call_free (self);
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

void
gscope_dial_nats_async (GscopeEndpoint *endpoint, GscopeClock *clock, GTask *task)
{
  GscopeCredentials *credentials = gscope_credentials_get_default ();
  GError *error = NULL;
  Call *self = g_new (Call, 1);

  *self = (Call){ endpoint, find_bus (endpoint, &error), g_object_ref (clock), task };
  if (!self->bus)
    {
      g_task_return_error (task, error);
      g_object_unref (task);
      call_free (self);
    }
  else if (credentials)
    gscope_credentials_find_token_async (credentials, endpoint->text, g_task_get_cancellable (task),
                                         on_token, self);
  else
    dial (self, NULL);
}
