/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The window as an agent: other programs watch and steer what it shows. */

#include <gscope-gtk/gscope-gtk.h>

#include "agents-bed.h"
#include "undo/tuning.h"
#include "window/screenshot.h"
#include "window/window.h"

enum
{
  /* The status of gscopectl where a busy machine has missed ticks. */
  LOST = 4,
};

typedef AgentsBed Fixture;

static void
on_listed (GObject *object, GAsyncResult *result, gpointer names)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) sources = gscope_inventory_read_finish (result, &error);
  g_autoptr (GString) text = g_string_new (NULL);
  GVariantIter iter;
  const char *name;

  g_assert_no_error (error);
  g_variant_iter_init (&iter, sources);
  while (g_variant_iter_next (&iter, "(&ssssuu)", &name, NULL, NULL, NULL, NULL, NULL))
    g_string_append_printf (text, "%s ", name);
  *(char **) names = g_string_free (g_steal_pointer (&text), FALSE);
}

/* The sources that the window offers. */
static char *
list_offered (const char *address)
{
  char *names = NULL;

  gscope_inventory_read_async (address, NULL, on_listed, &names);
  app_bed_await (names);
  return names;
}

static gboolean
is_drawn (Fixture *f)
{
  g_autoptr (GBytes) picture = app_screenshot_take_now (APP_WINDOW (f->bed.window));

  return picture != NULL;
}

static void
on_picture (GObject *object, GAsyncResult *result, gpointer picture)
{
  g_autoptr (GError) error = NULL;

  *(GBytes **) picture = gscope_inventory_take_picture_finish (result, &error);
  g_assert_no_error (error);
}

/* Another program gets a picture of the window, with its shadow. */
static void
check_picture (Fixture *f, const char *address)
{
  GBytes *picture = NULL;
  g_autoptr (GdkTexture) texture = NULL;

  app_bed_await (is_drawn (f));
  gscope_inventory_take_picture_async (address, NULL, on_picture, &picture);
  app_bed_await (picture);
  texture = gdk_texture_new_from_bytes (picture, NULL);
  g_bytes_unref (picture);
  g_assert_nonnull (texture);
  g_assert_cmpint (gdk_texture_get_width (texture), >=, gtk_widget_get_width (f->bed.window));
}

static gboolean
shows_clients (Fixture *f, const char *count)
{
  GtkWidget *shared = app_bed_find_named (f->bed.window, "shared");

  return gtk_widget_get_visible (shared) && app_bed_find_text (shared, count);
}

/* Another program writes a parameter of what the window shows: as any writer, with a marker and undo. */
static void
test_shared (Fixture *f, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.gscope.Gscope");
  g_autofree char *address = g_strdup_printf ("unix:%s/window", f->bed.directory);
  g_autofree char *offered = NULL, *later = NULL;
  g_autoptr (GscopeSource) client = NULL;
  g_autoptr (GVariant) options = NULL;
  GscopeParameter *amplitude =
      gscope_source_find_parameter (agents_bed_find_source (f, "demo"), "amplitude");
  AppHistory *history = app_session_get_history (app_bed_get_session (&f->bed));
  GVariantDict dict;

  g_settings_set_string (settings, "agent-address", address);
  g_settings_set_boolean (settings, "agent", TRUE);
  app_bed_settle ();
  offered = list_offered (address);
  g_assert_cmpstr (offered, ==, "demo ");
  check_picture (f, address);

  g_variant_dict_init (&dict, NULL);
  g_variant_dict_insert (&dict, "address", "s", address);
  options = g_variant_ref_sink (g_variant_dict_end (&dict));
  client = gscope_registry_create (gscope_registry_get_default (), "agent", "demo", NULL, NULL);
  g_assert_true (gscope_source_configure (client, options, NULL));
  gscope_scope_remove_source (f->scope, f->served);
  gscope_scope_add_source (f->scope, client);
  gscope_source_start_async (client, NULL, NULL, NULL);
  app_bed_await (gscope_source_get_started (client));
  app_bed_await (shows_clients (f, "1"));
  gscope_parameter_write_async (gscope_source_find_parameter (client, "amplitude"),
                                g_variant_new_double (4), "script", NULL, NULL, NULL);
  app_bed_await (gscope_parameter_get_number (amplitude) == 4);
  g_assert_nonnull (app_history_get_undo_title (history));
  app_bed_press (&f->bed, "<Control>z");
  app_bed_await (gscope_parameter_get_number (amplitude) == 1);

  app_bed_activate (&f->bed, "remove-source", "demo");
  later = list_offered (address);
  g_assert_cmpstr (later, ==, "");
  app_bed_press (&f->bed, "<Control>z");
  g_settings_set_boolean (settings, "agent", FALSE);
  app_bed_settle ();
  g_assert_false (gtk_widget_get_visible (app_bed_find_named (f->bed.window, "shared")));
  gscope_source_stop_async (client, NULL, NULL, NULL);
  gscope_scope_remove_source (f->scope, client);
  gscope_scope_add_source (f->scope, f->served);
}

static void
on_ended (GObject *object, GAsyncResult *result, gpointer has_ended)
{
  *(gboolean *) has_ended = g_subprocess_wait_finish (G_SUBPROCESS (object), result, NULL);
}

/* Runs gscopectl with words up to NULL, and answers it meanwhile. Returns how it ended. */
static int
run_control (const char *address, ...)
{
  const char *arguments[8] = { g_getenv ("GSCOPECTL"), "--agent", address };
  g_autoptr (GSubprocess) process = NULL;
  g_autoptr (GError) error = NULL;
  gboolean has_ended = FALSE;
  va_list words;

  va_start (words, address);
  for (guint i = 3; i < G_N_ELEMENTS (arguments) - 1; i++)
    if (!(arguments[i] = va_arg (words, const char *)))
      break;
  va_end (words);
  process = g_subprocess_newv (arguments, G_SUBPROCESS_FLAGS_STDOUT_SILENCE, &error);
  g_assert_no_error (error);
  g_subprocess_wait_async (process, NULL, on_ended, &has_ended);
  app_bed_await (has_ended);
  g_assert_true (g_subprocess_get_if_exited (process));
  return g_subprocess_get_exit_status (process);
}

/* gscopectl takes a picture of the window, and writes, marks and records what it shows. */
static void
test_controlled (Fixture *f, gconstpointer data)
{
  g_autoptr (GSettings) settings = g_settings_new ("org.gscope.Gscope");
  g_autofree char *address = g_strdup_printf ("unix:%s/window", f->bed.directory);
  g_autofree char *picture = g_build_filename (f->bed.directory, "window.png", NULL);
  g_autofree char *recording = g_build_filename (f->bed.directory, "run.tuples", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GdkTexture) texture = NULL;
  g_autoptr (GscopeMarker) marker = NULL;
  g_autoptr (GError) error = NULL;
  GscopeSource *source = agents_bed_find_source (f, "demo");
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (gscope_workspace_get_scopes (app_bed_get_workspace (&f->bed)), 0);
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (scope));
  int status;

  g_settings_set_string (settings, "agent-address", address);
  g_settings_set_boolean (settings, "agent", TRUE);
  app_bed_await (is_drawn (f));
  g_assert_cmpint (run_control (address, "picture", picture, NULL), ==, 0);
  texture = gdk_texture_new_from_filename (picture, &error);
  g_assert_no_error (error);
  g_assert_cmpint (gdk_texture_get_width (texture), >=, gtk_widget_get_width (f->bed.window));
  g_assert_cmpint (run_control (address, "set", "demo/amplitude=3", NULL), ==, 0);
  g_assert_cmpfloat (
      gscope_parameter_get_number (gscope_source_find_parameter (source, "amplitude")), ==, 3);
  g_assert_cmpint (run_control (address, "mark", "deployed", NULL), ==, 0);
  marker = g_list_model_get_item (markers, g_list_model_get_n_items (markers) - 1);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "deployed");
  status = run_control (address, "record", recording, "demo/sine", "--duration=200ms", NULL);
  g_assert_true (status == 0 || status == LOST);
  g_assert_true (g_file_get_contents (recording, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, " demo/sine\n"));
  g_settings_set_boolean (settings, "agent", FALSE);
  app_bed_settle ();
}

/* Once a signal has a limit, other programs find the outcome of the limits, as they do at an agent. */
static void
test_shared_limits (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 5 };
  g_autoptr (GSettings) preferences = g_settings_new ("org.gscope.Gscope");
  g_autofree char *address = g_strdup_printf ("unix:%s/window", f->bed.directory);
  g_autofree char *before = NULL, *with = NULL, *again = NULL;
  GscopeSignal *signal;

  g_settings_set_string (preferences, "agent-address", address);
  g_settings_set_boolean (preferences, "agent", TRUE);
  app_bed_settle ();
  before = list_offered (address);
  g_assert_cmpstr (before, ==, "demo ");
  signal = app_session_find_signal (app_bed_get_session (&f->bed), "demo/sine", NULL);
  app_tuning_set_limit (app_bed_get_session (&f->bed), signal, &settings);
  app_bed_settle ();
  with = list_offered (address);
  g_assert_cmpstr (with, ==, "demo limits ");
  g_settings_set_boolean (preferences, "agent", FALSE);
  app_bed_settle ();
  g_settings_set_boolean (preferences, "agent", TRUE);
  app_bed_settle ();
  again = list_offered (address);
  g_assert_cmpstr (again, ==, "demo limits ");
  g_settings_set_boolean (preferences, "agent", FALSE);
  app_bed_settle ();
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func)                                                                            \
  g_test_add (name, Fixture, application, agents_bed_set_up, func, agents_bed_tear_down)
  ADD ("/app-agent-shared/shared", test_shared);
  ADD ("/app-agent-shared/limits", test_shared_limits);
  ADD ("/app-agent-shared/controlled", test_controlled);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}
