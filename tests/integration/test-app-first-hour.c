/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The walks of the first hour in a window of 1280 by 800, by what is seen there: buttons, and items of menus. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "bars/bottom.h"
#include "captures/panel.h"
#include "dialogs/math-dialog.h"
#include "dialogs/measurements-dialog.h"
#include "dialogs/source-dialog.h"
#include "limits/dialog.h"
#include "numbers/dialog.h"
#include "numbers/file-list.h"

/* Two waves at 10 Hz, in a view that names no signals. */
#define WAVES                                                                                      \
  "{ \"gscope-workspace\": 1, \"scopes\": [ { \"name\": \"A\", \"period-ms\": 5,"                  \
  "  \"delay-ms\": 20, \"sources\": [ { \"type\": \"demo\","                                       \
  "    \"parameters\": { \"frequency\": 10 },"                                                     \
  "    \"options\": { \"signals\": [ \"sine\", \"square\" ] } } ] } ],"                            \
  "  \"views\": [ { \"span-s\": 0.2 } ] }"

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  f->width = 1280;
  f->height = 800;
  app_bed_init (f, application, WAVES);
  app_bed_await (app_bed_count_signals (f) == 2);
}

static gboolean
is_cut (GtkWidget *widget, gconstpointer data)
{
  return GTK_IS_LABEL (widget) && gtk_widget_get_mapped (widget)
         && pango_layout_is_ellipsized (gtk_label_get_layout (GTK_LABEL (widget)));
}

/* Each control of the bottom bar can be read. */
static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_null (app_bed_find_match (app_bed_find (f->window, APP_TYPE_BOTTOM_BAR), is_cut, NULL));
  app_bed_tear_down (f, data);
}

static GListModel *
get_captures (Fixture *f)
{
  return G_LIST_MODEL (gscope_gtk_view_get_captures (app_bed_get_view (f)));
}

static gboolean
has_captures (Fixture *f)
{
  return get_captures (f) && g_list_model_get_n_items (get_captures (f)) >= 2;
}

static gboolean
has_kept (Fixture *f)
{
  GListModel *captures = get_captures (f);

  for (guint i = 0; i < g_list_model_get_n_items (captures); i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (captures, i);

      if (gscope_capture_get_kept (capture))
        return TRUE;
    }
  return FALSE;
}

static gboolean
is_level (GtkWidget *widget, gconstpointer data)
{
  return g_str_equal (gtk_widget_get_css_name (widget), "level") && gtk_widget_get_mapped (widget);
}

static gboolean
is_star (GtkWidget *widget, gconstpointer data)
{
  return gtk_widget_has_css_class (widget, "keep") && gtk_widget_get_mapped (widget);
}

/* One click makes the picture stand still at a trigger in the middle of the signal; another one keeps a capture, with which others
 * are compared. */
static void
test_trigger (Fixture *f, gconstpointer data)
{
  GtkWidget *panel, *star;

  app_bed_click (f, "win.triggered");
  app_bed_await (has_captures (f));
  panel = app_bed_find (f->window, APP_TYPE_CAPTURES_PANEL);
  app_bed_await (gtk_widget_get_mapped (panel));
  app_bed_await (app_bed_find_match (f->window, is_level, NULL));
  app_bed_click (f, "win.hold");
  app_bed_await (app_bed_find_match (panel, is_star, NULL));
  star = app_bed_find_match (panel, is_star, NULL);
  g_assert_false (has_kept (f));
  g_signal_emit_by_name (star, "clicked");
  g_assert_true (has_kept (f));
}

static gboolean
has_badge (Fixture *f)
{
  GListModel *badges = G_LIST_MODEL (gscope_gtk_view_get_badges (app_bed_get_view (f)));
  g_autoptr (GscopeGtkBadge) badge = g_list_model_get_item (badges, 0);

  return badge && !g_str_equal (gscope_gtk_badge_get_text (badge), "–");
}

/* A measurement is in the head of the lane. */
static void
test_measure (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_select (f, 0);
  app_bed_choose (f, "Measurements of the Selected Signal…");
  dialog = app_bed_find_window (APP_TYPE_MEASUREMENTS_DIALOG);
  app_bed_click_in (APP_TYPE_MEASUREMENTS_DIALOG, "_Add");
  app_bed_escape (GTK_WINDOW (dialog));
  app_bed_await (has_badge (f));
}

/* A signal is computed from two others. */
static void
test_math (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_choose (f, "Add Math Signal…");
  dialog = app_bed_find_window (APP_TYPE_MATH_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, "Name")), "sum");
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, "Expression")),
                         "demo/sine + demo/square");
  app_bed_click_in (APP_TYPE_MATH_DIALOG, "_Add");
  app_bed_await (app_bed_count_signals (f) == 3);
}

/* A limit counts failures beside the signal. */
static void
test_limit (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_select (f, 0);
  app_bed_choose (f, "Limit of the Selected Signal…");
  dialog = app_bed_find_window (APP_TYPE_LIMITS_DIALOG);
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, "Lower Bound")), "2");
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find_titled (dialog, "Upper Bound")), "3");
  app_bed_click_in (APP_TYPE_LIMITS_DIALOG, "_Set");
  app_bed_escape (GTK_WINDOW (dialog));
  app_bed_await (app_bed_find_text (f->window, " failure"));
}

static gboolean
can_add (GtkWidget *dialog)
{
  GtkWidget *button = app_bed_find_labelled (dialog, "_Add");

  return gtk_widget_get_mapped (button) && gtk_widget_get_sensitive (button);
}

/* A number in a file of the kernel becomes a signal. */
static void
test_number (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_click (f, "win.add-source");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  g_signal_emit_by_name (app_bed_find_titled (dialog, "Number in a File"), "activated");
  app_bed_settle ();
  dialog = app_bed_find_window (APP_TYPE_NUMBER_DIALOG);
  app_bed_enter (app_bed_find (app_bed_find (dialog, APP_TYPE_FILE_LIST), GTK_TYPE_ENTRY),
                 "/proc/loadavg");
  app_bed_await (can_add (dialog));
  app_bed_click_in (APP_TYPE_NUMBER_DIALOG, "_Add");
  app_bed_await (app_bed_count_signals (f) == 3);
}

/* A recording is seen whole, with its overview, and plays. */
static void
test_playback (Fixture *f, gconstpointer data)
{
  app_bed_play (f);
  app_bed_await (gtk_widget_get_mapped (app_bed_find (f->window, GSCOPE_GTK_TYPE_OVERVIEW)));
  app_bed_click (f, "win.play");
  app_bed_await (app_bed_get_state (f, "play"));
}

static void
add_tests (gconstpointer application)
{
#define ADD(path, test) g_test_add (path, Fixture, application, set_up, test, tear_down)
  ADD ("/app-first-hour/trigger", test_trigger);
  ADD ("/app-first-hour/measure", test_measure);
  ADD ("/app-first-hour/math", test_math);
  ADD ("/app-first-hour/limit", test_limit);
  ADD ("/app-first-hour/number", test_number);
  ADD ("/app-first-hour/playback", test_playback);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
