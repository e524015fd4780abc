/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* Starts a process that calls a function and then waits until it is killed, at the latest when this process ends. Returns once
 * the function has succeeded. Without a function it only waits. */
pid_t child_start (gboolean (*prepare) (gpointer data), gpointer data);
/* Kills the process and waits for its end. */
void child_end (pid_t child);
