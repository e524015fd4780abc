/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/workspace/private.h>

GscopeWorkspaceScope *
gscope_workspace_scope_new (const char *path)
{
  GscopeWorkspaceScope *self = g_new0 (GscopeWorkspaceScope, 1);

  self->path = g_strdup (path);
  self->period = self->delay = self->budget = -1;
  self->sources = g_ptr_array_new_with_free_func (gscope_workspace_source_free);
  self->tuning = gscope_workspace_tuning_new ();
  return self;
}

void
gscope_workspace_scope_free (gpointer data)
{
  GscopeWorkspaceScope *self = data;

  g_free (self->path);
  g_free (self->name);
  g_ptr_array_unref (self->sources);
  g_object_unref (self->tuning);
  g_clear_object (&self->scope);
  g_free (self);
}

void
gscope_workspace_scope_make (GscopeWorkspaceScope *self, GscopeClock *clock)
{
  self->scope = gscope_scope_new_with_clock (clock);
  if (self->period >= 0)
    gscope_scope_set_period (self->scope, self->period);
  if (self->delay >= 0)
    gscope_scope_set_delay (self->scope, self->delay);
  if (self->budget >= 0)
    gscope_scope_set_budget (self->scope, (gsize) self->budget);
  gscope_workspace_tuning_adopt (self->tuning, self->scope);
}

static GscopeWorkspaceScope *
get_scope (GscopeWorkspace *self, guint position)
{
  return position < self->data.scopes->len ? self->data.scopes->pdata[position] : NULL;
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
 */
GscopeScope *
gscope_workspace_insert_scope (GscopeWorkspace *self, guint position, const char *description,
                               GError **error)
{
  GscopeWorkspaceScope *scope;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (self->instantiated && position <= self->data.scopes->len, NULL);

  scope = gscope_workspace_data_insert_scope (&self->data, position, description, error);
  if (!scope)
    return NULL;
  gscope_workspace_make_scope (self, scope, position);
  return scope->scope;
}

/**
 * gscope_workspace_describe_scope:
 * @self: a workspace
 * @position: which of its scopes
 *
 * Writes a scope as a document does, with its present state, so that it can be inserted again.
 *
 * Returns: (transfer full): an object
 */
char *
gscope_workspace_describe_scope (GscopeWorkspace *self, guint position)
{
  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);
  g_return_val_if_fail (get_scope (self, position), NULL);

  return gscope_workspace_scope_write (get_scope (self, position));
}

/**
 * gscope_workspace_remove_scope:
 * @self: a workspace that was instantiated
 * @position: which of its scopes
 *
 * Stops a scope and its sources and lets them go.
 */
void
gscope_workspace_remove_scope (GscopeWorkspace *self, guint position)
{
  GscopeWorkspaceScope *scope;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  scope = get_scope (self, position);
  g_return_if_fail (self->instantiated && scope);

  for (guint i = scope->sources->len; i > 0; i--)
    {
      GscopeWorkspaceSource *source = scope->sources->pdata[i - 1];

      if (source->source)
        gscope_workspace_remove_source (self, source->source);
    }
  gscope_scope_stop (scope->scope);
  g_list_store_remove (self->scopes, position);
  g_ptr_array_remove_index (self->data.scopes, position);
}

/**
 * gscope_workspace_set_scope_name:
 * @self: a workspace
 * @position: which of its scopes
 * @name: what it is called
 *
 * Renames a scope.
 */
void
gscope_workspace_set_scope_name (GscopeWorkspace *self, guint position, const char *name)
{
  GscopeWorkspaceScope *scope;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  scope = get_scope (self, position);
  g_return_if_fail (scope);

  g_free (scope->name);
  scope->name = g_strdup (name);
}

static GscopeWorkspaceTuning *
find_tuning (GscopeWorkspace *self, GscopeSignal *signal)
{
  for (guint i = 0; i < self->data.scopes->len; i++)
    {
      GscopeWorkspaceScope *scope = self->data.scopes->pdata[i];

      if (scope->scope
          && gscope_scope_find_signal (scope->scope, gscope_signal_get_full_name (signal))
                 == signal)
        return scope->tuning;
    }
  return NULL;
}

static GscopeTuned *
find_tuned (GscopeWorkspace *self, GscopeSignal *signal)
{
  GscopeWorkspaceTuning *tuning = find_tuning (self, signal);

  return tuning ? gscope_workspace_tuning_get (tuning, gscope_signal_get_full_name (signal)) : NULL;
}

/**
 * gscope_workspace_get_trigger:
 * @self: a workspace
 * @signal: a signal of one of its scopes
 *
 * Gets the trigger that watches a signal.
 *
 * Returns: (transfer none) (nullable): the trigger; %NULL if it has none
 */
GscopeTrigger *
gscope_workspace_get_trigger (GscopeWorkspace *self, GscopeSignal *signal)
{
  GscopeTuned *tuned;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), NULL);

  tuned = find_tuned (self, signal);
  return tuned ? tuned->trigger : NULL;
}

/**
 * gscope_workspace_get_trigger_captures:
 * @self: a workspace
 * @signal: a signal of one of its scopes
 *
 * Gets whose samples the trigger that watches a signal decides about.
 *
 * Returns: whose
 */
GscopeTriggerScope
gscope_workspace_get_trigger_captures (GscopeWorkspace *self, GscopeSignal *signal)
{
  GscopeTuned *tuned;

  g_return_val_if_fail (GSCOPE_IS_WORKSPACE (self), GSCOPE_TRIGGER_CAPTURES_NOTHING);

  tuned = find_tuned (self, signal);
  return tuned ? tuned->captures : GSCOPE_TRIGGER_CAPTURES_NOTHING;
}

/**
 * gscope_workspace_set_trigger:
 * @self: a workspace that was instantiated
 * @signal: a signal of one of its scopes
 * @settings: (nullable): what a trigger that watches it does; %NULL for no trigger
 * @captures: whose samples it decides about
 *
 * Lets a trigger watch a signal, in place of the one that did. It is armed, and marks the time axis
 * when it fires. A signal of that name that comes later has the same trigger.
 */
void
gscope_workspace_set_trigger (GscopeWorkspace *self, GscopeSignal *signal,
                              const GscopeTriggerSettings *settings, GscopeTriggerScope captures)
{
  GscopeWorkspaceTuning *tuning;
  GscopeTuned *tuned;

  g_return_if_fail (GSCOPE_IS_WORKSPACE (self));
  tuning = find_tuning (self, signal);
  g_return_if_fail (tuning);
  g_return_if_fail (!settings || settings->condition.kind != GSCOPE_TRIGGER_FUNC);

  tuned = gscope_workspace_tuning_get (tuning, gscope_signal_get_full_name (signal));
  tuned->has_trigger = settings != NULL;
  if (settings)
    tuned->settings = *settings;
  tuned->captures = captures;
  gscope_workspace_tuning_apply (tuning, tuned, signal);
}
