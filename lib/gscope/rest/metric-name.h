/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* Names of metrics and units in the alphabet of OpenMetrics. */

/* Returns the words for a unit: “bytes_per_second” for B/s, “milliseconds” for ms; empty for none. */
char *gscope_metric_name_unit (const char *unit);
/* Returns the name of a metric: a prefix, a signal's name, and the words for its unit unless the name ends with them. */
char *gscope_metric_name (const char *prefix, const char *name, const char *unit);
/* Appends the value of a label, in quotes. */
void gscope_metric_append_label (GString *text, const char *value);
