/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fail.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <sys/uio.h>
#include <unistd.h>

#define EXPORT __attribute__ ((visibility ("default")))

static _Atomic (const char *) chosen;
static atomic_int left;
static const char *mark;
static bool hangs;

EXPORT void
fail_begin (const char *call, int nth)
{
  left = nth;
  chosen = call;
}

EXPORT bool
fail_end (void)
{
  chosen = NULL;
  return left <= 0;
}

__attribute__ ((constructor)) static void
begin_as_told (void)
{
  const char *call = getenv ("FAIL_CALL"), *nth = getenv ("FAIL_NTH");

  mark = getenv ("FAIL_MARK");
  hangs = getenv ("FAIL_HANGS") != NULL;
  if (call && nth)
    fail_begin (call, atoi (nth));
}

/* Returns whether this call must fail. The functions for large files have “64” behind the name. */
static bool
is_due (const char *function, int error)
{
  const char *call = chosen;
  size_t n = call ? strlen (call) : 0;

  if (!call || strncmp (function, call, n) != 0)
    return false;
  if ((function[n] != '\0' && strcmp (function + n, "64") != 0) || atomic_fetch_sub (&left, 1) != 1)
    return false;
  if (mark)
    close (syscall (SYS_openat, AT_FDCWD, mark, O_CREAT | O_WRONLY | O_CLOEXEC, 0600));
  while (hangs)
    pause ();
  errno = error;
  return true;
}

/* GLib wakes its loops by event descriptors, and ends the program where that fails. */
static bool
is_file_or_socket (int fd)
{
  struct stat status;
  int error = errno;
  bool is_one = fstat (fd, &status) == 0 && (S_ISREG (status.st_mode) || S_ISSOCK (status.st_mode));

  errno = error;
  return is_one;
}

static void *
find (const char *name)
{
  void *function = dlsym (RTLD_NEXT, name);

  if (!function)
    abort ();
  return function;
}

/* A function that fails with an error, or calls the C library. */
#define WRAP(type, name, error, failure, condition, parameters, arguments)                         \
  EXPORT type name parameters;                                                                     \
  EXPORT type name parameters                                                                      \
  {                                                                                                \
    static _Atomic (void *) next;                                                                  \
                                                                                                   \
    if ((condition) && is_due (#name, error))                                                      \
      return failure;                                                                              \
    if (!next)                                                                                     \
      next = find (#name);                                                                         \
    return ((type (*) parameters) next) arguments;                                                 \
  }

#define WRAP_OPEN(name, parameters, arguments)                                                     \
  EXPORT int name parameters;                                                                      \
  EXPORT int name parameters                                                                       \
  {                                                                                                \
    static _Atomic (void *) next;                                                                  \
    va_list list;                                                                                  \
    mode_t mode;                                                                                   \
                                                                                                   \
    va_start (list, flags);                                                                        \
    mode = va_arg (list, mode_t);                                                                  \
    va_end (list);                                                                                 \
    if (is_due (#name, EMFILE))                                                                    \
      return -1;                                                                                   \
    if (!next)                                                                                     \
      next = find (#name);                                                                         \
    return ((int (*) parameters) next) arguments;                                                  \
  }

WRAP_OPEN (open, (const char *path, int flags, ...), (path, flags, mode))
WRAP_OPEN (open64, (const char *path, int flags, ...), (path, flags, mode))
WRAP_OPEN (openat, (int at, const char *path, int flags, ...), (at, path, flags, mode))
WRAP_OPEN (openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode))
WRAP (ssize_t, write, ENOSPC, -1, is_file_or_socket (fd), (int fd, const void *data, size_t size),
      (fd, data, size))
WRAP (ssize_t, pwrite, ENOSPC, -1, true, (int fd, const void *data, size_t size, off_t offset),
      (fd, data, size, offset))
WRAP (ssize_t, pwrite64, ENOSPC, -1, true, (int fd, const void *data, size_t size, off64_t offset),
      (fd, data, size, offset))
WRAP (ssize_t, writev, ENOSPC, -1, is_file_or_socket (fd),
      (int fd, const struct iovec *data, int n), (fd, data, n))
WRAP (int, ftruncate, EIO, -1, true, (int fd, off_t length), (fd, length))
WRAP (int, ftruncate64, EIO, -1, true, (int fd, off64_t length), (fd, length))
WRAP (pid_t, fork, EAGAIN, -1, true, (void), ())
WRAP (int, epoll_create1, EMFILE, -1, true, (int flags), (flags))
/* A removal needs no memory. */
WRAP (int, epoll_ctl, ENOMEM, -1, what != EPOLL_CTL_DEL,
      (int fd, int what, int other, struct epoll_event *event), (fd, what, other, event))
WRAP (int, eventfd, EMFILE, -1, true, (unsigned int count, int flags), (count, flags))
WRAP (int, timerfd_create, EMFILE, -1, true, (clockid_t clock, int flags), (clock, flags))
WRAP (int, socket, EMFILE, -1, true, (int domain, int type, int protocol), (domain, type, protocol))
WRAP (int, socketpair, EMFILE, -1, true, (int domain, int type, int protocol, int fds[2]),
      (domain, type, protocol, fds))
WRAP (int, bind, ENOMEM, -1, true, (int fd, const struct sockaddr *address, socklen_t size),
      (fd, address, size))
WRAP (int, listen, ENOMEM, -1, true, (int fd, int n), (fd, n))
WRAP (int, accept4, ENFILE, -1, true,
      (int fd, struct sockaddr *address, socklen_t *size, int flags), (fd, address, size, flags))
WRAP (ssize_t, send, ECONNRESET, -1, is_file_or_socket (fd),
      (int fd, const void *data, size_t size, int flags), (fd, data, size, flags))
WRAP (ssize_t, sendmsg, ECONNRESET, -1, is_file_or_socket (fd),
      (int fd, const struct msghdr *message, int flags), (fd, message, flags))
WRAP (ssize_t, recv, ECONNRESET, -1, is_file_or_socket (fd),
      (int fd, void *data, size_t size, int flags), (fd, data, size, flags))
WRAP (ssize_t, recvmsg, ECONNRESET, -1, is_file_or_socket (fd),
      (int fd, struct msghdr *message, int flags), (fd, message, flags))
WRAP (int, shmget, ENOSPC, -1, true, (key_t key, size_t size, int flags), (key, size, flags))
WRAP (void *, shmat, ENOMEM, (void *) -1, true, (int id, const void *address, int flags),
      (id, address, flags))
