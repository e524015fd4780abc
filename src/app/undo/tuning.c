/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/tuning.h"

#include <glib/gi18n.h>

/* How it is acquired. */
typedef struct
{
  gint64 period;
  gboolean has_trigger;
  GscopeTriggerSettings settings;
  GscopeTriggerScope captures;
} Tuning;

/* The session outlives its history. */
typedef struct
{
  AppSession *session;
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
  GscopeSignal *signal = app_session_find_signal (change->session, change->name, NULL);

  if (!signal)
    {
      app_history_fail (app_session_get_history (change->session),
                        _ ("“%s” was not changed: no source has it now"), change->name);
      return;
    }
  gscope_signal_set_period (signal, to->period);
  if (!has_same_trigger (from, to))
    gscope_workspace_set_trigger (app_session_get_workspace (change->session), signal,
                                  to->has_trigger ? &to->settings : NULL, to->captures);
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
change_new (AppSession *session, GscopeSignal *signal)
{
  Change *change = g_new0 (Change, 1);

  change->session = session;
  change->name = g_strdup (gscope_signal_get_full_name (signal));
  change->before = change->after = read_tuning (app_session_get_workspace (session), signal);
  return change;
}

static void
commit (Change *change, const char *format)
{
  g_autofree char *title = g_strdup_printf (format, change->name);

  redo (change);
  app_history_add (app_session_get_history (change->session), title, undo, redo, change,
                   change_free);
}

void
app_tuning_set_period (AppSession *session, GscopeSignal *signal, gint64 period)
{
  Change *change;

  if (gscope_signal_get_period (signal) == period)
    return;
  change = change_new (session, signal);
  change->after.period = period;
  commit (change, _ ("Period of “%s”"));
}

void
app_tuning_set_trigger (AppSession *session, GscopeSignal *signal,
                        const GscopeTriggerSettings *settings, GscopeTriggerScope captures)
{
  Change *change = change_new (session, signal);

  change->after.has_trigger = settings != NULL;
  if (settings)
    change->after.settings = *settings;
  change->after.captures = captures;
  if (has_same_trigger (&change->before, &change->after))
    change_free (change);
  else
    commit (change, _ ("Trigger on “%s”"));
}
