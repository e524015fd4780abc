/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/display.h"

#include "undo/tuning.h"

#define KEY "app-triggered"

/* The triggered display of a view, which owns it. */
#define APP_TYPE_TRIGGERED (app_triggered_get_type ())
G_DECLARE_FINAL_TYPE (AppTriggered, app_triggered, APP, TRIGGERED, GObject)

struct _AppTriggered
{
  GObject parent_instance;

  AppSession *session;
  GscopeGtkView *view;
};

G_DEFINE_FINAL_TYPE (AppTriggered, app_triggered, G_TYPE_OBJECT)

static void
app_triggered_finalize (GObject *object)
{
  g_object_unref (APP_TRIGGERED (object)->session);
  G_OBJECT_CLASS (app_triggered_parent_class)->finalize (object);
}

static void
app_triggered_class_init (AppTriggeredClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = app_triggered_finalize;
}

static void
app_triggered_init (AppTriggered *self)
{
}

static char *
dup_name (GscopeGtkView *view)
{
  char *name;

  g_object_get (gscope_gtk_view_get_settings (view), "trigger", &name, NULL);
  return name;
}

static void
set_name (GscopeGtkView *view, const char *name)
{
  g_object_set (gscope_gtk_view_get_settings (view), "trigger", name, NULL);
}

/* The captures stay while the signal is away, as its source may come back. */
static void
sync_display (AppTriggered *self)
{
  GscopeCaptureList *shown = gscope_gtk_view_get_captures (self->view);
  g_autofree char *name = dup_name (self->view);
  GscopeScope *scope = NULL;
  GscopeSignal *signal = app_session_find_signal (self->session, name, &scope);
  GscopeTrigger *trigger = app_captures_find_trigger (self->session, self->view, NULL);
  g_autoptr (GscopeCaptureList) list = NULL;

  if (trigger == (shown ? gscope_capture_list_get_trigger (shown) : NULL) || (name[0] && !signal))
    return;
  if (trigger)
    list = gscope_capture_list_new (scope, trigger);
  gscope_gtk_view_set_captures (self->view, list);
}

static void
on_level_moved (GscopeGtkView *view, GscopeTrigger *trigger, double level, double hysteresis,
                guint gesture, AppSession *session)
{
  app_tuning_log_level (session, trigger, level, hysteresis, gesture);
}

void
app_captures_follow (AppSession *session, GscopeGtkView *view)
{
  AppTriggered *self = g_object_new (APP_TYPE_TRIGGERED, NULL);

  self->session = g_object_ref (session);
  self->view = view;
  g_object_set_data_full (G_OBJECT (view), KEY, self, g_object_unref);
  g_signal_connect_object (gscope_gtk_view_get_settings (view), "notify::trigger",
                           G_CALLBACK (sync_display), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gscope_gtk_view_get_signals (view), "items-changed",
                           G_CALLBACK (sync_display), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (app_session_get_history (session), "changed", G_CALLBACK (sync_display),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "tick", G_CALLBACK (sync_display), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (view, "level-moved", G_CALLBACK (on_level_moved), session, 0);
  sync_display (self);
}

GscopeTrigger *
app_captures_find_trigger (AppSession *session, GscopeGtkView *view, GscopeSignal **signal)
{
  g_autofree char *name = dup_name (view);
  GscopeSignal *found = app_session_find_signal (session, name, NULL);

  if (signal)
    *signal = found;
  return found ? gscope_workspace_get_trigger (app_session_get_workspace (session), found) : NULL;
}

void
app_captures_init_trigger (GscopeGtkViewSignal *signal, GscopeTriggerSettings *settings)
{
  const GscopeField *fields = gscope_trigger_settings_get_fields ();
  double min, max;

  gscope_fields_init (fields, settings);
  for (const GscopeField *field = fields; field->key; field++)
    if (field->type == GSCOPE_FIELD_SCALED && !gscope_field_get_applies (field, settings))
      gscope_field_set_number (field, settings, field->idle);
  gscope_gtk_view_signal_get_range (signal, &min, &max);
  settings->condition.level = (min + max) / 2;
}

static gboolean
has_trigger (AppSession *session, GscopeGtkViewSignal *signal)
{
  return gscope_workspace_get_trigger (app_session_get_workspace (session),
                                       gscope_gtk_view_signal_get_signal (signal))
         != NULL;
}

/* Returns the first signal of a view that has a trigger; NULL if there is none. */
static GscopeGtkViewSignal *
find_triggered (AppSession *session, GscopeGtkView *view)
{
  GListModel *signals = gscope_gtk_view_get_signals (view);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeGtkViewSignal) signal = g_list_model_get_item (signals, i);

      if (has_trigger (session, signal))
        return signal;
    }
  return NULL;
}

static GscopeGtkViewSignal *
find_first (GscopeGtkView *view)
{
  g_autoptr (GscopeGtkViewSignal) first =
      g_list_model_get_item (gscope_gtk_view_get_signals (view), 0);

  return first;
}

gboolean
app_captures_begin (AppSession *session, GscopeGtkView *view)
{
  GscopeGtkViewSignal *signal = gscope_gtk_view_get_selected (view);
  GscopeSignal *watched;

  if (!signal || !has_trigger (session, signal))
    {
      GscopeGtkViewSignal *triggered = find_triggered (session, view);

      signal = triggered ? triggered : signal ? signal : find_first (view);
    }
  if (!signal)
    return FALSE;
  watched = gscope_gtk_view_signal_get_signal (signal);
  if (!has_trigger (session, signal))
    {
      GscopeTriggerSettings settings;

      app_captures_init_trigger (signal, &settings);
      app_tuning_set_trigger (session, watched, &settings);
    }
  set_name (view, gscope_signal_get_full_name (watched));
  return TRUE;
}

void
app_captures_end (GscopeGtkView *view)
{
  set_name (view, "");
}
