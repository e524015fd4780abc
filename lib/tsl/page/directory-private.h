/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <sys/types.h>

/* Where pages and journals are: a directory of each user that nobody else may use. It is the first of these that can
 * be had: /run/tsl for root; tsl in $XDG_RUNTIME_DIR, or in /run/user/UID; /dev/shm/tsl-UID. Where somebody else has
 * made that one, a name with a suffix is taken. $TSL_PAGE_DIR replaces all of them by its tsl-UID, unless the program
 * has rights that its user has not. */
typedef struct
{
  int fd;
  uid_t owner;
} TslDirectory;

/* The entries of a directory that begin with the prefix. At most this number of entries is read. */
GPtrArray *tsl_directory_list_names (int directory, const char *prefix, guint most);

/* This user's, made if there is none: a descriptor, or -1. */
int tsl_directory_open (GError **error);

/* TslDirectory, closed with the array: those that this user may read. Those of this user come first. Directories that
 * may not be read are counted. */
GArray *tsl_directory_list (guint *n_closed);
