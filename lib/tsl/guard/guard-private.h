/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <sys/types.h>
#include <tsl/guard/guard.h>

/* Returns the number of the guard's process, for tests. */
pid_t tsl_guard_get_pid (TslGuard *self);
