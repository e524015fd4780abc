/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

#define GSCOPE_READY_MADE_SUFFIX ".json"

/* Lists the directories of ready-made files: those that the environment variable names, separated by colons, or else the
 * folder of that name under `gscope` in the user's and the system's data directories. */
GStrv gscope_ready_made_list_directories (const char *variable, const char *folder);
/* Finds the ready-made file of a name, or the file of a path. Returns NULL if there is none. */
GFile *gscope_ready_made_find (const char *const *directories, const char *name);
