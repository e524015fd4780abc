/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include "answer.h"
#include "metadata.h"
#include <gscope/error.h>
#include <string.h>

/* An input is the body of an answer, which is read as one of each kind; the status of the answer depends on its size. */

static void
check_series (const PrometheusAnswer *answer)
{
  g_assert_cmpuint (answer->series->len, <=, PROMETHEUS_MAX_SERIES);
  for (guint i = 0; i < answer->series->len; i++)
    {
      const PrometheusSeries *series = answer->series->pdata[i];

      g_assert_true (g_utf8_validate (series->metric, -1, NULL));
      g_assert_true (g_utf8_validate (series->labels, -1, NULL));
      g_assert_nonnull (prometheus_answer_find (answer, series->metric, series->labels));
      for (guint k = 1; k < series->samples->len; k++)
        g_assert_cmpint (g_array_index (series->samples, GscopeSample, k).time, >,
                         g_array_index (series->samples, GscopeSample, k - 1).time);
    }
}

static void
read_answer (guint status, const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PrometheusAnswer) answer = prometheus_answer_read (status, text, size, &error);

  g_assert_true ((answer != NULL) != (error != NULL));
  if (answer)
    check_series (answer);
  else
    g_assert_true (error->domain == GSCOPE_ERROR && g_utf8_validate (error->message, -1, NULL));
}

static void
read_metadata (guint status, const char *text, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (PrometheusMetadata) metadata = prometheus_metadata_read (status, text, size, &error);
  g_autofree gint64 *interval = prometheus_scrape_interval_read (status, text, size, NULL);

  g_assert_true ((metadata != NULL) != (error != NULL));
  if (metadata)
    g_assert_nonnull (prometheus_metadata_get_unit (metadata->help, metadata->unit));
  if (interval)
    g_assert_cmpint (*interval, >, 0);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  guint status = size % 4 == 3 ? 400 : 200;

  read_answer (status, (const char *) data, size);
  read_metadata (status, (const char *) data, size);
  return 0;
}
