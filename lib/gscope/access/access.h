/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeAccess:
 * @GSCOPE_ACCESS_READ: see a source with its signals and parameters
 * @GSCOPE_ACCESS_WRITE: write parameters
 * @GSCOPE_ACCESS_CREATE: have the agent run a source of this type, for as long as one is connected
 *
 * What somebody may do at an agent.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_ACCESS_READ,
  GSCOPE_ACCESS_WRITE,
  GSCOPE_ACCESS_CREATE,
} GscopeAccess;

/**
 * GSCOPE_N_ACCESSES:
 *
 * The number of accesses.
 *
 * Since: 1.0
 */
#define GSCOPE_N_ACCESSES (GSCOPE_ACCESS_CREATE + 1)

G_END_DECLS
