/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <time.h>

/* Nanoseconds on a clock of the kernel. */
gint64 workload_clock_read (clockid_t clock);
/* On CLOCK_MONOTONIC. */
void workload_clock_sleep_until (gint64 time);
