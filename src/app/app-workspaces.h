/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The workspaces that are ready to be opened: every `.json` in the directories of the environment
 * variable GSCOPE_WORKSPACE_PATH or, where that is not set, in `gscope/workspaces` of the user's and
 * the system's data directories. The first of several files of one name counts. */

typedef struct
{
  GFile *file;
  char *name;
  char *title;
  char *description;
  guint n_signals;
} AppWorkspace;

GPtrArray *app_workspaces_list (void);

/* Whether a file is one of these, and not the user's own. */
gboolean app_workspaces_is_ready_made (GFile *file);

/* Finds what a user names on the command line: a ready-made workspace by its name or title, or a
 * file. */
GFile *app_workspaces_find (const char *wanted, GError **error);
