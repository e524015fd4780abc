/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "reply.h"
#include "source.h"
#include "units.h"

#include "../support/fake-web.h"

#include <math.h>
#include <string.h>

/* What pmproxy has. */
typedef struct
{
  GscopeHarness bed;
  FakeWeb *web;
  guint context;
  guint n_contexts;
  double load[2];
  /* of the second instance of the load */
  const char *second;
  guint64 bytes;
  guint64 large;
  gint64 timeout;
} Server;

static char *
refuse (guint *status, const char *message)
{
  *status = 400;
  return g_strdup_printf ("{\"message\":\"%s\",\"success\":false}\r\n", message);
}

/* As many metrics as a source may have. */
static char *
answer_many (void)
{
  GString *text = g_string_new ("{\"metrics\":[");

  for (guint i = 0; i < PCP_MAX_METRICS; i++)
    g_string_append_printf (
        text, "%s{\"name\":\"many.m%u\",\"type\":\"u32\",\"sem\":\"instant\",\"units\":\"none\"}",
        i > 0 ? "," : "", i);
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

static char *
answer_metric (const char *prefix, guint *status)
{
  if (g_str_equal (prefix, "many"))
    return answer_many ();
  if (g_str_equal (prefix, "kernel.all.load"))
    return g_strdup ("{\"context\":7,\"metrics\":[{\"name\":\"kernel.all.load\",\"series\":\"s\","
                     "\"pmid\":\"60.2.0\",\"indom\":\"60.2\",\"type\":\"float\",\"sem\":"
                     "\"instant\",\"units\":\"none\",\"labels\":{\"agent\":\"linux\"},"
                     "\"text-oneline\":\"1 and 5 minute load average\"}]}");
  if (g_str_equal (prefix, "disk"))
    return g_strdup (
        "{\"metrics\":[{\"name\":\"disk.bytes\",\"pmid\":\"60.0.24\",\"type\":\"u64\","
        "\"sem\":\"counter\",\"units\":\"Kbyte\",\"labels\":{}},{\"name\":"
        "\"disk.name\",\"type\":\"string\",\"sem\":\"discrete\",\"units\":\"none\"}]}");
  if (g_str_equal (prefix, "pmcd.control.timeout"))
    return g_strdup ("{\"metrics\":[{\"name\":\"pmcd.control.timeout\",\"type\":\"u32\",\"sem\":"
                     "\"discrete\",\"units\":\"sec\",\"text-oneline\":\"Timeout\"}]}");
  if (g_str_equal (prefix, "sample.string.write_me"))
    return g_strdup ("{\"metrics\":[{\"name\":\"sample.string.write_me\",\"type\":\"string\","
                     "\"sem\":\"instant\",\"units\":\"none\"}]}");
  if (g_str_equal (prefix, "sample.ulonglong.write_me"))
    return g_strdup ("{\"metrics\":[{\"name\":\"sample.ulonglong.write_me\",\"type\":\"u64\","
                     "\"sem\":\"instant\",\"units\":\"none\"}]}");
  return refuse (status, "Unknown metric name");
}

static char *
print_load (double value)
{
  return isnan (value) ? g_strdup ("null") : g_strdup_printf ("%g", value);
}

static char *
answer_fetch (Server *self, const char *names)
{
  gint64 time = fake_web_get_time (&self->bed);
  GString *text = g_string_new (NULL);
  g_autofree char *first = print_load (self->load[0]);
  g_autofree char *second = print_load (self->load[1]);

  g_string_printf (text, "{\"context\":7,\"timestamp\":%" G_GINT64_FORMAT ".%" G_GINT64_FORMAT,
                   FAKE_WEB_EPOCH + time / GSCOPE_SEC, time % GSCOPE_SEC);
  g_string_append (text, ",\"values\":[");
  g_assert_null (strstr (names, "disk.name"));
  if (strstr (names, "kernel.all.load"))
    g_string_append_printf (text,
                            "{\"pmid\":\"60.2.0\",\"name\":\"kernel.all.load\",\"instances\":["
                            "{\"instance\":1,\"value\":%s},{\"instance\":5,\"value\":%s}]},",
                            first, second);
  if (strstr (names, "disk.bytes"))
    g_string_append_printf (text,
                            "{\"name\":\"disk.bytes\",\"instances\":[{\"instance\":null,\"value\":"
                            "%" G_GUINT64_FORMAT "}]},",
                            self->bytes);
  if (strstr (names, "pmcd.control.timeout"))
    g_string_append_printf (text,
                            "{\"name\":\"pmcd.control.timeout\",\"instances\":[{\"instance\":null,"
                            "\"value\":%" G_GINT64_FORMAT "}]},",
                            self->timeout);
  if (strstr (names, "sample.string.write_me"))
    g_string_append (text, "{\"name\":\"sample.string.write_me\",\"instances\":[{\"instance\":null,"
                           "\"value\":\"hello\"}]},");
  if (strstr (names, "sample.ulonglong.write_me"))
    g_string_append_printf (text,
                            "{\"name\":\"sample.ulonglong.write_me\",\"instances\":["
                            "{\"instance\":null,\"value\":%" G_GUINT64_FORMAT "}]},",
                            self->large);
  if (g_str_has_suffix (text->str, ","))
    g_string_truncate (text, text->len - 1);
  g_string_append (text, "]}");
  return g_string_free (text, FALSE);
}

static char *
answer_store (Server *self, GHashTable *fields, guint *status)
{
  gint64 value = g_ascii_strtoll (g_hash_table_lookup (fields, "value"), NULL, 10);

  g_assert_cmpstr (g_hash_table_lookup (fields, "hostspec"), ==, "web1");
  g_assert_cmpstr (g_hash_table_lookup (fields, "name"), ==, "pmcd.control.timeout");
  if (value > 100)
    return refuse (status, "No permission to perform requested operation");
  /* an even one */
  self->timeout = value / 2 * 2;
  return g_strdup ("{\"context\":7,\"success\":true}\r\n");
}

static char *
answer_context (Server *self, GHashTable *fields, guint *status)
{
  const char *host = g_hash_table_lookup (fields, "hostspec");

  if (host && !g_str_equal (host, "web1"))
    return refuse (status, "failed to connect to host: Connection refused");
  self->context = 7 + self->n_contexts++;
  return g_strdup_printf ("{\"context\":%u,\"source\":\"05af\",\"hostspec\":\"web1\",\"labels\":"
                          "{}}",
                          self->context);
}

static char *
answer (const char *path, GHashTable *fields, guint *status, gpointer data)
{
  Server *self = data;
  g_autofree char *prefix = g_strdup_printf ("/pmapi/%u/", self->context);
  const char *name;

  if (g_str_equal (path, "/pmapi/context"))
    return answer_context (self, fields, status);
  /* not in the context whose values are shown */
  if (g_str_equal (path, "/pmapi/store"))
    return answer_store (self, fields, status);
  if (!g_str_has_prefix (path, prefix))
    return refuse (status, "unknown context identifier: 7");
  name = path + strlen (prefix);
  if (g_str_equal (name, "metric"))
    return answer_metric (g_hash_table_lookup (fields, "prefix"), status);
  if (g_str_equal (name, "fetch"))
    return answer_fetch (self, g_hash_table_lookup (fields, "names"));
  if (g_str_equal (name, "indom")
      && g_str_equal (g_hash_table_lookup (fields, "name"), "kernel.all.load"))
    return g_strdup_printf ("{\"context\":7,\"indom\":\"60.2\",\"labels\":{},\"instances\":["
                            "{\"instance\":1,\"name\":\"1 minute\",\"labels\":{}},{\"instance\":5,"
                            "\"name\":\"%s\"}]}",
                            self->second);
  return refuse (status, "Unknown instance domain identifier");
}

static void
begin (Server *self, const char *more)
{
  g_autofree char *options = NULL;

  *self = (Server){ .load = { 0.5, 0.25 }, .second = "5 minute", .bytes = 1000, .timeout = 6 };
  self->large = G_GUINT64_CONSTANT (1) << 53;
  self->web = fake_web_new (answer, self);
  options = g_strdup_printf ("{\"address\": \"%s\", %s}", fake_web_get_address (self->web), more);
  gscope_harness_init (&self->bed, PCP_TYPE_SOURCE, options);
}

static void
end (Server *self)
{
  gscope_harness_clear (&self->bed);
  fake_web_free (self->web);
}

/* Parts. */

static void
test_units (void)
{
  static const struct
  {
    const char *text;
    gboolean is_rate;
    const char *unit;
  } cases[] = {
    { "none", FALSE, "" },
    { "count", FALSE, "" },
    { "count", TRUE, "/s" },
    { "Kbyte", FALSE, "KiB" },
    { "Kbyte", TRUE, "KiB/s" },
    { "byte / sec", FALSE, "B/s" },
    { "millisec", TRUE, "ms/s" },
    { "millisec / count", FALSE, "ms" },
    { "count / sec", FALSE, "/s" },
    { "count x 10^3", FALSE, "count x 10^3" },
    { "", FALSE, "" },
    { "sec / byte", TRUE, "s/B/s" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (cases); i++)
    {
      g_autofree char *unit = pcp_unit_translate (cases[i].text, cases[i].is_rate);

      g_assert_cmpstr (unit, ==, cases[i].unit);
    }
}

static gint64
read_time (const char *timestamp)
{
  g_autofree char *text = g_strdup_printf ("{\"timestamp\":%s,\"values\":[]}", timestamp);
  g_autoptr (PcpFetch) fetch = pcp_fetch_read (200, text, strlen (text), NULL);

  return fetch ? fetch->time : -1;
}

/* The nanoseconds have no zeros in front. */
static void
test_times (void)
{
  g_assert_cmpint (read_time ("5.12"), ==, 5 * GSCOPE_SEC + 12);
  g_assert_cmpint (read_time ("5.500000000"), ==, 5 * GSCOPE_SEC + GSCOPE_SEC / 2);
  g_assert_cmpint (read_time ("5"), ==, 5 * GSCOPE_SEC);
  g_assert_cmpint (read_time ("-5"), ==, -1);
  g_assert_cmpint (read_time ("5.1e3"), ==, -1);
  g_assert_cmpint (read_time ("99999999999"), ==, -1);
  g_assert_cmpint (read_time ("null"), ==, -1);
}

static void
test_bad_replies (void)
{
  static const FakeWebBadAnswer answers[] = {
    { 200, "{}", "200 OK" },
    { 200, "{\"context\":-1}", "200 OK" },
    { 200, "{\"context\":{}}", "not the JSON" },
    { 200, "[]", "not the JSON" },
    { 404, "", "404 Not Found" },
    { 403, "{\"message\":\"no\",\"success\":false}", "no" },
    { 200, "{\"context\":1,\"message\":\"never\",\"success\":false}", "never" },
  };

  fake_web_check_bad (pcp_context_read, answers, G_N_ELEMENTS (answers));
}

/* The source. */

static void
test_values (void)
{
  GscopeSignal *signal;
  GscopeSample sample;
  Server server;

  begin (&server, "\"metrics\": [\"kernel.all.load\", \"disk\"], \"host\": \"web1\"");
  fake_web_await_value (&server.bed, "x/kernel.all.load/1 minute", 0.5);
  fake_web_await_value (&server.bed, "x/kernel.all.load/5 minute", 0.25);
  g_assert_cmpstr (gscope_source_get_status (server.bed.source), ==,
                   "the values of 1 metric are no numbers, and are not shown");
  signal = gscope_scope_find_signal (server.bed.scope, "x/disk.bytes");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "KiB/s");
  gscope_signal_get_latest (
      gscope_scope_find_signal (server.bed.scope, "x/kernel.all.load/1 minute"), &sample);
  g_assert_cmpint (sample.time, ==, GSCOPE_SEC);

  /* a counter, and a value that is missing */
  server.bytes += 500;
  server.load[1] = NAN;
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/disk.bytes", 500);
  fake_web_await_value (&server.bed, "x/kernel.all.load/5 minute", NAN);
  gscope_harness_advance (&server.bed, 900);

  /* one that was reset */
  server.bytes = 100;
  gscope_harness_advance (&server.bed, 100);
  g_assert_cmpfloat (gscope_harness_get (&server.bed, "x/missing"), ==, 1);
  fake_web_await_value (&server.bed, "x/disk.bytes", NAN);
  server.bytes = 130;
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/disk.bytes", 30);
  end (&server);
}

static void
test_counters (void)
{
  Server server;

  begin (&server, "\"metrics\": [\"disk\"], \"rates\": false, \"interval\": 0.5");
  fake_web_await_value (&server.bed, "x/disk.bytes", 1000);
  g_assert_cmpstr (
      gscope_signal_get_unit (gscope_scope_find_signal (server.bed.scope, "x/disk.bytes")), ==,
      "KiB");
  server.bytes = 1001;
  gscope_harness_advance (&server.bed, 500);
  fake_web_await_value (&server.bed, "x/disk.bytes", 1001);
  end (&server);
}

static void
test_unknown (void)
{
  Server server;

  begin (&server, "\"metrics\": [\"kernel.all.load\", \"no.such\"]");
  fake_web_await_status (&server.bed, "no.such: Unknown metric name");
  fake_web_await_value (&server.bed, "x/kernel.all.load/1 minute", 0.5);
  end (&server);

  begin (&server, "\"metrics\": [\"many\", \"disk\"]");
  fake_web_await_status (&server.bed, "1 more signal is not shown; choose fewer");
  end (&server);

  begin (&server, "\"metrics\": [], \"host\": \"web1\"");
  fake_web_await_status (&server.bed, "there is no metric");
  end (&server);

  begin (&server, "\"host\": \"web2\"");
  fake_web_await_status (&server.bed, "failed to connect to host: Connection refused");
  end (&server);
}

/* pmproxy forgets the context, then goes away and comes back. */
static void
test_reconnection (void)
{
  Server server;

  begin (&server, "\"metrics\": [\"kernel.all.load\"]");
  fake_web_await_value (&server.bed, "x/kernel.all.load/1 minute", 0.5);
  server.context = 99;
  server.load[0] = 0.75;
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/kernel.all.load/1 minute", 0.75);
  g_assert_cmpuint (server.n_contexts, ==, 2);
  fake_web_await_status (&server.bed, NULL);

  fake_web_set_down (server.web, TRUE);
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_status (&server.bed, "the next attempt is in 1 s");
  fake_web_await_value (&server.bed, "x/kernel.all.load/1 minute", NAN);
  fake_web_set_down (server.web, FALSE);
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/kernel.all.load/1 minute", 0.75);
  end (&server);
}

static void
test_store (void)
{
  g_autofree char *answer_good = NULL, *answer_bad = NULL, *answer_stopped = NULL;
  GscopeParameter *parameter;
  Server server;

  begin (&server, "\"metrics\": [\"kernel.all.load\"], \"store\": [\"pmcd.control.timeout\"], "
                  "\"host\": \"web1\"");
  fake_web_await_value (&server.bed, "x/pmcd.control.timeout", 6);
  parameter = gscope_source_find_parameter (server.bed.source, "pmcd.control.timeout");
  g_assert_nonnull (parameter);
  g_assert_cmpstr (gscope_parameter_get_unit (parameter), ==, "s");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 6);

  answer_good =
      gscope_harness_write (&server.bed, "pmcd.control.timeout", g_variant_new_int64 (21));
  g_assert_null (answer_good);
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 20);
  answer_bad =
      gscope_harness_write (&server.bed, "pmcd.control.timeout", g_variant_new_int64 (101));
  g_assert_nonnull (strstr (answer_bad, "No permission to perform requested operation"));
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 20);

  /* somebody else */
  server.timeout = 8;
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/pmcd.control.timeout", 8);
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 8);

  gscope_harness_stop (&server.bed);
  answer_stopped =
      gscope_harness_write (&server.bed, "pmcd.control.timeout", g_variant_new_int64 (4));
  g_assert_nonnull (strstr (answer_stopped, "not connected"));
  end (&server);
}

/* A text is a parameter. A whole number that a double does not hold is none. */
static void
test_parameters (void)
{
  GscopeParameter *parameter;
  Server server;

  begin (&server, "\"metrics\": [], \"store\": [\"sample.string.write_me\", "
                  "\"sample.ulonglong.write_me\"]");
  fake_web_await_status (&server.bed, NULL);
  parameter = gscope_source_find_parameter (server.bed.source, "sample.string.write_me");
  g_assert_nonnull (parameter);
  g_assert_cmpstr (g_variant_get_string (gscope_parameter_get_value (parameter), NULL), ==,
                   "hello");
  g_assert_null (gscope_source_find_parameter (server.bed.source, "sample.ulonglong.write_me"));

  server.large = 7;
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/sample.ulonglong.write_me", 7);
  parameter = gscope_source_find_parameter (server.bed.source, "sample.ulonglong.write_me");
  g_assert_nonnull (parameter);
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 7);

  server.large = G_GUINT64_CONSTANT (1) << 60;
  gscope_harness_advance (&server.bed, 1000);
  fake_web_await_value (&server.bed, "x/sample.ulonglong.write_me", 1152921504606846976.0);
  g_assert_null (gscope_source_find_parameter (server.bed.source, "sample.ulonglong.write_me"));
  end (&server);
}

static void
test_options (void)
{
  static const char *const bad[] = {
    "{\"address\": \"localhost:44322\"}",
    "{\"address\": \"http://user:secret@localhost\"}",
    "{\"address\": \"http://localhost/?a=b\"}",
    "{\"host\": \"web1?username=me&password=secret\"}",
    "{\"metrics\": [\"a b\"]}",
    "{\"metrics\": [\"\"]}",
    "{\"interval\": 0}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GscopeSource) source = g_object_new (PCP_TYPE_SOURCE, "name", "x", NULL);
      g_autoptr (GVariant) options = g_variant_ref_sink (gscope_harness_parse (bad[i]));
      g_autoptr (GError) error = NULL;

      g_assert_false (gscope_source_configure (source, options, &error));
      g_assert_nonnull (error);
    }
}

/* Real servers, which tests/integration/test-pcp.py starts. */
static void
test_server (void)
{
  const char *address = g_getenv ("GSCOPE_TEST_PCP");
  g_autofree char *options = NULL, *good = NULL, *bad = NULL;
  GscopeParameter *parameter;
  GscopeHarness bed;
  GscopeSignal *signal;

  if (!address)
    {
      g_test_skip ("no servers of its own: GSCOPE_TEST_PCP is not set");
      return;
    }
  options =
      g_strdup_printf ("{\"address\": \"%s\", \"host\": \"%s\", \"metrics\": [\"kernel.all.load\", "
                       "\"kernel.all.cpu.user\", \"mem.physmem\", \"no.such\"], \"store\": "
                       "[\"pmcd.control.timeout\", \"kernel.all.nprocs\"], \"interval\": 0.05}",
                       address, g_getenv ("GSCOPE_TEST_PCP_HOST"));
  gscope_harness_init (&bed, PCP_TYPE_SOURCE, options);
  fake_web_await_status (&bed, "no.such: no.such traversal failed - Unknown metric name");
  gscope_scope_drain (bed.scope);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/kernel.all.load/1 minute"), >=, 0);
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/mem.physmem"), >, 1000);
  signal = gscope_scope_find_signal (bed.scope, "x/mem.physmem");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "KiB");
  signal = gscope_scope_find_signal (bed.scope, "x/kernel.all.cpu.user");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "ms/s");
  while (isnan (gscope_harness_get (&bed, "x/kernel.all.cpu.user")))
    {
      gscope_harness_advance (&bed, 50);
      g_usleep (1000);
    }
  g_assert_cmpfloat (gscope_harness_get (&bed, "x/kernel.all.cpu.user"), >=, 0);

  good = gscope_harness_write (&bed, "pmcd.control.timeout", g_variant_new_int64 (9));
  g_assert_null (good);
  parameter = gscope_source_find_parameter (bed.source, "pmcd.control.timeout");
  g_assert_cmpfloat (gscope_parameter_get_number (parameter), ==, 9);
  bad = gscope_harness_write (&bed, "kernel.all.nprocs", g_variant_new_int64 (1));
  g_assert_nonnull (strstr (bad, "No permission to perform requested operation"));
  gscope_harness_clear (&bed);
}

/* A foreign workspace asks before it sends requests, and before it stores values. */
static void
test_demands (void)
{
  g_autoptr (GTypeClass) klass = g_type_class_ref (PCP_TYPE_SOURCE);
  g_autoptr (GPtrArray) demands =
      g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_demand_free);
  g_autoptr (GVariant) options =
      g_variant_ref_sink (gscope_harness_parse ("{\"address\": \"http://web1:44322\"}"));
  g_autoptr (GVariant) parameters =
      g_variant_ref_sink (gscope_harness_parse ("{\"pmcd.control.timeout\": 7}"));
  const GscopeDemand *first, *second;

  GSCOPE_SOURCE_CLASS (klass)->list_demands (options, parameters, demands);
  g_assert_cmpuint (demands->len, ==, 2);
  first = demands->pdata[0];
  second = demands->pdata[1];
  g_assert_cmpint (first->kind, ==, GSCOPE_DEMAND_KIND_ASK);
  g_assert_cmpstr (first->detail, ==, "http://web1:44322");
  g_assert_cmpint (second->kind, ==, GSCOPE_DEMAND_KIND_STEER);
  g_assert_cmpstr (second->parameter, ==, "pmcd.control.timeout");
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/pcp/units", test_units);
  gscope_test_add ("/pcp/times", test_times);
  gscope_test_add ("/pcp/bad-replies", test_bad_replies);
  gscope_test_add ("/pcp/values", test_values);
  gscope_test_add ("/pcp/counters", test_counters);
  gscope_test_add ("/pcp/unknown", test_unknown);
  gscope_test_add ("/pcp/reconnection", test_reconnection);
  gscope_test_add ("/pcp/store", test_store);
  gscope_test_add ("/pcp/parameters", test_parameters);
  gscope_test_add ("/pcp/options", test_options);
  gscope_test_add ("/pcp/demands", test_demands);
  gscope_test_add ("/pcp/server", test_server);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
