/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "session.h"

gboolean
tools_mark (const ToolsOptions *options, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  GError *cause = NULL;

  gscope_inventory_mark_async (options->agent, options->arguments[0], options->arguments[1], NULL,
                               tools_keep_result, &result);
  kept = tools_await_result (&result);
  if (gscope_inventory_mark_finish (kept, &cause))
    return TRUE;
  tools_session_report (cause, error);
  return FALSE;
}
