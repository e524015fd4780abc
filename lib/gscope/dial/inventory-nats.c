/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/inventory.h>

#include <glib/gi18n-lib.h>
#include <gscope/carrier/task-wait.h>
#include <gscope/dial/endpoint.h>
#include <gscope/error.h>
#include <gscope/nats/directory.h>

/* How long the server may take to answer. */
#define PATIENCE (10 * GSCOPE_SEC)

/* A question for the agents at a NATS server. It ends with its task. */
typedef struct
{
  GscopeNatsDirectory *directory;
  GscopeNatsBus *bus;
  GscopeTaskWait wait;
} Search;

static void
search_free (gpointer data)
{
  Search *self = data;

  gscope_task_wait_end (&self->wait);
  g_clear_pointer (&self->directory, gscope_nats_directory_free);
  g_clear_object (&self->bus);
  g_free (self);
}

/* The directory calls this, and outlives the call. */
static void
end (GTask *task, GVariant *agents, GError *error)
{
  Search *self = g_task_get_task_data (task);

  if (g_task_get_completed (task) || gscope_task_wait_is_over (&self->wait))
    {
      g_clear_error (&error);
      return;
    }
  gscope_task_wait_end (&self->wait);
  if (error)
    g_task_return_error (task, error);
  else
    g_task_return_pointer (task, g_variant_ref_sink (agents), (GDestroyNotify) g_variant_unref);
  g_idle_add_once (g_object_unref, task);
}

static void
on_changed (gpointer data)
{
  GTask *task = data;
  Search *self = g_task_get_task_data (task);

  if (!gscope_task_wait_is_over (&self->wait))
    end (task, gscope_nats_directory_list (self->directory), NULL);
}

static void
on_failed (gpointer data, const GError *error)
{
  end (data, NULL, g_error_copy (error));
}

static gboolean
on_patience (gpointer data)
{
  Search *self = g_task_get_task_data (data);

  end (data, NULL,
       g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                    _ ("The NATS server “%s” has not answered for %d seconds. Check the connection "
                       "to it, and whether JetStream works there."),
                    gscope_nats_bus_get_settings (self->bus)->server,
                    (int) (PATIENCE / GSCOPE_SEC)));
  return G_SOURCE_REMOVE;
}

static void
fail (GTask *task, GError *error)
{
  end (task, NULL, error);
}

static void
search (GscopeNatsBus *bus, GTask *task)
{
  const GscopeNatsDirectoryFuncs funcs = { on_changed, on_failed, task };
  Search *self = g_new0 (Search, 1);

  self->bus = bus;
  g_task_set_task_data (task, self, search_free);
  gscope_task_wait_begin (&self->wait, task, gscope_clock_get_system (), PATIENCE, on_patience,
                          fail);
  self->directory = gscope_nats_directory_new (bus, &funcs, gscope_clock_get_system ());
}

/**
 * gscope_inventory_find_agents_async:
 * @server: a NATS server, `nats://SERVER:PORT`
 * @cancellable: (nullable): a cancellable
 * @callback: called when the agents are known
 * @user_data: data for @callback
 *
 * Asks a NATS server which agents are there. An agent that ended without a word is listed for another 90 seconds.
 *
 * Since: 1.0
 */
void
gscope_inventory_find_agents_async (const char *server, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data)
{
  g_autoptr (GscopeEndpoint) endpoint = NULL;
  GscopeNatsBus *bus = NULL;
  GError *error = NULL;
  GTask *task;

  g_return_if_fail (server);

  task = g_task_new (NULL, cancellable, callback, user_data);
  g_task_set_source_tag (task, gscope_inventory_find_agents_async);
  if (g_task_return_error_if_cancelled (task))
    {
      g_object_unref (task);
      return;
    }
  endpoint = gscope_endpoint_parse (server, &error);
  if (endpoint && (endpoint->kind != GSCOPE_ENDPOINT_NATS || *endpoint->name))
    error = g_error_new (GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                         _ ("“%s” is not the address of a NATS server. Write nats://SERVER:PORT."),
                         server);
  if (!error)
    bus = gscope_nats_bus_get (endpoint->uri, &error);
  /* a bus that has lost its connection tries again, which the question does not await */
  if (bus && gscope_nats_bus_get_error (bus))
    {
      error = g_error_copy (gscope_nats_bus_get_error (bus));
      g_clear_object (&bus);
    }
  if (bus)
    {
      search (bus, task);
      return;
    }
  g_task_return_error (task, error);
  g_object_unref (task);
}

/**
 * gscope_inventory_find_agents_finish:
 * @result: the result
 * @error: why the agents are not known: %GSCOPE_ERROR_INVALID if the address is not valid,
 *   %GSCOPE_ERROR_NOT_FOUND if the server cannot be reached, %GSCOPE_ERROR_UNSUPPORTED if it keeps no inventory
 *
 * Ends gscope_inventory_find_agents_async().
 *
 * Returns: (transfer full): the agents, `a(ssasas)`: name, machine, names of sources, groups; %NULL on an error
 *
 * Since: 1.0
 */
GVariant *
gscope_inventory_find_agents_finish (GAsyncResult *result, GError **error)
{
  g_return_val_if_fail (g_task_is_valid (result, NULL), NULL);

  return g_task_propagate_pointer (G_TASK (result), error);
}
