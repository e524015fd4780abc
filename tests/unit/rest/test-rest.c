/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/rest-bed.h"

#include <glib/gstdio.h>
#include <gscope-test/gscope-test.h>
#include <gscope/rest/metric-name.h>
#include <gscope/rest/rest.h>
#include <gscope/source/private.h>
#include <string.h>

static RestAnswer
send_body (RestBed *f, const char *token, const char *method, const char *path, const char *body)
{
  g_autoptr (SoupMessage) message = rest_bed_request (f, token, method, path);

  return rest_bed_send (f, message, body);
}

/* A problem has a status, and says what to do. */
static void
assert_problem (RestAnswer answer, guint status, const char *type, const char *part)
{
  g_autofree char *uri = g_strconcat ("tag:gscope,2026:", type, NULL);

  g_assert_cmpuint (answer.status, ==, status);
  g_assert_cmpstr (answer.type, ==, "application/problem+json");
  g_assert_cmpint (json_object_get_int_member (answer.object, "status"), ==, status);
  g_assert_cmpstr (json_object_get_string_member (answer.object, "type"), ==, uri);
  g_assert_nonnull (strstr (json_object_get_string_member (answer.object, "detail"), part));
  rest_answer_clear (&answer);
}

static void
assert_status (RestAnswer answer, guint status)
{
  g_assert_cmpuint (answer.status, ==, status);
  rest_answer_clear (&answer);
}

static JsonArray *
get_items (const RestAnswer *answer, const char *member, guint n)
{
  JsonArray *items;

  g_assert_cmpuint (answer->status, ==, 200);
  items = json_object_get_array_member (answer->object, member);
  g_assert_cmpuint (json_array_get_length (items), ==, n);
  return items;
}

/* The document describes the paths that the agent serves, and no others. */
static void
test_document (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) answer = rest_bed_get (f, "watch", "/v1/openapi.json");
  JsonObject *paths = json_object_get_object_member (answer.object, "paths");
  g_autoptr (GArray) rows = gscope_rest_list ();
  g_autoptr (GHashTable) known = g_hash_table_new (g_str_hash, g_str_equal);

  for (guint i = 0; i < rows->len; i++)
    {
      const GscopeRestRow *row = &g_array_index (rows, GscopeRestRow, i);
      g_autofree char *method = g_ascii_strdown (row->method, -1);

      g_assert_true (json_object_has_member (paths, row->path));
      g_assert_true (
          json_object_has_member (json_object_get_object_member (paths, row->path), method));
      g_hash_table_add (known, (gpointer) row->path);
    }
  g_assert_cmpuint (json_object_get_size (paths), ==, g_hash_table_size (known));
  for (GList *l = json_object_get_members (paths); l; l = g_list_delete_link (l, l))
    {
      JsonObject *path = json_object_get_object_member (paths, l->data);
      guint n = 0;

      for (guint i = 0; i < rows->len; i++)
        n += g_str_equal (g_array_index (rows, GscopeRestRow, i).path, l->data);
      g_assert_cmpuint (json_object_get_size (path) - json_object_has_member (path, "parameters"),
                        ==, n);
    }
}

/* Signals that the program adds itself have the program's name in front. */
static void
test_own (RestBed *f, gconstpointer data)
{
  g_autoptr (GscopeParameter) gain = gscope_parameter_new_double ("gain", 0, 10, 1);
  g_autofree char *program = g_path_get_basename (g_get_prgname ());
  g_autofree char *listed = g_strdup_printf ("/v1/signals?name=%s/*", program);
  g_autofree char *query = g_strdup_printf ("/v1/query?signal=%s/level", program);
  g_autofree char *parameter = g_strdup_printf ("/v1/parameters/%s/gain", program);
  g_autofree char *name = g_strdup_printf ("%s/level", program);
  g_auto (RestAnswer) signals = { 0 };
  g_auto (RestAnswer) hidden = { 0 };
  g_auto (RestAnswer) past = { 0 };
  g_auto (RestAnswer) written = { 0 };
  JsonArray *items;

  gscope_scope_add_buffered (f->scope, "level");
  gscope_source_add_parameter (gscope_scope_get_source (f->scope), gain, NULL);
  hidden = rest_bed_get (f, "watch", listed);
  get_items (&hidden, "signals", 0);
  signals = rest_bed_get (f, "all", listed);
  items = get_items (&signals, "signals", 1);
  g_assert_cmpstr (
      json_object_get_string_member (json_array_get_object_element (items, 0), "full-name"), ==,
      name);
  past = rest_bed_get (f, "all", query);
  items = get_items (&past, "signals", 1);
  g_assert_cmpstr (
      json_object_get_string_member (json_array_get_object_element (items, 0), "full-name"), ==,
      name);
  written = send_body (f, "all", "PUT", parameter, "{\"value\":3}");
  g_assert_cmpuint (written.status, ==, 200);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 3);
}

static void
test_wrong_requests (RestBed *f, gconstpointer data)
{
  g_autofree char *text = g_strnfill (65 * 1024, ' ');
  g_autoptr (SoupMessage) message = rest_bed_request (f, "lab", "POST", "/v1/markers");
  g_autoptr (GBytes) bytes = g_bytes_new_static ("x", 1);

  assert_problem (rest_bed_get (f, NULL, "/v1/sources"), 401, "unknown", "token");
  assert_problem (rest_bed_get (f, "lab", "/v1/sources/more"), 404, "not-found", "openapi.json");
  assert_problem (send_body (f, "lab", "DELETE", "/v1/sources", NULL), 405, "method", "Allow");
  assert_problem (send_body (f, "lab", "PUT", "/v1/parameters/lab/gain", text), 413, "too-long",
                  "64 KiB");
  soup_message_set_request_body_from_bytes (message, "text/plain", bytes);
  assert_problem (rest_bed_send (f, message, NULL), 415, "media-type", "application/json");
  assert_problem (rest_bed_get (f, "lab", "/v1/signals?limit=-1"), 400, "invalid", "whole number");
}

static void
assert_header_refused (RestBed *f, const char *name, const char *value, guint status,
                       const char *type)
{
  g_autoptr (SoupMessage) message = rest_bed_request (f, "lab", "GET", "/v1/sources");

  soup_message_headers_replace (soup_message_get_request_headers (message), name, value);
  assert_problem (rest_bed_send (f, message, NULL), status, type, value);
}

/* Requests that viewers and pages of other sites make, without a WebSocket */
static void
test_misplaced_requests (RestBed *f, gconstpointer data)
{
  g_autoptr (SoupMessage) broken = rest_bed_request (f, "lab", "GET", "/v1");

  assert_problem (rest_bed_get (f, "lab", "/v1"), 400, "invalid", "openapi.json");
  soup_message_headers_replace (soup_message_get_request_headers (broken), "Sec-WebSocket-Protocol",
                                "gscope.v1");
  assert_problem (rest_bed_send (f, broken, NULL), 400, "invalid", "openapi.json");
  assert_header_refused (f, "Host", "lab.example.org", 421, "name");
  assert_header_refused (f, "Origin", "https://lab.example.org", 403, "privilege");
}

/* Odd paths and queries get an answer. */
static void
test_odd_requests (RestBed *f, gconstpointer data)
{
  static const struct
  {
    const char *path;
    guint status;
  } rows[] = {
    { "/v1/parameters/", 404 },
    { "/v1/parameters/%FF/x", 404 },
    { "/v1/parameters//gain", 404 },
    { "/v1/parameters/lab%2Fgain", 200 },
    { "/v1/signals?name=%FF", 200 },
    { "/v1/signals?limit=99999999999999999999", 400 },
    { "/v1/signals?limit=0&offset=9223372036854775807", 200 },
    { "/v1/query?signal=%00", 400 },
    { "/v1/query?signal=", 404 },
    { "/v1/query?signal=/", 404 },
    { "/v1/query?signal=lab/panel/wave&to_ns=4611686018427387903&from_ns=-4611686018427387903",
      200 },
    { "/v1/query?signal=lab/panel/wave&to_ns=-4611686018427387903&seconds=1000000000", 200 },
    { "/v1/markers?from_ns=9223372036854775807&to_ns=-9223372036854775808", 200 },
    { "/metrics?&&=&x", 200 },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (RestAnswer) answer = rest_bed_get (f, "watch", rows[i].path);

      if (answer.status != rows[i].status)
        g_error ("%s has the status %u", rows[i].path, answer.status);
    }
}

static void
test_rate (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) answer = { 0 };

  for (guint i = 0; i < 200; i++)
    {
      g_auto (RestAnswer) early = rest_bed_get (f, "watch", "/v1/health");

      g_assert_cmpuint (early.status, ==, 200);
    }
  assert_problem (rest_bed_get (f, "watch", "/v1/health"), 429, "limit", "50 requests");
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 20 * GSCOPE_MSEC);
  answer = rest_bed_get (f, "watch", "/v1/health");
  g_assert_cmpuint (answer.status, ==, 200);
}

/* Lists. */

static void
test_sources (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) some = rest_bed_get (f, "watch", "/v1/sources");
  g_auto (RestAnswer) all = rest_bed_get (f, "all", "/v1/sources");
  JsonObject *lab = json_array_get_object_element (get_items (&some, "sources", 1), 0);

  g_assert_cmpstr (json_object_get_string_member (lab, "name"), ==, "lab");
  g_assert_cmpint (json_object_get_int_member (lab, "parameters"), ==, 2);
  get_items (&all, "sources", 2);
}

static void
test_signals (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) before = rest_bed_get (f, "watch", "/v1/signals");
  g_auto (RestAnswer) after = { 0 };
  g_auto (RestAnswer) none = rest_bed_get (f, "watch", "/v1/signals?name=*/cwnd");
  g_auto (RestAnswer) empty = rest_bed_get (f, "watch", "/v1/signals?offset=1&limit=5");
  JsonObject *wave = json_array_get_object_element (get_items (&before, "signals", 1), 0);

  g_assert_false (json_object_has_member (wave, "latest"));
  get_items (&none, "signals", 0);
  get_items (&empty, "signals", 0);
  g_assert_cmpint (json_object_get_int_member (empty.object, "total"), ==, 1);
  rest_bed_push (f, 2.5);
  gscope_producer_push (f->producer, GSCOPE_SEC, 1);
  after = rest_bed_get (f, "watch", "/v1/signals?name=lab/*");
  wave = json_array_get_object_element (get_items (&after, "signals", 1), 0);
  g_assert_cmpstr (json_object_get_string_member (wave, "full-name"), ==, "lab/panel/wave");
  g_assert_cmpint (json_object_get_int_member (wave, "samples"), ==, 1);
  g_assert_cmpint (
      json_object_get_int_member (json_object_get_object_member (wave, "losses"), "backwards"), ==,
      1);
  wave = json_object_get_object_member (wave, "latest");
  g_assert_cmpfloat (json_object_get_double_member (wave, "value"), ==, 2.5);
  g_assert_cmpint (json_object_get_int_member (wave, "time_ns"), ==, 11 * GSCOPE_SEC);
}

/* Signals and parameters with all their properties. */
static void
test_descriptions (RestBed *f, gconstpointer data)
{
  static const char *const followers[] = { "echo", NULL };
  static const char *const nicks[] = { "slow", "fast", NULL };
  static const char *const titles[] = { "Slow", "Fast", NULL };
  static const GscopeState states[] = {
    { 0, GSCOPE_STATE_STYLE_THIN, 0, "Asleep", NULL },
    { 1, GSCOPE_STATE_STYLE_DIGIT, 3, "Awake", "1" },
  };
  g_autoptr (GscopeParameter) pace =
      gscope_parameter_new_enumeration ("pace", nicks, titles, "slow");
  g_autoptr (GscopeParameter) rate = gscope_parameter_new_double ("rate", 1, 1000, 10);
  g_auto (RestAnswer) signals = { 0 };
  g_auto (RestAnswer) parameters = { 0 };
  g_auto (RestAnswer) one = { 0 };
  g_auto (RestAnswer) other = { 0 };

  g_object_set (f->wave, "description", "It waves.", "role", "usage", "hidden", TRUE, NULL);
  gscope_signal_set_range (f->wave, 0, 5);
  gscope_signal_set_states (f->wave, states, G_N_ELEMENTS (states));
  gscope_signal_set_followers (f->wave, followers);
  gscope_signal_end (f->wave);
  gscope_parameter_set_steered (pace, followers);
  g_object_set (pace, "description", "How fast it is.", "role", "limit", NULL);
  gscope_parameter_set_logarithmic (rate, TRUE);
  gscope_source_add_parameter (GSCOPE_SOURCE (f->lab), pace, NULL);
  gscope_source_add_parameter (GSCOPE_SOURCE (f->lab), rate, NULL);
  gscope_source_publish (GSCOPE_SOURCE (f->lab));
  signals = rest_bed_get (f, "watch", "/v1/signals");
  get_items (&signals, "signals", 1);
  parameters = rest_bed_get (f, "watch", "/v1/parameters");
  get_items (&parameters, "parameters", 4);
  one = rest_bed_get (f, "watch", "/v1/parameters/lab/pace");
  g_assert_cmpstr (json_object_get_string_member (one.object, "value"), ==, "slow");
  other = rest_bed_get (f, "watch", "/v1/parameters/lab/rate");
  g_assert_true (json_object_get_boolean_member (other.object, "logarithmic"));
}

static void
test_health (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) well = rest_bed_get (f, "watch", "/v1/health");
  g_auto (RestAnswer) ill = { 0 };

  g_assert_cmpstr (json_object_get_string_member (well.object, "status"), ==, "ok");
  gscope_source_set_status (GSCOPE_SOURCE (f->lab), GSCOPE_SOURCE_STATE_TROUBLE, "No current.");
  ill = rest_bed_get (f, "watch", "/v1/health");
  g_assert_cmpstr (json_object_get_string_member (ill.object, "status"), ==, "trouble");
}

/* Parameters. */

#define GAIN "/v1/parameters/lab/gain"

static void
test_parameters (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) all = rest_bed_get (f, "lab", "/v1/parameters");
  g_auto (RestAnswer) one = rest_bed_get (f, "lab", GAIN);
  g_auto (RestAnswer) same = { 0 };
  g_autoptr (SoupMessage) again = rest_bed_request (f, "lab", "GET", GAIN);

  g_assert_cmpint (json_object_get_int_member (all.object, "total"), ==, 2);
  g_assert_cmpfloat (json_object_get_double_member (one.object, "value"), ==, 1);
  g_assert_true (json_object_get_boolean_member (one.object, "writable"));
  soup_message_headers_replace (soup_message_get_request_headers (again), "If-None-Match", one.tag);
  same = rest_bed_send (f, again, NULL);
  g_assert_cmpuint (same.status, ==, 304);
  assert_problem (rest_bed_get (f, "lab", "/v1/parameters/secret/gain"), 404, "not-found",
                  "/v1/parameters");
  assert_problem (rest_bed_get (f, "lab", "/v1/parameters/gain"), 404, "not-found", "no parameter");
}

static RestAnswer
put (RestBed *f, const char *token, const char *tag, const char *body)
{
  g_autoptr (SoupMessage) message = rest_bed_request (f, token, "PUT", GAIN);

  if (tag)
    soup_message_headers_replace (soup_message_get_request_headers (message), "If-Match", tag);
  return rest_bed_send (f, message, body);
}

static void
on_written (GscopeParameter *parameter, GVariant *old, GVariant *asked, GVariant *value,
            const char *reason, const char *writer, char **who)
{
  g_free (*who);
  *who = g_strdup (writer);
}

static void
test_write (RestBed *f, gconstpointer data)
{
  GscopeParameter *gain = gscope_source_find_parameter (GSCOPE_SOURCE (f->lab), "gain");
  g_auto (RestAnswer) before = rest_bed_get (f, "lab", GAIN);
  g_auto (RestAnswer) after = { 0 };
  g_autofree char *writer = NULL;

  g_signal_connect (gain, "written", G_CALLBACK (on_written), &writer);
  after = put (f, "lab", before.tag, "{\"value\": 4, \"writer\": \"cron\"}");
  g_assert_cmpuint (after.status, ==, 200);
  g_assert_cmpfloat (json_object_get_double_member (after.object, "value"), ==, 4);
  g_assert_cmpint (json_object_get_int_member (after.object, "revision"), ==, 2);
  g_assert_cmpstr (after.tag, !=, before.tag);
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
  g_assert_cmpstr (writer, ==, "token:lab, cron");
  g_signal_handlers_disconnect_by_data (gain, &writer);

  assert_problem (put (f, "lab", before.tag, "{\"value\": 5}"), 412, "stale", "Read it again");
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 4);
  rest_answer_clear (&after);
  after = put (f, "lab", "*", "{\"value\": 5}");
  g_assert_cmpuint (after.status, ==, 200);
}

static void
test_bad_writes (RestBed *f, gconstpointer data)
{
  GscopeParameter *gain = gscope_source_find_parameter (GSCOPE_SOURCE (f->lab), "gain");

  assert_problem (put (f, "lab", NULL, "{"), 400, "invalid", "not JSON");
  assert_problem (put (f, "lab", NULL, "[1]"), 400, "invalid", "not a JSON object");
  assert_problem (put (f, "lab", NULL, "{}"), 400, "invalid", "value");
  assert_problem (put (f, "lab", NULL, "{\"value\": \"high\"}"), 400, "invalid", "");
  assert_problem (put (f, "lab", NULL, "{\"value\": 11}"), 400, "invalid", "");
  assert_problem (put (f, "watch", NULL, "{\"value\": 2}"), 403, "privilege", "may not write");
  gscope_agent_set_read_only (f->agent, TRUE);
  assert_problem (put (f, "lab", NULL, "{\"value\": 2}"), 403, "privilege", "read-only");
  g_assert_cmpfloat (gscope_parameter_get_number (gain), ==, 1);
}

static gboolean
refuse (gpointer data)
{
  if (scripted_source_count (data) == 0)
    return G_SOURCE_CONTINUE;
  scripted_source_refuse (data, "The fuse has blown. Replace it.");
  return G_SOURCE_REMOVE;
}

static void
test_refused_write (RestBed *f, gconstpointer data)
{
  scripted_source_hold (f->lab);
  g_idle_add (refuse, f->lab);
  assert_problem (put (f, "lab", NULL, "{\"value\": 2}"), 422, "refused", "Replace it");
}

/* The journal has each write, also one of a parameter that the client may not see. */
static void
test_journal (RestBed *f, gconstpointer data)
{
  static const char *const parts[] = {
    "\"principal\":\"token:lab\"",
    "\"parameter\":\"lab/gain\",\"old\":1.0,\"asked\":4,\"new\":4.0",
    "\"asked\":5,\"reason\":\"token:watch may not write",
    "\"asked\":6,\"reason\":\"Somebody else has changed the value",
    "\"parameter\":\"secret/gain\",\"asked\":7,\"reason\":\"There is no parameter",
  };
  g_autofree char *path = g_build_filename (f->directory, "writes", NULL);
  g_autofree char *text = NULL;
  g_autoptr (GError) error = NULL;

  gscope_agent_set_journal_socket (f->agent, NULL);
  gscope_agent_set_journal_file (f->agent, path, 1024 * 1024, &error);
  g_assert_no_error (error);
  assert_status (put (f, "lab", NULL, "{\"value\": 4}"), 200);
  assert_status (put (f, "watch", NULL, "{\"value\": 5}"), 403);
  assert_status (put (f, "lab", "\"0-0\"", "{\"value\": 6}"), 412);
  assert_status (send_body (f, "watch", "PUT", "/v1/parameters/secret/gain", "{\"value\": 7}"),
                 404);
  g_assert_true (g_file_get_contents (path, &text, NULL, NULL));
  g_unlink (path);
  for (gsize i = 0; i < G_N_ELEMENTS (parts); i++)
    if (!strstr (text, parts[i]))
      g_error ("“%s” is not in “%s”", parts[i], text);
}

/* Markers. */

static void
test_markers (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) note = send_body (f, "lab", "POST", "/v1/markers",
                                        "{\"label\": \"begin\", \"detail\": \"by hand\"}");
  g_auto (RestAnswer) event =
      send_body (f, "lab", "POST", "/v1/markers",
                 "{\"label\": \"load\", \"source\": \"lab\", \"time_ns\": 9000000000}");
  g_auto (RestAnswer) secret =
      send_body (f, "all", "POST", "/v1/markers", "{\"label\": \"hush\", \"source\": \"secret\"}");
  g_auto (RestAnswer) list = rest_bed_get (f, "watch", "/v1/markers?from_ns=0");
  g_auto (RestAnswer) newest = rest_bed_get (f, "watch", "/v1/markers?limit=1");
  JsonObject *first = json_array_get_object_element (get_items (&list, "markers", 2), 0);

  g_assert_cmpuint (note.status, ==, 201);
  g_assert_cmpuint (event.status, ==, 201);
  g_assert_cmpuint (secret.status, ==, 201);
  g_assert_cmpstr (json_object_get_string_member (first, "label"), ==, "load");
  g_assert_cmpstr (json_object_get_string_member (first, "subject"), ==, "lab");
  g_assert_cmpstr (json_object_get_string_member (note.object, "detail"), ==, "token:lab, by hand");
  get_items (&newest, "markers", 1);
  assert_problem (send_body (f, "watch", "POST", "/v1/markers", "{\"label\": \"x\"}"), 403,
                  "privilege", "markers");
  assert_problem (send_body (f, "lab", "POST", "/v1/markers", "{}"), 400, "invalid", "label");
  assert_problem (
      send_body (f, "lab", "POST", "/v1/markers", "{\"label\": \"x\", \"time_ns\": 99000000000}"),
      400, "invalid", "time_ns");
  assert_problem (
      send_body (f, "lab", "POST", "/v1/markers", "{\"label\": \"x\", \"source\": \"secret\"}"),
      404, "not-found", "secret");
  assert_problem (rest_bed_get (f, "watch", "/v1/markers?from_ns=x"), 400, "invalid", "from_ns");
}

/* The past. */

#define QUERY "/v1/query?signal=lab/panel/wave&from_ns=10000000000&to_ns=14000000000&columns=2"

static void
test_query (RestBed *f, gconstpointer data)
{
  g_auto (RestAnswer) answer = { 0 };
  g_auto (RestAnswer) latest = { 0 };
  JsonObject *wave;

  for (guint i = 0; i < 3; i++)
    rest_bed_push (f, 1 << i);
  answer = rest_bed_get (f, "watch", QUERY);
  wave = json_array_get_object_element (get_items (&answer, "signals", 1), 0);
  g_assert_cmpint (json_object_get_int_member (answer.object, "width_ns"), ==, 2 * GSCOPE_SEC);
  g_assert_cmpfloat (json_array_get_double_element (json_object_get_array_member (wave, "min"), 1),
                     ==, 2);
  g_assert_cmpfloat (json_array_get_double_element (json_object_get_array_member (wave, "max"), 1),
                     ==, 4);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (wave, "count"), 0), ==,
                   1);
  latest = rest_bed_get (f, "watch", "/v1/query?signal=lab/panel/wave&seconds=60");
  wave = json_array_get_object_element (get_items (&latest, "signals", 1), 0);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (wave, "first")), ==, 256);
  g_assert_true (json_array_get_null_element (json_object_get_array_member (wave, "min"), 0));
}

static void
test_query_csv (RestBed *f, gconstpointer data)
{
  g_autoptr (SoupMessage) message = rest_bed_request (f, "watch", "GET", QUERY);
  g_auto (RestAnswer) answer = { 0 };

  soup_message_headers_replace (soup_message_get_request_headers (message), "Accept",
                                "text/csv, */*;q=0.1");
  rest_bed_push (f, 1);
  rest_bed_push (f, 2.5);
  rest_bed_push (f, 4);
  answer = rest_bed_send (f, message, NULL);
  g_assert_cmpstr (answer.type, ==, "text/csv");
  g_assert_cmpstr (answer.text, ==,
                   "time_ns,width_ns,signal,min,max,first,last,count\r\n"
                   "10000000000,2000000000,\"lab/panel/wave\",1,1,1,1,1\r\n"
                   "12000000000,2000000000,\"lab/panel/wave\",2.5,4,2.5,4,2\r\n");
}

static void
remove_directory (const char *path)
{
  g_autoptr (GDir) directory = g_dir_open (path, 0, NULL);
  const char *name;

  while ((name = g_dir_read_name (directory)))
    {
      g_autofree char *file = g_build_filename (path, name, NULL);

      g_unlink (file);
    }
  g_assert_cmpint (g_rmdir (path), ==, 0);
}

static GscopeRecordRing *
start_ring (RestBed *f, const char *path)
{
  GscopeRecordRing *ring = gscope_record_ring_new (f->scope, path);
  g_autoptr (GError) error = NULL;

  gscope_record_ring_start (ring, &error);
  g_assert_no_error (error);
  gscope_agent_set_ring (f->agent, ring);
  return ring;
}

static void
stop_ring (RestBed *f, GscopeRecordRing *ring)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  gscope_agent_set_ring (f->agent, NULL);
  gscope_record_ring_stop_async (ring, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  g_assert_true (gscope_record_ring_stop_finish (ring, kept, NULL));
  g_object_unref (ring);
}

/* The signal of a former run of the agent has another trace, and its samples are in a recording. */
static void
test_query_recordings (RestBed *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->directory, "ring", NULL);
  GscopeRecordRing *ring = start_ring (f, path);
  g_auto (RestAnswer) answer = { 0 };
  JsonObject *wave;

  rest_bed_push (f, 1);
  rest_bed_push (f, 2);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_SEC);
  run_pending ();
  stop_ring (f, ring);
  gscope_trace_clear (gscope_signal_get_trace (f->wave));
  ring = start_ring (f, path);
  rest_bed_push (f, 3);
  answer = rest_bed_get (f, "watch",
                         "/v1/query?signal=lab/panel/wave&signal=lab/panel/wave&from_ns=11000000000"
                         "&to_ns=15000000000&columns=4");
  wave = json_array_get_object_element (get_items (&answer, "signals", 2), 1);
  for (guint i = 0; i < 4; i++)
    {
      const gboolean has_sample = i != 2;

      g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (wave, "count"), i),
                       ==, has_sample);
      g_assert_true (json_array_get_null_element (json_object_get_array_member (wave, "min"), i)
                     != has_sample);
    }
  g_assert_cmpfloat (json_array_get_double_element (json_object_get_array_member (wave, "max"), 1),
                     ==, 2);
  stop_ring (f, ring);
  remove_directory (path);
}

static void
test_bad_queries (RestBed *f, gconstpointer data)
{
  static const char *const rows[][2] = {
    { "", "by their full names" },
    { "?signal=lab/panel/wave&columns=0", "columns" },
    { "?signal=lab/panel/wave&columns=9000", "columns" },
    { "?signal=lab/panel/wave&from_ns=2&to_ns=2", "from_ns" },
    { "?signal=lab/panel/wave&seconds=0", "seconds" },
    { "?signal=lab/panel/wave&from_ns=-9223372036854775808", "from_ns" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *path = g_strconcat ("/v1/query", rows[i][0], NULL);

      assert_problem (rest_bed_get (f, "watch", path), 400, "invalid", rows[i][1]);
    }
  assert_problem (rest_bed_get (f, "watch", "/v1/query?signal=secret/x"), 404, "not-found",
                  "List the signals");
  assert_problem (rest_bed_get (f, "watch", "/v1/query?signal=wave"), 404, "not-found",
                  "List the signals");
}

/* Metrics. */

static void
test_metrics (RestBed *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) plain = gscope_signal_new_buffered ("\"plain\"");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (plain);
  g_auto (RestAnswer) answer = { 0 };

  gscope_source_add_signal (GSCOPE_SOURCE (f->lab), plain, NULL);
  gscope_source_publish (GSCOPE_SOURCE (f->lab));
  rest_bed_push (f, 2.5);
  gscope_producer_push_now (producer, 7);
  answer = rest_bed_get (f, "watch", "/metrics");
  g_assert_cmpstr (answer.type, ==, "application/openmetrics-text");
  g_assert_nonnull (strstr (answer.text, "# TYPE gscope_signal_wave_milliseconds gauge\n"
                                         "# UNIT gscope_signal_wave_milliseconds milliseconds\n"));
  g_assert_nonnull (strstr (answer.text,
                            "gscope_signal_wave_milliseconds{source=\"lab\",group=\"panel\","
                            "signal=\"wave\"} 2.5\n"));
  g_assert_nonnull (strstr (answer.text, "gscope_signal_plain{source=\"lab\",group=\"\","
                                         "signal=\"\\\"plain\\\"\"} 7\n"));
  g_assert_nonnull (strstr (answer.text, "gscope_agent_clients 0\n"));
  g_assert_nonnull (strstr (answer.text, "gscope_agent_lost_samples_total{cause=\"late\"} 0\n"));
  g_assert_true (g_str_has_suffix (answer.text, "# EOF\n"));
}

static void
test_metric_names (void)
{
  static const char *const rows[][3] = {
    { "rtt", "s", "x_rtt_seconds" },
    { "rtt", "ms", "x_rtt_milliseconds" },
    { "rate", "MB/s", "x_rate_megabytes_per_second" },
    { "rate", "Kib/s", "x_rate_kibibits_per_second" },
    { "memory", "MiB", "x_memory_mebibytes" },
    { "load", "%", "x_load_percent" },
    { "switches", "1/s", "x_switches_per_second" },
    { "loss", "packets/s", "x_loss_packets_per_second" },
    { "cwnd (peak)", "", "x_cwnd_peak" },
    { "délai", "µs", "x_d_lai_microseconds" },
    { "heat", "°C", "x_heat_celsius" },
    { "time in seconds", "s", "x_time_in_seconds" },
    { "tasks", "per cent!", "x_tasks_per_cent" },
    { "-", "", "x" },
  };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *name = gscope_metric_name ("x_", rows[i][0], rows[i][1]);

      g_assert_cmpstr (name, ==, rows[i][2]);
    }
}

/* The source “secret” is as if it were not there for those who may not read it. */
static void
test_rights (RestBed *f, gconstpointer data)
{
  static const struct
  {
    const char *token;
    const char *method;
    const char *path;
    const char *body;
    guint status;
  } rows[] = {
    { "watch", "GET", "/v1/sources", NULL, 200 },
    { "watch", "GET", "/v1/signals", NULL, 200 },
    { "watch", "GET", "/v1/parameters", NULL, 200 },
    { "watch", "GET", "/v1/markers", NULL, 200 },
    { "watch", "GET", "/v1/health", NULL, 200 },
    { "watch", "GET", "/metrics", NULL, 200 },
    { "watch", "GET", "/v1/parameters/lab/gain", NULL, 200 },
    { "watch", "GET", "/v1/parameters/secret/gain", NULL, 404 },
    { "watch", "GET", "/v1/query?signal=secret/wave", NULL, 404 },
    { "watch", "PUT", "/v1/parameters/lab/gain", "{\"value\": 4}", 403 },
    { "watch", "PUT", "/v1/parameters/secret/gain", "{\"value\": 4}", 404 },
    { "watch", "POST", "/v1/markers", "{\"label\": \"x\"}", 403 },
    { "lab", "PUT", "/v1/parameters/lab/panel/knob", "{\"value\": 4}", 403 },
    { "lab", "PUT", "/v1/parameters/secret/gain", "{\"value\": 4}", 404 },
    { "lab", "POST", "/v1/markers", "{\"label\": \"x\", \"source\": \"secret\"}", 404 },
    { NULL, "GET", "/v1/sources", NULL, 401 },
    { NULL, "GET", "/v1/health", NULL, 401 },
    { NULL, "GET", "/metrics", NULL, 401 },
    { NULL, "GET", "/v1/openapi.json", NULL, 401 },
    { "all", "GET", "/v1/parameters/secret/gain", NULL, 200 },
  };

  gscope_source_mark (f->secret, "hush", NULL);
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autoptr (SoupMessage) message =
          rest_bed_request (f, rows[i].token, rows[i].method, rows[i].path);
      g_auto (RestAnswer) answer = rest_bed_send (f, message, rows[i].body);

      g_test_message ("%s %s %s", rows[i].token, rows[i].method, rows[i].path);
      g_assert_cmpuint (answer.status, ==, rows[i].status);
      g_assert_true (answer.status != 200 || g_strcmp0 (rows[i].token, "all") == 0
                     || (!strstr (answer.text, "secret") && !strstr (answer.text, "hush")));
    }
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);

#define ADD(name, func)                                                                            \
  g_test_add ("/rest/" name, RestBed, NULL, rest_bed_set_up, func, rest_bed_tear_down)
  ADD ("document", test_document);
  ADD ("own", test_own);
  ADD ("wrong-requests", test_wrong_requests);
  ADD ("misplaced-requests", test_misplaced_requests);
  ADD ("odd-requests", test_odd_requests);
  ADD ("rate", test_rate);
  ADD ("sources", test_sources);
  ADD ("signals", test_signals);
  ADD ("descriptions", test_descriptions);
  ADD ("health", test_health);
  ADD ("parameters", test_parameters);
  ADD ("write", test_write);
  ADD ("bad-writes", test_bad_writes);
  ADD ("refused-write", test_refused_write);
  ADD ("journal", test_journal);
  ADD ("rights", test_rights);
  ADD ("markers", test_markers);
  ADD ("query", test_query);
  ADD ("query-csv", test_query_csv);
  ADD ("query-recordings", test_query_recordings);
  ADD ("bad-queries", test_bad_queries);
  ADD ("metrics", test_metrics);
#undef ADD
  g_test_add_func ("/rest/metric-names", test_metric_names);
  return g_test_run ();
}
