/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* Finds a process by number or name. Among processes with the same name, prefers descendants of
 * this program, then the youngest. Returns 0 if there is none. */
pid_t tcp_pid_find (const char *process, gboolean *is_descendant);
