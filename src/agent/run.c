/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "run.h"

#include "addresses.h"
#include "announcement.h"
#include "crowd.h"
#include "manager.h"
#include "recording.h"
#include "relay.h"
#include "simulation.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <unistd.h>

enum
{
  /* How many seconds the values of leases may take to go back at the end, and the sources to stop. */
  CLOSE_PATIENCE = 3,
  STOP_PATIENCE = 10,
};

typedef struct
{
  const AgentOptions *options;
  AgentConfig *config;
  AgentManager *manager;
  GMainLoop *loop;
  GscopeWorkspace *workspace;
  /* of the sources that no workspace has */
  GscopeScope *own;
  GscopeAgent *agent;
  AgentAddresses *addresses;
  /* GscopeScope: those that are offered */
  GPtrArray *scopes;
  /* NULL if nothing is ever recorded */
  AgentRecording *recording;
  /* values for Performance Co-Pilot; NULL unless asked for */
  GscopeMmv *mmv;
  /* simulated agents, which then listen instead of the agent; NULL for none */
  AgentCrowd *crowd;
  /* by DNS-SD; NULL unless asked for */
  AgentAnnouncement *announcement;
  /* what is announced, or why nothing is */
  char *announced;
  gboolean has_sockets;
  /* the agent has no clients any more, whose writes are recorded */
  gboolean is_closed;
  /* sources that have to stop at the end */
  guint n_stopping;
} Run;

static gboolean
on_end_signal (gpointer data)
{
  g_main_loop_quit (((Run *) data)->loop);
  return G_SOURCE_CONTINUE;
}

static void
print_problem (const char *text)
{
  g_printerr ("gscoped: %s\n", text);
}

/* What runs. */

static void
print_problems (GListModel *problems, guint position, guint n_removed, guint n_added)
{
  for (guint i = position; i < position + n_added; i++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, i);

      g_printerr ("gscoped: %s: %s\n", gscope_workspace_problem_get_path (problem),
                  gscope_workspace_problem_get_message (problem));
    }
}

static gboolean
open_workspace (Run *self, GError **error)
{
  g_autoptr (GFile) file = NULL;
  GListModel *problems;

  if (!self->config->workspace)
    return TRUE;
  file = g_file_new_for_path (self->config->workspace);
  self->workspace = gscope_workspace_new_from_file (file, error);
  if (!self->workspace)
    return FALSE;
  problems = gscope_workspace_get_problems (self->workspace);
  print_problems (problems, 0, 0, g_list_model_get_n_items (problems));
  g_signal_connect (problems, "items-changed", G_CALLBACK (print_problems), NULL);
  gscope_workspace_instantiate (self->workspace, gscope_registry_get_default (),
                                gscope_clock_get_system ());
  return TRUE;
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error))
    print_problem (error->message);
}

static void
simulate (Run *self)
{
  g_autoptr (GscopeSource) source = NULL;

  if (self->config->n_simulated == 0 || self->options->n_simulated_agents > 0)
    return;
  source = agent_simulation_new ((guint) self->config->n_simulated, 0);
  gscope_scope_add_source (self->own, source);
  gscope_source_start_async (source, NULL, on_started, NULL);
}

/* Who is served. */

static void
offer_scopes (Run *self)
{
  GListModel *scopes = self->workspace ? gscope_workspace_get_scopes (self->workspace) : NULL;

  for (guint i = 0; scopes && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      gscope_scope_start (scope);
      gscope_agent_add_scope (self->agent, scope);
      g_ptr_array_add (self->scopes, g_object_ref (scope));
    }
}

/* Offers the outcome of the limits of the workspace. */
static void
offer_limits (Run *self)
{
  g_autoptr (GError) error = NULL;

  if (self->workspace && !gscope_limit_source_offer (self->workspace, self->own, &error))
    print_problem (error->message);
}

static void
tell_status (Run *self)
{
  g_autofree char *clients = g_strdup_printf (
      ngettext ("Serves %u client", "Serves %u clients", gscope_agent_get_n_clients (self->agent)),
      gscope_agent_get_n_clients (self->agent));
  g_autofree char *status = g_strjoin (" · ", clients, self->announced, NULL);

  agent_manager_tell_status (self->manager, status);
}

static void
on_clients_changed (GscopeAgent *agent, GParamSpec *pspec, Run *self)
{
  tell_status (self);
  if (self->options->is_stdio && gscope_agent_get_n_clients (agent) == 0)
    g_main_loop_quit (self->loop);
}

static void
serve_stdio (Run *self)
{
  g_autoptr (GInputStream) input = g_unix_input_stream_new (STDIN_FILENO, FALSE);
  g_autoptr (GOutputStream) output = g_unix_output_stream_new (STDOUT_FILENO, FALSE);
  g_autoptr (GIOStream) stream = g_simple_io_stream_new (input, output);

  g_unix_set_fd_nonblocking (STDIN_FILENO, TRUE, NULL);
  g_unix_set_fd_nonblocking (STDOUT_FILENO, TRUE, NULL);
  gscope_agent_add_stream (self->agent, stream);
}

static void
print_fingerprint (Run *self)
{
  g_autofree char *fingerprint =
      self->config->certificate ? gscope_agent_dup_fingerprint (self->agent) : NULL;

  if (fingerprint)
    g_print (_ ("The certificate has the SHA-256 fingerprint %s\n"), fingerprint);
}

static void
on_renewed (GscopeAgent *agent, Run *self)
{
  g_print (_ ("The certificate was renewed\n"));
  print_fingerprint (self);
}

static void
print_addresses (Run *self)
{
  g_auto (GStrv) bound = gscope_agent_list_addresses (self->agent);

  for (guint i = 0; bound[i]; i++)
    g_print (_ ("gscoped listens at %s\n"), bound[i]);
  print_fingerprint (self);
}

static void
on_announced (const char *status, gboolean is_problem, gpointer data)
{
  Run *self = data;

  if (is_problem)
    print_problem (status);
  else
    g_print ("%s\n", status);
  g_free (self->announced);
  self->announced = g_strdup (status);
  tell_status (self);
}

/* An agent that ssh has started has no address. */
static void
announce (Run *self)
{
  g_auto (GStrv) bound = gscope_agent_list_addresses (self->agent);

  if (!self->config->is_announced || self->options->is_stdio)
    {
      g_clear_pointer (&self->announcement, agent_announcement_free);
      if (self->announced)
        {
          g_clear_pointer (&self->announced, g_free);
          tell_status (self);
        }
      return;
    }
  if (!self->announcement)
    self->announcement = agent_announcement_new (on_announced, self);
  agent_announcement_set_addresses (self->announcement, (const char *const *) bound);
}

static gboolean
take_sockets (Run *self, GError **error)
{
  g_autoptr (GPtrArray) sockets = agent_manager_take_sockets (self->manager, error);

  for (guint i = 0; sockets && i < sockets->len; i++)
    if (!gscope_agent_add_socket (self->agent, sockets->pdata[i], error))
      return FALSE;
  self->has_sockets = sockets && sockets->len > 0;
  return sockets != NULL;
}

/* The default address is for an agent that has no other, and for one only. */
static const char *const *
get_addresses (const Run *self, const AgentConfig *config)
{
  gboolean is_many = self->options->n_simulated_agents > 0 && config->carriers && *config->carriers;
  static const char *const standard[] = { "unix:", NULL };
  static const char *const none[] = { NULL };

  if (self->options->is_stdio)
    return none;
  if (config->addresses && *config->addresses)
    return (const char *const *) config->addresses;
  return is_many ? none : standard;
}

/* Those of NATS servers, too. A socket that the service manager passes is the default address. */
static GStrv
list_addresses (const Run *self, const AgentConfig *config)
{
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();
  const char *const *addresses = get_addresses (self, config);

  for (guint i = 0; addresses[i]; i++)
    if (!self->has_sockets || !g_str_equal (addresses[i], "unix:"))
      g_strv_builder_add (builder, addresses[i]);
  if (config->carriers && !self->options->is_stdio)
    g_strv_builder_addv (builder, (const char **) config->carriers);
  return g_strv_builder_end (builder);
}

static gboolean
start_crowd (Run *self, const char *const *addresses, GError **error)
{
  g_autofree char *description = NULL;

  self->crowd =
      agent_crowd_new ((guint) self->options->n_simulated_agents, self->config, addresses, error);
  if (!self->crowd)
    return FALSE;
  description = agent_crowd_describe (self->crowd);
  g_print ("%s\n", description);
  return TRUE;
}

static gboolean
listen_everywhere (Run *self, GError **error)
{
  g_auto (GStrv) addresses = NULL;

  if (!take_sockets (self, error))
    return FALSE;
  addresses = list_addresses (self, self->config);
  if (self->options->n_simulated_agents > 0)
    return start_crowd (self, (const char *const *) addresses, error);
  if (!agent_addresses_open (self->addresses, (const char *const *) addresses, error))
    return FALSE;
  print_addresses (self);
  return TRUE;
}

/* The configuration. */

static void
allow (Run *self, const AgentRights *rights)
{
  for (guint access = 0; access < GSCOPE_N_ACCESSES; access++)
    for (guint i = 0; rights->paths[access] && rights->paths[access][i]; i++)
      gscope_agent_allow (self->agent, rights->principal, access, rights->paths[access][i]);
}

/* A token without rights would be of no use, nor would a place at a NATS server. */
static void
let_others_read (Run *self)
{
  gscope_agent_allow (self->agent, "token:*", GSCOPE_ACCESS_READ, "*");
  gscope_agent_allow (self->agent, "certificate:*", GSCOPE_ACCESS_READ, "*");
  gscope_agent_allow (self->agent, "nats:*", GSCOPE_ACCESS_READ, "*");
}

/* The agent serves without a journal file, too. */
static void
set_journal (Run *self)
{
  const AgentConfig *config = self->config;
  g_autofree char *directory =
      config->journal_file ? g_path_get_dirname (config->journal_file) : NULL;
  g_autoptr (GError) error = NULL;

  if (directory)
    g_mkdir_with_parents (directory, 0700);
  gscope_agent_set_journal_socket (self->agent,
                                   config->has_system_journal ? GSCOPE_AGENT_JOURNAL_SOCKET : NULL);
  if (!gscope_agent_set_journal_file (self->agent, config->journal_file, config->journal_bytes,
                                      &error))
    print_problem (error->message);
}

/* Makes the agent one of the network only if it has something to do with it. */
static gboolean
set_network (Run *self, const AgentConfig *former, GError **error)
{
  const AgentConfig *config = self->config;

  if (config->names || (former && former->names))
    gscope_agent_set_host_names (self->agent, (const char *const *) config->names);
  if (config->origins || (former && former->origins))
    gscope_agent_set_origins (self->agent, (const char *const *) config->origins);
  if (config->has_foxglove || (former && former->has_foxglove))
    gscope_agent_set_foxglove (self->agent, config->has_foxglove);
  return (!(config->tokens || (former && former->tokens))
          || gscope_agent_set_tokens_file (self->agent, config->tokens, error))
         && (!(config->client_authority || (former && former->client_authority))
             || gscope_agent_set_client_authority_file (self->agent, config->client_authority,
                                                        error))
         && (!config->certificate
             || gscope_agent_set_certificate_files (self->agent, config->certificate, config->key,
                                                    error));
}

static gboolean
apply_config (Run *self, const AgentConfig *former, GError **error)
{
  gscope_agent_reset_rights (self->agent);
  for (guint i = 0; i < self->config->rights->len; i++)
    allow (self, self->config->rights->pdata[i]);
  if (self->config->rights->len == 0)
    let_others_read (self);
  gscope_agent_set_read_only (self->agent, self->config->is_read_only);
  gscope_agent_set_limits (self->agent, (guint) self->config->n_clients,
                           (guint) self->config->n_clients_per_address);
  gscope_agent_set_groups (self->agent, (const char *const *) self->config->groups);
  set_journal (self);
  return set_network (self, former, error);
}

/* Another program of this user may record to the directory: one that ssh has started records nothing. */
static void
record (Run *self)
{
  if (self->options->is_stdio)
    return;
  if (!self->recording)
    self->recording = agent_recording_new (self->agent, self->scopes);
  agent_recording_set_config (self->recording, self->config);
}

static void
print_mmv_problem (GscopeMmv *mmv)
{
  const char *problem = gscope_mmv_get_problem (mmv);

  if (problem)
    print_problem (problem);
}

/* The file goes before another one takes its place. */
static void
offer_to_pcp (Run *self, const AgentConfig *former)
{
  g_autoptr (GError) error = NULL;

  if (former && g_strcmp0 (former->mmv, self->config->mmv) == 0)
    return;
  g_clear_object (&self->mmv);
  if (!self->config->mmv)
    return;
  self->mmv = gscope_mmv_new (self->config->mmv, &error);
  if (!self->mmv)
    {
      print_problem (error->message);
      return;
    }
  g_signal_connect (self->mmv, "notify::problem", G_CALLBACK (print_mmv_problem), NULL);
  for (guint i = 0; i < self->scopes->len; i++)
    gscope_mmv_add_scope (self->mmv, self->scopes->pdata[i]);
}

/* Reading it again. */

static void
take_config (Run *self, AgentConfig *taken)
{
  g_autoptr (AgentConfig) former = g_steal_pointer (&self->config);
  g_auto (GStrv) addresses = list_addresses (self, taken);
  g_autoptr (GError) error = NULL;

  self->config = taken;
  if (g_strcmp0 (former->workspace, taken->workspace) != 0
      || former->n_simulated != taken->n_simulated)
    print_problem (_ ("Another workspace or simulation is used from the next start on: restart "
                      "gscoped."));
  if (!apply_config (self, former, &error))
    print_problem (error->message);
  if (!self->crowd)
    agent_addresses_set (self->addresses, (const char *const *) addresses);
  announce (self);
  record (self);
  offer_to_pcp (self, former);
}

static gboolean
on_reload_signal (gpointer data)
{
  Run *self = data;
  g_autoptr (GError) error = NULL;
  AgentConfig *config;

  agent_manager_tell_reloading (self->manager);
  config = agent_options_read_config (self->options, &error);
  if (config)
    {
      take_config (self, config);
      g_print (_ ("gscoped has read its configuration again\n"));
      print_addresses (self);
    }
  else
    {
      print_problem (error->message);
      print_problem (_ ("The former configuration remains."));
    }
  agent_manager_tell_ready (self->manager,
                            error ? error->message : _ ("The configuration was read again"));
  return G_SOURCE_CONTINUE;
}

/* The run. */

static void
on_journal_problem (GscopeAgent *agent, GParamSpec *pspec, Run *self)
{
  const char *problem = gscope_agent_get_journal_problem (agent);

  print_problem (problem ? problem : _ ("Writes are recorded again."));
}

static void
on_problem (GscopeAgent *agent, const char *text)
{
  print_problem (text);
}

static void
on_address_failed (gpointer data, const GError *error)
{
  print_problem (error->message);
  print_problem (_ ("This address is tried again every two seconds."));
}

static void
on_address_opened (gpointer data)
{
  print_addresses (data);
  announce (data);
}

static gboolean
begin (Run *self, GError **error)
{
  const AgentAddressesFuncs addresses_funcs = { on_address_failed, on_address_opened, self };

  self->own = gscope_scope_new ();
  g_ptr_array_add (self->scopes, g_object_ref (self->own));
  gscope_scope_start (self->own);
  if (!open_workspace (self, error))
    return FALSE;
  simulate (self);
  self->agent = gscope_agent_new (self->own, NULL, NULL);
  self->addresses = agent_addresses_new (self->agent, &addresses_funcs);
  gscope_agent_set_asks_polkit (self->agent, geteuid () == 0);
  offer_scopes (self);
  offer_limits (self);
  g_signal_connect (self->agent, "notify::journal-problem", G_CALLBACK (on_journal_problem), self);
  g_signal_connect (self->agent, "notify::n-clients", G_CALLBACK (on_clients_changed), self);
  g_signal_connect (self->agent, "problem", G_CALLBACK (on_problem), NULL);
  g_signal_connect (self->agent, "renewed", G_CALLBACK (on_renewed), self);
  if (!apply_config (self, NULL, error))
    return FALSE;
  record (self);
  offer_to_pcp (self, NULL);
  if (!listen_everywhere (self, error))
    return FALSE;
  if (self->options->is_stdio)
    serve_stdio (self);
  agent_manager_tell_ready (self->manager, _ ("Serves no clients yet"));
  announce (self);
  return TRUE;
}

/* The end: connections and their leases end, then sources stop, which puts back what they turned. */

static void
on_closed (GObject *object, GAsyncResult *result, gpointer data)
{
  Run *self = data;
  g_autoptr (GError) error = NULL;

  self->is_closed = TRUE;
  if (!gscope_agent_close_finish (GSCOPE_AGENT (object), result, &error))
    print_problem (error->message);
}

static gboolean
on_close_late (gpointer cancellable)
{
  g_cancellable_cancel (cancellable);
  return G_SOURCE_CONTINUE;
}

/* A source that does not answer is not awaited. */
static void
close_agent (Run *self)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  guint late = g_timeout_add_seconds (CLOSE_PATIENCE, on_close_late, cancellable);

  gscope_agent_close_async (self->agent, cancellable, on_closed, self);
  while (!self->is_closed)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (late);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Run *self = data;
  g_autoptr (GError) error = NULL;

  self->n_stopping--;
  if (!gscope_source_stop_finish (GSCOPE_SOURCE (object), result, &error))
    g_printerr ("gscoped: %s: %s\n", gscope_source_get_name (GSCOPE_SOURCE (object)),
                error->message);
}

static void
stop_scope (Run *self, GscopeScope *scope)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (!gscope_source_get_started (source))
        continue;
      self->n_stopping++;
      gscope_source_stop_async (source, NULL, on_stopped, self);
    }
}

static gboolean
on_stop_late (gpointer is_late)
{
  *(gboolean *) is_late = TRUE;
  return G_SOURCE_CONTINUE;
}

/* A source that does not stop is not awaited. */
static void
await_stopped (Run *self)
{
  gboolean is_late = FALSE;
  guint late = g_timeout_add_seconds (STOP_PATIENCE, on_stop_late, &is_late);

  while (self->n_stopping > 0 && !is_late)
    g_main_context_iteration (NULL, TRUE);
  g_source_remove (late);
  if (self->n_stopping > 0)
    g_printerr (ngettext ("gscoped: %u source has not stopped, and is left. See whether what it "
                          "changed is as before.\n",
                          "gscoped: %u sources have not stopped, and are left. See whether what "
                          "they changed is as before.\n",
                          self->n_stopping),
                self->n_stopping);
}

static void
end (Run *self)
{
  GListModel *scopes = self->workspace ? gscope_workspace_get_scopes (self->workspace) : NULL;

  g_clear_pointer (&self->announcement, agent_announcement_free);
  g_clear_pointer (&self->addresses, agent_addresses_free);
  if (self->agent)
    {
      g_signal_handlers_disconnect_by_data (self->agent, self);
      close_agent (self);
    }
  g_clear_object (&self->agent);
  g_clear_object (&self->mmv);
  g_clear_pointer (&self->recording, agent_recording_free);
  g_clear_pointer (&self->crowd, agent_crowd_free);
  for (guint i = 0; scopes && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      stop_scope (self, scope);
    }
  stop_scope (self, self->own);
  await_stopped (self);
  g_clear_object (&self->own);
  g_ptr_array_unref (self->scopes);
  g_clear_object (&self->workspace);
  g_free (self->announced);
}

static int
run (Run *self)
{
  g_autoptr (GError) error = NULL;

  self->scopes = g_ptr_array_new_with_free_func (g_object_unref);
  if (begin (self, &error))
    g_main_loop_run (self->loop);
  else
    print_problem (error->message);
  agent_manager_tell_stopping (self->manager);
  end (self);
  return error ? AGENT_STATUS_FAILED : 0;
}

static int
print_new_token (const AgentOptions *options)
{
  g_autoptr (GError) error = NULL;
  g_autofree char *token = gscope_agent_create_token (options->tokens, options->new_token, &error);

  if (!token)
    {
      print_problem (error->message);
      return 1;
    }
  g_print ("%s\n", token);
  return 0;
}

/* Returns whether the client gets the agent that runs already, unless it asks for one of its own. */
static gboolean
wants_relay (const AgentOptions *options)
{
  return options->is_stdio && !options->workspace && !options->config && !options->is_read_only
         && options->n_simulated == 0;
}

int
agent_run (const AgentOptions *options)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Run self = { .options = options, .loop = loop };
  g_autoptr (GError) error = NULL;
  int status;

  if (options->new_token)
    return print_new_token (options);
  if (wants_relay (options) && agent_relay_run ())
    return 0;
  gscope_math_source_register (gscope_registry_get_default (), NULL);
  gscope_tuple_server_register (gscope_registry_get_default (), NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  gscope_loader_load (gscope_registry_get_default ());
  if (options->checks_config)
    return agent_options_check_config (options) ? 0 : AGENT_STATUS_WRONG;
  self.config = agent_options_read_config (options, &error);
  if (!self.config)
    {
      print_problem (error->message);
      return AGENT_STATUS_WRONG;
    }
  self.manager = agent_manager_new ();
  g_unix_signal_add (SIGINT, on_end_signal, &self);
  g_unix_signal_add (SIGTERM, on_end_signal, &self);
  /* A terminal that is closed ends the programs that run in it. */
  g_unix_signal_add (
      SIGHUP, options->is_stdio || isatty (STDIN_FILENO) ? on_end_signal : on_reload_signal, &self);
  status = run (&self);
  agent_manager_free (self.manager);
  agent_config_free (self.config);
  return status;
}
