/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The file descriptors of this process, of which clients must not take the last. Any thread. */

/* Raises the soft limit, if the hard one permits it, so that `clients` have room beside the rest. */
void gscope_tuple_descriptors_raise (guint clients);
/* Returns whether a descriptor that was just opened belongs to the reserve of the program. */
gboolean gscope_tuple_descriptors_are_short (int fd);
/* Sends a client one line that says why it is refused, and closes it. Does not wait. */
void gscope_tuple_descriptors_dismiss (int fd, const char *reason);
