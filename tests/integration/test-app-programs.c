/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The programs that serve a workspace's sources end with it, whatever else goes on. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "app-bed.h"
#include "window/application.h"
#include "window/window.h"

#define FORM                                                                                       \
  "{ \"gscope-workspace\": 1, \"title\": \"%s\", \"scopes\": [ { \"period-ms\": 10,\n"             \
  "  \"sources\": [ { \"type\": \"%s\" } ] } ],\n"                                                 \
  "  \"views\": [ { \"signals\": [ { \"match\": \"*\" } ] } ] }\n"

typedef struct
{
  GtkApplication *application;
  char *directory;
  GFile *busy;
  GFile *quiet;
} Fixture;

static gboolean
is_workload (const char *process)
{
  g_autofree char *path = g_build_filename ("/proc", process, "stat", NULL);
  g_autofree char *text = NULL;
  int pid, parent;
  char name[64], state;

  return g_file_get_contents (path, &text, NULL, NULL)
         && sscanf (text, "%d (%63[^)]) %c %d", &pid, name, &state, &parent) == 4
         && parent == getpid () && g_str_equal (name, "gscope-workload");
}

static guint
count_programs (void)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, NULL);
  const char *name;
  guint n = 0;

  while ((name = g_dir_read_name (processes)))
    n += g_ascii_isdigit (name[0]) && is_workload (name);
  return n;
}

static GtkWidget *
open_window (Fixture *f, GFile *file)
{
  GtkWidget *window = app_window_new (f->application);

  gtk_window_present (GTK_WINDOW (window));
  app_window_open (APP_WINDOW (window), file);
  app_bed_await (app_window_has_samples (APP_WINDOW (window)));
  return window;
}

static GFile *
write_workspace (Fixture *f, const char *title, const char *type)
{
  g_autofree char *name = g_strconcat (title, ".json", NULL);
  g_autofree char *path = g_build_filename (f->directory, name, NULL);
  g_autofree char *text = g_strdup_printf (FORM, title, type);

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  return g_file_new_for_path (path);
}

static void
set_up (Fixture *f, gconstpointer application)
{
  f->application = (GtkApplication *) application;
  f->directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  f->busy = write_workspace (f, "busy", "workload");
  f->quiet = write_workspace (f, "quiet", "demo");
}

static void
tear_down (Fixture *f, gconstpointer application)
{
  g_assert_cmpint (g_unlink (g_file_peek_path (f->busy)), ==, 0);
  g_assert_cmpint (g_unlink (g_file_peek_path (f->quiet)), ==, 0);
  g_assert_cmpint (g_rmdir (f->directory), ==, 0);
  g_object_unref (f->busy);
  g_object_unref (f->quiet);
  g_free (f->directory);
}

/* Another window goes on. */
static void
test_closed (Fixture *f, gconstpointer data)
{
  GtkWidget *other = open_window (f, f->quiet);
  GtkWidget *window = open_window (f, f->busy);

  g_assert_cmpuint (count_programs (), ==, 1);
  gtk_window_destroy (GTK_WINDOW (window));
  app_bed_await (count_programs () == 0);
  g_assert_true (app_window_has_samples (APP_WINDOW (other)));
  gtk_window_destroy (GTK_WINDOW (other));
}

/* Another workspace takes its place in the window. */
static void
test_replaced (Fixture *f, gconstpointer data)
{
  GtkWidget *window = open_window (f, f->busy);

  g_assert_cmpuint (count_programs (), ==, 1);
  app_window_open (APP_WINDOW (window), f->quiet);
  app_bed_await (count_programs () == 0);
  app_bed_await (app_window_has_samples (APP_WINDOW (window)));
  gtk_window_destroy (GTK_WINDOW (window));
}

/* Two windows have one workspace: it ends with the last of them. */
static void
test_shared (Fixture *f, gconstpointer data)
{
  GtkWidget *window = open_window (f, f->busy);
  GtkWidget *second;

  g_action_group_activate_action (G_ACTION_GROUP (window), "new-window", NULL);
  app_bed_settle ();
  second = GTK_WIDGET (gtk_application_get_active_window (f->application));
  g_assert_true (APP_IS_WINDOW (second) && second != window);
  gtk_window_destroy (GTK_WINDOW (window));
  app_bed_settle ();
  g_assert_cmpuint (count_programs (), ==, 1);
  gtk_window_destroy (GTK_WINDOW (second));
  app_bed_await (count_programs () == 0);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-programs/closed", Fixture, application, set_up, test_closed, tear_down);
  g_test_add ("/app-programs/replaced", Fixture, application, set_up, test_replaced, tear_down);
  g_test_add ("/app-programs/shared", Fixture, application, set_up, test_shared, tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
