/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Makes a name of a signal: UTF-8 without control characters and blanks at its ends, of at most 255 bytes. */
char *decode_make_name (const char *text);
/* Makes a list of names for a sentence; of many, the first. */
char *decode_join_names (const GPtrArray *names);
