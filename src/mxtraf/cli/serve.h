/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "cli/options.h"

/* Serves the source to the program at the other end of a socket, until that program closes the
 * socket. Returns the exit status. */
int mxtraf_serve (const MxtrafOptions *options);
