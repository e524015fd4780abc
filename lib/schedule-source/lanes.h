/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <schedule-source/choice.h>
#include <schedule-source/feed.h>
#include <schedule-source/row.h>

/* Reads the events of a scheduler, chooses the threads that are shown, and pushes states. The worker uses it. */
typedef struct _ScheduleLanes ScheduleLanes;

typedef struct
{
  /* events that were lost in the kernel, that it did not report, and beyond the bounds of the model */
  guint64 n_lost;
  guint64 n_unseen;
  guint64 n_excess;
  guint64 n_switches;
} ScheduleCounts;

/* Takes the array of ScheduleProcessor; its feed and clock outlive it. */
ScheduleLanes *schedule_lanes_new (ScheduleFeed *feed, GscopeClock *clock, GArray *processors);
void schedule_lanes_free (ScheduleLanes *self);

/* Takes the choice. */
void schedule_lanes_choose (ScheduleLanes *self, ScheduleChoice *choice, guint most);

/* Reads what came. Returns whether there are changes for the main context. */
gboolean schedule_lanes_read (ScheduleLanes *self);
void schedule_lanes_count (ScheduleLanes *self, ScheduleCounts *counts);

/* Returns the ScheduleRow elements that came, that got a budget, or that ended since the last call. */
GPtrArray *schedule_lanes_take_added (ScheduleLanes *self);
GPtrArray *schedule_lanes_take_ended (ScheduleLanes *self);
