/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Read a trace of sends in the format of tuples: time in milliseconds and size in bytes. Names are
 * ignored, and so are values that are not numbers. They return an array of MxtrafSend, whose first one is
 * at 0. Errors name the line. */
GArray *mxtraf_trace_parse (const char *text, gsize length, GError **error);
GArray *mxtraf_trace_load (const char *path, GError **error);
