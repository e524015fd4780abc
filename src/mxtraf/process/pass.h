/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Sends a file descriptor to another process through a socket. */
gboolean mxtraf_pass_send (int socket, int fd);
/* Waits for a file descriptor. Returns -1 if the other end was closed. */
int mxtraf_pass_receive (int socket);
