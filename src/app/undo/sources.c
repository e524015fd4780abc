/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/sources.h"

#include <glib/gi18n.h>

/* A source as it was, and where; without a description there was none. */
typedef struct
{
  guint scope;
  guint position;
  char *description;
} State;

/* The history is the session's, and goes with it; the workspace outlives it. */
typedef struct
{
  AppHistory *history;
  GscopeWorkspace *workspace;
  char *name;
  State before;
  State after;
} Step;

static void
step_free (gpointer data)
{
  Step *step = data;

  g_free (step->name);
  g_free (step->before.description);
  g_free (step->after.description);
  g_free (step);
}

static void
note (Step *step, GscopeSource *source, State *state)
{
  g_free (state->description);
  state->description =
      gscope_workspace_describe_source (step->workspace, source, &state->scope, &state->position);
}

static Step *
step_new (AppSession *session, GscopeSource *source)
{
  Step *step = g_new0 (Step, 1);

  step->history = app_session_get_history (session);
  step->workspace = app_session_get_workspace (session);
  step->name = g_strdup (gscope_source_get_name (source));
  return step;
}

static GscopeSource *
find_in_scope (GscopeScope *scope, const char *name)
{
  GListModel *sources = gscope_scope_get_sources (scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      if (source != gscope_scope_get_source (scope)
          && g_str_equal (gscope_source_get_name (source), name))
        return source;
    }
  return NULL;
}

static GscopeSource *
find_source (Step *step)
{
  GListModel *scopes = gscope_workspace_get_scopes (step->workspace);
  GscopeSource *source = NULL;

  for (guint i = 0; i < g_list_model_get_n_items (scopes) && !source; i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      source = find_in_scope (scope, step->name);
    }
  return source;
}

static void
fail (Step *step, const char *reason)
{
  app_history_fail (step->history, _ ("Cannot restore “%s”: %s"), step->name, reason);
}

static gboolean
has_scope (Step *step, const State *state)
{
  if (state->scope < g_list_model_get_n_items (gscope_workspace_get_scopes (step->workspace)))
    return TRUE;
  fail (step, _ ("its scope was removed"));
  return FALSE;
}

static gboolean
bring (Step *step, const State *state, GError **error)
{
  return gscope_workspace_insert_source (step->workspace, state->scope, state->position,
                                         state->description, error)
         != NULL;
}

/* Changes since then are noted. One of its name may have been added, which then stays, and its
 * scope may have gone. */
static void
change (Step *step, State *from, const State *to)
{
  GscopeSource *source = from->description ? find_source (step) : NULL;
  g_autoptr (GError) error = NULL;

  if (to->description && !has_scope (step, to))
    return;
  if (source)
    {
      note (step, source, from);
      gscope_workspace_remove_source (step->workspace, source);
    }
  if (!to->description || bring (step, to, &error))
    return;
  fail (step, error->message);
  if (source)
    bring (step, from, NULL);
}

static void
undo (gpointer data)
{
  Step *step = data;

  change (step, &step->after, &step->before);
}

static void
redo (gpointer data)
{
  Step *step = data;

  change (step, &step->before, &step->after);
}

static guint
add_step (AppSession *session, Step *step, const char *format)
{
  g_autofree char *title = g_strdup_printf (format, step->name);

  return app_history_add (app_session_get_history (session), title, undo, redo, step, step_free);
}

void
app_source_steps_add (AppSession *session, GscopeSource *source)
{
  Step *step = step_new (session, source);

  note (step, source, &step->after);
  add_step (session, step, _ ("Add “%s”"));
}

guint
app_source_steps_remove (AppSession *session, GscopeSource *source)
{
  Step *step = step_new (session, source);

  note (step, source, &step->before);
  gscope_workspace_remove_source (step->workspace, source);
  return add_step (session, step, _ ("Remove “%s”"));
}

gboolean
app_source_steps_configure (AppSession *session, GscopeSource *source, GVariant *options,
                            GError **error)
{
  Step *step = step_new (session, source);

  note (step, source, &step->before);
  source = gscope_workspace_configure_source (step->workspace, source, options, error);
  if (!source)
    {
      step_free (step);
      return FALSE;
    }
  note (step, source, &step->after);
  if (g_str_equal (step->before.description, step->after.description))
    step_free (step);
  else
    add_step (session, step, _ ("Configure “%s”"));
  return TRUE;
}

static void
move (Step *step, const State *to)
{
  GscopeSource *source = find_source (step);
  g_autoptr (GError) error = NULL;

  if (source && has_scope (step, to)
      && !gscope_workspace_move_source (step->workspace, source, to->scope, to->position, &error))
    fail (step, error->message);
}

static void
move_back (gpointer data)
{
  move (data, &((Step *) data)->before);
}

static void
move_again (gpointer data)
{
  move (data, &((Step *) data)->after);
}

gboolean
app_source_steps_move (AppSession *session, GscopeSource *source, guint scope, GError **error)
{
  Step *step = step_new (session, source);
  g_autofree char *scope_title = app_session_dup_scope_title (session, scope);
  g_autofree char *title = NULL;

  note (step, source, &step->before);
  source = gscope_workspace_move_source (step->workspace, source, scope, G_MAXUINT, error);
  if (!source)
    {
      step_free (step);
      return FALSE;
    }
  note (step, source, &step->after);
  /* Translators: a source, and the scope that gets it. */
  title = g_strdup_printf (_ ("Move “%s” to “%s”"), step->name, scope_title);
  app_history_add (app_session_get_history (session), title, move_back, move_again, step,
                   step_free);
  return TRUE;
}
