/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "engine/engine.h"
#include "link/namespace.h"
#include "link/router.h"
#include "process/child.h"
#include "process/control.h"
#include "traffic/host.h"

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/share/serve.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

/* The hosts, indexed by the direction of the packets that they send. */
typedef struct
{
  const char *name;
  const MxtrafHost *host;
  MxtrafProcess process;
} Kind;

static const Kind kinds[] = {
  [MXTRAF_TO_CLIENT] = { "mxtraf-server", &mxtraf_server, MXTRAF_SERVER },
  [MXTRAF_TO_SERVER] = { "mxtraf-client", &mxtraf_client, MXTRAF_CLIENT },
};

static MxtrafCounters *
map_counters (GError **error)
{
  struct stat status;
  void *page = MAP_FAILED;

  if (fstat (MXTRAF_FD_COUNTERS, &status) == 0)
    page = mmap (NULL, status.st_size, PROT_READ | PROT_WRITE, MAP_SHARED, MXTRAF_FD_COUNTERS, 0);
  if (page != MAP_FAILED)
    return page;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT, _ ("mxtraf cannot map its counters: %s"),
               g_strerror (errno));
  return NULL;
}

static pid_t
find_engine (int control)
{
  struct ucred peer = { 0 };
  socklen_t length = sizeof peer;

  getsockopt (control, SOL_SOCKET, SO_PEERCRED, &peer, &length);
  return peer.pid;
}

/* A process closes the control sockets of the others, so that the engine notices the end of each
 * process. */
static void
close_other_controls (MxtrafProcess kept)
{
  for (guint i = 0; i < MXTRAF_N_PROCESSES; i++)
    if (i != kept)
      close (MXTRAF_FD_CONTROL + i);
}

G_NORETURN static void
be_host (const Kind *kind, pid_t router, MxtrafChild *child, MxtrafCounters *counters,
         TslPage *page)
{
  int control = MXTRAF_FD_CONTROL + kind->process;
  g_autoptr (GError) error = NULL;

  close_other_controls (kind->process);
  if (!mxtraf_child_begin (kind->name, router, &error))
    mxtraf_control_fail (control, error);
  mxtraf_host_run (kind->host, control, child->socket, counters, page);
}

static gboolean
start_hosts (MxtrafEnd *ends, MxtrafCounters *counters, TslPage *page, GError **error)
{
  pid_t router = getpid ();

  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    {
      pid_t pid = mxtraf_child_fork (&ends[way].child, kinds[way].name, error);

      if (pid < 0)
        return FALSE;
      if (pid == 0)
        be_host (&kinds[way], router, &ends[way].child, counters, page);
    }
  return TRUE;
}

static gboolean
receive_devices (MxtrafEnd *ends, GError **error)
{
  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    {
      ends[way].device = mxtraf_pass_receive (ends[way].child.socket);
      if (ends[way].device < 0)
        {
          mxtraf_child_explain_end (&ends[way].child, error);
          return FALSE;
        }
    }
  return TRUE;
}

/* Called before the process enters the user namespace, where its user is another one. The server
 * publishes its gate in the page. */
static TslPage *
make_page (void)
{
  TslPage *page = tsl_page_new ("mxtraf", NULL);

  return page ? page : tsl_page_new_unpublished ();
}

static gboolean
run_router (MxtrafEnd *ends, GError **error)
{
  MxtrafCounters *counters = map_counters (error);
  g_autoptr (TslPage) page = make_page ();

  if (!counters || !mxtraf_namespace_enter_user (error)
      || !mxtraf_child_begin ("mxtraf-router", find_engine (MXTRAF_FD_CONTROL), error))
    return FALSE;
  /* a normal end removes the page */
  gscope_end_with_parent ();
  if (!start_hosts (ends, counters, page, error))
    return FALSE;
  close_other_controls (MXTRAF_ROUTER);
  return receive_devices (ends, error)
         && mxtraf_router_run (MXTRAF_FD_CONTROL, counters, ends, error);
}

int
mxtraf_processes_main (void)
{
  MxtrafEnd ends[MXTRAF_N_WAYS] = { 0 };
  g_autoptr (GError) error = NULL;
  gboolean success;

  /* signals from the terminal, such as Ctrl+C, are for the engine's program only */
  setsid ();
  success = run_router (ends, &error);
  for (guint way = 0; way < MXTRAF_N_WAYS; way++)
    mxtraf_child_end (&ends[way].child);
  if (!success)
    mxtraf_control_fail (MXTRAF_FD_CONTROL + MXTRAF_ROUTER, error);
  return EXIT_SUCCESS;
}
