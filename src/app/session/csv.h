/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* How tables are written, as a workspace keeps it: a{sv}. Missing or wrong values are detected;
 * without a delimiter the result is NULL. */
GVariant *app_csv_format_to_variant (const GscopeCsvFormat *format);
GscopeCsvFormat *app_csv_format_from_variant (GVariant *variant);

gboolean app_csv_format_equal (const GscopeCsvFormat *a, const GscopeCsvFormat *b);

/* The chosen formats of the files that were opened last. */
void app_csv_remember (GSettings *settings, GFile *file, const GscopeCsvFormat *format);
GscopeCsvFormat *app_csv_recall (GSettings *settings, GFile *file);
