/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "undo/tuning.h"

#include <glib/gi18n.h>

/* A signal is known by its name, as its source may go and come back. The session outlives its history. */
typedef struct
{
  AppSession *session;
  char *name;
} Signal;

static void
signal_free (gpointer data)
{
  Signal *self = data;

  g_free (self->name);
  g_free (self);
}

static Signal *
signal_new (AppSession *session, GscopeSignal *signal)
{
  Signal *self = g_new0 (Signal, 1);

  self->session = session;
  self->name = g_strdup (gscope_signal_get_full_name (signal));
  return self;
}

static GscopeSignal *
find_signal (const Signal *self, GError **error)
{
  GscopeSignal *signal = app_session_find_signal (self->session, self->name, NULL);

  if (!signal)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
                 _ ("“%s” was not changed: no source has it now"), self->name);
  return signal;
}

/* The period of a signal, in nanoseconds. */

static gboolean
restore_period (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  GscopeSignal *signal = find_signal (subject, error);

  if (signal)
    gscope_signal_set_period (signal, *(const gint64 *) to);
  return signal != NULL;
}

static char *
describe_period (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Period of “%s”"), ((const Signal *) subject)->name);
}

static const AppMementoKind period_kind = {
  .restore = restore_period,
  .describe = describe_period,
  .is_same = g_int64_equal,
  .free_state = g_free,
  .free_subject = signal_free,
};

void
app_tuning_set_period (AppSession *session, GscopeSignal *signal, gint64 period)
{
  gint64 before = gscope_signal_get_period (signal);

  app_history_do (app_session_get_history (session),
                  &(AppMemento){ .kind = &period_kind,
                                 .subject = signal_new (session, signal),
                                 .before = g_memdup2 (&before, sizeof before),
                                 .after = g_memdup2 (&period, sizeof period) });
}

/* The factor of the low-pass filter of a signal. */

static gboolean
restore_filter (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  GscopeSignal *signal = find_signal (subject, error);

  if (signal)
    gscope_signal_set_filter (signal, *(const double *) to);
  return signal != NULL;
}

static char *
describe_filter (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Filter of “%s”"), ((const Signal *) subject)->name);
}

static const AppMementoKind filter_kind = {
  .restore = restore_filter,
  .describe = describe_filter,
  .is_same = g_double_equal,
  .free_state = g_free,
  .free_subject = signal_free,
};

void
app_tuning_set_filter (AppSession *session, GscopeSignal *signal, double factor)
{
  double before = gscope_signal_get_filter (signal);

  app_history_do (app_session_get_history (session),
                  &(AppMemento){ .kind = &filter_kind,
                                 .subject = signal_new (session, signal),
                                 .before = g_memdup2 (&before, sizeof before),
                                 .after = g_memdup2 (&factor, sizeof factor),
                                 .gesture = { G_OBJECT (signal), 0 } });
}

/* The aggregation of an event signal. */

static gboolean
restore_aggregation (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  GscopeSignal *signal = find_signal (subject, error);

  if (signal)
    gscope_signal_set_aggregation (signal, *(const GscopeAggregation *) to);
  return signal != NULL;
}

static char *
describe_aggregation (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Aggregation of “%s”"), ((const Signal *) subject)->name);
}

static gboolean
is_same_aggregation (gconstpointer a, gconstpointer b)
{
  return *(const GscopeAggregation *) a == *(const GscopeAggregation *) b;
}

static const AppMementoKind aggregation_kind = {
  .restore = restore_aggregation,
  .describe = describe_aggregation,
  .is_same = is_same_aggregation,
  .free_state = g_free,
  .free_subject = signal_free,
};

void
app_tuning_set_aggregation (AppSession *session, GscopeSignal *signal,
                            GscopeAggregation aggregation)
{
  GscopeAggregation before = gscope_signal_get_aggregation (signal);

  app_history_do (app_session_get_history (session),
                  &(AppMemento){ .kind = &aggregation_kind,
                                 .subject = signal_new (session, signal),
                                 .before = g_memdup2 (&before, sizeof before),
                                 .after = g_memdup2 (&aggregation, sizeof aggregation) });
}

/* The settings of the trigger of a signal. */

static GscopeTriggerSettings *
read_trigger (GscopeWorkspace *workspace, GscopeSignal *signal)
{
  GscopeTrigger *trigger = gscope_workspace_get_trigger (workspace, signal);

  return gscope_trigger_settings_copy (trigger ? gscope_trigger_get_settings (trigger) : NULL);
}

static gboolean
restore_trigger (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Signal *self = subject;
  GscopeSignal *signal = find_signal (self, error);

  if (signal)
    gscope_workspace_set_trigger (app_session_get_workspace (self->session), signal, to);
  return signal != NULL;
}

static char *
describe_trigger (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Trigger on “%s”"), ((const Signal *) subject)->name);
}

static gboolean
is_same_trigger (gconstpointer a, gconstpointer b)
{
  return gscope_fields_equal (gscope_trigger_settings_get_fields (), a, b);
}

static const AppMementoKind trigger_kind = {
  .restore = restore_trigger,
  .describe = describe_trigger,
  .is_same = is_same_trigger,
  .free_state = (GDestroyNotify) gscope_trigger_settings_free,
  .free_subject = signal_free,
};

void
app_tuning_set_trigger (AppSession *session, GscopeSignal *signal,
                        const GscopeTriggerSettings *settings)
{
  app_history_do (
      app_session_get_history (session),
      &(AppMemento){ .kind = &trigger_kind,
                     .subject = signal_new (session, signal),
                     .before = read_trigger (app_session_get_workspace (session), signal),
                     .after = gscope_trigger_settings_copy (settings) });
}

void
app_tuning_log_level (AppSession *session, GscopeTrigger *trigger,
                      const GscopeTriggerSettings *before, guint gesture)
{
  GscopeSignal *signal = gscope_trigger_get_watched (trigger);
  g_autoptr (GscopeTriggerSettings) after =
      gscope_trigger_settings_copy (gscope_trigger_get_settings (trigger));

  /* the document has it, too; in playback another trigger looks from the beginning */
  gscope_workspace_set_trigger (app_session_get_workspace (session), signal, after);
  app_history_push (app_session_get_history (session),
                    &(AppMemento){ .kind = &trigger_kind,
                                   .subject = signal_new (session, signal),
                                   .before = gscope_trigger_settings_copy (before),
                                   .after = gscope_trigger_settings_copy (after),
                                   .gesture = { G_OBJECT (signal), gesture } });
}

/* The settings of the limit of a signal. */

static GscopeLimitSettings *
read_limit (GscopeWorkspace *workspace, GscopeSignal *signal)
{
  GscopeLimit *limit = gscope_workspace_get_limit (workspace, signal);

  return gscope_limit_settings_copy (limit ? gscope_limit_get_settings (limit) : NULL);
}

static gboolean
restore_limit (gpointer subject, gconstpointer from, gconstpointer to, GError **error)
{
  const Signal *self = subject;
  GscopeSignal *signal = find_signal (self, error);

  if (signal)
    gscope_workspace_set_limit (app_session_get_workspace (self->session), signal, to);
  return signal != NULL;
}

static char *
describe_limit (gconstpointer subject, gconstpointer before, gconstpointer after)
{
  return g_strdup_printf (_ ("Limit of “%s”"), ((const Signal *) subject)->name);
}

static gboolean
is_same_limit (gconstpointer a, gconstpointer b)
{
  return gscope_fields_equal (gscope_limit_settings_get_fields (), a, b);
}

static const AppMementoKind limit_kind = {
  .restore = restore_limit,
  .describe = describe_limit,
  .is_same = is_same_limit,
  .free_state = (GDestroyNotify) gscope_limit_settings_free,
  .free_subject = signal_free,
};

static guint
change_limit (AppSession *session, GscopeSignal *signal, const GscopeLimitSettings *settings,
              AppGesture gesture)
{
  return app_history_do (
      app_session_get_history (session),
      &(AppMemento){ .kind = &limit_kind,
                     .subject = signal_new (session, signal),
                     .before = read_limit (app_session_get_workspace (session), signal),
                     .after = gscope_limit_settings_copy (settings),
                     .gesture = gesture });
}

guint
app_tuning_set_limit (AppSession *session, GscopeSignal *signal,
                      const GscopeLimitSettings *settings)
{
  return change_limit (session, signal, settings, (AppGesture){ NULL, 0 });
}

void
app_tuning_move_bound (AppSession *session, GscopeLimit *limit, const GscopeLimitSettings *settings,
                       guint gesture)
{
  GscopeSignal *signal = gscope_limit_get_signal (limit);

  change_limit (session, signal, settings, (AppGesture){ G_OBJECT (signal), gesture });
}
