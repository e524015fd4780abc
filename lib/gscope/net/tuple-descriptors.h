/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Keeps file descriptors of this process in reserve, so that clients cannot use them up. Any
 * thread. */

/* Raises the soft limit, as far as the hard limit permits, so that there is room for `clients` and
 * the reserve. */
void gscope_tuple_descriptors_raise (guint clients);
/* Returns whether a descriptor that was just opened belongs to the reserve. */
gboolean gscope_tuple_descriptors_are_short (int fd);
/* Sends a client one line that says why it is refused, and closes it. Does not wait. */
void gscope_tuple_descriptors_dismiss (int fd, const char *reason);
