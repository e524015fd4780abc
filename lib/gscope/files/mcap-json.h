/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Appends a tuple for each number and truth value of a JSON text (RFC 8259), and also for each null if `takes_null`. A name is the prefix
 * and the place in the text, between slashes, for example `imu/acceleration/x` or `imu/ranges/3`. Of an array, the first
 * 64 elements are read. Texts, and names longer than those of signals, are left out. The words NaN and Infinity, which
 * some programs write, are numbers. Returns FALSE, with nothing appended, if it is no JSON. */
gboolean gscope_mcap_json_append (GString *text, gint64 time, const char *prefix,
                                  gboolean takes_null, const char *json, gsize size);
