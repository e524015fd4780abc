/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Full names, `instance/group/name`: the keys of signals and parameters in tuples, workspaces and
 * protocols. A NULL or empty instance or group is left out. */
char *gscope_full_name_new (const char *instance, const char *group, const char *name);

/* Returns whether a text is a valid full name, or a valid part of one: not empty, at most 255 bytes
 * of UTF-8 without control characters, without blanks at its ends. */
gboolean gscope_full_name_check (const char *full_name, GError **error);
