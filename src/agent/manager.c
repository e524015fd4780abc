/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "manager.h"

#include <fcntl.h>
#include <glib/gi18n.h>
#include <main-source.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum
{
  /* The first descriptor that a manager passes. */
  FIRST_SOCKET = 3,
  MAX_SOCKETS = 64,
};

struct _AgentManager
{
  /* where it is told; NULL if it does not listen */
  char *path;
  guint n_sockets;
  GSource *watchdog;
};

/* Does not wait: a manager that does not read must not make the agent hang. */
static void
tell (AgentManager *self, const char *text)
{
  struct sockaddr_un address = { .sun_family = AF_UNIX };
  gsize length = self->path ? strlen (self->path) : 0;
  int fd;

  if (length == 0 || length >= sizeof address.sun_path)
    return;
  fd = socket (AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0)
    return;
  memcpy (address.sun_path, self->path, length);
  /* The name of a socket without a file begins with a byte 0, which is written as an @. */
  if (address.sun_path[0] == '@')
    address.sun_path[0] = '\0';
  if (sendto (fd, text, strlen (text), MSG_NOSIGNAL | MSG_DONTWAIT, (struct sockaddr *) &address,
              (socklen_t) (G_STRUCT_OFFSET (struct sockaddr_un, sun_path) + length))
      < 0)
    g_debug ("the service manager does not listen");
  close (fd);
}

/* Takes a variable of the environment; one about another process counts as absent. */
static guint64
take_number (const char *name, const char *pid_name)
{
  const char *text = g_getenv (name);
  const char *pid = g_getenv (pid_name);
  guint64 number = 0;

  if (text && (!pid || g_ascii_strtoull (pid, NULL, 10) == (guint64) getpid ()))
    number = g_ascii_strtoull (text, NULL, 10);
  g_unsetenv (name);
  g_unsetenv (pid_name);
  return number;
}

static gboolean
on_watchdog (gpointer data)
{
  tell (data, "WATCHDOG=1");
  return G_SOURCE_CONTINUE;
}

/* The main loop feeds the watchdog, so that the manager restarts an agent that hangs. */
static void
start_watchdog (AgentManager *self, guint64 interval_us)
{
  self->watchdog = g_timeout_source_new ((guint) MIN (interval_us / 2000 + 1, G_MAXUINT));
  g_source_set_static_name (self->watchdog, "[gscope] watchdog");
  g_source_set_callback (self->watchdog, on_watchdog, self, NULL);
  g_source_attach (self->watchdog, NULL);
}

AgentManager *
agent_manager_new (void)
{
  AgentManager *self = g_new0 (AgentManager, 1);
  guint64 interval_us, n = 0;

  self->path = g_strdup (g_getenv ("NOTIFY_SOCKET"));
  g_unsetenv ("NOTIFY_SOCKET");
  if (g_getenv ("LISTEN_PID"))
    n = take_number ("LISTEN_FDS", "LISTEN_PID");
  self->n_sockets = (guint) MIN (n, MAX_SOCKETS);
  g_unsetenv ("LISTEN_FDNAMES");
  interval_us = take_number ("WATCHDOG_USEC", "WATCHDOG_PID");
  if (interval_us > 0)
    start_watchdog (self, interval_us);
  return self;
}

void
agent_manager_free (AgentManager *self)
{
  g_clear_pointer (&self->watchdog, main_source_drop);
  g_free (self->path);
  g_free (self);
}

GPtrArray *
agent_manager_take_sockets (AgentManager *self, GError **error)
{
  g_autoptr (GPtrArray) sockets = g_ptr_array_new_with_free_func (g_object_unref);

  for (guint i = 0; i < self->n_sockets; i++)
    {
      int fd = FIRST_SOCKET + (int) i;
      GSocket *socket;

      fcntl (fd, F_SETFD, FD_CLOEXEC);
      socket = g_socket_new_from_fd (fd, error);
      if (!socket)
        {
          g_prefix_error (
              error, _ ("The service manager passed descriptor %d, which cannot be used: "), fd);
          return NULL;
        }
      g_ptr_array_add (sockets, socket);
    }
  self->n_sockets = 0;
  return g_steal_pointer (&sockets);
}

/* A line break would begin another message. */
static char *
make_line (const char *status)
{
  return g_strdelimit (g_strdup (status), "\n", ' ');
}

void
agent_manager_tell_ready (AgentManager *self, const char *status)
{
  g_autofree char *line = make_line (status);
  g_autofree char *text = g_strconcat ("READY=1\nSTATUS=", line, NULL);

  tell (self, text);
}

void
agent_manager_tell_status (AgentManager *self, const char *status)
{
  g_autofree char *line = make_line (status);
  g_autofree char *text = g_strconcat ("STATUS=", line, NULL);

  tell (self, text);
}

void
agent_manager_tell_reloading (AgentManager *self)
{
  g_autofree char *text =
      g_strdup_printf ("RELOADING=1\nMONOTONIC_USEC=%" G_GINT64_FORMAT, g_get_monotonic_time ());

  tell (self, text);
}

void
agent_manager_tell_stopping (AgentManager *self)
{
  tell (self, "STOPPING=1");
}
