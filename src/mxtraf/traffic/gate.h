/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"
#include "process/loop.h"

#include <tsl/page/page.h>

/* Writes the data of the measured flow, either directly to the socket or through a gate of
 * libtsl. */
typedef struct _MxtrafGate MxtrafGate;

/* watch is the handler of the flow's socket. */
MxtrafGate *
mxtraf_gate_new (MxtrafWatch *watch, MxtrafLoop *loop, MxtrafCounters *counters, TslPage *page);
void mxtraf_gate_free (MxtrafGate *self);
void mxtraf_gate_configure (MxtrafGate *self, const MxtrafConfig *config);
/* Writes like send(). After EAGAIN, the watch is called when to try again. */
gssize mxtraf_gate_write (MxtrafGate *self, const void *data, gsize size);
