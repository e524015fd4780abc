/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-session.h"

#include <glib/gi18n.h>
#include <gtk/gtk.h>

struct _AppSession
{
  GObject parent_instance;

  GscopeWorkspace *workspace;
  char *title;
  GListModel *sources;
  GscopeRecorder *recorder;
  gboolean closed;
};

G_DEFINE_FINAL_TYPE (AppSession, app_session, G_TYPE_OBJECT)

enum
{
  TICK,
  N_SIGNALS
};

static guint signals[N_SIGNALS];

static void
app_session_finalize (GObject *object)
{
  AppSession *self = APP_SESSION (object);

  app_session_close (self);
  g_clear_object (&self->recorder);
  g_clear_object (&self->sources);
  g_clear_object (&self->workspace);
  g_free (self->title);
  G_OBJECT_CLASS (app_session_parent_class)->finalize (object);
}

static void
app_session_class_init (AppSessionClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_session_finalize;
  signals[TICK] = g_signal_new ("tick", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL,
                                NULL, G_TYPE_NONE, 0);
}

static void
app_session_init (AppSession *self)
{
}

/* The one without is the scope's own, for signals of the program itself. */
static gboolean
has_name (gpointer source, gpointer user_data)
{
  return gscope_source_get_name (source)[0] != '\0';
}

static gpointer
map_scope_to_sources (gpointer item, gpointer user_data)
{
  g_autoptr (GscopeScope) scope = item;

  return gtk_filter_list_model_new (g_object_ref (gscope_scope_get_sources (scope)),
                                    GTK_FILTER (gtk_custom_filter_new (has_name, NULL, NULL)));
}

static void
make_recorder (AppSession *self)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (self->recorder)
        gscope_recorder_add_scope (self->recorder, scope);
      else
        self->recorder = gscope_recorder_new (scope);
    }
}

static char *
make_title (GscopeWorkspace *workspace, GFile *file)
{
  const char *title = gscope_workspace_get_title (workspace);

  return title[0] ? g_strdup (title) : g_file_get_basename (file);
}

AppSession *
app_session_new (GFile *file, GscopeRegistry *registry, GError **error)
{
  g_autoptr (GscopeWorkspace) workspace = gscope_workspace_new_from_file (file, error);
  GtkMapListModel *models;
  AppSession *self;

  if (!workspace)
    return NULL;
  self = g_object_new (APP_TYPE_SESSION, NULL);
  self->title = make_title (workspace, file);
  self->workspace = g_steal_pointer (&workspace);
  gscope_workspace_instantiate (self->workspace, registry, gscope_clock_get_system ());
  models = gtk_map_list_model_new (g_object_ref (app_session_get_scopes (self)),
                                   map_scope_to_sources, NULL, NULL);
  self->sources = G_LIST_MODEL (gtk_flatten_list_model_new (G_LIST_MODEL (models)));
  make_recorder (self);
  return self;
}

/* Sources give back what they hold of the system even where somebody else still has a reference. */
void
app_session_close (AppSession *self)
{
  if (self->closed)
    return;
  self->closed = TRUE;
  app_session_set_running (self, FALSE);
  for (guint i = 0; i < g_list_model_get_n_items (self->sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (self->sources, i);

      gscope_source_stop_async (source, NULL, NULL, NULL);
    }
}

void
app_session_tick (AppSession *self)
{
  g_signal_emit (self, signals[TICK], 0);
}

const char *
app_session_get_title (AppSession *self)
{
  return self->title;
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

static gboolean
contains (GListModel *model, gpointer wanted)
{
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      if (item == wanted)
        return TRUE;
    }
  return FALSE;
}

GscopeScope *
app_session_find_scope (AppSession *self, GscopeSource *source)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (contains (gscope_scope_get_sources (scope), source))
        return scope;
    }
  return NULL;
}

char *
app_session_dup_scope_title (AppSession *self, guint position)
{
  const char *name = gscope_workspace_get_scope_name (self->workspace, position);

  return name && name[0] ? g_strdup (name) : g_strdup_printf (_ ("Scope %u"), position + 1);
}

gboolean
app_session_get_running (AppSession *self)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (gscope_scope_get_running (scope))
        return TRUE;
    }
  return FALSE;
}

void
app_session_set_running (AppSession *self, gboolean running)
{
  GListModel *scopes = app_session_get_scopes (self);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      if (running)
        gscope_scope_start (scope);
      else
        gscope_scope_stop (scope);
    }
}

void
app_losses_add_signal (AppLosses *self, GscopeSignal *signal)
{
  guint64 late = gscope_signal_get_lost (signal, GSCOPE_LOSS_LATE);
  gsize n = 0;

  gscope_trace_get_gaps (gscope_signal_get_trace (signal), G_MININT64, G_MAXINT64, &n);
  self->late += late;
  self->lost += gscope_signal_get_total_lost (signal) - late;
  self->gaps += n;
}

void
app_session_count_losses (AppSession *self, AppLosses *losses)
{
  GListModel *scopes = app_session_get_scopes (self);

  *losses = (AppLosses){ 0 };
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GListModel *model = gscope_scope_get_signals (scope);

      for (guint j = 0; j < g_list_model_get_n_items (model); j++)
        {
          g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, j);

          app_losses_add_signal (losses, signal);
        }
    }
  if (self->recorder)
    losses->lost += gscope_recorder_get_lost (self->recorder);
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

/* NULL where the workspace has no scope. */
GscopeRecorder *
app_session_get_recorder (AppSession *self)
{
  return self->recorder;
}
