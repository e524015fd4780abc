/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "app-bed.h"

#include "panes/panes.h"
#include "widgets/steady-label.h"
#include "window/window.h"

#include <X11/Xlib.h>
#include <adwaita.h>
#include <gdk/x11/gdkx.h>
#include <gscope-test/run.h>
#include <string.h>

/* Of a millisecond each. */
#define MOST_STEPS 5000

#define MOST_SETTLING (20 * G_TIME_SPAN_MILLISECOND)

void
app_bed_init (AppBed *self, gconstpointer application, const char *workspace)
{
  self->application = (GtkApplication *) application;
  self->directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  self->path = g_build_filename (self->directory, "lab.json", NULL);
  self->file = g_file_new_for_path (self->path);
  g_assert_true (g_file_set_contents (self->path, workspace, -1, NULL));
  app_bed_open_window (self);
}

void
app_bed_make_small (AppBed *self)
{
  self->width = 1000;
  self->height = 640;
}

void
app_bed_set_up (AppBed *self, gconstpointer application)
{
  app_bed_make_small (self);
  app_bed_init (self, application,
                "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 100, \"sources\": [ {\n"
                "  \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\" ] } } ] } ],\n"
                "  \"views\": [ { \"signals\": [ { \"match\": \"*\" } ] } ] }\n");
}

void
app_bed_clear (AppBed *self)
{
  GtkWindow *other;

  app_bed_close_window (self);
  while ((other = app_bed_find_window (APP_TYPE_WINDOW)))
    gtk_window_destroy (other);
  app_bed_settle ();
  gscope_test_remove (self->directory);
  g_object_unref (self->file);
  g_free (self->path);
  g_free (self->directory);
}

void
app_bed_tear_down (AppBed *self, gconstpointer data)
{
  app_bed_clear (self);
}

void
app_bed_open_window (AppBed *self)
{
  self->window = app_window_new (self->application);
  if (self->width > 0)
    gtk_window_set_default_size (GTK_WINDOW (self->window), self->width, self->height);
  g_object_add_weak_pointer (G_OBJECT (self->window), (gpointer *) &self->window);
  gtk_window_present (GTK_WINDOW (self->window));
  app_bed_open (self, self->path);
}

void
app_bed_close_window (AppBed *self)
{
  if (self->window)
    gtk_window_destroy (GTK_WINDOW (self->window));
  app_bed_await (app_bed_is_gone (self));
}

void
app_bed_reopen (AppBed *self)
{
  app_bed_close_window (self);
  app_bed_open_window (self);
}

void
app_bed_open (AppBed *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);

  app_window_open (APP_WINDOW (self->window), file);
  app_bed_await (app_bed_has_samples (self));
}

void
app_bed_play (AppBed *self)
{
  g_autofree char *path = g_build_filename (self->directory, "lab.tuples", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i <= 10000; i += 10)
    g_string_append_printf (text, "%u %u a/one\n%u %u a/two\n", i, i % 7, i, i % 5);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  app_bed_open (self, path);
  app_bed_await (app_bed_shows_recording (self));
}

static void
on_saved (GObject *object, GAsyncResult *result, gpointer is_saved)
{
  g_autoptr (GError) error = NULL;

  app_document_save_finish (APP_DOCUMENT (object), result, &error);
  g_assert_no_error (error);
  *(gboolean *) is_saved = TRUE;
}

void
app_bed_save_and_open (AppBed *self, const char *path)
{
  g_autoptr (GFile) file = g_file_new_for_path (path);
  gboolean is_saved = FALSE;

  app_document_save_async (app_session_get_document (app_bed_get_session (self)), file, on_saved,
                           &is_saved);
  app_bed_await (is_saved);
  app_bed_open (self, path);
}

gboolean
app_bed_has_samples (AppBed *self)
{
  return app_window_has_samples (APP_WINDOW (self->window));
}

gboolean
app_bed_is_gone (AppBed *self)
{
  return self->window == NULL;
}

gboolean
app_bed_is_modified (AppBed *self)
{
  return g_str_has_prefix (gtk_window_get_title (GTK_WINDOW (self->window)), "•");
}

AppSession *
app_bed_get_session (AppBed *self)
{
  return app_window_get_session (APP_WINDOW (self->window));
}

GscopeGtkView *
app_bed_get_view (AppBed *self)
{
  return app_panes_get_view (APP_PANES (app_bed_find (self->window, APP_TYPE_PANES)));
}

guint
app_bed_count_signals (AppBed *self)
{
  return g_list_model_get_n_items (gscope_gtk_view_get_signals (app_bed_get_view (self)));
}

gboolean
app_bed_shows_recording (AppBed *self)
{
  GscopeGtkViewport *viewport = gscope_gtk_view_get_viewport (app_bed_get_view (self));

  return app_bed_count_signals (self) == 2
         && gscope_gtk_viewport_get_span (viewport) == 10 * GSCOPE_SEC
         && app_bed_is_enabled (self, "play");
}

GscopeGtkViewSignal *
app_bed_select_signal (AppBed *self, guint position)
{
  GscopeGtkView *view = app_bed_get_view (self);
  g_autoptr (GscopeGtkViewSignal) signal =
      g_list_model_get_item (gscope_gtk_view_get_signals (view), position);

  gscope_gtk_view_set_selected (view, signal);
  app_bed_settle ();
  return signal;
}

GscopeSignal *
app_bed_select (AppBed *self, guint position)
{
  return gscope_gtk_view_signal_get_signal (app_bed_select_signal (self, position));
}

GscopeWorkspace *
app_bed_get_workspace (AppBed *self)
{
  return app_session_get_workspace (app_bed_get_session (self));
}

GscopeParameter *
app_bed_get_parameter (AppBed *self)
{
  return gscope_gtk_control_get_parameter (
      GSCOPE_GTK_CONTROL (app_bed_find (self->window, GSCOPE_GTK_TYPE_CONTROL)));
}

void
app_bed_write (AppBed *self, double value)
{
  app_bed_write_as (self, value, "slider");
}

void
app_bed_write_as (AppBed *self, double value, const char *writer)
{
  GscopeParameter *parameter = app_bed_get_parameter (self);

  gscope_parameter_write_async (parameter, g_variant_new_double (value), writer, NULL, NULL, NULL);
  app_bed_settle ();
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, value);
}

void
app_bed_activate (AppBed *self, const char *name, const char *target)
{
  g_action_group_activate_action (G_ACTION_GROUP (self->window), name,
                                  target ? g_variant_new_string (target) : NULL);
  app_bed_settle ();
}

gboolean
app_bed_is_enabled (AppBed *self, const char *name)
{
  return g_action_group_get_action_enabled (G_ACTION_GROUP (self->window), name);
}

gboolean
app_bed_get_state (AppBed *self, const char *name)
{
  g_autoptr (GVariant) state =
      g_action_group_get_action_state (G_ACTION_GROUP (self->window), name);

  return g_variant_get_boolean (state);
}

void
app_bed_press (AppBed *self, const char *key)
{
  g_auto (GStrv) actions = gtk_application_get_actions_for_accel (self->application, key);
  g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string (key);
  gboolean is_done = actions[0] && gtk_widget_activate_action (self->window, actions[0], NULL);

  for (GtkWidget *widget = actions[0] ? NULL : GTK_WIDGET (app_bed_get_view (self));
       widget && !is_done; widget = gtk_widget_get_parent (widget))
    {
      GtkShortcut *shortcut = app_bed_find_shortcut (widget, trigger);

      is_done = shortcut
                && gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                 gtk_shortcut_get_arguments (shortcut));
    }
  if (!is_done)
    g_error ("The key %s does nothing", key);
  app_bed_settle ();
}

/* An item of a menu that is looked for, by its label without the underscore of its key. */
typedef struct
{
  const char *label;
  GtkWidget *widget;
  gboolean is_done;
} Item;

static void
activate_item (GMenuModel *menu, int i, gpointer data)
{
  Item *item = data;
  g_autofree char *label = NULL, *action = NULL;
  g_autoptr (GVariant) target = g_menu_model_get_item_attribute_value (menu, i, "target", NULL);
  g_auto (GStrv) parts = NULL;

  if (item->is_done || !g_menu_model_get_item_attribute (menu, i, "label", "s", &label)
      || !g_menu_model_get_item_attribute (menu, i, "action", "s", &action))
    return;
  parts = g_strsplit (label, "_", -1);
  g_free (label);
  label = g_strjoinv (NULL, parts);
  item->is_done = g_str_equal (label, item->label)
                  && gtk_widget_activate_action_variant (item->widget, action, target);
}

static gboolean
has_item (GtkWidget *widget, gconstpointer data)
{
  Item *item = (Item *) data;

  item->widget = widget;
  if (app_bed_get_menu (widget))
    app_bed_for_each_item (app_bed_get_menu (widget), activate_item, item);
  return item->is_done;
}

void
app_bed_choose (AppBed *self, const char *label)
{
  Item item = { .label = label };
  GtkWidget *button = app_bed_find_match (self->window, has_item, &item);

  /* a menu may be filled in a later frame */
  for (guint i = 0; i < MOST_STEPS && !button; i++)
    {
      app_bed_step ();
      button = app_bed_find_match (self->window, has_item, &item);
    }
  if (!button)
    g_error ("No menu has an item “%s” that does something", label);
  app_bed_settle ();
}

void
app_bed_click (AppBed *self, const char *action)
{
  GtkWidget *button = app_bed_find_button (self->window, action);

  /* what it does may be possible at a later frame only */
  for (guint i = 0; i < MOST_STEPS && !(button && gtk_widget_is_sensitive (button)); i++)
    {
      app_bed_step ();
      button = app_bed_find_button (self->window, action);
    }
  if (!button || !gtk_widget_is_sensitive (button))
    g_error ("There is no button for %s, or it cannot be pressed", action);
  g_signal_emit_by_name (button, "clicked");
  app_bed_settle ();
}

void
app_bed_click_in (GType window, const char *label)
{
  GtkWidget *dialog = app_bed_find_window (window);
  GtkWidget *button = dialog ? app_bed_find_labelled (dialog, label) : NULL;

  if (!button)
    g_error ("No %s is open that has a button “%s”", g_type_name (window), label);
  g_signal_emit_by_name (button, "clicked");
  app_bed_settle ();
}

void
app_bed_answer (const char *response)
{
  GtkWindow *dialog = app_bed_find_window (ADW_TYPE_MESSAGE_DIALOG);

  g_assert_nonnull (dialog);
  adw_message_dialog_response (ADW_MESSAGE_DIALOG (dialog), response);
  gtk_window_destroy (dialog);
  app_bed_settle ();
}

void
app_bed_enter (GtkWidget *entry, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (entry), text);
  g_signal_emit_by_name (entry, "activate");
}

/* A window that is painted all the time never comes to rest, and with sanitizers each of its frames takes long. */
void
app_bed_press_in (GtkWidget *widget, guint key)
{
  GListModel *controllers = gtk_widget_observe_controllers (widget);
  gboolean is_handled = FALSE;

  for (guint i = 0; i < g_list_model_get_n_items (controllers) && !is_handled; i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_KEY (controller)
          && gtk_event_controller_get_propagation_phase (controller) == GTK_PHASE_CAPTURE)
        g_signal_emit_by_name (controller, "key-pressed", key, 0, 0, &is_handled);
    }
  g_object_unref (controllers);
  g_assert_true (is_handled);
}

void
app_bed_settle (void)
{
  gint64 end = g_get_monotonic_time () + MOST_SETTLING;

  for (guint i = 0; i < 200 && (i < 20 || g_get_monotonic_time () < end); i++)
    g_main_context_iteration (NULL, FALSE);
}

void
app_bed_step (void)
{
  if (!g_main_context_iteration (NULL, FALSE))
    g_usleep (1000);
}

void
app_bed_step_towards (const char *condition, gint64 *said)
{
  app_bed_step ();
  if (g_get_monotonic_time () - *said < G_TIME_SPAN_MINUTE)
    return;
  g_test_message ("This is waited for: %s", condition);
  *said = g_get_monotonic_time ();
}

/* Finding. */

GtkWidget *
app_bed_find_match (GtkWidget *widget, gboolean (*is_match) (GtkWidget *widget, gconstpointer data),
                    gconstpointer data)
{
  GtkWidget *found = is_match (widget, data) ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = app_bed_find_match (child, is_match, data);
  return found;
}

static gboolean
is_of_type (GtkWidget *widget, gconstpointer type)
{
  return G_TYPE_CHECK_INSTANCE_TYPE (widget, GPOINTER_TO_SIZE (type));
}

GtkWidget *
app_bed_find (GtkWidget *widget, GType type)
{
  return app_bed_find_match (widget, is_of_type, GSIZE_TO_POINTER (type));
}

static gboolean
has_text (GtkWidget *widget, gconstpointer text)
{
  if (APP_IS_STEADY_LABEL (widget))
    return strstr (app_steady_label_get_text (APP_STEADY_LABEL (widget)), text) != NULL;
  return GTK_IS_LABEL (widget) && strstr (gtk_label_get_text (GTK_LABEL (widget)), text);
}

GtkWidget *
app_bed_find_text (GtkWidget *widget, const char *text)
{
  return app_bed_find_match (widget, has_text, text);
}

static gboolean
has_name (GtkWidget *widget, gconstpointer name)
{
  return g_strcmp0 (gtk_widget_get_name (widget), name) == 0;
}

GtkWidget *
app_bed_find_named (GtkWidget *widget, const char *name)
{
  return app_bed_find_match (widget, has_name, name);
}

static gboolean
is_labelled (GtkWidget *widget, gconstpointer label)
{
  return GTK_IS_BUTTON (widget)
         && g_strcmp0 (gtk_button_get_label (GTK_BUTTON (widget)), label) == 0;
}

GtkWidget *
app_bed_find_labelled (GtkWidget *widget, const char *label)
{
  return app_bed_find_match (widget, is_labelled, label);
}

static gboolean
has_title (GtkWidget *widget, gconstpointer title)
{
  return ADW_IS_PREFERENCES_ROW (widget)
         && g_strcmp0 (adw_preferences_row_get_title (ADW_PREFERENCES_ROW (widget)), title) == 0;
}

GtkWidget *
app_bed_find_titled (GtkWidget *widget, const char *title)
{
  return app_bed_find_match (widget, has_title, title);
}

void
app_bed_point (GtkWidget *widget, double x, double y)
{
  GtkNative *native = gtk_widget_get_native (widget);
  GdkSurface *surface = gtk_native_get_surface (native);
  Display *display = gdk_x11_display_get_xdisplay (gdk_surface_get_display (surface));
  double left, top;

  gtk_widget_translate_coordinates (widget, GTK_WIDGET (native), x, y, &x, &y);
  gtk_native_get_surface_transform (native, &left, &top);
  XWarpPointer (display, None, gdk_x11_surface_get_xid (surface), 0, 0, 0, 0, (int) (x + left),
                (int) (y + top));
  XFlush (display);
}

static gboolean
does (GtkWidget *widget, gconstpointer action)
{
  return GTK_IS_BUTTON (widget) && gtk_widget_get_mapped (widget)
         && g_strcmp0 (gtk_actionable_get_action_name (GTK_ACTIONABLE (widget)), action) == 0;
}

GtkWidget *
app_bed_find_button (GtkWidget *widget, const char *action)
{
  return app_bed_find_match (widget, does, action);
}

gpointer
app_bed_find_window (GType type)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l; l = l->next)
    if (G_TYPE_CHECK_INSTANCE_TYPE (l->data, type))
      return l->data;
  return NULL;
}

GtkShortcut *
app_bed_find_shortcut (GtkWidget *widget, GtkShortcutTrigger *trigger)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GListModel) shortcuts = g_list_model_get_item (controllers, i);

      for (guint k = 0;
           GTK_IS_SHORTCUT_CONTROLLER (shortcuts) && k < g_list_model_get_n_items (shortcuts); k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (shortcuts, k);

          if (gtk_shortcut_trigger_equal (gtk_shortcut_get_trigger (shortcut), trigger))
            return shortcut;
        }
    }
  return NULL;
}

/* Keys of dialogs. */

static gboolean
is_in_row (GtkWidget *widget, gconstpointer visited)
{
  GtkWidget *row = gtk_widget_get_ancestor (widget, GTK_TYPE_LIST_BOX_ROW);

  return row && g_ptr_array_find ((GPtrArray *) visited, row, NULL);
}

static gboolean
is_visited (GtkWidget *widget, gconstpointer visited)
{
  return g_ptr_array_find ((GPtrArray *) visited, widget, NULL);
}

/* Returns whether a widget and all that it is in can have the focus; the buttons of a window have keys of their own. */
static gboolean
can_focus (GtkWidget *widget)
{
  gboolean can = gtk_widget_get_focusable (widget) && gtk_widget_is_sensitive (widget);

  for (; can && widget; widget = gtk_widget_get_parent (widget))
    can = gtk_widget_get_can_focus (widget);
  return can;
}

/* The arrow keys go from row to row of a list. */
static gboolean
is_in_list (GtkWidget *widget, gconstpointer visited)
{
  GtkWidget *list = gtk_widget_get_parent (widget);

  return GTK_IS_LIST_VIEW (list) && app_bed_find_match (list, is_visited, visited);
}

/* A container takes no focus if one of its children does, and a row takes the focus in place of its children. */
static gboolean
is_missed (GtkWidget *widget, gconstpointer visited)
{
  return gtk_widget_get_mapped (widget) && can_focus (widget) && !is_in_row (widget, visited)
         && !is_in_list (widget, visited) && !app_bed_find_match (widget, is_visited, visited);
}

static void
check_tab (GtkWindow *dialog)
{
  g_autoptr (GPtrArray) visited = g_ptr_array_new ();
  GtkWidget *focus = gtk_window_get_focus (dialog), *missed;

  g_assert_nonnull (focus);
  g_assert_true (!gtk_widget_get_ancestor (focus, ADW_TYPE_HEADER_BAR)
                 || gtk_widget_has_css_class (focus, "suggested-action"));
  for (; !g_ptr_array_find (visited, focus, NULL); focus = gtk_window_get_focus (dialog))
    {
      g_test_message ("%s: %s %s", gtk_window_get_title (dialog), G_OBJECT_TYPE_NAME (focus),
                      GTK_IS_BUTTON (focus) ? gtk_button_get_label (GTK_BUTTON (focus)) : "");
      g_ptr_array_add (visited, focus);
      g_assert_true (gtk_widget_child_focus (GTK_WIDGET (dialog), GTK_DIR_TAB_FORWARD));
      g_assert_nonnull (gtk_window_get_focus (dialog));
    }
  g_assert_true (focus == visited->pdata[0]);
  missed = app_bed_find_match (GTK_WIDGET (dialog), is_missed, visited);
  if (missed)
    g_error ("Tab does not visit a %s in a %s of the dialog %s", G_OBJECT_TYPE_NAME (missed),
             G_OBJECT_TYPE_NAME (gtk_widget_get_parent (missed)), gtk_window_get_title (dialog));
}

/* Returns the name that a widget has of its own; NULL for none. */
static char *
read_name (GtkWidget *widget)
{
  const GtkAccessibleProperty property = GTK_ACCESSIBLE_PROPERTY_LABEL;

  /* the check returns what the property is instead */
  return gtk_test_accessible_has_property (GTK_ACCESSIBLE (widget), property)
             ? gtk_test_accessible_check_property (GTK_ACCESSIBLE (widget), property, "\n")
             : NULL;
}

/* These give the focus to what is in them, and an entry has the name of its text. */
static gboolean
needs_no_name (GtkWidget *widget)
{
  return GTK_IS_SCROLLED_WINDOW (widget) || GTK_IS_LIST_BOX (widget) || ADW_IS_EXPANDER_ROW (widget)
         || GTK_IS_TEXT (widget);
}

static gboolean
is_named_badly (GtkWidget *widget, gconstpointer data)
{
  g_autofree char *name = read_name (widget);
  gboolean is_labelled = gtk_test_accessible_has_relation (GTK_ACCESSIBLE (widget),
                                                           GTK_ACCESSIBLE_RELATION_LABELLED_BY);

  if (!gtk_widget_get_mapped (widget) || !can_focus (widget) || needs_no_name (widget))
    return FALSE;
  return name ? *name == '\0' || strchr (name, '_') : !is_labelled;
}

void
app_bed_check_names (GtkWidget *window)
{
  GtkWidget *bad = app_bed_find_match (window, is_named_badly, NULL);
  g_autofree char *name = bad ? read_name (bad) : NULL;

  g_assert_cmpstr (g_getenv ("GTK_A11Y"), ==, "test");
  if (bad)
    g_error ("The name of a %s in a %s of %s is “%s”", G_OBJECT_TYPE_NAME (bad),
             G_OBJECT_TYPE_NAME (gtk_widget_get_parent (bad)),
             gtk_window_get_title (GTK_WINDOW (window)), name ? name : "");
}

GtkWindow *
app_bed_find_dialog (AppBed *f)
{
  g_autoptr (GList) windows = gtk_window_list_toplevels ();

  for (GList *l = windows; l; l = l->next)
    if (gtk_window_get_transient_for (l->data) == GTK_WINDOW (f->window))
      return l->data;
  return NULL;
}

void
app_bed_escape (GtkWindow *dialog)
{
  g_autoptr (GtkShortcutTrigger) trigger = gtk_shortcut_trigger_parse_string ("Escape");
  GtkShortcut *shortcut = app_bed_find_shortcut (GTK_WIDGET (dialog), trigger);

  g_assert_nonnull (shortcut);
  g_assert_true (gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0,
                                               GTK_WIDGET (dialog),
                                               gtk_shortcut_get_arguments (shortcut)));
  app_bed_settle ();
}

void
app_bed_check_keys (GtkWindow *dialog)
{
  app_bed_check_names (GTK_WIDGET (dialog));
  check_tab (dialog);
  app_bed_escape (dialog);
}

void
app_bed_check_opener (AppBed *f, const char *action, const char *target)
{
  g_autoptr (GVariant) value = target ? g_variant_ref_sink (g_variant_new_string (target)) : NULL;

  g_assert_true (gtk_widget_activate_action_variant (f->window, action, value));
  app_bed_settle ();
  g_assert_nonnull (app_bed_find_dialog (f));
  app_bed_check_keys (app_bed_find_dialog (f));
  g_assert_null (app_bed_find_dialog (f));
}

GtkEventController *
app_bed_find_drop_target (GtkWidget *widget)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_DROP_TARGET (controller))
        return controller;
    }
  return NULL;
}

GMenuModel *
app_bed_get_menu (GtkWidget *widget)
{
  if (GTK_IS_MENU_BUTTON (widget))
    return gtk_menu_button_get_menu_model (GTK_MENU_BUTTON (widget));
  return ADW_IS_SPLIT_BUTTON (widget) ? adw_split_button_get_menu_model (ADW_SPLIT_BUTTON (widget))
                                      : NULL;
}

void
app_bed_for_each_item (GMenuModel *menu, AppBedItemFunc func, gpointer data)
{
  for (int i = 0; i < g_menu_model_get_n_items (menu); i++)
    {
      g_autoptr (GMenuLinkIter) links = g_menu_model_iterate_item_links (menu, i);

      func (menu, i, data);
      while (g_menu_link_iter_next (links))
        {
          g_autoptr (GMenuModel) linked = g_menu_link_iter_get_value (links);

          app_bed_for_each_item (linked, func, data);
        }
    }
}

/* The program. */

int
app_bed_run (int argc, char *argv[], void (*add_tests) (gconstpointer application))
{
  const AppOptions options = { 0 };
  g_autofree char *data_home = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autoptr (AppApplication) application = NULL;
  g_autoptr (GError) error = NULL;
  int status;

  g_setenv ("XDG_DATA_HOME", data_home, TRUE);
  g_setenv ("XDG_STATE_HOME", data_home, TRUE);
  g_setenv ("TSL_PAGE_DIR", data_home, TRUE);
  gtk_test_init (&argc, &argv);
  g_object_set (gtk_settings_get_default (), "gtk-enable-animations", FALSE, NULL);
  application = app_application_new (&options);
  g_application_register (G_APPLICATION (application), NULL, &error);
  g_assert_no_error (error);
  /* nothing else ends the wait for its samples */
  if (!gscope_registry_has_type (gscope_registry_get_default (), "demo"))
    g_error ("There is no plugin “demo” in GSCOPE_PLUGIN_PATH: build the plugins");
  add_tests (application);
  status = g_test_run ();
  gscope_test_remove (data_home);
  return status;
}
