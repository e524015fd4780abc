/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/dial/source.h>

#include <glib/gi18n-lib.h>
#include <gscope/dial/address.h>
#include <gscope/enums.h>
#include <gscope/error.h>
#include <gscope/remote/private.h>
#include <main-source.h>
#include <property.h>

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
 * (see [method@Agent.listen]), `ssh://USER@HOST`, which runs `gscoped --stdio` there, `wss://HOST:PORT`, `HOST:PORT` or
 * `HOST` for another machine, or `ws://localhost:PORT`; the port is 4270 if none is given; `certificate`, the SHA-256
 * fingerprint of the agent's certificate, by default any that an authority of this machine has issued or that the
 * [iface@Credentials] trust; `source`, the name of
 * the source at the agent, by default the name of this one; `type`, to have the agent run a source of that
 * type for this connection only, whose options may then follow.
 *
 * A token comes from the [iface@Credentials] of the program, and never from an option.
 *
 * Samples of a signal come while somebody leases it ([method@Signal.lease]): views, recorders and triggers do.
 * A connection that ends is made again, after a second at first and half a minute at last, until the source
 * is stopped.
 *
 * Since: 1.0
 */
struct _GscopeAgentSource
{
  GscopeRemote parent_instance;

  char *address;
  char *certificate;
  char *source;
  char *type;

  /* NULL if the user cannot lift it */
  GError *refusal;

  guint wait;
  GSource *retry;
  /* the agent does not let this user connect */
  gboolean is_refused;
  /* when it tries again, 0 while it does not */
  gint64 next_try;
};

G_DEFINE_FINAL_TYPE (GscopeAgentSource, gscope_agent_source, GSCOPE_TYPE_REMOTE)

/* Trying again. */

static void
set_next_try (GscopeAgentSource *self, gint64 time)
{
  if (self->next_try == time)
    return;
  self->next_try = time;
  g_object_notify (G_OBJECT (self), "next-try");
}

static void
cancel_retry (GscopeAgentSource *self)
{
  g_clear_pointer (&self->retry, main_source_drop);
  set_next_try (self, 0);
}

static void
on_started_again (GObject *object, GAsyncResult *result, gpointer data)
{
  gscope_source_start_finish (GSCOPE_SOURCE (object), result, NULL);
}

static gboolean
on_retry (gpointer data)
{
  gscope_agent_source_try_now (data);
  return G_SOURCE_REMOVE;
}

/* Tries again after the connection was lost or not made; the waits are short again after the agent has answered. */
static void
on_state_changed (GscopeAgentSource *self)
{
  GscopeSource *source = GSCOPE_SOURCE (self);
  GscopeSourceState state = gscope_source_get_state (source);
  GscopeClock *clock = gscope_source_get_clock (source);
  gint64 wait;

  if (state == GSCOPE_SOURCE_STATE_RUNNING || state == GSCOPE_SOURCE_STATE_STOPPED)
    self->wait = FIRST_WAIT;
  /* a user who was refused would be asked for the password again and again */
  if (state != GSCOPE_SOURCE_STATE_TROUBLE || gscope_source_get_started (source)
      || self->is_refused)
    {
      cancel_retry (self);
      return;
    }
  if (self->retry)
    return;
  wait = self->wait * GSCOPE_SEC;
  self->retry = gscope_clock_create_timeout (clock, wait);
  self->wait = MIN (2 * self->wait, LAST_WAIT);
  g_source_set_static_name (self->retry, "[gscope] agent");
  g_source_set_callback (self->retry, on_retry, self, NULL);
  g_source_attach (self->retry, g_main_context_get_thread_default ());
  set_next_try (self, gscope_clock_get_time (clock) + wait);
}

/**
 * gscope_agent_source_try_now:
 * @self: a source of an agent
 *
 * Connects now, if it would try again later ([method@AgentSource.get_next_try]).
 *
 * Since: 1.0
 */
void
gscope_agent_source_try_now (GscopeAgentSource *self)
{
  g_return_if_fail (GSCOPE_IS_AGENT_SOURCE (self));

  if (!self->retry)
    return;
  cancel_retry (self);
  if (!gscope_source_get_started (GSCOPE_SOURCE (self)))
    gscope_source_start_async (GSCOPE_SOURCE (self), NULL, on_started_again, NULL);
}

/**
 * gscope_agent_source_get_next_try: (get-property next-try)
 * @self: a source of an agent
 *
 * Gets when it connects again, after the connection was lost or could not be made.
 *
 * Returns: a time of the source's clock; 0 while it does not try again
 *
 * Since: 1.0
 */
gint64
gscope_agent_source_get_next_try (GscopeAgentSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT_SOURCE (self), 0);

  return self->next_try;
}

/**
 * gscope_agent_source_get_address:
 * @self: a source of an agent
 *
 * Gets where the agent is.
 *
 * Returns: the address, as the option has it
 *
 * Since: 1.0
 */
const char *
gscope_agent_source_get_address (GscopeAgentSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT_SOURCE (self), NULL);

  return self->address;
}

/**
 * gscope_agent_source_get_far_name:
 * @self: a source of an agent
 *
 * Gets the name of the source at the agent. Sources of several agents that have one name there
 * measure the same on each machine.
 *
 * Returns: the name
 *
 * Since: 1.0
 */
const char *
gscope_agent_source_get_far_name (GscopeAgentSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT_SOURCE (self), NULL);

  if (*self->source)
    return self->source;
  return *self->type ? self->type : gscope_source_get_name (GSCOPE_SOURCE (self));
}

/**
 * gscope_agent_source_get_refusal: (get-property refusal)
 * @self: a source of an agent
 *
 * Gets why the last connection was refused, if the user can lift the refusal: the agent asks for a token, or for
 * another one (%GSCOPE_ERROR_TOKEN), or its certificate is unknown, not the expected one, or expired
 * (%GSCOPE_ERROR_CERTIFICATE).
 *
 * Returns: (transfer none) (nullable): the error; %NULL without such a refusal
 *
 * Since: 1.0
 */
const GError *
gscope_agent_source_get_refusal (GscopeAgentSource *self)
{
  g_return_val_if_fail (GSCOPE_IS_AGENT_SOURCE (self), NULL);

  return self->refusal;
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
  gscope_remote_set_peer (remote, self->address);
  gscope_agent_address_open_async (self->address, self->certificate,
                                   gscope_source_get_clock (GSCOPE_SOURCE (self)), task);
}

static void
set_refusal (GscopeAgentSource *self, const GError *error)
{
  gboolean is_liftable = g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_TOKEN)
                         || g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_CERTIFICATE);

  if (!self->refusal && !is_liftable)
    return;
  g_clear_error (&self->refusal);
  self->refusal = is_liftable ? g_error_copy (error) : NULL;
  g_object_notify (G_OBJECT (self), "refusal");
}

/* Waits longest after an error that only a user can mend: an agent counts wrong tokens. */
static GscopeCarrier *
open_carrier_finish (GscopeRemote *remote, GAsyncResult *result, GError **error)
{
  GscopeAgentSource *self = GSCOPE_AGENT_SOURCE (remote);
  GError *cause = NULL;
  GscopeCarrier *carrier = g_task_propagate_pointer (G_TASK (result), &cause);

  set_refusal (self, cause);
  if (self->refusal)
    self->wait = LAST_WAIT;
  if (cause)
    g_propagate_error (error, cause);
  return carrier;
}

/* Keeps the text of an error if only a user can mend it, or if it is a whole sentence, which names the remedy. */
static char *
note_end (GscopeRemote *remote, const GError *cause)
{
  GscopeAgentSource *self = GSCOPE_AGENT_SOURCE (remote);
  const char *title = gscope_source_get_title (GSCOPE_SOURCE (remote));

  self->is_refused = g_error_matches (cause, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE);
  set_refusal (self, cause);
  if (self->is_refused || self->refusal || (cause && g_str_has_suffix (cause->message, ".")))
    return g_strdup (cause->message);
  if (cause)
    return g_strdup_printf (_ ("The connection to “%s” ended unexpectedly: %s. It is made again as "
                               "soon as the agent answers."),
                            title, cause->message);
  return g_strdup_printf (_ ("The connection to “%s” ended unexpectedly. It is made again as soon "
                             "as the agent answers."),
                          title);
}

static const GscopeRemoteFuncs remote_funcs = { .open_carrier_finish = open_carrier_finish,
                                                .note_end = note_end };

static const GscopeSourceOption options[] = {
  { .name = "address",
    .type = "s",
    .title = N_ ("Address"),
    .description = N_ ("Where the agent is: HOST, HOST:PORT, unix:PATH or ssh://USER@HOST"),
    .initial = "'unix:'",
    .offset = G_STRUCT_OFFSET (GscopeAgentSource, address) },
  { .name = "certificate",
    .type = "s",
    .title = N_ ("Certificate"),
    .description = N_ ("The SHA-256 fingerprint of the agent’s certificate; any trusted one if "
                       "empty"),
    .initial = "''",
    .offset = G_STRUCT_OFFSET (GscopeAgentSource, certificate) },
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
  g_ptr_array_add (demands, gscope_demand_new (GSCOPE_DEMAND_KIND_CONNECT, address, NULL));
}

static gboolean
gscope_agent_source_start_finish (GscopeSource *source, GAsyncResult *result, GError **error)
{
  GscopeSourceClass *parent_class = GSCOPE_SOURCE_CLASS (gscope_agent_source_parent_class);
  GError *reason = NULL;
  gboolean is_started = parent_class->start_finish (source, result, &reason);

  GSCOPE_AGENT_SOURCE (source)->is_refused =
      g_error_matches (reason, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE);
  if (!is_started)
    g_propagate_error (error, reason);
  return is_started;
}

static void
gscope_agent_source_dispose (GObject *object)
{
  cancel_retry (GSCOPE_AGENT_SOURCE (object));
  G_OBJECT_CLASS (gscope_agent_source_parent_class)->dispose (object);
}

static void
gscope_agent_source_finalize (GObject *object)
{
  g_clear_error (&GSCOPE_AGENT_SOURCE (object)->refusal);
  G_OBJECT_CLASS (gscope_agent_source_parent_class)->finalize (object);
}

static void
gscope_agent_source_class_init (GscopeAgentSourceClass *klass)
{
  GscopeSourceClass *source_class = GSCOPE_SOURCE_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = gscope_agent_source_dispose;
  G_OBJECT_CLASS (klass)->finalize = gscope_agent_source_finalize;
  /**
   * GscopeAgentSource:next-try: (getter get_next_try)
   *
   * When it connects again, on its clock; 0 while it does not try again.
   *
   * Since: 1.0
   */
  property_add (G_OBJECT_CLASS (klass), int64, "next-try", gscope_agent_source_get_next_try, NULL,
                0, G_MAXINT64, 0);
  /**
   * GscopeAgentSource:refusal: (getter get_refusal)
   *
   * Why the last connection was refused, if the user can lift the refusal.
   *
   * Since: 1.0
   */
  property_add (G_OBJECT_CLASS (klass), boxed, "refusal", gscope_agent_source_get_refusal, NULL,
                G_TYPE_ERROR);
  source_class->domain = GETTEXT_PACKAGE;
  source_class->options = options;
  source_class->configure = gscope_agent_source_configure;
  source_class->start_finish = gscope_agent_source_start_finish;
  source_class->list_demands = list_demands;
  GSCOPE_REMOTE_CLASS (klass)->open_async = gscope_agent_source_open_async;
  GSCOPE_REMOTE_CLASS (klass)->funcs = &remote_funcs;
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
 *
 * Since: 1.0
 */
gboolean
gscope_agent_source_register (GscopeRegistry *registry, GError **error)
{
  return gscope_registry_add_type (registry, "agent", GSCOPE_TYPE_AGENT_SOURCE, _ ("Agent"),
                                   _ ("Signals and parameters of another program or machine, where "
                                      "gscoped runs."),
                                   "agent", error);
}

/**
 * gscope_agent_source_get_system_address:
 *
 * Gets where the agent of the system is, which runs sources with privileges that this user lacks. The environment
 * variable `GSCOPE_SYSTEM_AGENT` may name another address.
 *
 * Returns: an address
 *
 * Since: 1.0
 */
const char *
gscope_agent_source_get_system_address (void)
{
  const char *address = g_getenv ("GSCOPE_SYSTEM_AGENT");

  return address && *address ? address : "unix:/run/gscope/agent";
}
