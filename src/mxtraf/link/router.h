/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/child.h"
#include "process/counters.h"

/* An end of the link. */
typedef struct
{
  MxtrafChild child;
  int device;
} MxtrafEnd;

/* Forwards between the ends, by what way packets leave them, until the engine is gone (%TRUE) or
 * an end fails. */
gboolean mxtraf_router_run (int control, MxtrafCounters *counters, MxtrafEnd ends[MXTRAF_N_WAYS],
                            GError **error);
