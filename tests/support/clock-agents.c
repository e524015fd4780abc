/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/clock-agents.h"

#include "support/scripted-source.h"
#include "support/shift-clock.h"
#include "support/test-remote.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <glib-unix.h>
#include <gscope/remote/private.h>
#include <gscope/source/private.h>
#include <sched.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#ifndef CLONE_NEWTIME
#define CLONE_NEWTIME 0x80
#endif

#define APART 1000

/* Above the descriptors of a program that has just begun. */
#define MAX_FD 256

/* The event at which the agents step their clocks. */
#define STEP G_MAXUINT32

/* Events: datagrams to all sockets on one port of the loopback interface. */

static int
open_receiver (struct sockaddr_in *address)
{
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), on = 1;
  socklen_t size = sizeof *address;

  g_assert_cmpint (setsockopt (fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof on), ==, 0);
  g_assert_cmpint (setsockopt (fd, SOL_SOCKET, SO_TIMESTAMPNS, &on, sizeof on), ==, 0);
  g_assert_cmpint (bind (fd, (struct sockaddr *) address, size), ==, 0);
  g_assert_cmpint (getsockname (fd, (struct sockaddr *) address, &size), ==, 0);
  return fd;
}

static int
open_sender (const struct sockaddr_in *address)
{
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0), on = 1;

  g_assert_cmpint (setsockopt (fd, SOL_SOCKET, SO_BROADCAST, &on, sizeof on), ==, 0);
  g_assert_cmpint (connect (fd, (const struct sockaddr *) address, sizeof *address), ==, 0);
  return fd;
}

static gint64
read_clock (clockid_t id)
{
  struct timespec time;

  clock_gettime (id, &time);
  return time.tv_sec * GSCOPE_SEC + time.tv_nsec;
}

/* The kernel stamps by the wall clock, which all time namespaces share. */
static gint64
convert_to_monotonic (gint64 real)
{
  gint64 best = G_MAXINT64, ahead = 0;

  for (guint i = 0; i < 10; i++)
    {
      gint64 before = read_clock (CLOCK_MONOTONIC), now = read_clock (CLOCK_REALTIME);
      gint64 after = read_clock (CLOCK_MONOTONIC);

      if (after - before >= best)
        continue;
      best = after - before;
      ahead = now - (before + after) / 2;
    }
  return real - ahead;
}

/* Returns the number of an event and its time by the clock here. */
static gboolean
receive (int fd, guint32 *number, gint64 *time)
{
  union
  {
    char space[256];
    struct cmsghdr alignment;
  } control;
  struct iovec part = { number, sizeof *number };
  struct msghdr message = {
    .msg_iov = &part, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };
  struct timespec stamp;

  if (recvmsg (fd, &message, 0) != sizeof *number)
    return FALSE;
  for (struct cmsghdr *c = CMSG_FIRSTHDR (&message); c; c = CMSG_NXTHDR (&message, c))
    if (c->cmsg_level == SOL_SOCKET && c->cmsg_type == SCM_TIMESTAMPNS)
      {
        memcpy (&stamp, CMSG_DATA (c), sizeof stamp);
        *time = convert_to_monotonic (stamp.tv_sec * GSCOPE_SEC + stamp.tv_nsec);
        return TRUE;
      }
  return FALSE;
}

/* An agent. */

static gboolean
on_event (int fd, GIOCondition condition, gpointer producer)
{
  guint32 number;
  gint64 time;

  if (!receive (fd, &number, &time))
    return G_SOURCE_CONTINUE;
  if (number == STEP)
    shift_clock_step (3600 * GSCOPE_SEC);
  else
    gscope_producer_push (producer, time, number);
  return G_SOURCE_CONTINUE;
}

static int
serve (int receiver, int fd)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("agent"));
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("event");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

  gscope_source_add_signal (source, signal, NULL);
  g_unix_fd_add (receiver, G_IO_IN, on_event, producer);
  return gscope_serve (source, fd, GSCOPE_SEC, NULL) ? 0 : 1;
}

static gboolean
enter (guint offset)
{
  g_autofree char *text = g_strdup_printf ("monotonic %u 345678901\n", offset);
  int fd;
  gboolean is_entered;

  if (unshare (CLONE_NEWTIME) != 0 && unshare (CLONE_NEWUSER | CLONE_NEWTIME) != 0)
    return FALSE;
  fd = open ("/proc/self/timens_offsets", O_WRONLY | O_CLOEXEC);
  if (fd < 0)
    return FALSE;
  is_entered = write (fd, text, strlen (text)) == (gssize) strlen (text);
  close (fd);
  fd = open ("/proc/self/ns/time_for_children", O_RDONLY | O_CLOEXEC);
  is_entered = is_entered && fd >= 0 && setns (fd, CLONE_NEWTIME) == 0;
  if (fd >= 0)
    close (fd);
  return is_entered;
}

static void
be_agent (guint offset, double drift, int receiver, int fd, int status)
{
  int error = enter (offset) ? 0 : errno;

  if (write (status, &error, sizeof error) != sizeof error || error != 0)
    _exit (1);
  close (status);
  shift_clock_drift (drift);
  _exit (serve (receiver, fd));
}

static int
start_agent (ClockAgents *self, guint i, double drift)
{
  int ends[2], status[2], error = EPIPE;

  g_assert_cmpint (socketpair (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends), ==, 0);
  g_assert_cmpint (pipe2 (status, O_CLOEXEC), ==, 0);
  self->agents[i].fd = ends[0];
  self->agents[i].pid = fork ();
  if (self->agents[i].pid == 0)
    {
      /* an agent ends when its connection is closed, which no other process may hold open */
      for (int fd = STDERR_FILENO + 1; fd < MAX_FD; fd++)
        if (fd != self->agents[i].receiver && fd != ends[1] && fd != status[1])
          close (fd);
      be_agent ((i + 1) * APART, i % 2 == 0 ? drift : -drift, self->agents[i].receiver, ends[1],
                status[1]);
    }
  close (ends[1]);
  close (status[1]);
  if (self->agents[i].pid < 0 || read (status[0], &error, sizeof error) != sizeof error)
    error = error ? error : EPIPE;
  close (status[0]);
  return error;
}

/* This end. */

const char *
clock_agents_start (ClockAgents *self, guint n, double drift)
{
  struct sockaddr_in address = { .sin_family = AF_INET };

  g_assert_cmpuint (n, <=, MAX_CLOCK_AGENTS);
  *self = (ClockAgents){ .n = n };
  inet_pton (AF_INET, "127.255.255.255", &address.sin_addr);
  self->receiver = open_receiver (&address);
  for (guint i = 0; i < n; i++)
    {
      self->agents[i].receiver = open_receiver (&address);
      self->agents[i].fd = -1;
    }
  self->sender = open_sender (&address);
  for (guint i = 0; i < n; i++)
    {
      int error = start_agent (self, i, drift);

      if (error == 0)
        continue;
      self->n = i + 1;
      clock_agents_end (self);
      return g_strerror (error);
    }
  return NULL;
}

static GIOStream *
open_stream (gpointer data)
{
  int *fd = data;
  g_autoptr (GSocket) socket = g_socket_new_from_fd (*fd, NULL);

  *fd = -1;
  return G_IO_STREAM (g_socket_connection_factory_create_connection (socket));
}

static void
on_marker (GscopeSource *source, GscopeMarker *marker, ClockAgents *self)
{
  self->n_markers++;
}

static void
connect_agent (ClockAgents *self, guint i)
{
  g_autofree char *name = g_strdup_printf ("agent%u", i);

  self->agents[i].remote = test_remote_new (name, open_stream, &self->agents[i].fd);
  g_signal_connect (self->agents[i].remote, "marker-added", G_CALLBACK (on_marker), self);
  gscope_scope_add_source (self->scope, self->agents[i].remote);
  gscope_source_start_async (self->agents[i].remote, NULL, NULL, NULL);
}

void
clock_agents_connect (ClockAgents *self)
{
  self->scope = gscope_scope_new ();
  gscope_scope_set_delay (self->scope, GSCOPE_SEC);
  gscope_scope_start (self->scope);
  for (guint i = 0; i < self->n; i++)
    connect_agent (self, i);
  for (guint i = 0; i < self->n; i++)
    {
      GscopeRemote *remote = GSCOPE_REMOTE (self->agents[i].remote);

      while (!gscope_source_get_started (self->agents[i].remote)
             || gscope_source_get_state (self->agents[i].remote) != GSCOPE_SOURCE_STATE_RUNNING
             || !gscope_remote_get_clock (remote, NULL, NULL, NULL))
        g_main_context_iteration (NULL, TRUE);
    }
}

static gint64
find_largest_error (ClockAgents *self)
{
  gint64 largest = 0;

  for (guint i = 0; i < self->n; i++)
    {
      gint64 error = G_MAXINT64;

      gscope_remote_get_clock (GSCOPE_REMOTE (self->agents[i].remote), NULL, &error, NULL);
      largest = MAX (largest, error);
    }
  return largest;
}

void
clock_agents_settle (ClockAgents *self, gint64 limit)
{
  while (find_largest_error (self) > limit)
    g_main_context_iteration (NULL, TRUE);
}

gint64
clock_agents_send_event (ClockAgents *self, guint number)
{
  GPollFD arrival = { self->receiver, G_IO_IN, 0 };
  guint32 there, sent = number;
  gint64 time = 0;

  g_assert_cmpint (send (self->sender, &sent, sizeof sent, 0), ==, sizeof sent);
  /* the kernel may deliver it after send() returns, where other programs send much */
  g_assert_cmpint (g_poll (&arrival, 1, -1), ==, 1);
  g_assert_true (receive (self->receiver, &there, &time));
  g_assert_cmpuint (there, ==, number);
  return time;
}

void
clock_agents_step (ClockAgents *self)
{
  clock_agents_send_event (self, STEP);
}

void
clock_agents_wait_for_markers (ClockAgents *self, guint n)
{
  while (self->n_markers < n)
    g_main_context_iteration (NULL, TRUE);
}

static GscopeTrace *
get_trace (ClockAgents *self, guint agent)
{
  g_autofree char *name = g_strdup_printf ("agent%u/event", agent);
  GscopeSignal *signal;

  gscope_source_publish (self->agents[agent].remote);
  signal = gscope_scope_find_signal (self->scope, name);
  return signal ? gscope_signal_get_trace (signal) : NULL;
}

/* Gaps take positions in a trace, too. */
static gboolean
find_event (GscopeTrace *trace, guint number, guint64 *position)
{
  for (*position = number; trace && *position < gscope_trace_get_end (trace); (*position)++)
    if (gscope_trace_get_value (trace, *position) == number)
      return TRUE;
  return FALSE;
}

void
clock_agents_wait (ClockAgents *self, guint n_events)
{
  guint64 position;

  for (guint i = 0; i < self->n; i++)
    while (!find_event (get_trace (self, i), n_events - 1, &position))
      {
        g_main_context_iteration (NULL, TRUE);
        gscope_scope_drain (self->scope);
      }
}

gint64
clock_agents_get_time (ClockAgents *self, guint agent, guint number, gint64 *error)
{
  GscopeRemoteClock *clock =
      gscope_remote_get_private_clock (GSCOPE_REMOTE (self->agents[agent].remote));
  GscopeClockAlign *align = gscope_remote_clock_get_align (clock);
  GscopeTrace *trace = get_trace (self, agent);
  guint64 position;
  gint64 time;

  g_assert_true (find_event (trace, number, &position));
  time = gscope_trace_get_time (trace, position);
  *error = gscope_clock_align_get_error (align, gscope_clock_align_to_far (align, time));
  return time;
}

void
clock_agents_end (ClockAgents *self)
{
  for (guint i = 0; i < self->n; i++)
    {
      if (self->agents[i].remote)
        gscope_scope_remove_source (self->scope, self->agents[i].remote);
      g_clear_object (&self->agents[i].remote);
      if (self->agents[i].fd >= 0)
        close (self->agents[i].fd);
      close (self->agents[i].receiver);
    }
  while (g_main_context_iteration (NULL, FALSE))
    ;
  for (guint i = 0; i < self->n; i++)
    if (self->agents[i].pid > 0)
      waitpid (self->agents[i].pid, NULL, 0);
  g_clear_object (&self->scope);
  close (self->receiver);
  close (self->sender);
}
