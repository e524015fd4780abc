/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The triggered display in the window: how it begins and ends, its bar, and the list of its captures. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>

#include "app-bed.h"
#include "captures/bar.h"
#include "captures/form.h"
#include "captures/panel.h"
#include "undo/sources.h"
#include "undo/view.h"

/* A wave at 10 Hz, and a recording of a sawtooth. */
#define WAVE                                                                                       \
  "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 5, \"delay-ms\": 20, \"sources\": [ " \
  "{\n"                                                                                            \
  "  \"type\": \"demo\", \"parameters\": { \"frequency\": 10 },\n"                                 \
  "  \"options\": { \"signals\": [ \"sine\" ] } } ] } ],\n"                                        \
  "  \"views\": [ { \"span-s\": 0.1, \"signals\": [ { \"match\": \"*\" } ] } ] }\n"

enum
{
  /* the width of some letters of a condition, pixels */
  LEAST_CONDITION = 50,
};

typedef struct
{
  AppBed bed;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_make_small (&f->bed);
  app_bed_init (&f->bed, application, WAVE);
  app_bed_await (app_bed_has_samples (&f->bed));
}

static void
set_up_narrow (Fixture *f, gconstpointer application)
{
  f->bed.width = 360;
  f->bed.height = 640;
  app_bed_init (&f->bed, application, WAVE);
  app_bed_await (app_bed_has_samples (&f->bed));
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  app_bed_clear (&f->bed);
}

static GListModel *
get_captures (Fixture *f)
{
  return G_LIST_MODEL (gscope_gtk_view_get_captures (app_bed_get_view (&f->bed)));
}

static guint
count (Fixture *f)
{
  return get_captures (f) ? g_list_model_get_n_items (get_captures (f)) : 0;
}

static guint64
get_shown (Fixture *f)
{
  GscopeCapture *shown = gscope_gtk_view_get_shown_capture (app_bed_get_view (&f->bed));

  return shown ? gscope_capture_get_number (shown) : 0;
}

static GtkWidget *
find (Fixture *f, GType type)
{
  return app_bed_find (f->bed.window, type);
}

static GtkSelectionModel *
get_list (Fixture *f)
{
  return gtk_column_view_get_model (
      GTK_COLUMN_VIEW (app_bed_find (find (f, APP_TYPE_CAPTURES_PANEL), GTK_TYPE_COLUMN_VIEW)));
}

static guint64
get_listed (Fixture *f, guint position)
{
  g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (get_list (f)), position);

  return capture ? gscope_capture_get_number (capture) : 0;
}

static void
wait_for_captures (Fixture *f, guint n)
{
  app_bed_await (count (f) >= n);
}

/* Holds the display, so that the list stays as it is in front. */
static void
hold (Fixture *f)
{
  app_bed_press (&f->bed, "space");
  g_assert_true (
      gscope_gtk_viewport_get_held (gscope_gtk_view_get_viewport (app_bed_get_view (&f->bed))));
}

static gboolean
is_titled_triggered (Fixture *f)
{
  AdwWindowTitle *title = ADW_WINDOW_TITLE (find (f, ADW_TYPE_WINDOW_TITLE));

  return g_str_has_prefix (adw_window_title_get_subtitle (title), "Triggered on ");
}

/* One key makes the display triggered, with a trigger in the middle of the signal; the bar and the list come and go with it. */
static void
test_begin (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);

  g_assert_null (find (f, APP_TYPE_TRIGGER_BAR));
  app_bed_press (&f->bed, "<Control>k");
  g_assert_nonnull (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
  g_assert_true (gtk_widget_get_visible (find (f, APP_TYPE_TRIGGER_BAR)));
  g_assert_true (gtk_widget_get_child_visible (find (f, APP_TYPE_CAPTURES_PANEL)));
  wait_for_captures (f, 3);
  g_assert_cmpuint (get_shown (f), >=, 3);
  g_assert_cmpuint (get_listed (f, 0), ==, get_shown (f));
  g_assert_true (app_bed_get_state (&f->bed, "triggered"));
  app_bed_await (is_titled_triggered (f));
  app_bed_press (&f->bed, "<Control>k");
  g_assert_null (get_captures (f));
  app_bed_await (!is_titled_triggered (f));
  g_assert_false (gtk_widget_get_visible (find (f, APP_TYPE_TRIGGER_BAR)));
  /* each of the steps is undone */
  app_bed_press (&f->bed, "<Control>z");
  g_assert_nonnull (get_captures (f));
  app_bed_press (&f->bed, "<Control>z");
  g_assert_null (get_captures (f));
  app_bed_press (&f->bed, "<Control>z");
  g_assert_null (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
}

/* The selected row of the list is the capture in front, whoever chose it. */
static void
test_select (Fixture *f, gconstpointer data)
{
  guint64 shown;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 3);
  hold (f);
  shown = get_shown (f);
  app_bed_press (&f->bed, "bracketleft");
  g_assert_cmpuint (get_shown (f), ==, shown - 1);
  g_assert_true (gtk_selection_model_is_selected (get_list (f), get_listed (f, 0) - shown + 1));
  gtk_selection_model_select_item (get_list (f), g_list_model_get_n_items (get_captures (f)) - 1,
                                   TRUE);
  g_assert_cmpuint (get_shown (f), ==, 1);
  app_bed_press (&f->bed, "bracketright");
  g_assert_cmpuint (get_shown (f), ==, 2);
}

/* Several captures can be selected, to be exported; they stay selected. */
static void
test_several (Fixture *f, gconstpointer data)
{
  g_autoptr (GPtrArray) one = NULL, some = NULL;
  guint64 number;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 4);
  hold (f);
  g_signal_emit_by_name (app_bed_get_session (&f->bed), "tick");
  one = app_captures_panel_list_selected (APP_CAPTURES_PANEL (find (f, APP_TYPE_CAPTURES_PANEL)));
  g_assert_cmpuint (one->len, ==, 1);
  g_assert_true (one->pdata[0] == gscope_gtk_view_get_shown_capture (app_bed_get_view (&f->bed)));
  /* others come before them in the list */
  number = get_listed (f, 1);
  gtk_selection_model_select_range (get_list (f), 1, 3, TRUE);
  app_bed_settle ();
  g_signal_emit_by_name (app_bed_get_session (&f->bed), "tick");
  some = app_captures_panel_list_selected (APP_CAPTURES_PANEL (find (f, APP_TYPE_CAPTURES_PANEL)));
  g_assert_cmpuint (some->len, ==, 3);
  g_assert_cmpuint (gscope_capture_get_number (some->pdata[0]), ==, number);
}

/* A removed capture comes back, and a kept one stays when the list is full. */
static void
test_remove (Fixture *f, gconstpointer data)
{
  GscopeViewSettings *settings = gscope_gtk_view_get_settings (app_bed_get_view (&f->bed));
  guint64 n;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 3);
  hold (f);
  gtk_selection_model_select_item (get_list (f), g_list_model_get_n_items (get_captures (f)) - 1,
                                   TRUE);
  g_assert_cmpuint (get_shown (f), ==, 1);
  app_bed_press (&f->bed, "<Control><Alt>k");
  g_assert_cmpuint (get_shown (f), ==, 2);
  g_assert_cmpuint (get_listed (f, g_list_model_get_n_items (get_captures (f)) - 1), ==, 2);
  app_bed_press (&f->bed, "<Control>z");
  n = g_list_model_get_n_items (get_captures (f));
  g_assert_cmpuint (get_listed (f, n - 1), ==, 1);
  app_bed_press (&f->bed, "<Control><Shift>k");
  g_object_set (settings, "max-captures", 1, NULL);
  g_assert_cmpuint (g_list_model_get_n_items (get_captures (f)), ==, 1);
  g_assert_cmpuint (get_listed (f, 0), ==, 2);
  app_bed_press (&f->bed, "<Control>z");
  g_object_set (settings, "max-captures", 10, NULL);
  wait_for_captures (f, 2);
}

static gboolean
is_held (Fixture *f)
{
  return gscope_gtk_viewport_get_held (gscope_gtk_view_get_viewport (app_bed_get_view (&f->bed)));
}

/* A single capture holds the picture; letting it go arms the trigger again. */
static void
test_single (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GscopeTrigger *trigger;
  GtkWidget *single;
  guint64 n;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 1);
  single = app_bed_find_labelled (find (f, APP_TYPE_TRIGGER_BAR), "Single");
  gtk_toggle_button_set_active (GTK_TOGGLE_BUTTON (single), TRUE);
  trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, GSCOPE_TRIGGER_MODE_SINGLE);
  app_bed_await (is_held (f));
  g_assert_false (gscope_trigger_is_armed (trigger));
  g_assert_nonnull (app_bed_find_text (find (f, APP_TYPE_TRIGGER_BAR), "Stopped"));
  n = get_shown (f);
  app_bed_press (&f->bed, "space");
  app_bed_await (get_shown (f) > n);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, GSCOPE_TRIGGER_MODE_NORMAL);
}

/* The modes of the trigger have keys, which do nothing where the display is not triggered. */
static void
test_mode_keys (Fixture *f, gconstpointer data)
{
  static const GscopeTriggerMode modes[] = { GSCOPE_TRIGGER_MODE_AUTO, GSCOPE_TRIGGER_MODE_SINGLE,
                                             GSCOPE_TRIGGER_MODE_NORMAL };
  static const char *const keys[] = { "<Control>1", "<Control>3", "<Control>2" };
  static const char *const labels[] = { "Auto", "Single", "Normal" };
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GscopeTrigger *trigger;

  app_bed_press (&f->bed, "<Control>1");
  g_assert_null (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
  app_bed_press (&f->bed, "<Control>k");
  for (guint i = 0; i < G_N_ELEMENTS (modes); i++)
    {
      GtkWidget *button;

      app_bed_press (&f->bed, keys[i]);
      trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);
      g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, modes[i]);
      button = app_bed_find_labelled (find (f, APP_TYPE_TRIGGER_BAR), labels[i]);
      g_assert_true (gtk_toggle_button_get_active (GTK_TOGGLE_BUTTON (button)));
    }
  app_bed_press (&f->bed, "<Control>z");
  trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, GSCOPE_TRIGGER_MODE_SINGLE);
}

static const GscopeTriggerCondition *
get_condition (Fixture *f, GscopeSignal *signal)
{
  GscopeTrigger *trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);

  return &gscope_trigger_get_settings (trigger)->condition;
}

static void
enter_level (GtkWidget *form, const char *text)
{
  GtkWidget *level = app_bed_find_titled (form, "Level");

  gtk_editable_set_text (GTK_EDITABLE (level), text);
  g_signal_emit_by_name (level, "entry-activated");
}

/* Begins a triggered display, and opens the form beside the picture. */
static GtkWidget *
open_form (Fixture *f)
{
  GtkWidget *form, *button;

  app_bed_press (&f->bed, "<Control>k");
  form = find (f, APP_TYPE_TRIGGER_FORM);
  button = gtk_widget_get_ancestor (form, GTK_TYPE_MENU_BUTTON);
  app_bed_await (gtk_widget_get_mapped (button));
  gtk_menu_button_popup (GTK_MENU_BUTTON (button));
  app_bed_await (gtk_widget_get_mapped (form));
  return form;
}

static void
choose_condition (GtkWidget *form, GscopeTriggerKind kind)
{
  adw_combo_row_set_selected (ADW_COMBO_ROW (app_bed_find_titled (form, "Condition")), kind);
}

/* The form beside the picture has its effect at once; each change is a step of undo, and what is no number changes nothing. */
static void
test_form (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkWidget *form = open_form (f);
  double level = get_condition (f, signal)->level;

  choose_condition (form, GSCOPE_TRIGGER_KIND_FALLING);
  g_assert_cmpint (get_condition (f, signal)->kind, ==, GSCOPE_TRIGGER_KIND_FALLING);
  enter_level (form, "0.25");
  g_assert_cmpfloat (get_condition (f, signal)->level, ==, 0.25);
  enter_level (form, "x");
  g_assert_cmpfloat (get_condition (f, signal)->level, ==, 0.25);
  g_assert_nonnull (app_bed_find_text (form, "“Level” must be a number."));
  gtk_popover_popdown (GTK_POPOVER (form));
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpfloat (get_condition (f, signal)->level, ==, level);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpint (get_condition (f, signal)->kind, ==, GSCOPE_TRIGGER_KIND_RISING);
}

/* The open form shows the settings that an undone change has, and no mark of an earlier mistake. */
static void
test_form_follows (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkWidget *form = open_form (f), *level = app_bed_find_titled (form, "Level");
  g_autofree char *text = g_strdup (gtk_editable_get_text (GTK_EDITABLE (level)));

  enter_level (form, "0.25");
  enter_level (form, "x");
  g_assert_true (gtk_widget_has_css_class (level, "error"));
  /* the action undoes the text that has the focus */
  app_history_undo (app_session_get_history (app_bed_get_session (&f->bed)));
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (level)), ==, text);
  g_assert_false (gtk_widget_has_css_class (level, "error"));
  choose_condition (form, GSCOPE_TRIGGER_KIND_FALLING);
  g_assert_cmpfloat (get_condition (f, signal)->level, !=, 0.25);
  gtk_popover_popdown (GTK_POPOVER (form));
}

/* A signal whose trigger was removed gets one by the first change. */
static void
test_form_without_trigger (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkWidget *form = open_form (f);

  gtk_popover_popdown (GTK_POPOVER (form));
  gscope_workspace_set_trigger (app_bed_get_workspace (&f->bed), signal, NULL);
  gtk_popover_popup (GTK_POPOVER (form));
  choose_condition (form, GSCOPE_TRIGGER_KIND_FALLING);
  g_assert_cmpint (get_condition (f, signal)->kind, ==, GSCOPE_TRIGGER_KIND_FALLING);
  gtk_popover_popdown (GTK_POPOVER (form));
}

/* In a narrow window, a list takes the place of the buttons, and the condition keeps letters. */
static void
test_narrow (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GtkWidget *bar, *list;
  GscopeTrigger *trigger;

  app_bed_press (&f->bed, "<Control>k");
  bar = find (f, APP_TYPE_TRIGGER_BAR);
  list = app_bed_find (bar, GTK_TYPE_DROP_DOWN);
  app_bed_await (gtk_widget_get_mapped (list));
  g_assert_false (gtk_widget_get_mapped (app_bed_find_labelled (bar, "Single")));
  g_assert_cmpint (gtk_widget_get_width (app_bed_find (bar, GTK_TYPE_LABEL)), >=, LEAST_CONDITION);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (list), 2);
  trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, GSCOPE_TRIGGER_MODE_SINGLE);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpuint (gtk_drop_down_get_selected (GTK_DROP_DOWN (list)), ==, 1);
}

/* Where the trigger stands, captures behind and bounds are settings of the workspace; one drag is one step of undo. */
static void
test_settings (Fixture *f, gconstpointer data)
{
  guint before, behind;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 2);
  app_bed_press (&f->bed, "<Shift>Left");
  app_bed_press (&f->bed, "<Shift>Left");
  g_object_get (gscope_gtk_view_get_settings (app_bed_get_view (&f->bed)), "pre-trigger", &before,
                NULL);
  g_assert_cmpuint (before, >, 30);
  app_bed_press (&f->bed, "<Control>z");
  g_object_get (gscope_gtk_view_get_settings (app_bed_get_view (&f->bed)), "pre-trigger", &before,
                NULL);
  g_assert_cmpuint (before, ==, 25);
  g_object_set (gscope_gtk_view_get_settings (app_bed_get_view (&f->bed)), "pre-trigger", 40,
                "n-overlaid", 8, NULL);
  app_bed_save_and_open (&f->bed, f->bed.path);
  g_object_get (gscope_gtk_view_get_settings (app_bed_get_view (&f->bed)), "pre-trigger", &before,
                "n-overlaid", &behind, NULL);
  g_assert_cmpuint (before, ==, 40);
  g_assert_cmpuint (behind, ==, 8);
  wait_for_captures (f, 2);
}

static gboolean
is_mean (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_CHECK_BUTTON (widget)
         && g_strcmp0 (gtk_check_button_get_label (GTK_CHECK_BUTTON (widget)),
                       "Mean and Deviation of")
                == 0;
}

/* A key shows the mean of captures, which the panel, undo and the workspace know. */
static void
test_mean (Fixture *f, gconstpointer data)
{
  GtkWidget *button;
  guint n;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 3);
  button = app_bed_find_match (find (f, APP_TYPE_CAPTURES_PANEL), is_mean, NULL);
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (button)));
  app_bed_press (&f->bed, "n");
  g_assert_true (gtk_check_button_get_active (GTK_CHECK_BUTTON (button)));
  g_assert_nonnull (gscope_gtk_view_get_shown_mean (app_bed_get_view (&f->bed)));
  app_bed_press (&f->bed, "<Control>z");
  g_assert_false (gtk_check_button_get_active (GTK_CHECK_BUTTON (button)));
  g_assert_null (gscope_gtk_view_get_shown_mean (app_bed_get_view (&f->bed)));
  g_object_set (gscope_gtk_view_get_settings (app_bed_get_view (&f->bed)), "capture-mean", TRUE,
                "n-mean", 3, NULL);
  app_bed_save_and_open (&f->bed, f->bed.path);
  g_object_get (gscope_gtk_view_get_settings (app_bed_get_view (&f->bed)), "n-mean", &n, NULL);
  g_assert_cmpuint (n, ==, 3);
  wait_for_captures (f, 2);
  g_assert_nonnull (gscope_gtk_view_get_shown_mean (app_bed_get_view (&f->bed)));
}

static guint
count_columns (Fixture *f)
{
  GtkWidget *list = app_bed_find (find (f, APP_TYPE_CAPTURES_PANEL), GTK_TYPE_COLUMN_VIEW);

  return g_list_model_get_n_items (gtk_column_view_get_columns (GTK_COLUMN_VIEW (list)));
}

static gboolean
is_statistics (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && g_str_has_prefix (gtk_label_get_label (GTK_LABEL (widget)), text)
         && gtk_widget_get_visible (widget);
}

static GscopeMeasures
get_statistics (Fixture *f)
{
  const GscopeMeasurementSettings settings = { 0 };
  g_autoptr (GscopeCaptureColumn) column = gscope_capture_column_new (
      GSCOPE_CAPTURE_LIST (get_captures (f)), GSCOPE_MEASUREMENT_MAXIMUM, &settings,
      gscope_signal_get_full_name (app_bed_select (&f->bed, 0)), NULL);
  GscopeMeasures statistics;

  gscope_capture_column_measure (column, G_MAXUINT);
  gscope_capture_column_get_statistics (column, &statistics);
  return statistics;
}

/* A measurement of captures is a column, by which the list is sorted, with statistics below; it goes with undo. */
static void
test_columns (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  g_autoptr (GscopeWorkspaceMeasurement) measurement = gscope_workspace_measurement_new (
      gscope_signal_get_full_name (signal), GSCOPE_MEASUREMENT_MAXIMUM);
  GtkWidget *order;

  measurement->over = GSCOPE_MEASUREMENT_SPAN_CAPTURE;
  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 3);
  g_assert_cmpuint (count_columns (f), ==, 3);
  app_view_add_measurement (app_bed_get_session (&f->bed), app_bed_get_view (&f->bed), measurement);
  g_assert_cmpuint (count_columns (f), ==, 4);
  hold (f);
  app_bed_await (
      app_bed_find_match (find (f, APP_TYPE_CAPTURES_PANEL), is_statistics, "max sine: mean "));
  g_assert_cmpuint (get_statistics (f).count, >=, 3);
  order = app_bed_find (find (f, APP_TYPE_CAPTURES_PANEL), GTK_TYPE_DROP_DOWN);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (order), 1);
  g_assert_cmpuint (get_listed (f, 0), ==, 1);
  gtk_drop_down_set_selected (GTK_DROP_DOWN (order), 0);
  g_assert_cmpuint (get_listed (f, 0), >, 1);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpuint (count_columns (f), ==, 3);
}

/* The captures stay when their source is started again. */
static void
test_restart (Fixture *f, gconstpointer data)
{
  AppSession *session = app_bed_get_session (&f->bed);
  GListModel *before;
  g_autoptr (GscopeCapture) first = NULL, kept = NULL;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 3);
  before = get_captures (f);
  first = g_list_model_get_item (before, 0);
  app_sources_remove (session, app_session_find_owner (session, app_bed_select (&f->bed, 0)));
  app_bed_press (&f->bed, "<Control>z");
  app_bed_await (get_captures (f) && get_captures (f) != before);
  kept = g_list_model_get_item (get_captures (f), 0);
  g_assert_true (kept == first);
  g_assert_nonnull (gscope_capture_get_trace (first, app_bed_select (&f->bed, 0)));
  /* new ones have other numbers */
  wait_for_captures (f, count (f) + 1);
  g_assert_cmpuint (get_shown (f), >, 3);
}

/* A save fails if the captures cannot be written, and says so; the next one may succeed. */
static void
test_not_saved (Fixture *f, gconstpointer data)
{
  AppDocument *document = app_session_get_document (app_bed_get_session (&f->bed));
  g_autofree char *signal = g_strdup (gscope_signal_get_full_name (app_bed_select (&f->bed, 0)));
  g_autofree char *path = g_strdup_printf ("%s/lab.%s.captures.tuples", f->bed.directory,
                                           g_strdelimit (signal, "/", '-'));
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;
  GAsyncResult *result = NULL;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 1);
  hold (f);
  g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
  app_document_save_async (document, f->bed.file, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  g_assert_false (app_document_save_finish (document, kept, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_REGULAR_FILE);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_cmpint (g_rmdir (path), ==, 0);
  app_bed_save_and_open (&f->bed, f->bed.path);
  app_bed_await (count (f) > 0);
}

static gint64
get_first_time (Fixture *f)
{
  g_autoptr (GscopeCapture) first =
      count (f) > 0 ? g_list_model_get_item (get_captures (f), 0) : NULL;

  return first ? gscope_capture_get_time (first) : 0;
}

/* The list of a workspace that is opened again is the one with which it was saved. */
static void
test_saved (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCapture) first = NULL, again = NULL;
  GscopeSignal *signal;

  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 3);
  hold (f);
  app_bed_press (&f->bed, "<Control><Shift>k");
  first = g_list_model_get_item (get_captures (f), 0);
  gscope_capture_set_kept (first, TRUE);
  app_bed_save_and_open (&f->bed, f->bed.path);
  app_bed_await (get_first_time (f) == gscope_capture_get_time (first));
  again = g_list_model_get_item (get_captures (f), 0);
  signal = app_bed_select (&f->bed, 0);
  g_assert_true (again != first);
  g_assert_cmpint (gscope_capture_get_time (again), ==, gscope_capture_get_time (first));
  g_assert_true (gscope_capture_get_kept (again));
  g_assert_cmpuint (gscope_trace_get_end (gscope_capture_get_trace (again, signal)), ==,
                    gscope_trace_get_end (gscope_capture_get_trace (first, signal)));
}

/* 10 teeth in 0.2 s. */
static void
open_recording (Fixture *f, const char *head)
{
  g_autofree char *path = g_build_filename (f->bed.directory, "lab.tuples", NULL);
  g_autoptr (GString) text = g_string_new (head);

  for (int i = 0; i < 200; i++)
    g_string_append_printf (text, "%d %d saw\n", i, i % 20);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  app_bed_open (&f->bed, path);
  app_bed_await (app_bed_count_signals (&f->bed) == 1);
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (app_bed_get_view (&f->bed)),
                                10 * GSCOPE_MSEC);
}

static void
open_saw (Fixture *f)
{
  open_recording (f, NULL);
  app_bed_press (&f->bed, "<Control>k");
}

/* The captures of a recording are found again while it is played. */
static void
test_playback (Fixture *f, gconstpointer data)
{
  open_saw (f);
  wait_for_captures (f, 9);
}

static void
click (Fixture *f, const char *label)
{
  GtkWidget *button = app_bed_find_labelled (find (f, APP_TYPE_CAPTURES_PANEL), label);

  g_signal_emit_by_name (button, "clicked");
}

static gboolean
has_capture_at (Fixture *f, gint64 time)
{
  for (guint i = 0; i < count (f); i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (get_captures (f), i);

      if (gscope_capture_get_time (capture) == time)
        return TRUE;
    }
  return FALSE;
}

static GscopeTrigger *
find_trigger (Fixture *f)
{
  return gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed),
                                       app_bed_select (&f->bed, 0));
}

/* A recording has its trigger, and the capture that was kept. */
static void
test_recorded (Fixture *f, gconstpointer data)
{
  static const char head[] =
      "#gscope {\"version\":1,\"start\":\"2026-01-02T03:04:05Z\",\"time_ns\":0,\"clock\":"
      "\"monotonic\",\"signals\":[{\"name\":\"saw\"}]}\n"
      "#gscope {\"trigger\":{\"signal\":\"saw\",\"settings\":{\"kind\":\"rising\",\"level\":15}}}\n"
      "#gscope {\"marker\":{\"time_ns\":55000000,\"kind\":\"note\",\"subject\":\"saw\","
      "\"label\":\"Kept capture\"}}\n";

  open_recording (f, head);
  app_bed_await (find_trigger (f));
  g_assert_cmpfloat (gscope_trigger_get_settings (find_trigger (f))->condition.level, ==, 15);
  app_bed_press (&f->bed, "<Control>k");
  app_bed_await (get_captures (f));
  click (f, "Find All");
  wait_for_captures (f, 10);
  g_assert_true (has_capture_at (f, 55 * GSCOPE_MSEC));
  for (guint i = 0; i < count (f); i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (get_captures (f), i);

      g_assert_cmpint (gscope_capture_get_kept (capture), ==,
                       gscope_capture_get_time (capture) == 55 * GSCOPE_MSEC);
    }
}

/* Looks at each sample of the selected signal. Returns how many cross the level of the trigger upwards; each has a capture. */
static guint
check_crossings (Fixture *f)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  GscopeTrigger *trigger = gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal);
  double level = gscope_trigger_get_settings (trigger)->condition.level;
  GscopeSample samples[2];
  guint n = 0;

  for (guint64 i = gscope_trace_get_first (trace); i + 1 < gscope_trace_get_end (trace); i++)
    {
      g_assert_cmpuint (gscope_trace_read (trace, i, samples, 2), ==, 2);
      if (!(samples[0].value < level && samples[1].value >= level))
        continue;
      g_assert_true (has_capture_at (f, samples[1].time));
      n++;
    }
  return n;
}

/* Find All captures each crossing in the whole recording, also those that the playhead has not passed; a second search adds none. */
static void
test_find_all (Fixture *f, gconstpointer data)
{
  open_saw (f);
  app_bed_await (get_captures (f));
  click (f, "Find All");
  app_bed_await (app_bed_find_match (find (f, APP_TYPE_CAPTURES_PANEL), is_statistics, "10 found"));
  g_assert_cmpuint (check_crossings (f), ==, 10);
  g_assert_cmpuint (count (f), ==, 10);
  click (f, "Find All");
  app_bed_await (app_bed_find_match (find (f, APP_TYPE_CAPTURES_PANEL), is_statistics,
                                     "10 found, 0 of them new"));
  g_assert_cmpuint (count (f), ==, 10);
}

/* A cancelled search adds nothing and says nothing; captures that were removed do not come again. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  open_saw (f);
  wait_for_captures (f, 1);
  while (count (f) > 0)
    gscope_capture_list_remove (GSCOPE_CAPTURE_LIST (get_captures (f)), 0);
  click (f, "Find All");
  click (f, "Cancel");
  app_bed_settle ();
  g_assert_cmpuint (count (f), <, 10);
  g_assert_null (app_bed_find_match (find (f, APP_TYPE_CAPTURES_PANEL), is_statistics, "10 found"));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-captures/begin", test_begin);
  ADD ("/app-captures/select", test_select);
  ADD ("/app-captures/several", test_several);
  ADD ("/app-captures/remove", test_remove);
  ADD ("/app-captures/single", test_single);
  ADD ("/app-captures/mode-keys", test_mode_keys);
  ADD ("/app-captures/form", test_form);
  ADD ("/app-captures/form-follows", test_form_follows);
  ADD ("/app-captures/form-without-trigger", test_form_without_trigger);
  ADD ("/app-captures/settings", test_settings);
  ADD ("/app-captures/mean", test_mean);
  ADD ("/app-captures/columns", test_columns);
  ADD ("/app-captures/restart", test_restart);
  ADD ("/app-captures/saved", test_saved);
  ADD ("/app-captures/not-saved", test_not_saved);
  ADD ("/app-captures/playback", test_playback);
  ADD ("/app-captures/recorded", test_recorded);
  ADD ("/app-captures/find-all", test_find_all);
  ADD ("/app-captures/cancel", test_cancel);
  g_test_add ("/app-captures/narrow", Fixture, application, set_up_narrow, test_narrow, tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
