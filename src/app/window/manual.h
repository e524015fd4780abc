/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Returns the first page of the manual in a directory, in the first language that it is written in; NULL if there is
 * none. The languages are as g_get_language_names () returns them. */
GFile *app_manual_find (const char *directory, const char *const *languages);
