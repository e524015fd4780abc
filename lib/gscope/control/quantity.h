/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>
#include <gscope/version.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
const char *
gscope_quantity_choose_prefix (double value, const char *unit, guint digits, double *factor);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_quantity_count_decimals (double value, guint digits);
GSCOPE_AVAILABLE_IN_1_0
double gscope_quantity_divide (double value, double factor);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_quantity_format_number (double value, guint decimals);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_quantity_format_rounded (double value, guint digits);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_quantity_format_exact (double value);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_quantity_format_editable (double value, guint digits);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_quantity_format (double value, const char *unit, guint digits);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_quantity_format_time (gint64 time, guint digits);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_quantity_format_time_error (gint64 time, gint64 error);

G_END_DECLS
