/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/config.h"
#include "process/counters.h"
#include "process/loop.h"

/* The client's end of the connection of trains: requests one after another, and measures the time
 * from each request to the last byte of its train. */
typedef struct _MxtrafRequester MxtrafRequester;

MxtrafRequester *mxtraf_requester_new (MxtrafLoop *loop, MxtrafCounters *counters);
/* The next request is for the new number of packets. A new pacing or initial window needs a new
 * connection. */
void mxtraf_requester_configure (MxtrafRequester *self, const MxtrafConfig *config);
