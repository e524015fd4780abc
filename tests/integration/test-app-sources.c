/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Sources that are added, configured and removed in the window. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "dialogs/source-dialog.h"
#include "signals/panel.h"
#include "undo/scopes.h"
#include "undo/sources.h"
#include "undo/view.h"
#include "window/application.h"

/* Of a millisecond each. */
#define MOST_STEPS 5000

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 10, \"sources\": [ {\n"
    "  \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\", \"square\", \"saw\" ] } } ] } "
    "],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"demo/sine\" }, { \"match\": \"demo/square\" } "
    "] } ] }\n";

/* Sources in the middle of the list, in scopes of one and of more. */
static const char ordered[] = "{ \"gscope-workspace\": 1, \"scopes\": [\n"
                              "  { \"sources\": [ { \"type\": \"demo\", \"name\": \"a\", "
                              "\"options\": { \"signals\": [ \"sine\" ] } "
                              "} ] },\n"
                              "  { \"sources\": [ { \"type\": \"demo\", \"name\": \"b\", "
                              "\"options\": { \"signals\": [ \"square\" ] "
                              "} },\n"
                              "    { \"type\": \"demo\", \"name\": \"c\", \"options\": { "
                              "\"signals\": [ \"saw\", \"sine\" ] } } ] },\n"
                              "  { \"sources\": [ { \"type\": \"demo\", \"name\": \"d\", "
                              "\"options\": { \"signals\": [ \"noise\" ] } "
                              "} ] } ],\n"
                              "  \"views\": [ { \"signals\": [ { \"match\": \"*\" } ] } ] }\n";

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_init (f, application, document);
}

static gboolean
has_one_source_more (Fixture *f)
{
  return app_bed_find (f->window, GSCOPE_GTK_TYPE_VIEW) && app_bed_count_signals (f) > 2;
}

static void
choose_type (GtkWidget *dialog, const char *title)
{
  g_signal_emit_by_name (app_bed_find_titled (dialog, title), "activated");
  app_bed_settle ();
}

static void
set_switch (GtkWidget *dialog, gboolean active)
{
  gtk_switch_set_active (GTK_SWITCH (app_bed_find (dialog, GTK_TYPE_SWITCH)), active);
}

static void
test_sources (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_press (f, "<Control><Shift>a");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  choose_type (dialog, "Demo");
  g_assert_cmpstr (gtk_editable_get_text (GTK_EDITABLE (app_bed_find (dialog, ADW_TYPE_ENTRY_ROW))),
                   ==, "demo-2");
  set_switch (dialog, TRUE);
  app_bed_click_in (APP_TYPE_SOURCE_DIALOG, "_Add");
  g_assert_null (app_bed_find_window (APP_TYPE_SOURCE_DIALOG));
  app_bed_await (has_one_source_more (f));
  g_assert_cmpuint (app_bed_count_signals (f), ==, 9);
  app_bed_press (f, "<Control>z");
  g_assert_cmpuint (app_bed_count_signals (f), ==, 2);
  app_bed_press (f, "<Control><Shift>z");
  app_bed_await (has_one_source_more (f));
  app_bed_activate (f, "remove-source", "demo-2");
  g_assert_cmpuint (app_bed_count_signals (f), ==, 2);
  app_bed_press (f, "<Control>z");
  app_bed_await (has_one_source_more (f));

  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_reopen (f);
  app_bed_await (has_one_source_more (f));
  g_assert_cmpuint (app_bed_count_signals (f), ==, 9);
}

/* The texts of a plugin are not markup. */
static void
test_odd_titles (Fixture *f, gconstpointer data)
{
  GscopeRegistry *registry = gscope_registry_get_default ();
  GtkWidget *dialog;

  g_assert_true (gscope_registry_add_type (registry, "odd",
                                           gscope_registry_get_gtype (registry, "demo"), "R&D <1 s",
                                           "Whether a < b & c", "odd", NULL));
  app_bed_press (f, "<Control><Shift>a");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  g_assert_nonnull (app_bed_find_text (dialog, "R&D <1 s"));
  choose_type (dialog, "R&D <1 s");
  g_assert_nonnull (app_bed_find_text (dialog, "Whether a < b & c"));
  gtk_window_close (GTK_WINDOW (dialog));
  app_bed_settle ();
}

static void
test_configured (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;
  GtkWidget *row;

  app_bed_write (f, 7);
  app_bed_activate (f, "configure-source", "demo");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  row = app_bed_find_titled (dialog, "sine");
  gtk_check_button_set_active (GTK_CHECK_BUTTON (app_bed_find (row, GTK_TYPE_CHECK_BUTTON)), FALSE);
  app_bed_click_in (APP_TYPE_SOURCE_DIALOG, "_Apply");
  app_bed_await (app_bed_count_signals (f) == 1);
  g_assert_cmpfloat (gscope_parameter_get_number (app_bed_get_parameter (f)), ==, 7);
  app_bed_press (f, "<Control>z");
  app_bed_await (app_bed_count_signals (f) == 2);
}

/* A source that is removed and brought back is as it was: the document, too. */
static void
test_source_back (Fixture *f, gconstpointer data)
{
  static const char *const steered[] = { "sine", NULL };

  gscope_parameter_set_steered (app_bed_get_parameter (f), steered);
  app_bed_write (f, 7);
  app_bed_press (f, "<Control>s");
  app_bed_await (!app_bed_is_modified (f));
  app_bed_activate (f, "remove-source", "demo");
  app_bed_await (app_bed_is_modified (f));
  app_bed_press (f, "<Control>z");
  app_bed_await (app_bed_count_signals (f) == 2);
  g_assert_cmpfloat (gscope_parameter_get_number (app_bed_get_parameter (f)), ==, 7);
  g_assert_true (g_strv_equal (gscope_parameter_get_steered (app_bed_get_parameter (f)), steered));
  app_bed_await (!app_bed_is_modified (f));
}

/* The names of the sources and signals that the window lists, in their order. */
static char *
list_rows (Fixture *f)
{
  GtkWidget *panel = app_bed_find (f->window, APP_TYPE_SIGNALS_PANEL);
  GtkWidget *list = app_bed_find (panel, GTK_TYPE_LIST_VIEW);
  GListModel *model = G_LIST_MODEL (gtk_list_view_get_model (GTK_LIST_VIEW (list)));
  g_autoptr (GString) rows = g_string_new (NULL);

  for (guint i = 0; i < g_list_model_get_n_items (model); i++)
    {
      g_autoptr (GObject) item = g_list_model_get_item (model, i);

      g_string_append_printf (
          rows, "%s ",
          GSCOPE_IS_SOURCE (item)
              ? gscope_source_get_name (GSCOPE_SOURCE (item))
              : gscope_gtk_view_signal_get_title (GSCOPE_GTK_VIEW_SIGNAL (item)));
    }
  return g_string_free (g_steal_pointer (&rows), FALSE);
}

/* Waits until the window lists rows; shows those that it lists instead. */
static void
await_rows (Fixture *f, const char *expected)
{
  for (int i = 0; i < MOST_STEPS; i++)
    {
      g_autofree char *rows = list_rows (f);

      if (g_str_equal (rows, expected))
        return;
      app_bed_step ();
    }
  g_assert_cmpstr (list_rows (f), ==, expected);
}

static void
undo (Fixture *f, const char *expected)
{
  app_history_undo (app_session_get_history (app_bed_get_session (f)));
  await_rows (f, expected);
}

/* Each source, scope, signal and view that is removed or moved comes back to its place. */
static void
test_order (Fixture *f, gconstpointer data)
{
  static const char *const sources[] = { "a", "b", "c", "d" };
  static const char rows[] = "a Sine b Square c Sine Sawtooth d Noise ";
  AppSession *session;

  app_bed_close_window (f);
  g_assert_true (g_file_set_contents (f->path, ordered, -1, NULL));
  app_bed_open_window (f);
  await_rows (f, rows);
  session = app_bed_get_session (f);
  for (guint i = 0; i < G_N_ELEMENTS (sources); i++)
    {
      app_sources_remove (session, app_session_find_source (session, sources[i]));
      undo (f, rows);
      app_history_redo (app_session_get_history (session));
      undo (f, rows);
    }
  for (guint i = 0; i < 3; i++)
    {
      app_scopes_remove (session, i);
      undo (f, rows);
      app_sources_move (session, app_session_find_source (session, "b"), i, NULL);
      undo (f, rows);
    }
  for (guint i = 0; i < app_bed_count_signals (f); i++)
    {
      app_view_remove_signal (session, app_bed_get_view (f), app_bed_select_signal (f, i));
      undo (f, rows);
    }
  app_bed_activate (f, "split-right", NULL);
  app_bed_activate (f, "close-view", NULL);
  undo (f, rows);
}

/* A name that is taken is refused with a reason, and the dialog stays. */
static void
test_refused_source (Fixture *f, gconstpointer data)
{
  GtkWidget *dialog;

  app_bed_press (f, "<Control><Shift>a");
  dialog = app_bed_find_window (APP_TYPE_SOURCE_DIALOG);
  choose_type (dialog, "Demo");
  gtk_editable_set_text (GTK_EDITABLE (app_bed_find (dialog, ADW_TYPE_ENTRY_ROW)), "demo");
  app_bed_click_in (APP_TYPE_SOURCE_DIALOG, "_Add");
  g_assert_nonnull (app_bed_find_window (APP_TYPE_SOURCE_DIALOG));
  g_assert_true (
      gtk_revealer_get_reveal_child (GTK_REVEALER (app_bed_find (dialog, GTK_TYPE_REVEALER))));
  gtk_window_destroy (GTK_WINDOW (dialog));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-sources/added", test_sources);
  ADD ("/app-sources/odd-titles", test_odd_titles);
  ADD ("/app-sources/configured", test_configured);
  ADD ("/app-sources/source-back", test_source_back);
  ADD ("/app-sources/order", test_order);
  ADD ("/app-sources/refused-source", test_refused_source);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
