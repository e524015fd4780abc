/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-tuning.h"

#include <glib/gi18n.h>

/* How it is acquired. */
typedef struct
{
  gint64 period;
  gboolean has_trigger;
  GscopeTriggerSettings settings;
  GscopeTriggerScope captures;
} Tuning;

/* The workspace outlives the history. */
typedef struct
{
  GscopeWorkspace *workspace;
  char *name;
  Tuning before;
  Tuning after;
} Change;

static void
change_free (gpointer data)
{
  Change *change = data;

  g_free (change->name);
  g_free (change);
}

static Tuning
read_tuning (GscopeWorkspace *workspace, GscopeSignal *signal)
{
  GscopeTrigger *trigger = gscope_workspace_get_trigger (workspace, signal);
  Tuning tuning = { .period = gscope_signal_get_period (signal), .has_trigger = trigger != NULL };

  if (trigger)
    tuning.settings = *gscope_trigger_get_settings (trigger);
  tuning.captures = gscope_workspace_get_trigger_captures (workspace, signal);
  return tuning;
}

static GscopeSignal *
find_signal (GscopeWorkspace *workspace, const char *name)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  GscopeSignal *signal = NULL;

  for (guint i = 0; !signal && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      signal = gscope_scope_find_signal (scope, name);
    }
  return signal;
}

static gboolean
is_same_condition (const GscopeTriggerCondition *a, const GscopeTriggerCondition *b)
{
  return a->kind == b->kind && a->level == b->level && a->hysteresis == b->hysteresis
         && a->min_width == b->min_width && a->max_width == b->max_width;
}

static gboolean
has_same_trigger (const Tuning *a, const Tuning *b)
{
  const GscopeTriggerSettings *x = &a->settings, *y = &b->settings;

  return a->has_trigger == b->has_trigger && a->captures == b->captures
         && is_same_condition (&x->condition, &y->condition) && x->mode == y->mode
         && x->before == y->before && x->after == y->after && x->holdoff == y->holdoff
         && x->timeout == y->timeout;
}

static void
apply (const Change *change, const Tuning *from, const Tuning *to)
{
  GscopeSignal *signal = find_signal (change->workspace, change->name);

  if (!signal)
    return;
  gscope_signal_set_period (signal, to->period);
  if (!has_same_trigger (from, to))
    gscope_workspace_set_trigger (change->workspace, signal, to->has_trigger ? &to->settings : NULL,
                                  to->captures);
}

static void
undo (gpointer data)
{
  const Change *change = data;

  apply (change, &change->after, &change->before);
}

static void
redo (gpointer data)
{
  const Change *change = data;

  apply (change, &change->before, &change->after);
}

static Change *
change_new (GscopeWorkspace *workspace, GscopeSignal *signal)
{
  Change *change = g_new0 (Change, 1);

  change->workspace = workspace;
  change->name = g_strdup (gscope_signal_get_full_name (signal));
  change->before = change->after = read_tuning (workspace, signal);
  return change;
}

static void
commit (AppHistory *history, Change *change, const char *format)
{
  g_autofree char *title = g_strdup_printf (format, change->name);

  redo (change);
  app_history_add (history, title, undo, redo, change, change_free);
}

void
app_tuning_set_period (AppHistory *history, GscopeWorkspace *workspace, GscopeSignal *signal,
                       gint64 period)
{
  Change *change;

  if (gscope_signal_get_period (signal) == period)
    return;
  change = change_new (workspace, signal);
  change->after.period = period;
  commit (history, change, _ ("Period of “%s”"));
}

void
app_tuning_set_trigger (AppHistory *history, GscopeWorkspace *workspace, GscopeSignal *signal,
                        const GscopeTriggerSettings *settings, GscopeTriggerScope captures)
{
  Change *change = change_new (workspace, signal);

  change->after.has_trigger = settings != NULL;
  if (settings)
    change->after.settings = *settings;
  change->after.captures = captures;
  if (has_same_trigger (&change->before, &change->after))
    change_free (change);
  else
    commit (history, change, _ ("Trigger on “%s”"));
}
