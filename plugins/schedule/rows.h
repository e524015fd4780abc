/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "row.h"

/* The signals of the processors and threads that are shown, and of threads that were; used in the main context. */
typedef struct _ScheduleRows ScheduleRows;

/* The source owns it. */
ScheduleRows *schedule_rows_new (GscopeSource *source);
void schedule_rows_free (ScheduleRows *self);

/* Removes all signals, and adds those of processors. Returns the ScheduleProcessor elements. */
GArray *schedule_rows_reset (ScheduleRows *self, GArray *numbers);
/* Adds the signals of a thread, or of its budget. */
void schedule_rows_add (ScheduleRows *self, ScheduleRow *row);
/* Ends the signals of a thread; they stay for a while. */
void schedule_rows_end (ScheduleRows *self, ScheduleRow *row);
