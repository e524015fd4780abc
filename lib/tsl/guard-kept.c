/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard-kept-private.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <tsl/low-water.h>
#include <tsl/page-private.h>
#include <tsl/page-reader.h>
#include <tsl/quota-private.h>
#include <tsl/sched-stuck-private.h>
#include <tsl/tcp-socket.h>
#include <unistd.h>

/* How long a process that was killed may take to end: milliseconds. */
#define PATIENCE 2000
#define STEP 20

/* Its number may be another thread's by now. */
static gboolean
is_there (const TslGuardMessage *message)
{
  return message->start_time != 0 && tsl_page_find_start_time (message->pid) == message->start_time;
}

static void
undo_file (const TslGuardKept *kept)
{
  int fd = -1;

  if (kept->message.pid != 0 && !is_there (&kept->message))
    return;
  fd = open (kept->message.file.path, O_WRONLY | O_CLOEXEC);
  if (fd < 0 || write (fd, kept->message.file.text, strlen (kept->message.file.text)) < 0)
    g_printerr ("tsl-guard: cannot put “%s” back into “%s”: %s\n", kept->message.file.text,
                kept->message.file.path, g_strerror (errno));
  if (fd >= 0)
    close (fd);
}

static void
undo_sched (const TslGuardKept *kept)
{
  if (!is_there (&kept->message))
    return;
  if (tsl_sched_restore (kept->message.pid, &kept->message.sched) != 0)
    g_printerr ("tsl-guard: cannot restore the policy of thread %u: %s\n", kept->message.pid,
                g_strerror (errno));
  tsl_sched_check (kept->message.pid);
}

/* Without a descriptor it is looked for where its program has it. */
static int
borrow_socket (const TslGuardMessage *message)
{
  TslTcpSocket socket = { .pidfd = -1, .cookie = message->socket.cookie };
  int fd = -1;

  if (!tsl_low_water_find_socket (message->socket.inode, &socket.pid, &socket.fd, NULL))
    return -1;
  socket.pidfd = syscall (SYS_pidfd_open, socket.pid, 0);
  if (socket.pidfd >= 0)
    fd = tsl_tcp_socket_borrow (&socket, NULL);
  tsl_tcp_socket_clear (&socket);
  return fd;
}

static void
undo_socket_option (const TslGuardKept *kept)
{
  const TslGuardMessage *message = &kept->message;
  gsize length = strnlen (message->socket.text, sizeof message->socket.text);
  const void *value = length > 0 ? (const void *) message->socket.text : &message->socket.value;
  int fd = kept->fd >= 0 ? kept->fd : borrow_socket (message);

  if (fd < 0)
    return;
  if (setsockopt (fd, message->socket.level, message->socket.option, value,
                  length > 0 ? length : sizeof message->socket.value)
      != 0)
    g_printerr ("tsl-guard: cannot restore an option of a socket: %s\n", g_strerror (errno));
  if (fd != kept->fd)
    close (fd);
}

static void
undo_knob (const TslGuardKept *kept)
{
  const TslGuardMessage *message = &kept->message;
  g_autoptr (TslPageReader) reader =
      is_there (message) ? tsl_page_reader_new (message->pid, NULL) : NULL;
  int cell = reader ? tsl_page_reader_find (reader, message->knob.mechanism, message->knob.group,
                                            message->knob.name)
                    : -1;

  if (cell >= 0)
    tsl_page_reader_ask (reader, cell, message->knob.value, NULL);
}

static gboolean
has_ended (int pidfd, int milliseconds)
{
  struct pollfd end = { .fd = pidfd, .events = POLLIN };

  return poll (&end, 1, milliseconds) != 0;
}

/* Its number may be another one's by now, unless it is there still once it is open. */
static int
open_process (const TslGuardMessage *message)
{
  int fd = syscall (SYS_pidfd_open, message->pid, 0);

  if (fd < 0 || is_there (message))
    return fd;
  close (fd);
  return -1;
}

/* A thread that is stuck in SCHED_DEADLINE outlives a SIGKILL. */
static void
undo_process (const TslGuardKept *kept)
{
  int fd = kept->fd >= 0 ? kept->fd : open_process (&kept->message);

  if (fd < 0)
    return;
  syscall (SYS_pidfd_send_signal, fd, SIGKILL, NULL, 0);
  for (guint i = 0; i < PATIENCE / STEP && !has_ended (fd, STEP); i++)
    tsl_sched_disarm (kept->message.pid);
  if (fd != kept->fd)
    close (fd);
}

static void
undo_group (const TslGuardKept *kept)
{
  if (!tsl_quota_remove (kept->message.file.path))
    g_printerr ("tsl-guard: cannot remove the control group “%s”: %s\n", kept->message.file.path,
                g_strerror (errno));
}

static void (*const undo_funcs[]) (const TslGuardKept *kept) = {
  [TSL_GUARD_FILE] = undo_file,
  [TSL_GUARD_SCHED] = undo_sched,
  [TSL_GUARD_SOCKET_OPTION] = undo_socket_option,
  [TSL_GUARD_KNOB] = undo_knob,
  [TSL_GUARD_PROCESS] = undo_process,
  [TSL_GUARD_GROUP] = undo_group,
};

gboolean
tsl_guard_kept_is_valid (const TslGuardMessage *message)
{
  return message->kind < G_N_ELEMENTS (undo_funcs) && undo_funcs[message->kind];
}

TslGuardKept *
tsl_guard_kept_new (const TslGuardMessage *message, int fd)
{
  TslGuardKept *self = g_new0 (TslGuardKept, 1);

  self->message = *message;
  self->fd = fd;
  return self;
}

void
tsl_guard_kept_free (gpointer kept)
{
  TslGuardKept *self = kept;

  if (self->fd >= 0)
    close (self->fd);
  g_free (self);
}

void
tsl_guard_kept_undo (const TslGuardKept *self)
{
  undo_funcs[self->message.kind](self);
}

void
tsl_guard_kept_undo_all (const GPtrArray *all)
{
  for (guint i = all->len; i-- > 0;)
    tsl_guard_kept_undo (all->pdata[i]);
}
