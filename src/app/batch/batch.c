/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "batch/batch.h"

#include <glib-unix.h>
#include <glib/gi18n.h>
#include <gscope/gscope.h>
#include <inttypes.h>
#include <tsl/guard/guard.h>

#include "batch/limits.h"
#include "batch/measurements.h"
#include "session/opening.h"

/* Of a scope's history, bytes: more than the recorder leaves unread while a disk is slow. */
#define BUDGET ((gsize) 8 << 20)

/* How often the measurements look what has passed, milliseconds. */
#define MEASURE_INTERVAL 100

/* A run that is under way: it records, or compares signals with their limits, or both. */
typedef struct
{
  const AppOptions *options;
  AppSession *session;
  /* NULL if nothing is recorded */
  GscopeRecorder *recorder;
  /* those that were started */
  GPtrArray *sources;
  GMainLoop *loop;
  AppMeasurements *measurements;
  /* the outcome for JSON, until it is printed */
  JsonNode *limits;
  guint measure_timeout;
  guint n_told;
  guint timeout;
  gboolean running;
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

guint
app_batch_tell_problems (GscopeWorkspace *workspace, guint n_told)
{
  GListModel *problems = gscope_workspace_get_problems (workspace);

  for (; n_told < g_list_model_get_n_items (problems); n_told++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, n_told);

      g_printerr ("gscope: %s: %s\n", gscope_workspace_problem_get_path (problem),
                  gscope_workspace_problem_get_message (problem));
    }
  return n_told;
}

static void
tell_problems (Recording *self)
{
  self->n_told = app_batch_tell_problems (app_session_get_workspace (self->session), self->n_told);
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

char *
app_batch_describe_samples (guint64 n_samples, const GscopeTally *tally)
{
  guint64 lost = gscope_tally_get_lost (tally), late = gscope_tally_get_late (tally);
  g_autofree char *samples_text = g_strdup_printf (
      ngettext ("%" PRIu64 " sample", "%" PRIu64 " samples", (gulong) n_samples), n_samples);
  g_autofree char *lost_text =
      g_strdup_printf (ngettext ("%" PRIu64 " lost", "%" PRIu64 " lost", (gulong) lost), lost);
  g_autofree char *late_text =
      g_strdup_printf (ngettext ("%" PRIu64 " late", "%" PRIu64 " late", (gulong) late), late);
  g_autofree char *gaps_text = g_strdup_printf (
      ngettext ("%" PRIu64 " gap", "%" PRIu64 " gaps", (gulong) tally->gaps), tally->gaps);

  /* Translators: the numbers of samples, of lost samples, of late samples, and of gaps */
  return g_strdup_printf (_ ("%s, %s, %s, %s"), samples_text, lost_text, late_text, gaps_text);
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
describe_recording (Recording *self, const GscopeTally *tally, JsonObject *object)
{
  json_object_set_string_member (object, "file", self->options->record);
  json_object_set_double_member (object, "seconds",
                                 (double) gscope_recorder_get_elapsed (self->recorder)
                                     / (double) GSCOPE_SEC);
  json_object_set_int_member (object, "samples",
                              (gint64) gscope_recorder_get_n_samples (self->recorder));
  json_object_set_int_member (object, "lost", (gint64) gscope_tally_get_lost (tally));
  json_object_set_int_member (object, "late", (gint64) gscope_tally_get_late (tally));
  json_object_set_int_member (object, "gaps", (gint64) tally->gaps);
  json_object_set_member (object, "measurements", app_measurements_describe (self->measurements));
}

void
app_batch_print_json (JsonObject *object)
{
  g_autoptr (JsonNode) root = json_node_init_object (json_node_alloc (), object);
  g_autofree char *text = json_to_string (root, FALSE);

  g_print ("%s\n", text);
}

static void
print_recording (Recording *self, const GscopeTally *tally)
{
  GscopeRecorder *recorder = self->recorder;
  g_autofree char *size = g_format_size (gscope_recorder_get_bytes_written (recorder));
  g_autofree char *samples =
      app_batch_describe_samples (gscope_recorder_get_n_samples (recorder), tally);

  /* Translators: a file, its duration in seconds, its size, and the numbers of its samples and losses */
  g_print (_ ("%s: %.1f s, %s, %s\n"), self->options->record,
           (double) gscope_recorder_get_elapsed (recorder) / (double) GSCOPE_SEC, size, samples);
  print_losses (recorder);
  app_measurements_print (self->measurements);
}

static void
print_json (Recording *self, const GscopeTally *tally)
{
  g_autoptr (JsonObject) object = json_object_new ();

  if (self->recorder)
    describe_recording (self, tally, object);
  if (self->limits)
    json_object_set_member (object, "limits", g_steal_pointer (&self->limits));
  app_batch_print_json (object);
}

static void
finish (Recording *self)
{
  GscopeTally tally = { 0 };

  if (self->recorder)
    gscope_recorder_get_tally (self->recorder, &tally);
  if (self->options->json)
    print_json (self, &tally);
  else if (self->recorder)
    print_recording (self, &tally);
  g_main_loop_quit (self->loop);
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
  finish (self);
}

/* A source that does not answer at the end has not done what was asked. */
static void
check_sources (Recording *self)
{
  for (guint i = 0; i < self->sources->len; i++)
    if (gscope_source_is_silent (self->sources->pdata[i]))
      self->status = 1;
}

/* The comparison ends with the recording, although the file takes a while to be complete. */
static void
stop_comparing (Recording *self)
{
  GscopeWorkspace *workspace = app_session_get_workspace (self->session);
  int status = app_batch_judge_limits (workspace);

  self->status = MAX (self->status, status);
  if (self->options->json)
    self->limits = app_batch_describe_limits (workspace);
  else
    app_batch_print_limits (workspace);
}

static void
stop (Recording *self)
{
  if (self->stopping)
    return;
  self->stopping = TRUE;
  app_measurements_update (self->measurements);
  check_sources (self);
  if (self->options->check_limits)
    stop_comparing (self);
  if (self->recorder)
    gscope_recorder_stop_async (self->recorder, on_stopped, self);
  else
    finish (self);
}

static gboolean
on_measure (gpointer data)
{
  app_measurements_update (((Recording *) data)->measurements);
  return G_SOURCE_CONTINUE;
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

  if (self->running)
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

/* Sources that did not start have said so. If nothing is measured, nobody looks at the past, so little of it is kept. */
static void
prepare_scopes (Recording *self)
{
  GListModel *scopes = app_session_get_scopes (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GListModel *sources = gscope_scope_get_sources (scope);

      if (app_measurements_is_empty (self->measurements))
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

static gboolean
start_recorder (Recording *self)
{
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (self->options->record);
  g_autoptr (GError) error = NULL;

  self->recorder = app_session_get_recorder (self->session);
  g_signal_connect (self->recorder, "failed", G_CALLBACK (on_failed), self);
  gscope_recorder_set_replace (self->recorder, self->options->force);
  gscope_recorder_set_diagnostics (self->recorder, self->options->diagnostics);
  if (gscope_recorder_start (self->recorder, file, &error))
    return TRUE;
  refuse (self, error);
  return FALSE;
}

static const char *
explain_refusal (Recording *self)
{
  if (app_session_get_player (self->session))
    return _ ("This is a recording, which is played back; there is nothing to record.");
  return self->options->record ? _ ("This workspace has no scope, so there is nothing to record.")
                               : _ ("This workspace has no scope, so there is nothing to compare.");
}

/* A limit that stops at a failure ends the run. */
static void
on_running (GscopeScope *scope, GParamSpec *pspec, Recording *self)
{
  if (self->running && !gscope_scope_get_running (scope))
    stop (self);
}

static void
watch_scopes (Recording *self)
{
  GListModel *scopes = app_session_get_scopes (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      g_signal_connect (scope, "notify::running", G_CALLBACK (on_running), self);
    }
}

static void
start (Recording *self)
{
  if (!app_session_get_recorder (self->session))
    {
      end (self, explain_refusal (self));
      return;
    }
  self->measurements = app_measurements_new (self->session);
  prepare_scopes (self);
  if (!app_measurements_is_empty (self->measurements))
    self->measure_timeout = g_timeout_add (MEASURE_INTERVAL, on_measure, self);
  if (self->options->record && !start_recorder (self))
    return;
  self->running = TRUE;
  if (self->options->check_limits)
    {
      app_batch_begin_limits (app_session_get_workspace (self->session));
      watch_scopes (self);
    }
  if (self->options->duration > 0)
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
  g_clear_handle_id (&self->measure_timeout, g_source_remove);
  g_clear_pointer (&self->measurements, app_measurements_free);
  g_clear_pointer (&self->limits, json_node_unref);
  if (self->recorder)
    g_signal_handlers_disconnect_by_data (self->recorder, self);
  if (!self->session)
    return;
  workspace = app_session_get_workspace (self->session);
  g_signal_handlers_disconnect_by_data (gscope_workspace_get_problems (workspace), self);
  g_signal_handlers_disconnect_by_data (workspace, self);
  for (guint i = 0; i < g_list_model_get_n_items (app_session_get_scopes (self->session)); i++)
    {
      g_autoptr (GscopeScope) scope =
          g_list_model_get_item (app_session_get_scopes (self->session), i);

      g_signal_handlers_disconnect_by_data (scope, self);
    }
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
