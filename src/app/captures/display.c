/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "captures/display.h"

#include "captures/failures.h"
#include "captures/stored.h"
#include "session/document.h"
#include "undo/tuning.h"
#include "undo/view.h"

#define KEY "app-triggered"

enum
{
  /* The number of failures of limits that wait for their samples. Further ones are counted, and not captured. */
  MAX_FAILURES = 64,
};

/* The triggered display of a view, which owns it. */
#define APP_TYPE_TRIGGERED (app_triggered_get_type ())
G_DECLARE_FINAL_TYPE (AppTriggered, app_triggered, APP, TRIGGERED, GObject)

struct _AppTriggered
{
  GObject parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  /* the full name of the signal of the captures, which may have ended */
  char *name;
  /* the signal of the display when the view was made, until its captures are read; NULL for none */
  char *stored;
  /* the signal whose captures are being read, and a save that waits for them; NULL for none */
  char *reading;
  AppDocument *saving;
  GFile *saving_to;
  AppFailures *failures;
  /* the times of failures whose samples have not come */
  GArray *pending;
  /* failures that came while too many were pending, or that their limits did not report */
  guint64 n_dropped;
};

G_DEFINE_FINAL_TYPE (AppTriggered, app_triggered, G_TYPE_OBJECT)

static void
app_triggered_finalize (GObject *object)
{
  AppTriggered *self = APP_TRIGGERED (object);

  g_object_unref (self->session);
  g_free (self->name);
  g_free (self->stored);
  g_free (self->reading);
  g_object_unref (self->failures);
  g_array_unref (self->pending);
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

/* Lets a list have the captures of another one of the same signal, whose source was restarted. */
static void
take_over (GscopeCaptureList *list, GscopeCaptureList *from)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (from)); i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (from), i);

      gscope_capture_list_add (list, capture);
    }
}

/* The save that has waited goes on. */
static void
finish_saving (AppTriggered *self, GscopeCaptureList *list)
{
  g_autoptr (AppDocument) document = g_steal_pointer (&self->saving);
  g_autoptr (GFile) file = g_steal_pointer (&self->saving_to);

  if (!document)
    return;
  app_captures_store (document, file, self->name, list);
  app_document_release (document, NULL);
}

/* The source may have been restarted meanwhile, so that there is another list. */
static void
on_restored (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GscopeGtkView) view = data;
  AppTriggered *self = g_object_get_data (G_OBJECT (view), KEY);
  GscopeCaptureList *list = GSCOPE_CAPTURE_LIST (object);
  GscopeCaptureList *shown = gscope_gtk_view_get_captures (view);
  g_autofree char *name = g_steal_pointer (&self->reading);

  app_captures_restore_finish (list, result);
  if (shown && shown != list && g_strcmp0 (self->name, name) == 0)
    take_over (shown, list);
  finish_saving (self, shown ? shown : list);
}

/* Reads the captures of a workspace that was opened, once its signals are there. */
static void
restore (AppTriggered *self)
{
  GscopeCaptureList *list = gscope_gtk_view_get_captures (self->view);
  GFile *file = app_document_get_file (app_session_get_document (self->session));
  g_autofree char *stored = NULL;

  if (!list || !self->stored)
    return;
  stored = g_steal_pointer (&self->stored);
  if (!file || !g_str_equal (stored, self->name))
    return;
  self->reading = g_steal_pointer (&stored);
  app_captures_restore_async (file, self->reading, list, on_restored, g_object_ref (self->view));
}

/* A list whose captures are being read is not written yet. */
static void
on_collect (AppDocument *document, const AppCollection *collection, AppTriggered *self)
{
  GscopeCaptureList *list = gscope_gtk_view_get_captures (self->view);

  if (!collection->exact || !collection->file || !list)
    return;
  if (g_strcmp0 (self->reading, self->name) != 0)
    {
      app_captures_store (document, collection->file, self->name, list);
      return;
    }
  app_document_hold (document);
  self->saving = g_object_ref (document);
  self->saving_to = g_object_ref (collection->file);
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
  if (list && shown && g_strcmp0 (self->name, name) == 0)
    take_over (list, shown);
  g_free (self->name);
  self->name = g_steal_pointer (&name);
  self->n_dropped = 0;
  gscope_gtk_view_set_captures (self->view, list);
}

static gboolean
takes_failures (AppTriggered *self, GscopeLimit *limit)
{
  const char *name = gscope_signal_get_full_name (gscope_limit_get_signal (limit));

  return gscope_limit_get_settings (limit)->captures && gscope_gtk_view_get_captures (self->view)
         && app_view_find_signal (self->view, name);
}

/* Failures of limits are captured, as firings of the trigger are. */
static void
on_failed (AppTriggered *self, GscopeLimit *limit, gint64 time)
{
  if (!takes_failures (self, limit))
    return;
  if (self->pending->len < MAX_FAILURES)
    g_array_append_val (self->pending, time);
  else
    self->n_dropped++;
}

static void
on_more_failed (AppTriggered *self, GscopeLimit *limit, guint64 n)
{
  if (takes_failures (self, limit))
    self->n_dropped += n;
}

/* Captures failures once all samples of the span have come. */
static void
capture_failures (AppTriggered *self)
{
  GscopeCaptureList *list = gscope_gtk_view_get_captures (self->view);
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));
  GscopeScope *scope = NULL;
  guint n = 0;

  if (!list || !app_session_find_signal (self->session, self->name, &scope))
    return;
  for (; n < self->pending->len; n++)
    {
      gint64 time = g_array_index (self->pending, gint64, n);

      if (time + span > gscope_scope_get_pen (scope))
        break;
      gscope_capture_list_add_at (list, time);
    }
  g_array_remove_range (self->pending, 0, n);
}

static void
on_tick (AppTriggered *self)
{
  sync_display (self);
  restore (self);
  capture_failures (self);
}

static void
on_level_moved (GscopeGtkView *view, GscopeTrigger *trigger, const GscopeTriggerSettings *before,
                guint gesture, AppSession *session)
{
  app_tuning_log_level (session, trigger, before, gesture);
}

void
app_captures_follow (AppSession *session, GscopeGtkView *view)
{
  AppTriggered *self = g_object_new (APP_TYPE_TRIGGERED, NULL);

  self->session = g_object_ref (session);
  self->view = view;
  self->stored = dup_name (view);
  self->failures = app_failures_new (session);
  self->pending = g_array_new (FALSE, FALSE, sizeof (gint64));
  g_signal_connect_object (self->failures, "failed", G_CALLBACK (on_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (self->failures, "more-failed", G_CALLBACK (on_more_failed), self,
                           G_CONNECT_SWAPPED);
  g_signal_connect_object (app_session_get_document (session), "collect", G_CALLBACK (on_collect),
                           self, 0);
  g_object_set_data_full (G_OBJECT (view), KEY, self, g_object_unref);
  g_signal_connect_object (gscope_gtk_view_get_settings (view), "notify::trigger",
                           G_CALLBACK (sync_display), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (gscope_gtk_view_get_signals (view), "items-changed",
                           G_CALLBACK (sync_display), self, G_CONNECT_SWAPPED);
  g_signal_connect_object (app_session_get_history (session), "changed", G_CALLBACK (sync_display),
                           self, G_CONNECT_SWAPPED);
  g_signal_connect_object (session, "tick", G_CALLBACK (on_tick), self, G_CONNECT_SWAPPED);
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

guint64
app_captures_get_n_dropped (GscopeGtkView *view)
{
  AppTriggered *self = g_object_get_data (G_OBJECT (view), KEY);

  return self->n_dropped;
}

void
app_captures_init_trigger (GscopeGtkViewSignal *signal, GscopeTriggerSettings *settings)
{
  const GscopeField *fields = gscope_trigger_settings_get_fields ();
  double min, max;

  gscope_fields_init (fields, settings);
  for (const GscopeField *field = fields; field->key; field++)
    if (field->type == GSCOPE_FIELD_TYPE_SCALED && !gscope_field_get_applies (field, settings))
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

void
app_captures_set_mode (AppSession *session, GscopeGtkView *view, GscopeTriggerMode mode)
{
  GscopeSignal *signal;
  GscopeTrigger *trigger = app_captures_find_trigger (session, view, &signal);
  GscopeTriggerSettings settings;

  if (!trigger || gscope_trigger_get_settings (trigger)->mode == mode)
    return;
  settings = *gscope_trigger_get_settings (trigger);
  settings.mode = mode;
  app_tuning_set_trigger (session, signal, &settings);
}
