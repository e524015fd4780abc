/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"
#include "process/loop.h"

/* Datagrams at a constant bit rate, at the server. */
typedef struct _MxtrafCbr MxtrafCbr;

MxtrafCbr *mxtraf_cbr_new (MxtrafLoop *loop, MxtrafCounters *counters, GError **error);
/* bit/s of IP packets; 0: none. */
void mxtraf_cbr_set_rate (MxtrafCbr *self, double rate);
