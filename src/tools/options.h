/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

typedef enum
{
  TOOLS_OPTION_ALL = 1 << 0,
  TOOLS_OPTION_JSON = 1 << 1,
  TOOLS_OPTION_CSV = 1 << 2,
  TOOLS_OPTION_PERIOD = 1 << 3,
  TOOLS_OPTION_DURATION = 1 << 4,
  TOOLS_OPTION_DRY_RUN = 1 << 5,
  TOOLS_OPTION_FORCE = 1 << 6,
} ToolsOption;

/* The command line. */
typedef struct
{
  char *agent;
  gboolean all;
  gboolean json;
  gboolean csv;
  gboolean dry_run;
  gboolean force;
  /* nanoseconds; 0 if not given */
  gint64 period;
  gint64 duration;
  gboolean prints_version;
  char *command;
  /* what follows the command */
  GStrv arguments;
} ToolsOptions;

gboolean tools_options_parse (ToolsOptions *self, int argc, char *argv[], GError **error);
void tools_options_clear (ToolsOptions *self);

/* Returns the options of single commands that were given. */
guint tools_options_get_given (const ToolsOptions *self);
/* Returns the name of the first of some options, with its dashes. */
const char *tools_options_get_name (guint options);
