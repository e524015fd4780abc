/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/tuple-bed.h"

#include <glib/gstdio.h>
#include <sys/wait.h>

/* The clients of lib/client against the real server: `test-clients EXAMPLE PYTHON SCRIPT`. */

static void
on_exited (GPid pid, int status, gpointer data)
{
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  *(gboolean *) data = TRUE;
}

static void
run (TupleBed *bed, char **argv)
{
  g_autoptr (GError) error = NULL;
  gboolean has_exited = FALSE;
  GPid pid;

  g_spawn_async (NULL, argv, NULL, G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_SEARCH_PATH, NULL, NULL,
                 &pid, &error);
  g_assert_no_error (error);
  g_child_watch_add (pid, on_exited, &has_exited);
  tuple_bed_await (bed, has_exited);
}

/* Runs a program with an address and a name behind its arguments. */
static void
check (const char *const *program, const char *name, const char *options)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autofree char *address = NULL;
  g_autofree char *full_name = g_strconcat ("t/", name, NULL);
  gint64 begin = gscope_clock_get_time (gscope_clock_get_system ());
  GscopeTrace *trace;
  TupleBed bed;

  tuple_bed_init (&bed, gscope_clock_get_system (), options);
  /* a machine that is busy with other tests makes nothing late */
  gscope_scope_set_delay (bed.scope, 600 * GSCOPE_SEC);
  address = tuple_bed_dup_address (&bed, 0);
  for (; *program; program++)
    g_ptr_array_add (argv, (gpointer) *program);
  g_ptr_array_add (argv, address);
  g_ptr_array_add (argv, (gpointer) name);
  g_ptr_array_add (argv, NULL);
  run (&bed, (char **) argv->pdata);
  /* ten samples, and the gap behind a stream that has ended */
  tuple_bed_await (&bed, tuple_bed_count (&bed, full_name) == 11);
  trace = gscope_signal_get_trace (gscope_scope_find_signal (bed.scope, full_name));
  for (guint i = 0; i < 10; i++)
    g_assert_cmpfloat (gscope_trace_get_value (trace, i), ==, i + 0.5);
  /* its times are those of the machine's clock */
  g_assert_cmpint (gscope_trace_get_time (trace, 0), >, begin - GSCOPE_SEC);
  g_assert_cmpint (gscope_trace_get_time (trace, 9), <=, gscope_clock_get_time (bed.clock));
  tuple_bed_clear (&bed);
}

static void
check_unix (const char *const *program)
{
  g_autofree char *dir = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *options = g_strdup_printf ("{ \"listen\": \"unix:%s/socket\" }", dir);

  check (program, "by a file", options);
  g_assert_cmpint (g_remove (dir), ==, 0);
}

static void
test_client (gconstpointer data)
{
  check (data, "fill level", NULL);
  check (data, "fill level", "{ \"listen\": \"tcp:[::1]:0\" }");
  check_unix (data);
}

/* What could not be sent before it was closed is counted: the example ends with 1. */
static void
test_nobody (gconstpointer data)
{
  const char *const *program = data;
  g_autofree char *dir = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *address = g_strdup_printf ("unix:%s/nobody", dir);
  const char *const argv[] = { program[0], program[1], address, "lost", NULL };
  g_autoptr (GError) error = NULL;
  int status;

  g_spawn_sync (NULL, (char **) argv, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, NULL, NULL, &status,
                &error);
  g_assert_no_error (error);
  g_assert_cmpint (WEXITSTATUS (status), ==, 1);
  g_assert_cmpint (g_remove (dir), ==, 0);
}

/* As the README says it. */
static void
test_shell (gconstpointer data)
{
  static const char script[] =
      "port=${1##*:}; now=$(date +%s%3N)\n"
      "for i in 0 1 2 3 4 5 6 7 8 9; do printf '%s %s.5 %s\\n' \"$now\" \"$i\" \"$2\"; done | "
      "nc -N 127.0.0.1 \"$port\"\n";
  const char *const program[] = { "sh", "-eu", "-c", script, "shell", NULL };

  check (program, "from a shell", NULL);
}

int
main (int argc, char *argv[])
{
  const char *const c[] = { argv[1], NULL };
  const char *const python[] = { argv[2], argv[3], NULL };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/clients/c", c, test_client);
  g_test_add_data_func ("/clients/python", python, test_client);
  g_test_add_data_func ("/clients/python/nobody", python, test_nobody);
  g_test_add_data_func ("/clients/shell", NULL, test_shell);
  return g_test_run ();
}
