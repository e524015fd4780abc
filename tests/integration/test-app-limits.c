/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Limits that are set in the window: the dialog, undo, and the workspace. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>
#include <string.h>

#include "app-bed.h"
#include "captures/panel.h"
#include "limits/dialog.h"
#include "limits/row.h"
#include "signals/row.h"

/* A wave at 10 Hz. */
#define WAVE                                                                                       \
  "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 5, \"delay-ms\": 20, \"sources\": [ " \
  "{ \"type\": \"demo\", \"parameters\": { \"frequency\": 10 },"                                   \
  "  \"options\": { \"signals\": [ \"sine\" ] } } ] } ],"                                          \
  "  \"views\": [ { \"span-s\": 0.2, \"signals\": [ { \"match\": \"*\" } ] } ] }"

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_make_small (f);
  app_bed_init (f, application, WAVE);
  app_bed_await (app_bed_has_samples (f));
}

static GscopeLimit *
get_limit (Fixture *f, GscopeSignal *signal)
{
  return gscope_workspace_get_limit (app_bed_get_workspace (f), signal);
}

static GtkWidget *
open_dialog (Fixture *f)
{
  app_bed_press (f, "<Control><Shift>l");
  return app_bed_find_window (APP_TYPE_LIMITS_DIALOG);
}

static void
choose (GtkWidget *dialog, GscopeLimitKind kind)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (app_bed_find_titled (dialog, "Values Are")), kind);
}

static void
enter (GtkWidget *dialog, const char *row, const char *text)
{
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, row)), text);
}

static gboolean
has_failed (GscopeLimit *limit)
{
  return gscope_limit_get_result (limit)->n_failures > 0;
}

/* The row of the signal has the failures, also in its description. */
static gboolean
is_counted_in_row (Fixture *f)
{
  AppSignalRow *row = APP_SIGNAL_ROW (app_bed_find (f->window, APP_TYPE_SIGNAL_ROW));
  const char *keys;
  g_autofree char *text = app_signal_row_describe (row, &keys);

  return strstr (text, " failure") != NULL;
}

/* By keys alone: a limit comes, fails, is undone and done again, is in the workspace, and goes. */
static void
test_set (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  GtkWidget *dialog = open_dialog (f);

  app_bed_check_names (dialog);
  choose (dialog, GSCOPE_LIMIT_KIND_AT_MOST);
  g_assert_false (gtk_widget_get_visible (app_bed_find_titled (dialog, "Lower Bound")));
  enter (dialog, "Upper Bound", "-2");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_cmpfloat (gscope_limit_get_settings (get_limit (f, signal))->upper, ==, -2);
  app_bed_await (has_failed (get_limit (f, signal)));
  app_bed_await (is_counted_in_row (f));
  g_assert_nonnull (app_bed_find_titled (dialog, gscope_signal_get_full_name (signal)));
  app_bed_escape (GTK_WINDOW (dialog));
  app_bed_press (f, "<Control>z");
  g_assert_null (get_limit (f, signal));
  app_bed_press (f, "<Control><Shift>z");
  g_assert_nonnull (get_limit (f, signal));
  app_bed_save_and_open (f, f->path);
  app_bed_await (app_bed_has_samples (f));
  signal = app_bed_select (f, 0);
  g_assert_cmpfloat (gscope_limit_get_settings (get_limit (f, signal))->upper, ==, -2);
  dialog = open_dialog (f);
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "Remove");
  g_assert_null (get_limit (f, signal));
  g_assert_nonnull (app_bed_find_text (dialog, "Limit of “demo/sine” removed"));
  g_assert_null (app_bed_find (dialog, APP_TYPE_LIMIT_ROW));
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Undo");
  g_assert_nonnull (get_limit (f, signal));
  g_assert_nonnull (app_bed_find (dialog, APP_TYPE_LIMIT_ROW));
  app_bed_escape (GTK_WINDOW (dialog));
}

/* A limit that is edited keeps its row; counts are reset. */
static void
test_counts (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  GtkWidget *dialog = open_dialog (f), *row;
  g_autofree char *failures = NULL;
  GscopeLimit *limit;

  enter (dialog, "Lower Bound", "2");
  enter (dialog, "Upper Bound", "3");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  limit = get_limit (f, signal);
  row = app_bed_find (dialog, APP_TYPE_LIMIT_ROW);
  app_bed_await (has_failed (limit));
  app_session_tick (app_bed_get_session (f));
  /* a lost tick ends a failure, and another one begins after it */
  failures = g_strdup_printf ("%u failure", (guint) gscope_limit_get_result (limit)->n_failures);
  g_assert_nonnull (app_bed_find_text (row, failures));
  /* the main loop, which compares the next samples and shows them, does not run meanwhile */
  g_signal_emit_by_name (app_bed_find_labelled (dialog, "Reset Counts"), "clicked");
  g_assert_nonnull (app_bed_find_text (row, "No sample yet"));
  enter (dialog, "Lower Bound", "-3");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_true (app_bed_find (dialog, APP_TYPE_LIMIT_ROW) == row);
  g_assert_true (get_limit (f, signal) == limit);
  app_bed_await (gscope_limit_get_result (limit)->n_passed > 0);
  app_session_tick (app_bed_get_session (f));
  g_assert_nonnull (app_bed_find_text (row, "Passes"));
  app_bed_escape (GTK_WINDOW (dialog));
}

/* The trigger of a mask stays when the mask is edited, also if no source has its signal yet. */
static void
test_edit (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                         .mask = (char *) "0 0 1, 1 0 1",
                                         .trigger = (char *) "later/pulse" };
  GtkWidget *dialog = open_dialog (f);

  gscope_workspace_set_limit (app_bed_get_workspace (f), signal, &settings);
  app_bed_settle ();
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "Edit");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_cmpstr (gscope_limit_get_settings (get_limit (f, signal))->trigger, ==, "later/pulse");
  app_bed_escape (GTK_WINDOW (dialog));
}

/* Bounds that are no limit are not taken, and the reason is said. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  GtkWidget *dialog = open_dialog (f);

  enter (dialog, "Lower Bound", "much");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_null (get_limit (f, signal));
  g_assert_nonnull (app_bed_find_text (dialog, "“Lower Bound” must be a number."));
  choose (dialog, GSCOPE_LIMIT_KIND_MASK);
  enter (dialog, "Corners: Time in s, Lower, Upper, …", "0 1");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_null (get_limit (f, signal));
  enter (dialog, "Corners: Time in s, Lower, Upper, …", "0 0 1, 1 0 1");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_nonnull (get_limit (f, signal));
  /* it has no trigger yet */
  g_assert_nonnull (app_bed_find_text (dialog, "Mask, but “demo/sine” has no trigger"));
  g_assert_nonnull (app_bed_find_text (
      dialog,
      "“demo/sine” has no trigger, at which the mask begins, so nothing is compared. Set the "
      "trigger of that signal with Ctrl+T. Ctrl+K shows the mask in a triggered display."));
  gscope_workspace_set_trigger (app_bed_get_workspace (f), signal,
                                &(GscopeTriggerSettings){ .after = 1 });
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_null (app_bed_find_text (dialog, "Mask, but “demo/sine” has no trigger"));
  app_bed_escape (GTK_WINDOW (dialog));
}

static gboolean
is_handle (GtkWidget *widget, gconstpointer name)
{
  return g_str_equal (gtk_widget_get_css_name (widget), name) && gtk_widget_get_visible (widget);
}

static void
press_up (GtkWidget *handle)
{
  g_autoptr (GtkShortcutTrigger) up = gtk_keyval_trigger_new (GDK_KEY_Up, 0);
  GtkShortcut *shortcut = app_bed_find_shortcut (handle, up);

  g_assert_true (gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, handle,
                                               gtk_shortcut_get_arguments (shortcut)));
}

/* The bound on the ruler, moved by keys: one change, which can be undone. */
static void
test_bound (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 0.5 };
  GtkWidget *bound;

  gscope_workspace_set_limit (app_bed_get_workspace (f), signal, &settings);
  app_bed_await ((bound = app_bed_find_match (f->window, is_handle, "bound")) != NULL);
  press_up (bound);
  press_up (bound);
  g_assert_cmpfloat (gscope_limit_get_settings (get_limit (f, signal))->upper, >, 0.5);
  app_bed_press (f, "<Control>z");
  g_assert_cmpfloat (gscope_limit_get_settings (get_limit (f, signal))->upper, ==, 0.5);
  g_assert_true (app_bed_find_match (f->window, is_handle, "bound") == bound);
}

static GscopeCaptureList *
get_captures (Fixture *f)
{
  return gscope_gtk_view_get_captures (app_bed_get_view (f));
}

static guint
count_captures (Fixture *f)
{
  return get_captures (f) ? g_list_model_get_n_items (G_LIST_MODEL (get_captures (f))) : 0;
}

/* A first mask is a box around the trigger, a tenth of the span of 200 ms from the ends of a triggered display. */
static void
test_first_mask (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  GtkWidget *dialog = open_dialog (f);
  const GscopeLimitCorner *corners;
  gsize n;

  choose (dialog, GSCOPE_LIMIT_KIND_MASK);
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  g_assert_nonnull (get_limit (f, signal));
  corners = gscope_limit_get_corners (get_limit (f, signal), &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (corners[0].time, ==, -30 * GSCOPE_MSEC);
  g_assert_cmpint (corners[1].time, ==, 130 * GSCOPE_MSEC);
  g_assert_cmpfloat (corners[0].lower, <, corners[0].upper);
  app_bed_escape (GTK_WINDOW (dialog));
}

/* A corner of a mask, moved by keys: one change, which can be undone. */
static void
test_corner (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                         .mask = (char *) "0 -0.5 0.5, 0.1 -0.5 0.5" };
  GtkWidget *mask;
  gsize n;

  gscope_workspace_set_limit (app_bed_get_workspace (f), signal, &settings);
  g_assert_null (app_bed_find_match (f->window, is_handle, "mask"));
  app_bed_press (f, "<Control>k");
  app_bed_await ((mask = app_bed_find_match (f->window, is_handle, "mask")) != NULL);
  press_up (mask);
  press_up (mask);
  g_assert_cmpfloat (gscope_limit_get_corners (get_limit (f, signal), &n)->lower, >, -0.5);
  g_assert_cmpuint (n, ==, 2);
  app_bed_press (f, "<Control>z");
  g_assert_cmpstr (gscope_limit_get_settings (get_limit (f, signal))->mask, ==, settings.mask);
}

/* A mask from the capture in front, which can be undone. */
static void
test_mask (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);

  app_bed_press (f, "<Control><Alt>m");
  g_assert_null (get_limit (f, signal));
  app_bed_press (f, "<Control>k");
  app_bed_await (count_captures (f) > 0);
  app_bed_press (f, "space");
  app_bed_click (f, "win.mask-captures");
  g_assert_cmpint (gscope_limit_get_settings (get_limit (f, signal))->kind, ==,
                   GSCOPE_LIMIT_KIND_MASK);
  app_bed_press (f, "<Control>z");
  g_assert_null (get_limit (f, signal));
}

/* A failure is captured between the firings of the trigger. */
static void
test_capture (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  const GscopeTriggerSettings never = { .condition = { .level = 1e6 }, .after = 1 };
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .captures = TRUE };

  gscope_workspace_set_trigger (app_bed_get_workspace (f), signal, &never);
  app_bed_press (f, "<Control>k");
  app_bed_settle ();
  g_assert_cmpuint (count_captures (f), ==, 0);
  gscope_workspace_set_limit (app_bed_get_workspace (f), signal, &settings);
  app_bed_await (count_captures (f) > 0);
}

/* Failures that come while too many wait for their samples are counted, and those that a limit did not report. */
static void
test_dropped (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (f, 0);
  const GscopeTriggerSettings never = { .condition = { .level = 1e6 }, .after = 1 };
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST,
                                         .upper = 1e6,
                                         .captures = TRUE };
  GtkWidget *panel;

  gscope_workspace_set_trigger (app_bed_get_workspace (f), signal, &never);
  gscope_workspace_set_limit (app_bed_get_workspace (f), signal, &settings);
  app_bed_press (f, "<Control>k");
  app_bed_await (get_captures (f));
  panel = app_bed_find (f->window, APP_TYPE_CAPTURES_PANEL);
  /* samples of these times never come */
  for (guint i = 0; i < 64; i++)
    g_signal_emit_by_name (get_limit (f, signal), "failed", G_MAXINT64 / 2, 2.0);
  app_session_tick (app_bed_get_session (f));
  g_assert_null (app_bed_find_text (panel, "not captured"));
  for (guint i = 0; i < 3; i++)
    g_signal_emit_by_name (get_limit (f, signal), "failed", G_MAXINT64 / 2, 2.0);
  g_signal_emit_by_name (get_limit (f, signal), "more-failed", (guint64) 40);
  app_session_tick (app_bed_get_session (f));
  g_assert_nonnull (
      app_bed_find_text (panel, ", 43 failures of limits not captured: too many waited"));
  app_bed_press (f, "<Control>k");
  app_bed_press (f, "<Control>k");
  app_bed_await (get_captures (f));
  app_session_tick (app_bed_get_session (f));
  g_assert_null (app_bed_find_text (panel, "not captured"));
}

static void
on_method (GDBusConnection *connection, const char *sender, const char *path, const char *interface,
           const char *method, GVariant *arguments, GDBusMethodInvocation *invocation,
           gpointer n_notices)
{
  *(guint *) n_notices += g_str_equal (method, "Notify");
  if (g_str_equal (method, "Notify"))
    g_dbus_method_invocation_return_value (invocation, g_variant_new ("(u)", 1));
  else
    g_dbus_method_invocation_return_value (invocation, NULL);
}

static guint
serve_notices (GDBusConnection *bus, guint *n_notices)
{
  static const char description[] =
      "<node><interface name='org.freedesktop.Notifications'><method name='Notify'>"
      "<arg type='s'/><arg type='u'/><arg type='s'/><arg type='s'/><arg type='s'/><arg type='as'/>"
      "<arg type='a{sv}'/><arg type='i'/><arg type='u' direction='out'/></method>"
      "<method name='CloseNotification'><arg type='u'/></method></interface></node>";
  static const GDBusInterfaceVTable functions = { .method_call = on_method };
  g_autoptr (GDBusNodeInfo) node = g_dbus_node_info_new_for_xml (description, NULL);
  g_autoptr (GVariant) answer = NULL;

  answer = g_dbus_connection_call_sync (
      bus, "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "RequestName",
      g_variant_new ("(su)", "org.freedesktop.Notifications", 0), NULL, 0, -1, NULL, NULL);
  g_assert_nonnull (answer);
  return g_dbus_connection_register_object (bus, "/org/freedesktop/Notifications",
                                            node->interfaces[0], &functions, n_notices, NULL, NULL);
}

/* Of many failures the desktop has one notification. */
static void
test_notify (Fixture *f, gconstpointer data)
{
  GDBusConnection *bus = g_application_get_dbus_connection (G_APPLICATION (f->application));
  GscopeSignal *signal = app_bed_select (f, 0);
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .notifies = TRUE };
  guint n_notices = 0, id;

  if (!bus)
    {
      g_test_skip ("the application has no bus");
      return;
    }
  id = serve_notices (bus, &n_notices);
  gscope_workspace_set_limit (app_bed_get_workspace (f), signal, &settings);
  app_bed_await (gscope_limit_get_result (get_limit (f, signal))->n_failures > 2);
  app_bed_await (n_notices > 0);
  g_assert_cmpuint (n_notices, ==, 1);
  g_dbus_connection_unregister_object (bus, id);
}

static void
add_tests (gconstpointer application)
{
#define ADD(path, test) g_test_add (path, Fixture, application, set_up, test, app_bed_tear_down)

  ADD ("/app-limits/set", test_set);
  ADD ("/app-limits/counts", test_counts);
  ADD ("/app-limits/edit", test_edit);
  ADD ("/app-limits/refused", test_refused);
  ADD ("/app-limits/bound", test_bound);
  ADD ("/app-limits/first-mask", test_first_mask);
  ADD ("/app-limits/corner", test_corner);
  ADD ("/app-limits/mask", test_mask);
  ADD ("/app-limits/capture", test_capture);
  ADD ("/app-limits/dropped", test_dropped);
  ADD ("/app-limits/notify", test_notify);
#undef ADD
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
