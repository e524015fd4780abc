/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/nats-bed.h"

#include <gio/gio.h>
#include <glib/gstdio.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>

/* The server ends with the test, however that ends. */
static void
end_with_test (gpointer data)
{
  prctl (PR_SET_PDEATHSIG, SIGKILL);
}

/* Reserves a free port for the server, also while it is stopped: the kernel gives the port of a socket that is bound to
 * nobody who asks for any, and lets another one be bound there that names it, as servers in Go do. */
static void
reserve_port (NatsBed *self)
{
  g_autoptr (GSocketAddress) any = g_inet_socket_address_new_from_string ("127.0.0.1", 0);
  g_autoptr (GSocketAddress) address = NULL;
  g_autoptr (GError) error = NULL;

  self->reservation =
      g_socket_new (G_SOCKET_FAMILY_IPV4, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, &error);
  g_assert_no_error (error);
  g_socket_bind (self->reservation, any, TRUE, &error);
  g_assert_no_error (error);
  address = g_socket_get_local_address (self->reservation, &error);
  g_assert_no_error (error);
  self->port = g_inet_socket_address_get_port (G_INET_SOCKET_ADDRESS (address));
}

static gboolean
answers (NatsBed *self)
{
  g_autoptr (GSocketClient) client = g_socket_client_new ();
  g_autoptr (GSocketConnection) connection =
      g_socket_client_connect_to_host (client, "127.0.0.1", (guint16) self->port, NULL, NULL);

  return connection != NULL;
}

void
nats_bed_start (NatsBed *self)
{
  g_autoptr (GSubprocessLauncher) launcher = g_subprocess_launcher_new (
      G_SUBPROCESS_FLAGS_STDOUT_SILENCE | G_SUBPROCESS_FLAGS_STDERR_SILENCE);
  g_autofree char *path = g_build_filename (self->folder, "server.conf", NULL);
  g_autofree char *store = g_build_filename (self->folder, "store", NULL);
  g_autofree char *text =
      g_strdup_printf ("listen: \"127.0.0.1:%u\"\njetstream { store_dir: \"%s\" }\n%s\n",
                       self->port, store, self->config ? self->config : "");
  g_autoptr (GError) error = NULL;

  g_assert_true (g_file_set_contents (path, text, -1, NULL));
  g_subprocess_launcher_set_child_setup (launcher, end_with_test, NULL, NULL);
  self->process =
      g_subprocess_launcher_spawn (launcher, &error, "nats-server", "--config", path, NULL);
  g_assert_no_error (error);
  while (!answers (self))
    {
      g_assert_nonnull (g_subprocess_get_identifier (self->process));
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
}

void
nats_bed_stop (NatsBed *self)
{
  g_subprocess_force_exit (self->process);
  g_subprocess_wait (self->process, NULL, NULL);
  g_clear_object (&self->process);
}

void
nats_bed_freeze (NatsBed *self, gboolean freezes)
{
  const char *id = g_subprocess_get_identifier (self->process);
  int pid = id ? (int) g_ascii_strtoll (id, NULL, 10) : 0;
  siginfo_t info;

  g_assert_cmpint (pid, >, 1);
  g_assert_cmpint (kill (pid, freezes ? SIGSTOP : SIGCONT), ==, 0);
  /* the server may answer until it has stopped */
  if (freezes)
    g_assert_cmpint (waitid (P_PID, (id_t) pid, &info, WSTOPPED | WNOWAIT), ==, 0);
}

gboolean
nats_bed_set_up (NatsBed *self, const char *config)
{
  g_autofree char *program = g_find_program_in_path ("nats-server");

  *self = (NatsBed){ .config = g_strdup (config) };
  if (!HAVE_NATS || !program)
    {
      g_test_skip (HAVE_NATS ? "nats-server is not installed" : "built without libnats");
      return FALSE;
    }
  self->folder = g_dir_make_tmp ("nats-XXXXXX", NULL);
  reserve_port (self);
  self->address = g_strdup_printf ("nats://127.0.0.1:%u", self->port);
  nats_bed_start (self);
  return TRUE;
}

static void
remove_folder (const char *path)
{
  g_autoptr (GDir) dir = g_dir_open (path, 0, NULL);
  const char *name;

  while (dir && (name = g_dir_read_name (dir)))
    {
      g_autofree char *child = g_build_filename (path, name, NULL);

      if (g_file_test (child, G_FILE_TEST_IS_DIR))
        remove_folder (child);
      else
        g_unlink (child);
    }
  g_rmdir (path);
}

void
nats_bed_tear_down (NatsBed *self)
{
  if (self->process)
    nats_bed_stop (self);
  if (self->folder)
    remove_folder (self->folder);
  g_clear_object (&self->reservation);
  g_free (self->folder);
  g_free (self->config);
  g_free (self->address);
}
