/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>

#include "dialogs/chooser.h"
#include "session/export.h"

/* Lists the settings of a view that an action of the same name turns on and off. */
static GStrv
list_switches (void)
{
  g_autoptr (GStrvBuilder) switches = g_strv_builder_new ();
  guint n;
  const GscopeGtkPanePart *parts = gscope_gtk_pane_get_parts (&n);

  g_strv_builder_add_many (switches, "time", "spectrogram", "statistics", "phosphor", NULL);
  for (guint i = 0; i < n; i++)
    g_strv_builder_add (switches, parts[i].setting);
  return g_strv_builder_end (switches);
}

static void
on_has_cursor (AppWindow *self)
{
  gint64 time;

  app_window_set_state (self, "cursor", gscope_gtk_view_get_cursor (self->view, &time));
}

static void
on_span_changed (AppWindow *self)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), "span");
  gint64 span = gscope_gtk_viewport_get_span (gscope_gtk_view_get_viewport (self->view));

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_int64 (span));
}

static void
add_property_action (AppWindow *self, const char *name, gpointer object, const char *property)
{
  g_autoptr (GPropertyAction) action = g_property_action_new (name, object, property);

  g_action_map_add_action (G_ACTION_MAP (self), G_ACTION (action));
}

static void
on_view_settings (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_canvas_show_settings (APP_WINDOW (data)->canvas);
}

static void
enable_actions (AppWindow *self, gboolean enabled)
{
  static const char *const names[] = { "cursor",       "export-data",   "export", "copy-picture",
                                       "copy-data",    "print",         "fit",    "live",
                                       "record",       "run",           "span",   "longer-span",
                                       "shorter-span", "view-settings", "note" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    app_window_set_enabled (self, names[i], enabled);
}

void
app_window_drop_view (AppWindow *self)
{
  static const char *const names[] = { "hold", "mode", "layout" };
  g_auto (GStrv) switches = list_switches ();

  if (!self->view)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_action_map_remove_action (G_ACTION_MAP (self), names[i]);
  for (guint i = 0; switches[i]; i++)
    g_action_map_remove_action (G_ACTION_MAP (self), switches[i]);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (self->view), self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
  enable_actions (self, FALSE);
}

void
app_window_adopt_view (AppWindow *self, GscopeGtkView *view)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);
  g_auto (GStrv) switches = list_switches ();

  self->view = g_object_ref (view);
  add_property_action (self, "hold", viewport, "held");
  add_property_action (self, "mode", viewport, "mode");
  add_property_action (self, "layout", view, "layout");
  for (guint i = 0; switches[i]; i++)
    add_property_action (self, switches[i], gscope_gtk_view_get_settings (view), switches[i]);
  g_signal_connect_swapped (viewport, "notify::span", G_CALLBACK (on_span_changed), self);
  g_signal_connect_swapped (viewport, "notify::held", G_CALLBACK (app_window_show_title), self);
  g_signal_connect_swapped (view, "notify::has-cursor", G_CALLBACK (on_has_cursor), self);
  on_has_cursor (self);
  on_span_changed (self);
  enable_actions (self, TRUE);
  if (app_session_get_player (self->session))
    app_window_set_enabled (self, "record", FALSE);
}

static void
on_record_file (GFile *file, const AppRecording *recording, gpointer data)
{
  AppWindow *self = data;
  GscopeRecorder *recorder = self->view ? app_session_get_recorder (self->session) : NULL;
  g_auto (GStrv) names = NULL;
  g_autoptr (GError) error = NULL;

  if (!recorder || app_window_is_recording (self))
    return;
  if (!recording->all)
    names = app_export_list_shown (self->view);
  gscope_recorder_set_signals (recorder, (const char *const *) names);
  gscope_recorder_set_rotation (recorder, recording->max_bytes, recording->max_duration);
  if (!gscope_recorder_start (recorder, file, &error))
    app_messages_add (self->messages, error->message);
}

/* The state follows the recorder. */
static void
on_record (GSimpleAction *action, GVariant *state, gpointer data)
{
  AppWindow *self = data;
  GscopeRecorder *recorder = app_session_get_recorder (self->session);

  if (app_window_is_recording (self))
    gscope_recorder_stop_async (recorder, NULL, NULL);
  else if (recorder)
    app_choose_recording (GTK_WINDOW (self), on_record_file, self);
  else
    app_messages_add (self->messages,
                      _ ("This workspace has no scope, so there is nothing to record."));
}

/* The view, and the measurements beside it. */
static GscopeGtkPane *
get_pane (AppWindow *self)
{
  return GSCOPE_GTK_PANE (gtk_widget_get_ancestor (GTK_WIDGET (self->view), GSCOPE_GTK_TYPE_PANE));
}

static void
on_export_file (GFile *file, gpointer data)
{
  AppWindow *self = data;
  const char *path = g_file_peek_path (file);
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GError) error = NULL;
  double scale = gtk_widget_get_scale_factor (GTK_WIDGET (self));

  if (!path)
    app_messages_add (self->messages,
                      _ ("The picture was not exported: only files of this machine can be "
                         "written; choose one of them."));
  else if (self->view && !gscope_gtk_pane_export (get_pane (self), path, scale, &error))
    app_messages_add (self->messages, error->message);
  else if (self->view)
    app_window_toast (self, _ ("Exported to %s"), name);
}

static void
on_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_choose_picture (data, on_export_file, data);
}

/* Where to, and who told so. */
typedef struct
{
  AppWindow *window;
  GFile *file;
} Export;

static void
on_data_exported (GObject *object, GAsyncResult *result, gpointer data)
{
  Export *export = data;
  g_autoptr (AppWindow) self = export->window;
  g_autoptr (GFile) file = export->file;
  g_autofree char *name = g_file_get_parse_name (file);
  g_autoptr (GError) error = NULL;

  g_free (export);
  if (!self->session)
    return;
  if (app_export_data_finish (result, &error))
    app_window_toast (self, _ ("Exported to %s"), name);
  else
    app_messages_add (self->messages, error->message);
}

static void
on_data_file (GFile *file, gboolean all, GscopeExportTimes times, gpointer data)
{
  AppWindow *self = data;
  Export export = { self, file };

  if (!self->view)
    return;
  g_object_ref (self);
  g_object_ref (file);
  app_export_data_async (self->session, self->view, all, times, file, on_data_exported,
                         g_memdup2 (&export, sizeof export));
}

static void
on_export_data (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_choose_data (data, on_data_file, data);
}

static void
on_cursor (GSimpleAction *action, GVariant *state, gpointer data)
{
  AppWindow *self = data;
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self->view);

  if (g_variant_get_boolean (state))
    gscope_gtk_view_set_cursor (self->view,
                                gscope_gtk_viewport_x_to_time (
                                    viewport, gscope_gtk_viewport_get_n_columns (viewport) / 2.0));
  else
    gscope_gtk_view_clear_cursor (self->view);
}

static void
on_fit (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gscope_gtk_view_fit (APP_WINDOW (data)->view);
}

static void
on_note (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gscope_gtk_view_edit_note (APP_WINDOW (data)->view);
}

static void
on_live (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gscope_gtk_viewport_go_live (gscope_gtk_view_get_viewport (APP_WINDOW (data)->view));
}

static void
on_shorter_span (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gscope_gtk_viewport_step_span (gscope_gtk_view_get_viewport (APP_WINDOW (data)->view), -1);
}

static void
on_longer_span (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  gscope_gtk_viewport_step_span (gscope_gtk_view_get_viewport (APP_WINDOW (data)->view), 1);
}

static void
on_span (GSimpleAction *action, GVariant *state, gpointer data)
{
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (APP_WINDOW (data)->view),
                                g_variant_get_int64 (state));
}

static void
on_run (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppSession *session = APP_WINDOW (data)->session;

  app_session_set_running (session, !app_session_get_running (session));
}

static void
on_copy_picture (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GError) error = NULL;

  if (gscope_gtk_pane_copy_picture (get_pane (self), &error))
    app_window_toast (self, "%s", _ ("Picture copied"));
  else
    app_window_tell (self, error->message);
}

static void
on_copy_data (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GError) error = NULL;

  if (gscope_gtk_view_copy_data (self->view, GSCOPE_GTK_DATA_CSV, &error))
    app_window_toast (self, "%s", _ ("The visible data was copied as a table"));
  else
    app_window_tell (self, error->message);
}

static void
on_print (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GError) error = NULL;

  if (!gscope_gtk_pane_print (get_pane (self), &error))
    app_window_tell (self, error->message);
}

/* An action holds the widget whose property it is, and the buttons in that hold the window's actions. */
void
app_window_dispose_view (AppWindow *self)
{
  g_action_map_remove_action (G_ACTION_MAP (self), "show-signals");
  g_action_map_remove_action (G_ACTION_MAP (self), "show-parameters");
  g_action_map_remove_action (G_ACTION_MAP (self), "show-hint");
}

void
app_window_init_view (AppWindow *self)
{
  static const GActionEntry actions[] = {
    { .name = "export", .activate = on_export },
    { .name = "export-data", .activate = on_export_data },
    { .name = "copy-picture", .activate = on_copy_picture },
    { .name = "copy-data", .activate = on_copy_data },
    { .name = "print", .activate = on_print },
    { .name = "fit", .activate = on_fit },
    { .name = "note", .activate = on_note },
    { .name = "view-settings", .activate = on_view_settings },
    { .name = "live", .activate = on_live },
    { .name = "shorter-span", .activate = on_shorter_span },
    { .name = "longer-span", .activate = on_longer_span },
    { .name = "run", .activate = on_run },
    { .name = "record", .state = "false", .change_state = on_record },
    { .name = "span", .parameter_type = "x", .state = "int64 0", .change_state = on_span },
    { .name = "cursor", .state = "false", .change_state = on_cursor },
  };

  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  add_property_action (self, "show-signals", self->layout, "show-signals");
  add_property_action (self, "show-parameters", self->layout, "show-parameters");
  add_property_action (self, "show-hint", self->hint, "visible");
  enable_actions (self, FALSE);
}
