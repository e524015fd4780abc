/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/kept-private.h>

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <tsl/page/identity-private.h>
#include <tsl/page/reader.h>
#include <tsl/sched/stuck-private.h>
#include <tsl/tcp/low-water.h>
#include <tsl/tcp/socket.h>
#include <unistd.h>

/* Its number may be another thread's by now. */
static gboolean
is_there (const TslGuardMessage *message)
{
  return message->start_time != 0
         && tsl_identity_find_start_time (message->pid) == message->start_time;
}

/* A thing that has ended needs nothing. */
static char *
fail (int code, const char *what)
{
  if (code == ENOENT || code == ESRCH)
    return NULL;
  return g_strdup_printf ("cannot restore %s: %s", what, g_strerror (code));
}

static int
write_file (const char *path, const char *text)
{
  int fd = open (path, O_WRONLY | O_CLOEXEC);
  int code = fd < 0 || write (fd, text, strlen (text)) < 0 ? errno : 0;

  if (fd >= 0)
    close (fd);
  return code;
}

static char *
undo_file (const TslGuardKept *kept)
{
  const char *path = kept->message.file.path;
  int code;

  if (kept->message.pid != 0 && !is_there (&kept->message))
    return NULL;
  code = write_file (path, kept->message.file.text);
  return code != 0 ? fail (code, path) : NULL;
}

static char *
undo_sched (const TslGuardKept *kept)
{
  g_autofree char *what = g_strdup_printf ("the policy of thread %u", kept->message.pid);
  char *reason = NULL;

  if (!is_there (&kept->message))
    return NULL;
  if (tsl_sched_restore (kept->message.pid, &kept->message.sched) != 0)
    reason = fail (errno, what);
  tsl_sched_check (kept->message.pid);
  return reason;
}

/* Without a descriptor it is looked for where its program has it. Returns -1 and the code 0 if it is gone. */
static int
borrow_socket (const TslGuardMessage *message, int *code)
{
  TslTcpSocket socket = { .pidfd = -1, .cookie = message->socket.cookie };
  int fd = -1;

  *code = 0;
  if (!tsl_low_water_find_socket (message->socket.inode, &socket.pid, &socket.fd, NULL))
    return -1;
  errno = 0;
  socket.pidfd = syscall (SYS_pidfd_open, socket.pid, 0);
  if (socket.pidfd >= 0)
    fd = tsl_tcp_socket_borrow (&socket, NULL);
  *code = fd < 0 && (errno == EPERM || errno == EMFILE || errno == ENFILE) ? errno : 0;
  tsl_tcp_socket_clear (&socket);
  return fd;
}

static char *
undo_socket_option (const TslGuardKept *kept)
{
  const TslGuardMessage *message = &kept->message;
  gsize length = strnlen (message->socket.text, sizeof message->socket.text);
  const void *value = length > 0 ? (const void *) message->socket.text : &message->socket.value;
  int code = 0;
  int fd = kept->fd >= 0 ? kept->fd : borrow_socket (message, &code);

  if (fd >= 0
      && setsockopt (fd, message->socket.level, message->socket.option, value,
                     length > 0 ? length : sizeof message->socket.value)
             != 0)
    code = errno;
  if (fd >= 0 && fd != kept->fd)
    close (fd);
  return code != 0 ? fail (code, "an option of a socket") : NULL;
}

static char *
undo_knob (const TslGuardKept *kept)
{
  const TslGuardMessage *message = &kept->message;
  g_autoptr (TslPageReader) reader =
      is_there (message) ? tsl_page_reader_new (message->pid, NULL) : NULL;
  int cell = reader ? tsl_page_reader_find (reader, message->knob.mechanism, message->knob.group,
                                            message->knob.name)
                    : -1;
  g_autoptr (GError) error = NULL;

  if (cell < 0 || tsl_page_reader_ask (reader, cell, message->knob.value, &error))
    return NULL;
  return g_strdup (error->message);
}

static char *(*const undo_funcs[]) (const TslGuardKept *kept) = {
  [TSL_GUARD_FILE] = undo_file,
  [TSL_GUARD_SCHED] = undo_sched,
  [TSL_GUARD_SOCKET_OPTION] = undo_socket_option,
  [TSL_GUARD_KNOB] = undo_knob,
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

char *
tsl_guard_kept_undo (const TslGuardKept *self)
{
  return undo_funcs[self->message.kind](self);
}
