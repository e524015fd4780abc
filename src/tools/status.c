/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "status.h"

G_DEFINE_QUARK (tools - error - quark, tools_error)

ToolsStatus
tools_error_get_status (const GError *error)
{
  return error->domain == TOOLS_ERROR ? (ToolsStatus) error->code : TOOLS_FAILED;
}
