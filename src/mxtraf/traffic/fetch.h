/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "process/counters.h"

/* A web client's end of a connection: requests a file, and reads the answer; with HTTP/1.1 again and again, with HTTP/1.0 once. */
typedef struct _MxtrafFetch MxtrafFetch;

MxtrafFetch *mxtraf_fetch_new (MxtrafCounters *counters, gboolean is_persistent);
void mxtraf_fetch_free (MxtrafFetch *self);
/* Requests the file on a connection that is established. Returns FALSE with errno on failure. */
gboolean mxtraf_fetch_request (MxtrafFetch *self, int connection);
/* Returns whether no answer is outstanding. */
gboolean mxtraf_fetch_is_answered (const MxtrafFetch *self);
/* Reads available data, and requests the file again after the end of an answer. Returns the result of recv(). */
gssize mxtraf_fetch_read (MxtrafFetch *self, int connection);
