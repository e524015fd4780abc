/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Calls a function in the main context when files were changed, replaced or removed. */
typedef struct _GscopeFileWatch GscopeFileWatch;

/* Paths end with NULL. */
GscopeFileWatch *
gscope_file_watch_new (const char *const *paths, void (*func) (gpointer data), gpointer data);
void gscope_file_watch_free (GscopeFileWatch *self);
