/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Competing threads in endless loops, a given number on each processor. */
typedef struct _WorkloadSpinners WorkloadSpinners;

WorkloadSpinners *workload_spinners_new (void);
void workload_spinners_free (WorkloadSpinners *self);
/* Returns the total number of threads. */
guint workload_spinners_set_number (WorkloadSpinners *self, guint per_processor);
