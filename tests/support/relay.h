/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A long line: the socket "1" of a folder carries one connection to the socket "0", and all bytes arrive later, in both
 * directions, and not more than the line carries; 0 bytes a second for as many as come. */
typedef struct
{
  const char *folder;
  guint delay_ms;
  guint rate;
} Relay;

/* To be given to child_start(). */
gboolean relay_prepare (gpointer relay);

/* Lengthens a connection that is here already, by a thread. Each piece takes the delay and up to that much more or less,
 * in their order. Returns the new end, and owns the one given. */
int relay_insert (int fd, guint delay_ms, guint jitter_ms);
