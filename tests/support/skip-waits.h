/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

/* Lets the main loop wait for events only. Where nothing but a timer is left to wait for, the monotonic clock of the program
 * steps to the time of the timer: frames of GTK come as fast as they are drawn. The program has to be linked with
 * shift-clock.c, and its scopes need test clocks. */
void skip_waits (void);
