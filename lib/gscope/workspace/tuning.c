/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/tuning.h>

#include <gscope/signal/transport.h>
#include <string.h>

struct _GscopeWorkspaceTuning
{
  GObject parent_instance;

  /* by full name */
  GHashTable *entries;
  GscopeScope *scope;
};

G_DEFINE_FINAL_TYPE (GscopeWorkspaceTuning, gscope_workspace_tuning, G_TYPE_OBJECT)

static void
tuned_free (gpointer data)
{
  GscopeTuned *self = data;

  g_clear_object (&self->trigger);
  g_free (self->name);
  g_free (self);
}

static void
for_each_signal (GscopeWorkspaceTuning *self,
                 void (*func) (GscopeTrigger *trigger, GscopeSignal *signal),
                 GscopeTrigger *trigger)
{
  GListModel *model = gscope_scope_get_signals (self->scope);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      func (trigger, signal);
    }
}

static void
release (GscopeTrigger *trigger, GscopeSignal *signal)
{
  if (gscope_trigger_captures (trigger, signal))
    gscope_trigger_release (trigger, signal);
}

static void
take_trigger (GscopeWorkspaceTuning *self, GscopeTuned *tuned)
{
  if (!tuned->trigger)
    return;
  for_each_signal (self, release, tuned->trigger);
  g_clear_object (&tuned->trigger);
}

/* Played signals were captured before. */
static gboolean
is_playback (GscopeWorkspaceTuning *self)
{
  return GSCOPE_IS_TRANSPORT (gscope_scope_get_clock (self->scope));
}

/* A signal that another trigger captures already is left to that. */
static void
capture (GscopeTrigger *trigger, GscopeSignal *signal)
{
  if (gscope_signal_get_kind (signal) == GSCOPE_SIGNAL_BUFFERED
      && !gscope_signal_is_captured (signal))
    gscope_trigger_capture (trigger, signal);
}

static void
start_captures (GscopeWorkspaceTuning *self, GscopeTuned *tuned, GscopeSignal *signal)
{
  if (is_playback (self))
    return;
  if (tuned->captures == GSCOPE_TRIGGER_CAPTURES_SIGNAL)
    capture (tuned->trigger, signal);
  else if (tuned->captures == GSCOPE_TRIGGER_CAPTURES_SCOPE)
    for_each_signal (self, capture, tuned->trigger);
}

void
gscope_workspace_tuning_apply (GscopeWorkspaceTuning *self, GscopeTuned *tuned,
                               GscopeSignal *signal)
{
  take_trigger (self, tuned);
  if (!tuned->has_trigger)
    return;
  tuned->trigger = gscope_trigger_new (signal, &tuned->settings);
  gscope_scope_mark_trigger (self->scope, tuned->trigger);
  start_captures (self, tuned, signal);
}

static void
on_period (GscopeSignal *signal, GParamSpec *pspec, GscopeWorkspaceTuning *self)
{
  GscopeTuned *tuned = gscope_workspace_tuning_get (self, gscope_signal_get_full_name (signal));

  tuned->period = gscope_signal_get_period (signal);
}

static void
tune (GscopeWorkspaceTuning *self, GscopeSignal *signal)
{
  GscopeTuned *tuned = g_hash_table_lookup (self->entries, gscope_signal_get_full_name (signal));

  if (tuned && tuned->period > 0)
    gscope_signal_set_period (signal, tuned->period);
  if (tuned && tuned->has_trigger
      && !(tuned->trigger && gscope_trigger_get_watched (tuned->trigger) == signal))
    gscope_workspace_tuning_apply (self, tuned, signal);
  g_signal_handlers_disconnect_by_func (signal, on_period, self);
  g_signal_connect_object (signal, "notify::period", G_CALLBACK (on_period), self, 0);
}

/* Later signals are captured too if the trigger captures all signals of the scope. */
static void
capture_new (GscopeWorkspaceTuning *self, GscopeSignal *signal)
{
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    {
      const GscopeTuned *tuned = entry;

      if (tuned->trigger && tuned->captures == GSCOPE_TRIGGER_CAPTURES_SCOPE && !is_playback (self))
        capture (tuned->trigger, signal);
    }
}

static void
on_signals_changed (GListModel *model, guint position, guint n_removed, guint n_added,
                    GscopeWorkspaceTuning *self)
{
  for (guint i = 0; i < n_added; i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, position + i);

      tune (self, signal);
      capture_new (self, signal);
    }
}

static void
gscope_workspace_tuning_finalize (GObject *object)
{
  GscopeWorkspaceTuning *self = GSCOPE_WORKSPACE_TUNING (object);
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    take_trigger (self, entry);
  g_hash_table_unref (self->entries);
  g_clear_object (&self->scope);
  G_OBJECT_CLASS (gscope_workspace_tuning_parent_class)->finalize (object);
}

static void
gscope_workspace_tuning_class_init (GscopeWorkspaceTuningClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_workspace_tuning_finalize;
}

static void
gscope_workspace_tuning_init (GscopeWorkspaceTuning *self)
{
  self->entries = g_hash_table_new_full (g_str_hash, g_str_equal, NULL, tuned_free);
}

GscopeWorkspaceTuning *
gscope_workspace_tuning_new (void)
{
  return g_object_new (GSCOPE_TYPE_WORKSPACE_TUNING, NULL);
}

GscopeTuned *
gscope_workspace_tuning_get (GscopeWorkspaceTuning *self, const char *name)
{
  GscopeTuned *tuned = g_hash_table_lookup (self->entries, name);

  if (tuned)
    return tuned;
  tuned = g_new0 (GscopeTuned, 1);
  tuned->name = g_strdup (name);
  g_hash_table_insert (self->entries, tuned->name, tuned);
  return tuned;
}

static int
compare_names (gconstpointer a, gconstpointer b)
{
  return strcmp ((*(GscopeTuned *const *) a)->name, (*(GscopeTuned *const *) b)->name);
}

GPtrArray *
gscope_workspace_tuning_list (GscopeWorkspaceTuning *self)
{
  GPtrArray *list = g_ptr_array_new ();
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    if (((GscopeTuned *) entry)->period > 0 || ((GscopeTuned *) entry)->has_trigger)
      g_ptr_array_add (list, entry);
  g_ptr_array_sort (list, compare_names);
  return list;
}

void
gscope_workspace_tuning_adopt (GscopeWorkspaceTuning *self, GscopeScope *scope)
{
  GListModel *model = gscope_scope_get_signals (scope);

  self->scope = g_object_ref (scope);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (on_signals_changed), self, 0);
  on_signals_changed (model, 0, 0, g_list_model_get_n_items (model), self);
}

void
gscope_workspace_tuning_move (GscopeWorkspaceTuning *self, GscopeWorkspaceTuning *to,
                              const char *prefix)
{
  GHashTableIter iter;
  gpointer entry;

  g_hash_table_iter_init (&iter, self->entries);
  while (g_hash_table_iter_next (&iter, NULL, &entry))
    {
      GscopeTuned *tuned = entry;

      if (!g_str_has_prefix (tuned->name, prefix))
        continue;
      take_trigger (self, tuned);
      g_hash_table_iter_steal (&iter);
      g_hash_table_replace (to->entries, tuned->name, tuned);
    }
}
