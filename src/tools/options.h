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
  TOOLS_OPTION_FROM = 1 << 7,
  TOOLS_OPTION_TO = 1 << 8,
  TOOLS_OPTION_COLUMNS = 1 << 9,
  TOOLS_OPTION_GROUP = 1 << 10,
  TOOLS_OPTION_AGENTS = 1 << 11,
  TOOLS_OPTION_SINCE = 1 << 12,
  TOOLS_OPTION_PARAMETER = 1 << 13,
  TOOLS_OPTION_PRINCIPAL = 1 << 14,
  TOOLS_OPTION_FOLLOW = 1 << 15,
} ToolsOption;

/* A time of the past: a date, or how long ago it was; in nanoseconds. */
typedef struct
{
  gboolean is_given;
  gboolean is_date;
  gint64 time;
} ToolsTime;

/* The command line. */
typedef struct
{
  char *agent;
  /* as it was given, or NULL */
  char *name;
  /* a NATS server, or NULL: the agent is the name of one there */
  char *carrier;
  gboolean has_agent;
  /* the name of the agents there, with * and ?; NULL if it is one */
  char *agents;
  /* a file, a fingerprint, and files; NULL if not given */
  char *token_file;
  char *certificate;
  char *client_certificate;
  char *client_key;
  gboolean all;
  gboolean json;
  gboolean csv;
  gboolean dry_run;
  gboolean force;
  /* nanoseconds; 0 if not given */
  gint64 period;
  gint64 duration;
  ToolsTime from;
  ToolsTime to;
  /* 0 if not given */
  guint n_columns;
  ToolsTime since;
  /* patterns; NULL if not given */
  char *group;
  char *parameter;
  char *principal;
  gboolean follow;
  gboolean prints_version;
  char *command;
  /* what follows the command */
  GStrv arguments;
} ToolsOptions;

gboolean tools_options_parse (ToolsOptions *self, int argc, char *argv[], GError **error);
void tools_options_clear (ToolsOptions *self);

/* Reads a date of ISO 8601 between 1970 and 2116, by default of the local time zone, as nanoseconds since 1970. */
gboolean tools_options_read_date (const char *text, gint64 *time);
/* Returns a time on the clock that reads `now`, and behind which the clock of Unix is `ahead`. */
gint64 tools_options_get_time (const ToolsTime *time, gint64 now, gint64 ahead);
/* Returns the options of single commands that were given. */
guint tools_options_get_given (const ToolsOptions *self);
/* Returns the name of the first of some options, with its dashes. */
const char *tools_options_get_name (guint options);
