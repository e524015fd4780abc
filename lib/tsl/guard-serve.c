/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard.h>

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <tsl/guard-message.h>
#include <tsl/page-private.h>
#include <tsl/page-reader.h>
#include <tsl/quota-private.h>
#include <tsl/sched-stuck-private.h>
#include <unistd.h>

/* How often to look whether threads are stuck, and how long a process that was killed may take to end:
 * milliseconds. */
#define INTERVAL 500
#define PATIENCE 2000
#define STEP 20

typedef struct
{
  TslGuardMessage message;
  int fd;
} Kept;

/* Its number may be another thread's by now. */
static gboolean
is_there (const TslGuardMessage *message)
{
  return message->start_time != 0 && tsl_page_find_start_time (message->pid) == message->start_time;
}

static void
undo_file (const Kept *kept)
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
undo_sched (const Kept *kept)
{
  if (!is_there (&kept->message))
    return;
  if (tsl_sched_restore (kept->message.pid, &kept->message.sched) != 0)
    g_printerr ("tsl-guard: cannot restore the policy of thread %u: %s\n", kept->message.pid,
                g_strerror (errno));
  tsl_sched_check (kept->message.pid);
}

static void
undo_socket_option (const Kept *kept)
{
  const TslGuardMessage *message = &kept->message;
  gsize length = strnlen (message->socket.text, sizeof message->socket.text);
  const void *value = length > 0 ? (const void *) message->socket.text : &message->socket.value;

  if (setsockopt (kept->fd, message->socket.level, message->socket.option, value,
                  length > 0 ? length : sizeof message->socket.value)
      != 0)
    g_printerr ("tsl-guard: cannot restore an option of a socket: %s\n", g_strerror (errno));
}

static void
undo_knob (const Kept *kept)
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

/* A thread that is stuck in SCHED_DEADLINE outlives a SIGKILL. */
static void
undo_process (const Kept *kept)
{
  syscall (SYS_pidfd_send_signal, kept->fd, SIGKILL, NULL, 0);
  for (guint i = 0; i < PATIENCE / STEP && !has_ended (kept->fd, STEP); i++)
    tsl_sched_disarm (kept->message.pid);
}

static void
undo_group (const Kept *kept)
{
  if (!tsl_quota_remove (kept->message.file.path))
    g_printerr ("tsl-guard: cannot remove the control group “%s”: %s\n", kept->message.file.path,
                g_strerror (errno));
}

static void (*const undo_funcs[]) (const Kept *kept) = {
  [TSL_GUARD_FILE] = undo_file,
  [TSL_GUARD_SCHED] = undo_sched,
  [TSL_GUARD_SOCKET_OPTION] = undo_socket_option,
  [TSL_GUARD_KNOB] = undo_knob,
  [TSL_GUARD_PROCESS] = undo_process,
  [TSL_GUARD_GROUP] = undo_group,
};

static void
kept_free (gpointer data)
{
  Kept *kept = data;

  if (kept->fd >= 0)
    close (kept->fd);
  g_free (kept);
}

static void
drop (GPtrArray *all, guint32 id, gboolean undoes)
{
  for (guint i = 0; i < all->len; i++)
    {
      const Kept *kept = all->pdata[i];

      if (kept->message.id != id)
        continue;
      if (undoes)
        undo_funcs[kept->message.kind](kept);
      g_ptr_array_remove_index (all, i);
      return;
    }
}

static void
take (GPtrArray *all, const TslGuardMessage *message, int fd)
{
  Kept *kept;

  if (message->kind == TSL_GUARD_UNDO || message->kind == TSL_GUARD_FORGET)
    drop (all, message->id, message->kind == TSL_GUARD_UNDO);
  else if (message->kind < G_N_ELEMENTS (undo_funcs))
    {
      kept = g_new (Kept, 1);
      kept->message = *message;
      kept->fd = fd;
      g_ptr_array_add (all, kept);
    }
}

/* Returns FALSE when the owner is gone. */
static gboolean
receive (int socket, TslGuardMessage *message, int *fd)
{
  struct iovec iov = { message, sizeof *message };
  union
  {
    struct cmsghdr header;
    char bytes[CMSG_SPACE (sizeof (int))];
  } control;
  struct msghdr header = {
    .msg_iov = &iov, .msg_iovlen = 1, .msg_control = &control, .msg_controllen = sizeof control
  };
  gssize n;

  *fd = -1;
  do
    n = recvmsg (socket, &header, MSG_CMSG_CLOEXEC);
  while (n < 0 && errno == EINTR);
  if (n == sizeof *message && header.msg_controllen >= CMSG_LEN (sizeof *fd))
    memcpy (fd, CMSG_DATA (&control.header), sizeof *fd);
  return n == sizeof *message;
}

/* Threads that are stuck in SCHED_DEADLINE: of the owner, which does not end then either, of processes that
 * are kept, and other threads that are. */
static void
free_stuck (TslSchedWatch *watch, pid_t owner, const GPtrArray *all)
{
  guint n = tsl_sched_watch_process (watch, owner);

  for (guint i = 0; i < all->len; i++)
    {
      const TslGuardMessage *message = &((Kept *) all->pdata[i])->message;

      if (message->kind == TSL_GUARD_PROCESS)
        n += tsl_sched_watch_process (watch, message->pid);
      else if (message->kind == TSL_GUARD_SCHED)
        n += tsl_sched_watch_thread (watch, message->pid);
    }
  if (n > 0)
    g_printerr (
        "tsl-guard: %u threads did not run any more, since the kernel had not given them a new "
        "budget; they run again, with their reserves\n",
        n);
}

/* A copy of the owner's end may live on in a child of it: its end shows in a pidfd. */
static gboolean
wait_for_owner (int socket, int pidfd, pid_t owner, TslSchedWatch *watch, const GPtrArray *all)
{
  struct pollfd fds[] = { { .fd = socket, .events = POLLIN }, { .fd = pidfd, .events = POLLIN } };
  int n;

  while ((n = poll (fds, G_N_ELEMENTS (fds), INTERVAL)) <= 0)
    if (n == 0)
      free_stuck (watch, owner, all);
    else if (errno != EINTR)
      return FALSE;
  return fds[0].revents & POLLIN || !(fds[1].revents & POLLIN);
}

/* What is meant for the owner's group of processes must not end its guard. */
static void
ignore_signals (void)
{
  static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE };

  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    signal (ignored[i], SIG_IGN);
}

/**
 * tsl_guard_serve:
 *
 * Is the guard: keeps what its owner, the parent process, tells it, until that goes; then puts all of
 * it back, the latest first. Meanwhile it looks after threads that are stuck in SCHED_DEADLINE: a thread to
 * which the kernel gives no new budget any more (kernel/sched/deadline.c) does not run, not even to be
 * killed, until another process frees it. It is what the program tsl-guard does.
 *
 * Returns: the program's exit code
 */
int
tsl_guard_serve (void)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (kept_free);
  g_autoptr (TslSchedWatch) watch = tsl_sched_watch_new ();
  pid_t owner = getppid ();
  int pidfd = syscall (SYS_pidfd_open, owner, 0);
  TslGuardMessage message;
  int passed;

  ignore_signals ();
  while (wait_for_owner (TSL_GUARD_FD, pidfd, owner, watch, all)
         && receive (TSL_GUARD_FD, &message, &passed))
    {
      take (all, &message, passed);
      if (send (TSL_GUARD_FD, &message.id, sizeof message.id, MSG_NOSIGNAL) < 0)
        break;
    }
  for (guint i = all->len; i-- > 0;)
    undo_funcs[((Kept *) all->pdata[i])->message.kind](all->pdata[i]);
  return 0;
}
