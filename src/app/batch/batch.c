/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "batch/batch.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <inttypes.h>
#include <tsl/guard/guard.h>

#include "session/opening.h"

/* Of a scope's history, bytes: more than the recorder leaves unread while a disk is slow. */
#define BUDGET ((gsize) 8 << 20)

/* A recording that is under way. */
typedef struct
{
  const AppOptions *options;
  AppSession *session;
  GscopeRecorder *recorder;
  /* those that were started */
  GPtrArray *sources;
  GMainLoop *loop;
  guint n_told;
  guint timeout;
  gboolean stopping;
  int status;
} Recording;

int
app_batch_print_version (void)
{
  g_print ("gscope %s\n", APP_VERSION);
  return 0;
}

static void
print_failures (GscopeRegistry *registry)
{
  GPtrArray *failures = gscope_registry_get_failures (registry);

  for (guint i = 0; i < failures->len; i++)
    {
      const GscopePluginFailure *failure = failures->pdata[i];

      g_printerr ("gscope: %s: %s\n", failure->file, failure->reason);
    }
}

int
app_batch_list_plugins (void)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  g_auto (GStrv) names = NULL;

  gscope_loader_load (registry);
  names = gscope_registry_list_types (registry);
  for (guint i = 0; names[i]; i++)
    g_print ("%-10s %s: %s\n", names[i], gscope_registry_get_title (registry, names[i]),
             gscope_registry_get_description (registry, names[i]));
  if (names[0] == NULL)
    g_printerr ("%s\n", _ ("gscope: No plugin was found: install Gscope, or set GSCOPE_PLUGIN_PATH "
                           "to the directory that has them."));
  print_failures (registry);
  return names[0] == NULL;
}

int
app_batch_list_formats (void)
{
  g_auto (GStrv) names = gscope_recording_format_list ();

  for (guint i = 0; names[i]; i++)
    {
      g_autoptr (GscopeRecordingFormat) format = gscope_recording_format_new (names[i], NULL);

      g_print ("%-10s %s\n", names[i], gscope_recording_format_get_description (format));
    }
  return 0;
}

static void
tell_problems (Recording *self)
{
  GListModel *problems = gscope_workspace_get_problems (app_session_get_workspace (self->session));

  for (; self->n_told < g_list_model_get_n_items (problems); self->n_told++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, self->n_told);

      g_printerr ("gscope: %s: %s\n", gscope_workspace_problem_get_path (problem),
                  gscope_workspace_problem_get_message (problem));
    }
}

static void
end (Recording *self, const char *message)
{
  g_printerr ("gscope: %s\n", message);
  self->status = 1;
  g_main_loop_quit (self->loop);
}

static void
on_failed (GscopeRecorder *recorder, const GError *error, Recording *self)
{
  if (!self->stopping)
    end (self, error->message);
}

void
app_batch_print_losses (const char *name, const GscopeTally *tally)
{
  for (guint cause = 0; cause < GSCOPE_N_LOSSES; cause++)
    if (tally->counts[cause] > 0)
      g_print (_ ("  %s: %s: %" PRIu64 "\n"), name, gscope_loss_get_title (cause),
               tally->counts[cause]);
}

static void
print_losses (GscopeRecorder *recorder)
{
  g_auto (GStrv) names = gscope_recorder_list_losses (recorder);

  for (guint i = 0; names[i]; i++)
    {
      GscopeTally tally;

      gscope_recorder_get_signal_tally (recorder, names[i], &tally);
      app_batch_print_losses (names[i], &tally);
    }
}

static void
print_outcome (Recording *self)
{
  GscopeRecorder *recorder = self->recorder;
  g_autofree char *size = g_format_size (gscope_recorder_get_bytes_written (recorder));
  GscopeTally tally;

  gscope_recorder_get_tally (recorder, &tally);
  g_print (_ ("%s: %.1f seconds, %s, %" PRIu64 " samples, %" PRIu64 " lost, %" PRIu64
              " late, %" PRIu64 " gaps\n"),
           self->options->record, gscope_recorder_get_elapsed (recorder) / (double) GSCOPE_SEC,
           size, gscope_recorder_get_n_samples (recorder), gscope_tally_get_lost (&tally),
           gscope_tally_get_late (&tally), tally.gaps);
  print_losses (recorder);
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  Recording *self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_recorder_stop_finish (self->recorder, result, &error))
    {
      end (self, error->message);
      return;
    }
  print_outcome (self);
  g_main_loop_quit (self->loop);
}

/* A source that does not answer at the end has not done what was asked. */
static void
check_sources (Recording *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (gscope_source_is_silent (self->sources->pdata[i]))
      self->status = 1;
}

static void
stop (Recording *self)
{
  if (self->stopping)
    return;
  self->stopping = TRUE;
  check_sources (self);
  gscope_recorder_stop_async (self->recorder, on_stopped, self);
}

static gboolean
on_duration (gpointer data)
{
  Recording *self = data;

  self->timeout = 0;
  stop (self);
  return G_SOURCE_REMOVE;
}

static gboolean
on_unix_signal (gpointer data)
{
  Recording *self = data;

  if (self->recorder && gscope_recorder_get_active (self->recorder))
    stop (self);
  else
    g_main_loop_quit (self->loop);
  return G_SOURCE_CONTINUE;
}

static void
refuse (Recording *self, const GError *error)
{
  g_autofree char *message = NULL;

  if (!g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS))
    {
      end (self, error->message);
      return;
    }
  message =
      g_strdup_printf (_ ("Cannot record to “%s”: it exists. Choose another file, or replace it "
                          "with --force."),
                       self->options->record);
  end (self, message);
}

/* The recording ends with the program of a source. One that does not answer may answer again. */
static void
on_status (GscopeSource *source, GParamSpec *pspec, Recording *self)
{
  gboolean is_started = gscope_source_get_started (source);

  if (self->stopping || (is_started && !gscope_source_is_silent (source)))
    return;
  g_printerr ("gscope: %s: %s\n", gscope_source_get_name (source),
              gscope_source_get_status (source));
  if (is_started)
    return;
  self->status = 1;
  stop (self);
}

/* Sources that did not start have said so. Nobody looks at the past, so little of it is kept. */
static void
prepare_scopes (Recording *self)
{
  GListModel *scopes = app_session_get_scopes (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GListModel *sources = gscope_scope_get_sources (scope);

      gscope_scope_set_budget (scope, MIN (gscope_scope_get_budget (scope), BUDGET));
      for (guint k = 0; k < g_list_model_get_n_items (sources); k++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, k);

          if (!gscope_source_get_started (source))
            continue;
          g_ptr_array_add (self->sources, g_object_ref (source));
          g_signal_connect (source, "notify::status", G_CALLBACK (on_status), self);
        }
    }
}

static void
start (Recording *self)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (self->options->record);
  g_autoptr (GError) error = NULL;

  self->recorder = app_session_get_recorder (self->session);
  if (!self->recorder)
    {
      end (self, app_session_get_player (self->session)
                     ? _ ("This is a recording, which is played back; there is nothing to record.")
                     : _ ("This workspace has no scope, so there is nothing to record."));
      return;
    }
  g_signal_connect (self->recorder, "failed", G_CALLBACK (on_failed), self);
  gscope_recorder_set_replace (self->recorder, self->options->force);
  gscope_recorder_set_diagnostics (self->recorder, self->options->diagnostics);
  prepare_scopes (self);
  if (!gscope_recorder_start (self->recorder, file, &error))
    refuse (self, error);
  else if (self->options->duration > 0)
    self->timeout = g_timeout_add ((guint) (self->options->duration * 1000), on_duration, self);
}

static void
on_settled (GscopeWorkspace *workspace, GParamSpec *pspec, Recording *self)
{
  if (gscope_workspace_get_settled (workspace))
    start (self);
}

static void
watch (Recording *self)
{
  GscopeWorkspace *workspace = app_session_get_workspace (self->session);

  tell_problems (self);
  g_signal_connect_swapped (gscope_workspace_get_problems (workspace), "items-changed",
                            G_CALLBACK (tell_problems), self);
  g_signal_connect (workspace, "notify::settled", G_CALLBACK (on_settled), self);
  on_settled (workspace, NULL, self);
}

static void
on_opened (GObject *object, GAsyncResult *result, gpointer data)
{
  Recording *self = data;
  g_autofree char *message = NULL;
  g_autoptr (GError) error = NULL;

  self->session = app_opening_run_finish (result, &message, &error);
  if (message)
    g_printerr ("gscope: %s\n", message);
  if (self->session)
    watch (self);
  else
    end (self, error->message);
}

static void
clear (Recording *self)
{
  GscopeWorkspace *workspace;

  for (guint i = 0; i < self->sources->len; i++)
    g_signal_handlers_disconnect_by_data (self->sources->pdata[i], self);
  g_ptr_array_unref (self->sources);
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (self->recorder)
    g_signal_handlers_disconnect_by_data (self->recorder, self);
  if (!self->session)
    return;
  workspace = app_session_get_workspace (self->session);
  g_signal_handlers_disconnect_by_data (gscope_workspace_get_problems (workspace), self);
  g_signal_handlers_disconnect_by_data (workspace, self);
  app_session_close (self->session);
  while (app_session_is_stopping (self->session))
    g_main_context_iteration (NULL, TRUE);
  g_clear_object (&self->session);
}

int
app_batch_record (const AppOptions *options)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  g_autoptr (GMainLoop) loop = g_main_loop_new (NULL, FALSE);
  Recording self = { .options = options, .loop = loop };
  g_autofree char *recovered = tsl_guard_recover ();

  /* They stay until the program ends: a signal that comes in its last moments does not change its status. */
  g_unix_signal_add (SIGINT, on_unix_signal, &self);
  g_unix_signal_add (SIGTERM, on_unix_signal, &self);
  self.sources = g_ptr_array_new_with_free_func (g_object_unref);
  if (recovered)
    g_printerr ("gscope: %s\n", recovered);
  gscope_math_source_register (registry, NULL);
  gscope_tuple_server_register (registry, NULL);
  gscope_agent_source_register (registry, NULL);
  gscope_loader_load (registry);
  print_failures (registry);
  app_opening_run_async (options->workspace,
                         options->trust ? APP_CONSENT_GIVEN : APP_CONSENT_REMEMBERED, on_opened,
                         &self);
  g_main_loop_run (loop);
  clear (&self);
  return self.status;
}
