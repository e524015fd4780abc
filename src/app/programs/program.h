/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* A program that runs beside the window and writes tuples to its standard output, which is the standard input of this process.
 * Emits “ended”. */
#define APP_TYPE_PROGRAM (app_program_get_type ())
G_DECLARE_FINAL_TYPE (AppProgram, app_program, APP, PROGRAM, GObject)

/* The names of the sources beside it: its tuples, its process, its TCP flows. */
#define APP_PROGRAM_OUTPUT "program"
#define APP_PROGRAM_PROCESS "process"
#define APP_PROGRAM_TCP "tcp"

/* Starts a program, which reads what this process would read. argv: ended by NULL. */
AppProgram *app_program_new (const char *const *argv, GError **error);
const char *app_program_get_name (AppProgram *self);
/* Returns the document of a workspace with its sources. */
char *app_program_describe_workspace (AppProgram *self);
/* Returns whether a source, which a document describes so, shows the process or its flows. */
gboolean app_program_is_shown_by (AppProgram *self, GscopeSource *source, const char *description);
/* Returns whether it runs and was not asked to end. */
gboolean app_program_get_running (AppProgram *self);
/* Returns its exit status, or 128 and the number of the signal that killed it, as shells do; 0 while it runs and if it was
 * asked to end. */
int app_program_get_status (AppProgram *self);
/* Says how it ended. */
char *app_program_describe_end (AppProgram *self);
/* Asks it to end, and kills it after two seconds. The application stays until then. */
void app_program_end (AppProgram *self);
