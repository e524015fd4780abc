/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/export.h>

G_BEGIN_DECLS

GSCOPE_EXPORT char *gscope_file_find_installed (const char *path);
GSCOPE_EXPORT int gscope_file_open (const char *path, GError **error);
GSCOPE_EXPORT GInputStream *gscope_file_read (GFile *file, GError **error);
GSCOPE_EXPORT GFile *gscope_file_find_place (GFile *file, GFile **temporary, GError **error);
GSCOPE_EXPORT gboolean gscope_file_read_text (int fd, gsize max, GString *text);

G_END_DECLS
