/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <schedule-source/feed.h>

#define SCHEDULE_TYPE_SOURCE (schedule_source_get_type ())
G_DECLARE_FINAL_TYPE (ScheduleSource, schedule_source, SCHEDULE, SOURCE, GscopeSource)

/* Takes events from a feed instead of the kernel, from the next start on. The feed outlives the source. */
void schedule_source_set_feed (ScheduleSource *self, const ScheduleFeed *feed);
