/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The lines of a file that another program appends to, and renames to FILE.1 when it begins a new one. */
typedef struct _ToolsTail ToolsTail;

/* Gets a line. Returns FALSE to end. */
typedef gboolean (*ToolsTailFunc) (gpointer data, const char *line);

/* Begins with the first line of FILE.1, if there is one. Lines of more than `max` bytes are cut. */
ToolsTail *
tools_tail_new (const char *path, gsize max, ToolsTailFunc func, gpointer data, GError **error);
void tools_tail_free (ToolsTail *self);
/* Reads the lines that are there, across a change of the file. Returns FALSE if the function wants no more, or reading
 * fails. */
gboolean tools_tail_read (ToolsTail *self, GError **error);
/* Passes on the last line, which has no end. */
gboolean tools_tail_end (ToolsTail *self);
