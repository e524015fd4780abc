/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/remote/program.h>
#include <sys/types.h>

/* Starts the program as another user, with the capabilities of the class and no other privilege. This process must be
 * root. Before the source is started. */
void gscope_program_remote_set_user (GscopeProgramRemote *self, uid_t uid);
