/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/agent/source.h>

#include <glib/gi18n-lib.h>
#include <gscope/agent/address.h>
#include <gscope/share/remote-private.h>

enum
{
  /* Waits between tries to connect again, in seconds: doubled after each. */
  FIRST_WAIT = 1,
  LAST_WAIT = 32,
};

/**
 * GscopeAgentSource:
 *
 * A source of an agent, in this program: its signals and parameters appear here under the name of this source.
 *
 * Options of [method@Source.configure]: `address`, where the agent is: `unix:PATH`, `unix:` for the default path
 * (see [method@Agent.listen]), or `ssh://USER@HOST`, which runs `gscoped --stdio` there; `source`, the name of
 * the source at the agent, by default the name of this one; `type`, to have the agent run a source of that
 * type for this connection only, whose options may then follow.
 *
 * Samples of a signal come while somebody leases it ([method@Signal.lease]): views, recorders and triggers do.
 * A connection that ends is made again, after a second at first and half a minute at last, until the source
 * is stopped.
 */
struct _GscopeAgentSource
{
  GscopeRemote parent_instance;

  char *address;
  char *source;
  char *type;

  guint wait;
  GSource *retry;
};

G_DEFINE_FINAL_TYPE (GscopeAgentSource, gscope_agent_source, GSCOPE_TYPE_REMOTE)

/* Trying again. */

static void
cancel_retry (GscopeAgentSource *self)
{
  if (self->retry)
    g_source_destroy (self->retry);
  g_clear_pointer (&self->retry, g_source_unref);
}

static void
on_started_again (GObject *object, GAsyncResult *result, gpointer data)
{
  gscope_source_start_finish (GSCOPE_SOURCE (object), result, NULL);
}

static gboolean
on_retry (gpointer data)
{
  GscopeAgentSource *self = data;

  g_clear_pointer (&self->retry, g_source_unref);
  if (!gscope_source_get_started (GSCOPE_SOURCE (self)))
    gscope_source_start_async (GSCOPE_SOURCE (self), NULL, on_started_again, NULL);
  return G_SOURCE_REMOVE;
}

/* Tries again after the connection was lost or not made; the waits are short again after the agent has answered. */
static void
on_state_changed (GscopeAgentSource *self)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  GscopeSourceState state = gscope_source_get_state (source);

  if (state == GSCOPE_SOURCE_RUNNING || state == GSCOPE_SOURCE_STOPPED)
    self->wait = FIRST_WAIT;
  if (state != GSCOPE_SOURCE_TROUBLE || gscope_source_get_started (source))
    {
      cancel_retry (self);
      return;
    }
  if (self->retry)
    return;
  self->retry =
      gscope_clock_create_timeout (gscope_source_get_clock (source), self->wait * GSCOPE_SEC);
  self->wait = MIN (2 * self->wait, LAST_WAIT);
  g_source_set_static_name (self->retry, "[gscope] agent");
  g_source_set_callback (self->retry, on_retry, self, NULL);
  g_source_attach (self->retry, g_main_context_get_thread_default ());
}

/* Connecting. */

static void
gscope_agent_source_open_async (GscopeRemote *remote, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data)
{
  GscopeAgentSource *self = GSCOPE_AGENT_SOURCE (remote);
  GTask *task = g_task_new (remote, cancellable, callback, user_data);

  gscope_remote_set_target (
      remote,
      *self->source || *self->type ? self->source : gscope_source_get_name (GSCOPE_SOURCE (self)),
      self->type);
  gscope_agent_address_open_async (self->address, task);
}

static const GscopeSourceOption options[] = {
  { .name = "address",
    .type = "s",
    .title = N_ ("Address"),
    .description = N_ ("Where the agent is: unix:PATH or ssh://USER@HOST"),
    .initial = "'unix:'",
    .offset = G_STRUCT_OFFSET (GscopeAgentSource, address) },
  { .name = "source",
    .type = "s",
    .title = N_ ("Source"),
    .description = N_ ("The name of the source at the agent; the same as here if empty"),
    .initial = "''",
    .offset = G_STRUCT_OFFSET (GscopeAgentSource, source) },
  { .name = "type",
    .type = "s",
    .title = N_ ("Type"),
    .description = N_ ("The type of a source that the agent runs for this connection only"),
    .initial = "''",
    .offset = G_STRUCT_OFFSET (GscopeAgentSource, type) },
  { 0 },
};

static gboolean
is_own (const char *name)
{
  for (const GscopeSourceOption *option = options; option->name; option++)
    if (g_str_equal (option->name, name))
      return TRUE;
  return FALSE;
}

/* The options of a source of this connection's own go to the agent. */
static gboolean
gscope_agent_source_configure (GscopeSource *source, GVariant *all, GError **error)
{
  GscopeSourceClass *base = g_type_class_peek_static (GSCOPE_TYPE_SOURCE);
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, all);
  while (g_variant_iter_next (&iter, "{&sv}", &name, &value))
    {
      GscopeSourceClass *klass =
          is_own (name) ? base : GSCOPE_SOURCE_CLASS (gscope_agent_source_parent_class);
      g_autoptr (GVariant) taken = value;
      g_autoptr (GVariant) one = NULL;
      GVariantDict dict;

      g_variant_dict_init (&dict, NULL);
      g_variant_dict_insert_value (&dict, name, taken);
      one = g_variant_ref_sink (g_variant_dict_end (&dict));
      if (!klass->configure (source, one, error))
        return FALSE;
    }
  return TRUE;
}

/* The user may do more at the agent than the workspace should, and ssh uses the user's keys. */
static void
list_demands (GVariant *values, GVariant *parameters, GPtrArray *demands)
{
  const char *address = NULL;

  if (!values || !g_variant_lookup (values, "address", "&s", &address))
    address = "unix:";
  g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_CONNECT, address));
}

static void
gscope_agent_source_dispose (GObject *object)
{
  cancel_retry (GSCOPE_AGENT_SOURCE (object));
  G_OBJECT_CLASS (gscope_agent_source_parent_class)->dispose (object);
}

static void
gscope_agent_source_class_init (GscopeAgentSourceClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_agent_source_dispose;
  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->configure = gscope_agent_source_configure;
  source_class->list_demands = list_demands;
  GSCOPE_REMOTE_CLASS (klass)->open_async = gscope_agent_source_open_async;
}

static void
gscope_agent_source_init (GscopeAgentSource *self)
{
  self->wait = FIRST_WAIT;
  gscope_remote_set_frugal (GSCOPE_REMOTE (self), TRUE);
  g_signal_connect (self, "notify::state", G_CALLBACK (on_state_changed), NULL);
}

/**
 * gscope_agent_source_register:
 * @registry: a registry
 * @error: why it was not added
 *
 * Adds the type of sources `agent`, so that workspaces can have sources of agents.
 *
 * Returns: %TRUE if it was added
 */
gboolean
gscope_agent_source_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "agent", GSCOPE_TYPE_AGENT_SOURCE,
                                   _ ("A source of an agent"),
                                   _ ("Signals and parameters of another program or machine, where "
                                      "gscoped runs."),
                                   "agent", error);
}
