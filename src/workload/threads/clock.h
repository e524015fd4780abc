/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <time.h>

/* Nanoseconds on a clock of the kernel. */
gint64 workload_clock_read (clockid_t clock);
/* On CLOCK_MONOTONIC. */
void workload_clock_sleep_until (gint64 time);
/* The same, or until the word is set, which is noticed some milliseconds later. */
void workload_clock_nap_until (gint64 time, const gboolean *is_ending);
/* Uses so much of a processor, or until the word is set. */
void workload_clock_work (gint64 length, const gboolean *is_ending);
/* How many periods were missed by a job that ended so long after it was due: those in which the next ones were due. */
gint64 workload_clock_count_missed (gint64 passed, gint64 period);
