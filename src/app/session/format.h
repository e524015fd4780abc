/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Lengths of time are nanoseconds. A stop-watch's reads "04:12"; an interval's "10 ms". */
char *app_format_elapsed (gint64 elapsed);
char *app_format_interval (gint64 interval);

/* A number for people, through the locale, with a true minus sign; a quantity has its unit too, with
 * the SI prefix that suits it. */
char *app_format_number (double value);
char *app_format_quantity (double value, const char *unit);

/* Both ends in one unit: "0 – 500 ms"; those that take no prefix are left out, as they are plain from the
 * value beside. */
char *app_format_range (double min, double max, const char *unit);
