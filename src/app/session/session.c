/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/session.h"

#include <glib/gi18n.h>

#include "session/flat-list.h"
#include "session/playback.h"
#include "session/read-as.h"
#include "session/workspaces.h"

enum
{
  /* How long sources may take to stop, in milliseconds: more than what a program that serves one may. */
  STOP_TIMEOUT = 15 * 1000,
};

struct _AppSession
{
  GObject parent_instance;

  GscopeWorkspace *workspace;
  AppDocument *document;
  GFile *origin;
  guint n_windows;
  AppHistory *history;
  AppValues *values;
  GListModel *sources;
  GListModel *parameters;
  GscopeRecorder *recorder;
  GscopePlayer *player;
  AppProgram *program;
  GscopeStepTracker *steps;
  AppComparison *comparison;
  /* the comparisons of the workspace were begun; in a playback once the recording is there */
  gboolean is_compared;
  /* where the player goes once it has read the file */
  GscopeWorkspacePlayback *goal;
  /* the format of the recording that is played, if the user chose one */
  GscopeRecordingFormat *format;
  gboolean is_running;
  gboolean closed;
  /* sources that are still being stopped, and how long they may take */
  guint n_stopping;
  guint timeout;
};

G_DEFINE_FINAL_TYPE (AppSession, app_session, G_TYPE_OBJECT)

enum
{
  TICK,
  FAILED,
  TABLE,
  REREAD,
  SCOPES_CHANGED,
  RUNNING_CHANGED,
  CLOSED,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void stop_sources (AppSession *self, GAsyncReadyCallback callback);

static void
app_session_finalize (GObject *object)
{
  AppSession *self = APP_SESSION (object);

  if (!self->closed)
    stop_sources (self, NULL);
  g_clear_object (&self->comparison);
  g_clear_object (&self->history);
  g_clear_object (&self->values);
  g_clear_object (&self->steps);
  g_clear_object (&self->recorder);
  g_clear_object (&self->player);
  g_clear_object (&self->program);
  g_clear_pointer (&self->goal, gscope_workspace_playback_free);
  g_clear_pointer (&self->format, gscope_recording_format_free);
  g_clear_object (&self->parameters);
  g_clear_object (&self->sources);
  g_clear_object (&self->document);
  g_clear_object (&self->origin);
  g_clear_object (&self->workspace);
  G_OBJECT_CLASS (app_session_parent_class)->finalize (object);
}

static void
app_session_class_init (AppSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_session_finalize;
  signals[TICK] = g_signal_new ("tick", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
  signals[FAILED] = g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 1, G_TYPE_ERROR);
  signals[TABLE] = g_signal_new ("table", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                 NULL, NULL, G_TYPE_NONE, 0);
  signals[SCOPES_CHANGED] = g_signal_new ("scopes-changed", G_TYPE_FROM_CLASS (klass),
                                          G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[RUNNING_CHANGED] = g_signal_new ("running-changed", G_TYPE_FROM_CLASS (klass),
                                           G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL, G_TYPE_NONE, 0);
  signals[CLOSED] = g_signal_new ("closed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
  signals[REREAD] = g_signal_new ("reread", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL,
                                  NULL, NULL, G_TYPE_NONE, 0);
}

static void
app_session_init (AppSession *self)
{
}

/* The scope's own is for signals of the program itself. */
static gboolean
is_added (gpointer source, gpointer scope)
{
  return source != gscope_scope_get_source (scope);
}

static gpointer
map_scope_to_sources (gpointer item, gpointer user_data)
{
  g_autoptr (GscopeScope) scope = item;

  return gtk_filter_list_model_new (
      g_object_ref (gscope_scope_get_sources (scope)),
      GTK_FILTER (gtk_custom_filter_new (is_added, g_object_ref (scope), g_object_unref)));
}

static gpointer
map_source_to_parameters (gpointer item, gpointer user_data)
{
  g_autoptr (GscopeSource) source = item;

  return g_object_ref (gscope_source_get_parameters (source));
}

static void
record_scope (AppSession *self, GscopeScope *scope)
{
  if (self->recorder)
    gscope_recorder_add_scope (self->recorder, scope);
  else
    self->recorder = gscope_recorder_new (scope);
}

/* The recordings with which a workspace is compared, as files of the document names them. */
static void
on_collect_comparison (AppDocument *document, const AppCollection *collection, AppSession *self)
{
  g_autoptr (GPtrArray) states = app_comparison_describe (self->comparison);

  if (!self->is_compared)
    return;
  for (guint i = 0; i < states->len; i++)
    {
      GscopeWorkspaceComparison *state = states->pdata[i];
      g_autoptr (GFile) file = g_file_new_for_uri (state->file);

      g_free (state->file);
      state->file = app_playback_describe_file (file, collection->file);
    }
  gscope_workspace_set_comparisons (self->workspace, states);
}

static gpointer
resolve_comparison (gconstpointer described, gpointer session)
{
  GscopeWorkspaceComparison *state = gscope_workspace_comparison_copy (described);
  g_autoptr (GFile) file = app_playback_resolve (state->file, ((AppSession *) session)->origin);

  g_free (state->file);
  state->file = g_file_get_uri (file);
  return state;
}

static void
open_comparison (AppSession *self)
{
  g_autoptr (GPtrArray) states = g_ptr_array_copy (
      gscope_workspace_get_comparisons (self->workspace), resolve_comparison, self);

  self->is_compared = TRUE;
  app_comparison_apply (self->comparison, states);
}

/* A new one is recorded, and runs, like the others. */
static void
on_scopes_changed (GListModel *scopes, guint position, guint n_removed, guint n_added,
                   AppSession *self)
{
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, position + i);

      gscope_step_tracker_add_scope (self->steps, scope);
      if (!self->player)
        record_scope (self, scope);
      if (!self->is_running)
        gscope_scope_stop (scope);
    }
  g_signal_emit (self, signals[SCOPES_CHANGED], 0);
}

static AppSession *
open_workspace (GscopeWorkspace *workspace, GFile *file, GscopeRegistry *registry,
                GscopePlayer *player)
{
  AppSession *self = g_object_new (APP_TYPE_SESSION, NULL);
  GListModel *scopes;

  self->player = player;
  self->workspace = workspace;
  self->document = app_document_new (workspace, file);
  g_set_object (&self->origin, file);
  gscope_workspace_instantiate (self->workspace, registry, app_session_get_clock (self));
  self->sources = app_flat_list_new (app_session_get_scopes (self), map_scope_to_sources, NULL);
  self->parameters = app_flat_list_new (self->sources, map_source_to_parameters, NULL);
  self->history = app_history_new ();
  self->values = app_values_new (self->sources, self->history);
  self->steps = gscope_step_tracker_new ();
  self->is_running = TRUE;
  scopes = app_session_get_scopes (self);
  on_scopes_changed (scopes, 0, 0, g_list_model_get_n_items (scopes), self);
  g_signal_connect_object (scopes, "items-changed", G_CALLBACK (on_scopes_changed), self, 0);
  self->comparison = app_comparison_new (scopes);
  g_signal_connect_object (self->document, "collect", G_CALLBACK (on_collect_comparison), self, 0);
  if (!player)
    open_comparison (self);
  return self;
}

static void
on_player_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppSession) self = data;
  g_autoptr (GError) error = NULL;
  gboolean started = gscope_source_start_finish (GSCOPE_SOURCE (object), result, &error);

  /* a reading that was cancelled begins again in another format */
  if (self->closed || g_error_matches (error, G_IO_ERROR, G_IO_ERROR_CANCELLED))
    return;
  if (!started)
    {
      g_signal_emit (self, signals[FAILED], 0, error);
      return;
    }
  /* a workspace says itself which triggers there are */
  if (!self->origin)
    gscope_workspace_take_triggers (self->workspace);
  app_playback_go (self->goal, self->player);
  if (!self->is_compared)
    open_comparison (self);
  if (!self->format && app_read_as_needs_choice (self->player))
    g_signal_emit (self, signals[TABLE], 0);
}

static void
start_player (AppSession *self)
{
  gscope_source_start_async (GSCOPE_SOURCE (self->player), NULL, on_player_started,
                             g_object_ref (self));
}

/* The settings of the player are a part of the document. */
static void
on_collect (AppDocument *document, const AppCollection *collection, AppSession *self)
{
  g_autoptr (GscopeWorkspacePlayback) playback =
      app_playback_describe (self->player, collection->file, collection->exact);

  playback->format = self->format ? app_read_as_to_variant (self->format) : NULL;
  gscope_workspace_set_playback (self->workspace, playback);
}

/* Names in a recording are full names, so its source has none itself. */
static AppSession *
open_playback (GscopeWorkspace *workspace, GFile *file, GscopeRegistry *registry)
{
  const GscopeWorkspacePlayback *playback = gscope_workspace_get_playback (workspace);
  g_autoptr (GFile) recording = app_playback_resolve (playback->file, file);
  GscopePlayer *player = gscope_player_new ("", recording);
  g_autofree char *name = g_file_get_basename (recording);
  g_autoptr (GscopeScope) scope = NULL;
  AppSession *self;

  app_playback_apply (playback, player);
  self = open_workspace (workspace, file, registry, player);
  g_signal_connect_object (self->document, "collect", G_CALLBACK (on_collect), self, 0);
  self->goal = gscope_workspace_playback_copy (playback);
  self->format = playback->format ? app_read_as_from_variant (playback->format) : NULL;
  if (g_list_model_get_n_items (app_session_get_scopes (self)) == 0)
    gscope_workspace_insert_scope (workspace, 0, "{ }", NULL);
  scope = g_list_model_get_item (app_session_get_scopes (self), 0);
  gscope_source_set_title (GSCOPE_SOURCE (player), name);
  gscope_scope_add_source (scope, GSCOPE_SOURCE (player));
  start_player (self);
  return self;
}

/* To open a pipe waits for somebody who writes to it, and it cannot be read twice. */
static gboolean
check_kind (GFile *file, GError **error)
{
  g_autofree char *name = NULL;

  if (g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) != G_FILE_TYPE_SPECIAL)
    return TRUE;
  name = g_file_get_parse_name (file);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("“%s” is a pipe or a device. Choose a file, or have a tuple server read it."),
               name);
  return FALSE;
}

/* A ready-made workspace is opened as a template. */
AppSession *
app_session_new (GFile *file, GscopeRegistry *registry, AppConsent consent, GError **error)
{
  GscopeWorkspace *workspace;

  if (!check_kind (file, error))
    return NULL;
  if (app_read_as_is_recording (file))
    return app_session_new_playback (file, registry);
  workspace = app_consent_read (file, registry, consent, error);
  if (!workspace)
    return NULL;
  return gscope_workspace_get_playback (workspace)
             ? open_playback (workspace, file, registry)
             : open_workspace (workspace, file, registry, NULL);
}

/* One scope, one view, nothing in them. */
AppSession *
app_session_new_empty (GscopeRegistry *registry, gint64 span)
{
  static const char empty[] = "{ \"gscope-workspace\": 1, \"scopes\": [ { \"name\": \"A\", "
                              "\"period-ms\": 10 } ], \"views\": [ { \"signals\": [ ] } ] }";
  GscopeWorkspace *workspace = gscope_workspace_new_from_data (empty, -1, NULL);

  ((GscopeWorkspaceView *) gscope_workspace_get_views (workspace)->pdata[0])->span = span;
  return open_workspace (workspace, NULL, registry, NULL);
}

/* Shows all tuples that the standard input brings. */
AppSession *
app_session_new_input (GscopeRegistry *registry)
{
  /* Pipes bring lines in batches: a delay keeps them from being late. */
  static const char input[] =
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"name\": \"A\", \"period-ms\": 10, "
      "\"delay-ms\": 100, \"sources\": [ { \"type\": \"tuples\", \"name\": \"stdin\", "
      "\"options\": { \"listen\": [ \"stdin\" ] } } ] } ], \"views\": [ { } ] }";
  AppSession *self =
      open_workspace (gscope_workspace_new_from_data (input, -1, NULL), NULL, registry, NULL);

  app_document_set_title (self->document, _ ("Standard Input"));
  return self;
}

/* Stops the sources that show the process: a later process may get its number, and with it the same files in /proc. */
static void
on_program_ended (AppSession *self)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->sources) && !self->closed; i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);
      g_autofree char *description =
          gscope_workspace_describe_source (self->workspace, source, NULL, NULL);

      if (app_program_is_shown_by (self->program, source, description))
        gscope_source_stop_async (source, NULL, NULL, NULL);
    }
}

AppSession *
app_session_new_program (GscopeRegistry *registry, AppProgram *program)
{
  g_autofree char *document = app_program_describe_workspace (program);
  AppSession *self =
      open_workspace (gscope_workspace_new_from_data (document, -1, NULL), NULL, registry, NULL);

  self->program = g_object_ref (program);
  app_document_set_title (self->document, app_program_get_name (program));
  g_signal_connect_object (program, "ended", G_CALLBACK (on_program_ended), self,
                           G_CONNECT_SWAPPED);
  return self;
}

AppProgram *
app_session_get_program (AppSession *self)
{
  return self->program;
}

/* A recording without a workspace of its own. */
AppSession *
app_session_new_playback (GFile *file, GscopeRegistry *registry)
{
  static const char all[] = "{ \"gscope-workspace\": 1, \"scopes\": [ { } ], \"views\": [ { "
                            "\"mode\": \"roll\", \"settings\": { \"overview\": true }, "
                            "\"signals\": [ { \"match\": \"*\" } ] } ] }";
  GscopeWorkspace *workspace = gscope_workspace_new_from_data (all, -1, NULL);
  g_autofree char *uri = g_file_get_uri (file);
  g_autofree char *name = g_file_get_basename (file);
  g_autoptr (GscopeWorkspacePlayback) playback = gscope_workspace_playback_new (uri);
  AppSession *self;

  gscope_workspace_set_playback (workspace, playback);
  self = open_playback (workspace, NULL, registry);
  app_document_set_title (self->document, name);
  return self;
}

GscopePlayer *
app_session_get_player (AppSession *self)
{
  return self->player;
}

static void
on_player_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppSession) self = data;

  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, NULL);
  if (self->closed)
    return;
  gscope_player_set_format (self->player, self->format);
  start_player (self);
}

void
app_session_set_format (AppSession *self, const GscopeRecordingFormat *format)
{
  const GscopeRecordingFormat *used = gscope_player_get_format (self->player);

  g_clear_pointer (&self->format, gscope_recording_format_free);
  self->format = gscope_recording_format_copy (format);
  if (used && gscope_recording_format_equal (used, format))
    return;
  g_clear_pointer (&self->goal, gscope_workspace_playback_free);
  self->goal = app_playback_describe (self->player, NULL, FALSE);
  g_signal_emit (self, signals[REREAD], 0);
  gscope_source_stop_async (GSCOPE_SOURCE (self->player), NULL, on_player_stopped,
                            g_object_ref (self));
}

GscopeClock *
app_session_get_clock (AppSession *self)
{
  return self->player ? GSCOPE_CLOCK (gscope_player_get_transport (self->player))
                      : gscope_clock_get_system ();
}

static void
end_stopping (AppSession *self)
{
  GApplication *application = g_application_get_default ();

  self->n_stopping = 0;
  g_clear_handle_id (&self->timeout, g_source_remove);
  if (application)
    g_application_release (application);
}

static gboolean
give_up (gpointer data)
{
  AppSession *self = data;

  self->timeout = 0;
  end_stopping (self);
  return G_SOURCE_REMOVE;
}

static void
on_source_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppSession) self = data;

  if (self->n_stopping > 0 && --self->n_stopping == 0)
    end_stopping (self);
}

static void
stop_sources (AppSession *self, GAsyncReadyCallback callback)
{
  self->closed = TRUE;
  app_comparison_close (self->comparison);
  if (self->program)
    app_program_end (self->program);
  app_document_close (self->document);
  app_session_set_running (self, FALSE);
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);

      gscope_source_stop_async (source, NULL, callback, callback ? g_object_ref (self) : NULL);
    }
}

/* Sources release their system resources even if another object still has a reference; the program
 * does not end before that, unless a source hangs. */
void
app_session_close (AppSession *self)
{
  GApplication *application = g_application_get_default ();

  if (self->closed)
    return;
  g_signal_emit (self, signals[CLOSED], 0);
  self->n_stopping = g_list_model_get_n_items (self->sources);
  if (self->n_stopping == 0)
    {
      stop_sources (self, NULL);
      return;
    }
  if (application)
    g_application_hold (application);
  self->timeout = g_timeout_add_full (G_PRIORITY_DEFAULT, STOP_TIMEOUT, give_up,
                                      g_object_ref (self), g_object_unref);
  stop_sources (self, on_source_stopped);
}

gboolean
app_session_is_stopping (AppSession *self)
{
  return self->n_stopping > 0;
}

void
app_session_attach (AppSession *self)
{
  self->n_windows++;
}

void
app_session_detach (AppSession *self)
{
  if (--self->n_windows == 0)
    app_session_close (self);
}

guint
app_session_count_windows (AppSession *self)
{
  return self->n_windows;
}

AppDocument *
app_session_get_document (AppSession *self)
{
  return self->document;
}

GFile *
app_session_get_origin (AppSession *self)
{
  return self->origin;
}

AppHistory *
app_session_get_history (AppSession *self)
{
  return self->history;
}

AppValues *
app_session_get_values (AppSession *self)
{
  return self->values;
}

AppComparison *
app_session_get_comparison (AppSession *self)
{
  return self->comparison;
}

void
app_session_tick (AppSession *self)
{
  g_signal_emit (self, signals[TICK], 0);
}

const char *
app_session_get_title (AppSession *self)
{
  return app_document_get_title (self->document);
}

GscopeWorkspace *
app_session_get_workspace (AppSession *self)
{
  return self->workspace;
}

GListModel *
app_session_get_scopes (AppSession *self)
{
  return gscope_workspace_get_scopes (self->workspace);
}

GListModel *
app_session_get_sources (AppSession *self)
{
  return self->sources;
}

GListModel *
app_session_get_parameters (AppSession *self)
{
  return self->parameters;
}

GscopeSource *
app_session_find_source (AppSession *self, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);

      if (g_str_equal (gscope_source_get_name (source), name))
        return source;
    }
  return NULL;
}

/* Returns whether the full name has no name of a source, as in a recording that is played. */
static gboolean
has_no_source (GscopeSignal *signal)
{
  const char *group = gscope_signal_get_group (signal);
  gsize length = strlen (gscope_signal_get_name (signal));

  return strlen (gscope_signal_get_full_name (signal))
         == length + (group && *group ? strlen (group) + 1 : 0);
}

gboolean
app_session_is_of_source (GscopeSignal *signal, GscopeSource *source)
{
  const char *full_name = gscope_signal_get_full_name (signal);
  const char *name = gscope_source_get_name (source);
  gsize length = strlen (name);

  if (length == 0)
    return has_no_source (signal);
  /* prefixes of names may be full names of other sources */
  return strncmp (full_name, name, length) == 0 && full_name[length] == '/';
}

GscopeSource *
app_session_find_owner (AppSession *self, GscopeSignal *signal)
{
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);

      if (app_session_is_of_source (signal, source))
        return source;
    }
  return NULL;
}

GscopeScope *
app_session_find_scope (AppSession *self, GscopeSource *source)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (app_flat_list_find (gscope_scope_get_sources (scope), source)
          != GTK_INVALID_LIST_POSITION)
        return scope;
    }
  return NULL;
}

GscopeSignal *
app_session_find_signal (AppSession *self, const char *full_name, GscopeScope **scope)
{
  GListModel *scopes = app_session_get_scopes (self);

  /* no signal has an empty name */
  for (guint i = 0; full_name[0] && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) candidate = g_list_model_get_item (scopes, i);
      GscopeSignal *signal = gscope_scope_find_signal (candidate, full_name);

      if (!signal)
        continue;
      if (scope)
        *scope = candidate;
      return signal;
    }
  return NULL;
}

void
app_session_set_scope_name (AppSession *self, guint position, const char *name)
{
  gscope_workspace_set_scope_name (self->workspace, position, name);
  g_signal_emit (self, signals[SCOPES_CHANGED], 0);
}

char *
app_session_dup_scope_title (AppSession *self, guint position)
{
  const char *name = gscope_workspace_get_scope_name (self->workspace, position);

  return name && name[0] ? g_strdup (name) : g_strdup_printf (_ ("Scope %u"), position + 1);
}

GtkStringList *
app_session_list_scope_titles (AppSession *self)
{
  GtkStringList *titles = gtk_string_list_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (app_session_get_scopes (self)); i++)
    gtk_string_list_take (titles, app_session_dup_scope_title (self, i));
  return titles;
}

gboolean
app_session_get_running (AppSession *self)
{
  return self->is_running;
}

void
app_session_set_running (AppSession *self, gboolean running)
{
  GListModel *scopes = app_session_get_scopes (self);

  self->is_running = running;
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (running)
        gscope_scope_start (scope);
      else
        gscope_scope_stop (scope);
    }
  g_signal_emit (self, signals[RUNNING_CHANGED], 0);
}

static gboolean
scope_has_samples (GscopeScope *scope)
{
  GListModel *model = gscope_scope_get_signals (scope);
  GscopeSample sample;

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (gscope_signal_get_latest (signal, &sample))
        return TRUE;
    }
  return FALSE;
}

gboolean
app_session_has_samples (AppSession *self)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (scope_has_samples (scope))
        return TRUE;
    }
  return FALSE;
}

/* NULL while the workspace has had no scope, and in a playback. */
GscopeRecorder *
app_session_get_recorder (AppSession *self)
{
  return self->recorder;
}

GscopeStepTracker *
app_session_get_steps (AppSession *self)
{
  return self->steps;
}
