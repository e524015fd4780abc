/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A thread on each processor in an endless loop, which notes when it did not run. */
typedef struct _WorkloadWitness WorkloadWitness;

/* Nanoseconds on CLOCK_MONOTONIC: the last time before the thread lost its processor, and the first one afterwards. */
typedef struct
{
  gint64 begin;
  gint64 end;
} WorkloadAbsence;

/* Shorter absences are interrupts of the kernel, and not noted. */
#define WORKLOAD_ABSENCE_LEAST (100 * G_GINT64_CONSTANT (1000))

WorkloadWitness *workload_witness_new (void);
/* Ends the threads. */
void workload_witness_free (WorkloadWitness *self);
/* Finds the absence from a processor during which a time was. Returns FALSE if none of the last ones is it. Any thread may
 * call it. */
gboolean
workload_witness_find (WorkloadWitness *self, int processor, gint64 time, WorkloadAbsence *absence);
