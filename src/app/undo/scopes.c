/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/scopes.h"

#include <glib/gi18n.h>

/* A scope as it was. The history is the session's, and goes with it; the workspace outlives it. */
typedef struct
{
  AppHistory *history;
  GscopeWorkspace *workspace;
  guint position;
  char *description;
} Scope;

static void
scope_free (gpointer data)
{
  Scope *self = data;

  g_free (self->description);
  g_free (self);
}

static Scope *
scope_new (AppSession *session, guint position)
{
  Scope *self = g_new0 (Scope, 1);

  self->history = app_session_get_history (session);
  self->workspace = app_session_get_workspace (session);
  self->position = position;
  return self;
}

static void
bring (gpointer data)
{
  const Scope *self = data;
  guint n = g_list_model_get_n_items (gscope_workspace_get_scopes (self->workspace));
  g_autoptr (GError) error = NULL;

  if (gscope_workspace_insert_scope (self->workspace, MIN (self->position, n), self->description,
                                     &error))
    return;
  app_history_fail (self->history, _ ("The scope could not be added: %s"), error->message);
}

static void
take (gpointer data)
{
  Scope *self = data;

  g_free (self->description);
  self->description = gscope_workspace_describe_scope (self->workspace, self->position);
  gscope_workspace_remove_scope (self->workspace, self->position);
}

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
  Scope *self = scope_new (session, g_list_model_get_n_items (app_session_get_scopes (session)));
  g_autofree char *name = find_name (session);
  g_autofree char *title = g_strdup_printf (_ ("Add scope “%s”"), name);
  const guint position = self->position;

  self->description = g_strdup_printf ("{ \"name\": \"%s\" }", name);
  bring (self);
  app_history_add (app_session_get_history (session), title, take, bring, self, scope_free);
  return position;
}

guint
app_scopes_remove (AppSession *session, guint position)
{
  Scope *self = scope_new (session, position);
  g_autofree char *name = app_session_dup_scope_title (session, position);
  g_autofree char *title = g_strdup_printf (_ ("Remove scope “%s”"), name);

  take (self);
  return app_history_add (app_session_get_history (session), title, bring, take, self, scope_free);
}

typedef struct
{
  AppSession *session;
  guint position;
  char *before;
  char *after;
} Name;

static void
name_free (gpointer data)
{
  Name *self = data;

  g_free (self->before);
  g_free (self->after);
  g_free (self);
}

static void
unname (gpointer data)
{
  const Name *self = data;

  app_session_set_scope_name (self->session, self->position, self->before);
}

static void
name_again (gpointer data)
{
  const Name *self = data;

  app_session_set_scope_name (self->session, self->position, self->after);
}

/* The history is the session's, and goes with it. */
void
app_scopes_rename (AppSession *session, guint position, const char *name)
{
  const char *before =
      gscope_workspace_get_scope_name (app_session_get_workspace (session), position);
  g_autofree char *title = g_strdup_printf (_ ("Rename scope “%s”"), name);
  Name *self;

  if (g_strcmp0 (before, name) == 0)
    return;
  self = g_new0 (Name, 1);
  self->session = session;
  self->position = position;
  self->before = g_strdup (before ? before : "");
  self->after = g_strdup (name);
  name_again (self);
  app_history_add (app_session_get_history (session), title, unname, name_again, self, name_free);
}

/* A time of a scope that was set. */
typedef struct
{
  AppSession *session;
  guint position;
  const char *property;
  gint64 before;
  gint64 after;
} Timing;

static void
set_timing (const Timing *self, gint64 time)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (self->session), self->position);

  if (scope)
    g_object_set (scope, self->property, time, NULL);
}

static void
set_back (gpointer data)
{
  set_timing (data, ((Timing *) data)->before);
}

static void
set_again (gpointer data)
{
  set_timing (data, ((Timing *) data)->after);
}

static void
change_timing (AppSession *session, guint position, const char *property, gint64 time,
               const char *format)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (app_session_get_scopes (session), position);
  g_autofree char *name = app_session_dup_scope_title (session, position);
  g_autofree char *title = g_strdup_printf (format, name);
  Timing timing = { session, position, property, 0, time };

  g_object_get (scope, property, &timing.before, NULL);
  if (timing.before == time)
    return;
  set_timing (&timing, time);
  app_history_add (app_session_get_history (session), title, set_back, set_again,
                   g_memdup2 (&timing, sizeof timing), g_free);
}

void
app_scopes_set_period (AppSession *session, guint position, gint64 period)
{
  change_timing (session, position, "period", period, _ ("Period of “%s”"));
}

void
app_scopes_set_delay (AppSession *session, guint position, gint64 delay)
{
  change_timing (session, position, "delay", delay, _ ("Delay of “%s”"));
}
