/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "compare/comparison.h"

#include <glib/gi18n.h>
#include <math.h>

typedef struct
{
  /* NULL for none; the list owns it */
  GscopeComparison *comparison;
  GCancellable *cancellable;
  /* the anchor that was chosen, NULL for the one that fits best; and that one, NULL until the recording was read */
  char *anchor;
  char *best;
  /* where it goes once the recording was read; NULL when that is done */
  GscopeWorkspaceComparison *goal;
} Run;

struct _AppComparison
{
  GObject parent_instance;

  GListModel *scopes;
  /* of the first scope, which may be another one after the last run; NULL before the first run */
  GscopeComparisonList *list;
  /* in the order of their numbers, from 1 on */
  Run runs[GSCOPE_COMPARISON_LIST_MAX];
  guint selected;
};

G_DEFINE_FINAL_TYPE (AppComparison, app_comparison, G_TYPE_OBJECT)

static void
app_comparison_finalize (GObject *object)
{
  AppComparison *self = APP_COMPARISON (object);

  app_comparison_close (self);
  g_clear_object (&self->list);
  g_object_unref (self->scopes);
  G_OBJECT_CLASS (app_comparison_parent_class)->finalize (object);
}

static void
app_comparison_class_init (AppComparisonClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_comparison_finalize;
  g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 0);
  g_signal_new ("failed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST, 0, NULL, NULL, NULL,
                G_TYPE_NONE, 1, G_TYPE_STRING);
}

static void
app_comparison_init (AppComparison *self)
{
}

AppComparison *
app_comparison_new (GListModel *scopes)
{
  AppComparison *self = g_object_new (APP_TYPE_COMPARISON, NULL);

  self->scopes = g_object_ref (scopes);
  return self;
}

static void
close_run (AppComparison *self, Run *run)
{
  GscopeComparison *comparison = g_steal_pointer (&run->comparison);

  if (run->cancellable)
    g_cancellable_cancel (run->cancellable);
  g_clear_object (&run->cancellable);
  g_clear_pointer (&run->goal, gscope_workspace_comparison_free);
  g_clear_pointer (&run->anchor, g_free);
  g_clear_pointer (&run->best, g_free);
  if (comparison)
    gscope_comparison_list_remove (self->list, comparison);
}

void
app_comparison_close (AppComparison *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->runs); i++)
    close_run (self, &self->runs[i]);
}

/* Returns the selected run, or an empty one. */
static Run *
get_selected (AppComparison *self)
{
  return &self->runs[MAX (app_comparison_get_selected (self), 1) - 1];
}

GscopeComparisonList *
app_comparison_get_runs (AppComparison *self)
{
  return self->list;
}

GscopeComparison *
app_comparison_get (AppComparison *self)
{
  const Run *run = get_selected (self);

  return run->goal ? NULL : run->comparison;
}

/* When the selected run was removed, the first one is selected. */
guint
app_comparison_get_selected (AppComparison *self)
{
  if (self->selected > 0 && self->runs[self->selected - 1].comparison)
    return self->selected;
  for (guint i = 0; i < G_N_ELEMENTS (self->runs); i++)
    if (self->runs[i].comparison)
      return i + 1;
  return 0;
}

static void
tell_changed (AppComparison *self)
{
  g_signal_emit_by_name (self, "changed");
}

void
app_comparison_select (AppComparison *self, guint number)
{
  if (number == 0 || number > G_N_ELEMENTS (self->runs) || !self->runs[number - 1].comparison
      || number == app_comparison_get_selected (self))
    return;
  self->selected = number;
  tell_changed (self);
}

guint
app_comparison_find_free (AppComparison *self)
{
  for (guint i = 0; i < G_N_ELEMENTS (self->runs); i++)
    if (!self->runs[i].comparison)
      return i + 1;
  return 0;
}

static void
align (AppComparison *self, Run *run, const char *anchor)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_comparison_align (run->comparison, anchor, &error))
    g_signal_emit_by_name (self, "failed", error->message);
}

void
app_comparison_align (AppComparison *self, const char *anchor)
{
  Run *run = get_selected (self);

  if (!app_comparison_get (self))
    return;
  align (self, run, anchor ? anchor : gscope_comparison_get_anchor (run->comparison));
  tell_changed (self);
}

/* Goes where the state says. */
static void
go (AppComparison *self, Run *run, const GscopeWorkspaceComparison *state)
{
  const char *anchor = state->anchor ? state->anchor : run->best;

  if (!g_str_equal (anchor, gscope_comparison_get_anchor (run->comparison)))
    align (self, run, anchor);
  g_free (run->anchor);
  run->anchor = g_strdup (state->anchor);
  gscope_comparison_set_offset (run->comparison, llround (state->offset * GSCOPE_MSEC));
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (AppComparison) self = data;
  g_autoptr (GscopeWorkspaceComparison) goal = NULL;
  g_autoptr (GError) error = NULL;
  gboolean is_started = gscope_comparison_start_finish (GSCOPE_COMPARISON (object), result, &error);
  Run *run = &self->runs[gscope_comparison_get_number (GSCOPE_COMPARISON (object)) - 1];

  /* another recording was chosen meanwhile */
  if (GSCOPE_COMPARISON (object) != run->comparison)
    return;
  goal = g_steal_pointer (&run->goal);
  if (is_started)
    {
      run->best = g_strdup (gscope_comparison_get_anchor (run->comparison));
      go (self, run, goal);
    }
  else
    {
      close_run (self, run);
      g_signal_emit_by_name (self, "failed", error->message);
    }
  tell_changed (self);
}

static void
begin (AppComparison *self, guint number, const GscopeWorkspaceComparison *state)
{
  g_autoptr (GFile) file = g_file_new_for_uri (state->file);
  g_autoptr (GscopeScope) scope = g_list_model_get_item (self->scopes, 0);
  g_autofree char *title = g_file_get_basename (file);
  Run *run = &self->runs[number - 1];

  if (!scope)
    return;
  if (self->list && g_list_model_get_n_items (G_LIST_MODEL (self->list)) == 0)
    g_clear_object (&self->list);
  if (!self->list)
    self->list = gscope_comparison_list_new (scope);
  run->goal = gscope_workspace_comparison_copy (state);
  run->comparison = gscope_comparison_list_add (self->list, number, file);
  run->cancellable = g_cancellable_new ();
  self->selected = number;
  gscope_source_set_title (GSCOPE_SOURCE (gscope_comparison_get_player (run->comparison)), title);
  gscope_comparison_start_async (run->comparison, run->cancellable, on_started,
                                 g_object_ref (self));
}

static char *
dup_uri (const Run *run)
{
  return g_file_get_uri (gscope_player_get_file (gscope_comparison_get_player (run->comparison)));
}

static gboolean
shows (const Run *run, const char *uri)
{
  g_autofree char *shown = run->comparison ? dup_uri (run) : NULL;

  return g_strcmp0 (shown, uri) == 0;
}

static GscopeWorkspaceComparison *
describe_run (const Run *run)
{
  g_autofree char *uri = NULL;
  GscopeWorkspaceComparison *state;

  if (run->goal)
    return gscope_workspace_comparison_copy (run->goal);
  uri = dup_uri (run);
  state = gscope_workspace_comparison_new (uri);
  state->run = gscope_comparison_get_number (run->comparison);
  state->anchor = g_strdup (run->anchor);
  state->offset = (double) gscope_comparison_get_offset (run->comparison) / GSCOPE_MSEC;
  return state;
}

GPtrArray *
app_comparison_describe (AppComparison *self)
{
  GPtrArray *states =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_workspace_comparison_free);

  for (guint i = 0; i < G_N_ELEMENTS (self->runs); i++)
    if (self->runs[i].comparison)
      g_ptr_array_add (states, describe_run (&self->runs[i]));
  return states;
}

GscopeWorkspaceComparison *
app_comparison_find_state (GPtrArray *states, guint number)
{
  for (guint i = 0; i < states->len; i++)
    {
      GscopeWorkspaceComparison *state = states->pdata[i];

      if (state->run == number)
        return state;
    }
  return NULL;
}

static void
apply_state (AppComparison *self, guint number, const GscopeWorkspaceComparison *state)
{
  Run *run = &self->runs[number - 1];

  if (!state)
    close_run (self, run);
  else if (!shows (run, state->file))
    {
      close_run (self, run);
      begin (self, number, state);
    }
  else if (run->goal)
    {
      gscope_workspace_comparison_free (run->goal);
      run->goal = gscope_workspace_comparison_copy (state);
    }
  else
    go (self, run, state);
}

void
app_comparison_apply (AppComparison *self, GPtrArray *states)
{
  for (guint number = 1; number <= G_N_ELEMENTS (self->runs); number++)
    apply_state (self, number, app_comparison_find_state (states, number));
  tell_changed (self);
}
