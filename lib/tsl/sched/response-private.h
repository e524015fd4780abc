/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/demand.h>

/* Returns the worst-case response time of a task on one processor with fixed priorities, the
 * shortest of `order` first; NULL orders by periods. Returns -1 if it is longer than the limit. */
gint64 tsl_response_find (const TslDemand *demands, const gint64 *order, guint n, guint which,
                          gint64 limit);
