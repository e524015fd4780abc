/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/compare/comparison-list.h>

#include <gscope/compare/comparison-private.h>
#include <gscope/compare/facts.h>
#include <gscope/playback/player-private.h>
#include <list-model.h>

/**
 * GscopeComparisonList:
 *
 * The runs with which the signals of a scope are compared: a list of [class@Comparison] in the order of
 * their numbers, from 1 on. The sources of their signals are called `ref`, `ref-2`, `ref-3` ….
 *
 * The label of a run ([property@Comparison:label]) has the parameters whose values differ between the
 * runs, or between a run and the scope. If a parameter was written until the instant at which the run is
 * aligned, the label has the last change, and otherwise the value at the start of the recording. Labels are
 * made when a run was read, aligned or removed.
 *
 * ```c
 * GscopeComparisonList *runs = gscope_comparison_list_new (scope);
 * GscopeComparison *run = gscope_comparison_list_add (runs, 0, file);
 * gscope_comparison_start_async (run, NULL, on_started, NULL);
 * ```
 *
 * Since: 1.0
 */
struct _GscopeComparisonList
{
  GObject parent_instance;

  GscopeScope *scope;
  /* GscopeComparison, by their numbers */
  GPtrArray *runs;
};

LIST_MODEL_DEFINE (GscopeComparisonList, gscope_comparison_list, GSCOPE_TYPE_COMPARISON, runs)

static void
label_run (GscopeComparison *run, GHashTable *facts, GPtrArray *all, GHashTable *taken)
{
  g_autofree char *name =
      g_file_get_basename (gscope_player_get_file (gscope_comparison_get_player (run)));
  g_autofree char *title = g_filename_display_name (name);
  g_autofree char *told = gscope_facts_tell_apart (facts, all);
  char *label = told ? g_strdup (told) : g_strdup (title);

  if (told && g_hash_table_contains (taken, told))
    {
      g_free (label);
      label = g_strdup_printf ("%s, %s", told, title);
    }
  gscope_comparison_set_label (run, label);
  g_hash_table_add (taken, label);
}

/* Makes all labels again: one more run makes other parameters differ. */
static void
label_all (GscopeComparisonList *self)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func ((GDestroyNotify) g_hash_table_unref);
  g_autoptr (GHashTable) taken = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, NULL);
  GHashTable *here = gscope_facts_new ();
  g_autoptr (GVariant) values = gscope_player_describe_scope (self->scope);
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (self->scope));

  gscope_facts_take_values (here, values);
  for (guint i = 0; i < g_list_model_get_n_items (markers); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      gscope_facts_take_marker (here, marker, FALSE);
    }
  g_ptr_array_add (all, here);
  for (guint i = 0; i < self->runs->len; i++)
    g_ptr_array_add (all, gscope_comparison_collect_facts (self->runs->pdata[i]));
  for (guint i = 0; i < self->runs->len; i++)
    if (gscope_comparison_is_read (self->runs->pdata[i]))
      label_run (self->runs->pdata[i], all->pdata[i + 1], all, taken);
}

static void
gscope_comparison_list_dispose (GObject *object)
{
  GscopeComparisonList *self = GSCOPE_COMPARISON_LIST (object);

  for (guint i = 0; i < self->runs->len; i++)
    {
      g_signal_handlers_disconnect_by_data (self->runs->pdata[i], self);
      gscope_comparison_end (self->runs->pdata[i]);
    }
  g_ptr_array_set_size (self->runs, 0);
  G_OBJECT_CLASS (gscope_comparison_list_parent_class)->dispose (object);
}

static void
gscope_comparison_list_finalize (GObject *object)
{
  GscopeComparisonList *self = GSCOPE_COMPARISON_LIST (object);

  g_clear_object (&self->scope);
  g_ptr_array_unref (self->runs);
  G_OBJECT_CLASS (gscope_comparison_list_parent_class)->finalize (object);
}

static void
gscope_comparison_list_class_init (GscopeComparisonListClass *klass)
{
  GObjectClass *object_class = G_OBJECT_CLASS (klass);

  object_class->dispose = gscope_comparison_list_dispose;
  object_class->finalize = gscope_comparison_list_finalize;
}

static void
gscope_comparison_list_init (GscopeComparisonList *self)
{
  self->runs = g_ptr_array_new_with_free_func (g_object_unref);
}

/**
 * gscope_comparison_list_new:
 * @scope: a scope
 *
 * Makes an empty list of runs. A scope has one list at most.
 *
 * Returns: (transfer full): the list
 *
 * Since: 1.0
 */
GscopeComparisonList *
gscope_comparison_list_new (GscopeScope *scope)
{
  GscopeComparisonList *self;

  g_return_val_if_fail (GSCOPE_IS_SCOPE (scope), NULL);

  self = g_object_new (GSCOPE_TYPE_COMPARISON_LIST, NULL);
  self->scope = g_object_ref (scope);
  return self;
}

/* Returns the position of the run of a number, or the one that it would have. */
static guint
find_position (GscopeComparisonList *self, guint number)
{
  guint i = 0;

  while (i < self->runs->len && gscope_comparison_get_number (self->runs->pdata[i]) < number)
    i++;
  return i;
}

/**
 * gscope_comparison_list_find:
 * @self: a list of runs
 * @number: a number from 1 on
 *
 * Gets the run of a number.
 *
 * Returns: (transfer none) (nullable): the run; %NULL if no run has the number
 *
 * Since: 1.0
 */
GscopeComparison *
gscope_comparison_list_find (GscopeComparisonList *self, guint number)
{
  guint position;

  g_return_val_if_fail (GSCOPE_IS_COMPARISON_LIST (self), NULL);

  position = find_position (self, number);
  if (position == self->runs->len
      || gscope_comparison_get_number (self->runs->pdata[position]) != number)
    return NULL;
  return self->runs->pdata[position];
}

static guint
find_free_number (GscopeComparisonList *self)
{
  guint number = 1;

  while (gscope_comparison_list_find (self, number))
    number++;
  return number;
}

/**
 * gscope_comparison_list_add:
 * @self: a list of runs
 * @number: the number of the run, or 0 for the lowest that is free
 * @file: the recording, a local file
 *
 * Adds a run, which is not started.
 *
 * Returns: (transfer none) (nullable): the run; %NULL if the number is taken or above
 *   %GSCOPE_COMPARISON_LIST_MAX
 *
 * Since: 1.0
 */
GscopeComparison *
gscope_comparison_list_add (GscopeComparisonList *self, guint number, GFile *file)
{
  GscopeComparison *run;
  guint position;

  g_return_val_if_fail (GSCOPE_IS_COMPARISON_LIST (self) && self->scope, NULL);
  g_return_val_if_fail (G_IS_FILE (file), NULL);

  if (number == 0)
    number = find_free_number (self);
  if (number > GSCOPE_COMPARISON_LIST_MAX || gscope_comparison_list_find (self, number))
    return NULL;
  run = gscope_comparison_new (self->scope, number, file);
  g_signal_connect_swapped (run, "aligned", G_CALLBACK (label_all), self);
  position = find_position (self, number);
  g_ptr_array_insert (self->runs, (int) position, run);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 0, 1);
  return run;
}

/**
 * gscope_comparison_list_remove:
 * @self: a list of runs
 * @comparison: a run of the list
 *
 * Ends a run, and removes it from the list.
 *
 * Since: 1.0
 */
void
gscope_comparison_list_remove (GscopeComparisonList *self, GscopeComparison *comparison)
{
  g_autoptr (GscopeComparison) run = NULL;
  guint position;

  g_return_if_fail (GSCOPE_IS_COMPARISON_LIST (self));

  if (!g_ptr_array_find (self->runs, comparison, &position))
    return;
  run = g_ptr_array_steal_index (self->runs, position);
  g_signal_handlers_disconnect_by_data (run, self);
  gscope_comparison_end (run);
  label_all (self);
  g_list_model_items_changed (G_LIST_MODEL (self), position, 1, 0);
}
