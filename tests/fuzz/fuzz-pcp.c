/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include "reply.h"
#include "units.h"
#include <gscope/error.h>
#include <string.h>

/* An input is the body of a reply, which is read as one of each kind; the status of the reply depends on its size. */

static void
check_metrics (const GPtrArray *metrics)
{
  g_assert_cmpuint (metrics->len, <=, PCP_MAX_METRICS + 1);
  for (guint i = 0; i < metrics->len; i++)
    {
      const PcpMetric *metric = metrics->pdata[i];
      g_autofree char *unit = pcp_unit_translate (metric->units, metric->is_counter);

      g_assert_cmpuint (strlen (metric->name), <=, PCP_MAX_NAME);
      g_assert_true (g_utf8_validate (metric->help, -1, NULL));
      g_assert_true (g_utf8_validate (unit, -1, NULL));
    }
}

static void
check_fetch (const PcpFetch *fetch)
{
  g_assert_cmpint (fetch->time, >=, 0);
  g_assert_cmpuint (fetch->metrics->len, <=, PCP_MAX_METRICS);
  for (guint i = 0; i < fetch->metrics->len; i++)
    {
      const PcpValues *values = fetch->metrics->pdata[i];

      g_assert_cmpuint (values->values->len, <=, PCP_MAX_INSTANCES);
      g_assert_true (g_utf8_validate (values->name, -1, NULL));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  guint status = size % 4 == 3 ? 400 : 200;
  g_autoptr (GError) error = NULL;
  g_autofree guint32 *context = pcp_context_read (status, text, size, &error);
  g_autofree gboolean *stored = pcp_store_read (status, text, size, NULL);
  g_autoptr (GPtrArray) metrics = pcp_metrics_read (status, text, size, NULL);
  g_autoptr (GHashTable) instances = pcp_instances_read (status, text, size, NULL);
  g_autoptr (PcpFetch) fetch = pcp_fetch_read (status, text, size, NULL);

  g_assert_true ((context != NULL) != (error != NULL));
  if (error)
    g_assert_true (error->domain == GSCOPE_ERROR && g_utf8_validate (error->message, -1, NULL));
  if (metrics)
    check_metrics (metrics);
  if (instances)
    g_assert_cmpuint (g_hash_table_size (instances), <=, PCP_MAX_INSTANCES);
  if (fetch)
    check_fetch (fetch);
  return 0;
}
