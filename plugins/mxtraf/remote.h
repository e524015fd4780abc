/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/share/program-remote.h>

/* The program mxtraf, started as a process that serves its source over a socket. A program with
 * threads cannot enter the user namespace that an unprivileged user's link needs. */
#define MXTRAF_TYPE_REMOTE (mxtraf_remote_get_type ())
G_DECLARE_FINAL_TYPE (MxtrafRemote, mxtraf_remote, MXTRAF, REMOTE, GscopeProgramRemote)
