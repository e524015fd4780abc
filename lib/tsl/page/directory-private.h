/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* The directory of a user's pages and journals, to which only that user may write. It is the first
 * of these that can be created: /run/tsl for root; tsl in $XDG_RUNTIME_DIR or in /run/user/UID;
 * /dev/shm/tsl-UID, with a suffix if another user has created a directory of that name. If
 * $TSL_PAGE_DIR is set, its subdirectory tsl-UID is used instead, except by programs with more
 * privileges than their user. */
typedef struct
{
  int fd;
  uid_t owner;
} TslDirectory;

/* Lists the entries that begin with the prefix. Reads at most the given number of entries. */
GPtrArray *tsl_directory_list_names (int directory, const char *prefix, guint most);

/* Opens this user's directory, or creates it. Returns a descriptor, or -1. */
int tsl_directory_open (GError **error);

/* Lists the directories that this user may read as TslDirectory, this user's first; freeing the
 * array closes them. Counts the directories that may not be read in n_closed. */
GArray *tsl_directory_list (guint *n_closed);
