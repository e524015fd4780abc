/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-window.h"

#include <glib/gi18n.h>

#include "app-bottom-bar.h"
#include "app-canvas.h"
#include "app-chooser.h"
#include "app-format.h"
#include "app-layout.h"
#include "app-messages.h"
#include "app-parameters-panel.h"
#include "app-signals-panel.h"
#include "app-workspaces.h"

struct _AppWindow
{
  AdwApplicationWindow parent_instance;

  AppSession *session;
  GscopeGtkView *view;
  guint n_told;
  guint tick;

  AdwWindowTitle *title;
  GMenu *workspaces;
  AppMessages *messages;
  AdwToastOverlay *toasts;
  AppLayout *layout;
  AppSignalsPanel *signals;
  AppCanvas *canvas;
  AppParametersPanel *parameters;
  AppBottomBar *bar;
};

G_DEFINE_FINAL_TYPE (AppWindow, app_window, ADW_TYPE_APPLICATION_WINDOW)

static void
set_action_state (AppWindow *self, const char *name, gboolean state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (state));
}

static gboolean
is_recording (AppWindow *self)
{
  GscopeRecorder *recorder = self->session ? app_session_get_recorder (self->session) : NULL;

  return recorder && gscope_recorder_get_active (recorder);
}

static char *
describe_held (AppWindow *self)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (self->view);
  g_autoptr (GDateTime) wall =
      gscope_clock_to_wall (gscope_clock_get_system (), gscope_gtk_viewport_get_end (viewport));
  g_autofree char *time = g_date_time_format (wall, "%H:%M:%S");

  return g_strdup_printf (_ ("Held at %s.%d"), time, g_date_time_get_microsecond (wall) / 100000);
}

static guint
count_parameters (GListModel *sources)
{
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      n += g_list_model_get_n_items (gscope_source_get_parameters (source));
    }
  return n;
}

static char *
describe_counts (AppWindow *self)
{
  GListModel *sources = app_session_get_sources (self->session);
  guint n_sources = g_list_model_get_n_items (sources);
  guint n_signals = g_list_model_get_n_items (gscope_gtk_view_get_signals (self->view));
  guint n_parameters = count_parameters (sources);
  g_autofree char *a = g_strdup_printf (ngettext ("%u source", "%u sources", n_sources), n_sources);
  g_autofree char *b = g_strdup_printf (ngettext ("%u signal", "%u signals", n_signals), n_signals);
  g_autofree char *c =
      g_strdup_printf (ngettext ("%u parameter", "%u parameters", n_parameters), n_parameters);

  return g_strdup_printf ("%s, %s, %s", a, b, c);
}

static char *
describe_recording (AppWindow *self)
{
  GscopeRecorder *recorder = app_session_get_recorder (self->session);
  g_autofree char *elapsed = app_format_elapsed (gscope_recorder_get_elapsed (recorder));
  g_autofree char *name = g_file_get_basename (gscope_recorder_get_file (recorder));

  return g_strdup_printf (_ ("Recording to %s, %s"), name, elapsed);
}

static void
show_subtitle (AppWindow *self)
{
  g_autofree char *subtitle = NULL;

  if (!self->view)
    subtitle = g_strdup ("");
  else if (gscope_gtk_viewport_get_held (gscope_gtk_view_get_viewport (self->view)))
    subtitle = describe_held (self);
  else if (is_recording (self))
    subtitle = describe_recording (self);
  else
    subtitle = describe_counts (self);
  adw_window_title_set_subtitle (self->title, subtitle);
}

static gboolean
on_timeout (gpointer data)
{
  AppWindow *self = data;

  if (self->session)
    app_session_tick (self->session);
  show_subtitle (self);
  return G_SOURCE_CONTINUE;
}

/* Nothing is refreshed while nobody sees it. */
static void
app_window_map (GtkWidget *widget)
{
  AppWindow *self = APP_WINDOW (widget);

  GTK_WIDGET_CLASS (app_window_parent_class)->map (widget);
  self->tick = g_timeout_add_seconds (1, on_timeout, self);
}

static void
app_window_unmap (GtkWidget *widget)
{
  AppWindow *self = APP_WINDOW (widget);

  g_clear_handle_id (&self->tick, g_source_remove);
  GTK_WIDGET_CLASS (app_window_parent_class)->unmap (widget);
}

static void
toast (AppWindow *self, const char *format, const char *name)
{
  g_autofree char *text = g_strdup_printf (format, name);
  g_autofree char *markup = g_markup_escape_text (text, -1);

  adw_toast_overlay_add_toast (self->toasts, adw_toast_new (markup));
}

static void
on_problems_changed (AppWindow *self)
{
  GListModel *problems = gscope_workspace_get_problems (app_session_get_workspace (self->session));

  for (; self->n_told < g_list_model_get_n_items (problems); self->n_told++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, self->n_told);
      g_autofree char *message =
          g_strdup_printf (_ ("Workspace “%s”, %s: %s"), app_session_get_title (self->session),
                           gscope_workspace_problem_get_path (problem),
                           gscope_workspace_problem_get_message (problem));

      app_messages_add (self->messages, message);
    }
}

static void
on_recorder_active (AppWindow *self)
{
  GscopeRecorder *recorder = app_session_get_recorder (self->session);
  gboolean active = gscope_recorder_get_active (recorder);
  g_autofree char *name = g_file_get_parse_name (gscope_recorder_get_file (recorder));

  set_action_state (self, "record", active);
  show_subtitle (self);
  if (!active && !gscope_recorder_get_error (recorder))
    toast (self, _ ("Recorded to %s"), name);
}

static void
on_recorder_failed (GscopeRecorder *recorder, const GError *error, AppWindow *self)
{
  app_messages_add (self->messages, error->message);
}

static void
on_has_cursor (AppWindow *self)
{
  gint64 time;

  set_action_state (self, "cursor", gscope_gtk_view_get_cursor (self->view, &time));
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
enable_actions (AppWindow *self, gboolean enabled)
{
  static const char *const names[] = { "cursor", "export",      "fit",          "live", "record",
                                       "run",    "longer-span", "shorter-span", "span" };

  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    {
      GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), names[i]);

      g_simple_action_set_enabled (G_SIMPLE_ACTION (action), enabled);
    }
}

static void
drop_view (AppWindow *self)
{
  static const char *const names[] = { "hold", "mode", "layout" };

  if (!self->view)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_action_map_remove_action (G_ACTION_MAP (self), names[i]);
  g_signal_handlers_disconnect_by_data (gscope_gtk_view_get_viewport (self->view), self);
  g_signal_handlers_disconnect_by_data (self->view, self);
  g_clear_object (&self->view);
}

static void
adopt_view (AppWindow *self, GscopeGtkView *view)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (view);

  self->view = g_object_ref (view);
  add_property_action (self, "hold", viewport, "held");
  add_property_action (self, "mode", viewport, "mode");
  add_property_action (self, "layout", view, "layout");
  g_signal_connect_swapped (viewport, "notify::span", G_CALLBACK (on_span_changed), self);
  g_signal_connect_swapped (viewport, "notify::held", G_CALLBACK (show_subtitle), self);
  g_signal_connect_swapped (view, "notify::has-cursor", G_CALLBACK (on_has_cursor), self);
  on_has_cursor (self);
  on_span_changed (self);
  gtk_widget_grab_focus (GTK_WIDGET (view));
}

static void
on_view_changed (AppWindow *self)
{
  GscopeGtkView *view = app_canvas_get_view (self->canvas);

  drop_view (self);
  if (view)
    adopt_view (self, view);
  app_signals_panel_set_view (self->signals, self->session, view);
  app_bottom_bar_set_view (self->bar, view ? self->session : NULL, view);
  enable_actions (self, view != NULL);
  show_subtitle (self);
}

static void
watch_session (AppWindow *self)
{
  GListModel *problems = gscope_workspace_get_problems (app_session_get_workspace (self->session));
  GscopeRecorder *recorder = app_session_get_recorder (self->session);

  self->n_told = 0;
  g_signal_connect_swapped (problems, "items-changed", G_CALLBACK (on_problems_changed), self);
  on_problems_changed (self);
  if (!recorder)
    return;
  g_signal_connect_swapped (recorder, "notify::active", G_CALLBACK (on_recorder_active), self);
  g_signal_connect (recorder, "failed", G_CALLBACK (on_recorder_failed), self);
}

static void
close_session (AppWindow *self)
{
  g_autoptr (AppSession) session = g_steal_pointer (&self->session);
  GscopeWorkspace *workspace = session ? app_session_get_workspace (session) : NULL;
  GscopeRecorder *recorder = session ? app_session_get_recorder (session) : NULL;

  if (!session)
    return;
  g_signal_handlers_disconnect_by_data (gscope_workspace_get_problems (workspace), self);
  if (recorder)
    {
      g_signal_handlers_disconnect_by_data (recorder, self);
      set_action_state (self, "record", FALSE);
    }
  app_canvas_set_session (self->canvas, NULL);
  app_parameters_panel_set_session (self->parameters, NULL);
  app_session_close (session);
}

static void
on_open_file (GFile *file, gpointer data)
{
  app_window_open (data, file);
}

static void
on_open (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_choose_workspace (data, on_open_file, data);
}

static void
on_open_workspace (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  g_autoptr (GFile) file = g_file_new_for_uri (g_variant_get_string (parameter, NULL));

  app_window_open (data, file);
}

static void
on_record_file (GFile *file, gpointer data)
{
  AppWindow *self = data;
  g_autoptr (GError) error = NULL;

  if (self->session && !is_recording (self)
      && !gscope_recorder_start (app_session_get_recorder (self->session), file, &error))
    app_messages_add (self->messages, error->message);
}

/* The state follows the recorder. */
static void
on_record (GSimpleAction *action, GVariant *state, gpointer data)
{
  AppWindow *self = data;
  GscopeRecorder *recorder = app_session_get_recorder (self->session);

  if (is_recording (self))
    gscope_recorder_stop_async (recorder, NULL, NULL);
  else if (recorder)
    app_choose_recording (GTK_WINDOW (self), on_record_file, self);
  else
    app_messages_add (self->messages,
                      _ ("This workspace has no scope, so there is nothing to record."));
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
  else if (self->view && !gscope_gtk_view_export_png (self->view, path, scale, &error))
    app_messages_add (self->messages, error->message);
  else
    toast (self, _ ("Exported to %s"), name);
}

static void
on_export (GSimpleAction *action, GVariant *parameter, gpointer data)
{
  app_choose_picture (data, on_export_file, data);
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
fill_workspaces (AppWindow *self)
{
  g_autoptr (GPtrArray) list = app_workspaces_list ();

  for (guint i = 0; i < list->len; i++)
    {
      const AppWorkspace *workspace = list->pdata[i];
      g_autofree char *uri = g_file_get_uri (workspace->file);
      g_autoptr (GMenuItem) item = g_menu_item_new (workspace->title, NULL);

      g_menu_item_set_action_and_target (item, "win.open-workspace", "s", uri);
      g_menu_append_item (self->workspaces, item);
    }
}

static void
tell_plugin_failures (AppWindow *self)
{
  GPtrArray *failures = gscope_registry_get_failures (gscope_registry_get_default ());

  for (guint i = 0; i < failures->len; i++)
    {
      const GscopePluginFailure *failure = failures->pdata[i];
      g_autofree char *message =
          g_strdup_printf (_ ("Plugin “%s” was not loaded: %s"), failure->file, failure->reason);

      app_messages_add (self->messages, message);
    }
}

static void
app_window_dispose (GObject *object)
{
  AppWindow *self = APP_WINDOW (object);

  if (self->canvas)
    close_session (self);
  g_clear_handle_id (&self->tick, g_source_remove);
  G_OBJECT_CLASS (app_window_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/app-window.ui");
  gtk_widget_class_bind_template_child (widget_class, AppWindow, title);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, workspaces);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, messages);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, toasts);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, layout);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, signals);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, parameters);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, bar);
  gtk_widget_class_bind_template_callback (widget_class, on_view_changed);
}

static void
app_window_class_init (AppWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_window_dispose;
  widget_class->map = app_window_map;
  widget_class->unmap = app_window_unmap;
  g_type_ensure (APP_TYPE_BOTTOM_BAR);
  g_type_ensure (APP_TYPE_CANVAS);
  g_type_ensure (APP_TYPE_LAYOUT);
  g_type_ensure (APP_TYPE_MESSAGES);
  g_type_ensure (APP_TYPE_PARAMETERS_PANEL);
  g_type_ensure (APP_TYPE_SIGNALS_PANEL);
  bind_template (widget_class);
}

static void
app_window_init (AppWindow *self)
{
  static const GActionEntry actions[] = {
    { .name = "open", .activate = on_open },
    { .name = "open-workspace", .activate = on_open_workspace, .parameter_type = "s" },
    { .name = "export", .activate = on_export },
    { .name = "fit", .activate = on_fit },
    { .name = "live", .activate = on_live },
    { .name = "shorter-span", .activate = on_shorter_span },
    { .name = "longer-span", .activate = on_longer_span },
    { .name = "run", .activate = on_run },
    { .name = "record", .state = "false", .change_state = on_record },
    { .name = "span", .parameter_type = "x", .state = "int64 0", .change_state = on_span },
    { .name = "cursor", .state = "false", .change_state = on_cursor },
  };

  gtk_widget_init_template (GTK_WIDGET (self));
  g_action_map_add_action_entries (G_ACTION_MAP (self), actions, G_N_ELEMENTS (actions), self);
  add_property_action (self, "show-signals", self->layout, "show-signals");
  add_property_action (self, "show-parameters", self->layout, "show-parameters");
  fill_workspaces (self);
  tell_plugin_failures (self);
  on_view_changed (self);
}

GtkWidget *
app_window_new (GtkApplication *application)
{
  return g_object_new (APP_TYPE_WINDOW, "application", application, NULL);
}

void
app_window_show_session (AppWindow *self, AppSession *session)
{
  close_session (self);
  self->session = session;
  watch_session (self);
  app_canvas_set_session (self->canvas, session);
  app_parameters_panel_set_session (self->parameters, session);
  adw_window_title_set_title (self->title, app_session_get_title (session));
}

/* What is open stays where this fails. */
void
app_window_open (AppWindow *self, GFile *file)
{
  g_autoptr (GError) error = NULL;
  AppSession *session = app_session_new (file, gscope_registry_get_default (), &error);

  if (session)
    app_window_show_session (self, session);
  else
    app_messages_add (self->messages, error->message);
}

void
app_window_tell (AppWindow *self, const char *message)
{
  app_messages_add (self->messages, message);
}

gboolean
app_window_has_samples (AppWindow *self)
{
  return self->session && app_session_has_samples (self->session);
}
