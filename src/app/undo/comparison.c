/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/comparison.h"

#include <glib/gi18n.h>

/* The subject is the comparison; a state has its recordings and where they are. */

static gpointer
take (gconstpointer subject)
{
  return app_comparison_describe ((AppComparison *) subject);
}

static gboolean
restore (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  app_comparison_apply (subject, (GPtrArray *) to);
  return TRUE;
}

static gboolean
is_same_run (const GscopeWorkspaceComparison *a, const GscopeWorkspaceComparison *b)
{
  if (!a || !b)
    return a == b;
  return g_str_equal (a->file, b->file) && g_strcmp0 (a->anchor, b->anchor) == 0
         && a->offset == b->offset;
}

/* Returns the first run that differs; 0 if none does. */
static guint
find_difference (gconstpointer a, gconstpointer b)
{
  for (guint number = 1; number <= GSCOPE_COMPARISON_LIST_MAX; number++)
    if (!is_same_run (app_comparison_find_state ((GPtrArray *) a, number),
                      app_comparison_find_state ((GPtrArray *) b, number)))
      return number;
  return 0;
}

static gboolean
is_same (gconstpointer a, gconstpointer b)
{
  return find_difference (a, b) == 0;
}

static char *
name_file (const GscopeWorkspaceComparison *state)
{
  g_autoptr (GFile) file = state ? g_file_new_for_uri (state->file) : NULL;

  return file ? g_file_get_basename (file) : NULL;
}

static char *
describe (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  guint number = find_difference (before, after);
  g_autofree char *former = name_file (app_comparison_find_state ((GPtrArray *) before, number));
  g_autofree char *name = name_file (app_comparison_find_state ((GPtrArray *) after, number));

  if (!name)
    return g_strdup_printf (_ ("End the comparison with “%s”"), former ? former : "");
  return g_strdup_printf (
      g_strcmp0 (former, name) == 0 ? _ ("Move “%s” in time") : _ ("Compare with “%s”"), name);
}

static const AppMementoKind kind = {
  .take = take,
  .restore = restore,
  .describe = describe,
  .is_same = is_same,
  .free_state = (GDestroyNotify) g_ptr_array_unref,
  .free_subject = g_object_unref,
};

/* Consumes the state. Only changes of an offset are a gesture. */
static guint
change (AppSession *session, GPtrArray *after, gboolean is_gesture)
{
  AppComparison *comparison = app_session_get_comparison (session);
  AppMemento memento = {
    .kind = &kind, .subject = g_object_ref (comparison), .before = take (comparison), .after = after
  };

  if (is_gesture)
    memento.gesture =
        (AppGesture){ G_OBJECT (comparison), app_comparison_get_selected (comparison) };
  return app_history_do (app_session_get_history (session), &memento);
}

guint
app_compare_with (AppSession *session, GFile *file)
{
  AppComparison *comparison = app_session_get_comparison (session);
  guint number = app_comparison_find_free (comparison);
  g_autofree char *uri = g_file_get_uri (file);
  GscopeWorkspaceComparison *state;
  GPtrArray *after;

  if (number == 0)
    return 0;
  after = app_comparison_describe (comparison);
  state = gscope_workspace_comparison_new (uri);
  state->run = number;
  g_ptr_array_add (after, state);
  change (session, after, FALSE);
  return number;
}

guint
app_compare_end (AppSession *session)
{
  AppComparison *comparison = app_session_get_comparison (session);
  GPtrArray *after = app_comparison_describe (comparison);

  g_ptr_array_remove (after,
                      app_comparison_find_state (after, app_comparison_get_selected (comparison)));
  return change (session, after, FALSE);
}

/* Changes the state of the selected run. An anchor of NULL stays. */
static void
move (AppSession *session, const char *anchor, gint64 offset, gboolean is_gesture)
{
  AppComparison *comparison = app_session_get_comparison (session);
  g_autoptr (GPtrArray) after = app_comparison_describe (comparison);
  GscopeWorkspaceComparison *state =
      app_comparison_find_state (after, app_comparison_get_selected (comparison));

  if (!state)
    return;
  if (anchor)
    {
      g_free (state->anchor);
      state->anchor = g_strdup (anchor);
    }
  else
    state->offset = (double) offset / GSCOPE_MSEC;
  change (session, g_steal_pointer (&after), is_gesture);
}

void
app_compare_align (AppSession *session, const char *anchor)
{
  move (session, anchor, 0, FALSE);
}

void
app_compare_set_offset (AppSession *session, gint64 offset)
{
  move (session, NULL, offset, TRUE);
}
