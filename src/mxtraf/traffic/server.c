/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/server.h"
#include "link/device.h"
#include "traffic/cbr.h"
#include "traffic/sender.h"

#include <errno.h>
#include <gscope/error.h>

#define CC "/proc/sys/net/ipv4/tcp_congestion_control"
#define CC_LIST "/proc/sys/net/ipv4/tcp_available_congestion_control"

typedef struct
{
  MxtrafSender *senders[MXTRAF_CBR];
  MxtrafCbr *cbr;
  char *default_cc;
  gint64 initial_window;
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

  for (guint class = 0; class < G_N_ELEMENTS (self->senders); class ++)
    {
      self->senders[class] = mxtraf_sender_new (class, loop, counters, page, error);
      if (!self->senders[class])
        return NULL;
    }
  self->default_cc = read_line (CC);
  self->cbr = mxtraf_cbr_new (loop, counters, error);
  return self->cbr ? self : NULL;
}

static gboolean
set_cc (Server *self, const char *cc, GError **error)
{
  for (guint class = 0; class < G_N_ELEMENTS (self->senders); class ++)
    if (!mxtraf_sender_set_cc (self->senders[class], cc))
      {
        int code = errno;
        g_autofree char *list = read_line (CC_LIST);

        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                     "cannot set the congestion control “%s”: %s; choose one of: %s", cc,
                     code == ENOENT ? "the kernel does not have it" : g_strerror (code), list);
        return FALSE;
      }
  return TRUE;
}

static gboolean
set_buffer (Server *self, gint64 size, GError **error)
{
  for (guint class = 0; class < G_N_ELEMENTS (self->senders); class ++)
    if (!mxtraf_sender_set_buffer (self->senders[class], size))
      {
        g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
                     "cannot set the size of send buffers: %s%s", g_strerror (errno),
                     size == 0 ? "; use Linux 5.14 or later" : "");
        return FALSE;
      }
  return TRUE;
}

static gboolean
set_initial_window (Server *self, gint64 window, GError **error)
{
  if (window == self->initial_window)
    return TRUE;
  if (!mxtraf_device_set_initial_window (MXTRAF_SERVER_ADDRESS, MXTRAF_CLIENT_ADDRESS, window,
                                         error))
    return FALSE;
  self->initial_window = window;
  return TRUE;
}

/* BBR does not keep a whole congestion window in flight. */
static gboolean
check_method (const MxtrafConfig *config, const char *cc, GError **error)
{
  if (config->method == MXTRAF_METHOD_STANDARD || !g_str_has_prefix (cc, "bbr"))
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED,
               "cannot use a gate with the congestion control “%s”: a limit in windows does not "
               "bound its delay; choose reno or cubic, or the standard send buffer",
               cc);
  return FALSE;
}

static gboolean
server_apply (gpointer data, const MxtrafConfig *config, GError **error)
{
  Server *self = data;
  const char *cc = config->cc[0] ? config->cc : self->default_cc;

  if (!check_method (config, cc, error) || !set_cc (self, cc, error)
      || !set_buffer (self, config->sndbuf, error)
      || !set_initial_window (self, config->initcwnd, error))
    return FALSE;
  mxtraf_sender_set_gate (self->senders[MXTRAF_MEASURED], config);
  mxtraf_sender_configure (self->senders[MXTRAF_MEASURED], config->measured, G_MAXINT64);
  mxtraf_sender_configure (self->senders[MXTRAF_ELEPHANTS], config->elephants, G_MAXINT64);
  mxtraf_sender_configure (self->senders[MXTRAF_MICE], config->mice, config->mouse_size);
  mxtraf_cbr_set_rate (self->cbr, config->rate * config->cbr / 100);
  return TRUE;
}

const MxtrafHost mxtraf_server = {
  MXTRAF_SERVER_ADDRESS,
  MXTRAF_CLIENT_ADDRESS,
  server_new,
  server_apply,
};
