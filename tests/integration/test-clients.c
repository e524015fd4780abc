/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/tuple-bed.h"

#include <glib/gstdio.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

/* The token that the drivers send. */
#define TOKEN "open sesame"

/* The clients of lib/client against the real server: `test-clients EXAMPLE DRIVER PYTHON SCRIPT DRIVER`. */

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
  /* its times follow the machine's clock */
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

/* Values that could not be sent before the end are counted: the example ends with 1. */
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

/* A program that does with a client what it is told, line by line. */
typedef struct
{
  GPid pid;
  FILE *in;
  FILE *out;
} Driver;

static guint64
read_answer (Driver *self)
{
  char line[64];

  g_assert_nonnull (fgets (line, sizeof line, self->out));
  return g_ascii_strtoull (line, NULL, 10);
}

/* Returns whether it takes the address. */
static gboolean
driver_init (Driver *self, const char *const *program, const char *address)
{
  g_autoptr (GPtrArray) argv = g_ptr_array_new ();
  g_autoptr (GError) error = NULL;
  int in, out;

  for (; *program; program++)
    g_ptr_array_add (argv, (gpointer) *program);
  g_ptr_array_add (argv, (gpointer) address);
  g_ptr_array_add (argv, (gpointer) TOKEN);
  g_ptr_array_add (argv, NULL);
  g_spawn_async_with_pipes (NULL, (char **) argv->pdata, NULL, G_SPAWN_DO_NOT_REAP_CHILD, NULL,
                            NULL, &self->pid, &in, &out, NULL, &error);
  g_assert_no_error (error);
  self->in = fdopen (in, "w");
  self->out = fdopen (out, "r");
  return read_answer (self) == 1;
}

/* It ends well, whatever has become of the server. */
static void
driver_clear (Driver *self)
{
  int status;

  fclose (self->in);
  g_assert_cmpint (waitpid (self->pid, &status, 0), ==, self->pid);
  g_assert_true (g_spawn_check_wait_status (status, NULL));
  fclose (self->out);
}

static guint64
ask (Driver *self, const char *question, const char *name)
{
  fprintf (self->in, "%s%s%s\n", question, name ? " " : "", name ? name : "");
  fflush (self->in);
  return read_answer (self);
}

/* Until samples that were pushed after this have come. */
static void
push_until_more (Driver *driver, TupleBed *bed)
{
  guint64 n = tuple_bed_count (bed, "t/later");

  /* one may be the gap behind a stream that has ended */
  while (tuple_bed_count (bed, "t/later") <= n + 1)
    {
      ask (driver, "push", "later");
      tuple_bed_step (bed);
    }
}

/* Without a server values are kept, then dropped and counted, and nothing waits; what was kept comes once
 * there is one. After that has gone and come again, the client is there again. */
static void
test_reconnects (gconstpointer data)
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *address = g_strdup_printf ("unix:%s/socket", directory);
  g_autofree char *options =
      g_strdup_printf ("{ \"listen\": \"%s\", \"token\": \"" TOKEN "\" }", address);
  g_autofree char *long_name = g_strnfill (256, 'x');
  guint64 n_kept = 0;
  Driver driver;
  TupleBed bed;

  g_assert_true (driver_init (&driver, data, address));
  while (ask (&driver, "push", "first"))
    n_kept++;
  g_assert_cmpuint (n_kept, >, 1000);
  g_assert_cmpuint (n_kept, <, 10000);
  g_assert_cmpuint (ask (&driver, "dropped", NULL), ==, 1);
  g_assert_cmpuint (ask (&driver, "push", long_name), ==, 0);
  g_assert_cmpuint (ask (&driver, "dropped", NULL), ==, 2);

  tuple_bed_init (&bed, gscope_clock_get_system (), options);
  gscope_scope_set_delay (bed.scope, 600 * GSCOPE_SEC);
  push_until_more (&driver, &bed);
  g_assert_cmpuint (tuple_bed_count (&bed, "t/first"), >=, n_kept);
  tuple_bed_stop (&bed);
  ask (&driver, "push", "first");
  tuple_bed_start (&bed);
  push_until_more (&driver, &bed);
  driver_clear (&driver);
  tuple_bed_clear (&bed);
  g_assert_cmpint (g_remove (directory), ==, 0);
}

/* Values that a server does not accept fill buffers, and then are dropped; the program continues.
 * */
static void
test_never_waits (gconstpointer data)
{
  g_autofree char *directory = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (directory, "socket", NULL);
  g_autofree char *address = g_strconcat ("unix:", path, NULL);
  struct sockaddr_un name = { .sun_family = AF_UNIX };
  int fd = socket (AF_UNIX, SOCK_STREAM, 0);
  guint64 n_kept = 0;
  Driver driver;

  g_strlcpy (name.sun_path, path, sizeof name.sun_path);
  g_assert_no_errno (bind (fd, (const struct sockaddr *) &name, sizeof name));
  g_assert_no_errno (listen (fd, 1));
  g_assert_true (driver_init (&driver, data, address));
  while (ask (&driver, "push", "first"))
    n_kept++;
  g_assert_cmpuint (n_kept, >, 1000);
  g_assert_cmpuint (ask (&driver, "dropped", NULL), ==, 1);
  driver_clear (&driver);
  close (fd);
  g_assert_cmpint (g_remove (path), ==, 0);
  g_assert_cmpint (g_remove (directory), ==, 0);
}

static void
test_bad_address (gconstpointer data)
{
  static const char *const addresses[] = { "17333", "udp:17333", "unix:", "tcp:nowhere" };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      Driver driver;

      g_test_message ("%s", addresses[i]);
      g_assert_false (driver_init (&driver, data, addresses[i]));
      driver_clear (&driver);
    }
}

int
main (int argc, char *argv[])
{
  const char *const c[] = { argv[1], NULL };
  const char *const c_driver[] = { argv[2], NULL };
  const char *const python[] = { argv[3], argv[4], NULL };
  const char *const python_driver[] = { argv[3], argv[5], NULL };

  g_test_init (&argc, &argv, NULL);
  g_test_add_data_func ("/clients/c", c, test_client);
  g_test_add_data_func ("/clients/python", python, test_client);
  g_test_add_data_func ("/clients/python/nobody", python, test_nobody);
  g_test_add_data_func ("/clients/shell", NULL, test_shell);
  g_test_add_data_func ("/clients/c/reconnects", c_driver, test_reconnects);
  g_test_add_data_func ("/clients/python/reconnects", python_driver, test_reconnects);
  g_test_add_data_func ("/clients/c/never-waits", c_driver, test_never_waits);
  g_test_add_data_func ("/clients/python/never-waits", python_driver, test_never_waits);
  g_test_add_data_func ("/clients/c/bad-address", c_driver, test_bad_address);
  g_test_add_data_func ("/clients/python/bad-address", python_driver, test_bad_address);
  return g_test_run ();
}
