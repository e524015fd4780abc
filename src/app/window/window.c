/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "window/private.h"

#include <glib/gi18n.h>
#include <string.h>

#include "limits/notice.h"
#include "session/format.h"
#include "signals/agent-groups.h"
#include "widgets/names.h"
#include "window/actions.h"
#include "window/welcome.h"

G_DEFINE_FINAL_TYPE (AppWindow, app_window, ADW_TYPE_APPLICATION_WINDOW)

void
app_window_set_state (AppWindow *self, const char *name, gboolean state)
{
  GAction *action = g_action_map_lookup_action (G_ACTION_MAP (self), name);

  g_simple_action_set_state (G_SIMPLE_ACTION (action), g_variant_new_boolean (state));
}

gboolean
app_window_is_recording (AppWindow *self)
{
  GscopeRecorder *recorder = self->session ? app_session_get_recorder (self->session) : NULL;

  return recorder && gscope_recorder_get_active (recorder);
}

static char *
describe_held (AppWindow *self)
{
  GscopeClock *clock = app_session_get_clock (self->session);
  gint64 end = gscope_gtk_viewport_get_end (gscope_gtk_view_get_viewport (self->view));
  g_autoptr (GDateTime) wall = gscope_clock_to_wall (clock, end);
  g_autofree char *time = NULL;

  if (!gscope_clock_get_has_wall (clock))
    {
      time = gscope_quantity_format_time (
          end - gscope_transport_get_begin (GSCOPE_TRANSPORT (clock)), 4);
      /* Translators: a time since the start of a recording, such as “12 s” */
      return g_strdup_printf (_ ("Held at %s"), time);
    }
  time = g_date_time_format (wall, "%H:%M:%S");
  return g_strdup_printf (_ ("Held at %s.%d"), time, g_date_time_get_microsecond (wall) / 100000);
}

/* Such as “3 agents, 1 away”; or “2 sources”, without agents. */
static char *
describe_sources (AppWindow *self)
{
  GListModel *sources = app_session_get_sources (self->session);
  guint n = g_list_model_get_n_items (sources), n_away;
  guint n_agents = app_source_group_count_agents (sources, &n_away);
  g_autofree char *agents = NULL;

  if (n_agents == 0)
    return g_strdup_printf (ngettext ("%u source", "%u sources", n), n);
  agents = g_strdup_printf (ngettext ("%u agent", "%u agents", n_agents), n_agents);
  /* Translators: some agents, of which some are away, such as “3 agents, 1 away” */
  return n_away > 0
             ? g_strdup_printf (ngettext ("%s, %u away", "%s, %u away", n_away), agents, n_away)
             : g_steal_pointer (&agents);
}

static char *
describe_counts (AppWindow *self)
{
  guint n_signals = g_list_model_get_n_items (gscope_gtk_view_get_signals (self->view));
  guint n_parameters = g_list_model_get_n_items (app_session_get_parameters (self->session));
  g_autofree char *a = describe_sources (self);
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

/* Describes a triggered display; returns NULL for another one. */
static char *
describe_captures (AppWindow *self)
{
  GscopeCaptureList *captures = gscope_gtk_view_get_captures (self->view);
  GscopeSignal *watched =
      captures ? gscope_trigger_get_watched (gscope_capture_list_get_trigger (captures)) : NULL;
  guint n = captures ? g_list_model_get_n_items (G_LIST_MODEL (captures)) : 0;

  if (!watched)
    return NULL;
  /* Translators: a name of a signal, and a number, such as “Triggered on Sine, 212 captures” */
  return g_strdup_printf (
      ngettext ("Triggered on %s, %u capture", "Triggered on %s, %u captures", n),
      gscope_signal_get_title (watched), n);
}

/* Describes the comparison with a recording; returns NULL for none. */
static char *
describe_comparison (AppWindow *self)
{
  GscopeComparison *comparison = app_comparison_get (app_session_get_comparison (self->session));
  const char *label = comparison ? gscope_comparison_get_label (comparison) : NULL;

  /* Translators: the name of a recording, or what tells it apart from others */
  return label ? g_strdup_printf (_ ("Compared with %s"), label) : NULL;
}

/* Describes the trigger of the picture, or else the comparison, or else the numbers of sources, signals and parameters. */
static char *
describe_picture (AppWindow *self)
{
  char *text = describe_captures (self);

  if (!text)
    text = describe_comparison (self);
  return text ? text : describe_counts (self);
}

static void
show_subtitle (AppWindow *self)
{
  g_autofree char *subtitle = NULL;

  if (!self->view)
    subtitle = g_strdup ("");
  else if (gscope_gtk_viewport_get_held (gscope_gtk_view_get_viewport (self->view)))
    subtitle = describe_held (self);
  else if (app_window_is_recording (self))
    subtitle = describe_recording (self);
  else
    subtitle = describe_picture (self);
  adw_window_title_set_subtitle (self->title, subtitle);
}

/* A dot marks unsaved changes. */
void
app_window_show_title (AppWindow *self)
{
  gboolean modified =
      self->session && app_document_is_modified (app_session_get_document (self->session));
  const char *name = self->session ? app_session_get_title (self->session) : "Gscope";
  g_autofree char *title = g_strdup_printf ("%s%s", modified ? "• " : "", name);

  adw_window_title_set_title (self->title, title);
  gtk_window_set_title (GTK_WINDOW (self), title);
  show_subtitle (self);
}

static gboolean
on_timeout (gpointer data)
{
  AppWindow *self = data;

  if (self->session)
    app_session_tick (self->session);
  app_window_show_interval (self);
  app_window_show_title (self);
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

void
app_window_toast (AppWindow *self, const char *format, const char *name)
{
  g_autofree char *text = g_strdup_printf (format, name);

  app_toast_show (self->toast, text);
}

/* The button undoes that entry, whatever is done until then. */
void
app_window_toast_undo (AppWindow *self, const char *text, guint entry)
{
  app_toast_show_undo (self->toast, text, app_session_get_history (self->session), entry);
}

/* A message of a source names the source; in other messages the place in the file helps to correct
 * it. */
static char *
describe_problem (GscopeWorkspaceProblem *problem)
{
  const char *path = gscope_workspace_problem_get_path (problem);
  const char *message = gscope_workspace_problem_get_message (problem);

  if (g_regex_match_simple ("^scopes\\[\\d+\\]\\.sources\\[\\d+\\]$", path, 0, 0))
    return g_strdup (message);
  return g_strdup_printf ("%s: %s", path, message);
}

/* A source that cannot be unlocked runs here again, and its row forgets the reason. */
static gboolean
is_unlocking (GscopeSource *source)
{
  return g_str_equal (gscope_agent_source_get_address (GSCOPE_AGENT_SOURCE (source)),
                      gscope_agent_source_get_system_address ());
}

/* The row of an agent says why it is away, for as long as it is. */
static gboolean
is_said_in_row (AppWindow *self, GscopeWorkspaceProblem *problem)
{
  GListModel *sources = app_session_get_sources (self->session);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);
      const char *status = gscope_source_get_status (source);

      if (GSCOPE_IS_AGENT_SOURCE (source) && !is_unlocking (source) && *status
          && strstr (gscope_workspace_problem_get_message (problem), status))
        return TRUE;
    }
  return FALSE;
}

static void
on_problems_changed (AppWindow *self)
{
  GListModel *problems = gscope_workspace_get_problems (app_session_get_workspace (self->session));

  for (; self->n_told < g_list_model_get_n_items (problems); self->n_told++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, self->n_told);
      g_autofree char *description = describe_problem (problem);
      g_autofree char *message = g_strdup_printf (
          _ ("Workspace “%s”, %s"), app_session_get_title (self->session), description);

      if (!is_said_in_row (self, problem))
        app_messages_add (self->messages, message);
    }
}

static void
on_recorder_active (AppWindow *self)
{
  GscopeRecorder *recorder = app_session_get_recorder (self->session);
  gboolean active = gscope_recorder_get_active (recorder);
  GFile *file = gscope_recorder_get_file (recorder);
  g_autofree char *name = g_file_get_parse_name (file);
  g_autofree char *text = g_strdup_printf (_ ("Recorded to %s"), name);

  app_window_set_state (self, "record", active);
  show_subtitle (self);
  if (!active && !gscope_recorder_get_error (recorder))
    app_toast_show_open (self->toast, text, file);
}

static void
on_failed (GObject *object, const GError *error, AppWindow *self)
{
  app_messages_add (self->messages, error->message);
}

static void
on_view_changed (AppWindow *self)
{
  GscopeGtkView *view = app_canvas_get_view (self->canvas);

  app_window_drop_view (self);
  if (view)
    app_window_adopt_view (self, view);
  app_signals_panel_set_view (self->signals, self->session, view);
  app_bottom_bar_set_view (self->bar, view ? self->session : NULL, view);
  app_parameters_panel_set_view (self->parameters, view);
  app_window_list_captures (self);
  app_finder_set_view (self->finder, view ? self->session : NULL, view);
  app_actions_update (self);
  show_subtitle (self);
}

static void
on_pattern (AppWindow *self, const char *pattern)
{
  app_panes_add_pattern (app_canvas_get_panes (self->canvas), pattern);
}

static void
on_collect (AppDocument *document, const AppCollection *collection, AppWindow *self)
{
  GtkWidget *widget = GTK_WIDGET (self);
  GscopeWorkspacePane *pane = app_panes_describe (app_canvas_get_panes (self->canvas), collection);
  int width = collection->exact ? gtk_widget_get_width (widget) : 0;
  int height = collection->exact ? gtk_widget_get_height (widget) : 0;

  g_ptr_array_add (collection->windows, gscope_workspace_window_new (width, height, pane));
}

/* It is there from the first scope on. */
static void
watch_recorder (AppWindow *self)
{
  GscopeRecorder *recorder = app_session_get_recorder (self->session);

  if (!recorder)
    return;
  g_signal_handlers_disconnect_by_data (recorder, self);
  g_signal_connect_swapped (recorder, "notify::active", G_CALLBACK (on_recorder_active), self);
  g_signal_connect (recorder, "failed", G_CALLBACK (on_failed), self);
}

static void
on_history_changed (AppWindow *self)
{
  app_actions_update (self);
  app_window_show_title (self);
}

static void
on_history_failed (AppHistory *history, const char *text, AppWindow *self)
{
  app_messages_add (self->messages, text);
}

/* Where a program ends as it should, that is said in passing. */
static void
on_program_ended (AppWindow *self)
{
  AppProgram *program = app_session_get_program (self->session);
  g_autofree char *text = app_program_describe_end (program);

  if (app_program_get_status (program) == 0)
    app_toast_show (self->toast, text);
  else
    app_messages_add (self->messages, text);
}

static void
watch_program (AppWindow *self)
{
  AppProgram *program = app_session_get_program (self->session);

  if (program)
    g_signal_connect_swapped (program, "ended", G_CALLBACK (on_program_ended), self);
}

static void
watch_session (AppWindow *self)
{
  GListModel *problems = gscope_workspace_get_problems (app_session_get_workspace (self->session));
  AppHistory *history = app_session_get_history (self->session);

  self->n_told = 0;
  g_signal_connect_swapped (problems, "items-changed", G_CALLBACK (on_problems_changed), self);
  on_problems_changed (self);
  app_window_watch_comparison (self);
  g_signal_connect (app_session_get_document (self->session), "collect", G_CALLBACK (on_collect),
                    self);
  g_signal_connect (self->session, "failed", G_CALLBACK (on_failed), self);
  g_signal_connect_swapped (self->session, "table", G_CALLBACK (app_window_ask_format), self);
  g_signal_connect_swapped (self->session, "reread", G_CALLBACK (app_window_fit_again), self);
  g_signal_connect_swapped (history, "changed", G_CALLBACK (on_history_changed), self);
  g_signal_connect (history, "failed", G_CALLBACK (on_history_failed), self);
  g_signal_connect_swapped (self->session, "scopes-changed", G_CALLBACK (watch_recorder), self);
  watch_recorder (self);
  watch_program (self);
}

static void
unwatch_session (AppWindow *self, AppSession *session)
{
  GscopeWorkspace *workspace = app_session_get_workspace (session);
  GscopeRecorder *recorder = app_session_get_recorder (session);

  g_signal_handlers_disconnect_by_data (gscope_workspace_get_problems (workspace), self);
  g_signal_handlers_disconnect_by_data (app_session_get_comparison (session), self);
  g_signal_handlers_disconnect_by_data (app_session_get_history (session), self);
  g_signal_handlers_disconnect_by_data (app_session_get_document (session), self);
  g_signal_handlers_disconnect_by_data (session, self);
  if (app_session_get_program (session))
    g_signal_handlers_disconnect_by_data (app_session_get_program (session), self);
  if (!recorder)
    return;
  g_signal_handlers_disconnect_by_data (recorder, self);
  app_window_set_state (self, "record", FALSE);
}

static void
show_session (AppWindow *self)
{
  gboolean is_open = self->session != NULL;

  app_actions_update (self);
  gtk_widget_set_sensitive (GTK_WIDGET (self->find), is_open);
  gtk_widget_set_visible (self->signals_button, is_open);
  gtk_widget_set_visible (self->parameters_button, is_open);
  app_window_show_title (self);
}

static void
close_session (AppWindow *self)
{
  app_window_drop_player (self);
  g_autoptr (AppSession) session = g_steal_pointer (&self->session);

  if (!session)
    return;
  app_messages_clear (self->messages);
  app_toast_dismiss (self->toast);
  unwatch_session (self, session);
  /* or GTK keeps what is hidden with the focus in it, also after the window */
  gtk_window_set_focus (GTK_WINDOW (self), NULL);
  app_canvas_set_session (self->canvas, NULL, NULL);
  app_parameters_panel_set_session (self->parameters, NULL);
  gtk_widget_set_visible (self->hint, FALSE);
  app_window_update_sharing (self);
  app_session_detach (session);
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
destroy_now (AppWindow *self, GFile *file)
{
  gtk_window_destroy (GTK_WINDOW (self));
}

static gboolean
app_window_close_request (GtkWindow *window)
{
  app_window_leave (APP_WINDOW (window), destroy_now, NULL);
  return TRUE;
}

static void
app_window_dispose (GObject *object)
{
  AppWindow *self = APP_WINDOW (object);

  if (self->canvas)
    close_session (self);
  app_actions_remove_properties (self);
  g_clear_weak_pointer (&self->question);
  g_clear_object (&self->camera);
  g_clear_object (&self->leave_for);
  g_clear_object (&self->settings);
  g_clear_handle_id (&self->tick, g_source_remove);
  g_clear_handle_id (&self->menus_idle, g_source_remove);
  G_OBJECT_CLASS (app_window_parent_class)->dispose (object);
}

static void
bind_template (GtkWidgetClass *widget_class)
{
  gtk_widget_class_set_template_from_resource (widget_class, APP_RESOURCES "/window/window.ui");
  gtk_widget_class_bind_template_child (widget_class, AppWindow, title);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, menu);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, workspaces);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, recent);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, stack);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, find);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, shared);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, n_clients);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, signals_button);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, parameters_button);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, finder);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, messages);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, hint);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, hint_text);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, toast);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, layout);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, signals);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, canvas);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, side);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, side_switcher);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, parameters);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, captures_page);
  gtk_widget_class_bind_template_child (widget_class, AppWindow, bar);
  gtk_widget_class_bind_template_callback (widget_class, on_pattern);
  gtk_widget_class_bind_template_callback (widget_class, on_view_changed);
}

/* The theme has rounded corners and a blurred shadow, which the software renderer draws again in each frame on Wayland. */
static void
app_window_realize (GtkWidget *widget)
{
  GTK_WIDGET_CLASS (app_window_parent_class)->realize (widget);
  if (GSK_IS_CAIRO_RENDERER (gtk_native_get_renderer (GTK_NATIVE (widget))))
    gtk_widget_add_css_class (widget, "software");
}

static void
app_window_class_init (AppWindowClass *klass)
{
  GtkWidgetClass *widget_class = GTK_WIDGET_CLASS (klass);

  G_OBJECT_CLASS (klass)->dispose = app_window_dispose;
  widget_class->realize = app_window_realize;
  widget_class->map = app_window_map;
  widget_class->unmap = app_window_unmap;
  GTK_WINDOW_CLASS (klass)->close_request = app_window_close_request;
  g_type_ensure (APP_TYPE_BOTTOM_BAR);
  g_type_ensure (APP_TYPE_CANVAS);
  g_type_ensure (APP_TYPE_FINDER);
  g_type_ensure (APP_TYPE_LAYOUT);
  g_type_ensure (APP_TYPE_MESSAGES);
  g_type_ensure (APP_TYPE_PARAMETERS_PANEL);
  g_type_ensure (APP_TYPE_SIGNALS_PANEL);
  g_type_ensure (APP_TYPE_STATUS_LINE);
  g_type_ensure (APP_TYPE_TOAST);
  g_type_ensure (GSCOPE_GTK_TYPE_STILL);
  bind_template (widget_class);
}

static gboolean
fill_menus (gpointer data)
{
  AppWindow *self = data;

  self->menus_idle = 0;
  app_actions_fill_menu (self->menu);
  app_window_fill_open_menu (self);
  return G_SOURCE_REMOVE;
}

/* The first frame does not wait for the items of the menus, some of which come from files. */
static gboolean
on_first_frame (GtkWidget *widget, GdkFrameClock *clock, gpointer data)
{
  APP_WINDOW (widget)->menus_idle = g_idle_add (fill_menus, widget);
  return G_SOURCE_REMOVE;
}

static void
app_window_init (AppWindow *self)
{
  /* panels of other windows stay unchanged */
  const GSettingsBindFlags panels = G_SETTINGS_BIND_DEFAULT | G_SETTINGS_BIND_GET_NO_CHANGES;

  g_autoptr (GMenuModel) view_menu = app_actions_make_view_menu ();

  gtk_widget_init_template (GTK_WIDGET (self));
  self->settings = g_settings_new (APP_ID);
  g_settings_bind (self->settings, "show-signals", self->layout, "show-signals", panels);
  g_settings_bind (self->settings, "show-parameters", self->layout, "show-parameters", panels);
  app_actions_add_to_window (self);
  app_canvas_set_view_menu (self->canvas, view_menu);
  app_window_init_files (self);
  gtk_widget_add_tick_callback (GTK_WIDGET (self), on_first_frame, NULL, NULL);
  tell_plugin_failures (self);
  app_names_complete (GTK_WIDGET (self));
  on_view_changed (self);
  show_session (self);
}

GtkWidget *
app_window_new (GtkApplication *application)
{
  GtkWidget *self = g_object_new (APP_TYPE_WINDOW, "application", application, NULL);

  app_window_watch_sharing (APP_WINDOW (self));
  return self;
}

/* The description of the workspace, until the user has read it. */
static void
show_hint (AppWindow *self)
{
  const char *text = gscope_workspace_get_description (app_session_get_workspace (self->session));

  gtk_label_set_label (self->hint_text, text[0] ? text : _ ("This workspace has no description"));
  gtk_widget_set_tooltip_text (GTK_WIDGET (self->hint_text), text[0] ? text : NULL);
  gtk_widget_set_visible (self->hint, text[0] != '\0');
}

/* Without a pane, the session's first view. */
void
app_window_attach (AppWindow *self, AppSession *session, const GscopeWorkspacePane *pane)
{
  g_autoptr (AppSession) kept = g_object_ref (session);

  close_session (self);
  self->session = g_steal_pointer (&kept);
  app_session_attach (session);
  watch_session (self);
  app_limits_notify (session);
  gtk_stack_set_visible_child (self->stack, GTK_WIDGET (self->layout));
  app_canvas_set_session (self->canvas, session, pane);
  app_parameters_panel_set_session (self->parameters, session);
  show_hint (self);
  app_window_adopt_player (self);
  app_window_update_sharing (self);
  show_session (self);
  app_panes_grab_focus (app_canvas_get_panes (self->canvas));
}

static void
take_size (AppWindow *self, const GscopeWorkspaceWindow *window)
{
  if (window->width > 0 && window->height > 0)
    gtk_window_set_default_size (GTK_WINDOW (self), window->width, window->height);
}

void
app_window_show_session (AppWindow *self, AppSession *session)
{
  g_autoptr (AppSession) taken = session;
  GPtrArray *windows = gscope_workspace_get_windows (app_session_get_workspace (session));

  app_window_attach (self, session,
                     windows->len > 0 ? ((GscopeWorkspaceWindow *) windows->pdata[0])->pane : NULL);
  if (windows->len > 0)
    take_size (self, windows->pdata[0]);
  for (guint i = 1; i < windows->len; i++)
    {
      GtkWidget *other = app_window_new (gtk_window_get_application (GTK_WINDOW (self)));

      take_size (APP_WINDOW (other), windows->pdata[i]);
      app_window_attach (APP_WINDOW (other), session,
                         ((GscopeWorkspaceWindow *) windows->pdata[i])->pane);
      gtk_window_present (GTK_WINDOW (other));
    }
  app_document_set_unmodified (app_session_get_document (session));
}

/* Makes the page when it is first shown: that takes a while, and many windows never show it. */
static GtkWidget *
get_welcome (AppWindow *self)
{
  GtkWidget *welcome = gtk_stack_get_child_by_name (self->stack, "welcome");

  if (!welcome)
    {
      welcome = g_object_new (APP_TYPE_WELCOME, NULL);
      gtk_stack_add_named (self->stack, welcome, "welcome");
    }
  return welcome;
}

void
app_window_show_welcome (AppWindow *self)
{
  close_session (self);
  gtk_stack_set_visible_child (self->stack, get_welcome (self));
  show_session (self);
}

void
app_window_tell (AppWindow *self, const char *message)
{
  app_messages_add (self->messages, message);
}

AppSession *
app_window_get_session (AppWindow *self)
{
  return self->session;
}

gboolean
app_window_has_samples (AppWindow *self)
{
  return self->session && app_session_has_samples (self->session);
}
