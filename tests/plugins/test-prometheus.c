/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "answer.h"
#include "expression.h"
#include "metadata.h"
#include "source.h"

#include "../support/fake-web.h"

#include <math.h>
#include <string.h>

/* What the server has. */
typedef struct
{
  GscopeHarness bed;
  FakeWeb *web;
  /* of two series of “up”; not-a-number for one that is missing */
  double up[2];
  guint n_many;
  /* by how much its clock is ahead, seconds */
  double ahead;
  /* of “up_seconds” */
  const char *unit;
  guint n_ranges;
} Server;

static double
get_time (Server *self)
{
  return FAKE_WEB_EPOCH + self->ahead + (double) fake_web_get_time (&self->bed) / GSCOPE_SEC;
}

static char *
answer_many (Server *self, double time)
{
  GString *text =
      g_string_new ("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[");

  for (guint i = 0; i < self->n_many; i++)
    g_string_append_printf (text, "%s{\"metric\":{\"i\":\"%u\"},\"value\":[%.3f,\"%u\"]}",
                            i > 0 ? "," : "", i, time, i);
  g_string_append (text, "]}}");
  return g_string_free (text, FALSE);
}

static char *
answer_up (Server *self, double time)
{
  GString *text =
      g_string_new ("{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[");
  guint n = 0;

  for (guint i = 0; i < G_N_ELEMENTS (self->up); i++)
    if (!isnan (self->up[i]))
      g_string_append_printf (text,
                              "%s{\"metric\":{\"__name__\":\"up_seconds\",\"job\":\"node\","
                              "\"instance\":\"web%u:9100\"},\"value\":[%.3f,\"%g\"]}",
                              n++ > 0 ? "," : "", i + 1, time, self->up[i]);
  g_string_append (text, "]}}");
  return g_string_free (text, FALSE);
}

static char *
answer_query (Server *self, const char *query, guint *status)
{
  double time = get_time (self);

  if (g_str_has_prefix (query, "up"))
    return answer_up (self, time);
  if (g_str_equal (query, "many"))
    return answer_many (self, time);
  if (g_str_equal (query, "large"))
    return g_strnfill (17 * 1024 * 1024, ' ');
  if (g_str_equal (query, "elsewhere"))
    {
      *status = 302;
      return g_strdup ("");
    }
  if (g_str_equal (query, "7 * 6"))
    return g_strdup_printf ("{\"status\":\"success\",\"data\":{\"resultType\":\"scalar\","
                            "\"result\":[%.3f,\"42\"]}}",
                            time);
  *status = 400;
  return g_strdup ("{\"status\":\"error\",\"errorType\":\"bad_data\",\"error\":\"1:5: parse error: "
                   "unexpected <by>\"}");
}

/* The past of the first series is its time in seconds, with a gap of a minute. */
static char *
answer_range (Server *self, GHashTable *fields)
{
  double begin = g_ascii_strtod (g_hash_table_lookup (fields, "start"), NULL);
  double end = g_ascii_strtod (g_hash_table_lookup (fields, "end"), NULL);
  double step = g_ascii_strtod (g_hash_table_lookup (fields, "step"), NULL);
  GString *text = g_string_new (
      "{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[{\"metric\":"
      "{\"__name__\":\"up_seconds\",\"job\":\"node\",\"instance\":\"web1:9100\"},\"values\":[");
  guint n = 0;

  self->n_ranges++;
  g_assert_cmpfloat (end, <=, get_time (self));
  for (double time = begin; time <= end + 1e-6; time += step)
    if (time < FAKE_WEB_EPOCH - 180 || time >= FAKE_WEB_EPOCH - 120)
      g_string_append_printf (text, "%s[%.3f,\"%.3f\"]", n++ > 0 ? "," : "", time,
                              time - FAKE_WEB_EPOCH);
  g_string_append (text, "]}]}}");
  return g_string_free (text, FALSE);
}

static char *
answer (const char *path, GHashTable *fields, guint *status, gpointer data)
{
  Server *self = data;

  if (g_str_equal (path, "/api/v1/query"))
    return answer_query (self, g_hash_table_lookup (fields, "query"), status);
  if (g_str_equal (path, "/api/v1/query_range"))
    return answer_range (self, fields);
  if (g_str_equal (path, "/api/v1/metadata"))
    return g_strdup_printf ("{\"status\":\"success\",\"data\":{\"up_seconds\":[{\"type\":\"gauge\","
                            "\"help\":\"How long it is up.\",\"unit\":\"%s\"}]}}",
                            self->unit);
  if (g_str_equal (path, "/api/v1/status/config"))
    return g_strdup ("{\"status\":\"success\",\"data\":{\"yaml\":\"global:\\n  scrape_interval: "
                     "2s\\n  scrape_timeout: 1s\\n\"}}");
  *status = 404;
  return g_strdup ("nothing");
}

static void
begin (Server *self, const char *expressions)
{
  g_autofree char *options = NULL;

  *self = (Server){ .up = { 1, 0 }, .unit = "" };
  self->web = fake_web_new (answer, self);
  options = g_strdup_printf ("{\"address\": \"%s/\", \"expressions\": \"%s\"}",
                             fake_web_get_address (self->web), expressions);
  gscope_harness_init (&self->bed, PROMETHEUS_TYPE_SOURCE, options);
}

static void
end (Server *self)
{
  gscope_harness_clear (&self->bed);
  fake_web_free (self->web);
}

#define UP1 "x/up_seconds/{instance=\"web1:9100\",job=\"node\"}"
#define UP2 "x/up_seconds/{instance=\"web2:9100\",job=\"node\"}"

/* Parts. */

static void
test_expressions (void)
{
  g_autoptr (GPtrArray) list = prometheus_expressions_parse (
      " up; load_5 = rate(x{a=\"b;c\"}[5m]) ; a == b;a=~'\\'';", NULL);
  const char *const texts[] = { "up", "rate(x{a=\"b;c\"}[5m])", "a == b", "a=~'\\''" };
  static const char *const bad[] = { "a =", "a = ; b", "u;u;u;u;u;u;u;u;u;u;u;u;u;u;u;u;u" };

  g_assert_cmpuint (list->len, ==, G_N_ELEMENTS (texts));
  for (guint i = 0; i < list->len; i++)
    g_assert_cmpstr (((PrometheusExpression *) list->pdata[i])->text, ==, texts[i]);
  g_assert_cmpstr (((PrometheusExpression *) list->pdata[1])->name, ==, "load_5");
  g_assert_null (((PrometheusExpression *) list->pdata[2])->name);
  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (prometheus_expressions_parse (bad[i], &error));
      g_assert_true (g_str_has_prefix (error->message, "expressions: "));
    }
}

static void
test_units (void)
{
  g_assert_cmpstr (prometheus_metadata_get_unit ("x", "seconds"), ==, "s");
  g_assert_cmpstr (prometheus_metadata_get_unit ("x_bytes_total", ""), ==, "B");
  g_assert_cmpstr (prometheus_metadata_get_unit ("x_seconds_sum", NULL), ==, "s");
  g_assert_cmpstr (prometheus_metadata_get_unit ("x_seconds_count", NULL), ==, "");
  g_assert_cmpstr (prometheus_metadata_get_unit ("x_seconds_count", "seconds"), ==, "");
  g_assert_cmpstr (prometheus_metadata_get_unit ("up", "parsecs"), ==, "");
  g_assert_cmpint (prometheus_duration_parse ("1m30s"), ==, 90 * GSCOPE_SEC);
  g_assert_cmpint (prometheus_duration_parse ("500ms"), ==, GSCOPE_SEC / 2);
  g_assert_cmpint (prometheus_duration_parse ("5"), ==, 0);
  g_assert_cmpint (prometheus_duration_parse ("s"), ==, 0);
  g_assert_cmpint (prometheus_duration_parse ("999999y999999y"), ==, 0);
}

static PrometheusAnswer *
read_answer (const char *text)
{
  g_autoptr (GError) error = NULL;
  PrometheusAnswer *answer_read = prometheus_answer_read (200, text, strlen (text), &error);

  g_assert_no_error (error);
  return answer_read;
}

static void
test_answers (void)
{
  g_autoptr (PrometheusAnswer) matrix = read_answer (
      "{\"data\":{\"result\":[{\"values\":[[1.5,\"NaN\"],[2.5,\"+Inf\"],[3.5,\"-1e3\"]],"
      "\"metric\":{\"b\":\"\\u00e4\\\"\",\"a\":\"1\"}},{\"metric\":{},\"histogram\":[1,{}]}]},"
      "\"warnings\":[\"w\"],\"status\":\"success\"}");
  const PrometheusSeries *series = prometheus_answer_find (matrix, "", "{a=\"1\",b=\"ä\\\"\"}");
  const GscopeSample *samples;

  g_assert_cmpuint (matrix->series->len, ==, 1);
  g_assert_cmpuint (matrix->n_histograms, ==, 1);
  g_assert_cmpstr (matrix->warning, ==, "w");
  g_assert_false (matrix->is_instant);
  g_assert_nonnull (series);
  samples = (GscopeSample *) series->samples->data;
  g_assert_cmpuint (series->samples->len, ==, 3);
  g_assert_cmpint (samples[0].time, ==, 1500 * GSCOPE_MSEC);
  g_assert_true (isnan (samples[0].value));
  g_assert_cmpfloat (samples[1].value, ==, INFINITY);
  g_assert_cmpfloat (samples[2].value, ==, -1000);
  g_assert_null (prometheus_answer_find (matrix, "up", ""));
}

/* A series with too many labels is left out. */
static void
test_labels (void)
{
  g_autoptr (GString) text =
      g_string_new ("{\"status\":\"success\",\"data\":{\"result\":[{\"metric\":{");
  g_autoptr (PrometheusAnswer) vector = NULL;

  for (guint i = 0; i < 65; i++)
    g_string_append_printf (text, "%s\"l%u\":\"v\"", i > 0 ? "," : "", i);
  g_string_append (text, "},\"value\":[1,\"2\"]},{\"metric\":{\"a\":\"1\"},"
                         "\"value\":[1,\"3\"]}]}}");
  vector = read_answer (text->str);
  g_assert_cmpuint (vector->n_excess, ==, 1);
  g_assert_cmpuint (vector->series->len, ==, 1);
  g_assert_nonnull (prometheus_answer_find (vector, "", "{a=\"1\"}"));
}

static void
test_bad_answers (void)
{
  static const FakeWebBadAnswer answers[] = {
    { 200, "", "column 1" },
    { 200, "{\"status\":\"success\"", "column 20" },
    { 200, "{\"status\":\"success\"}x", "not the JSON" },
    { 200, "{\"a\":\xff}", "UTF-8" },
    { 200, "{\"status\":\"success\",\"data\":{\"result\":[{\"value\":[1]}]}}", "not the JSON" },
    { 200, "{\"status\":\"success\",\"data\":{\"result\":[{\"value\":[1,\"2\",3]}]}}",
      "not the JSON" },
    { 200, "{\"status\":\"success\",\"data\":{\"result\":[{\"values\":[[2,\"2\"],[1,\"2\"]]}]}}",
      "not the JSON" },
    { 200, "{\"status\":\"success\",\"data\":{\"result\":[{\"value\":[1e300,\"2\"]}]}}",
      "not the JSON" },
    { 404, "<html>", "404 Not Found" },
    { 200, "{\"status\":\"error\"}", "200 OK" },
    { 422, "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"many-to-many\"}",
      "execution: many-to-many" },
  };

  fake_web_check_bad (prometheus_answer_read, answers, G_N_ELEMENTS (answers));
}

/* The source. */

static void
test_values (void)
{
  GscopeSignal *signal;
  GscopeSample sample;
  Server server;

  begin (&server, "up; answer = 7 * 6");
  fake_web_await_status (&server.bed, NULL);
  fake_web_await_value (&server.bed, UP1, 1);
  fake_web_await_value (&server.bed, UP2, 0);
  fake_web_await_value (&server.bed, "x/answer/value", 42);
  signal = gscope_scope_find_signal (server.bed.scope, UP1);
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "s");
  g_assert_cmpstr (gscope_signal_get_description (signal), ==, "How long it is up.");
  g_assert_cmpstr (gscope_signal_get_title (signal), ==,
                   "up_seconds{instance=\"web1:9100\",job=\"node\"}");
  g_assert_true (gscope_signal_get_latest (signal, &sample));
  g_assert_cmpint (ABS (sample.time - GSCOPE_SEC), <=, GSCOPE_MSEC);

  /* the step is the server's */
  server.up[0] = 5;
  server.up[1] = NAN;
  gscope_harness_advance (&server.bed, 1900);
  g_assert_cmpfloat (gscope_harness_get (&server.bed, UP1), ==, 1);
  gscope_harness_advance (&server.bed, 100);
  fake_web_await_value (&server.bed, UP1, 5);
  fake_web_await_value (&server.bed, UP2, NAN);
  gscope_harness_advance (&server.bed, 1000);
  g_assert_cmpfloat (gscope_harness_get (&server.bed, "x/missing"), ==, 1);
  end (&server);
}

/* The server's clock is an hour ahead. */
static void
test_clocks (void)
{
  GscopeSample sample;
  Server server;

  begin (&server, "up");
  server.ahead = 3600;
  server.up[0] = 2;
  gscope_harness_advance (&server.bed, 2000);
  fake_web_await_value (&server.bed, UP1, 2);
  gscope_signal_get_latest (gscope_scope_find_signal (server.bed.scope, UP1), &sample);
  g_assert_cmpint (ABS (sample.time - 3 * GSCOPE_SEC), <=, GSCOPE_MSEC);
  end (&server);
}

static void
test_refusal (void)
{
  Server server;

  begin (&server, "up; sum by");
  g_assert_cmpint (gscope_source_get_state (server.bed.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  fake_web_await_status (&server.bed, "bad_data: 1:5: parse error: unexpected <by>");
  fake_web_await_value (&server.bed, UP1, 1);
  end (&server);
}

static void
test_alike (void)
{
  Server server;

  begin (&server, "up; up2");
  fake_web_await_status (&server.bed, "the same name");
  end (&server);
}

static void
test_many (void)
{
  GscopeTally tally;
  Server server;

  begin (&server, "many");
  server.n_many = 300;
  gscope_harness_advance (&server.bed, 2000);
  fake_web_await_status (&server.bed, "44 more signals");
  fake_web_await_value (&server.bed, "x/many/{i=\"255\"}", 255);
  g_assert_null (gscope_scope_find_signal (server.bed.scope, "x/many/{i=\"256\"}"));
  gscope_source_get_tally (server.bed.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_LIMIT], ==, 44);

  /* others take the place of those that are gone */
  server.n_many = 0;
  gscope_harness_advance (&server.bed, 2000);
  fake_web_await_status (&server.bed, NULL);
  end (&server);
}

/* A large answer is read on a thread, one that is too large is not read. */
static void
test_large (void)
{
  GscopeTally tally;
  Server server;

  begin (&server, "many");
  server.n_many = 5000;
  gscope_harness_advance (&server.bed, 2000);
  fake_web_await_status (&server.bed, "4744 more signals");
  fake_web_await_value (&server.bed, "x/many/{i=\"7\"}", 7);
  gscope_source_get_tally (server.bed.source, &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_LIMIT], ==, 4744);
  /* the answer to this one comes after the stop */
  gscope_harness_advance (&server.bed, 2000);
  end (&server);

  begin (&server, "large");
  fake_web_await_status (&server.bed, "the answer has more than 16 MiB");
  end (&server);
}

static void
test_redirection (void)
{
  Server server;

  begin (&server, "elsewhere");
  fake_web_await_status (&server.bed, "the server names another address");
  g_assert_cmpuint (fake_web_count_requests (server.web), ==, 2);
  end (&server);
}

/* The server goes away and comes back. */
static void
test_reconnection (void)
{
  Server server;
  guint n;

  begin (&server, "up");
  fake_web_await_value (&server.bed, UP1, 1);
  fake_web_set_down (server.web, TRUE);
  gscope_harness_advance (&server.bed, 2000);
  fake_web_await_status (&server.bed, "the next attempt is in 2 s");
  fake_web_await_value (&server.bed, UP1, NAN);
  gscope_harness_advance (&server.bed, 2000);
  fake_web_await_status (&server.bed, "the next attempt is in 2 s");
  gscope_harness_advance (&server.bed, 2000);
  fake_web_await_status (&server.bed, "the next attempt is in 4 s");
  g_assert_cmpint (gscope_source_get_state (server.bed.source), ==, GSCOPE_SOURCE_STATE_TROUBLE);
  n = fake_web_count_requests (server.web);
  fake_web_set_down (server.web, FALSE);
  server.up[0] = 3;
  gscope_harness_advance (&server.bed, 3900);
  g_assert_cmpuint (fake_web_count_requests (server.web), ==, n);
  gscope_harness_advance (&server.bed, 100);
  fake_web_await_value (&server.bed, UP1, 3);
  fake_web_await_status (&server.bed, NULL);
  gscope_harness_advance (&server.bed, 1000);
  g_assert_cmpfloat (gscope_harness_get (&server.bed, "x/failures"), ==, 3);
  end (&server);
}

/* A stop in the middle of a round, and another start. */
static void
test_stop (void)
{
  Server server;

  begin (&server, "up");
  fake_web_await_value (&server.bed, UP1, 1);
  gscope_harness_advance (&server.bed, 2000);
  gscope_harness_stop (&server.bed);
  gscope_scope_drain (server.bed.scope);
  g_assert_true (isnan (gscope_harness_get (&server.bed, UP1)));
  server.up[0] = 4;
  gscope_harness_start (&server.bed);
  fake_web_await_value (&server.bed, UP1, 4);
  end (&server);
}

/* Another server may have another unit. */
static void
test_address (void)
{
  g_autofree char *options = NULL;
  g_autoptr (GError) error = NULL;
  Server server;

  begin (&server, "up");
  fake_web_await_value (&server.bed, UP1, 1);
  gscope_harness_stop (&server.bed);
  server.unit = "bytes";
  server.up[0] = 4;
  options = g_strdup_printf ("{\"address\": \"%s\"}", fake_web_get_address (server.web));
  gscope_source_configure (server.bed.source, gscope_harness_parse (options), &error);
  g_assert_no_error (error);
  gscope_harness_start (&server.bed);
  fake_web_await_value (&server.bed, UP1, 4);
  g_assert_cmpstr (gscope_signal_get_unit (gscope_scope_find_signal (server.bed.scope, UP1)), ==,
                   "B");
  end (&server);
}

/* The past. */

static void
check_column (const GscopeHistoryRange *range, gint64 time, gint64 width,
              const GscopeColumn *column, gpointer data)
{
  guint *n = data;
  double middle = (double) (time + width / 2) / GSCOPE_SEC;

  if (column->count > 0)
    {
      n[0]++;
      g_assert_cmpfloat_with_epsilon (column->first, middle, (double) width / GSCOPE_SEC);
    }
  else if (gscope_gap_from_value (column->min, NULL))
    {
      n[1]++;
      g_assert_cmpfloat (middle, >, -182);
      g_assert_cmpfloat (middle, <, -118);
    }
}

static void
count_column (const GscopeHistoryRange *range, gint64 time, gint64 width,
              const GscopeColumn *column, gpointer n)
{
  *(guint *) n += (guint) column->count;
}

static void
test_past (void)
{
  const GscopeHistoryRange range = { -300 * GSCOPE_SEC, 0 };
  guint n[2] = { 0 }, n_ranges;
  GscopeHistory *histories[2];
  GscopeSample sample;
  Server server;

  begin (&server, "up");
  fake_web_await_value (&server.bed, UP1, 1);
  histories[0] = gscope_signal_get_history (gscope_scope_find_signal (server.bed.scope, UP1));
  histories[1] = gscope_signal_get_history (gscope_scope_find_signal (server.bed.scope, UP2));
  for (guint i = 0; i < 2; i++)
    gscope_history_look (histories[i], &server, GSCOPE_SEC, &range, 1);
  while (!gscope_history_knows (histories[0], &range, GSCOPE_SEC)
         || !gscope_history_knows (histories[1], &range, GSCOPE_SEC))
    g_main_context_iteration (NULL, TRUE);
  gscope_history_visit (histories[0], &range, GSCOPE_SEC, check_column, n);
  g_assert_cmpuint (n[0], >=, 115);
  g_assert_cmpuint (n[0], <=, 125);
  g_assert_cmpuint (n[1], >=, 25);
  g_assert_cmpint (
      gscope_history_find (histories[0], -50 * GSCOPE_SEC, -100 * GSCOPE_SEC, 0, &sample), ==,
      GSCOPE_HISTORY_ANSWER_SAMPLE);
  g_assert_cmpfloat_with_epsilon (sample.value, -51, 3);

  /* the line goes on beyond what was asked for */
  g_assert_cmpint (
      gscope_history_find (histories[0], -290 * GSCOPE_SEC, -1000 * GSCOPE_SEC, 0, &sample), ==,
      GSCOPE_HISTORY_ANSWER_SAMPLE);
  /* two signals share requests */
  n_ranges = server.n_ranges;
  for (guint i = 0; i < 2; i++)
    gscope_history_look (histories[i], &server, GSCOPE_SEC, NULL, 0);
  g_assert_cmpuint (n_ranges, <=, 3);
  g_assert_null (gscope_history_get_status (histories[0]));
  end (&server);
}

/* A real server, which scrapes itself once a second; tests/integration/test-prometheus.py starts it. */
static void
test_server (void)
{
  const char *address = g_getenv ("GSCOPE_TEST_PROMETHEUS");
  const GscopeHistoryRange range = { -5 * GSCOPE_SEC, 0 };
  g_autofree char *options = NULL, *up = NULL;
  guint n[2] = { 0 };
  GscopeHarness bed;
  GscopeHistory *history;
  GscopeSignal *signal;

  if (!address)
    {
      g_test_skip ("no server of its own: GSCOPE_TEST_PROMETHEUS is not set");
      return;
    }
  options = g_strdup_printf ("{\"address\": \"%s\", \"expressions\": \"up; sum by; "
                             "memory = process_resident_memory_bytes; two = scalar(up) + 1\"}",
                             address);
  up = g_strdup_printf ("x/up/{instance=\"%s\",job=\"self\"}", address + strlen ("http://"));
  gscope_harness_init (&bed, PROMETHEUS_TYPE_SOURCE, options);
  fake_web_await_value (&bed, up, 1);
  fake_web_await_value (&bed, "x/two/value", 2);
  fake_web_await_status (&bed, "bad_data: invalid parameter \"query\": 1:7: parse error");
  g_free (up);
  up = g_strdup_printf ("x/memory/{instance=\"%s\",job=\"self\"}", address + strlen ("http://"));
  signal = gscope_scope_find_signal (bed.scope, up);
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "B");
  g_assert_cmpstr (gscope_signal_get_description (signal), ==, "Resident memory size in bytes.");
  g_assert_cmpfloat (gscope_harness_get (&bed, up), >, 1e6);

  history = gscope_signal_get_history (signal);
  gscope_history_look (history, &bed, GSCOPE_SEC / 10, &range, 1);
  while (!gscope_history_knows (history, &range, GSCOPE_SEC / 10))
    g_main_context_iteration (NULL, TRUE);
  gscope_history_visit (history, &range, GSCOPE_SEC / 10, count_column, n);
  g_assert_cmpuint (n[0], >=, 4);
  g_assert_cmpuint (n[0], <=, 6);
  gscope_history_look (history, &bed, GSCOPE_SEC / 10, NULL, 0);
  gscope_harness_clear (&bed);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/prometheus/expressions", test_expressions);
  gscope_test_add ("/prometheus/units", test_units);
  gscope_test_add ("/prometheus/answers", test_answers);
  gscope_test_add ("/prometheus/labels", test_labels);
  gscope_test_add ("/prometheus/bad-answers", test_bad_answers);
  gscope_test_add ("/prometheus/values", test_values);
  gscope_test_add ("/prometheus/clocks", test_clocks);
  gscope_test_add ("/prometheus/refusal", test_refusal);
  gscope_test_add ("/prometheus/alike", test_alike);
  gscope_test_add ("/prometheus/many", test_many);
  gscope_test_add ("/prometheus/large", test_large);
  gscope_test_add ("/prometheus/redirection", test_redirection);
  gscope_test_add ("/prometheus/reconnection", test_reconnection);
  gscope_test_add ("/prometheus/stop", test_stop);
  gscope_test_add ("/prometheus/address", test_address);
  gscope_test_add ("/prometheus/past", test_past);
  gscope_test_add ("/prometheus/server", test_server);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
