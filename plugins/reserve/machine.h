/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "task.h"

/* The time of the whole machine: the row “idle”, and the row “default” for threads without
 * reserves. Both are shares of all processors together. */
typedef struct
{
  ReserveTask *idle;
  ReserveTask *others;
} ReserveMachine;

void reserve_machine_init (ReserveMachine *self);
void reserve_machine_clear (ReserveMachine *self);
/* reserved is the processor time (ns) that threads with reserves have used since they were
 * found. */
void reserve_machine_read (ReserveMachine *self, gint64 time, gint64 reserved);
/* Returns the time of the next reading. */
gint64 reserve_machine_get_next (const ReserveMachine *self);
