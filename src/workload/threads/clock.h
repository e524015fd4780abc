/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <kernel-clock.h>

/* Sleeps until a time on CLOCK_MONOTONIC. */
void workload_clock_sleep_until (gint64 time);
/* Like workload_clock_sleep_until(), but ends some milliseconds after the word was set. */
void workload_clock_nap_until (gint64 time, const gboolean *is_ending);
/* Uses processor time of the given length, or until the word is set. */
void workload_clock_work (gint64 length, const gboolean *is_ending);
/* Returns how many periods a job has missed that ended `passed` nanoseconds after its release. */
gint64 workload_clock_count_missed (gint64 passed, gint64 period);
