/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include "options.h"

/* A command of the program. */
typedef struct
{
  const char *name;
  /* what follows the name, for the help */
  const char *arguments;
  const char *description;
  /* ToolsOption that it takes beside --agent */
  guint options;
  guint min_arguments;
  guint max_arguments;
  gboolean (*run) (const ToolsOptions *options, GError **error);
} ToolsCommand;

/* The commands, ended by one without a name. */
extern const ToolsCommand tools_commands[];

const ToolsCommand *tools_command_find (const char *name);
/* Checks options and number of arguments of the command, and runs it. */
gboolean tools_command_run (const ToolsOptions *options, GError **error);

gboolean tools_list (const ToolsOptions *options, GError **error);
gboolean tools_limits (const ToolsOptions *options, GError **error);
gboolean tools_get (const ToolsOptions *options, GError **error);
gboolean tools_set (const ToolsOptions *options, GError **error);
gboolean tools_watch (const ToolsOptions *options, GError **error);
gboolean tools_stream (const ToolsOptions *options, GError **error);
gboolean tools_record (const ToolsOptions *options, GError **error);
gboolean tools_measure (const ToolsOptions *options, GError **error);
gboolean tools_query (const ToolsOptions *options, GError **error);
gboolean tools_mark (const ToolsOptions *options, GError **error);
gboolean tools_picture (const ToolsOptions *options, GError **error);
gboolean tools_names (const ToolsOptions *options, GError **error);
gboolean tools_log (const ToolsOptions *options, GError **error);
gboolean tools_doctor (const ToolsOptions *options, GError **error);
