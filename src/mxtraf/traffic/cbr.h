/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"
#include "process/loop.h"

/* Sends datagrams at a constant bit rate; runs at the server. */
typedef struct _MxtrafCbr MxtrafCbr;

MxtrafCbr *mxtraf_cbr_new (MxtrafLoop *loop, MxtrafCounters *counters, GError **error);
/* Sets the rate in bit/s of IP packets; 0 for none. */
void mxtraf_cbr_set_rate (MxtrafCbr *self, double rate);
