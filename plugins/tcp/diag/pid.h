/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The process that is meant by a number or a name, 0 while there is none. Of several of a name a
 * descendant of this program is meant, and of these, or those, the youngest. */
pid_t tcp_pid_find (const char *process, gboolean *is_descendant);
