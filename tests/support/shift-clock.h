/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <stdint.h>

/* A program that is linked with shift-clock.c reads CLOCK_MONOTONIC by a function of its own. It shows the kernel's time until
 * the clock drifts, seconds per second from now on, or is stepped by nanoseconds. */
void shift_clock_drift (double drift);
void shift_clock_step (int64_t size);
