/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gi18n-lib.h>
#include <tsl/tcp/option-private.h>

#include <errno.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <tsl/tcp/low-water.h>
#include <tsl/tcp/socket.h>
#include <tsl/tcp/state.h>
#include <unistd.h>

typedef struct
{
  gint32 option;
  gint32 value;
  /* if not empty, the value of a text option */
  char text[TSL_TCP_CC_SIZE];
  /* identify the socket after the descriptor is closed */
  guint64 inode;
  guint64 cookie;
} Record;

G_STATIC_ASSERT (sizeof (Record) <= TSL_GUARD_RECORD_SIZE);

static int
complete (gpointer record, int fd)
{
  Record *self = record;
  struct stat status;

  /* the kernel drops descriptors that exceed the guard's limit */
  if (fd < 0)
    return EMFILE;
  if (fstat (fd, &status) != 0)
    return errno;
  self->inode = status.st_ino;
  self->cookie = tsl_tcp_get_cookie (fd);
  return 0;
}

/* Finds the socket in its program. Returns -1 and the code 0 if the socket was closed. */
static int
borrow_socket (const Record *self, int *code)
{
  TslTcpSocket socket = { .pidfd = -1, .cookie = self->cookie };
  int fd = -1;

  *code = 0;
  if (!tsl_low_water_find_socket (self->inode, &socket.pid, &socket.fd, NULL))
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
restore (guint pid, gconstpointer record, int kept_fd)
{
  const Record *self = record;
  gsize length = strnlen (self->text, sizeof self->text);
  const void *value = length > 0 ? (const void *) self->text : &self->value;
  int code = 0;
  int fd = kept_fd >= 0 ? kept_fd : borrow_socket (self, &code);

  if (fd >= 0
      && setsockopt (fd, IPPROTO_TCP, self->option, value, length > 0 ? length : sizeof self->value)
             != 0)
    code = errno;
  if (fd >= 0 && fd != kept_fd)
    close (fd);
  return tsl_guard_explain (code, _ ("cannot restore an option of a socket"));
}

const TslGuardKind tsl_option_kind = {
  .number = 3, .record_size = sizeof (Record), .complete = complete, .restore = restore
};

guint
tsl_option_keep (int fd, int option, int value, TslGuard *guard, GError **error)
{
  const Record record = { .option = option, .value = value };

  return tsl_guard_keep (guard, &tsl_option_kind, 0, &record, fd, error);
}

guint
tsl_option_keep_text (int fd, int option, const char *text, TslGuard *guard, GError **error)
{
  Record record = { .option = option };

  g_return_val_if_fail (text[0] && strlen (text) <= sizeof record.text, 0);

  memcpy (record.text, text, strlen (text));
  return tsl_guard_keep (guard, &tsl_option_kind, 0, &record, fd, error);
}
