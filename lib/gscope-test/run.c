/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-test/run.h>

#include <errno.h>
#include <fcntl.h>
#include <gio/gio.h>
#include <glib/gstdio.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

/* seconds */
#define LIMIT 60

/* The watchdog. */

typedef struct
{
  const char *path;
  /* milliseconds */
  int limit;
  /* becomes readable at the end of the test */
  int end;
} Watchdog;

static void *
watch (void *data)
{
  const Watchdog *self = data;
  struct pollfd fd = { .fd = self->end, .events = POLLIN };
  int n;

  do
    n = poll (&fd, 1, self->limit);
  while (n < 0 && errno == EINTR);
  if (n != 0)
    return NULL;
  g_printerr ("%s has not ended within %g s\n", self->path, self->limit / 1e3);
  abort ();
}

/* Returns the limit in milliseconds. */
static int
get_limit (void)
{
  const char *limit = g_getenv ("GSCOPE_TEST_TIMEOUT");

  return (int) CLAMP (1e3 * (limit ? g_ascii_strtod (limit, NULL) : LIMIT), 0, G_MAXINT);
}

/* POSIX calls, since ThreadSanitizer does not see what GLib hands from thread to thread. */
static void
run_test (gconstpointer func)
{
  void (*test) (void) = (void (*) (void)) func;
  Watchdog watchdog = { .path = g_test_get_path (), .limit = get_limit () };
  pthread_t thread;
  int fds[2];

  if (watchdog.limit == 0)
    {
      test ();
      return;
    }
  g_assert_no_errno (pipe2 (fds, O_CLOEXEC));
  watchdog.end = fds[0];
  g_assert_cmpint (pthread_create (&thread, NULL, watch, &watchdog), ==, 0);
  test ();
  g_assert_cmpint (write (fds[1], "x", 1), ==, 1);
  pthread_join (thread, NULL);
  close (fds[0]);
  close (fds[1]);
}

void
gscope_test_add (const char *path, void (*func) (void))
{
  g_test_add_data_func (path, (gconstpointer) func, run_test);
}

/* The directories. */

void
gscope_test_remove (const char *path)
{
  gboolean is_link = g_file_test (path, G_FILE_TEST_IS_SYMLINK);
  g_autoptr (GDir) dir = is_link ? NULL : g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      gscope_test_remove (child);
    }
  g_remove (path);
}

static void
set_directories (const char *directory)
{
  static const char *const variables[][2] = {
    { "TMPDIR", "tmp" },         { "XDG_CACHE_HOME", "cache" },    { "XDG_CONFIG_HOME", "config" },
    { "XDG_DATA_HOME", "data" }, { "XDG_RUNTIME_DIR", "runtime" }, { "XDG_STATE_HOME", "state" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (variables); i++)
    {
      g_autofree char *path = g_build_filename (directory, variables[i][1], NULL);

      g_assert_cmpint (g_mkdir (path, 0700), ==, 0);
      g_setenv (variables[i][0], path, TRUE);
    }
  g_setenv ("TSL_PAGE_DIR", directory, TRUE);
}

static GTestDBus *
start_bus (void)
{
  GTestDBus *bus = g_test_dbus_new (G_TEST_DBUS_NONE);

  g_test_dbus_up (bus);
  g_setenv ("DBUS_SYSTEM_BUS_ADDRESS", g_test_dbus_get_bus_address (bus), TRUE);
  return bus;
}

/* Does not call g_get_tmp_dir(), which would remember the folder that is not the test's own. */
static char *
make_directory (void)
{
  const char *folder = g_getenv ("TMPDIR");
  char *directory =
      g_build_filename (folder && *folder ? folder : "/tmp", "gscope-test-XXXXXX", NULL);

  if (!g_mkdtemp (directory))
    g_error ("Cannot make the folder %s: %s. Set TMPDIR to a folder that may be written to.",
             directory, g_strerror (errno));
  return directory;
}

/* A subprocess has its directory in the temporary files of its parent, and may become another user. */
static void
let_pass (const char *directory)
{
  g_autofree char *temporary = g_build_filename (directory, "tmp", NULL);

  g_assert_cmpint (g_chmod (directory, 0711), ==, 0);
  g_assert_cmpint (g_chmod (temporary, 0711), ==, 0);
}

int
gscope_test_run (GscopeTestFlags flags)
{
  g_autofree char *directory = make_directory ();
  GTestDBus *bus = NULL;
  int status;

  set_directories (directory);
  let_pass (directory);
  if (flags & GSCOPE_TEST_BUS)
    bus = start_bus ();
  status = g_test_run ();
  if (bus)
    g_test_dbus_stop (bus);
  g_clear_object (&bus);
  gscope_test_remove (directory);
  return status;
}
