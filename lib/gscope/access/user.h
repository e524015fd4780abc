/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/access/rights.h>
#include <sys/types.h>

/* Users of this machine as principals of an agent. */

/* Returns “user:NAME”, or the number of a user without a name. */
char *gscope_user_get_principal (uid_t uid);
/* Returns who is at the other end of a Unix socket; NULL if the kernel does not say. */
GscopePrincipal *gscope_user_identify (int fd);
