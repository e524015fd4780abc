/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/guard/guard-private.h>

#include <errno.h>
#include <fcntl.h>
#include <glib/gi18n-lib.h>
#include <installed.h>
#include <linux/capability.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <tsl/error.h>
#include <tsl/guard/journal-private.h>
#include <tsl/page/directory-private.h>
#include <tsl/page/identity-private.h>
#include <unistd.h>

/* How long an answer, and at the end the restoration of one setting, may take before the guard is
 * killed: milliseconds. */
#define TIMEOUT 5000

/* The guard did not answer. */
#define NO_ANSWER (-1)

struct _TslGuard
{
  int socket;
  pid_t pid;
  int pidfd;
  /* whether the last guard could not restore all settings */
  gboolean has_failed;
  guint next_id;
  GPtrArray *kept;
  /* the journal: its directory, its file name, and the descriptor that holds this process's lock */
  int directory;
  char *journal;
  int journal_fd;
};

static char *
find_program (void)
{
  const char *program = secure_getenv ("TSL_GUARD");

  if (program && !tsl_identity_is_privileged ())
    return g_strdup (program);
  return installed_find (find_program, TSL_PREFIX, TSL_LIB_DIR, TSL_GUARD_PROGRAM);
}

/* Gives the guard the capabilities of this process: file capabilities would be lost at exec(). Runs
 * between fork() and exec(), so it may only make system calls. */
static void
pass_capabilities (gpointer data)
{
  struct __user_cap_header_struct header = { .version = _LINUX_CAPABILITY_VERSION_3 };
  struct __user_cap_data_struct caps[_LINUX_CAPABILITY_U32S_3];

  if (syscall (SYS_capget, &header, caps) != 0)
    return;
  for (guint i = 0; i < G_N_ELEMENTS (caps); i++)
    caps[i].inheritable |= caps[i].permitted;
  if (syscall (SYS_capset, &header, caps) != 0)
    return;
  for (guint i = 0; i < 32 * G_N_ELEMENTS (caps); i++)
    if (caps[i / 32].permitted & 1u << i % 32)
      prctl (PR_CAP_AMBIENT, PR_CAP_AMBIENT_RAISE, i, 0, 0);
}

static gboolean
run_program (TslGuard *self, int end, GError **error)
{
  const gboolean is_privileged = tsl_identity_is_privileged ();
  g_autofree char *program = find_program ();
  const char *argv[] = { program, self->journal, NULL };
  const char *nothing[] = { NULL };
  const int fds[] = { end, self->directory };
  const int targets[] = { TSL_GUARD_FD, TSL_GUARD_DIRECTORY_FD };
  g_autoptr (GError) reason = NULL;

  /* a user controls the environment, but must not control a privileged guard */
  if (g_spawn_async_with_pipes_and_fds (NULL, argv, is_privileged ? nothing : NULL,
                                        G_SPAWN_DO_NOT_REAP_CHILD | G_SPAWN_CLOEXEC_PIPES,
                                        is_privileged ? pass_capabilities : NULL, NULL, -1, -1, -1,
                                        fds, targets, G_N_ELEMENTS (fds), &self->pid, NULL, NULL,
                                        NULL, &reason))
    return TRUE;
  g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
               _ ("cannot start the guard “%s”: %s; install libtsl completely"), argv[0],
               reason->message);
  return FALSE;
}

static gboolean
spawn (TslGuard *self, GError **error)
{
  gboolean is_spawned;
  int fds[2];

  if (socketpair (AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, fds) != 0)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                   _ ("cannot create a socket pair for the guard: %s"), g_strerror (errno));
      return FALSE;
    }
  is_spawned = run_program (self, fds[1], error);
  close (fds[1]);
  self->socket = fds[0];
  if (is_spawned)
    {
      self->pidfd = syscall (SYS_pidfd_open, self->pid, 0);
      return TRUE;
    }
  close (fds[0]);
  self->socket = -1;
  return FALSE;
}

static gboolean
is_there (TslGuard *self)
{
  struct pollfd fd = { .fd = self->socket };

  return self->socket >= 0 && poll (&fd, 1, 0) == 0;
}

/* A killed guard restores nothing. The pidfd avoids killing another process that has got the same
 * number. */
static void
kill_guard (TslGuard *self)
{
  if (self->pidfd >= 0)
    syscall (SYS_pidfd_send_signal, self->pidfd, SIGKILL, NULL, 0);
}

static void
wait_for_end (TslGuard *self)
{
  struct pollfd fd = { .fd = self->pidfd, .events = POLLIN };
  int n;

  if (self->pidfd < 0)
    return;
  do
    n = poll (&fd, 1, (int) (1 + self->kept->len) * TIMEOUT);
  while (n < 0 && errno == EINTR);
  if (n == 0)
    kill_guard (self);
}

/* Returns whether the guard has done all that a guard can do. If this process ignores SIGCHLD there
 * is no exit code. */
static gboolean
reap (TslGuard *self, gboolean was_there)
{
  int status = 0;
  pid_t pid;

  do
    pid = waitpid (self->pid, &status, 0);
  while (pid < 0 && errno == EINTR);
  self->has_failed = pid >= 0 && WIFEXITED (status) && WEXITSTATUS (status) == TSL_GUARD_NOT_DONE;
  if (pid < 0)
    return was_there;
  return self->has_failed || (WIFEXITED (status) && WEXITSTATUS (status) == TSL_GUARD_DONE);
}

/* Ends the guard by shutting the socket down, which works even if a forked child has a copy of the
 * socket. Returns whether the guard ended normally and restored all settings that can be restored. */
static gboolean
end (TslGuard *self)
{
  gboolean was_there = is_there (self);
  gboolean is_done;

  if (self->socket >= 0)
    {
      shutdown (self->socket, SHUT_RDWR);
      close (self->socket);
    }
  self->socket = -1;
  if (self->pid == 0)
    return FALSE;
  wait_for_end (self);
  is_done = reap (self, was_there);
  if (self->pidfd >= 0)
    close (self->pidfd);
  self->pidfd = -1;
  self->pid = 0;
  return is_done;
}

static gboolean
send_message (TslGuard *self, const TslGuardMessage *message, int fd)
{
  struct iovec iov = { (void *) message, sizeof *message };
  union
  {
    struct cmsghdr header;
    char bytes[CMSG_SPACE (sizeof (int))];
  } control = { 0 };
  struct msghdr header = { .msg_iov = &iov, .msg_iovlen = 1 };

  if (fd >= 0)
    {
      header.msg_control = &control;
      header.msg_controllen = sizeof control;
      control.header.cmsg_level = SOL_SOCKET;
      control.header.cmsg_type = SCM_RIGHTS;
      control.header.cmsg_len = CMSG_LEN (sizeof fd);
      memcpy (CMSG_DATA (&control.header), &fd, sizeof fd);
    }
  return sendmsg (self->socket, &header, MSG_NOSIGNAL) == sizeof *message;
}

static gboolean
await_answer (TslGuard *self)
{
  struct pollfd answer = { .fd = self->socket, .events = POLLIN };
  int n;

  do
    n = poll (&answer, 1, TIMEOUT);
  while (n < 0 && errno == EINTR);
  return n == 1;
}

/* Returns 0, the reason of the guard's refusal (errno.h), or NO_ANSWER. */
static int
request (TslGuard *self, const TslGuardMessage *message, int fd)
{
  TslGuardAnswer answer;

  if (self->socket < 0 || !send_message (self, message, fd) || !await_answer (self)
      || recv (self->socket, &answer, sizeof answer, 0) != sizeof answer
      || answer.id != message->id)
    return NO_ANSWER;
  return answer.code;
}

/* Replaces a guard that was killed or does not answer. The old guard must not restore its settings,
 * because they are still in use. Returns whether the new guard has all settings. */
static gboolean
replace (TslGuard *self, GError **error)
{
  guint n_lost = 0;

  kill_guard (self);
  end (self);
  if (!spawn (self, error))
    return FALSE;
  for (guint i = 0; i < self->kept->len; i++)
    {
      const TslGuardKept *kept = self->kept->pdata[i];

      n_lost += request (self, &kept->message, kept->fd) != 0;
    }
  if (n_lost == 0)
    return TRUE;
  g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
               g_dngettext (GETTEXT_PACKAGE, "%u setting may not be restored: the guard has ended",
                            "%u settings may not be restored: the guard has ended", n_lost),
               n_lost);
  return FALSE;
}

static int
request_or_replace (TslGuard *self, const TslGuardMessage *message, int fd)
{
  g_autoptr (GError) error = NULL;
  int code = request (self, message, fd);

  if (code != NO_ANSWER)
    return code;
  if (!replace (self, &error))
    {
      g_warning ("settings may not be restored: %s", error->message);
      return NO_ANSWER;
    }
  return request (self, message, fd);
}

static void
recover (void)
{
  g_autofree char *text = tsl_guard_recover ();

  if (text)
    g_message ("%s", text);
}

/**
 * tsl_guard_new:
 * @error: reason why the guard cannot be started
 *
 * Starts a guard: the program tsl-guard, or the program that the environment variable TSL_GUARD
 * names. First it restores the settings that killed programs left ([func@Guard.recover]); otherwise
 * this program would take them for the original values. It fails if the guard cannot write a
 * journal of its settings. Programs with more privileges than their user ignore TSL_GUARD.
 *
 * Returns: (transfer full): a guard
 *
 * Since: 1.0
 */
TslGuard *
tsl_guard_new (GError **error)
{
  TslGuard *self = g_new0 (TslGuard, 1);

  recover ();
  self->socket = self->pidfd = self->journal_fd = -1;
  self->kept = g_ptr_array_new_with_free_func (tsl_guard_kept_free);
  self->directory = tsl_directory_open (error);
  if (self->directory >= 0)
    self->journal = tsl_guard_journal_create (self->directory, &self->journal_fd, error);
  if (self->journal && spawn (self, error))
    return self;
  tsl_guard_free (self);
  return NULL;
}

/* A guard deletes its journal when it has restored all settings. A guard that was killed leaves its
 * journal, which is deleted here if it holds no settings. */
static void
close_journal (TslGuard *self)
{
  if (self->journal && self->kept->len == 0 && !self->has_failed)
    unlinkat (self->directory, self->journal, 0);
  if (self->journal_fd >= 0)
    close (self->journal_fd);
  if (self->directory >= 0)
    close (self->directory);
  g_free (self->journal);
}

/**
 * tsl_guard_free:
 * @self: (transfer full): a guard
 *
 * Restores all registered settings, the latest first, and ends the guard. The settings are restored
 * when it returns, even if the guard was killed meanwhile.
 *
 * Since: 1.0
 */
void
tsl_guard_free (TslGuard *self)
{
  g_return_if_fail (self);

  if (!end (self) && self->kept->len > 0 && replace (self, NULL))
    end (self);
  close_journal (self);
  g_ptr_array_unref (self->kept);
  g_free (self);
}

pid_t
tsl_guard_get_pid (TslGuard *self)
{
  return self->pid;
}

guint
tsl_guard_refuse (int code, GError **error)
{
  const char *reason = code == NO_ANSWER                 ? _ ("the guard does not respond")
                       : code == ENOSPC || code == EFBIG ? _ ("the journal's file system is full")
                       : code == EMFILE                  ? _ ("too many files are open")
                       : code == ENOENT                  ? _ ("the journal is missing")
                                                         : g_strerror (code);

  g_set_error (error, TSL_ERROR, code == ESRCH ? TSL_ERROR_NOT_FOUND : TSL_ERROR_UNSUPPORTED,
               _ ("cannot change the setting, because it could not be restored: %s"), reason);
  return 0;
}

/* Registers a setting. Returns 0, or the reason why the guard cannot restore it. Takes the
 * descriptor. */
static int
keep (TslGuard *self, const TslGuardMessage *message, int fd)
{
  TslGuardKept *kept = tsl_guard_kept_new (message, fd);
  int code = kept ? request_or_replace (self, message, fd) : EINVAL;

  if (code == 0)
    g_ptr_array_add (self->kept, kept);
  else if (kept)
    tsl_guard_kept_free (kept);
  return code;
}

guint
tsl_guard_keep (TslGuard *self, const TslGuardKind *kind, guint pid, gconstpointer record, int fd,
                GError **error)
{
  TslGuardMessage message = { .kind = kind->number, .pid = pid, .record_size = kind->record_size };
  int code = pid > 0 ? tsl_identity_read_start_time (pid, &message.start_time) : 0;
  int copy = -1;

  g_return_val_if_fail (self, 0);

  memcpy (message.record, record, kind->record_size);
  if (code == 0 && fd >= 0 && (copy = fcntl (fd, F_DUPFD_CLOEXEC, 0)) < 0)
    code = errno;
  message.id = ++self->next_id;
  if (code == 0)
    code = keep (self, &message, copy);
  return code == 0 ? message.id : tsl_guard_refuse (code, error);
}

static void
drop (TslGuard *self, guint id, TslGuardVerb verb)
{
  TslGuardMessage message = { .verb = verb, .id = id };

  request_or_replace (self, &message, -1);
  for (guint i = 0; i < self->kept->len; i++)
    if (((TslGuardKept *) self->kept->pdata[i])->message.id == id)
      {
        g_ptr_array_remove_index (self->kept, i);
        return;
      }
}

/**
 * tsl_guard_undo:
 * @self: a guard
 * @id: the number of a setting, or 0
 *
 * Restores a setting now. A setting that cannot be restored now is tried again when the guard ends.
 *
 * Since: 1.0
 */
void
tsl_guard_undo (TslGuard *self, guint id)
{
  g_return_if_fail (self);

  if (id > 0)
    drop (self, id, TSL_GUARD_UNDO);
}

/**
 * tsl_guard_forget:
 * @self: a guard
 * @id: the number of a setting, or 0
 *
 * Unregisters a setting, which then stays as it is.
 *
 * Since: 1.0
 */
void
tsl_guard_forget (TslGuard *self, guint id)
{
  g_return_if_fail (self);

  if (id > 0)
    drop (self, id, TSL_GUARD_FORGET);
}
