/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "answer.h"
#include "source.h"

#include "../support/fake-web.h"

#include <gscope/error.h>
#include <math.h>
#include <string.h>

/* The answers are as Prometheus 2.42.0 gave them; prometheus/README.md has the requests. */

#define FOLDER TEST_DATA_DIR "/prometheus"
#define QUERY "/api/v1/query"
#define METADATA "/api/v1/metadata"

#define REQUESTS "prometheus_http_requests_total{handler=~\"/api/v1/(query|status/.*)|/metrics\"}"
#define TOOK "prometheus_http_request_duration_seconds_sum{handler=\"/metrics\"}"

static const FakeWebRecord records[] = {
  { "/api/v1/status/config", NULL, NULL, 200, "config.json" },
  { METADATA, "metric", "process_resident_memory_bytes", 200, "metadata-memory.json" },
  { METADATA, "metric", "prometheus_http_requests_total", 200, "metadata-requests.json" },
  { METADATA, "metric", "prometheus_http_request_duration_seconds", 200, "metadata-family.json" },
  { METADATA, NULL, NULL, 200, "metadata-none.json" },
  { QUERY, "query", "up", 200, "up.json" },
  { QUERY, "query", REQUESTS, 200, "requests.json" },
  { QUERY, "query", TOOK, 200, "sum.json" },
  { QUERY, "query", "scalar(sum(up)) + 1", 200, "scalar.json" },
  { QUERY, "query", "no_such_metric", 200, "empty.json" },
  { QUERY, "query", "sum by", 400, "parse-error.json" },
  { QUERY, "query", "up * on(job) up", 422, "execution.json" },
  { QUERY, "query", "process_resident_memory_bytes", 200, "memory.json" },
  { "/api/v1/query_range", "query", "process_resident_memory_bytes", 200, "memory-range.json" },
};

typedef struct
{
  GscopeHarness bed;
  FakeWeb *web;
} Server;

/* The requests are those that were recorded. */
static char *
answer (const char *path, GHashTable *fields, guint *status, gpointer data)
{
  if (g_str_equal (path, METADATA))
    g_assert_cmpstr (g_hash_table_lookup (fields, "limit"), ==, "1");
  if (g_str_equal (path, "/api/v1/query_range"))
    g_assert_cmpstr (g_hash_table_lookup (fields, "step"), ==, "1.000");
  return fake_web_replay (FOLDER, records, G_N_ELEMENTS (records), path, fields, status);
}

static void
begin (Server *self, const char *expressions)
{
  g_autofree char *escaped = g_strescape (expressions, NULL);
  g_autofree char *options = NULL;

  *self = (Server){ .web = fake_web_new (answer, NULL) };
  options = g_strdup_printf ("{\"address\": \"%s\", \"expressions\": \"%s\"}",
                             fake_web_get_address (self->web), escaped);
  gscope_harness_init (&self->bed, PROMETHEUS_TYPE_SOURCE, options);
}

static void
end (Server *self)
{
  gscope_harness_clear (&self->bed);
  fake_web_free (self->web);
}

/* The server has no metadata of “up”: its description is the expression. The sum has the description
 * of its family, and its unit is in its name. */
static void
test_values (void)
{
  Server server;
  guint n;

  begin (&server,
         "up; took = " TOOK "; " REQUESTS "; two = scalar(sum(up)) + 1; none = no_such_metric");
  fake_web_await_status (&server.bed, NULL);
  fake_web_assert_signal (&server.bed, "x/up/{instance=\"127.0.0.1:9090\",job=\"self\"}", 1, "",
                          "up");
  fake_web_assert_signal (&server.bed, "x/up/{instance=\"127.0.0.1:1\",job=\"self\"}", 0, "", "up");
  fake_web_assert_signal (&server.bed,
                          "x/took/{handler=\"/metrics\",instance=\"127.0.0.1:9090\",job=\"self\"}",
                          0.016749437, "s", "Histogram of latencies for HTTP requests.");
  fake_web_assert_signal (&server.bed,
                          "x/prometheus_http_requests_total/{code=\"200\",handler=\"/metrics\","
                          "instance=\"127.0.0.1:9090\",job=\"self\"}",
                          4, "", "Counter of HTTP requests.");
  fake_web_assert_signal (&server.bed, "x/two/value", 2, "", "scalar(sum(up)) + 1");

  /* the server scrapes once a second */
  n = fake_web_count_requests (server.web);
  gscope_harness_advance (&server.bed, 900);
  g_assert_cmpuint (fake_web_count_requests (server.web), ==, n);
  gscope_harness_advance (&server.bed, 100);
  while (fake_web_count_requests (server.web) == n)
    g_main_context_iteration (NULL, TRUE);
  end (&server);
}

static void
test_errors (void)
{
  Server server;

  begin (&server, "sum by; up * on(job) up; up");
  fake_web_await_status (&server.bed,
                         "bad_data: invalid parameter \"query\": 1:7: parse error: unexpected end "
                         "of input in grouping opts, expected \"(\"; execution: found duplicate "
                         "series for the match group {job=\"self\"}");
  fake_web_await_value (&server.bed, "x/up/{instance=\"127.0.0.1:9090\",job=\"self\"}", 1);
  end (&server);
}

static PrometheusAnswer *
read_file (guint status, const char *file, GError **error)
{
  g_autofree char *text = fake_web_load (FOLDER, file);

  return prometheus_answer_read (status, text, strlen (text), error);
}

static void
test_refusals (void)
{
  static const struct
  {
    guint status;
    const char *file;
    const char *reason;
  } cases[] = {
    { 400, "too-many-points.json",
      "bad_data: exceeded maximum resolution of 11,000 points per timeseries. Try decreasing the "
      "query resolution (?step=XX)" },
    { 404, "no-page.txt", "404 Not Found" },
    { 422, "execution.json",
      "many-to-many matching not allowed: matching labels must be unique on one side" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (read_file (cases[i].status, cases[i].file, &error));
      g_assert_nonnull (strstr (error->message, cases[i].reason));
      g_assert_true (g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED)
                     == (cases[i].status != 404));
    }
}

static double
get_value (const PrometheusAnswer *found, const char *labels)
{
  const PrometheusSeries *series = prometheus_answer_find (found, "", labels);

  g_assert_nonnull (series);
  g_assert_cmpuint (series->samples->len, ==, 1);
  return g_array_index (series->samples, GscopeSample, 0).value;
}

/* A text has no value. */
static void
test_numbers (void)
{
  g_autoptr (PrometheusAnswer) infinite = read_file (200, "infinite.json", NULL);
  g_autoptr (PrometheusAnswer) none = read_file (200, "not-a-number.json", NULL);
  g_autoptr (PrometheusAnswer) text = read_file (200, "text.json", NULL);

  g_assert_cmpfloat (
      get_value (infinite, "{instance=\"127.0.0.1:9090\",job=\"a \\\"b\\\" \\\\ ü\"}"), ==,
      INFINITY);
  g_assert_true (isnan (get_value (none, "{instance=\"127.0.0.1:1\",job=\"self\"}")));
  g_assert_true (isnan (get_value (none, "{instance=\"127.0.0.1:9090\",job=\"self\"}")));
  g_assert_true (isnan (get_value (text, "")));
}

/* The past. */

typedef struct
{
  double values[8];
  guint n;
  guint n_gaps;
} Past;

static void
take_column (const GscopeHistoryRange *range, gint64 time, gint64 width, const GscopeColumn *column,
             gpointer data)
{
  Past *past = data;

  if (column->count > 0 && past->n < G_N_ELEMENTS (past->values))
    past->values[past->n++] = column->first;
  past->n_gaps += column->count == 0 && gscope_gap_from_value (column->min, NULL);
}

/* The server had scraped for less than 4 s when it was asked at 790.789 s, which is 1 s here. */
static void
test_past (void)
{
  static const char name[] = "x/memory/{instance=\"127.0.0.1:9090\",job=\"self\"}";
  const GscopeHistoryRange range = { -10 * GSCOPE_SEC, 0 };
  Past past = { .n = 0 };
  GscopeHistory *history;
  Server server;

  begin (&server, "memory = process_resident_memory_bytes");
  fake_web_assert_signal (&server.bed, name, 47607808, "B", "Resident memory size in bytes.");
  history = gscope_signal_get_history (gscope_scope_find_signal (server.bed.scope, name));
  gscope_history_look (history, &server, GSCOPE_SEC, &range, 1);
  while (!gscope_history_knows (history, &range, GSCOPE_SEC))
    g_main_context_iteration (NULL, TRUE);
  gscope_history_visit (history, &range, GSCOPE_SEC, take_column, &past);
  g_assert_cmpuint (past.n, ==, 3);
  g_assert_cmpfloat (past.values[0], ==, 43675648);
  g_assert_cmpfloat (past.values[1], ==, 46297088);
  g_assert_cmpfloat (past.values[2], ==, 47214592);
  g_assert_cmpuint (past.n_gaps, >=, 6);
  g_assert_cmpuint (past.n_gaps, <=, 7);
  g_assert_null (gscope_history_get_status (history));
  gscope_history_look (history, &server, GSCOPE_SEC, NULL, 0);
  end (&server);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/prometheus-answers/values", test_values);
  gscope_test_add ("/prometheus-answers/errors", test_errors);
  gscope_test_add ("/prometheus-answers/refusals", test_refusals);
  gscope_test_add ("/prometheus-answers/numbers", test_numbers);
  gscope_test_add ("/prometheus-answers/past", test_past);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
