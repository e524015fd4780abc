/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* Reads the text of a file on another thread, up to 1 MiB. */
void app_reading_start (const char *path, GObject *owner, GAsyncReadyCallback callback);
/* Returns the text; *time is when it was read, µs of the monotonic clock. */
char *app_reading_finish (GAsyncResult *result, gint64 *time, GError **error);
