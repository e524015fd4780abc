/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "pane-bed.h"
#include "support/scripted-source.h"
#include "support/skip-waits.h"
#include <gscope-gtk/gscope-gtk.h>
#include <gscope-gtk/pane/group-bar.h>
#include <gscope-gtk/pane/group-list.h>
#include <math.h>
#include <string.h>

/* Two things: one with a budget of a period in milliseconds and a usage in percent, whose source answers
 * when the test says; one of which nothing can be set. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  ScriptedSource *source;
  GscopeParameter *budget;
  GscopeParameter *period;
  GscopeWorkspaceView *description;
  GtkWidget *table;
  double usage;
  double limit;
  double length;
  double idle;
} Fixture;

static void
add_signal (Fixture *f, const char *group, const char *role, const char *unit, const double *word)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double (role, word);

  gscope_signal_set_group (signal, group);
  gscope_signal_set_role (signal, role);
  gscope_signal_set_unit (signal, unit);
  gscope_signal_set_range (signal, 0, 100);
  gscope_source_add_signal (GSCOPE_SOURCE (f->source), signal, NULL);
}

static GscopeParameter *
add_parameter (Fixture *f, const char *name, const char *role, double value)
{
  GscopeParameter *parameter = gscope_parameter_new_double (name, 0.1, 1000, value);

  gscope_parameter_set_group (parameter, "task");
  gscope_parameter_set_role (parameter, role);
  gscope_parameter_set_unit (parameter, "ms");
  gscope_source_add_parameter (GSCOPE_SOURCE (f->source), parameter, NULL);
  return parameter;
}

static void
advance (Fixture *f)
{
  for (guint i = 0; i < 5; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
      run_pending ();
      gscope_scope_drain (f->scope);
    }
}

static guint
count_rows (GtkWidget *table)
{
  GtkWidget *view = pane_bed_find (table, GTK_TYPE_COLUMN_VIEW);

  return g_list_model_get_n_items (
      G_LIST_MODEL (gtk_column_view_get_model (GTK_COLUMN_VIEW (view))));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->source = scripted_source_new ("x");
  f->usage = 20;
  f->limit = 25;
  f->length = 40;
  f->idle = 70;
  add_signal (f, "task", "usage", "%", &f->usage);
  add_signal (f, "task", "limit", "%", &f->limit);
  add_signal (f, "task", "period", "ms", &f->length);
  add_signal (f, "idle", "usage", "%", &f->idle);
  add_signal (f, "other", "something", "%", &f->idle);
  f->budget = add_parameter (f, "budget", "limit", 10);
  f->period = add_parameter (f, "period", "period", 40);
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (f->source));
  gscope_scope_start (f->scope);
  f->description = gscope_workspace_view_new ();
  f->description->kind = GSCOPE_VIEW_KIND_TABLE;
  g_ptr_array_add (f->description->signals, gscope_workspace_signal_new ("x/*"));
  f->table = g_object_ref_sink (gscope_gtk_group_table_new ());
  gscope_gtk_group_table_set_description (GSCOPE_GTK_GROUP_TABLE (f->table), f->description);
  gscope_gtk_group_table_add_scope (GSCOPE_GTK_GROUP_TABLE (f->table), f->scope);
  /* lists of sources are shown with the next turn of their timers */
  while (count_rows (f->table) < 2)
    g_main_context_iteration (NULL, TRUE);
  advance (f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  run_pending ();
  g_assert_finalize_object (f->table);
  gscope_workspace_view_unref (f->description);
  gscope_scope_remove_source (f->scope, GSCOPE_SOURCE (f->source));
  run_pending ();
  g_object_unref (f->budget);
  g_object_unref (f->period);
  g_assert_finalize_object (f->source);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

/* The same rows, to be asked what they say. */
static GscopeGtkGroup *
find_group (Fixture *f, GscopeGtkGroupList *list, const char *key)
{
  GListModel *model = gscope_gtk_group_list_get_model (list);

  gscope_gtk_group_list_add_scope (list, f->scope);
  while (g_list_model_get_n_items (model) < 2)
    g_main_context_iteration (NULL, TRUE);
  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkGroup) group = g_list_model_get_item (model, i);

      if (g_str_equal (gscope_gtk_group_get_key (group), key))
        return g_steal_pointer (&group);
    }
  g_error ("there is no group %s", key);
}

static void
assert_text (char *text, const char *expected)
{
  g_assert_cmpstr (text, ==, expected);
  g_free (text);
}

/* A row for each thing that has a usage: how much of the whole, and where its limit is. */
static void
test_rows (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkGroupList) list = gscope_gtk_group_list_new ();
  g_autoptr (GscopeGtkGroup) task = find_group (f, list, "x/task");

  g_assert_cmpuint (count_rows (f->table), ==, 2);
  g_assert_cmpstr (gscope_gtk_group_get_title (task), ==, "task");
  g_assert_cmpfloat_with_epsilon (gscope_gtk_group_get_usage (task), 0.2, 1e-9);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_group_get_limit (task), 0.25, 1e-9);
  assert_text (gscope_gtk_group_format_usage (task), "20 %");
  assert_text (gscope_gtk_group_format_limit (task), "10 ms");
  assert_text (gscope_gtk_group_format_period (task), "40 ms");
}

static GtkWidget *
make_bar (GscopeGtkGroup *group)
{
  GtkWidget *bar = g_object_ref_sink (gscope_gtk_group_bar_new ());

  gscope_gtk_group_bar_set_group (GSCOPE_GTK_GROUP_BAR (bar), group);
  return bar;
}

/* A click sets a part of the period, which stays; until it is applied the mark stays, too. */
static void
test_set (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkGroupList) list = gscope_gtk_group_list_new ();
  g_autoptr (GscopeGtkGroup) task = find_group (f, list, "x/task");
  g_autoptr (GtkWidget) bar = make_bar (task);

  scripted_source_hold (f->source);
  gscope_gtk_group_bar_set_limit (GSCOPE_GTK_GROUP_BAR (bar), 0.5);
  run_pending ();
  g_assert_cmpint (gscope_parameter_get_state (f->budget), ==, GSCOPE_PARAMETER_STATE_PENDING);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_group_get_asked (task), 0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon (gscope_gtk_group_get_limit (task), 0.25, 1e-9);
  scripted_source_accept (f->source, g_variant_new_double (20));
  run_pending ();
  g_assert_cmpfloat (gscope_parameter_get_number (f->budget), ==, 20);
  g_assert_cmpfloat (gscope_parameter_get_number (f->period), ==, 40);
  g_assert_true (isnan (gscope_gtk_group_get_asked (task)));
}

static void
point_at (GtkWidget *bar, double x)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (bar);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      if (GTK_IS_EVENT_CONTROLLER_MOTION (controller))
        g_signal_emit_by_name (controller, "motion", x, 5.0);
    }
  run_pending ();
}

/* The tooltip shows the source's verdict on the value at the pointer, before it is set. */
static void
test_said (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkGroupList) list = gscope_gtk_group_list_new ();
  g_autoptr (GscopeGtkGroup) task = find_group (f, list, "x/task");
  g_autoptr (GtkWidget) bar = make_bar (task);

  scripted_source_hold (f->source);
  point_at (bar, 0);
  scripted_source_accept_saying (f->source, NULL, "Threshold: admitted\nKernel: admitted");
  run_pending ();
  g_assert_cmpstr (gtk_widget_get_tooltip_text (bar), ==,
                   "Click to set 0.1 ms\nThreshold: admitted\nKernel: admitted");
  point_at (bar, 1);
  scripted_source_refuse (f->source, "too much is reserved");
  run_pending ();
  g_assert_cmpstr (gtk_widget_get_tooltip_text (bar), ==,
                   "40 ms would be refused: too much is reserved");
  g_assert_cmpfloat (gscope_parameter_get_number (f->budget), ==, 10);
}

static GtkWidget *
find_error (GtkWidget *widget)
{
  GtkWidget *found = gtk_widget_has_css_class (widget, "error") ? widget : NULL;

  for (GtkWidget *child = gtk_widget_get_first_child (widget); child && !found;
       child = gtk_widget_get_next_sibling (child))
    found = find_error (child);
  return found;
}

/* The reason is below the table, and the old value stays. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  GtkWidget *window = gtk_window_new ();
  GtkWidget *line = find_error (f->table);
  g_autoptr (GVariant) value = g_variant_ref_sink (g_variant_new_double (39));

  gtk_window_set_default_size (GTK_WINDOW (window), 800, 600);
  gtk_window_set_child (GTK_WINDOW (window), f->table);
  gtk_window_present (GTK_WINDOW (window));
  while (!gtk_widget_get_mapped (f->table))
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gtk_widget_get_visible (line));
  scripted_source_hold (f->source);
  gscope_parameter_write_async (f->budget, value, "test", NULL, NULL, NULL);
  run_pending ();
  scripted_source_refuse (f->source, "too much is reserved");
  while (!gtk_widget_get_visible (line))
    g_main_context_iteration (NULL, TRUE);
  g_assert_nonnull (strstr (gtk_label_get_text (GTK_LABEL (line)), "too much is reserved"));
  g_assert_cmpfloat (gscope_parameter_get_number (f->budget), ==, 10);
  gtk_window_set_child (GTK_WINDOW (window), NULL);
  gtk_window_destroy (GTK_WINDOW (window));
}

static guint
count_shown (GscopeGtkGroupTable *table)
{
  return g_list_model_get_n_items (
      gscope_gtk_view_get_signals (gscope_gtk_group_table_get_view (table)));
}

/* A selected row shows its signals below; and the description is of all. */
static void
test_detail (Fixture *f, gconstpointer data)
{
  GscopeGtkGroupTable *table = GSCOPE_GTK_GROUP_TABLE (f->table);
  g_autoptr (GscopeWorkspaceView) description = NULL;

  g_assert_cmpuint (count_shown (table), ==, 5);
  g_assert_false (gscope_gtk_group_table_select (table, "x/none"));
  g_assert_true (gscope_gtk_group_table_select (table, "x/task"));
  g_assert_cmpstr (gscope_gtk_group_table_get_selected (table), ==, "x/task");
  g_assert_cmpuint (count_shown (table), ==, 3);
  description = gscope_gtk_group_table_describe (table);
  g_assert_cmpint (description->kind, ==, GSCOPE_VIEW_KIND_TABLE);
  g_assert_cmpuint (description->signals->len, ==, 1);
  g_assert_cmpstr (((GscopeWorkspaceSignal *) description->signals->pdata[0])->match, ==, "x/*");
  g_assert_true (gscope_gtk_group_table_select (table, NULL));
  g_assert_cmpuint (count_shown (table), ==, 5);
}

static void
set_text (char **text, const char *value)
{
  g_free (*text);
  *text = g_strdup (value);
}

/* Does what a key does; returns whether that was something. */
static gboolean
press (GtkWidget *widget, guint key)
{
  g_autoptr (GListModel) controllers = gtk_widget_observe_controllers (widget);

  for (guint i = 0; i < g_list_model_get_n_items (controllers); i++)
    {
      g_autoptr (GtkEventController) controller = g_list_model_get_item (controllers, i);

      for (guint k = 0; GTK_IS_SHORTCUT_CONTROLLER (controller)
                        && k < g_list_model_get_n_items (G_LIST_MODEL (controller));
           k++)
        {
          g_autoptr (GtkShortcut) shortcut = g_list_model_get_item (G_LIST_MODEL (controller), k);
          GtkShortcutTrigger *trigger = gtk_shortcut_get_trigger (shortcut);

          if (GTK_IS_KEYVAL_TRIGGER (trigger)
              && gtk_keyval_trigger_get_keyval (GTK_KEYVAL_TRIGGER (trigger)) == key)
            return gtk_shortcut_action_activate (gtk_shortcut_get_action (shortcut), 0, widget,
                                                 NULL);
        }
    }
  return FALSE;
}

static GscopeSignal *
get_usage (Fixture *f, const char *group)
{
  GListModel *model = gscope_source_get_signals (GSCOPE_SOURCE (f->source));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (model, i);

      if (g_str_equal (gscope_signal_get_group (signal), group)
          && g_str_equal (gscope_signal_get_role (signal), "usage"))
        return signal;
    }
  g_error ("there is no usage of %s", group);
}

static const char *
get_key (GListModel *model, guint i)
{
  g_autoptr (GscopeGtkGroup) group = g_list_model_get_item (model, i);

  return gscope_gtk_group_get_key (group);
}

/* Drains and lets lists follow, until a list has the given number of rows. */
static void
wait_for_rows (Fixture *f, GListModel *model, guint n)
{
  while (g_list_model_get_n_items (model) != n)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 100 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
      g_main_context_iteration (NULL, FALSE);
    }
}

/* Groups that have ended are folded, and come last when they are shown. */
static void
test_ended (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkGroupList) list = gscope_gtk_group_list_new ();
  g_autoptr (GscopeGtkGroup) task = find_group (f, list, "x/task");
  GListModel *model = gscope_gtk_group_list_get_model (list);

  gscope_gtk_group_list_set_shown (list, TRUE);
  g_assert_cmpuint (gscope_gtk_group_list_count_ended (list), ==, 0);
  gscope_signal_end (get_usage (f, "task"));
  wait_for_rows (f, model, 1);
  g_assert_cmpstr (get_key (model, 0), ==, "x/idle");
  g_assert_cmpuint (gscope_gtk_group_list_count_ended (list), ==, 1);
  gscope_gtk_group_list_show_ended (list, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 2);
  g_assert_cmpstr (get_key (model, 1), ==, "x/task");
  gscope_gtk_group_list_show_ended (list, FALSE);
  g_assert_cmpuint (g_list_model_get_n_items (model), ==, 1);
}

/* Rows keep their places while the list is still; new ones come last. */
static void
test_still (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkGroupList) list = gscope_gtk_group_list_new ();
  g_autoptr (GscopeGtkGroup) task = find_group (f, list, "x/task");
  GListModel *model = gscope_gtk_group_list_get_model (list);

  gscope_gtk_group_list_set_shown (list, TRUE);
  gscope_gtk_group_list_set_still (list, TRUE);
  gscope_signal_end (get_usage (f, "task"));
  add_signal (f, "a new one", "usage", "%", &f->idle);
  wait_for_rows (f, model, 3);
  g_assert_cmpstr (get_key (model, 0), ==, "x/task");
  g_assert_cmpstr (get_key (model, 2), ==, "x/a new one");
  gscope_gtk_group_list_set_still (list, FALSE);
  wait_for_rows (f, model, 2);
  g_assert_cmpstr (get_key (model, 0), ==, "x/idle");
}

/* Escape goes back from a selected row; selecting it says so, for a panel to follow. */
static void
test_way_back (Fixture *f, gconstpointer data)
{
  GscopeGtkGroupTable *table = GSCOPE_GTK_GROUP_TABLE (f->table);
  g_autofree char *used = NULL;

  g_signal_connect_swapped (table, "group-used", G_CALLBACK (set_text), &used);
  g_assert_true (gscope_gtk_group_table_select (table, "x/task"));
  g_assert_cmpstr (used, ==, "x/task");
  g_assert_true (press (f->table, GDK_KEY_Escape));
  g_assert_null (gscope_gtk_group_table_get_selected (table));
  g_assert_cmpuint (count_shown (table), ==, 5);
  g_assert_false (press (f->table, GDK_KEY_Escape));
}

/* Changes in the view belong to the table, while a row is selected and after. */
static void
test_description (Fixture *f, gconstpointer data)
{
  GscopeGtkGroupTable *table = GSCOPE_GTK_GROUP_TABLE (f->table);
  GscopeGtkView *view = gscope_gtk_group_table_get_view (table);
  g_autoptr (GscopeWorkspaceView) selected = NULL;
  g_autoptr (GscopeWorkspaceView) description = NULL;

  gscope_gtk_view_set_title (view, "Budgets");
  g_assert_true (gscope_gtk_group_table_select (table, "x/task"));
  gscope_view_settings_set_on (gscope_gtk_view_get_settings (view), "statistics", TRUE);
  selected = gscope_gtk_group_table_describe (table);
  g_assert_cmpstr (selected->title, ==, "Budgets");
  g_assert_true (gscope_view_settings_is_on (selected->settings, "statistics"));
  g_assert_true (gscope_gtk_group_table_select (table, NULL));
  description = gscope_gtk_group_table_describe (table);
  g_assert_true (gscope_view_settings_is_on (description->settings, "statistics"));
  gscope_gtk_group_table_set_description (table, selected);
  g_assert_cmpuint (count_shown (table), ==, 5);
}

static GscopeGtkViewSignal *
find_shown (GscopeGtkGroupTable *table, const char *name)
{
  GListModel *model = gscope_gtk_view_get_signals (gscope_gtk_group_table_get_view (table));

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GscopeGtkViewSignal) shown = g_list_model_get_item (model, i);
      GscopeSignal *signal = gscope_gtk_view_signal_get_signal (shown);

      if (g_str_equal (gscope_signal_get_full_name (signal), name))
        return shown;
    }
  return NULL;
}

/* Edits of the signals of a row stay when another row is selected, or none; so do earlier edits. */
static void
test_edited (Fixture *f, gconstpointer data)
{
  GscopeGtkGroupTable *table = GSCOPE_GTK_GROUP_TABLE (f->table);
  GscopeGtkView *view = gscope_gtk_group_table_get_view (table);
  g_autoptr (GscopeWorkspaceView) description = NULL;
  double min, max;

  gscope_gtk_view_signal_set_color (find_shown (table, "x/task/limit"), 5);
  gscope_gtk_view_signal_set_color (find_shown (table, "x/idle/usage"), 6);
  g_assert_true (gscope_gtk_group_table_select (table, "x/task"));
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (find_shown (table, "x/task/limit")), ==, 5);
  gscope_gtk_view_signal_set_range (find_shown (table, "x/task/usage"), 10, 30);
  gscope_gtk_view_signal_set_color (find_shown (table, "x/task/limit"), 7);
  gscope_gtk_view_remove_signal (view, find_shown (table, "x/task/period"));
  description = gscope_gtk_group_table_describe (table);
  g_assert_cmpuint (gscope_workspace_view_find (description, "x/task/limit")->color, ==, 7);
  g_assert_cmpuint (gscope_workspace_view_find (description, "x/idle/usage")->color, ==, 6);
  g_assert_true (gscope_workspace_view_find (description, "x/task/period")->excluded);
  g_assert_true (gscope_gtk_group_table_select (table, "x/idle"));
  g_assert_true (gscope_gtk_group_table_select (table, NULL));
  g_assert_cmpuint (count_shown (table), ==, 4);
  gscope_gtk_view_signal_get_range (find_shown (table, "x/task/usage"), &min, &max);
  g_assert_cmpfloat (min, ==, 10);
  g_assert_cmpfloat (max, ==, 30);
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (find_shown (table, "x/task/limit")), ==, 7);
  g_assert_cmpuint (gscope_gtk_view_signal_get_color (find_shown (table, "x/idle/usage")), ==, 6);
}

/* A scope is added once only; a later scope has its rows. */
static void
test_scopes (Fixture *f, gconstpointer data)
{
  GscopeGtkGroupTable *table = GSCOPE_GTK_GROUP_TABLE (f->table);
  Fixture later = { .clock = f->clock, .scope = gscope_scope_new_with_clock (f->clock) };

  later.source = scripted_source_new ("x2");
  add_signal (&later, "task", "usage", "%", &later.usage);
  add_signal (&later, "idle", "usage", "%", &later.idle);
  gscope_scope_add_source (later.scope, GSCOPE_SOURCE (later.source));
  g_ptr_array_add (f->description->signals, gscope_workspace_signal_new ("x2/*"));
  gscope_gtk_group_table_set_description (table, f->description);
  gscope_gtk_group_table_add_scope (table, f->scope);
  gscope_gtk_group_table_add_scope (table, later.scope);
  while (count_rows (f->table) != 4)
    g_main_context_iteration (NULL, TRUE);
  gscope_scope_remove_source (later.scope, GSCOPE_SOURCE (later.source));
  while (count_rows (f->table) == 4)
    g_main_context_iteration (NULL, TRUE);
  g_object_unref (later.source);
  g_object_unref (later.scope);
}

static gboolean
go_on (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

/* Frames that follow each other without a pause, as on a busy machine, do not keep rows waiting. */
static void
test_busy (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeGtkGroupList) list = gscope_gtk_group_list_new ();
  guint frames = g_idle_add_full (GDK_PRIORITY_REDRAW, go_on, NULL, NULL);

  gscope_gtk_group_list_add_scope (list, f->scope);
  for (guint i = 0; i < 100; i++)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_gtk_group_list_get_model (list)), ==, 2);
  g_source_remove (frames);
}

int
main (int argc, char *argv[])
{
  gtk_test_init (&argc, &argv, NULL);
  skip_waits ();
  g_test_add ("/group-table/rows", Fixture, NULL, set_up, test_rows, tear_down);
  g_test_add ("/group-table/set", Fixture, NULL, set_up, test_set, tear_down);
  g_test_add ("/group-table/said", Fixture, NULL, set_up, test_said, tear_down);
  g_test_add ("/group-table/refused", Fixture, NULL, set_up, test_refused, tear_down);
  g_test_add ("/group-table/detail", Fixture, NULL, set_up, test_detail, tear_down);
  g_test_add ("/group-table/ended", Fixture, NULL, set_up, test_ended, tear_down);
  g_test_add ("/group-table/still", Fixture, NULL, set_up, test_still, tear_down);
  g_test_add ("/group-table/way-back", Fixture, NULL, set_up, test_way_back, tear_down);
  g_test_add ("/group-table/description", Fixture, NULL, set_up, test_description, tear_down);
  g_test_add ("/group-table/edited", Fixture, NULL, set_up, test_edited, tear_down);
  g_test_add ("/group-table/busy", Fixture, NULL, set_up, test_busy, tear_down);
  g_test_add ("/group-table/scopes", Fixture, NULL, set_up, test_scopes, tear_down);
  return g_test_run ();
}
