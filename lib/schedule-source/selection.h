/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <schedule-source/lanes.h>

/* The threads that a user chooses by the parameters `threads` and `most` of a source; used in the main context. */
typedef struct _ScheduleSelection ScheduleSelection;

/* Adds the parameters to the source, which owns the selection. `changed` is called with the source after each change. */
ScheduleSelection *schedule_selection_new (GscopeSource *source, void (*changed) (gpointer source));
void schedule_selection_free (ScheduleSelection *self);

/* Shows the chosen threads in lanes. */
void schedule_selection_show (const ScheduleSelection *self, ScheduleLanes *lanes);
