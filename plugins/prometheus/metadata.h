/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <glib.h>

/* The metadata of a metric. Texts that the server does not know are empty. */
typedef struct
{
  /* “counter”, “gauge”, … */
  char *type;
  char *help;
  /* a word, such as “seconds” */
  char *unit;
} PrometheusMetadata;

/* Reads the answer about one metric: a PrometheusMetadata. */
gpointer prometheus_metadata_read (guint status, const char *text, gsize size, GError **error);
PrometheusMetadata *prometheus_metadata_copy (const PrometheusMetadata *self);
void prometheus_metadata_free (gpointer self);

/* Returns the name of the family of a metric with a suffix such as “_sum”; NULL for another metric. */
char *prometheus_metadata_dup_family (const char *metric);
/* Returns the symbol of a metric's unit; empty for a pure number. If the server does not name the unit (NULL or empty),
 * the name of the metric does, by the rules of Prometheus. */
const char *prometheus_metadata_get_unit (const char *metric, const char *unit);

/* Reads the interval at which the server scrapes, out of the answer about its configuration: a gint64, nanoseconds. */
gpointer
prometheus_scrape_interval_read (guint status, const char *text, gsize size, GError **error);
/* Parses a duration such as “1m30s”. Returns nanoseconds; 0 if it is none. */
gint64 prometheus_duration_parse (const char *text);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PrometheusMetadata, prometheus_metadata_free)
