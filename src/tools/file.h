/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Writes a file that does not exist, or replaces one, also that to which a link leads. A file that cannot be written whole is removed,
 * and one that would have been replaced stays as it was. */
gboolean tools_file_write (GFile *file, GBytes *contents, gboolean replaces, GError **error);
