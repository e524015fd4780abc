/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The triggered display in the window: how it begins and ends, its bar, and the list of its captures. */

#include <adwaita.h>

#include "app-bed.h"
#include "captures/bar.h"
#include "captures/panel.h"

/* A wave at 10 Hz, and a recording of a sawtooth. */
#define WAVE                                                                                       \
  "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 5, \"delay-ms\": 20, \"sources\": [ " \
  "{\n"                                                                                            \
  "  \"type\": \"demo\", \"parameters\": { \"frequency\": 10 },\n"                                 \
  "  \"options\": { \"signals\": [ \"sine\" ] } } ] } ],\n"                                        \
  "  \"views\": [ { \"span-s\": 0.1, \"signals\": [ { \"match\": \"*\" } ] } ] }\n"

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

/* One key makes the display triggered, with a trigger in the middle of the signal; the bar and the list come and go with it. */
static void
test_begin (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = app_bed_select (&f->bed, 0);

  g_assert_false (gtk_widget_get_visible (find (f, APP_TYPE_TRIGGER_BAR)));
  app_bed_press (&f->bed, "<Control>k");
  g_assert_nonnull (gscope_workspace_get_trigger (app_bed_get_workspace (&f->bed), signal));
  g_assert_true (gtk_widget_get_visible (find (f, APP_TYPE_TRIGGER_BAR)));
  g_assert_true (gtk_widget_get_child_visible (find (f, APP_TYPE_CAPTURES_PANEL)));
  wait_for_captures (f, 3);
  g_assert_cmpuint (get_shown (f), >=, 3);
  g_assert_cmpuint (get_listed (f, 0), ==, get_shown (f));
  g_assert_true (app_bed_get_state (&f->bed, "triggered"));
  app_bed_press (&f->bed, "<Control>k");
  g_assert_null (get_captures (f));
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
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, GSCOPE_TRIGGER_SINGLE);
  app_bed_await (is_held (f));
  g_assert_false (gscope_trigger_is_armed (trigger));
  g_assert_nonnull (app_bed_find_text (find (f, APP_TYPE_TRIGGER_BAR), "Stopped"));
  n = get_shown (f);
  app_bed_press (&f->bed, "space");
  app_bed_await (get_shown (f) > n);
  app_bed_press (&f->bed, "<Control>z");
  g_assert_cmpint (gscope_trigger_get_settings (trigger)->mode, ==, GSCOPE_TRIGGER_NORMAL);
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

/* The captures of a recording are found again while it is played. */
static void
test_playback (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->bed.directory, "lab.tuples", NULL);
  g_autoptr (GString) text = g_string_new (NULL);

  for (int i = 0; i < 200; i++)
    g_string_append_printf (text, "%d %d saw\n", 10 * i, i % 20);
  g_assert_true (g_file_set_contents (path, text->str, -1, NULL));
  app_bed_open (&f->bed, path);
  app_bed_await (app_bed_count_signals (&f->bed) == 1);
  gscope_gtk_viewport_set_span (gscope_gtk_view_get_viewport (app_bed_get_view (&f->bed)),
                                100 * GSCOPE_MSEC);
  app_bed_press (&f->bed, "<Control>k");
  wait_for_captures (f, 9);
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, tear_down)
  ADD ("/app-captures/begin", test_begin);
  ADD ("/app-captures/select", test_select);
  ADD ("/app-captures/remove", test_remove);
  ADD ("/app-captures/single", test_single);
  ADD ("/app-captures/settings", test_settings);
  ADD ("/app-captures/playback", test_playback);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
