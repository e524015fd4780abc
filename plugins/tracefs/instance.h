/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "feed.h"

/* Makes an instance of our own in tracefs, which records the chosen events (TraceChoice) with CLOCK_MONOTONIC, in a ring of a number of
 * kilobytes for each processor. It is removed with the feed, and by a guard if the program is killed. Events that cannot be recorded
 * are reported in `problems`, one sentence each. */
gboolean trace_instance_open (TraceFeed *feed, GPtrArray *choices, guint kilobytes,
                              GString *problems, GError **error);
