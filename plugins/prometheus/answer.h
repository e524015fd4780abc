/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

enum
{
  /* series of an answer, and of a source */
  PROMETHEUS_MAX_SERIES = 256,
  /* bytes of a name of a metric */
  PROMETHEUS_MAX_METRIC = 255,
};

/* The values of one series; their times are nanoseconds since 1970 on the clock of the server. */
typedef struct
{
  /* empty if the expression has changed it */
  char *metric;
  /* “{NAME="VALUE",NAME="VALUE"}” in the order of the names, without the metric; empty without labels */
  char *labels;
  /* of GscopeSample */
  GArray *samples;
} PrometheusSeries;

/* The answer to a query for one time or for an interval. */
typedef struct
{
  /* of PrometheusSeries */
  GPtrArray *series;
  /* series that were left out because there were too many or they have too many labels, or had histograms as values */
  guint n_excess;
  guint n_histograms;
  /* whether the samples have the time of the question */
  gboolean is_instant;
  /* NULL for none */
  char *warning;
} PrometheusAnswer;

/* Reads an answer of the query API: a PrometheusAnswer. If the server refuses the expression, the error is
 * GSCOPE_ERROR_REFUSED with the server's message. */
gpointer prometheus_answer_read (guint status, const char *text, gsize size, GError **error);
void prometheus_answer_free (gpointer self);
/* Returns a series; NULL if there is none with these labels. */
const PrometheusSeries *
prometheus_answer_find (const PrometheusAnswer *self, const char *metric, const char *labels);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (PrometheusAnswer, prometheus_answer_free)
