/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"
#include "process/loop.h"

/* The server's end of a connection over which the client requests trains of packets, one after
 * another: sends each train at the pace that is configured at its request. A request is the number
 * of packets, 64 bits in the machine's order. */
typedef struct _MxtrafTrain MxtrafTrain;

MxtrafTrain *mxtraf_train_new (MxtrafLoop *loop, MxtrafCounters *counters, GError **error);
/* Intervals change from the next packet on. */
void mxtraf_train_configure (MxtrafTrain *self, const MxtrafConfig *config);
/* Returns FALSE with errno on failure. */
gboolean mxtraf_train_set_cc (MxtrafTrain *self, const char *cc);
