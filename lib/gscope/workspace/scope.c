/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/private.h>

#include <gscope/signal/private.h>

GscopeWorkspaceScope *
gscope_workspace_scope_new (GscopeDocumentScope *document, GscopeClock *clock, GListStore *limits)
{
  GscopeWorkspaceScope *self = g_new0 (GscopeWorkspaceScope, 1);

  self->document = document;
  self->scope = gscope_scope_new_with_clock (clock);
  self->sources = g_ptr_array_new_with_free_func (gscope_workspace_source_free);
  if (document->period >= 0)
    gscope_scope_set_period (self->scope, document->period);
  if (document->delay >= 0)
    gscope_scope_set_delay (self->scope, document->delay);
  if (document->budget >= 0)
    gscope_scope_set_budget (self->scope, (guint64) document->budget);
  self->tuning = gscope_workspace_tuning_new (document, self->scope, limits);
  return self;
}

void
gscope_workspace_scope_free (gpointer data)
{
  GscopeWorkspaceScope *self = data;

  g_ptr_array_unref (self->sources);
  g_object_unref (self->tuning);
  g_object_unref (self->scope);
  g_free (self);
}

void
gscope_workspace_note (GscopeWorkspace *self)
{
  for (guint i = 0; i < self->made->len; i++)
    {
      const GscopeWorkspaceScope *scope = self->made->pdata[i];

      scope->document->period = gscope_scope_get_period (scope->scope);
      scope->document->delay = gscope_scope_get_delay (scope->scope);
    }
}

static GscopeDocumentScope *
get_document (GscopeWorkspace *self, guint position)
{
  GPtrArray *scopes = self->document.scopes;

  return position < scopes->len ? scopes->pdata[position] : NULL;
}

/**
 * gscope_workspace_insert_scope:
 * @self: a workspace that was instantiated
 * @position: where among its scopes
 * @description: a scope in the form of a document, an object
 * @error: why this is no scope
 *
 * Makes one more scope with its sources, and starts these. The scope itself is not started.
 *
 * Returns: (transfer none) (nullable): the scope
 *
 * Since: 1.0
 */
GscopeScope *
gscope_workspace_insert_scope (GscopeWorkspace *self, guint position, const char *description,
                               GError **error)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (self->instantiated && position <= self->document.scopes->len, NULL);

  if (!gscope_document_insert_scope (&self->document, position, description, error))
    return NULL;
  return gscope_workspace_make_scope (self, position)->scope;
}

/**
 * gscope_workspace_describe_scope:
 * @self: a workspace
 * @position: which of its scopes
 *
 * Writes a scope as a document does, with its present state, so that it can be inserted again.
 *
 * Returns: (transfer full): an object
 *
 * Since: 1.0
 */
char *
gscope_workspace_describe_scope (GscopeWorkspace *self, guint position)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (get_document (self, position), NULL);

  gscope_workspace_note (self);
  return gscope_document_scope_write (get_document (self, position));
}

/**
 * gscope_workspace_remove_scope:
 * @self: a workspace that was instantiated
 * @position: which of its scopes
 *
 * Stops a scope and its sources and lets them go.
 *
 * Since: 1.0
 */
void
gscope_workspace_remove_scope (GscopeWorkspace *self, guint position)
{
  GscopeWorkspaceScope *scope;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (position < self->made->len);

  scope = self->made->pdata[position];
  for (guint i = scope->sources->len; i > 0; i--)
    gscope_workspace_remove_source (
        self, ((GscopeWorkspaceSource *) scope->sources->pdata[i - 1])->source);
  gscope_scope_stop (scope->scope);
  g_list_store_remove (self->scopes, position);
  g_ptr_array_remove_index (self->made, position);
  g_ptr_array_remove_index (self->document.scopes, position);
}

/**
 * gscope_workspace_set_scope_name:
 * @self: a workspace
 * @position: which of its scopes
 * @name: what it is called
 *
 * Renames a scope.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_scope_name (GscopeWorkspace *self, guint position, const char *name)
{
  GscopeDocumentScope *scope;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  scope = get_document (self, position);
  g_return_if_fail (scope);

  g_free (scope->name);
  scope->name = g_strdup (name);
}

static GscopeWorkspaceScope *
find_scope (GscopeWorkspace *self, GscopeSignal *signal)
{
  for (guint i = 0; i < self->made->len; i++)
    {
      GscopeWorkspaceScope *scope = self->made->pdata[i];

      if (gscope_scope_find_signal (scope->scope, gscope_signal_get_full_name (signal)) == signal)
        return scope;
    }
  return NULL;
}

/**
 * gscope_workspace_get_trigger:
 * @self: a workspace
 * @signal: a signal of one of its scopes
 *
 * Gets the trigger that watches a signal.
 *
 * Returns: (transfer none) (nullable): the trigger; %NULL if it has none
 *
 * Since: 1.0
 */
GscopeTrigger *
gscope_workspace_get_trigger (GscopeWorkspace *self, GscopeSignal *signal)
{
  GscopeWorkspaceScope *scope;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  scope = find_scope (self, signal);
  return scope ? gscope_workspace_tuning_get_trigger (scope->tuning,
                                                      gscope_signal_get_full_name (signal))
               : NULL;
}

/**
 * gscope_workspace_set_trigger:
 * @self: a workspace that was instantiated
 * @signal: a signal of one of its scopes
 * @settings: (nullable): the settings of a trigger that watches it; %NULL for no trigger
 *
 * Lets a trigger watch a signal. A trigger that watches it already changes its settings, or is replaced in playback. The
 * trigger is armed, and marks the time axis when it fires. A signal of that name that comes later has the same trigger.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_trigger (GscopeWorkspace *self, GscopeSignal *signal,
                              const GscopeTriggerSettings *settings)
{
  GscopeWorkspaceScope *scope;
  GscopeDocumentSignal *entry;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  scope = find_scope (self, signal);
  g_return_if_fail (scope);

  entry = gscope_document_scope_get_signal (scope->document, gscope_signal_get_full_name (signal));
  gscope_document_signal_set_trigger (entry, settings);
  gscope_workspace_tuning_apply (scope->tuning, signal);
}

static void
take_trigger (GscopeWorkspace *self, GscopeSignal *signal)
{
  const char *recorded = gscope_signal_get_trigger (signal);
  g_autoptr (GscopeTriggerSettings) settings =
      recorded && !gscope_workspace_get_trigger (self, signal)
          ? gscope_document_read_trigger (recorded)
          : NULL;

  if (settings && find_scope (self, signal))
    gscope_workspace_set_trigger (self, signal, settings);
}

/**
 * gscope_workspace_take_triggers:
 * @self: a workspace that was instantiated
 *
 * Sets the triggers that played signals had when they were recorded. A signal keeps a trigger that the workspace has already.
 *
 * Since: 1.0
 */
void
gscope_workspace_take_triggers (GscopeWorkspace *self)
{
  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));

  for (guint i = 0; i < self->made->len; i++)
    {
      GscopeWorkspaceScope *scope = self->made->pdata[i];
      GListModel *signals = gscope_scope_get_signals (scope->scope);

      for (guint k = 0; k < g_list_model_get_n_items (signals); k++)
        {
          g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, k);

          take_trigger (self, signal);
        }
    }
}

/**
 * gscope_workspace_get_limit:
 * @self: a workspace
 * @signal: a signal of one of its scopes
 *
 * Gets the limit of a signal.
 *
 * Returns: (transfer none) (nullable): the limit; %NULL if it has none
 *
 * Since: 1.0
 */
GscopeLimit *
gscope_workspace_get_limit (GscopeWorkspace *self, GscopeSignal *signal)
{
  GscopeWorkspaceScope *scope;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  scope = find_scope (self, signal);
  return scope ? gscope_workspace_tuning_get_limit (scope->tuning,
                                                    gscope_signal_get_full_name (signal))
               : NULL;
}

/**
 * gscope_workspace_set_limit:
 * @self: a workspace that was instantiated
 * @signal: a signal of one of its scopes
 * @settings: (nullable): the settings of a limit, as gscope_limit_settings_check() wants them; %NULL for no limit
 *
 * Gives a signal a limit, which begins to compare its samples. A mask begins at the trigger of the same signal, or of the
 * signal of the same scope that the settings name. A signal of that name that comes later has the same limit.
 *
 * Since: 1.0
 */
void
gscope_workspace_set_limit (GscopeWorkspace *self, GscopeSignal *signal,
                            const GscopeLimitSettings *settings)
{
  GscopeWorkspaceScope *scope;
  GscopeDocumentSignal *entry;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  g_return_if_fail (!settings || gscope_limit_settings_check (settings, NULL));
  scope = find_scope (self, signal);
  g_return_if_fail (scope);

  entry = gscope_document_scope_get_signal (scope->document, gscope_signal_get_full_name (signal));
  gscope_document_signal_set_limit (entry, settings);
  gscope_workspace_tuning_apply_limit (scope->tuning, signal);
}

/**
 * gscope_workspace_list_limited:
 * @self: a workspace that was instantiated
 *
 * Lists the signals that have a limit, also those that no source has now.
 *
 * Returns: (transfer full): their full names
 *
 * Since: 1.0
 */
GStrv
gscope_workspace_list_limited (GscopeWorkspace *self)
{
  g_autoptr (GStrvBuilder) names = g_strv_builder_new ();

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  for (guint i = 0; i < self->made->len; i++)
    {
      GPtrArray *signals = ((GscopeWorkspaceScope *) self->made->pdata[i])->document->signals;

      for (guint k = 0; k < signals->len; k++)
        if (((GscopeDocumentSignal *) signals->pdata[k])->limit)
          g_strv_builder_add (names, ((GscopeDocumentSignal *) signals->pdata[k])->name);
    }
  return g_strv_builder_end (names);
}

/**
 * gscope_workspace_get_limits:
 * @self: a workspace
 *
 * Gets the limits of all signals, in the order in which they were made. It reports that an item has changed if a limit has
 * other settings.
 *
 * Returns: (transfer none): a list of [class@Limit]
 *
 * Since: 1.0
 */
GListModel *
gscope_workspace_get_limits (GscopeWorkspace *self)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  return G_LIST_MODEL (self->limits);
}
