/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-bed.h"
#include "support/nats-client.h"
#include "support/scripted-source.h"

#include <glib/gstdio.h>
#include <gscope/json-private.h>
#include <string.h>

/* If this names a file, it gets a line with each request that is not wrong on purpose, and with each answer, for
 * tests/schema/test-requests.py. */
#define LOG "GSCOPE_TEST_REQUESTS"

/* An agent at a NATS server of the test’s own, and a user of that server without a connection to the agent. */
typedef struct
{
  AgentBed bed;
  NatsBed nats;
  GscopeSignal *wave;
  GscopeProducer *producer;
  char *writes;
  GscopeNatsBus *bus;
  char *ask;
  char *down;
  /* the answers that came, JsonObject, and the number of requests that nobody received */
  GPtrArray *answers;
  guint n_absent;
} Fixture;

static void
log_text (const char *text)
{
  g_autoptr (JsonNode) node = gscope_json_parse (text, strlen (text), NULL);
  g_autofree char *line = g_getenv (LOG) ? json_to_string (node, FALSE) : NULL;
  FILE *file;

  if (!line)
    return;
  file = g_fopen (g_getenv (LOG), "ae");
  g_assert_nonnull (file);
  fprintf (file, "%s\n", line);
  fclose (file);
}

static gboolean
is_answer (JsonObject *object)
{
  return json_object_has_member (object, "answer") || json_object_has_member (object, "error");
}

/* There is no payload if the agent does not serve yet. The agent's entry in the inventory is no answer. */
static void
on_answer (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  Fixture *f = data;
  gsize size = payload ? g_bytes_get_size (payload) : 0;
  g_autofree char *text = size > 0 ? g_strndup (g_bytes_get_data (payload, NULL), size) : NULL;
  g_autoptr (JsonNode) node = text ? gscope_json_parse (text, size, NULL) : NULL;

  f->n_absent += !payload;
  if (!node || (g_str_has_prefix (subject, "$KV.") && !is_answer (json_node_get_object (node))))
    return;
  log_text (text);
  g_ptr_array_add (f->answers, json_object_ref (json_node_get_object (node)));
}

static void
advance (Fixture *f, gint64 nanoseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), nanoseconds);
  run_pending ();
}

static void
add_wave (Fixture *f)
{
  f->wave = gscope_signal_new_buffered ("wave");
  g_object_set (f->wave, "group", "panel", "unit", "ms", NULL);
  gscope_source_add_signal (f->bed.served, f->wave, NULL);
  f->producer = gscope_signal_create_producer (f->wave);
}

/* A source that the user may not read. */
static void
add_hidden (Fixture *f)
{
  g_autoptr (GscopeSource) hidden = GSCOPE_SOURCE (scripted_source_new ("hidden"));
  g_autoptr (GscopeSignal) wave = gscope_signal_new_buffered ("wave");

  gscope_source_add_signal (hidden, wave, NULL);
  gscope_scope_add_source (f->bed.far, hidden);
}

static void
open_bus (Fixture *f)
{
  g_autofree char *pattern = NULL;

  f->bus = nats_bed_connect (&f->nats);
  f->ask = g_strconcat ("gscope.web1=2Erack._ask.", g_get_user_name (), NULL);
  f->down = g_strconcat ("gscope.web1=2Erack._down.", g_get_user_name (), ".test", NULL);
  f->answers = g_ptr_array_new_with_free_func ((GDestroyNotify) json_object_unref);
  pattern = g_strconcat (f->down, ".*", NULL);
  gscope_nats_bus_subscribe (f->bus, pattern, on_answer, f);
}

static gboolean
set_up (Fixture *f)
{
  g_autofree char *user = g_strconcat ("nats:", g_get_user_name (), NULL);
  g_autoptr (GError) error = NULL;

  *f = (Fixture){ 0 };
  if (!nats_bed_set_up (&f->nats, NULL))
    return FALSE;
  agent_bed_set_up (&f->bed);
  add_wave (f);
  add_hidden (f);
  f->writes = g_build_filename (f->nats.folder, "writes", NULL);
  gscope_agent_set_journal_socket (f->bed.agent, NULL);
  gscope_agent_set_journal_file (f->bed.agent, f->writes, 1024 * 1024, &error);
  g_assert_no_error (error);
  gscope_agent_allow (f->bed.agent, user, GSCOPE_ACCESS_READ, "lab");
  gscope_agent_allow (f->bed.agent, user, GSCOPE_ACCESS_WRITE, "lab/gain");
  f->bed.address = g_strconcat (f->nats.address, "/web1.rack", NULL);
  gscope_agent_listen (f->bed.agent, f->bed.address, &error);
  g_assert_no_error (error);
  open_bus (f);
  return TRUE;
}

static void
tear_down (Fixture *f)
{
  g_clear_object (&f->bus);
  gscope_producer_unref (f->producer);
  agent_bed_tear_down (&f->bed);
  g_object_unref (f->wave);
  nats_bed_tear_down (&f->nats);
  g_ptr_array_unref (f->answers);
  g_free (f->writes);
  g_free (f->ask);
  g_free (f->down);
}

static void
send (Fixture *f, const char *text, gsize size)
{
  g_autofree char *reply = g_strconcat (f->down, ".1", NULL);
  g_autoptr (GBytes) data = g_bytes_new (text, size);

  gscope_nats_bus_publish (f->bus, f->ask, reply, data);
}

/* Returns the content of the answer, which lives as long as the fixture. */
static JsonObject *
ask_raw (Fixture *f, const char *text, gsize size, const char *kind)
{
  guint n = f->answers->len;
  JsonObject *answer;

  send (f, text, size);
  AWAIT (f->answers->len > n);
  answer = f->answers->pdata[n];
  if (!json_object_has_member (answer, kind))
    g_error (
        "%u %s: %s", n, text,
        json_object_get_string_member (json_object_get_object_member (answer, "error"), "message"));
  return json_object_get_object_member (answer, kind);
}

/* Waits until the agent serves. */
static void
await_service (Fixture *f)
{
  while (f->answers->len == 0)
    {
      guint n_absent = f->n_absent;

      advance (f, 100 * GSCOPE_MSEC);
      send (f, "", 0);
      AWAIT (f->answers->len > 0 || f->n_absent > n_absent);
    }
  g_ptr_array_set_size (f->answers, 0);
}

static JsonObject *
ask (Fixture *f, const char *text)
{
  log_text (text);
  return ask_raw (f, text, strlen (text), "answer");
}

static void
assert_refused (JsonObject *answer, const char *code, const char *part)
{
  JsonObject *error = json_object_get_object_member (answer, "error");

  g_assert_nonnull (error);
  g_assert_cmpstr (json_object_get_string_member (error, "code"), ==, code);
  if (!strstr (json_object_get_string_member (error, "message"), part))
    g_error ("“%s” is not in “%s”", part, json_object_get_string_member (error, "message"));
}

/* The requests of the protocol’s page. */
#define CHECK                                                                                      \
  "{\"call\": {\"id\": 1, \"source\": \"lab\", \"verb\": \"check\", \"parameter\": \"gain\", "     \
  "\"value\": 3.5}}"
#define APPLY                                                                                      \
  "{\"call\": {\"id\": 2, \"source\": \"lab\", \"verb\": \"apply\", \"parameter\": \"gain\", "     \
  "\"value\": 4.0, \"revision\": 1, \"writer\": \"night\"}}"
#define APPLY_ALL                                                                                  \
  "{\"call\": {\"id\": 3, \"source\": \"lab\", \"token\": \"correct-horse-battery\", "             \
  "\"verb\": \"apply-all\", \"writes\": [{\"parameter\": \"gain\", \"value\": 2.0, "               \
  "\"revision\": 2}, {\"parameter\": \"panel/knob\", \"value\": 60}]}}"
#define LATEST                                                                                     \
  "{\"query\": {\"id\": 4, \"signals\": [\"lab/panel/wave\"], \"seconds\": 4, \"columns\": 2}}"
#define PAST                                                                                       \
  "{\"query\": {\"id\": 5, \"token\": \"correct-horse-battery\", "                                 \
  "\"signals\": [\"lab/panel/wave\"], \"from_ns\": 20000000000, "                                  \
  "\"to_ns\": 24000000000, \"columns\": 2}}"

#define GET                                                                                        \
  "{\"call\": {\"id\": 6, \"verb\": \"get\", \"parameters\": [\"lab/gain\"], "                     \
  "\"signals\": [\"lab/panel/wave\"]}}"
#define GET_PARAMETERS "{\"call\": {\"id\": 1, \"verb\": \"get\", \"parameters\": [%s]}}"
#define MARK                                                                                       \
  "{\"call\": {\"id\": 7, \"verb\": \"mark\", \"label\": \"deployed\", "                           \
  "\"detail\": \"release 7\"}}"
#define PICTURE "{\"call\": {\"id\": 8, \"verb\": \"picture\"}}"

/* Values are checked and written as in a connection, and the journal has each write. */
static void
test_calls (void)
{
  g_autofree char *journal = NULL;
  JsonObject *answer;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  scripted_source_hold (SCRIPTED_SOURCE (f.bed.served));
  send (&f, CHECK, strlen (CHECK));
  log_text (CHECK);
  AWAIT (scripted_source_count (SCRIPTED_SOURCE (f.bed.served)) == 1);
  scripted_source_accept_saying (SCRIPTED_SOURCE (f.bed.served), g_variant_new_double (3.5),
                                 "The window then has 35 segments.");
  AWAIT (f.answers->len == 1);
  answer = json_object_get_object_member (f.answers->pdata[0], "answer");
  g_assert_cmpint (json_object_get_int_member (answer, "id"), ==, 1);
  g_assert_cmpfloat (json_object_get_double_member (answer, "value"), ==, 3.5);
  send (&f, APPLY, strlen (APPLY));
  log_text (APPLY);
  AWAIT (scripted_source_count (SCRIPTED_SOURCE (f.bed.served)) == 1);
  scripted_source_accept (SCRIPTED_SOURCE (f.bed.served), g_variant_new_double (3.5));
  AWAIT (f.answers->len == 2);
  answer = json_object_get_object_member (f.answers->pdata[1], "answer");
  g_assert_cmpfloat (json_object_get_double_member (answer, "value"), ==, 3.5);
  g_assert_cmpint (json_object_get_int_member (answer, "revision"), ==, 2);
  assert_refused (ask (&f, APPLY), "superseded", "somebody else has changed the value to 3.5");
  g_assert_true (g_file_get_contents (f.writes, &journal, NULL, NULL));
  g_assert_nonnull (strstr (journal, "\"origin\":\"nats gscope.web1=2Erack._down."));
  g_assert_nonnull (strstr (journal, "\"writer\":\"night\",\"parameter\":\"lab/gain\""));
  g_assert_nonnull (strstr (journal, "write again if you still want to"));
  tear_down (&f);
}

static void
test_several (void)
{
  JsonArray *writes;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  gscope_agent_allow (f.bed.agent, "token:lab", GSCOPE_ACCESS_WRITE, "lab/*");
  assert_refused (ask (&f, APPLY_ALL), "superseded", "somebody else has changed");
  ask (&f, APPLY);
  writes = json_object_get_array_member (ask (&f, APPLY_ALL), "writes");
  g_assert_cmpuint (json_array_get_length (writes), ==, 2);
  g_assert_cmpint (json_object_get_int_member (json_array_get_object_element (writes, 1), "value"),
                   ==, 60);
  tear_down (&f);
}

/* Who may not do something is told so in words. */
static void
test_rights (void)
{
  g_autofree char *user = g_strconcat ("nats:", g_get_user_name (), NULL);
  g_autofree char *journal = NULL;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  assert_refused (ask (&f, "{\"call\": {\"id\": 1, \"source\": \"lab\", \"verb\": \"apply\", "
                           "\"parameter\": \"panel/knob\", \"value\": 1}}"),
                  "privilege", user);
  assert_refused (ask (&f, "{\"call\": {\"id\": 1, \"source\": \"lab\", \"verb\": \"check\", "
                           "\"parameter\": \"panel/knob\", \"value\": 1}}"),
                  "privilege", "may not write “lab/panel/knob”");
  assert_refused (ask (&f, "{\"call\": {\"id\": 1, \"source\": \"hidden\", \"verb\": \"apply\", "
                           "\"parameter\": \"panel/knob\", \"value\": 7}}"),
                  "privilege", "may not read “hidden”");
  assert_refused (ask (&f, "{\"call\": {\"id\": 1, \"source\": \"lab\", \"verb\": \"check\", "
                           "\"token\": \"wrong-wrong-wrong\", \"parameter\": \"gain\", "
                           "\"value\": 1}}"),
                  "token", "does not know the token");
  assert_refused (ask (&f, "{\"query\": {\"id\": 1, \"signals\": [\"hidden/wave\"]}}"), "not-found",
                  "There is no signal “hidden/wave”");
  g_assert_true (g_file_get_contents (f.writes, &journal, NULL, NULL));
  g_assert_nonnull (strstr (journal, "\"parameter\":\"hidden/panel/knob\",\"asked\":7"));
  tear_down (&f);
}

static void
test_query (void)
{
  JsonObject *answer, *wave;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  advance (&f, 21 * GSCOPE_SEC - gscope_clock_get_time (f.bed.clock));
  for (guint i = 0; i < 3; i++)
    {
      gscope_producer_push (f.producer, (21 + i) * GSCOPE_SEC, 1 << i);
      advance (&f, GSCOPE_SEC);
    }
  answer = ask (&f, PAST);
  g_assert_cmpint (json_object_get_int_member (answer, "width_ns"), ==, 2 * GSCOPE_SEC);
  wave = json_array_get_object_element (json_object_get_array_member (answer, "signals"), 0);
  g_assert_cmpfloat (json_array_get_double_element (json_object_get_array_member (wave, "max"), 1),
                     ==, 4);
  g_assert_cmpint (json_array_get_int_element (json_object_get_array_member (wave, "count"), 0), ==,
                   1);
  answer = ask (&f, LATEST);
  g_assert_cmpint (json_object_get_int_member (answer, "from_ns"), >, 19 * GSCOPE_SEC);
  tear_down (&f);
}

static void
test_get (void)
{
  JsonObject *answer, *gain, *wave;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  answer = ask (&f, GET);
  wave = json_array_get_object_element (json_object_get_array_member (answer, "signals"), 0);
  g_assert_false (json_object_has_member (wave, "value"));
  gscope_producer_push_now (f.producer, 7);
  answer = ask (&f, GET);
  gain = json_array_get_object_element (json_object_get_array_member (answer, "parameters"), 0);
  wave = json_array_get_object_element (json_object_get_array_member (answer, "signals"), 0);
  g_assert_cmpstr (json_object_get_string_member (gain, "full-name"), ==, "lab/gain");
  g_assert_cmpfloat (
      json_object_get_double_member (gain, "value"), ==,
      gscope_parameter_get_number (gscope_source_find_parameter (f.bed.served, "gain")));
  g_assert_cmpint (json_object_get_int_member (gain, "revision"), ==, 1);
  g_assert_cmpstr (json_object_get_string_member (wave, "unit"), ==, "ms");
  g_assert_cmpfloat (json_object_get_double_member (wave, "value"), ==, 7);
  g_assert_cmpint (json_object_get_int_member (wave, "time_ns"), ==,
                   gscope_clock_get_time (f.bed.clock));
  assert_refused (ask (&f, "{\"call\": {\"id\": 1, \"verb\": \"get\", "
                           "\"parameters\": [\"hidden/panel/knob\"]}}"),
                  "not-found", "There is no parameter “hidden/panel/knob”");
  assert_refused (
      ask (&f, "{\"call\": {\"id\": 1, \"verb\": \"get\", \"signals\": [\"hidden/wave\"]}}"),
      "not-found", "There is no signal “hidden/wave”");
  assert_refused (
      ask (&f, "{\"call\": {\"id\": 1, \"verb\": \"get\", \"signals\": [\"lab/none\"]}}"),
      "not-found", "There is no signal “lab/none”");
  tear_down (&f);
}

/* Texts that are together longer than a message are refused. */
static void
test_get_long (void)
{
  g_autoptr (GString) names = g_string_new ("\"lab/note\"");
  g_autofree char *one = NULL;
  g_autofree char *many = NULL;
  g_autofree char *text = g_strnfill (GSCOPE_PARAMETER_MAX_STRING, '\1');
  g_autoptr (GscopeParameter) note = gscope_parameter_new_string ("note", text);
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  gscope_source_add_parameter (f.bed.served, note, NULL);
  one = g_strdup_printf (GET_PARAMETERS, names->str);
  g_assert_true (json_object_has_member (ask (&f, one), "parameters"));
  while (names->len < 63 * strlen (",\"lab/note\""))
    g_string_append (names, ",\"lab/note\"");
  many = g_strdup_printf (GET_PARAMETERS, names->str);
  assert_refused (ask (&f, many), "limit", "ask for fewer at once");
  tear_down (&f);
}

/* A marker names the user; who may set none is told so. The limit is for all users together. */
static void
test_mark (void)
{
  g_autofree char *user = g_strconcat ("nats:", g_get_user_name (), NULL);
  g_autofree char *detail = g_strconcat (user, ", release 7", NULL);
  g_autoptr (GscopeMarker) marker = NULL;
  GscopeMarkerList *list;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  list = gscope_scope_get_markers (f.bed.far);
  assert_refused (ask (&f, MARK), "privilege", "may not write “markers”");
  gscope_agent_allow (f.bed.agent, user, GSCOPE_ACCESS_WRITE, "markers");
  for (guint i = 0; i < 16; i++)
    g_assert_false (json_object_has_member (ask (&f, MARK), "error"));
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 16);
  marker = g_list_model_get_item (G_LIST_MODEL (list), 0);
  g_assert_cmpstr (gscope_marker_get_label (marker), ==, "deployed");
  g_assert_cmpstr (gscope_marker_get_detail (marker), ==, detail);
  assert_refused (ask (&f, MARK), "limit", "wait a second");
  advance (&f, GSCOPE_SEC);
  g_assert_false (json_object_has_member (ask (&f, MARK), "error"));
  tear_down (&f);
}

static GBytes *
on_picture (GscopeAgent *agent, gpointer data)
{
  return g_bytes_new_static ("\x89PNG\r\n\x1a\n", 8);
}

/* Only an agent with a window has a picture. */
static void
test_picture (void)
{
  g_autofree char *user = g_strconcat ("nats:", g_get_user_name (), NULL);
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  assert_refused (ask (&f, PICTURE), "privilege", "may not read “picture”");
  gscope_agent_allow (f.bed.agent, user, GSCOPE_ACCESS_READ, "picture");
  assert_refused (ask (&f, PICTURE), "unsupported", "no window");
  g_signal_connect (f.bed.agent, "picture", G_CALLBACK (on_picture), NULL);
  g_assert_cmpstr (json_object_get_string_member (ask (&f, PICTURE), "picture"), ==,
                   "iVBORw0KGgo=");
  tear_down (&f);
}

/* The largest answer fits into a message. */
static void
test_largest (void)
{
  g_autoptr (GString) text =
      g_string_new ("{\"query\": {\"id\": 1, \"columns\": 128, \"signals\": [");
  JsonObject *answer;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  for (guint i = 0; i < 64; i++)
    g_string_append_printf (text, "%s\"lab/panel/wave\"", i > 0 ? ", " : "");
  g_string_append (text, "]}}");
  answer = ask (&f, text->str);
  g_assert_cmpuint (json_array_get_length (json_object_get_array_member (answer, "signals")), ==,
                    64);
  tear_down (&f);
}

/* Requests that break the rules, and the errors that answer them: in an answer if the request has an id. */
static const char *const wrong[][3] = {
  { "", "error", "empty" },
  { "nothing", "error", "" },
  { "\xff\xfe", "error", "" },
  { "[]", "error", "" },
  { "{}", "error", "one member" },
  { "{\"call\": 1}", "error", "" },
  { "{\"call\": {}}", "error", "id" },
  { "{\"call\": {\"id\": -1}}", "error", "id" },
  { "{\"call\": {\"id\": 1}, \"query\": {\"id\": 1}}", "error", "one member" },
  { "{\"call\": {\"id\": 1}}", "answer", "verb" },
  { "{\"subscribe\": {\"id\": 1}}", "answer", "“call” or a “query”" },
  { "{\"call\": {\"id\": 1, \"verb\": \"stop\", \"source\": \"lab\"}}", "answer",
    "open a connection" },
  { "{\"call\": {\"id\": 1, \"verb\": \"get\"}}", "answer", "0 parameters and signals" },
  { "{\"call\": {\"id\": 1, \"verb\": \"get\", \"parameters\": 1}}", "answer", "not a list" },
  { "{\"call\": {\"id\": 1, \"verb\": \"get\", \"parameters\": [1]}}", "answer", "list of names" },
  { "{\"call\": {\"id\": 1, \"verb\": \"get\", \"signals\": [\"\", \"/\"]}}", "answer",
    "no signal “”" },
  { "{\"call\": {\"id\": 1, \"verb\": \"mark\"}}", "answer", "may not write" },
  { "{\"call\": {\"id\": 1, \"verb\": \"check\"}}", "answer", "may not read" },
  { "{\"call\": {\"id\": 1, \"verb\": \"check\", \"source\": 1}}", "answer", "source" },
  { "{\"call\": {\"id\": 1, \"verb\": \"check\", \"source\": \"lab\", \"token\": []}}", "answer",
    "token" },
  { "{\"call\": {\"id\": 1, \"verb\": \"check\", \"source\": \"lab\"}}", "answer",
    "no parameter “”" },
  { "{\"call\": {\"id\": 1, \"verb\": \"apply\", \"source\": \"lab\", \"parameter\": \"gain\", "
    "\"value\": {}}}",
    "answer", "value" },
  { "{\"call\": {\"id\": 1, \"verb\": \"apply\", \"source\": \"lab\", \"parameter\": \"gain\", "
    "\"value\": 1, \"lease\": true}}",
    "answer", "without a lease" },
  { "{\"call\": {\"id\": 1, \"verb\": \"apply-all\", \"source\": \"lab\", \"writes\": 1}}",
    "answer", "writes" },
  { "{\"query\": {\"id\": 1}}", "answer", "0 signals" },
  { "{\"query\": {\"id\": 1, \"signals\": [1]}}", "answer", "list of names" },
  { "{\"query\": {\"id\": 1, \"signals\": [null]}}", "answer", "list of names" },
  { "{\"query\": {\"id\": 1, \"signals\": [{}]}}", "answer", "list of names" },
  { "{\"query\": {\"id\": 1, \"signals\": [\"\"]}}", "answer", "no signal “”" },
  { "{\"query\": {\"id\": 1, \"signals\": [\"lab/panel/wave\"], \"columns\": 8193}}", "answer",
    "columns" },
  { "{\"query\": {\"id\": 1, \"signals\": [\"lab/panel/wave\"], \"from_ns\": 1e300}}", "answer",
    "from_ns" },
  { "{\"query\": {\"id\": 1, \"signals\": [\"lab/panel/wave\"], \"to_ns\": 5, \"from_ns\": 5}}",
    "answer", "from_ns" },
};

static void
test_hostile (void)
{
  g_autofree char *deep = g_strnfill (30000, '[');
  g_autofree char *large = g_strnfill (512 * 1024, ' ');
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  for (gsize i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      JsonObject *answer = ask_raw (&f, wrong[i][0], strlen (wrong[i][0]), wrong[i][1]);
      JsonObject *error = json_object_has_member (answer, "error")
                              ? json_object_get_object_member (answer, "error")
                              : answer;

      if (!strstr (json_object_get_string_member (error, "message"), wrong[i][2]))
        g_error ("“%s” is not in “%s”", wrong[i][2],
                 json_object_get_string_member (error, "message"));
    }
  ask_raw (&f, deep, 30000, "error");
  ask_raw (&f, "{\"call\":\0{}}", 12, "error");
  g_assert_cmpstr (json_object_get_string_member (ask_raw (&f, large, 512 * 1024, "error"), "code"),
                   ==, "limit");
  g_assert_nonnull (ask (&f, LATEST));
  tear_down (&f);
}

/* An answer goes to subjects of the one who asks, and to no others. */
static void
test_replies (void)
{
  static const char *const replies[] = {
    "gscope.web1=2Erack._here",           "gscope.web1=2Erack._down.bob.test.1",
    "gscope.web2._down.%s.test.1",        "$KV.gscope.web1=2Erack",
    "gscope.web1=2Erack._down.%s.",       "gscope.web1=2Erack._down.%s",
    "gscope.web1=2Erack._down.%s.test.>",
  };
  g_autoptr (GBytes) data = g_bytes_new_static (LATEST, strlen (LATEST));
  guint n;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  gscope_nats_bus_subscribe (f.bus, "gscope.*._down.>", on_answer, &f);
  gscope_nats_bus_subscribe (f.bus, "$KV.gscope.*", on_answer, &f);
  gscope_nats_bus_flush (f.bus);
  n = f.answers->len;
  for (gsize i = 0; i < G_N_ELEMENTS (replies); i++)
    {
      g_auto (GStrv) parts = g_strsplit (replies[i], "%s", 2);
      g_autofree char *reply = g_strjoinv (g_get_user_name (), parts);

      gscope_nats_bus_publish (f.bus, f.ask, reply, data);
    }
  gscope_nats_bus_publish (f.bus, f.ask, NULL, data);
  ask (&f, LATEST);
  gscope_nats_bus_flush (f.bus);
  run_pending ();
  /* both subscriptions get the one answer */
  g_assert_cmpuint (f.answers->len, <=, n + 2);
  tear_down (&f);
}

/* Too many requests, at once and within a second, are answered with a refusal, and others are served afterwards. */
static void
test_flood (void)
{
  guint n_refused = 0, n;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  advance (&f, 10 * GSCOPE_SEC);
  n = f.answers->len;
  scripted_source_hold (SCRIPTED_SOURCE (f.bed.served));
  for (guint i = 0; i < 1000; i++)
    send (&f, CHECK, strlen (CHECK));
  AWAIT (f.answers->len == n + 1000 - 64);
  for (guint i = n; i < f.answers->len; i++)
    {
      JsonObject *error = f.answers->pdata[i];

      g_assert_cmpstr (
          json_object_get_string_member (json_object_get_object_member (error, "error"), "code"),
          ==, "limit");
      n_refused++;
    }
  g_assert_cmpuint (n_refused, ==, 936);
  while (scripted_source_count (SCRIPTED_SOURCE (f.bed.served)) > 0)
    scripted_source_accept (SCRIPTED_SOURCE (f.bed.served), g_variant_new_double (3.5));
  AWAIT (f.answers->len == n + 1000);
  advance (&f, GSCOPE_SEC);
  g_assert_true (json_object_has_member (ask (&f, LATEST), "signals"));
  tear_down (&f);
}

static void
count_limited (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  g_autofree char *text = g_strndup (g_bytes_get_data (payload, NULL), g_bytes_get_size (payload));

  g_assert_nonnull (strstr (text, "256 requests of all users wait for an answer"));
  (*(guint *) data)++;
}

/* Many users have to wait together, and are told another number than one of them. */
static void
test_crowd (void)
{
  g_autoptr (GBytes) data = g_bytes_new_static (CHECK, strlen (CHECK));
  guint n_refused = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  gscope_agent_allow (f.bed.agent, "nats:*", GSCOPE_ACCESS_WRITE, "lab/*");
  gscope_agent_allow (f.bed.agent, "nats:*", GSCOPE_ACCESS_READ, "lab");
  gscope_nats_bus_subscribe (f.bus, "gscope.*._down.*.crowd.*", count_limited, &n_refused);
  scripted_source_hold (SCRIPTED_SOURCE (f.bed.served));
  for (guint i = 0; i < 5 * 60; i++)
    {
      g_autofree char *subject = g_strdup_printf ("gscope.web1=2Erack._ask.user%u", i % 5);
      g_autofree char *reply = g_strdup_printf ("gscope.web1=2Erack._down.user%u.crowd.1", i % 5);

      gscope_nats_bus_publish (f.bus, subject, reply, data);
    }
  AWAIT (n_refused == 5 * 60 - 256);
  g_assert_cmpuint (scripted_source_count (SCRIPTED_SOURCE (f.bed.served)), ==, 256);
  gscope_nats_bus_unsubscribe (f.bus, "gscope.*._down.*.crowd.*");
  while (scripted_source_count (SCRIPTED_SOURCE (f.bed.served)) > 0)
    scripted_source_accept (SCRIPTED_SOURCE (f.bed.served), g_variant_new_double (3.5));
  run_pending ();
  tear_down (&f);
}

/* An agent that leaves the server while a request waits is gone without an answer. */
static void
test_leaves (void)
{
  Fixture f;

  if (!set_up (&f))
    return;
  await_service (&f);
  scripted_source_hold (SCRIPTED_SOURCE (f.bed.served));
  send (&f, CHECK, strlen (CHECK));
  AWAIT (scripted_source_count (SCRIPTED_SOURCE (f.bed.served)) == 1);
  g_assert_true (gscope_agent_stop_listening (f.bed.agent, f.bed.address));
  scripted_source_accept_late (SCRIPTED_SOURCE (f.bed.served), g_variant_new_double (3.5));
  run_pending ();
  g_assert_cmpuint (f.answers->len, ==, 0);
  tear_down (&f);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  g_test_add_func ("/agent-requests/calls", test_calls);
  g_test_add_func ("/agent-requests/several", test_several);
  g_test_add_func ("/agent-requests/rights", test_rights);
  g_test_add_func ("/agent-requests/query", test_query);
  g_test_add_func ("/agent-requests/get", test_get);
  g_test_add_func ("/agent-requests/get-long", test_get_long);
  g_test_add_func ("/agent-requests/mark", test_mark);
  g_test_add_func ("/agent-requests/picture", test_picture);
  g_test_add_func ("/agent-requests/largest", test_largest);
  g_test_add_func ("/agent-requests/hostile", test_hostile);
  g_test_add_func ("/agent-requests/replies", test_replies);
  g_test_add_func ("/agent-requests/flood", test_flood);
  g_test_add_func ("/agent-requests/crowd", test_crowd);
  g_test_add_func ("/agent-requests/leaves", test_leaves);
  return g_test_run ();
}
