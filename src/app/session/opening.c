/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "session/opening.h"

#include <glib/gi18n.h>

#include "session/options.h"
#include "session/workspaces.h"

#define DEMONSTRATION "tcp-congestion"
#define ALTERNATIVE "this-machine"

/* The tasks' data. */
typedef struct
{
  AppConsent consent;
  AppSession *session;
  char *message;
} Opening;

static void
opening_free (gpointer data)
{
  Opening *self = data;

  g_clear_object (&self->session);
  g_free (self->message);
  g_free (self);
}

static AppSession *
open_named (const char *name, AppConsent consent, GError **error)
{
  g_autoptr (GFile) file = NULL;

  if (g_str_equal (name, APP_STANDARD_INPUT))
    return app_session_new_input (gscope_registry_get_default ());
  file = app_workspaces_find (name, error);
  return file ? app_session_new (file, gscope_registry_get_default (), consent, error) : NULL;
}

static void
end (GTask *task, AppSession *session, GError *error)
{
  if (session)
    g_task_return_pointer (task, session, g_object_unref);
  else
    g_task_return_error (task, error);
  g_object_unref (task);
}

static void
end_with (GTask *task, const char *name)
{
  Opening *self = g_task_get_task_data (task);
  GError *error = NULL;
  AppSession *session = open_named (name, self->consent, &error);

  end (task, session, error);
}

static char *
describe_problem (AppSession *session)
{
  GListModel *problems = gscope_workspace_get_problems (app_session_get_workspace (session));
  g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, 0);

  if (!problem)
    return NULL;
  return g_strdup_printf (_ ("“%s” cannot be shown here: %s"), app_session_get_title (session),
                          gscope_workspace_problem_get_message (problem));
}

static void
on_settled (GscopeWorkspace *workspace, GParamSpec *pspec, GTask *task)
{
  Opening *self = g_task_get_task_data (task);

  if (!gscope_workspace_get_settled (workspace))
    return;
  g_signal_handlers_disconnect_by_data (workspace, task);
  self->message = describe_problem (self->session);
  if (!self->message)
    {
      end (task, g_steal_pointer (&self->session), NULL);
      return;
    }
  app_session_close (self->session);
  end_with (task, ALTERNATIVE);
}

static void
open_demonstration (GTask *task)
{
  Opening *self = g_task_get_task_data (task);
  GError *error = NULL;
  GscopeWorkspace *workspace;

  self->session = open_named (DEMONSTRATION, self->consent, &error);
  if (!self->session)
    {
      end (task, NULL, error);
      return;
    }
  workspace = app_session_get_workspace (self->session);
  g_signal_connect (workspace, "notify::settled", G_CALLBACK (on_settled), task);
  on_settled (workspace, NULL, task);
}

void
app_opening_run_async (const char *name, AppConsent consent, GAsyncReadyCallback callback,
                       gpointer user_data)
{
  GTask *task = g_task_new (NULL, NULL, callback, user_data);
  Opening *self = g_new0 (Opening, 1);

  self->consent = consent;
  g_task_set_task_data (task, self, opening_free);
  if (name)
    end_with (task, name);
  else
    open_demonstration (task);
}

AppSession *
app_opening_run_finish (GAsyncResult *result, char **message, GError **error)
{
  Opening *self = g_task_get_task_data (G_TASK (result));

  *message = g_steal_pointer (&self->message);
  return g_task_propagate_pointer (G_TASK (result), error);
}
