/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/realrate/progress-private.h>
#include <tsl/realrate/queue.h>

/* Returns the progress of one end; the queue owns it. */
const TslMark *tsl_queue_get_mark (TslQueue *self, TslQueueEnd end);
