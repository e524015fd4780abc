/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "link/device.h"
#include "process/config.h"
#include "process/counters.h"
#include "process/timer.h"
#include "traffic/host.h"
#include "traffic/sender.h"
#include "traffic/train.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <sys/socket.h>
#include <tsl/sched/reserve.h>
#include <unistd.h>

#define CC "/proc/sys/net/ipv4/tcp_congestion_control"
#define CC_LIST "/proc/sys/net/ipv4/tcp_available_congestion_control"

enum
{
  PAYLOAD = 1472,
  PACKET = PAYLOAD + 28,
};

/* The period of the server's reserve, in milliseconds. */
#define RESERVE_PERIOD 25

/* Maximum delay of a wake-up that is compensated by a burst, in seconds. */
#define MAX_LATENESS 0.01

/* Sends datagrams at a constant bit rate. */
typedef struct
{
  MxtrafCounters *counters;
  MxtrafTimer timer;
  int fd;
  struct sockaddr_in peer;
  double rate;
  double credit;
  gint64 last;
} Cbr;

static const guint8 payload[PAYLOAD];

static void
send_packet (Cbr *self)
{
  if (sendto (self->fd, payload, PAYLOAD, MSG_DONTWAIT, (struct sockaddr *) &self->peer,
              sizeof self->peer)
      < 0)
    mxtraf_count_add (&self->counters->server_errors[MXTRAF_CBR], 1);
  self->credit -= PACKET;
}

static void
on_timer (gpointer data)
{
  Cbr *self = data;
  gint64 now = mxtraf_get_time ();
  double passed = (double) (now - self->last) / MXTRAF_SECOND;
  double due = self->rate / 8 * passed, limit = PACKET + self->rate / 8 * MAX_LATENESS;

  self->last = now;
  self->credit = MIN (self->credit + due, limit);
  while (self->credit >= PACKET)
    send_packet (self);
  mxtraf_timer_set (&self->timer, MAX (MXTRAF_MILLISECOND,
                                       (PACKET - self->credit) * 8 / self->rate * MXTRAF_SECOND));
}

static Cbr *
cbr_new (MxtrafLoop *loop, MxtrafCounters *counters, GError **error)
{
  struct sockaddr_in address = mxtraf_address_of (MXTRAF_SERVER_ADDRESS, MXTRAF_CBR);
  int fd = socket (AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  Cbr *self;

  if (fd < 0 || bind (fd, (struct sockaddr *) &address, sizeof address) != 0)
    {
      mxtraf_host_fail (_ ("mxtraf cannot open a UDP socket in its network namespace"), error);
      return NULL;
    }
  self = g_new0 (Cbr, 1);
  self->counters = counters;
  self->fd = fd;
  self->peer = mxtraf_address_of (MXTRAF_CLIENT_ADDRESS, MXTRAF_CBR);
  mxtraf_timer_init (&self->timer, loop, on_timer, self);
  return self;
}

/* Sets the rate in bit/s of IP packets; 0 for none. */
static void
cbr_set_rate (Cbr *self, double rate)
{
  if (rate == self->rate)
    return;
  self->rate = rate;
  self->credit = 0;
  self->last = mxtraf_get_time ();
  mxtraf_timer_set (&self->timer, rate > 0 ? MXTRAF_MILLISECOND : 0);
}

typedef struct
{
  const MxtrafCounters *counters;
  MxtrafSender *senders[MXTRAF_CBR];
  Cbr *cbr;
  MxtrafTrain *train;
  TslPage *page;
  TslReserve *reserve;
  char *default_cc;
  gint64 initial_window;
  gint64 train_window;
} Server;

static char *
read_line (const char *path)
{
  char *text = NULL;

  g_file_get_contents (path, &text, NULL, NULL);
  return text ? g_strstrip (text) : g_strdup ("");
}

static gpointer
server_new (MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page, GError **error)
{
  Server *self = g_new0 (Server, 1);

  self->counters = counters;
  self->page = page;
  for (guint class = 0; class < G_N_ELEMENTS (self->senders); class ++)
    {
      self->senders[class] = mxtraf_sender_new (class, loop, counters, page, error);
      if (!self->senders[class])
        return NULL;
    }
  self->default_cc = read_line (CC);
  self->cbr = cbr_new (loop, counters, error);
  if (self->cbr)
    self->train = mxtraf_train_new (loop, counters, error);
  return self->train ? self : NULL;
}

/* Returns FALSE with errno on failure. */
static gboolean
set_all_cc (Server *self, const char *cc)
{
  for (guint class = 0; class < G_N_ELEMENTS (self->senders); class ++)
    if (!mxtraf_sender_set_cc (self->senders[class], cc))
      return FALSE;
  return mxtraf_train_set_cc (self->train, cc);
}

static gboolean
set_cc (Server *self, const char *cc, GError **error)
{
  g_autofree char *list = NULL;
  int code;

  if (set_all_cc (self, cc))
    return TRUE;
  code = errno;
  list = read_line (CC_LIST);
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               _ ("cannot set the congestion control “%s”: %s; choose one of: %s"), cc,
               code == ENOENT ? _ ("the kernel does not have it") : g_strerror (code), list);
  return FALSE;
}

static gboolean
set_buffer (Server *self, gint64 size, GError **error)
{
  for (guint class = 0; class < G_N_ELEMENTS (self->senders); class ++)
    if (!mxtraf_sender_set_buffer (self->senders[class], size))
      {
        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                     size == 0
                         ? _ ("cannot set the size of send buffers: %s; use Linux 5.14 or later")
                         : _ ("cannot set the size of send buffers: %s"),
                     g_strerror (errno));
        return FALSE;
      }
  return TRUE;
}

static gboolean
set_window (gint64 *present, guint8 tos, gint64 window, GError **error)
{
  if (window == *present)
    return TRUE;
  if (!mxtraf_device_set_initial_window (MXTRAF_SERVER_ADDRESS, MXTRAF_CLIENT_ADDRESS, tos, window,
                                         error))
    return FALSE;
  *present = window;
  return TRUE;
}

static gboolean
set_initial_windows (Server *self, const MxtrafConfig *config, GError **error)
{
  gint64 window = config->initcwnd;

  return set_window (&self->initial_window, 0, window, error)
         && set_window (&self->train_window, MXTRAF_TOS_TRAIN,
                        config->pacing == MXTRAF_PACING_NONE ? window : MXTRAF_PACED_WINDOW, error);
}

/* BBR does not keep a whole congestion window in flight. */
static gboolean
check_method (const MxtrafConfig *config, const char *cc, GError **error)
{
  if (config->method == MXTRAF_METHOD_STANDARD || !g_str_has_prefix (cc, "bbr"))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               _ ("cannot use a gate with the congestion control “%s”: a limit in windows does not "
                  "bound its delay; choose reno or cubic, or the standard send buffer"),
               cc);
  return FALSE;
}

static gboolean
check_content (const Server *self, const MxtrafConfig *config, GError **error)
{
  if (config->content != MXTRAF_CONTENT_REPLAY || self->counters->n_sends > 0)
    return TRUE;
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                       _ ("there is no trace to replay; start “mxtraf replay FILE”"));
  return FALSE;
}

/* Reserves the level for the server, which is one thread. */
static gboolean
set_reserve (Server *self, double level, GError **error)
{
  const gint64 period = RESERVE_PERIOD * MXTRAF_MILLISECOND;
  const TslDemand demand = { level / 100 * period, period };

  if (level == 0)
    {
      g_clear_pointer (&self->reserve, tsl_reserve_free);
      return TRUE;
    }
  if (self->reserve)
    return tsl_reserve_change (self->reserve, &demand, error);
  self->reserve = tsl_reserve_new (self->page, "stream", getpid (), &demand, error);
  return self->reserve != NULL;
}

static gboolean
server_apply (gpointer data, const MxtrafConfig *config, GError **error)
{
  Server *self = data;
  const char *cc = config->cc[0] ? config->cc : self->default_cc;
  gboolean is_streaming = config->measured && config->content == MXTRAF_CONTENT_STREAM;
  double level = is_streaming ? config->level : 0;

  if (!check_content (self, config, error) || !check_method (config, cc, error)
      || !set_cc (self, cc, error) || !set_buffer (self, config->sndbuf, error)
      || !set_initial_windows (self, config, error) || !set_reserve (self, level, error))
    return FALSE;
  mxtraf_sender_set_content (self->senders[MXTRAF_MEASURED], config);
  mxtraf_sender_configure (self->senders[MXTRAF_MEASURED], config->measured, G_MAXINT64);
  mxtraf_sender_configure (self->senders[MXTRAF_ELEPHANTS], config->elephants, G_MAXINT64);
  mxtraf_sender_configure (self->senders[MXTRAF_MICE], config->mice, config->mouse_size);
  mxtraf_sender_configure (self->senders[MXTRAF_WEB], config->web, config->mouse_size);
  mxtraf_train_configure (self->train, config);
  cbr_set_rate (self->cbr, config->rate * config->cbr / 100);
  return TRUE;
}

const MxtrafHost mxtraf_server = {
  MXTRAF_SERVER_ADDRESS,
  MXTRAF_CLIENT_ADDRESS,
  server_new,
  server_apply,
};
