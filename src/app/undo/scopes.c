/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/scopes.h"

#include <glib/gi18n.h>

/* A scope is known by its position; the title was taken when the entry was made. The history is the
 * session's, and goes with it. */
typedef struct
{
  AppSession *session;
  guint position;
  char *title;
  /* of a time of the scope: the property, and the format of the entry's title */
  const char *property;
  const char *format;
} Scope;

static void
scope_free (gpointer data)
{
  Scope *self = data;

  g_free (self->title);
  g_free (self);
}

static Scope *
scope_new (AppSession *session, guint position)
{
  Scope *self = g_new0 (Scope, 1);

  self->session = session;
  self->position = position;
  self->title = app_session_dup_scope_title (session, position);
  return self;
}

static gboolean
is_there (const Scope *self)
{
  return self->position < g_list_model_get_n_items (app_session_get_scopes (self->session));
}

/* The scope itself. Its state is its description, with its sources. */

static gpointer
take_scope (gconstpointer subject)
{
  const Scope *self = subject;

  return is_there (self) ? gscope_workspace_describe_scope (
             app_session_get_workspace (self->session), self->position)
                         : NULL;
}

static gboolean
insert (Scope *self, const char *description, GError **error)
{
  guint n = g_list_model_get_n_items (app_session_get_scopes (self->session));
  g_autoptr (GError) reason = NULL;

  if (gscope_workspace_insert_scope (app_session_get_workspace (self->session),
                                     MIN (self->position, n), description, &reason))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, _ ("The scope could not be added: %s"),
               reason->message);
  return FALSE;
}

static gboolean
restore_scope (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  Scope *self = subject;

  if (to)
    return insert (self, to, error);
  if (is_there (self))
    gscope_workspace_remove_scope (app_session_get_workspace (self->session), self->position);
  return TRUE;
}

static char *
describe_scope (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const Scope *self = subject;

  return g_strdup_printf (before ? _ ("Remove scope “%s”") : _ ("Add scope “%s”"), self->title);
}

static const AppMementoKind scope_kind = {
  .take = take_scope,
  .restore = restore_scope,
  .describe = describe_scope,
  .free_state = g_free,
  .free_subject = scope_free,
};

static gboolean
has_name (AppSession *session, const char *name)
{
  for (guint i = 0; i < g_list_model_get_n_items (app_session_get_scopes (session)); i++)
    {
      g_autofree char *other = app_session_dup_scope_title (session, i);

      if (g_str_equal (other, name))
        return TRUE;
    }
  return FALSE;
}

/* A, B and so on. */
static char *
find_name (AppSession *session)
{
  for (char letter = 'A'; letter <= 'Z'; letter++)
    {
      const char name[] = { letter, '\0' };

      if (!has_name (session, name))
        return g_strdup (name);
    }
  return g_strdup ("");
}

guint
app_scopes_add (AppSession *session)
{
  guint position = g_list_model_get_n_items (app_session_get_scopes (session));
  g_autofree char *name = find_name (session);
  Scope *scope = g_new0 (Scope, 1);

  scope->session = session;
  scope->position = position;
  scope->title = g_steal_pointer (&name);
  app_history_do (app_session_get_history (session),
                  &(AppMemento){ .kind = &scope_kind,
                                 .subject = scope,
                                 .after = g_strdup_printf ("{ \"name\": \"%s\" }", scope->title) });
  return position;
}

guint
app_scopes_choose (AppSession *session, guint position)
{
  guint n = g_list_model_get_n_items (app_session_get_scopes (session));

  return position < n ? position : app_scopes_add (session);
}

guint
app_scopes_remove (AppSession *session, guint position)
{
  Scope *scope = scope_new (session, position);

  return app_history_do (
      app_session_get_history (session),
      &(AppMemento){ .kind = &scope_kind, .subject = scope, .before = take_scope (scope) });
}

/* The name of a scope. */

static gpointer
take_name (gconstpointer subject)
{
  const Scope *self = subject;
  const char *name =
      gscope_workspace_get_scope_name (app_session_get_workspace (self->session), self->position);

  return g_strdup (name ? name : "");
}

static gboolean
restore_name (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Scope *self = subject;

  app_session_set_scope_name (self->session, self->position, to);
  return TRUE;
}

static char *
describe_name (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Rename scope “%s”"), (const char *) after);
}

static const AppMementoKind name_kind = {
  .take = take_name,
  .restore = restore_name,
  .describe = describe_name,
  .is_same = app_memento_is_same_text,
  .free_state = g_free,
  .free_subject = scope_free,
};

void
app_scopes_rename (AppSession *session, guint position, const char *name)
{
  Scope *scope = scope_new (session, position);

  app_history_do (app_session_get_history (session), &(AppMemento){ .kind = &name_kind,
                                                                    .subject = scope,
                                                                    .before = take_name (scope),
                                                                    .after = g_strdup (name) });
}

/* The period and the delay of a scope, in nanoseconds. */

static gboolean
restore_time (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Scope *self = subject;
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (self->session), self->position);

  if (scope)
    g_object_set (scope, self->property, *(const gint64 *) to, NULL);
  return TRUE;
}

static char *
describe_time (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const Scope *self = subject;

  return g_strdup_printf (self->format, self->title);
}

static const AppMementoKind time_kind = {
  .restore = restore_time,
  .describe = describe_time,
  .is_same = g_int64_equal,
  .free_state = g_free,
  .free_subject = scope_free,
};

static void
change_time (AppSession *session, guint position, const char *property, const char *format,
             gint64 time)
{
  Scope *self = scope_new (session, position);
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (session), position);
  gint64 before;

  self->property = property;
  self->format = format;
  g_object_get (scope, property, &before, NULL);
  app_history_do (app_session_get_history (session),
                  &(AppMemento){ .kind = &time_kind,
                                 .subject = self,
                                 .before = g_memdup2 (&before, sizeof before),
                                 .after = g_memdup2 (&time, sizeof time) });
}

void
app_scopes_set_period (AppSession *session, guint position, gint64 period)
{
  change_time (session, position, "period", _ ("Period of “%s”"), period);
}

void
app_scopes_set_delay (AppSession *session, guint position, gint64 delay)
{
  change_time (session, position, "delay", _ ("Delay of “%s”"), delay);
}
