/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "feed.h"

#include <gscope/gscope.h>

#define TRACEFS_TYPE_SOURCE (tracefs_source_get_type ())
G_DECLARE_FINAL_TYPE (TracefsSource, tracefs_source, TRACEFS, SOURCE, GscopeSource)

/* For tests, before the start: reads from a feed instead of the kernel; NULL for the kernel. The feed is copied at each start. */
void tracefs_source_set_feed (TracefsSource *self, const TraceFeed *feed);
