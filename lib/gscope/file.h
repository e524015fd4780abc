/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/version.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
char *gscope_file_find_installed (const char *path);
GSCOPE_AVAILABLE_IN_1_0
int gscope_file_open (const char *path, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GInputStream *gscope_file_read (GFile *file, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_file_find_place (GFile *file, GFile **temporary, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_file_read_text (int fd, gsize max, GString *text);

G_END_DECLS
