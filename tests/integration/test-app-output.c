/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A program whose output the window shows. */

#include <adwaita.h>
#include <gscope-gtk/gscope-gtk.h>

#include "app-bed.h"
#include "window/window.h"

typedef AppBed Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  app_bed_make_small (f);
  app_bed_init (f, application, APP_BED_LAB);
}

static AppProgram *
show_program (Fixture *f, const char *script)
{
  const char *const argv[] = { "/bin/sh", "-c", script, NULL };
  g_autoptr (GError) error = NULL;
  AppProgram *program = app_program_new (argv, &error);

  g_assert_no_error (error);
  g_assert_cmpstr (app_program_get_name (program), ==, "sh");
  app_window_show_session (APP_WINDOW (f->window),
                           app_session_new_program (gscope_registry_get_default (), program));
  return program;
}

static gboolean
has_samples (Fixture *f, const char *name)
{
  GscopeSignal *signal = app_session_find_signal (app_bed_get_session (f), name, NULL);
  GscopeSample latest;

  return signal && gscope_signal_get_latest (signal, &latest);
}

/* Closing the window asks, and ends the program. */
static void
test_running (Fixture *f, gconstpointer data)
{
  g_autoptr (AppProgram) program =
      show_program (f, "i=0; while sleep 0.02; do i=$((i+1)); echo $i $i count; done");
  GtkWidget *window = f->window;

  g_object_add_weak_pointer (G_OBJECT (window), (gpointer *) &window);
  app_bed_await (has_samples (f, APP_PROGRAM_OUTPUT "/count"));
  app_bed_await (has_samples (f, APP_PROGRAM_PROCESS "/memory"));
  app_bed_await (has_samples (f, APP_PROGRAM_PROCESS "/user"));
  g_assert_nonnull (app_session_find_source (app_bed_get_session (f), APP_PROGRAM_TCP));
  gtk_window_close (GTK_WINDOW (window));
  app_bed_answer ("cancel");
  g_assert_nonnull (window);
  g_assert_true (app_program_get_running (program));
  gtk_window_close (GTK_WINDOW (window));
  app_bed_answer ("end");
  app_bed_await (!window);
  g_assert_false (app_program_get_running (program));
  g_assert_cmpint (app_program_get_status (program), ==, 0);
}

/* The window says how it ended, and closes without a question. */
static void
test_ended (Fixture *f, gconstpointer data)
{
  g_autoptr (AppProgram) program = show_program (f, "echo 1 1 a; exit 3");
  GscopeSource *process;

  app_bed_await (app_program_get_status (program) == 3);
  g_assert_nonnull (app_bed_find_text (f->window, "“sh” has ended with status 3"));
  process = app_session_find_source (app_bed_get_session (f), APP_PROGRAM_PROCESS);
  app_bed_await (gscope_source_get_state (process) == GSCOPE_SOURCE_STATE_STOPPED);
  app_bed_await (has_samples (f, APP_PROGRAM_OUTPUT "/a"));
}

/* Sources that show the process end with it; another one that has got the name of such a source goes on. */
static void
test_shown (Fixture *f, gconstpointer data)
{
  g_autoptr (AppProgram) program = show_program (f, "exec sleep 100");
  AppSession *session = app_bed_get_session (f);
  GscopeWorkspace *workspace = app_session_get_workspace (session);
  GscopeSource *tcp = app_session_find_source (session, APP_PROGRAM_TCP), *other;

  gscope_workspace_remove_source (workspace,
                                  app_session_find_source (session, APP_PROGRAM_PROCESS));
  other = gscope_workspace_add_source (workspace, 1, "demo", APP_PROGRAM_PROCESS, NULL, NULL, NULL);
  app_bed_await (gscope_source_get_started (other) && gscope_source_get_started (tcp));
  app_bed_await (g_variant_get_size (
                     gscope_parameter_get_value (gscope_source_find_parameter (tcp, "process")))
                 > 1);
  app_program_end (program);
  app_bed_await (gscope_source_get_state (tcp) == GSCOPE_SOURCE_STATE_STOPPED);
  app_bed_settle ();
  g_assert_true (gscope_source_get_started (other));
}

static void
test_killed (Fixture *f, gconstpointer data)
{
  g_autoptr (AppProgram) program = show_program (f, "kill -KILL $$");
  g_autofree char *text = NULL;

  app_bed_await (app_program_get_status (program) == 128 + 9);
  text = app_program_describe_end (program);
  g_assert_true (g_str_has_prefix (text, "“sh” was ended by signal 9"));
}

static void
add_tests (gconstpointer application)
{
#define ADD(name, func) g_test_add (name, Fixture, application, set_up, func, app_bed_tear_down)
  ADD ("/app-output/running", test_running);
  ADD ("/app-output/ended", test_ended);
  ADD ("/app-output/shown", test_shown);
  ADD ("/app-output/killed", test_killed);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
