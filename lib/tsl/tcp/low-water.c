/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/tcp/low-water.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <linux/tcp.h>
#include <math.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <tsl/error.h>
#include <tsl/page/identity-private.h>
#include <tsl/page/rows-private.h>
#include <tsl/tcp/minbuf.h>
#include <tsl/tcp/option-private.h>
#include <tsl/tcp/socket.h>
#include <tsl/tcp/state.h>
#include <unistd.h>

struct _TslLowWater
{
  TslTcpSocket socket;
  double a;
  double b;
  guint mark;

  /* the socket's original settings */
  int old_mark;
  char old_cc[TSL_TCP_CC_SIZE];
  gboolean has_cc;
  TslGuard *guard;
  guint kept;
  guint kept_cc;

  TslPage *page;
  char group[TSL_GROUP_SIZE];
  TslCell *knob_a;
  TslCell *knob_b;
  TslCell *n_changes;
  TslCell *cwnd;
  TslCell *blocked;
  TslCell *low_water;
};

#define CELL(member) G_STRUCT_OFFSET (TslLowWater, member)

static const TslCellRow cells[] = {
  TSL_KNOB (CELL (knob_a), "A", "windows", 1, TSL_MINBUF_MAX_A),
  TSL_KNOB (CELL (knob_b), "B", "packets", 0, TSL_MINBUF_MAX_B),
  TSL_COUNTER (CELL (n_changes), "changes"),
  TSL_GAUGE (CELL (cwnd), "cwnd", "packets", 0, 100),
  TSL_GAUGE (CELL (blocked), "blocked", "packets", 0, 100),
  TSL_GAUGE (CELL (low_water), "low-water", "B", 0, 1e6),
};

static gboolean
is_socket (const char *directory, const char *name, guint64 inode)
{
  g_autofree char *path = g_build_filename (directory, name, NULL);
  char target[64];
  ssize_t n = readlink (path, target, sizeof target - 1);
  guint64 number;

  target[MAX (n, 0)] = '\0';
  return sscanf (target, "socket:[%" G_GUINT64_FORMAT "]", &number) == 1 && number == inode;
}

/* Returns the process's descriptor of the socket, or -1. Counts processes whose files may not be
 * read; a process that has ended does not count. */
static int
find_file (const char *pid, guint64 inode, guint *n_hidden)
{
  g_autofree char *directory = g_build_filename ("/proc", pid, "fd", NULL);
  g_autoptr (GError) error = NULL;
  g_autoptr (GDir) files = g_dir_open (directory, 0, &error);
  const char *name;

  *n_hidden += g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_ACCES)
               || g_error_matches (error, G_FILE_ERROR, G_FILE_ERROR_PERM);
  while (files && (name = g_dir_read_name (files)))
    if (is_socket (directory, name, inode))
      return atoi (name);
  return -1;
}

/**
 * tsl_low_water_find_socket:
 * @inode: the inode of a socket, as sock_diag(7) and /proc/PID/fd show it
 * @pid: (out): a process that has it open
 * @fd: (out): its file descriptor in that process
 * @error: reason why it was not found
 *
 * Finds a process that has a socket open, by reading the open files of all processes that this
 * process may inspect.
 *
 * Returns: %TRUE if a process was found
 *
 * Since: 1.0
 */
gboolean
tsl_low_water_find_socket (guint64 inode, guint *pid, int *fd, GError **error)
{
  g_autoptr (GDir) processes = g_dir_open ("/proc", 0, error);
  guint n_hidden = 0;
  const char *name;

  g_return_val_if_fail (pid && fd, FALSE);

  while (processes && (name = g_dir_read_name (processes)))
    if (g_ascii_isdigit (name[0]) && (*fd = find_file (name, inode, &n_hidden)) >= 0)
      {
        *pid = atoi (name);
        return TRUE;
      }
  if (processes && n_hidden > 0)
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 g_dngettext (GETTEXT_PACKAGE,
                              "cannot find the process of the socket %" PRIu64
                              ": the files of %u process are not readable; run as its user, or as "
                              "root, or give the program CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH",
                              "cannot find the process of the socket %" PRIu64
                              ": the files of %u processes are not readable; run as their user, or "
                              "as root, or give the program CAP_SYS_PTRACE and CAP_DAC_READ_SEARCH",
                              n_hidden),
                 inode, n_hidden);
  else if (processes && tsl_identity_is_in_pid_namespace ())
    g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                 _ ("cannot find the process of the socket %" PRIu64
                    ": this program runs in a PID namespace, such as a container's; run it outside "
                    "the container"),
                 inode);
  else if (processes)
    g_set_error (error, TSL_ERROR, TSL_ERROR_NOT_FOUND,
                 _ ("no process has the socket %" PRIu64 " open"), inode);
  return FALSE;
}

static gboolean
fail (TslLowWater *self, const char *format, GError **error)
{
  g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED, format, self->socket.fd, self->socket.pid,
               g_strerror (errno));
  return FALSE;
}

static gboolean
remember (TslLowWater *self, GError **error)
{
  int fd = tsl_tcp_socket_borrow (&self->socket, error);
  socklen_t length = sizeof self->old_mark;
  gboolean success;

  if (fd < 0)
    return FALSE;
  success = getsockopt (fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &self->old_mark, &length) == 0
            && tsl_tcp_get_cc (fd, self->old_cc);
  if (!success)
    fail (self, _ ("cannot read the unsent data of file %d of process %u: %s"), error);
  else if (self->guard)
    {
      self->kept = tsl_option_keep (fd, TCP_NOTSENT_LOWAT, self->old_mark, self->guard, error);
      success = self->kept > 0;
    }
  close (fd);
  return success;
}

static void
restore (TslLowWater *self)
{
  int fd = tsl_tcp_socket_borrow (&self->socket, NULL);

  if (fd < 0)
    return;
  setsockopt (fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &self->old_mark, sizeof self->old_mark);
  if (self->has_cc)
    setsockopt (fd, IPPROTO_TCP, TCP_CONGESTION, self->old_cc, strlen (self->old_cc));
  close (fd);
}

static void
forget_one (TslLowWater *self, guint *kept)
{
  if (*kept)
    tsl_guard_forget (self->guard, *kept);
  *kept = 0;
}

static void
forget (TslLowWater *self)
{
  forget_one (self, &self->kept);
  forget_one (self, &self->kept_cc);
}

/**
 * tsl_low_water_new:
 * @pid: the number of a process
 * @fd: the descriptor of a TCP socket in that process
 * @cookie: the socket's cookie (SO_COOKIE, sock_diag(7)), so that a later socket with the same
 *   descriptor is not changed; 0 for the present socket of that descriptor
 * @a: congestion windows that its send buffer may hold: from 1 to %TSL_MINBUF_MAX_A
 * @b: further packets that it may hold: from 0 to %TSL_MINBUF_MAX_B
 * @page: (nullable): the page that publishes the limit
 * @guard: (nullable): the guard that restores the socket if this process dies; it must outlive the
 *   limit
 * @error: reason why the socket cannot be limited
 *
 * Creates a limit for a socket of another process; [method@LowWater.update] applies it. The caller
 * must have permission to trace that process (pidfd_getfd(2)): it must run as the same user or have
 * CAP_SYS_PTRACE. The limit keeps no copy of the socket between calls, so the connection ends when
 * its owner closes it. A guard does keep a copy, and releases it at the next
 * [method@LowWater.update] or [method@LowWater.is_there] after the owner closed the socket.
 *
 * With (1, 0) one write waits in the send buffer; with the gate, [struct@Minbuf], none does.
 *
 * Returns: (transfer full): the limit
 *
 * Since: 1.0
 */
TslLowWater *
tsl_low_water_new (guint pid, int fd, guint64 cookie, double a, double b, TslPage *page,
                   TslGuard *guard, GError **error)
{
  TslLowWater *self = g_new0 (TslLowWater, 1);

  self->guard = guard;
  if (!tsl_tcp_socket_init (&self->socket, pid, fd, cookie, error) || !remember (self, error))
    {
      tsl_tcp_socket_clear (&self->socket);
      g_free (self);
      return NULL;
    }
  self->page = page ? tsl_page_ref (page) : tsl_page_new_unpublished ();
  g_snprintf (self->group, sizeof self->group, "%" G_GUINT64_FORMAT, self->socket.cookie);
  tsl_page_add_rows (self->page, "minbuf", self->group, cells, G_N_ELEMENTS (cells), self);
  tsl_low_water_set_limit (self, a, b);
  return self;
}

/**
 * tsl_low_water_free:
 * @self: (transfer full): a limit
 *
 * Removes a limit and restores the socket's original low-water mark and congestion control.
 *
 * Since: 1.0
 */
void
tsl_low_water_free (TslLowWater *self)
{
  g_return_if_fail (self);

  restore (self);
  forget (self);
  tsl_tcp_socket_clear (&self->socket);
  tsl_page_remove_rows (self->page, cells, G_N_ELEMENTS (cells), self);
  tsl_page_unref (self->page);
  g_free (self);
}

/**
 * tsl_low_water_set_limit:
 * @self: a limit
 * @a: congestion windows that the send buffer may hold
 * @b: further packets that it may hold
 *
 * Sets the limit of the send buffer, clamped to the valid range, from the next update on.
 *
 * Since: 1.0
 */
void
tsl_low_water_set_limit (TslLowWater *self, double a, double b)
{
  g_return_if_fail (self);
  g_return_if_fail (!isnan (a) && !isnan (b));

  self->a = CLAMP (a, 1, TSL_MINBUF_MAX_A);
  self->b = CLAMP (b, 0, TSL_MINBUF_MAX_B);
  tsl_cell_set (self->knob_a, self->a);
  tsl_cell_set (self->knob_b, self->b);
}

static gboolean
change_cc (TslLowWater *self, int fd, const char *name, GError **error)
{
  if (self->guard && !self->kept_cc)
    self->kept_cc = tsl_option_keep_text (fd, TCP_CONGESTION, self->old_cc, self->guard, error);
  if (self->guard && !self->kept_cc)
    return FALSE;
  return tsl_tcp_set_cc (fd, name, error);
}

/**
 * tsl_low_water_set_congestion_control:
 * @self: a limit
 * @name: a congestion control of the kernel, such as “reno” or “cubic”; empty for the socket's
 *   original one
 * @error: reason why it was not set, with the available ones
 *
 * Sets the socket's congestion control. BBR is refused, since it defeats the limit.
 *
 * Returns: %TRUE if it was set
 *
 * Since: 1.0
 */
gboolean
tsl_low_water_set_congestion_control (TslLowWater *self, const char *name, GError **error)
{
  gboolean success;
  int fd;

  g_return_val_if_fail (self && name, FALSE);

  if (name[0] == '\0' && !self->has_cc)
    return TRUE;
  fd = tsl_tcp_socket_borrow (&self->socket, error);
  if (fd < 0)
    return FALSE;
  if (name[0] == '\0')
    success =
        setsockopt (fd, IPPROTO_TCP, TCP_CONGESTION, self->old_cc, strlen (self->old_cc)) == 0
        || fail (self, _ ("cannot restore the congestion control of file %d of process %u: %s"),
                 error);
  else
    success = change_cc (self, fd, name, error);
  close (fd);
  if (!success)
    return FALSE;
  self->has_cc = name[0] != '\0';
  if (!self->has_cc)
    forget_one (self, &self->kept_cc);
  return TRUE;
}

static void
take_knobs (TslLowWater *self)
{
  double asked;

  if (tsl_cell_take (self->knob_a, &asked))
    {
      self->a = asked;
      tsl_cell_answer (self->knob_a, self->a);
    }
  if (tsl_cell_take (self->knob_b, &asked))
    {
      self->b = asked;
      tsl_cell_answer (self->knob_b, self->b);
    }
}

static guint
compute_mark (const TslLowWater *self, const TslTcpState *state)
{
  double bytes = ((self->a - 1) * state->cwnd + self->b) * state->mss;

  return CLAMP (bytes, 1, G_MAXINT32);
}

static gboolean
set_mark (TslLowWater *self, int fd, guint mark, GError **error)
{
  if (mark == self->mark)
    return TRUE;
  if (setsockopt (fd, IPPROTO_TCP, TCP_NOTSENT_LOWAT, &mark, sizeof mark) != 0)
    return fail (self, _ ("cannot limit the unsent data of file %d of process %u: %s"), error);
  self->mark = mark;
  tsl_cell_count (self->n_changes, 1);
  tsl_cell_set (self->low_water, mark);
  return TRUE;
}

/* The owner may switch to BBR at any time. */
static gboolean
is_of_use (TslLowWater *self, int fd, GError **error)
{
  if (tsl_tcp_check_window_based (fd, error))
    return TRUE;
  set_mark (self, fd, self->old_mark, NULL);
  return FALSE;
}

/**
 * tsl_low_water_update:
 * @self: a limit
 * @error: reason why the limit is not in force; %TSL_ERROR_NOT_FOUND if the socket was closed
 *
 * Sets the low-water mark for the present congestion window. Call it about once a round-trip time;
 * it makes five system calls. It refuses sockets whose congestion control is BBR
 * (%TSL_ERROR_REFUSED): BBR paces packets by a rate, so the mark would not bound the delay. Set
 * another one with [method@LowWater.set_congestion_control] first.
 *
 * Returns: %TRUE if the limit is in force
 *
 * Since: 1.0
 */
gboolean
tsl_low_water_update (TslLowWater *self, GError **error)
{
  TslTcpState state;
  gboolean success;
  int fd;

  g_return_val_if_fail (self, FALSE);

  fd = tsl_tcp_socket_borrow (&self->socket, error);
  if (fd < 0)
    {
      forget (self);
      return FALSE;
    }
  take_knobs (self);
  success = is_of_use (self, fd, error) && tsl_tcp_state_read (&state, fd, error)
            && set_mark (self, fd, compute_mark (self, &state), error);
  close (fd);
  if (!success)
    return FALSE;
  tsl_cell_set (self->cwnd, state.cwnd);
  tsl_cell_set (self->blocked, tsl_tcp_state_get_blocked (&state));
  return TRUE;
}

/**
 * tsl_low_water_is_there:
 * @self: a limit
 *
 * Looks whether the owner still has the socket open. Call it for a limit that is not updated.
 *
 * Returns: %FALSE if the socket was closed; the guard has then released its copy
 *
 * Since: 1.0
 */
gboolean
tsl_low_water_is_there (TslLowWater *self)
{
  int fd;

  g_return_val_if_fail (self, FALSE);

  fd = tsl_tcp_socket_borrow (&self->socket, NULL);
  if (fd >= 0)
    close (fd);
  else
    forget (self);
  return fd >= 0;
}
