/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/tuning.h>

#include <gscope/clock/transport.h>
#include <gscope/signal/private.h>

struct _GscopeWorkspaceTuning
{
  GObject parent_instance;

  GscopeDocumentScope *document;
  GscopeScope *scope;
  /* by full name of the watched signal */
  GHashTable *triggers;
  /* by full name of the signal, and in the list of all scopes */
  GHashTable *limits;
  GListStore *all_limits;
};

G_DEFINE_FINAL_TYPE (GscopeWorkspaceTuning, gscope_workspace_tuning, G_TYPE_OBJECT)

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

/* Recordings of the signal have its trigger. */
static void
note_trigger (GscopeSignal *signal, const GscopeTriggerSettings *settings)
{
  g_autofree char *text = settings ? gscope_document_write_trigger (settings) : NULL;

  gscope_signal_set_trigger (signal, text);
}

static void
end_trigger (GscopeWorkspaceTuning *self, GscopeTrigger *trigger)
{
  GscopeSignal *watched = gscope_trigger_get_watched (trigger);

  for_each_signal (self, release, trigger);
  if (watched)
    note_trigger (watched, NULL);
}

static void
remove_trigger (GscopeWorkspaceTuning *self, const char *name)
{
  GscopeTrigger *trigger = g_hash_table_lookup (self->triggers, name);

  if (!trigger)
    return;
  end_trigger (self, trigger);
  g_hash_table_remove (self->triggers, name);
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
  if (gscope_signal_get_kind (signal) == GSCOPE_SIGNAL_KIND_BUFFERED
      && !gscope_signal_is_captured (signal))
    gscope_trigger_capture (trigger, signal);
}

static void
start_captures (GscopeWorkspaceTuning *self, GscopeTrigger *trigger, GscopeSignal *signal)
{
  GscopeTriggerScope captures = gscope_trigger_get_settings (trigger)->captures;

  if (is_playback (self))
    return;
  if (captures == GSCOPE_TRIGGER_SCOPE_SIGNAL)
    capture (trigger, signal);
  else if (captures == GSCOPE_TRIGGER_SCOPE_SCOPE)
    for_each_signal (self, capture, trigger);
}

/* Its captures stay. In playback another trigger looks at the recording from the beginning. */
static void
change_trigger (GscopeWorkspaceTuning *self, GscopeTrigger *trigger,
                const GscopeTriggerSettings *settings)
{
  for_each_signal (self, release, trigger);
  gscope_trigger_set_settings (trigger, settings);
  note_trigger (gscope_trigger_get_watched (trigger), settings);
  start_captures (self, trigger, gscope_trigger_get_watched (trigger));
}

static void
remove_limit (GscopeWorkspaceTuning *self, const char *name)
{
  GscopeLimit *limit = g_hash_table_lookup (self->limits, name);
  guint position = 0;

  if (!limit)
    return;
  if (g_list_store_find (self->all_limits, limit, &position))
    g_list_store_remove (self->all_limits, position);
  g_hash_table_remove (self->limits, name);
}

/* Returns the trigger at which the mask of a signal begins; NULL for none. */
static GscopeTrigger *
find_mask_trigger (GscopeWorkspaceTuning *self, const char *name,
                   const GscopeLimitSettings *settings)
{
  gboolean is_own = !settings->trigger || !*settings->trigger;

  if (settings->kind != GSCOPE_LIMIT_KIND_MASK)
    return NULL;
  return gscope_workspace_tuning_get_trigger (self, is_own ? name : settings->trigger);
}

/* The list reports the change. */
static void
change_limit (GscopeWorkspaceTuning *self, GscopeLimit *limit, const GscopeLimitSettings *settings)
{
  guint position;

  gscope_limit_set_settings (limit, settings);
  if (g_list_store_find (self->all_limits, limit, &position))
    g_list_model_items_changed (G_LIST_MODEL (self->all_limits), position, 1, 1);
}

void
gscope_workspace_tuning_apply_limit (GscopeWorkspaceTuning *self, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeDocumentSignal *entry = gscope_document_scope_find_signal (self->document, name);
  GscopeLimit *limit = g_hash_table_lookup (self->limits, name);
  GscopeTrigger *trigger =
      entry && entry->limit ? find_mask_trigger (self, name, entry->limit) : NULL;

  if (limit && entry && entry->limit && gscope_limit_get_signal (limit) == signal
      && gscope_limit_get_trigger (limit) == trigger)
    {
      change_limit (self, limit, entry->limit);
      return;
    }
  remove_limit (self, name);
  if (!entry || !entry->limit)
    return;
  limit = gscope_limit_new (self->scope, signal, trigger, entry->limit, NULL);
  if (!limit)
    return;
  g_hash_table_insert (self->limits, g_strdup (name), limit);
  g_list_store_append (self->all_limits, limit);
}

/* Makes the masks again that begin at a trigger that is another one now. */
static void
follow_triggers (GscopeWorkspaceTuning *self)
{
  g_autoptr (GList) limits = g_hash_table_get_values (self->limits);

  for (GList *link = limits; link; link = link->next)
    {
      GscopeLimit *limit = link->data;
      g_autoptr (GscopeSignal) signal = g_object_ref (gscope_limit_get_signal (limit));

      if (find_mask_trigger (self, gscope_signal_get_full_name (signal),
                             gscope_limit_get_settings (limit))
          != gscope_limit_get_trigger (limit))
        gscope_workspace_tuning_apply_limit (self, signal);
    }
}

static void
apply_trigger (GscopeWorkspaceTuning *self, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeDocumentSignal *entry = gscope_document_scope_find_signal (self->document, name);
  GscopeTrigger *trigger = gscope_workspace_tuning_get_trigger (self, name);

  if (trigger && entry && entry->trigger && !is_playback (self)
      && gscope_trigger_get_watched (trigger) == signal)
    {
      change_trigger (self, trigger, entry->trigger);
      return;
    }
  remove_trigger (self, name);
  if (!entry || !entry->trigger)
    return;
  trigger = gscope_trigger_new (signal, entry->trigger);
  g_hash_table_insert (self->triggers, g_strdup (name), trigger);
  note_trigger (signal, entry->trigger);
  gscope_scope_mark_trigger (self->scope, trigger);
  start_captures (self, trigger, signal);
}

void
gscope_workspace_tuning_apply (GscopeWorkspaceTuning *self, GscopeSignal *signal)
{
  apply_trigger (self, signal);
  follow_triggers (self);
}

static void
on_period (GscopeSignal *signal, GParamSpec *pspec, GscopeWorkspaceTuning *self)
{
  GscopeDocumentSignal *entry =
      gscope_document_scope_get_signal (self->document, gscope_signal_get_full_name (signal));

  entry->period = gscope_signal_get_period (signal);
}

static void
tune (GscopeWorkspaceTuning *self, GscopeSignal *signal)
{
  const char *name = gscope_signal_get_full_name (signal);
  const GscopeDocumentSignal *entry = gscope_document_scope_find_signal (self->document, name);
  GscopeTrigger *trigger = gscope_workspace_tuning_get_trigger (self, name);
  GscopeLimit *limit = gscope_workspace_tuning_get_limit (self, name);

  if (entry && entry->period > 0)
    gscope_signal_set_period (signal, entry->period);
  if (!trigger || gscope_trigger_get_watched (trigger) != signal)
    gscope_workspace_tuning_apply (self, signal);
  if (!limit || gscope_limit_get_signal (limit) != signal)
    gscope_workspace_tuning_apply_limit (self, signal);
  g_signal_handlers_disconnect_by_func (signal, on_period, self);
  g_signal_connect_object (signal, "notify::period", G_CALLBACK (on_period), self, 0);
}

/* Later signals are captured too if the trigger captures all signals of the scope. */
static void
capture_new (GscopeWorkspaceTuning *self, GscopeSignal *signal)
{
  GHashTableIter iter;
  gpointer trigger;

  if (is_playback (self))
    return;
  g_hash_table_iter_init (&iter, self->triggers);
  while (g_hash_table_iter_next (&iter, NULL, &trigger))
    if (gscope_trigger_get_settings (trigger)->captures == GSCOPE_TRIGGER_SCOPE_SCOPE)
      capture (trigger, signal);
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

  gscope_workspace_tuning_remove_triggers (self, "");
  g_hash_table_unref (self->limits);
  g_object_unref (self->all_limits);
  g_hash_table_unref (self->triggers);
  g_object_unref (self->scope);
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
  self->triggers = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
  self->limits = g_hash_table_new_full (g_str_hash, g_str_equal, g_free, g_object_unref);
}

GscopeWorkspaceTuning *
gscope_workspace_tuning_new (GscopeDocumentScope *document, GscopeScope *scope, GListStore *limits)
{
  GscopeWorkspaceTuning *self = g_object_new (GSCOPE_TYPE_WORKSPACE_TUNING, NULL);
  GListModel *model = gscope_scope_get_signals (scope);

  self->document = document;
  self->scope = g_object_ref (scope);
  self->all_limits = g_object_ref (limits);
  g_signal_connect_object (model, "items-changed", G_CALLBACK (on_signals_changed), self, 0);
  on_signals_changed (model, 0, 0, g_list_model_get_n_items (model), self);
  return self;
}

GscopeTrigger *
gscope_workspace_tuning_get_trigger (GscopeWorkspaceTuning *self, const char *name)
{
  return g_hash_table_lookup (self->triggers, name);
}

GscopeLimit *
gscope_workspace_tuning_get_limit (GscopeWorkspaceTuning *self, const char *name)
{
  return g_hash_table_lookup (self->limits, name);
}

static void
remove_limits (GscopeWorkspaceTuning *self, const char *prefix)
{
  g_autoptr (GList) names = g_hash_table_get_keys (self->limits);

  for (GList *link = names; link; link = link->next)
    if (g_str_has_prefix (link->data, prefix))
      remove_limit (self, link->data);
}

void
gscope_workspace_tuning_remove_triggers (GscopeWorkspaceTuning *self, const char *prefix)
{
  GHashTableIter iter;
  gpointer name, trigger;

  remove_limits (self, prefix);
  g_hash_table_iter_init (&iter, self->triggers);
  while (g_hash_table_iter_next (&iter, &name, &trigger))
    if (g_str_has_prefix (name, prefix))
      {
        end_trigger (self, trigger);
        g_hash_table_iter_remove (&iter);
      }
}
