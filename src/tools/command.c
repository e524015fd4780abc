/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "command.h"

#include "status.h"

#include <glib/gi18n.h>

const ToolsCommand tools_commands[] = {
  { "list", "", N_ ("List the sources of the agent, or the agents at a NATS server"),
    TOOLS_OPTION_ALL | TOOLS_OPTION_JSON | TOOLS_OPTION_GROUP, 0, 0, tools_list },
  { "get", "PARAMETER…", N_ ("Print the values of parameters"), TOOLS_OPTION_JSON, 1, G_MAXUINT,
    tools_get },
  { "set", "PARAMETER=VALUE…", N_ ("Write parameters, and print the values read back"),
    TOOLS_OPTION_JSON | TOOLS_OPTION_DRY_RUN, 1, G_MAXUINT, tools_set },
  { "watch", "SIGNAL…", N_ ("Print the newest values of signals once a period"),
    TOOLS_OPTION_PERIOD | TOOLS_OPTION_DURATION | TOOLS_OPTION_AGENTS, 1, G_MAXUINT, tools_watch },
  { "stream", "SIGNAL…", N_ ("Print every sample of signals, a line each"),
    TOOLS_OPTION_CSV | TOOLS_OPTION_JSON | TOOLS_OPTION_DURATION | TOOLS_OPTION_AGENTS, 1,
    G_MAXUINT, tools_stream },
  { "record", "FILE SIGNAL…", N_ ("Record signals to a file of tuples"),
    TOOLS_OPTION_DURATION | TOOLS_OPTION_FORCE | TOOLS_OPTION_AGENTS, 2, G_MAXUINT, tools_record },
  { "measure", "NAMES SIGNAL…", N_ ("Measure signals, such as mean,maximum, over the duration"),
    TOOLS_OPTION_JSON | TOOLS_OPTION_DURATION | TOOLS_OPTION_AGENTS, 2, G_MAXUINT, tools_measure },
  { "query", "SIGNAL…", N_ ("Print the past of signals, in columns"),
    TOOLS_OPTION_CSV | TOOLS_OPTION_JSON | TOOLS_OPTION_FROM | TOOLS_OPTION_TO
        | TOOLS_OPTION_COLUMNS,
    1, G_MAXUINT, tools_query },
  { "limits", "", N_ ("Print whether the signals with limits are within them"), TOOLS_OPTION_JSON,
    0, 0, tools_limits },
  { "mark", "LABEL [DETAIL]", N_ ("Set a marker that every viewer of the agent shows"), 0, 1, 2,
    tools_mark },
  { "picture", "FILE", N_ ("Write a picture of a window that is an agent, as PNG"),
    TOOLS_OPTION_FORCE, 1, 1, tools_picture },
  { "log", "[FILE]",
    N_ ("Print who wrote parameters: of all agents at a NATS server, or in a journal"),
    TOOLS_OPTION_JSON | TOOLS_OPTION_SINCE | TOOLS_OPTION_PARAMETER | TOOLS_OPTION_PRINCIPAL
        | TOOLS_OPTION_FOLLOW | TOOLS_OPTION_AGENTS,
    0, 1, tools_log },
  { "names", "KIND [BEGINNING]",
    N_ ("Print names that begin so, for completions: KIND is signals or parameters"), 0, 1, 2,
    tools_names },
  { "doctor", "", N_ ("Print what this machine, or an agent, offers, and what it lacks"),
    TOOLS_OPTION_JSON, 0, 0, tools_doctor },
  { 0 },
};

const ToolsCommand *
tools_command_find (const char *name)
{
  for (const ToolsCommand *command = tools_commands; command->name; command++)
    if (g_str_equal (command->name, name))
      return command;
  return NULL;
}

static gboolean
check (const ToolsCommand *command, const ToolsOptions *options, GError **error)
{
  guint n = g_strv_length (options->arguments);
  guint refused = tools_options_get_given (options) & ~command->options;

  if (refused & TOOLS_OPTION_AGENTS)
    g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                 _ ("“gscopectl %s” is for one agent. Give --agent a name without * and ?."),
                 command->name);
  else if (refused)
    g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                 _ ("“gscopectl %s” takes no %s. “gscopectl --help” says which command does."),
                 command->name, tools_options_get_name (refused));
  else if (n < command->min_arguments || n > command->max_arguments)
    g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                 _ ("The number of arguments is wrong. Write: gscopectl %s %s"), command->name,
                 command->arguments);
  else if (options->csv && options->json)
    g_set_error_literal (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                         _ ("--csv and --json exclude each other. Give one of them."));
  else if (options->dry_run && options->json)
    g_set_error_literal (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                         _ ("--dry-run and --json exclude each other. Give one of them."));
  else if (options->group && (!options->carrier || options->has_agent))
    g_set_error_literal (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                         _ ("--group is for the agents at a NATS server. Give --carrier, and no "
                            "--agent."));
  else
    return TRUE;
  return FALSE;
}

gboolean
tools_command_run (const ToolsOptions *options, GError **error)
{
  const ToolsCommand *command = options->command ? tools_command_find (options->command) : NULL;

  if (!options->command)
    g_set_error_literal (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                         _ ("The name of a command is missing. “gscopectl --help” lists them."));
  else if (!command)
    g_set_error (error, TOOLS_ERROR, TOOLS_WRONG_USAGE,
                 _ ("“%s” is not a command. “gscopectl --help” lists them."), options->command);
  return command && check (command, options, error) && command->run (options, error);
}
