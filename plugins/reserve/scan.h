/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* All threads that have a reserve, of pid_t. A system call a thread, a directory a process. */
GArray *reserve_scan (void);
