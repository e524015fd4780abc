/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "run.h"

#include "simulation.h"

#include <gio/gunixinputstream.h>
#include <gio/gunixoutputstream.h>
#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <unistd.h>

typedef struct
{
  const AgentOptions *options;
  GMainLoop *loop;
  GscopeWorkspace *workspace;
  /* of the sources that no workspace has */
  GscopeScope *own;
  GscopeAgent *agent;
} Run;

static gboolean
on_unix_signal (gpointer data)
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

  if (!self->options->workspace)
    return TRUE;
  file = g_file_new_for_commandline_arg (self->options->workspace);
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

  if (self->options->n_simulated == 0)
    return;
  source = agent_simulation_new ((guint) self->options->n_simulated);
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
    }
}

static void
on_clients_changed (GscopeAgent *agent, GParamSpec *pspec, Run *self)
{
  if (gscope_agent_get_n_clients (agent) == 0)
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
  g_signal_connect (self->agent, "notify::n-clients", G_CALLBACK (on_clients_changed), self);
}

static gboolean
listen_everywhere (Run *self, GError **error)
{
  static const char *const standard[] = { "unix:", NULL };
  const char *const *addresses =
      self->options->addresses ? (const char *const *) self->options->addresses : standard;
  g_auto (GStrv) bound = NULL;

  for (guint i = 0; addresses[i]; i++)
    if (!gscope_agent_listen (self->agent, addresses[i], error))
      return FALSE;
  bound = gscope_agent_list_addresses (self->agent);
  for (guint i = 0; bound[i]; i++)
    g_print (_ ("gscoped listens at %s\n"), bound[i]);
  return TRUE;
}

static gboolean
begin (Run *self, GError **error)
{
  self->own = gscope_scope_new ();
  gscope_scope_start (self->own);
  if (!open_workspace (self, error))
    return FALSE;
  simulate (self);
  self->agent = gscope_agent_new (self->own, NULL, NULL);
  offer_scopes (self);
  gscope_agent_set_read_only (self->agent, self->options->is_read_only);
  if (!self->options->is_stdio)
    return listen_everywhere (self, error);
  serve_stdio (self);
  return TRUE;
}

/* The end: sources stop, which puts back what they turned. */

static void
stop_scope (GscopeScope *scope)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (gscope_source_get_started (source))
        gscope_source_stop_async (source, NULL, NULL, NULL);
      while (gscope_source_get_started (source))
        g_main_context_iteration (NULL, TRUE);
    }
}

static void
end (Run *self)
{
  GListModel *scopes = self->workspace ? gscope_workspace_get_scopes (self->workspace) : NULL;

  g_clear_object (&self->agent);
  for (guint i = 0; scopes && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      stop_scope (scope);
    }
  stop_scope (self->own);
  g_clear_object (&self->own);
  g_clear_object (&self->workspace);
}

int
agent_run (const AgentOptions *options)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Run self = { .options = options, .loop = loop };
  g_autoptr (GError) error = NULL;
  int status = 0;

  gscope_tuple_server_register (gscope_registry_get_default (), NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  gscope_loader_load (gscope_registry_get_default ());
  g_unix_signal_add (SIGINT, on_unix_signal, &self);
  g_unix_signal_add (SIGTERM, on_unix_signal, &self);
  if (begin (&self, &error))
    g_main_loop_run (loop);
  else
    {
      print_problem (error->message);
      status = 1;
    }
  end (&self);
  return status;
}
