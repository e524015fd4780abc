/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>

/* The last lines that a child program prints on its standard error. The very last one usually says why it ends. */

/* Appends to the lines what has arrived in the pipe, does not wait for more, and keeps the last 4 KiB. @is_shown prints it
 * on the standard error of this process, too. Returns FALSE at the end of the pipe. */
gboolean gscope_last_lines_read (GString *lines, GInputStream *stream, gboolean is_shown);
/* Returns the last line that is not empty, without the period of a sentence. Cuts the text. */
const char *gscope_last_lines_find (char *lines);
