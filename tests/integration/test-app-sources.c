/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Sources that are added, configured and removed in the window. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-application.h"
#include "app-bed.h"
#include "app-source-dialog.h"

static const char document[] =
    "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 10, \"sources\": [ {\n"
    "  \"type\": \"demo\", \"options\": { \"signals\": [ \"sine\", \"square\", \"saw\" ] } } ] } "
    "],\n"
    "  \"views\": [ { \"signals\": [ { \"match\": \"demo/sine\" }, { \"match\": \"demo/square\" } "
    "] } ] }\n";

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

/* What a plugin says of itself is no markup. */
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
  ADD ("/app-sources/refused-source", test_refused_source);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
