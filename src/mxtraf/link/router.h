/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/child.h"
#include "process/counters.h"

/* An end of the link: the host's process and its device. */
typedef struct
{
  MxtrafChild child;
  int device;
} MxtrafEnd;

/* Forwards packets between the ends, which are indexed by the direction of the packets that they
 * send. Returns TRUE when the engine has ended, FALSE with an error when an end fails. */
gboolean mxtraf_router_run (int control, MxtrafCounters *counters, MxtrafEnd ends[MXTRAF_N_WAYS],
                            GError **error);
