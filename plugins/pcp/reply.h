/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

/* The answers of pmproxy's REST API (PMWEBAPI(3)). If it refuses a request, the error is GSCOPE_ERROR_REFUSED with its
 * message. */

enum
{
  PCP_MAX_METRICS = 64,
  /* instances of a metric */
  PCP_MAX_INSTANCES = 1024,
  /* bytes of a name of a metric, and of an instance */
  PCP_MAX_NAME = 255,
  PCP_MAX_TEXT = 500,
};

/* The instance of a metric that has none. */
#define PCP_NO_INSTANCE G_MAXUINT32

typedef struct
{
  char *name;
  /* empty if it has one value */
  char *indom;
  /* “u32”, “float”, “string”, … */
  char *type;
  gboolean is_counter;
  char *units;
  char *help;
} PcpMetric;

/* A value is not-a-number if it is none, and has its text. */
typedef struct
{
  guint32 instance;
  double value;
  char *text;
} PcpValue;

typedef struct
{
  char *name;
  /* of PcpValue */
  GArray *values;
} PcpValues;

typedef struct
{
  /* nanoseconds since 1970 */
  gint64 time;
  /* of PcpValues */
  GPtrArray *metrics;
  guint n_excess;
} PcpFetch;

/* Read the number of a context (guint32); an array of PcpMetric; the names of instances by their numbers, a hash table; values,
 * a PcpFetch; and that a value was stored, a gboolean. */
gpointer pcp_context_read (guint status, const char *text, gsize size, GError **error);
gpointer pcp_metrics_read (guint status, const char *text, gsize size, GError **error);
gpointer pcp_instances_read (guint status, const char *text, gsize size, GError **error);
gpointer pcp_fetch_read (guint status, const char *text, gsize size, GError **error);
gpointer pcp_store_read (guint status, const char *text, gsize size, GError **error);

PcpMetric *pcp_metric_copy (const PcpMetric *metric);
void pcp_metric_free (gpointer metric);
void pcp_metrics_free (gpointer metrics);
void pcp_instances_free (gpointer instances);
void pcp_fetch_free (gpointer fetch);

/* Returns whether values of a metric are numbers, and whether they are whole ones. */
gboolean pcp_type_is_number (const char *type);
gboolean pcp_type_is_whole (const char *type);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PcpFetch, pcp_fetch_free)
