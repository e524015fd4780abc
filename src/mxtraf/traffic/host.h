/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"
#include "process/loop.h"

#include <tsl/page/page.h>

/* The functions of a host's role, server or client. */
typedef struct
{
  const char *address;
  const char *peer;
  gpointer (*new) (MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page, GError **error);
  gboolean (*apply) (gpointer self, const MxtrafConfig *config, GError **error);
} MxtrafHost;

/* Runs this process as a host: passes its end of the link to the router, then processes the
 * requests of its control socket. */
G_NORETURN void mxtraf_host_run (const MxtrafHost *host, int control, int router,
                                 MxtrafCounters *counters, TslPage *page);
/* Sets the error for a failure of the host's start. Returns FALSE. */
gboolean mxtraf_host_fail (const char *what, GError **error);
