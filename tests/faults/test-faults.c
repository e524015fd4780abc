/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fail.h"
#include "support/page-directory.h"
#include "support/test-remote.h"

#include <errno.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <gscope/carrier/stream.h>
#include <gscope/clock/watch.h>
#include <gscope/gscope.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <tsl/tsl.h>
#include <unistd.h>

/* Each call of a kind fails once, the first, the second and so on, in a process of its own: nothing crashes or hangs,
 * an error is reported or everything is done, and no file, descriptor or process is left. */

/* seconds that one process may take */
#define LIMIT 20
/* more than any scenario has calls of a kind */
#define MAX_CALLS 500
/* the exit status of a process in which the call was not reached */
#define NOT_REACHED 3

static guint
count_entries (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  guint n = 0;

  while (dir && g_dir_read_name (dir))
    n++;
  return n;
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
on_stopped (GObject *source, GAsyncResult *result, gpointer data)
{
  *(GAsyncResult **) data = g_object_ref (result);
}

/* Counts the lines of samples of a recording. */
static guint
count_samples (const char *path)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  if (!g_file_get_contents (path, &text, NULL, NULL))
    return 0;
  lines = g_strsplit (text, "\n", -1);
  for (guint i = 0; lines[i]; i++)
    n += g_str_has_suffix (lines[i], " 1 x");
  return n;
}

static gboolean
run_recorder (const char *folder, const char *call, int nth)
{
  g_autofree char *path = g_build_filename (folder, "recording.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (GSCOPE_SEC);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  g_autoptr (GscopeRecorder) recorder = gscope_recorder_new (scope);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  double x = 1;

  gscope_scope_add_double (scope, "x", &x);
  fail_begin (call, nth);
  if (gscope_recorder_start (recorder, file, &error))
    {
      for (guint i = 0; i < 200; i++)
        {
          gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), 10 * GSCOPE_MSEC);
          iterate ();
        }
      gscope_recorder_stop_async (recorder, on_stopped, &result);
      while (!result)
        g_main_context_iteration (NULL, TRUE);
      gscope_recorder_stop_finish (recorder, result, &error);
    }
  fail_end ();
  if (!error)
    g_assert_cmpuint (count_samples (path), ==, 200 - gscope_recorder_get_lost (recorder));
  g_unlink (path);
  return fail_end ();
}

static void
count_bytes (GscopeCarrier *carrier, GBytes *message, gsize *n_bytes)
{
  *n_bytes += g_bytes_get_size (message);
}

static void
note_end (GscopeCarrier *carrier, const GError *error, gboolean *has_ended)
{
  *has_ended = TRUE;
}

static gboolean
run_carrier (const char *folder, const char *call, int nth)
{
  g_autoptr (GIOStream) one = NULL;
  g_autoptr (GIOStream) other = NULL;
  g_autoptr (GscopeCarrier) sender = NULL;
  g_autoptr (GscopeCarrier) receiver = NULL;
  g_autoptr (GBytes) message = g_bytes_new_take (g_malloc0 (100000), 100000);
  gboolean has_ended = FALSE, is_refused = FALSE;
  gsize n_bytes = 0;

  make_stream_pair (&one, &other);
  sender = gscope_stream_carrier_new (one);
  receiver = gscope_stream_carrier_new (other);
  g_signal_connect (receiver, "received", G_CALLBACK (count_bytes), &n_bytes);
  g_signal_connect (receiver, "closed", G_CALLBACK (note_end), &has_ended);
  g_signal_connect (sender, "closed", G_CALLBACK (note_end), &is_refused);
  fail_begin (call, nth);
  for (guint i = 0; i < 10; i++)
    gscope_carrier_send (sender, message);
  while (n_bytes < 1000000 && !has_ended && !is_refused)
    g_main_context_iteration (NULL, TRUE);
  gscope_carrier_close (sender);
  gscope_carrier_close (receiver);
  iterate ();
  return fail_end ();
}

static gboolean
run_page (const char *folder, const char *call, int nth)
{
  g_autoptr (GError) error = NULL;
  TslPage *page;

  fail_begin (call, nth);
  page = tsl_page_new ("faults", &error);
  g_assert_true ((page != NULL) == (error == NULL));
  if (page)
    {
      g_autoptr (TslPageReader) reader = NULL;

      tsl_cell_count (tsl_page_add_counter (page, "test", "a", "events"), 7);
      reader = tsl_page_reader_new (getpid (), &error);
      g_assert_true ((reader != NULL) == (error == NULL));
      if (reader && tsl_page_reader_update (reader, &error))
        {
          int cell = tsl_page_reader_find (reader, "test", "a", "events");

          g_assert_cmpint (cell, >=, 0);
          g_assert_cmpfloat (tsl_page_reader_get_value (reader, cell), ==, 7);
        }
      tsl_page_unref (page);
    }
  return fail_end ();
}

/* Returns whether a guard has left a journal. */
static gboolean
remove_journals (void)
{
  g_autofree char *path =
      g_strdup_printf ("%s/tsl-%u", g_getenv ("TSL_PAGE_DIR"), (guint) geteuid ());
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;
  guint n = 0;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *journal = g_build_filename (path, name, NULL);

      g_assert_cmpint (g_unlink (journal), ==, 0);
      n++;
    }
  return n > 0;
}

static gboolean
run_guard (const char *folder, const char *call, int nth)
{
  g_autofree char *path = g_build_filename (folder, "knob", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;
  TslGuard *guard;

  g_assert_true (g_file_set_contents (path, "old", -1, NULL));
  fail_begin (call, nth);
  guard = tsl_guard_new (&error);
  g_assert_true ((guard != NULL) == (error == NULL));
  if (guard)
    {
      guint id = tsl_guard_keep_file (guard, path, "old", &error);

      g_assert_true ((id != 0) == (error == NULL));
      /* what cannot be kept is not turned */
      if (id != 0)
        {
          FILE *file = g_fopen (path, "w");

          g_assert_nonnull (file);
          fputs ("new", file);
          fclose (file);
        }
      tsl_guard_free (guard);
    }
  fail_end ();
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  if (!remove_journals ())
    g_assert_cmpstr (text, ==, "old");
  g_unlink (path);
  return fail_end ();
}

/* Calls of the guard's own program fail, in its process. Settings that it cannot restore stay in
 * its journal. */
static gboolean
run_program (const char *folder, const char *call, int nth)
{
  g_autofree char *mark = g_build_filename (folder, "mark", NULL);
  g_autofree char *number = g_strdup_printf ("%d", nth);

  g_setenv ("LD_PRELOAD", FAIL_LIBRARY, TRUE);
  g_setenv ("FAIL_CALL", call, TRUE);
  g_setenv ("FAIL_NTH", number, TRUE);
  g_setenv ("FAIL_MARK", mark, TRUE);
  run_guard (folder, "", 0);
  g_unsetenv ("LD_PRELOAD");
  return g_unlink (mark) == 0;
}

/* The client makes its calls beside the C library: the server's are to fail. */
static int
connect_directly (const char *path)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  int fd = syscall (SYS_socket, AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);

  g_assert_cmpint (fd, >=, 0);
  g_strlcpy (address.sun_path, path, sizeof address.sun_path);
  g_assert_cmpint (connect (fd, (struct sockaddr *) &address, sizeof address), ==, 0);
  return fd;
}

/* Reads what the server says, and returns whether the connection is still there. */
static gboolean
is_open (int fd)
{
  char text[256];
  long n = syscall (SYS_recvfrom, fd, text, sizeof text, MSG_DONTWAIT, NULL, NULL);

  return n > 0 || (n < 0 && errno == EAGAIN);
}

static guint64
count_arrived (GscopeScope *scope)
{
  GscopeSignal *signal = gscope_scope_find_signal (scope, "t/x");

  return signal ? gscope_trace_get_end (gscope_signal_get_trace (signal)) : 0;
}

static gboolean
run_server (const char *folder, const char *call, int nth)
{
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (1000 * GSCOPE_SEC);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (clock);
  g_autoptr (GscopeTupleServer) server = gscope_tuple_server_new ("t");
  g_autofree char *address = g_strdup_printf ("unix:%s/socket", folder);
  g_autoptr (GAsyncResult) result = NULL;
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) options =
      g_variant_ref_sink (g_variant_new_parsed ("{'listen': <%s>}", address));
  int fd;

  g_assert_true (gscope_source_configure (GSCOPE_SOURCE (server), options, &error));
  gscope_scope_add_source (scope, GSCOPE_SOURCE (server));
  fail_begin (call, nth);
  gscope_source_start_async (GSCOPE_SOURCE (server), NULL, on_stopped, &result);
  while (!result)
    g_main_context_iteration (NULL, TRUE);
  if (gscope_source_start_finish (GSCOPE_SOURCE (server), result, &error))
    {
      g_autofree char *path = g_build_filename (folder, "socket", NULL);

      fd = connect_directly (path);
      for (guint i = 0; i < 100; i++)
        if (dprintf (fd, "%u %u x\n", 999950 + i / 2, i) < 0)
          break;
      /* every sample arrives, or the server ends the connection */
      while (count_arrived (scope) < 100 && is_open (fd))
        {
          g_main_context_iteration (NULL, FALSE);
          gscope_scope_drain (scope);
        }
      close (fd);
      g_clear_object (&result);
      gscope_source_stop_async (GSCOPE_SOURCE (server), NULL, on_stopped, &result);
      while (!result)
        g_main_context_iteration (NULL, TRUE);
      gscope_source_stop_finish (GSCOPE_SOURCE (server), result, NULL);
    }
  else
    g_assert_nonnull (error);
  gscope_scope_remove_source (scope, GSCOPE_SOURCE (server));
  iterate ();
  return fail_end ();
}

/* Without a descriptor, steps of the machine's clocks are only found by comparisons. */
static gboolean
run_clock_watch (const char *folder, const char *call, int nth)
{
  GscopeClockWatch *watch;

  fail_begin (call, nth);
  watch = gscope_clock_watch_new (gscope_clock_get_system (), NULL, NULL);
  if (watch)
    gscope_clock_watch_free (watch);
  return fail_end ();
}

typedef struct
{
  const char *name;
  /* returns whether the call has failed */
  gboolean (*run) (const char *folder, const char *call, int nth);
  const char *calls[16];
} Scenario;

/* Each of these calls is reached. */
static const Scenario scenarios[] = {
  { "recorder", run_recorder, { "open", "write" } },
  { "carrier", run_carrier, { "sendmsg", "recv" } },
  { "clock-watch", run_clock_watch, { "timerfd_create" } },
  { "page", run_page, { "open", "openat", "shmget", "shmat" } },
  { "guard", run_guard, { "fork", "open", "openat", "recv", "sendmsg", "socketpair" } },
  { "guard-program", run_program, { "open", "openat", "pwrite", "recvmsg", "send", "write" } },
  { "server",
    run_server,
    { "accept4", "bind", "epoll_create1", "epoll_ctl", "eventfd", "listen", "open", "recv",
      "socket" } },
};

/* Runs in a process of its own. */
static int
run_one (const Scenario *scenario, const char *call, int nth, const char *folder)
{
  guint n_fds;
  gboolean is_reached;

  alarm (LIMIT);
  /* opens what GLib keeps open for good */
  scenario->run (folder, "", 0);
  n_fds = count_entries ("/proc/self/fd");
  is_reached = scenario->run (folder, call, nth);
  if (!is_reached)
    return NOT_REACHED;
  /* GIO closes files in threads of its own. For a file that stays open there is the alarm. */
  while (count_entries ("/proc/self/fd") != n_fds)
    g_main_context_iteration (NULL, FALSE);
  g_assert_cmpuint (count_entries (folder), ==, 0);
  g_assert_cmpint (waitpid (-1, NULL, WNOHANG), ==, -1);
  return 0;
}

static char *own_path;

static void
test_scenario (gconstpointer data)
{
  const Scenario *scenario = data;
  guint n_reached = 0;

  for (guint i = 0; i < G_N_ELEMENTS (scenario->calls) && scenario->calls[i]; i++)
    for (int nth = 1;; nth++)
      {
        g_autofree char *folder = g_dir_make_tmp ("faults-XXXXXX", NULL);
        g_autofree char *number = g_strdup_printf ("%d", nth);
        g_autofree char *output = NULL;
        const char *argv[] = { own_path, scenario->name, scenario->calls[i], number, folder, NULL };
        g_autoptr (GError) error = NULL;
        int status;

        g_assert_cmpint (nth, <, MAX_CALLS);
        g_assert_true (g_spawn_sync (NULL, (char **) argv, NULL, 0, NULL, NULL, NULL, &output,
                                     &status, &error));
        g_assert_no_error (error);
        if (WIFEXITED (status) && WEXITSTATUS (status) == NOT_REACHED)
          {
            g_assert_cmpint (g_rmdir (folder), ==, 0);
            g_assert_cmpint (nth, >, 1);
            break;
          }
        if (status != 0)
          {
            g_printerr ("%s, %s %d:\n%s\n", scenario->name, scenario->calls[i], nth, output);
            g_test_message ("%s, %s %d: status %d", scenario->name, scenario->calls[i], nth,
                            status);
            g_test_fail ();
          }
        else
          g_assert_cmpint (g_rmdir (folder), ==, 0);
        n_reached++;
      }
  g_test_message ("%s: %u calls failed", scenario->name, n_reached);
}

int
main (int argc, char *argv[])
{
  if (argc == 5)
    for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
      if (strcmp (argv[1], scenarios[i].name) == 0)
        return run_one (&scenarios[i], argv[2], atoi (argv[3]), argv[4]);
  own_path = argv[0];
  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (scenarios); i++)
    {
      g_autofree char *path = g_strconcat ("/faults/", scenarios[i].name, NULL);

      g_test_add_data_func (path, &scenarios[i], test_scenario);
    }
  return page_directory_run ();
}
