/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "task.h"

/* The whole machine's time: the row “idle”, and the row “default”, to which belongs what neither is idle
 * nor was used by threads with reserves. Both are parts of all processors together. */
typedef struct
{
  ReserveTask *idle;
  ReserveTask *others;
} ReserveMachine;

void reserve_machine_init (ReserveMachine *self);
void reserve_machine_clear (ReserveMachine *self);
/* reserved is the time (ns) that threads with reserves have used since they are known. */
void reserve_machine_read (ReserveMachine *self, gint64 time, gint64 reserved);
/* When it is read next. */
gint64 reserve_machine_get_next (const ReserveMachine *self);
