/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session.h"

#include "agents.h"
#include "status.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <main-source.h>
#include <string.h>

void
tools_session_init (ToolsSession *self, const ToolsOptions *options)
{
  self->options = options;
  self->cancellable = NULL;
  self->n_troubles = 0;
  self->news = g_string_new (NULL);
  self->scope = gscope_scope_new ();
  gscope_scope_start (self->scope);
  self->sources = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, g_object_unref);
}

static void
print_news (ToolsSession *self)
{
  g_printerr ("%s", self->news->str);
  g_string_truncate (self->news, 0);
}

void
tools_session_clear (ToolsSession *self)
{
  GHashTableIter iter;
  gpointer source;

  print_news (self);
  g_string_free (self->news, TRUE);
  g_hash_table_iter_init (&iter, self->sources);
  while (g_hash_table_iter_next (&iter, NULL, &source))
    {
      g_signal_handlers_disconnect_by_data (source, self);
      gscope_scope_remove_source (self->scope, source);
    }
  g_hash_table_unref (self->sources);
  g_object_unref (self->scope);
}

/* Connecting. */

void
tools_keep_result (GObject *object, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

GAsyncResult *
tools_await_result (GAsyncResult **result)
{
  while (!*result)
    g_main_context_iteration (NULL, TRUE);
  return *result;
}

void
tools_session_report (GError *cause, GError **error)
{
  ToolsStatus status = TOOLS_FAILED;

  if (g_error_matches (cause, GSCOPE_ERROR, GSCOPE_ERROR_INVALID))
    status = TOOLS_WRONG_USAGE;
  else if (cause->domain != GSCOPE_ERROR
           || g_error_matches (cause, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND))
    status = TOOLS_UNREACHED;
  g_set_error_literal (error, TOOLS_ERROR, (int) status, cause->message);
  g_error_free (cause);
}

ToolsWait *
tools_session_begin_wait (void)
{
  return tools_wait_new (gscope_clock_get_system (), TOOLS_PATIENCE * GSCOPE_SEC);
}

void
tools_session_report_silence (const char *remedy, GError **error)
{
  g_set_error (error, TOOLS_ERROR, TOOLS_UNREACHED,
               _ ("The agent has not answered for %d seconds. %s"), TOOLS_PATIENCE, remedy);
}

GVariant *
tools_session_read_inventory (ToolsSession *self, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  GError *cause = NULL;
  GVariant *sources;

  gscope_inventory_read_async (self->options->agent, self->cancellable, tools_keep_result, &result);
  kept = tools_await_result (&result);
  sources = gscope_inventory_read_finish (kept, &cause);
  if (!sources)
    tools_session_report (cause, error);
  return sources;
}

/* An agent that does not have the source answers nevertheless. */
static gboolean
start (ToolsSession *self, GscopeSource *source, GError **error)
{
  g_autoptr (ToolsWait) wait = tools_session_begin_wait ();
  g_autoptr (GVariant) sources = NULL;
  GAsyncResult *result;
  GError *cause = NULL;

  gscope_source_start_async (
      source, self->cancellable ? self->cancellable : tools_wait_get_cancellable (wait),
      tools_wait_keep, tools_wait_ref (wait));
  result = tools_wait_await (wait);
  if (!result)
    {
      tools_session_report_silence (_ ("See whether it still works."), error);
      return FALSE;
    }
  if (gscope_source_start_finish (source, result, &cause))
    return TRUE;
  if (g_error_matches (cause, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND))
    sources = tools_session_read_inventory (self, NULL);
  if (sources)
    cause->code = GSCOPE_ERROR_REFUSED;
  tools_session_report (cause, error);
  return FALSE;
}

static GscopeSource *
create_source (const char *name, const char *address, const char *offered, GError **error)
{
  g_autoptr (GscopeSource) source = g_object_new (GSCOPE_TYPE_AGENT_SOURCE, "name", name, NULL);
  g_autoptr (GVariant) options = NULL;
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", address);
  g_variant_dict_insert (&dict, "source", "s", offered);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  return gscope_source_configure (source, options, error) ? g_steal_pointer (&source) : NULL;
}

/* Returns whether a source has lost its connection and does not connect again by itself, because somebody has to change
 * something first. */
static gboolean
is_refused (GscopeSource *source)
{
  GscopeAgentSource *agent = GSCOPE_AGENT_SOURCE (source);

  return gscope_source_get_state (source) == GSCOPE_SOURCE_STATE_TROUBLE
         && !gscope_source_get_started (source)
         && (gscope_agent_source_get_next_try (agent) == 0
             || gscope_agent_source_get_refusal (agent));
}

static void
on_status_changed (GscopeSource *source, GParamSpec *pspec, ToolsSession *self)
{
  g_autofree char *status = tools_text_clean (gscope_source_get_status (source));

  if (gscope_source_get_state (source) != GSCOPE_SOURCE_STATE_TROUBLE)
    return;
  if (!gscope_source_get_started (source) || gscope_source_is_silent (source))
    self->n_troubles++;
  g_string_append_printf (self->news, "gscopectl: %s\n", status);
}

GscopeSource *
tools_session_open_at (ToolsSession *self, const char *name, const char *address,
                       const char *offered, GError **error)
{
  GscopeSource *source = g_hash_table_lookup (self->sources, name);

  if (source)
    return source;
  source = create_source (name, address, offered, error);
  if (!source)
    return NULL;
  g_hash_table_insert (self->sources, (gpointer) gscope_source_get_name (source), source);
  gscope_scope_add_source (self->scope, source);
  if (!start (self, source, error))
    return NULL;
  g_signal_connect (source, "notify::status", G_CALLBACK (on_status_changed), self);
  return source;
}

GscopeSource *
tools_session_open (ToolsSession *self, const char *name, GError **error)
{
  return tools_session_open_at (self, name, self->options->agent, name, error);
}

/* Finding. */

GscopeSource *
tools_session_open_source_of (ToolsSession *self, const char *name, GError **error)
{
  const char *slash = strchr (name, '/');
  g_autofree char *source = slash ? g_strndup (name, (gsize) (slash - name)) : NULL;

  if (source && *source && slash[1])
    return tools_session_open (self, source, error);
  g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
               _ ("“%s” is not a full name. Write one such as source/group/name; “gscopectl list "
                  "--all” prints them."),
               name);
  return NULL;
}

static char *
dup_signal_name (gpointer signal)
{
  return g_strdup (gscope_signal_get_full_name (signal));
}

static char *
dup_parameter_name (gpointer parameter)
{
  return gscope_parameter_dup_full_name (parameter);
}

static gboolean
add_matches (GListModel *model, const char *name, char *(*dup_name) (gpointer), GPtrArray *found)
{
  guint before = found->len;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);
      g_autofree char *full_name = dup_name (item);

      if (g_str_equal (full_name, name) || g_pattern_match_simple (name, full_name))
        g_ptr_array_add (found, g_steal_pointer (&item));
    }
  return found->len > before;
}

gboolean
tools_session_add_matches (GscopeSource *source, const char *pattern, GPtrArray *signals)
{
  return add_matches (gscope_source_get_signals (source), pattern, dup_signal_name, signals);
}

gboolean
tools_session_add_signals (ToolsSession *self, const char *name, GPtrArray *signals, GError **error)
{
  GscopeSource *source;

  if (self->options->agents)
    return tools_agents_add_signals (self, name, signals, error);
  source = tools_session_open_source_of (self, name, error);
  if (!source)
    return FALSE;
  if (tools_session_add_matches (source, name, signals))
    return TRUE;
  g_set_error (error, TOOLS_ERROR, TOOLS_FAILED,
               _ ("The agent has no signal “%s”. “gscopectl list --all” prints those that it has."),
               name);
  return FALSE;
}

gboolean
tools_session_add_parameters (ToolsSession *self, const char *name, GPtrArray *parameters,
                              GError **error)
{
  GscopeSource *source = tools_session_open_source_of (self, name, error);

  if (!source)
    return FALSE;
  if (add_matches (gscope_source_get_parameters (source), name, dup_parameter_name, parameters))
    return TRUE;
  g_set_error (error, TOOLS_ERROR, TOOLS_FAILED,
               _ ("The agent has no parameter “%s”. “gscopectl list --all” prints those that it "
                  "has."),
               name);
  return FALSE;
}

/* Running. */

typedef struct
{
  ToolsSession *session;
  GMainLoop *loop;
  ToolsTickFunc func;
  gpointer data;
  GError *error;
  /* the agent no longer lets the command read a source */
  GError *refusal;
} Run;

/* The reason for which the command ends is printed at its end. */
static void
find_refusal (Run *self)
{
  GHashTableIter iter;
  gpointer source;

  g_hash_table_iter_init (&iter, self->session->sources);
  while (!self->refusal && g_hash_table_iter_next (&iter, NULL, &source))
    if (is_refused (source))
      g_set_error_literal (&self->refusal, TOOLS_ERROR, TOOLS_FAILED,
                           gscope_source_get_status (source));
  if (!self->refusal)
    return;
  g_string_truncate (self->session->news, 0);
  g_main_loop_quit (self->loop);
}

static void
tick (Run *self, gboolean is_last)
{
  if (!self->error && !self->func (self->data, is_last, &self->error))
    g_main_loop_quit (self->loop);
}

static gboolean
on_tick (gpointer data)
{
  Run *self = data;

  tick (self, FALSE);
  find_refusal (self);
  print_news (self->session);
  return G_SOURCE_CONTINUE;
}

static gboolean
on_end (gpointer data)
{
  g_main_loop_quit (((Run *) data)->loop);
  return G_SOURCE_CONTINUE;
}

static void
attach (GPtrArray *sources, GSource *source, GSourceFunc func, Run *run)
{
  g_source_set_callback (source, func, run, NULL);
  g_source_attach (source, NULL);
  g_ptr_array_add (sources, source);
}

static void
drop_source (gpointer source)
{
  main_source_drop (source);
}

gboolean
tools_session_run (ToolsSession *self, gint64 period, ToolsTickFunc func, gpointer data,
                   GError **error)
{
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  g_autoptr (GPtrArray) sources = g_ptr_array_new_with_free_func (drop_source);
  GscopeClock *clock = gscope_clock_get_system ();
  Run run = { self, loop, func, data, NULL, NULL };

  attach (sources, g_unix_signal_source_new (SIGINT), on_end, &run);
  attach (sources, g_unix_signal_source_new (SIGTERM), on_end, &run);
  attach (sources, gscope_clock_create_timeout (clock, period), on_tick, &run);
  if (self->options->duration > 0)
    attach (sources, gscope_clock_create_timeout (clock, self->options->duration), on_end, &run);
  g_main_loop_run (loop);
  tick (&run, TRUE);
  if (!run.error)
    run.error = g_steal_pointer (&run.refusal);
  g_clear_error (&run.refusal);
  if (!run.error)
    return TRUE;
  g_propagate_error (error, run.error);
  return FALSE;
}
