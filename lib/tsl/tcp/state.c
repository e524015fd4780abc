/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/tcp/state.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <inttypes.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <string.h>
#include <sys/socket.h>
#include <tsl/error.h>

#define AVAILABLE "/proc/sys/net/ipv4/tcp_available_congestion_control"
#define ALLOWED "/proc/sys/net/ipv4/tcp_allowed_congestion_control"

/* States of include/net/tcp_states.h in the kernel. */
enum
{
  ESTABLISHED = 1,
  FIRST_WITHOUT_PEER = 7,
  LAST_WAITING = 8,
};

gboolean
tsl_tcp_state_read (TslTcpState *self, int fd, GError **error)
{
  struct tcp_info info = { 0 };
  socklen_t length = sizeof info;

  if (getsockopt (fd, IPPROTO_TCP, TCP_INFO, &info, &length) != 0)
    {
      g_set_error (error, TSL_ERROR, TSL_ERROR_INVALID, _ ("file %d is not a TCP socket: %s"), fd,
                   g_strerror (errno));
      return FALSE;
    }
  *self = (TslTcpState){
    .is_connected = (info.tcpi_state >= ESTABLISHED && info.tcpi_state < FIRST_WITHOUT_PEER)
                    || info.tcpi_state == LAST_WAITING,
    .cwnd = MAX (info.tcpi_snd_cwnd, 1),
    .unacked = info.tcpi_unacked,
    .sacked = info.tcpi_sacked,
    .mss = MAX (info.tcpi_snd_mss, 1),
    .notsent = info.tcpi_notsent_bytes,
    .srtt = info.tcpi_rtt * (gint64) 1000,
  };
  return TRUE;
}

double
tsl_tcp_state_get_limit (const TslTcpState *self, double a, double b)
{
  return a * self->cwnd + b + self->sacked;
}

double
tsl_tcp_state_get_blocked (const TslTcpState *self)
{
  return self->notsent / (double) self->mss;
}

double
tsl_tcp_state_get_level (const TslTcpState *self)
{
  return self->unacked + tsl_tcp_state_get_blocked (self);
}

gboolean
tsl_tcp_is_window_based (const char *name)
{
  return !g_str_has_prefix (name, "bbr");
}

gboolean
tsl_tcp_get_cc (int fd, char name[TSL_TCP_CC_SIZE])
{
  socklen_t length = TSL_TCP_CC_SIZE;

  memset (name, 0, TSL_TCP_CC_SIZE);
  return getsockopt (fd, IPPROTO_TCP, TCP_CONGESTION, name, &length) == 0;
}

static char *
read_list (const char *path)
{
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text ? g_strstrip (text) : g_strdup ("unknown");
}

static gboolean
fail_cc (const char *name, int code, GError **error)
{
  g_autofree char *available = read_list (AVAILABLE);
  g_autofree char *allowed = read_list (ALLOWED);

  if (code == ENOENT)
    g_set_error (error, TSL_ERROR, TSL_ERROR_UNSUPPORTED,
                 _ ("cannot set the congestion control “%s”: the kernel does not have it; choose "
                    "one of: %s"),
                 name, available);
  else if (code == EPERM)
    g_set_error (error, TSL_ERROR, TSL_ERROR_PRIVILEGE,
                 _ ("cannot set the congestion control “%s”: only root may; choose one of: %s"),
                 name, allowed);
  else
    g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
                 _ ("cannot set the congestion control “%s”: %s; choose one of: %s"), name,
                 g_strerror (code), available);
  return FALSE;
}

static gboolean
fail_rate_based (const char *name, GError **error)
{
  g_autofree char *available = read_list (AVAILABLE);

  g_set_error (error, TSL_ERROR, TSL_ERROR_REFUSED,
               _ ("cannot limit a socket with the congestion control “%s”: it paces by a rate, so "
                  "a limit in windows does not bound the delay; choose one of: %s"),
               name, available);
  return FALSE;
}

gboolean
tsl_tcp_set_cc (int fd, const char *name, GError **error)
{
  if (!tsl_tcp_is_window_based (name))
    return fail_rate_based (name, error);
  return setsockopt (fd, IPPROTO_TCP, TCP_CONGESTION, name, strlen (name)) == 0
         || fail_cc (name, errno, error);
}

gboolean
tsl_tcp_check_window_based (int fd, GError **error)
{
  char name[TSL_TCP_CC_SIZE];

  return !tsl_tcp_get_cc (fd, name) || tsl_tcp_is_window_based (name)
         || fail_rate_based (name, error);
}

guint64
tsl_tcp_get_cookie (int fd)
{
  guint64 cookie = 0;
  socklen_t length = sizeof cookie;

  return getsockopt (fd, SOL_SOCKET, SO_COOKIE, &cookie, &length) == 0 ? cookie : 0;
}
