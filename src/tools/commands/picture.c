/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"
#include "file.h"
#include "session.h"
#include "status.h"

#include <glib/gi18n.h>

static gboolean
write_file (const ToolsOptions *options, GBytes *picture, GError **error)
{
  const char *path = options->arguments[0];
  g_autoptr (GFile) file = g_file_new_for_commandline_arg (path);
  g_autoptr (GError) cause = NULL;

  if (tools_file_write (file, picture, options->force, &cause))
    return TRUE;
  if (g_error_matches (cause, G_IO_ERROR, G_IO_ERROR_EXISTS))
    g_set_error (error, TOOLS_ERROR, TOOLS_FAILED,
                 _ ("%s exists. Choose another name, or replace it with --force."), path);
  else
    g_set_error (error, TOOLS_ERROR, TOOLS_FAILED,
                 _ ("Cannot write the picture: %s. Choose another folder."), cause->message);
  return FALSE;
}

gboolean
tools_picture (const ToolsOptions *options, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GBytes) picture = NULL;
  GError *cause = NULL;

  gscope_inventory_take_picture_async (options->agent, NULL, tools_keep_result, &result);
  kept = tools_await_result (&result);
  picture = gscope_inventory_take_picture_finish (kept, &cause);
  if (picture)
    return write_file (options, picture, error);
  tools_session_report (cause, error);
  return FALSE;
}
