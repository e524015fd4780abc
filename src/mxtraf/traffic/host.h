/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"
#include "process/loop.h"

#include <tsl/page/page.h>

/* The roles of a host. */
typedef struct
{
  const char *address;
  const char *peer;
  gpointer (*new) (MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page, GError **error);
  gboolean (*apply) (gpointer self, const MxtrafConfig *config, GError **error);
} MxtrafHost;

/* Makes this process a host: hands its end of the link to the router, then does as its control
 * socket says. */
G_NORETURN void mxtraf_host_run (const MxtrafHost *host, int control, int router,
                                 MxtrafCounters *counters, TslPage *page);
/* The last sentence of a host whose sockets fail at the start. */
gboolean mxtraf_host_fail (const char *what, GError **error);
