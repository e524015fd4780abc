/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* The rights and facilities that a ready-made workspace needs. */
typedef enum
{
  APP_NEED_NOTHING,
  /* network namespaces and a TUN device */
  APP_NEED_LINK,
  /* SCHED_FIFO; without it less is seen */
  APP_NEED_PRIORITY,
  /* SCHED_DEADLINE */
  APP_NEED_RESERVES,
  /* SCHED_DEADLINE; without it the work is simulated */
  APP_NEED_RESERVES_OR_SIMULATION,
} AppNeed;

typedef enum
{
  APP_READY,
  APP_READY_IN_PART,
  APP_NOT_READY,
} AppReadiness;

/* The workspaces that are ready to be opened: every `.json` in the directories of the environment
 * variable GSCOPE_WORKSPACE_PATH or, where that is not set, in `gscope/workspaces` of the user's and
 * the system's data directories. The first of several files of one name counts. Their pictures, `NAME.png`
 * and `NAME-dark.png`, are in the same directories. */

typedef struct
{
  GFile *file;
  char *name;
  char *title;
  char *description;
  /* a line about it, for its card; NULL for a user's own */
  const char *summary;
  AppNeed need;
  /* the type of source that it is about; NULL for a user's own */
  const char *type;
  /* its place on the welcome page */
  guint rank;
} AppWorkspace;

/* The ready-made ones that Gscope comes with are first, the most useful at the front; then by title. */
GPtrArray *app_workspaces_list (void);

/* Returns the file of a workspace's picture, to be freed; NULL if there is none. */
char *app_workspaces_find_picture (const AppWorkspace *workspace, gboolean dark);

/* Finds what a user names on the command line: a ready-made workspace by its name, a file, or a
 * ready-made workspace by its title. */
GFile *app_workspaces_find (const char *wanted, GError **error);

/* Returns how far this process can meet a need, and in `text` a sentence about it, to be freed. `type` is the type of
 * source that the workspace is about. */
AppReadiness app_readiness_check (AppNeed need, const char *type, char **text);
const char *app_readiness_get_icon (AppReadiness readiness);
