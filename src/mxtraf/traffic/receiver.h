/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"
#include "process/loop.h"

/* The receiving end of the measured flow: reports the latencies of its chunks, and shows the video if
 * they are parts of a stream. */
typedef struct _MxtrafReceiver MxtrafReceiver;

/* tolerance is the time from capture to display in nanoseconds. */
MxtrafReceiver *mxtraf_receiver_new (MxtrafLoop *loop, MxtrafCounters *counters, gint64 tolerance);
void mxtraf_receiver_free (MxtrafReceiver *self);
void mxtraf_receiver_set_tolerance (MxtrafReceiver *self, gint64 tolerance);
/* Reads available data. Returns the result of recv(). */
gssize mxtraf_receiver_read (MxtrafReceiver *self, int fd);
