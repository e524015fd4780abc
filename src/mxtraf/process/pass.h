/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* A file descriptor through a socket, from process to process. */
gboolean mxtraf_pass_send (int socket, int fd);
/* Waits for it; -1: the other end is gone. */
int mxtraf_pass_receive (int socket);
