/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"
#include "process/loop.h"

/* A class of TCP traffic at the client: keeps a number of flows connected, and reads their data. */
typedef struct _MxtrafFlows MxtrafFlows;

MxtrafFlows *mxtraf_flows_new (MxtrafClass class, MxtrafLoop *loop, MxtrafCounters *counters);
/* Sets the number of flows; excess flows are reset at once. */
void mxtraf_flows_set_wanted (MxtrafFlows *self, gint64 wanted);
