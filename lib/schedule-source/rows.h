/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <schedule-source/row.h>

/* The signals of the processors and threads that are shown, and of threads that were; used in the main context. */
typedef struct _ScheduleRows ScheduleRows;

/* The source owns it. */
ScheduleRows *schedule_rows_new (GscopeSource *source);
void schedule_rows_free (ScheduleRows *self);

/* Removes all signals, and adds those of processors. Returns the ScheduleProcessor elements. */
GArray *schedule_rows_reset (ScheduleRows *self, GArray *numbers);
/* Adds the signals of threads or of their budgets, and ends the signals of other threads
 * (ScheduleRow), which stay for a while. */
void schedule_rows_show (ScheduleRows *self, GPtrArray *added, GPtrArray *ended);
