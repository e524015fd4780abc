/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/guard.h>

#include <descriptors.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <tsl/guard/journal-private.h>
#include <tsl/page/identity-private.h>
#include <unistd.h>

/* Interval of the duties: milliseconds. */
#define INTERVAL 500

typedef struct
{
  GPtrArray *all;
  TslGuardJournal journal;
  /* state of each kind's duty, in the order of tsl_guard_kinds; NULL for a kind without a duty */
  GPtrArray *duties;
} Keeper;

/* Returns whether the setting is restored or its object has ended. */
static gboolean
restore (const TslGuardKept *kept)
{
  g_autofree char *reason = tsl_guard_kept_undo (kept);

  if (reason)
    g_printerr ("tsl-guard: %s\n", reason);
  return !reason;
}

/* Removes a setting among the first n. A setting that cannot be restored now stays, and is tried
 * again at the end. */
static void
drop (Keeper *self, guint32 id, guint n, gboolean undoes)
{
  for (guint i = 0; i < n; i++)
    {
      const TslGuardKept *kept = self->all->pdata[i];

      if (kept->message.id != id)
        continue;
      if (undoes && !restore (kept))
        return;
      tsl_guard_journal_remove (&self->journal, kept);
      g_ptr_array_remove_index (self->all, i);
      return;
    }
}

/* Takes the descriptor. Returns 0, or the reason of the refusal (errno.h). */
static int
keep (Keeper *self, const TslGuardMessage *message, int fd)
{
  TslGuardKept *kept = tsl_guard_kept_new (message, fd);
  int code = 0;

  if (!kept)
    return EINVAL;
  if (kept->kind->complete)
    code = kept->kind->complete (kept->message.record, fd);
  if (code == 0)
    code = tsl_guard_journal_add (&self->journal, kept);
  if (code == 0)
    g_ptr_array_add (self->all, kept);
  else
    tsl_guard_kept_free (kept);
  return code;
}

/* When a guard was killed, its owner sends all settings again; the new guard may have read some of
 * them from the journal. */
static int
keep_again (Keeper *self, const TslGuardMessage *message, int fd)
{
  guint n = self->all->len;
  int code = message->verb == TSL_GUARD_KEEP ? keep (self, message, fd) : 0;

  if (code == 0)
    drop (self, message->id, n, message->verb == TSL_GUARD_UNDO);
  return code;
}

/* Returns FALSE when the owner has ended. */
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

/* The duties. */

static void
begin_duties (Keeper *self)
{
  for (guint i = 0; tsl_guard_kinds[i]; i++)
    {
      const TslGuardDuty *duty = tsl_guard_kinds[i]->duty;

      g_ptr_array_add (self->duties, duty ? duty->begin () : NULL);
    }
}

static GArray *
list_pids (Keeper *self, const TslGuardKind *kind)
{
  GArray *pids = g_array_new (FALSE, FALSE, sizeof (guint));

  for (guint i = 0; i < self->all->len; i++)
    {
      const TslGuardKept *kept = self->all->pdata[i];
      guint pid = kept->message.pid;

      if (kept->kind == kind)
        g_array_append_val (pids, pid);
    }
  return pids;
}

static void
do_duties (Keeper *self, pid_t owner)
{
  for (guint i = 0; tsl_guard_kinds[i]; i++)
    {
      const TslGuardKind *kind = tsl_guard_kinds[i];
      g_autoptr (GArray) pids = kind->duty ? list_pids (self, kind) : NULL;

      if (kind->duty)
        kind->duty->look (self->duties->pdata[i], owner, (const guint *) pids->data, pids->len);
    }
}

static void
end_duties (Keeper *self)
{
  for (guint i = 0; tsl_guard_kinds[i]; i++)
    if (tsl_guard_kinds[i]->duty)
      tsl_guard_kinds[i]->duty->end (self->duties->pdata[i]);
}

/* A child of the owner may hold a copy of the owner's socket, so the socket alone does not show
 * that the owner has ended; a pidfd does. */
static gboolean
wait_for_owner (Keeper *self, int pidfd, pid_t owner)
{
  struct pollfd fds[] = { { .fd = TSL_GUARD_FD, .events = POLLIN },
                          { .fd = pidfd, .events = POLLIN } };
  int n;

  while ((n = poll (fds, G_N_ELEMENTS (fds), INTERVAL)) <= 0)
    if (n == 0)
      do_duties (self, owner);
    else if (errno != EINTR)
      return FALSE;
  return fds[0].revents & POLLIN || !(fds[1].revents & POLLIN);
}

/* Neither signals to the owner's process group or service, such as a watchdog's SIGABRT, nor resource
 * limits may end the guard. */
static void
ignore_signals (void)
{
  static const int ignored[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGPIPE, SIGXFSZ };

  for (guint i = 0; i < G_N_ELEMENTS (ignored); i++)
    signal (ignored[i], SIG_IGN);
}

static gboolean
answer (const TslGuardMessage *message, int code)
{
  TslGuardAnswer answer = { message->id, code };

  return send (TSL_GUARD_FD, &answer, sizeof answer, MSG_NOSIGNAL) == sizeof answer;
}

/* Restores the latest setting first. Returns whether all are restored; the journal keeps the
 * others. */
static gboolean
restore_all (Keeper *self, const char *journal)
{
  guint n_failed = 0;

  for (guint i = self->all->len; i-- > 0;)
    if (restore (self->all->pdata[i]))
      tsl_guard_journal_remove (&self->journal, self->all->pdata[i]);
    else
      n_failed++;
  if (n_failed == 0 && self->journal.fd >= 0)
    unlinkat (TSL_GUARD_DIRECTORY_FD, journal, 0);
  tsl_guard_journal_close (&self->journal);
  return n_failed == 0;
}

/**
 * tsl_guard_serve:
 * @journal: the name of the journal that the owner created
 *
 * Runs the guard: receives settings from its owner, the parent process, until the owner ends; then
 * restores all of them, the latest first. Meanwhile it frees threads that are stuck in
 * SCHED_DEADLINE: the kernel gives such a thread no new budget (kernel/sched/deadline.c), so it
 * does not run, not even to be killed, until another process changes its policy. The program
 * tsl-guard calls this function.
 *
 * Returns: the program's exit code: %TSL_GUARD_DONE or %TSL_GUARD_NOT_DONE
 *
 * Since: 1.0
 */
int
tsl_guard_serve (const char *journal)
{
  g_autoptr (GPtrArray) all = g_ptr_array_new_with_free_func (tsl_guard_kept_free);
  g_autoptr (GPtrArray) duties = g_ptr_array_new ();
  Keeper self = { .all = all, .duties = duties };
  pid_t owner = getppid ();
  int pidfd = syscall (SYS_pidfd_open, owner, 0);
  TslGuardMessage message;
  gboolean is_done;
  int passed;

  g_return_val_if_fail (journal, TSL_GUARD_NOT_DONE);

  ignore_signals ();
  /* settings of sockets hold a descriptor each */
  descriptors_allow_all ();
  /* a user can write the journal, and must not use the guard's privileges that way */
  tsl_guard_journal_open (&self.journal, TSL_GUARD_DIRECTORY_FD, journal,
                          tsl_identity_is_privileged () ? NULL : all);
  begin_duties (&self);
  while (wait_for_owner (&self, pidfd, owner) && receive (TSL_GUARD_FD, &message, &passed))
    if (!answer (&message, keep_again (&self, &message, passed)))
      break;
  is_done = restore_all (&self, journal);
  end_duties (&self);
  return is_done ? TSL_GUARD_DONE : TSL_GUARD_NOT_DONE;
}
