/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "traffic/host.h"
#include "link/device.h"
#include "link/namespace.h"
#include "process/child.h"
#include "process/config.h"
#include "process/control.h"

#include <arpa/inet.h>
#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <unistd.h>

enum
{
  BACKLOG = 4096,
};

static const guint16 ports[MXTRAF_N_CLASSES] = {
  [MXTRAF_MEASURED] = MXTRAF_PORT_MEASURED, [MXTRAF_ELEPHANTS] = MXTRAF_PORT_ELEPHANTS,
  [MXTRAF_MICE] = MXTRAF_PORT_MICE,         [MXTRAF_CBR] = MXTRAF_PORT_CBR,
  [MXTRAF_TRAIN] = MXTRAF_PORT_TRAIN,       [MXTRAF_WEB] = MXTRAF_PORT_WEB,
};

struct sockaddr_in
mxtraf_address_of (const char *address, MxtrafClass class)
{
  return (struct sockaddr_in){ .sin_family = AF_INET,
                               .sin_port = htons (ports[class]),
                               .sin_addr.s_addr = inet_addr (address) };
}

int
mxtraf_host_listen (MxtrafClass class, GError **error)
{
  struct sockaddr_in address = mxtraf_address_of (MXTRAF_SERVER_ADDRESS, class);
  int fd = socket (AF_INET, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);

  if (fd >= 0 && bind (fd, (struct sockaddr *) &address, sizeof address) == 0
      && listen (fd, BACKLOG) == 0)
    return fd;
  mxtraf_host_fail (_ ("mxtraf cannot listen in its network namespace"), error);
  return -1;
}

typedef struct
{
  const MxtrafHost *host;
  gpointer object;
  MxtrafWatch control;
} Host;

/* Initial settings, which make runs independent of the machine's settings. The buffers suffice for
 * 1 Gb/s times 200 ms. */
static const char *const settings[][2] = {
  { "ipv4/tcp_no_metrics_save", "1" },          { "ipv4/tcp_ecn", "1" },
  { "ipv4/ip_local_port_range", "1024 65535" }, { "ipv4/ping_group_range", "0 0" },
  { "ipv4/tcp_rmem", "4096 131072 67108864" },  { "ipv4/tcp_wmem", "4096 16384 67108864" },
};

static gboolean
set_up_net (GError **error)
{
  if (!mxtraf_namespace_enter_net (error))
    return FALSE;
  for (guint i = 0; i < G_N_ELEMENTS (settings); i++)
    if (!mxtraf_namespace_set (settings[i][0], settings[i][1], error))
      return FALSE;
  return TRUE;
}

/* Every flow needs a descriptor at each host. */
static void
allow_many_files (void)
{
  struct rlimit limit;

  if (getrlimit (RLIMIT_NOFILE, &limit) == 0)
    {
      limit.rlim_cur = limit.rlim_max;
      setrlimit (RLIMIT_NOFILE, &limit);
    }
}

gboolean
mxtraf_host_fail (const char *failure, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("%s: %s; a security policy may forbid it"), failure, g_strerror (errno));
  return FALSE;
}

static void
on_control (gpointer data, guint32 events)
{
  Host *self = data;
  g_autoptr (GError) error = NULL;
  MxtrafRequest request;
  MxtrafReceived received = mxtraf_control_receive (self->control.fd, &request);

  if (received == MXTRAF_RECEIVED_END)
    _exit (EXIT_SUCCESS);
  if (received == MXTRAF_RECEIVED_NOTHING)
    return;
  self->host->apply (self->object, &request.config, &error);
  mxtraf_control_answer (self->control.fd, request.sequence, error);
}

/* Passes the device to the router last, so that the sockets are open before packets arrive. */
static gboolean
start (Host *self, MxtrafLoop *loop, MxtrafCounters *counters, int router, TslPage *page,
       GError **error)
{
  int device;
  gboolean success;

  if (!set_up_net (error))
    return FALSE;
  device = mxtraf_device_open (self->host->address, self->host->peer, error);
  if (device < 0)
    return FALSE;
  self->object = self->host->new (loop, counters, page, error);
  success = self->object != NULL;
  if (success && !mxtraf_pass_send (router, device))
    success = mxtraf_host_fail (_ ("mxtraf cannot pass its TUN device to the router"), error);
  close (device);
  return success;
}

void
mxtraf_host_run (const MxtrafHost *host, int control, int router, MxtrafCounters *counters,
                 TslPage *page)
{
  MxtrafLoop *loop = mxtraf_loop_new ();
  Host *self = g_new0 (Host, 1);
  g_autoptr (GError) error = NULL;

  self->host = host;
  self->control = (MxtrafWatch){ control, on_control, self };
  allow_many_files ();
  if (!start (self, loop, counters, router, page, &error))
    mxtraf_control_fail (control, error);
  mxtraf_loop_add (loop, &self->control, EPOLLIN);
  mxtraf_loop_run (loop);
}
