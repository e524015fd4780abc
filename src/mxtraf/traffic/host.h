/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"
#include "process/loop.h"

#include <netinet/in.h>
#include <tsl/page/page.h>

/* Returns the address and port of a class of traffic at an end of the link. */
struct sockaddr_in mxtraf_address_of (const char *address, MxtrafClass class);

/* Returns a socket that listens for connections of a class at the server, or -1. */
int mxtraf_host_listen (MxtrafClass class, GError **error);

/* The functions of a host's role, server or client. */
typedef struct
{
  const char *address;
  const char *peer;
  gpointer (*new) (MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page, GError **error);
  gboolean (*apply) (gpointer self, const MxtrafConfig *config, GError **error);
} MxtrafHost;

/* The host that sends all traffic, and the host that requests and receives it. */
extern const MxtrafHost mxtraf_server;
extern const MxtrafHost mxtraf_client;

/* Runs this process as a host: passes its end of the link to the router, then processes the
 * requests of its control socket. */
G_NORETURN void mxtraf_host_run (const MxtrafHost *host, int control, int router,
                                 MxtrafCounters *counters, TslPage *page);
/* Sets the error for a failure of the host's start. Returns FALSE. */
gboolean mxtraf_host_fail (const char *failure, GError **error);
