/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The name of a workspace that shows what other programs write to the standard input. */
#define APP_STANDARD_INPUT "-"
/* The exit status for a program that cannot be started, as that of shells. */
#define APP_STATUS_NO_PROGRAM 127
/* The exit status if a signal is beyond its limit. */
#define APP_STATUS_BEYOND_LIMIT 3

/* The options of the command line. NULL and 0 where it does not say. */
typedef struct
{
  char *workspace;
  /* the recording that is compared with the limits of the workspace; NULL for none */
  char *recording;
  /* a program to run, with its arguments; NULL for none */
  GStrv program;
  /* where other programs can connect */
  char *agent;
  /* an agent at a NATS server, or the server; NULL if not given */
  char *address;
  char *record;
  gboolean force;
  gboolean diagnostics;
  /* whether the outcome is printed as JSON */
  gboolean json;
  gboolean check_limits;
  char *screenshot;
  char *size;
  char *export_file;
  char *csv_times;
  char *read_as;
  /* which part of the file; NULL if not given */
  char *select;
  /* names or files of experiments; NULL for none */
  GStrv experiments;
  gboolean quick;
  /* a directory */
  char *report;
  /* two directories of reports to compare; NULL for none */
  GStrv compared;
  GscopeExportTimes times;
  double duration;
  /* whether the workspace may do what needs consent */
  gboolean trust;
  int width;
  int height;
} AppOptions;

/* Takes a program and its arguments, which come after “--”, out of the arguments. */
void app_options_take_program (AppOptions *self, int *argc, char *argv[]);
/* Judges what was parsed; takes the workspace where it stands without --workspace. */
gboolean app_options_check (AppOptions *self, int argc, char *argv[], GError **error);
void app_options_clear (AppOptions *self);
