/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/web.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum
{
  MAX_REQUEST = 1024,
};

#define END "\r\n\r\n"

struct _MxtrafWeb
{
  MxtrafLoop *loop;
  /* path by which the file is opened */
  char *path;
  char request[MAX_REQUEST];
  gsize n_read;
  gboolean is_persistent;
  /* of the answer: the opened file, -1 between two answers, and its bytes that are not sent yet */
  int file;
  gint64 rest;
};

int
mxtraf_web_create_file (void)
{
  return memfd_create ("mxtraf-web", MFD_CLOEXEC);
}

gboolean
mxtraf_web_resize_file (int file, gint64 size)
{
  return ftruncate (file, size) == 0;
}

MxtrafWeb *
mxtraf_web_new (MxtrafLoop *loop, int file)
{
  MxtrafWeb *self = g_new0 (MxtrafWeb, 1);

  self->loop = loop;
  self->path = g_strdup_printf ("/proc/self/fd/%d", file);
  self->file = -1;
  return self;
}

void
mxtraf_web_free (MxtrafWeb *self)
{
  if (self->file >= 0)
    close (self->file);
  g_free (self->path);
  g_free (self);
}

static int
fail (int code)
{
  errno = code;
  return -1;
}

/* Returns the events after which a call that failed is to be repeated; -1 for a real failure. */
static int
wait_or_fail (int events)
{
  return errno == EAGAIN || errno == EINTR ? events : -1;
}

/* Begins the answer: its head waits for the file, with which it leaves. Returns 0, or -1 with errno. */
static int
begin_answer (MxtrafWeb *self, int connection)
{
  char head[256];
  struct stat status;

  self->is_persistent = strstr (self->request, " HTTP/1.1\r\n") != NULL;
  self->n_read = 0;
  self->file = open (self->path, O_RDONLY | O_CLOEXEC);
  if (self->file < 0 || fstat (self->file, &status) != 0)
    return -1;
  self->rest = status.st_size;
  g_snprintf (head, sizeof head,
              "HTTP/1.%d 200 OK\r\nServer: mxtraf\r\nContent-Type: application/octet-stream\r\n"
              "Content-Length: %" G_GINT64_FORMAT END,
              self->is_persistent, self->rest);
  /* an empty buffer has room for it */
  return send (connection, head, strlen (head), MSG_DONTWAIT | MSG_NOSIGNAL | MSG_MORE)
                 == (gssize) strlen (head)
             ? 0
             : fail (EPROTO);
}

/* Returns 0 once a request was read whole and its answer has begun. */
static int
read_request (MxtrafWeb *self, int connection, gboolean *is_over)
{
  gssize n =
      recv (connection, self->request + self->n_read, MAX_REQUEST - 1 - self->n_read, MSG_DONTWAIT);

  *is_over = n == 0;
  if (n < 0)
    return wait_or_fail (EPOLLIN);
  self->n_read += n;
  self->request[self->n_read] = '\0';
  mxtraf_loop_check (self->loop);
  if (*is_over || g_str_has_suffix (self->request, END))
    return *is_over ? 0 : begin_answer (self, connection);
  return self->n_read < MAX_REQUEST - 1 ? EPOLLIN : fail (EPROTO);
}

/* Returns 0 once the file is sent. */
static int
send_file (MxtrafWeb *self, int connection)
{
  while (self->rest > 0)
    {
      gssize n = sendfile (connection, self->file, NULL, self->rest);

      if (n < 0)
        return wait_or_fail (EPOLLOUT);
      /* the file has become shorter */
      if (n == 0)
        return fail (EIO);
      self->rest -= n;
      mxtraf_loop_check (self->loop);
    }
  close (self->file);
  self->file = -1;
  return 0;
}

int
mxtraf_web_serve (MxtrafWeb *self, int connection)
{
  for (;;)
    {
      gboolean is_over = FALSE;
      int waits = self->file < 0 ? read_request (self, connection, &is_over) : 0;

      if (waits == 0 && !is_over)
        waits = send_file (self, connection);
      if (waits != 0 || is_over || !self->is_persistent)
        return waits;
    }
}
