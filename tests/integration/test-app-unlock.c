/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A source that lacks a privilege is run by the agent of the system instead, at an agent of the test's own. */

#include <adwaita.h>
#include <glib/gstdio.h>
#include <gscope-gtk/gscope-gtk.h>
#include <unistd.h>

#include "app-bed.h"
#include "session/unlock.h"
#include "widgets/messages.h"

typedef struct
{
  AppBed bed;
  char *socket;
  GscopeScope *scope;
  GscopeAgent *agent;
} Fixture;

static void
set_up (Fixture *f, gconstpointer application)
{
  g_autofree char *address = NULL;

  app_bed_init (&f->bed, application, APP_BED_LAB);
  f->socket = g_build_filename (f->bed.directory, "agent", NULL);
  address = g_strconcat ("unix:", f->socket, NULL);
  g_setenv ("GSCOPE_SYSTEM_AGENT", address, TRUE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  app_bed_clear (&f->bed);
  g_clear_object (&f->agent);
  g_clear_object (&f->scope);
  g_free (f->socket);
}

static void
start_agent (Fixture *f)
{
  g_autoptr (GError) error = NULL;

  f->scope = gscope_scope_new ();
  f->agent = gscope_agent_new (f->scope, gscope_agent_source_get_system_address (), &error);
  g_assert_no_error (error);
  gscope_agent_set_journal_socket (f->agent, NULL);
}

static GscopeSource *
get_source (Fixture *f)
{
  return app_session_find_source (app_bed_get_session (&f->bed), "demo");
}

static gboolean
is_unlocked (Fixture *f)
{
  return GSCOPE_IS_AGENT_SOURCE (get_source (f)) && gscope_source_get_started (get_source (f));
}

/* The source keeps its name, its options and the values that were written. The document does not change. */
static void
test_unlocked (Fixture *f, gconstpointer data)
{
  GscopeWorkspace *workspace = app_bed_get_workspace (&f->bed);
  GscopeParameter *parameter;

  start_agent (f);
  app_bed_activate (&f->bed, "unlock-source", "demo");
  app_bed_await (is_unlocked (f) && app_bed_count_signals (&f->bed) == 2);
  g_assert_cmpstr (gscope_workspace_get_source_type (workspace, get_source (f)), ==, "demo");
  g_assert_false (app_bed_is_modified (&f->bed));
  app_bed_await (gscope_source_find_parameter (get_source (f), "frequency"));
  parameter = gscope_source_find_parameter (get_source (f), "frequency");
  gscope_parameter_write_async (parameter, g_variant_new_double (3), "slider", NULL, NULL, NULL);
  app_bed_await (gscope_parameter_get_number (parameter) == 3);
  g_assert_cmpuint (gscope_agent_get_n_clients (f->agent), ==, 1);
}

static gboolean
is_here_again (Fixture *f)
{
  return !GSCOPE_IS_AGENT_SOURCE (get_source (f)) && gscope_source_get_started (get_source (f));
}

static gboolean
is_remedy (GtkWidget *widget, gconstpointer text)
{
  return GTK_IS_LABEL (widget) && strstr (gtk_label_get_label (GTK_LABEL (widget)), text);
}

/* Without the agent, the source runs here again, and a message has the command that changes that. */
static void
test_away (Fixture *f, gconstpointer data)
{
  GListModel *problems = gscope_workspace_get_problems (app_bed_get_workspace (&f->bed));
  g_autoptr (GscopeWorkspaceProblem) problem = NULL;

  app_bed_activate (&f->bed, "unlock-source", "demo");
  app_bed_await (is_here_again (f));
  g_assert_cmpuint (g_list_model_get_n_items (problems), ==, 1);
  problem = g_list_model_get_item (problems, 0);
  g_assert_nonnull (strstr (gscope_workspace_problem_get_message (problem),
                            "sudo systemctl enable --now gscoped.socket"));
  g_assert_nonnull (app_bed_find_match (app_bed_find (f->bed.window, APP_TYPE_MESSAGES), is_remedy,
                                        "sudo systemctl enable"));
}

static GtkWidget *
find_button (Fixture *f)
{
  return app_bed_find_labelled (f->bed.window, "_Unlock…");
}

/* The button is there while the source lacks a privilege for which the agent has an action. */
static void
test_offered (Fixture *f, gconstpointer data)
{
  GscopeSourceClass *klass = GSCOPE_SOURCE_GET_CLASS (get_source (f));

  gscope_source_set_locked (get_source (f), TRUE);
  g_assert_false (app_unlock_is_offered (get_source (f)));
  klass->action = "org.gscope.Gscope.reserve-time";
  g_assert_cmpint (app_unlock_is_offered (get_source (f)), ==, geteuid () != 0);
  klass->action = NULL;
  gscope_source_set_locked (get_source (f), FALSE);
  g_assert_false (gtk_widget_get_visible (find_button (f)));
  app_bed_press (&f->bed, "<Control>u");
  g_assert_nonnull (app_bed_find_text (f->bed.window, "No source lacks a privilege"));
}

static GtkWidget *
find_told (Fixture *f)
{
  GtkWindow *window = gtk_application_get_active_window (f->bed.application);
  const char *text = "This window runs as root. It works, but no window needs it: run Gscope as "
                     "yourself, and unlock the sources that lack a privilege (Ctrl+U).";

  return window ? app_bed_find_text (GTK_WIDGET (window), text) : NULL;
}

/* A window of root says once that it need not be one. */
static void
test_root (Fixture *f, gconstpointer data)
{
  if (geteuid () != 0)
    {
      g_test_skip ("for root only");
      return;
    }
  for (guint i = 0; i < 2; i++)
    {
      app_bed_close_window (&f->bed);
      g_application_activate (G_APPLICATION (f->bed.application));
      f->bed.window = GTK_WIDGET (gtk_application_get_active_window (f->bed.application));
      g_object_add_weak_pointer (G_OBJECT (f->bed.window), (gpointer *) &f->bed.window);
      app_bed_await (app_bed_get_session (&f->bed));
      app_bed_settle ();
      g_assert_cmpint (find_told (f) != NULL, ==, i == 0);
    }
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app/unlock/unlocked", Fixture, application, set_up, test_unlocked, tear_down);
  g_test_add ("/app/unlock/away", Fixture, application, set_up, test_away, tear_down);
  g_test_add ("/app/unlock/offered", Fixture, application, set_up, test_offered, tear_down);
  g_test_add ("/app/unlock/root", Fixture, application, set_up, test_root, tear_down);
}

int
main (int argc, char *argv[])
{
  return app_bed_run (argc, argv, add_tests);
}
