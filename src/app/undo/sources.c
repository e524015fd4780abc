/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/sources.h"

#include <glib/gi18n.h>

/* A source is known by its name, as it may go and come back. The history is the session's, and goes with
 * it; the workspace outlives it. */
typedef struct
{
  AppSession *session;
  GscopeWorkspace *workspace;
  char *name;
  /* of the entry; NULL for the usual one */
  char *title;
} Source;

/* The state: the place of the source, and its description. */
typedef struct
{
  guint scope;
  guint position;
  char *description;
} State;

static void
source_free (gpointer data)
{
  Source *self = data;

  g_free (self->name);
  g_free (self->title);
  g_free (self);
}

static void
state_free (gpointer data)
{
  State *state = data;

  g_free (state->description);
  g_free (state);
}

static Source *
source_new (AppSession *session, GscopeSource *source, const char *title)
{
  Source *self = g_new0 (Source, 1);

  self->session = session;
  self->workspace = app_session_get_workspace (session);
  self->name = g_strdup (gscope_source_get_name (source));
  self->title = g_strdup (title);
  return self;
}

static gpointer
take (gconstpointer subject)
{
  const Source *self = subject;
  GscopeSource *source = app_session_find_source (self->session, self->name);
  State *state = source ? g_new0 (State, 1) : NULL;

  if (source)
    state->description =
        gscope_workspace_describe_source (self->workspace, source, &state->scope, &state->position);
  return state;
}

static gboolean
fail (const Source *self, const char *reason, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("Cannot restore “%s”: %s"),
               self->name, reason);
  return FALSE;
}

static gboolean
has_scope (const Source *self, const State *state)
{
  return state->scope < g_list_model_get_n_items (gscope_workspace_get_scopes (self->workspace));
}

static void
insert (const Source *self, const State *state, GError **error)
{
  gscope_workspace_insert_source (self->workspace, state->scope, state->position,
                                  state->description, error);
}

/* A source with the same name may have been added, which then stays. */
static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Source *self = subject;
  const State *state = to;
  GscopeSource *source = from ? app_session_find_source (self->session, self->name) : NULL;
  g_autoptr (GError) reason = NULL;

  if (state && !has_scope (self, state))
    return fail (self, _ ("its scope was removed"), error);
  if (source && state)
    gscope_workspace_restore_source (self->workspace, source, state->description, &reason);
  else if (source)
    gscope_workspace_remove_source (self->workspace, source);
  else if (state)
    insert (self, state, &reason);
  return !reason || fail (self, reason->message, error);
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const Source *self = subject;
  const char *format = !before ? _ ("Add “%s”") : !after ? _ ("Remove “%s”") : _ ("Configure “%s”");

  return self->title ? g_strdup (self->title) : g_strdup_printf (format, self->name);
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  return g_str_equal (((const State *) a)->description, ((const State *) b)->description);
}

static const AppMementoKind source_kind = {
  .take = take,
  .restore = restore,
  .describe = describe,
  .is_same = is_same,
  .free_state = state_free,
  .free_subject = source_free,
};

void
app_sources_log_added (AppSession *session, GscopeSource *source)
{
  app_sources_log_change (session, source, NULL);
}

void
app_sources_log_change (AppSession *session, GscopeSource *source, const char *title)
{
  Source *subject = source_new (session, source, title);

  app_history_push (
      app_session_get_history (session),
      &(AppMemento){ .kind = &source_kind, .subject = subject, .after = take (subject) });
}

guint
app_sources_remove (AppSession *session, GscopeSource *source)
{
  Source *subject = source_new (session, source, NULL);

  return app_history_do (
      app_session_get_history (session),
      &(AppMemento){ .kind = &source_kind, .subject = subject, .before = take (subject) });
}

/* Adds the entry if the change was made, and drops it if the change failed. */
static gboolean
end (AppSession *session, AppMemento *memento, gboolean is_made)
{
  if (!is_made)
    {
      app_memento_clear (memento);
      return FALSE;
    }
  memento->after = take (memento->subject);
  app_history_push (app_session_get_history (session), memento);
  return TRUE;
}

gboolean
app_sources_configure (AppSession *session, GscopeSource *source, GVariant *options, GError **error)
{
  return app_sources_change (session, source, options, NULL, error);
}

gboolean
app_sources_change (AppSession *session, GscopeSource *source, GVariant *options, const char *title,
                    GError **error)
{
  Source *subject = source_new (session, source, title);
  AppMemento memento = { .kind = &source_kind, .subject = subject, .before = take (subject) };

  source = gscope_workspace_configure_source (subject->workspace, source, options, error);
  return end (session, &memento, source != NULL);
}

/* The place of a source, which keeps its values. */

static gboolean
restore_place (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Source *self = subject;
  const State *state = to;
  GscopeSource *source = app_session_find_source (self->session, self->name);
  g_autoptr (GError) reason = NULL;

  if (!source)
    return TRUE;
  if (!has_scope (self, state))
    return fail (self, _ ("its scope was removed"), error);
  if (gscope_workspace_move_source (self->workspace, source, state->scope, state->position,
                                    &reason))
    return TRUE;
  return fail (self, reason->message, error);
}

static char *
describe_place (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const Source *self = subject;
  const State *state = after;
  g_autofree char *title = app_session_dup_scope_title (self->session, state->scope);

  /* Translators: a source, and the scope that gets it. */
  return g_strdup_printf (_ ("Move “%s” to “%s”"), self->name, title);
}

static const AppMementoKind place_kind = {
  .restore = restore_place,
  .describe = describe_place,
  .free_state = state_free,
  .free_subject = source_free,
};

gboolean
app_sources_move (AppSession *session, GscopeSource *source, guint scope, GError **error)
{
  Source *subject = source_new (session, source, NULL);
  AppMemento memento = { .kind = &place_kind, .subject = subject, .before = take (subject) };

  source = gscope_workspace_move_source (subject->workspace, source, scope, G_MAXUINT, error);
  return end (session, &memento, source != NULL);
}
