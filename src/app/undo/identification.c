/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/identification.h"

#include <glib/gi18n.h>

/* The subject is the workspace; a state has the choices for all parameters, the latest ones first. */

static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const GPtrArray *choices = to;

  gscope_workspace_set_identifications (
      subject, (GscopeWorkspaceIdentification *const *) choices->pdata, choices->len);
  return TRUE;
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  const GPtrArray *first = a, *second = b;

  if (first->len != second->len)
    return FALSE;
  for (guint i = 0; i < first->len; i++)
    if (!gscope_workspace_identification_equal (first->pdata[i], second->pdata[i]))
      return FALSE;
  return TRUE;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  const GscopeWorkspaceIdentification *latest = ((const GPtrArray *) after)->pdata[0];

  return g_strdup_printf (_ ("Identification of “%s”"), latest->parameter);
}

static const AppMementoKind kind = {
  .restore = restore,
  .describe = describe,
  .is_same = is_same,
  .free_state = (GDestroyNotify) g_ptr_array_unref,
  .free_subject = g_object_unref,
};

/* Returns a copy of the choices, followed by copies of those for other parameters. */
static GPtrArray *
put_first (const GscopeWorkspaceIdentification *choices, const GPtrArray *kept)
{
  GPtrArray *copies =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_identification_free);

  g_ptr_array_add (copies, gscope_workspace_identification_copy (choices));
  for (guint i = 0; i < kept->len; i++)
    {
      const GscopeWorkspaceIdentification *other = kept->pdata[i];

      if (g_strcmp0 (other->parameter, choices->parameter) != 0)
        g_ptr_array_add (copies, gscope_workspace_identification_copy (other));
    }
  return copies;
}

const GscopeWorkspaceIdentification *
app_identification_find (AppSession *session, const char *parameter)
{
  GPtrArray *kept = gscope_workspace_get_identifications (app_session_get_workspace (session));

  for (guint i = 0; i < kept->len; i++)
    {
      const GscopeWorkspaceIdentification *choices = kept->pdata[i];

      if (g_strcmp0 (choices->parameter, parameter) == 0)
        return choices;
    }
  return NULL;
}

void
app_identification_keep (AppSession *session, GscopeParameter *parameter,
                         const GscopeWorkspaceIdentification *choices)
{
  GscopeWorkspace *workspace = app_session_get_workspace (session);
  GPtrArray *kept = gscope_workspace_get_identifications (workspace);

  /* the workspace replaces its list, so that the reference has the former choices */
  app_history_do (app_session_get_history (session),
                  &(AppMemento){ .kind = &kind,
                                 .subject = g_object_ref (workspace),
                                 .before = g_ptr_array_ref (kept),
                                 .after = put_first (choices, kept),
                                 .gesture = { G_OBJECT (parameter), 0 } });
}
