/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "reply.h"
#include "source.h"

#include "../support/fake-web.h"

#include <string.h>

/* The answers are as pmproxy 6.0.3 gave them; pcp/README.md has the requests. */

#define FOLDER TEST_DATA_DIR "/pcp"
#define CONTEXT "/pmapi/363279773/"
#define STORE "/pmapi/store"

static const FakeWebRecord records[] = {
  { "/pmapi/context", "hostspec", "127.0.0.1:1", 400, "host.json" },
  { "/pmapi/context", NULL, NULL, 200, "context.json" },
  { CONTEXT "metric", "prefix", "kernel.all.load", 200, "metric-load.json" },
  { CONTEXT "metric", "prefix", "kernel.all.cpu.user", 200, "metric-user.json" },
  { CONTEXT "metric", "prefix", "mem.physmem", 200, "metric-physmem.json" },
  { CONTEXT "metric", "prefix", "sample.bad", 200, "metric-bad.json" },
  { CONTEXT "metric", "prefix", "no.such", 400, "metric-unknown.json" },
  { CONTEXT "metric", "prefix", "pmcd.control.timeout", 200, "metric-timeout.json" },
  { CONTEXT "metric", "prefix", "kernel.all.nprocs", 200, "metric-nprocs.json" },
  { CONTEXT "metric", "prefix", "sample.string.hullo", 200, "metric-hullo.json" },
  { CONTEXT "indom", "name", "kernel.all.load", 200, "indom.json" },
  { CONTEXT "fetch", "names", "pmcd.control.timeout", 200, "fetch-stored.json" },
  { STORE, "name", "pmcd.control.timeout", 200, "store.json" },
  { STORE, "name", "kernel.all.nprocs", 400, "store-refused.json" },
};

typedef struct
{
  GscopeHarness bed;
  FakeWeb *web;
  /* the values of all metrics */
  const char *fetch;
  gboolean has_expired;
  guint n_contexts;
} Server;

static char *
answer (const char *path, GHashTable *fields, guint *status, gpointer data)
{
  Server *self = data;
  const char *names = g_hash_table_lookup (fields, "names");

  if (g_str_equal (path, "/pmapi/context"))
    {
      self->n_contexts++;
      self->has_expired = FALSE;
    }
  if (self->has_expired)
    {
      *status = 400;
      return fake_web_load (FOLDER, "expired.json");
    }
  /* the names have no order */
  if (names && strchr (names, ','))
    return fake_web_load (FOLDER, self->fetch);
  return fake_web_replay (FOLDER, records, G_N_ELEMENTS (records), path, fields, status);
}

static void
begin (Server *self, const char *host)
{
  g_autofree char *options = NULL;

  *self = (Server){ .fetch = "fetch-first.json" };
  self->web = fake_web_new (answer, self);
  options = g_strdup_printf (
      "{\"address\": \"%s\", \"host\": \"%s\", \"metrics\": [\"kernel.all.load\", "
      "\"kernel.all.cpu.user\", \"mem.physmem\", \"sample.bad\", \"no.such\"], \"store\": "
      "[\"pmcd.control.timeout\", \"kernel.all.nprocs\", \"sample.string.hullo\"]}",
      fake_web_get_address (self->web), host);
  gscope_harness_init (&self->bed, PCP_TYPE_SOURCE, options);
}

static void
end (Server *self)
{
  gscope_harness_clear (&self->bed);
  fake_web_free (self->web);
}

/* The nanoseconds of the second time, .21089953, have no zero in front: the two times are
 * 322304968 ns apart. */
static void
test_values (void)
{
  static const char load[] = "1, 5 and 15 minute load average";
  Server server;

  begin (&server, "127.0.0.1:44321");
  g_assert_cmpstr (gscope_source_get_status (server.bed.source), ==,
                   "no.such: no.such traversal failed - Unknown metric name; the values of 1 "
                   "metric are no numbers, and are not shown");
  fake_web_assert_signal (&server.bed, "x/kernel.all.load/1 minute", 1.59, "", load);
  fake_web_assert_signal (&server.bed, "x/kernel.all.load/5 minute", 2.6700001, "", load);
  fake_web_assert_signal (&server.bed, "x/kernel.all.load/15 minute", 4.1999998, "", load);
  fake_web_assert_signal (&server.bed, "x/mem.physmem", 24684084, "KiB",
                          "total system memory metric reported by /proc/meminfo");
  fake_web_assert_signal (&server.bed, "x/kernel.all.nprocs", 138, "",
                          "total number of processes (lightweight)");
  fake_web_assert_signal (&server.bed, "x/sample.bad.novalues", 0, "", "");

  server.fetch = "fetch-second.json";
  gscope_harness_advance (&server.bed, 1000);
  fake_web_assert_signal (
      &server.bed, "x/kernel.all.cpu.user", (4125800 - 4125640) * (double) GSCOPE_SEC / 322304968,
      "ms/s", "total user CPU time from /proc/stat for all CPUs, including guest CPU time");
  end (&server);
}

static void
test_store (void)
{
  g_autofree char *good = NULL, *bad = NULL;
  GscopeParameter *timeout, *text;
  Server server;

  begin (&server, "127.0.0.1:44321");
  timeout = gscope_source_find_parameter (server.bed.source, "pmcd.control.timeout");
  g_assert_nonnull (timeout);
  g_assert_cmpfloat (gscope_parameter_get_number (timeout), ==, 5);
  g_assert_cmpstr (gscope_parameter_get_unit (timeout), ==, "");
  g_assert_cmpstr (gscope_parameter_get_description (timeout), ==,
                   "Timeout interval for slow/hung agents (PMDAs)");
  text = gscope_source_find_parameter (server.bed.source, "sample.string.hullo");
  g_assert_nonnull (text);
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (text), NULL), ==,
                   "hullo world!");

  good = gscope_harness_write (&server.bed, "pmcd.control.timeout", g_variant_new_int64 (9));
  g_assert_null (good);
  g_assert_cmpfloat (gscope_parameter_get_number (timeout), ==, 9);
  bad = gscope_harness_write (&server.bed, "kernel.all.nprocs", g_variant_new_int64 (1));
  g_assert_nonnull (strstr (bad, "failed to store value to metric kernel.all.nprocs: No permission "
                                 "to perform requested operation"));
  end (&server);
}

/* A context that pmproxy has forgotten is made again. */
static void
test_expiry (void)
{
  Server server;

  begin (&server, "127.0.0.1:44321");
  fake_web_await_value (&server.bed, "x/pmcd.control.timeout", 5);
  server.has_expired = TRUE;
  server.fetch = "fetch-second.json";
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/pmcd.control.timeout", 9);
  g_assert_cmpuint (server.n_contexts, ==, 2);
  end (&server);
}

static void
test_host (void)
{
  Server server;

  begin (&server, "127.0.0.1:1");
  fake_web_await_status (&server.bed, "cannot connect to PMCD: Connection refused");
  end (&server);
}

/* A name without a metric has a message in its place. */
static void
test_bad_metrics (void)
{
  g_autofree char *text = fake_web_load (FOLDER, "metric-bad.json");
  g_autoptr (GPtrArray) metrics = pcp_metrics_read (200, text, strlen (text), NULL);
  const PcpMetric *metric;

  g_assert_nonnull (metrics);
  g_assert_cmpuint (metrics->len, ==, 3);
  metric = metrics->pdata[0];
  g_assert_cmpstr (metric->name, ==, "sample.bad.nosupport");
  g_assert_cmpstr (metric->type, ==, "unsupported");
  g_assert_false (pcp_type_is_number (metric->type));
}

static void
test_no_servlet (void)
{
  g_autofree char *text = fake_web_load (FOLDER, "no-servlet.html");
  g_autoptr (GError) error = NULL;

  g_assert_null (pcp_context_read (400, text, strlen (text), &error));
  g_assert_nonnull (strstr (error->message, "400 Bad Request"));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/pcp-answers/values", test_values);
  gscope_test_add ("/pcp-answers/store", test_store);
  gscope_test_add ("/pcp-answers/expiry", test_expiry);
  gscope_test_add ("/pcp-answers/host", test_host);
  gscope_test_add ("/pcp-answers/bad-metrics", test_bad_metrics);
  gscope_test_add ("/pcp-answers/no-servlet", test_no_servlet);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
