/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The slider of the window is dragged, whose parameter an agent in other network and time namespaces has. */

#include "agents-bed.h"

#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

/* How far the clock there is ahead, in seconds. */
#define AHEAD "5000"

/* How exactly the clocks are compared at least on a busy machine. */
#define EXACT (20 * GSCOPE_MSEC)

#define WORKSPACE                                                                                  \
  "{ \"gscope-workspace\": 1, \"scopes\": [ { \"sources\": [ { \"type\": \"demo\","                \
  " \"name\": \"demo\" } ] } ], \"views\": [ { \"signals\": [ { \"match\": \"*\" } ] } ] }"

typedef struct
{
  AgentsBed agents;
  GSubprocess *unshare;
  char *address;
} Fixture;

/* Runs a program in namespaces of its own. */
static GSubprocess *
spawn (const char *program, const char *option, const char *path)
{
  static const char *const unshare[] = { "unshare", "--user",      "--map-root-user",
                                         "--net",   "--time",      "--monotonic",
                                         AHEAD,     "--boottime",  AHEAD,
                                         "--fork",  "--kill-child" };
  g_autoptr (GPtrArray) arguments = g_ptr_array_new ();

  for (guint i = 0; i < G_N_ELEMENTS (unshare); i++)
    if (geteuid () != 0 || (i != 1 && i != 2))
      g_ptr_array_add (arguments, (gpointer) unshare[i]);
  g_ptr_array_add (arguments, (gpointer) program);
  g_ptr_array_add (arguments, (gpointer) option);
  g_ptr_array_add (arguments, (gpointer) path);
  g_ptr_array_add (arguments, NULL);
  return g_subprocess_newv ((const char *const *) arguments->pdata, G_SUBPROCESS_FLAGS_NONE, NULL);
}

static gboolean
can_unshare (void)
{
  g_autoptr (GSubprocess) process = spawn ("true", NULL, NULL);

  return process && g_subprocess_wait_check (process, NULL, NULL);
}

static void
write_file (Fixture *f, const char *name, const char *text)
{
  g_autofree char *path = g_build_filename (f->agents.bed.directory, name, NULL);
  g_autoptr (GError) error = NULL;

  g_file_set_contents (path, text, -1, &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *f, gconstpointer application)
{
  const char *directory;
  g_autofree char *config = NULL, *path = NULL, *socket = NULL;

  agents_bed_set_up (&f->agents, application);
  if (!can_unshare ())
    return;
  directory = f->agents.bed.directory;
  socket = g_build_filename (directory, "far", NULL);
  path = g_build_filename (directory, "gscoped.conf", NULL);
  f->address = g_strconcat ("unix:", socket, NULL);
  config = g_strdup_printf ("[agent]\nlisten=%s\nworkspace=%s/far.json\n"
                            "[journal]\nfile=\nsystemd=false\n",
                            f->address, directory);
  write_file (f, "far.json", WORKSPACE);
  write_file (f, "gscoped.conf", config);
  f->unshare = spawn (g_getenv ("GSCOPED"), "--config", path);
  g_assert_nonnull (f->unshare);
  app_bed_await (g_file_test (socket, G_FILE_TEST_EXISTS));
}

/* Returns the process of the agent: unshare itself ignores signals. */
static char *
find_agent (Fixture *f)
{
  const char *pid = g_subprocess_get_identifier (f->unshare);
  g_autofree char *path = g_strdup_printf ("/proc/%s/task/%s/children", pid, pid);
  char *children;

  g_assert_true (g_file_get_contents (path, &children, NULL, NULL));
  return g_strstrip (children);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  if (f->unshare)
    {
      g_autofree char *child = find_agent (f);
      int pid = atoi (child);

      /* without an agent, 0 would be the test and all its processes */
      g_assert_cmpint (pid, >, 0);
      kill (pid, SIGTERM);
      g_assert_true (g_subprocess_wait_check (f->unshare, NULL, NULL));
    }
  g_clear_object (&f->unshare);
  agents_bed_tear_down (&f->agents, data);
  g_free (f->address);
}

static void
assert_apart (Fixture *f, const char *name)
{
  g_autofree char *pid = find_agent (f);
  g_autofree char *near = g_strconcat ("/proc/self/ns/", name, NULL);
  g_autofree char *far = g_strconcat ("/proc/", pid, "/ns/", name, NULL);
  g_autofree char *here = g_file_read_link (near, NULL), *there = g_file_read_link (far, NULL);

  g_assert_nonnull (there);
  g_assert_cmpstr (here, !=, there);
}

static void
add_source (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  GVariantDict options;

  g_variant_dict_init (&options, NULL);
  g_variant_dict_insert (&options, "address", "s", f->address);
  g_variant_dict_insert (&options, "source", "s", "demo");
  g_assert_nonnull (gscope_workspace_add_source (app_bed_get_workspace (&f->agents.bed), 0, "agent",
                                                 "far", g_variant_dict_end (&options), NULL,
                                                 &error));
  g_assert_no_error (error);
  app_bed_await (agents_bed_is_running (&f->agents, "far"));
}

static gboolean
is_slider_of (GtkWidget *widget, gconstpointer parameter)
{
  GtkWidget *control;

  if (!GTK_IS_SCALE (widget) || !gtk_widget_get_mapped (widget)
      || !gtk_widget_is_sensitive (widget))
    return FALSE;
  control = gtk_widget_get_ancestor (widget, GSCOPE_GTK_TYPE_CONTROL);
  return control && gscope_gtk_control_get_parameter (GSCOPE_GTK_CONTROL (control)) == parameter;
}

/* As the range does while the pointer drags its slider. */
static void
drag (GtkWidget *slider, GscopeParameter *parameter)
{
  static const double places[] = { 2, 3.5, 5, 7 };
  gboolean handled;

  for (guint i = 0; i < G_N_ELEMENTS (places); i++)
    {
      g_signal_emit_by_name (slider, "change-value", GTK_SCROLL_JUMP, places[i], &handled);
      app_bed_step ();
    }
  app_bed_await (gscope_parameter_get_number (parameter) == places[G_N_ELEMENTS (places) - 1]
                 && gscope_parameter_get_state (parameter) == GSCOPE_PARAMETER_STATE_IN_SYNC);
}

/* Returns what another program reads at the agent. */
static char *
read_there (Fixture *f)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GSubprocess) process =
      g_subprocess_new (G_SUBPROCESS_FLAGS_STDOUT_PIPE, &error, g_getenv ("GSCOPECTL"), "--agent",
                        f->address, "get", "demo/amplitude", NULL);
  char *text = NULL;

  g_assert_no_error (error);
  g_subprocess_communicate_utf8 (process, NULL, NULL, &text, NULL, &error);
  g_assert_no_error (error);
  return text;
}

static GscopeScope *
get_scope (Fixture *f)
{
  return g_list_model_get_item (
      gscope_workspace_get_scopes (app_bed_get_workspace (&f->agents.bed)), 0);
}

/* Returns the newest marker of a write of a parameter; NULL if there is none. */
static GscopeMarker *
find_write (Fixture *f, const char *subject)
{
  g_autoptr (GscopeScope) scope = get_scope (f);
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (scope));

  for (guint i = g_list_model_get_n_items (markers); i-- > 0;)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      if (gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_WRITE
          && g_strcmp0 (gscope_marker_get_subject (marker), subject) == 0)
        return g_steal_pointer (&marker);
    }
  return NULL;
}

static void
test_slider (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) scope = get_scope (f);
  GscopeClock *clock = gscope_scope_get_clock (scope);
  g_autoptr (GscopeMarker) marker = NULL;
  g_autofree char *there = NULL;
  GscopeParameter *parameter;
  GtkWidget *slider;
  gint64 begin, end;

  if (!f->unshare)
    {
      g_test_skip ("no namespaces of network and time can be made here");
      return;
    }
  assert_apart (f, "net");
  assert_apart (f, "time");
  add_source (f);
  parameter =
      gscope_source_find_parameter (agents_bed_find_source (&f->agents, "far"), "amplitude");
  app_bed_await ((slider = app_bed_find_match (f->agents.bed.window, is_slider_of, parameter)));
  begin = gscope_clock_get_time (clock);
  drag (slider, parameter);

  there = read_there (f);
  g_assert_nonnull (g_strstr_len (there, -1, "amplitude = 7"));
  g_assert_cmpstr (gscope_parameter_get_reason (parameter), ==, NULL);
  /* the drag is one write, with its time on the clock of this machine */
  app_bed_await ((marker = find_write (f, "far/amplitude")));
  end = gscope_clock_get_time (clock);
  g_test_message ("%s: %.1f ms after the begin, ± %.1f ms", gscope_marker_get_label (marker),
                  (double) (gscope_marker_get_time (marker) - begin) / GSCOPE_MSEC,
                  (double) gscope_marker_get_time_error (marker) / GSCOPE_MSEC);
  g_assert_nonnull (strstr (gscope_marker_get_label (marker), "7"));
  g_assert_cmpint (gscope_marker_get_time (marker), >=, begin - EXACT);
  g_assert_cmpint (gscope_marker_get_time (marker), <=, end + EXACT);
}

static void
add_tests (gconstpointer application)
{
  g_test_add ("/app-agent-far/slider", Fixture, application, set_up, test_slider, tear_down);
}

int
main (int argc, char *argv[])
{
  return agents_bed_run (argc, argv, add_tests);
}
