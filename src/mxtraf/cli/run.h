/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "cli/options.h"

/* Sends traffic as the command line says. Returns the exit status. */
int mxtraf_run (const MxtrafOptions *options);
/* Prints whether mxtraf can run on this machine, or the reason why not. Returns the exit status. */
int mxtraf_check (const MxtrafOptions *options);
/* Serves the source to the program at the other end of a socket, until that program closes the
 * socket. Returns the exit status. */
int mxtraf_serve (const MxtrafOptions *options);
