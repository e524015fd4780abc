/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Formats nanoseconds as a stop-watch does: "04:12". */
char *app_format_elapsed (gint64 elapsed);

/* Both ends in one unit: "0 – 500 ms"; those that take no prefix are left out, as they are plain from the
 * value beside. */
char *app_format_range (double min, double max, const char *unit);

/* Such as “2 lost, 42 late”; empty if no sample is missing. */
char *app_format_losses (const GscopeTally *tally);

/* Such as “3 failures” of a limit. */
char *app_format_failures (guint64 n);

/* Reads a finite number as the locale writes it, or as C does; FALSE for another text. */
gboolean app_format_parse (const char *text, double *value);
