/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "diag/namespace.h"

#include "diag/process.h"

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <linux/netlink.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <string.h>
#include <sys/pidfd.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum
{
  /* Of the child's answer, in milliseconds: the child makes four system calls. */
  TIMEOUT = 2000
};

struct _TcpNamespace
{
  /* the number or name of the process */
  char *wanted;
  gboolean is_descendant;
  int pidfd;
  /* its directory in /proc; an open descriptor never refers to a later process */
  int folder;
  dev_t device;
  ino_t inode;
  gboolean is_own;
};

static void
fail (const TcpNamespace *self, int code, GError **error)
{
  const gboolean is_gone = code == ESRCH || code == ENOENT;
  const gboolean is_forbidden = code == EPERM || code == EACCES;

  if (is_gone)
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("waiting for process “%s”"),
                 self->wanted);
  else if (is_forbidden)
    g_set_error (
        error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE,
        _ ("cannot enter the network namespace of process “%s”: %s; unlock the source, run as the "
           "user who owns the namespace, or give the program CAP_SYS_ADMIN and CAP_SYS_PTRACE"),
        self->wanted, g_strerror (code));
  else
    g_set_error (
        error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
        _ ("cannot open a netlink socket in the network namespace of process “%s”: %s; the plugin "
           "tries again every second"),
        self->wanted, g_strerror (code));
}

static gboolean
has_ended (const TcpNamespace *self)
{
  struct pollfd file = { .fd = self->pidfd, .events = POLLIN };

  return poll (&file, 1, 0) > 0;
}

static gboolean
is_number (const TcpNamespace *self)
{
  return g_ascii_isdigit (self->wanted[0]);
}

/* Finds the process and opens a pidfd and its directory in /proc, so that a later process of the
 * same number is not confused with it. Returns a code of errno.h. */
static int
hold (TcpNamespace *self)
{
  pid_t pid = tcp_pid_find (self->wanted, &self->is_descendant);
  g_autofree char *path = g_strdup_printf ("/proc/%d", pid);

  if (pid <= 0)
    return ESRCH;
  self->pidfd = pidfd_open (pid, 0);
  if (self->pidfd < 0)
    /* EINVAL: the number belongs to a thread */
    return errno == EINVAL ? ESRCH : errno;
  self->folder = open (path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (self->folder < 0)
    return errno;
  if (!is_number (self) && !tcp_process_has_name (self->folder, self->wanted))
    return ESRCH;
  return has_ended (self) ? ESRCH : 0;
}

static int
identify (TcpNamespace *self)
{
  struct stat its, own;

  if (fstatat (self->folder, "ns/net", &its, 0) != 0)
    return errno;
  self->device = its.st_dev;
  self->inode = its.st_ino;
  self->is_own = stat ("/proc/thread-self/ns/net", &own) == 0 && own.st_dev == its.st_dev
                 && own.st_ino == its.st_ino;
  return 0;
}

TcpNamespace *
tcp_namespace_new (const char *process, GError **error)
{
  g_autoptr (TcpNamespace) self = g_new0 (TcpNamespace, 1);
  int code;

  self->pidfd = self->folder = -1;
  self->wanted = g_strdup (process);
  self->is_own = !process[0];
  if (self->is_own)
    return g_steal_pointer (&self);
  code = hold (self);
  if (code == 0)
    code = identify (self);
  if (code == 0)
    return g_steal_pointer (&self);
  fail (self, code, error);
  return NULL;
}

void
tcp_namespace_free (TcpNamespace *self)
{
  if (self->pidfd >= 0)
    close (self->pidfd);
  if (self->folder >= 0)
    close (self->folder);
  g_free (self->wanted);
  g_free (self);
}

gboolean
tcp_namespace_is_own (const TcpNamespace *self)
{
  return self->is_own;
}

gboolean
tcp_namespace_is_current (const TcpNamespace *self)
{
  struct stat its;

  if (self->pidfd < 0)
    return TRUE;
  /* a process that was found while it started may have entered its namespace since */
  return !has_ended (self) && fstatat (self->folder, "ns/net", &its, 0) == 0
         && its.st_dev == self->device && its.st_ino == self->inode;
}

gboolean
tcp_namespace_is_surpassed (const TcpNamespace *self)
{
  gboolean is_descendant = FALSE;

  return self->pidfd >= 0 && !is_number (self) && !self->is_descendant
         && tcp_pid_find (self->wanted, &is_descendant) > 0 && is_descendant;
}

int
tcp_namespace_open_own_socket (void)
{
  return socket (AF_NETLINK, SOCK_RAW | SOCK_CLOEXEC, NETLINK_SOCK_DIAG);
}

/* The child's message: a code of errno.h, and a descriptor if it is 0. */
typedef struct
{
  int code;
  struct iovec area;
  _Alignas(struct cmsghdr) char control[CMSG_SPACE (sizeof (int))];
  struct msghdr message;
} Answer;

static void
answer_init (Answer *self)
{
  memset (self, 0, sizeof *self);
  self->area = (struct iovec){ &self->code, sizeof self->code };
  self->message.msg_iov = &self->area;
  self->message.msg_iovlen = 1;
  self->message.msg_control = self->control;
  self->message.msg_controllen = sizeof self->control;
}

static void
answer_set_file (Answer *self, int fd)
{
  struct cmsghdr *header = CMSG_FIRSTHDR (&self->message);

  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN (sizeof fd);
  memcpy (CMSG_DATA (header), &fd, sizeof fd);
}

/* Runs in the child of a program with threads, which may hold any lock, so it may only make system
 * calls. */
G_NORETURN static void
open_there (int pidfd, int peer)
{
  Answer answer;
  int fd = -1;

  answer_init (&answer);
  /* processes in the entered user namespace must not be able to read this program's memory */
  prctl (PR_SET_DUMPABLE, 0);
  if (setns (pidfd, CLONE_NEWNET) != 0)
    answer.code = errno;
  /* the namespace's owner has the capability only inside the user namespace */
  if (answer.code == EPERM && setns (pidfd, CLONE_NEWUSER | CLONE_NEWNET) == 0)
    answer.code = 0;
  if (answer.code == 0 && (fd = tcp_namespace_open_own_socket ()) < 0)
    answer.code = errno;
  if (fd >= 0)
    answer_set_file (&answer, fd);
  else
    answer.message.msg_controllen = 0;
  sendmsg (peer, &answer.message, MSG_NOSIGNAL);
  _exit (0);
}

/* Returns a code of errno.h. */
static int
receive_file (int peer, int *fd)
{
  struct pollfd file = { .fd = peer, .events = POLLIN };
  struct cmsghdr *header;
  Answer answer;
  int n;

  while ((n = poll (&file, 1, TIMEOUT)) < 0 && errno == EINTR)
    ;
  if (n == 0)
    return ETIMEDOUT;
  answer_init (&answer);
  if (recvmsg (peer, &answer.message, MSG_DONTWAIT | MSG_CMSG_CLOEXEC) != sizeof answer.code)
    return ECHILD;
  header = CMSG_FIRSTHDR (&answer.message);
  if (answer.code != 0)
    return answer.code;
  if (!header)
    return EMFILE;
  memcpy (fd, CMSG_DATA (header), sizeof *fd);
  return 0;
}

/* Forks without running the program's signal handlers or its libraries' fork handlers in the
 * child. */
static pid_t
fork_silently (void)
{
  sigset_t all, before;
  pid_t pid;

  sigfillset (&all);
  pthread_sigmask (SIG_SETMASK, &all, &before);
  pid = _Fork ();
  if (pid != 0)
    pthread_sigmask (SIG_SETMASK, &before, NULL);
  return pid;
}

static int
fetch (const TcpNamespace *self, int *fd)
{
  int pair[2];
  pid_t pid;
  int code;

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) != 0)
    return errno;
  pid = fork_silently ();
  if (pid == 0)
    open_there (self->pidfd, pair[1]);
  code = pid < 0 ? errno : 0;
  close (pair[1]);
  if (pid > 0)
    code = receive_file (pair[0], fd);
  close (pair[0]);
  if (pid > 0 && code == ETIMEDOUT)
    kill (pid, SIGKILL);
  while (pid > 0 && waitpid (pid, NULL, 0) < 0 && errno == EINTR)
    ;
  return code;
}

int
tcp_namespace_open_socket (const TcpNamespace *self, GError **error)
{
  int fd = -1;
  int code = fetch (self, &fd);

  if (code != 0)
    fail (self, code, error);
  return fd;
}
