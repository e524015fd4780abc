/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-nats-bed.h"
#include "support/counted.h"
#include "support/nats-client.h"
#include "support/scripted-source.h"

#include <gscope/nats/dial.h>
#include <gscope/nats/directory.h>
#include <gscope/nats/entry.h>
#include <gscope/nats/subject.h>
#include <string.h>

/* Starts the source here as soon as the agent serves. */
static void
start (AgentNatsBed *f)
{
  g_autoptr (GError) error = NULL;

  while (TRUE)
    {
      agent_nats_bed_advance (f, 100 * GSCOPE_MSEC);
      error = agent_bed_start (&f->bed);
      if (!g_error_matches (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND))
        break;
      g_clear_error (&error);
    }
  g_assert_no_error (error);
}

/* Each further try waits for an answer of the server. */
static void
await_running (AgentNatsBed *f)
{
  while (gscope_source_get_state (f->bed.shown) != GSCOPE_SOURCE_STATE_RUNNING)
    {
      if (gscope_agent_source_get_next_try (GSCOPE_AGENT_SOURCE (f->bed.shown)) > 0)
        {
          agent_nats_bed_advance (f, 100 * GSCOPE_MSEC);
          gscope_agent_source_try_now (GSCOPE_AGENT_SOURCE (f->bed.shown));
        }
      g_main_context_iteration (NULL, TRUE);
    }
}

static void
assert_start_fails (AgentNatsBed *f, GscopeError code, const char *part)
{
  g_autoptr (GError) error = agent_bed_start (&f->bed);

  g_assert_error (error, GSCOPE_ERROR, (int) code);
  if (!strstr (error->message, part))
    g_error ("“%s” is not in “%s”", part, error->message);
}

static void
test_serves (void)
{
  g_autofree char *reason = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  g_assert_cmpuint (gscope_agent_get_n_clients (f.bed.agent), ==, 1);
  reason = agent_bed_write (&f.bed, 3);
  g_assert_cmpstr (reason, ==, NULL);
  agent_bed_stop (&f.bed);
  AWAIT (gscope_agent_get_n_clients (f.bed.agent) == 0);
  agent_nats_bed_tear_down (&f);
}

/* Who may do what: by the token, or as the user of the server. */
static void
test_rights (void)
{
  g_autofree char *user = g_strconcat ("nats:", g_get_user_name (), NULL);
  g_autofree char *reason = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  agent_bed_stop (&f.bed);
  g_free (f.bed.credentials->token);
  f.bed.credentials->token = g_strdup ("wrong wrong wrong wrong");
  assert_start_fails (&f, GSCOPE_ERROR_TOKEN, "a token has 16 to 512 letters");
  g_free (f.bed.credentials->token);
  f.bed.credentials->token = g_strdup ("wrong-wrong-wrong-wrong");
  assert_start_fails (&f, GSCOPE_ERROR_TOKEN, "does not know the token");
  g_clear_pointer (&f.bed.credentials->token, g_free);
  assert_start_fails (&f, GSCOPE_ERROR_PRIVILEGE, user);
  gscope_agent_allow (f.bed.agent, user, GSCOPE_ACCESS_READ, "lab");
  start (&f);
  reason = agent_bed_write (&f.bed, 3);
  g_assert_nonnull (strstr (reason, user));
  agent_nats_bed_tear_down (&f);
}

/* Somebody who guesses tokens waits as over TCP, also if each guess has a connection of its own. */
static void
test_guesses (void)
{
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  agent_bed_stop (&f.bed);
  g_free (f.bed.credentials->token);
  f.bed.credentials->token = g_strdup ("wrong-wrong-wrong-wrong");
  for (guint i = 0; i < 6; i++)
    assert_start_fails (&f, GSCOPE_ERROR_TOKEN, "does not know the token");
  assert_start_fails (&f, GSCOPE_ERROR_LIMIT, "Wait 1 second.");
  agent_nats_bed_tear_down (&f);
}

/* A token at a NATS server has no address of its own, whose connections are counted elsewhere. */
static void
test_too_many (void)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  gscope_agent_set_limits (f.bed.agent, 10, 1);
  gscope_inventory_read_async (f.bed.address, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  g_assert_null (gscope_inventory_read_finish (kept, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  g_assert_nonnull (strstr (error->message, "1 connection of “token:lab” already"));
  agent_nats_bed_tear_down (&f);
}

static void
test_nobody (void)
{
  g_autofree char *address = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  address = g_strconcat (f.nats.address, "/nobody", NULL);
  agent_bed_configure (&f.bed, "address", address);
  assert_start_fails (&f, GSCOPE_ERROR_NOT_FOUND, "No agent “nobody”");
  agent_bed_configure (&f.bed, "address", f.nats.address);
  assert_start_fails (&f, GSCOPE_ERROR_INVALID, "Add the name of one");
  nats_bed_stop (&f.nats);
  agent_bed_configure (&f.bed, "address", address);
  assert_start_fails (&f, GSCOPE_ERROR_NOT_FOUND, "no connection to the NATS server");
  agent_nats_bed_tear_down (&f);
}

/* The server is killed and starts again: the agent reports both, and the viewer is connected again. */
static void
test_server_restarts (void)
{
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  nats_bed_stop (&f.nats);
  AWAIT (f.problem && gscope_source_get_state (f.bed.shown) == GSCOPE_SOURCE_STATE_TROUBLE);
  g_assert_nonnull (strstr (f.problem, "no connection to the NATS server"));
  AWAIT (gscope_agent_get_n_clients (f.bed.agent) == 0);
  nats_bed_start (&f.nats);
  await_running (&f);
  agent_nats_bed_tear_down (&f);
}

/* A signal that counts up by one every 10 ms. */
typedef struct
{
  GscopeSignal *signal;
  GscopeProducer *producer;
  guint n;
  /* the signal here */
  GscopeSignal *shown;
} Count;

static void
count (AgentNatsBed *f, Count *self, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), 10 * GSCOPE_MSEC);
      g_assert_true (gscope_producer_push_now (self->producer, self->n++));
    }
  gscope_scope_drain (f->bed.far);
  run_pending ();
}

static gboolean
has_last (AgentNatsBed *f, Count *self)
{
  GscopeSample latest;

  gscope_scope_drain (f->bed.near);
  return gscope_signal_get_latest (self->shown, &latest) && latest.value == self->n - 1;
}

/* Waits for the first number, and then for 50 more. */
static void
await_count (AgentNatsBed *f, Count *self)
{
  count (f, self, 1);
  AWAIT (has_last (f, self));
  count (f, self, 50);
  AWAIT (has_last (f, self));
}

/* An agent goes on while the server is away. Afterwards, the picture has no hole. */
static void
test_past (void)
{
  Count counted = { gscope_signal_new_buffered ("count"), NULL, 0, NULL };
  gint64 begin;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    {
      g_object_unref (counted.signal);
      return;
    }
  counted.producer = gscope_signal_create_producer (counted.signal);
  g_assert_true (gscope_source_add_signal (f.bed.served, counted.signal, NULL));
  start (&f);
  AWAIT (counted.shown = gscope_scope_find_signal (f.bed.near, "lab/count"));
  gscope_signal_lease (counted.shown, 0);
  begin = gscope_clock_get_time (f.bed.clock);
  await_count (&f, &counted);
  nats_bed_stop (&f.nats);
  AWAIT (gscope_source_get_state (f.bed.shown) == GSCOPE_SOURCE_STATE_TROUBLE
         && gscope_agent_get_n_clients (f.bed.agent) == 0);
  count (&f, &counted, 50);
  nats_bed_start (&f.nats);
  await_running (&f);
  await_count (&f, &counted);
  AWAIT (counted_is_whole (counted.shown, &f, begin, gscope_clock_get_time (f.bed.clock), 0));
  g_assert_cmpuint (gscope_signal_get_total_lost (counted.shown), ==, 0);
  gscope_producer_unref (counted.producer);
  g_object_unref (counted.signal);
  agent_nats_bed_tear_down (&f);
}

/* A server that refuses the agent for a while, as with a mistake in its configuration, does not lose it. */
static void
test_refused_for_a_while (void)
{
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  nats_bed_stop (&f.nats);
  f.nats.config = g_strdup ("authorization { user: \"other\", password: \"other\" }");
  nats_bed_start (&f.nats);
  AWAIT (f.problem && strstr (f.problem, "no connection to the NATS server")
         && strstr (f.problem, "Authorization Violation"));
  g_clear_pointer (&f.nats.config, g_free);
  nats_bed_stop (&f.nats);
  nats_bed_start (&f.nats);
  await_running (&f);
  agent_nats_bed_tear_down (&f);
}

/* Dials the agent while the bus reports something. Returns the error; NULL if the agent answers. */
static GError *
dial (AgentNatsBed *f, GscopeNatsBus *bus, const char *name, const char *text)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GscopeCarrier) carrier = NULL;
  GError *error = NULL;

  gscope_nats_dial_async (bus, "web1.rack", LAB_TOKEN, f->bed.clock,
                          g_task_new (NULL, NULL, gscope_test_keep_result, &result));
  g_signal_emit_by_name (bus, name, text);
  kept = gscope_test_await (&result);
  carrier = g_task_propagate_pointer (G_TASK (kept), &error);
  if (carrier)
    gscope_carrier_close (carrier);
  return error;
}

/* A source whose connection is refused does not try again. Other trouble is no refusal, and neither is the refusal of another subject
 * on the same bus. */
static void
test_trouble (void)
{
  const struct
  {
    const char *signal;
    const char *text;
    gboolean is_refusal;
  } rows[] = {
    { "trouble", "more messages came than this program could read", FALSE },
    { "trouble", "Stale Connection", FALSE },
    { "refusal", "Permissions Violation for Publish to \"$JS.API.INFO\"", FALSE },
    { "refusal", "Permissions Violation for Publish to \"gscope.web1=2Erack._open\"", FALSE },
    { "refusal", "Permissions Violation for Publish to \"gscope.web1=2Erack._open.u\"", TRUE },
    { "refusal", "Permissions Violation for Publish to \"gscope.web1=2Erack._op", TRUE },
    { "refusal", "Authorization Violation", TRUE },
  };
  g_autofree char *user = gscope_nats_escape (g_get_user_name ());
  g_autoptr (GscopeNatsBus) bus = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  agent_bed_stop (&f.bed);
  bus = nats_bed_connect (&f.nats);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_auto (GStrv) parts = g_strsplit (rows[i].text, "_open.u", 2);
      g_autofree char *own = g_strconcat ("_open.", user, NULL);
      g_autofree char *text = g_strjoinv (own, parts);
      g_autoptr (GError) error = dial (&f, bus, rows[i].signal, text);

      if (rows[i].is_refusal)
        g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_PRIVILEGE);
      else
        g_assert_no_error (error);
    }
  g_clear_object (&bus);
  agent_nats_bed_tear_down (&f);
}

/* A server that hangs, as it seems where the network is cut: both ends give the connection up after ten seconds, and make
 * another one when it goes on. */
static void
test_partition (void)
{
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  nats_bed_freeze (&f.nats, TRUE);
  for (guint i = 0; i < 6; i++)
    agent_nats_bed_advance (&f, 2 * GSCOPE_SEC);
  AWAIT (gscope_agent_get_n_clients (f.bed.agent) == 0);
  AWAIT (gscope_source_get_state (f.bed.shown) != GSCOPE_SOURCE_STATE_RUNNING);
  nats_bed_freeze (&f.nats, FALSE);
  await_running (&f);
  g_assert_cmpuint (gscope_agent_get_n_clients (f.bed.agent), ==, 1);
  agent_nats_bed_tear_down (&f);
}

/* The second agent of a name waits until the first has gone, and both say so. */
static void
test_twice (void)
{
  g_autoptr (GscopeAgent) other = NULL;
  g_autoptr (GError) error = NULL;
  g_autofree char *problem = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  other = gscope_agent_new (f.bed.far, NULL, NULL);
  agent_nats_bed_keep_problem (other, &problem);
  gscope_agent_set_tokens_file (other, f.bed.tokens, &error);
  g_assert_no_error (error);
  gscope_agent_allow (other, "token:*", GSCOPE_ACCESS_READ, "*");
  gscope_agent_listen (other, f.bed.address, &error);
  g_assert_no_error (error);
  AWAIT (f.problem && problem);
  g_assert_nonnull (strstr (f.problem, "wants to be “web1.rack”"));
  g_assert_nonnull (strstr (problem, "is “web1.rack” at the NATS server"));
  g_assert_true (gscope_agent_stop_listening (f.bed.agent, f.bed.address));
  AWAIT (gscope_source_get_state (f.bed.shown) == GSCOPE_SOURCE_STATE_TROUBLE);
  for (guint i = 0; i < 7; i++)
    agent_nats_bed_advance (&f, GSCOPE_SEC);
  await_running (&f);
  g_assert_cmpuint (gscope_agent_get_n_clients (other), ==, 1);
  g_clear_object (&other);
  agent_nats_bed_tear_down (&f);
}

/* Agents of several names in one program use one connection to the server. The end of one leaves the viewers of the
 * others. */
static void
test_several (void)
{
  g_autoptr (GscopeNatsBus) first = NULL;
  g_autoptr (GscopeNatsBus) second = NULL;
  g_autoptr (GscopeNatsBus) twin = NULL;
  g_autoptr (GscopeAgent) other = NULL;
  g_autofree char *address = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  address = g_strconcat (f.nats.address, "/web2.rack", NULL);
  other = gscope_agent_new (f.bed.far, address, NULL);
  first = gscope_nats_bus_get_for_agent (f.nats.address, "web3.rack", NULL);
  second = gscope_nats_bus_get_for_agent (f.nats.address, "web4.rack", NULL);
  twin = gscope_nats_bus_get_for_agent (f.nats.address, "web1.rack", NULL);
  g_assert_true (first == second);
  g_assert_true (first != twin);
  g_assert_true (gscope_nats_bus_is_up (first));
  for (guint i = 0; i < 5; i++)
    agent_nats_bed_advance (&f, 100 * GSCOPE_MSEC);
  g_clear_object (&other);
  run_pending ();
  g_assert_cmpint (gscope_source_get_state (f.bed.shown), ==, GSCOPE_SOURCE_STATE_RUNNING);
  g_assert_cmpuint (gscope_agent_get_n_clients (f.bed.agent), ==, 1);
  g_clear_object (&twin);
  agent_nats_bed_tear_down (&f);
}

/* A viewer that is gone without a word costs the agent its connection for ten seconds. */
static void
test_viewer_vanishes (void)
{
  g_autoptr (GscopeNatsBus) bus = NULL;
  g_autofree char *subject = g_strconcat ("gscope.web1=2Erack._open.", g_get_user_name (), NULL);
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  start (&f);
  agent_bed_stop (&f.bed);
  AWAIT (gscope_agent_get_n_clients (f.bed.agent) == 0);
  gscope_agent_allow (f.bed.agent, "nats:*", GSCOPE_ACCESS_READ, "*");
  bus = nats_bed_connect (&f.nats);
  gscope_nats_bus_publish_text (bus, subject, NULL, "{\"line\": \"x.1\", \"window\": 1000}");
  gscope_nats_bus_publish_text (bus, subject, NULL, "{\"line\": \"a.1\", \"window\": 0}");
  gscope_nats_bus_publish_text (bus, subject, NULL, "nothing");
  gscope_nats_bus_publish_text (bus, subject, NULL, "{\"line\": \"a.1\", \"window\": 1000}");
  gscope_nats_bus_publish_text (bus, subject, NULL, "{\"line\": \"a.1\", \"window\": 1000}");
  AWAIT (gscope_agent_get_n_clients (f.bed.agent) == 1);
  for (guint i = 0; i < 5; i++)
    agent_nats_bed_advance (&f, 2 * GSCOPE_SEC);
  AWAIT (gscope_agent_get_n_clients (f.bed.agent) == 0);
  g_clear_object (&bus);
  agent_nats_bed_tear_down (&f);
}

/* The inventory. */

/* Returns NULL and an error if there is no inventory. */
static GVariant *
ask_server (const char *server, GCancellable *cancellable, GError **error)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  gscope_inventory_find_agents_async (server, cancellable, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  return gscope_inventory_find_agents_finish (kept, error);
}

static GVariant *
find_agents (AgentNatsBed *f)
{
  g_autoptr (GError) error = NULL;
  GVariant *agents = ask_server (f->nats.address, NULL, &error);

  g_assert_no_error (error);
  return agents;
}

static void
await_agents (AgentNatsBed *f, const char *expected)
{
  while (TRUE)
    {
      g_autoptr (GVariant) agents = find_agents (f);
      g_autofree char *text = g_variant_print (agents, FALSE);

      if (g_str_equal (text, expected))
        return;
      agent_nats_bed_advance (f, 100 * GSCOPE_MSEC);
    }
}

/* Agents are listed while they are there, and what is no entry is left out. */
static void
test_inventory (void)
{
  static const char *const hostile[] = { "",
                                         "nothing",
                                         "[]",
                                         "{\"machine\": 1}",
                                         "{\"machine\": \"m\", \"sources\": 1}",
                                         "{\"machine\": \"m\", \"groups\": 1}" };
  static const char *const groups[] = { "rack1", "web", NULL };
  g_autofree char *expected =
      g_strdup_printf ("[('web1.rack', '%s', ['lab'], [])]", g_get_host_name ());
  g_autofree char *grouped =
      g_strdup_printf ("[('web1.rack', '%s', ['lab'], ['rack1', 'web'])]", g_get_host_name ());
  g_autofree char *both = g_strdup_printf (
      "[('a', 'm', ['s'], ['g']), ('web1.rack', '%s', ['lab'], [])]", g_get_host_name ());
  g_autoptr (GscopeNatsBus) bus = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  await_agents (&f, "[]");
  start (&f);
  await_agents (&f, expected);
  bus = nats_bed_connect (&f.nats);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    gscope_nats_bus_publish_text (bus, "$KV.gscope.a", NULL, hostile[i]);
  gscope_nats_bus_publish_text (bus, "$KV.gscope._a", NULL,
                                "{\"machine\": \"m\", \"sources\": []}");
  gscope_nats_bus_flush (bus);
  await_agents (&f, expected);
  gscope_nats_bus_publish_text (bus, "$KV.gscope.a", NULL,
                                "{\"machine\": \"m\", \"sources\": [\"s\", 1, null, {}], "
                                "\"groups\": [{}, \"g\"]}");
  await_agents (&f, both);
  gscope_nats_bus_publish_removal (bus, "$KV.gscope.a");
  await_agents (&f, expected);
  gscope_agent_set_groups (f.bed.agent, groups);
  await_agents (&f, grouped);
  gscope_agent_set_groups (f.bed.agent, NULL);
  await_agents (&f, expected);
  g_assert_true (gscope_agent_stop_listening (f.bed.agent, f.bed.address));
  await_agents (&f, "[]");
  g_clear_object (&bus);
  agent_nats_bed_tear_down (&f);
}

static void
assert_no_inventory (const char *server, GscopeError code, const char *part)
{
  g_autoptr (GError) error = NULL;

  g_assert_null (ask_server (server, NULL, &error));
  g_assert_error (error, GSCOPE_ERROR, (int) code);
  if (!strstr (error->message, part))
    g_error ("“%s” is not in “%s”", part, error->message);
}

static void
assert_cancelled (const char *server)
{
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GError) error = NULL;

  g_cancellable_cancel (cancellable);
  g_assert_null (ask_server (server, cancellable, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
}

/* An error says why there is no inventory. */
static void
test_no_inventory (void)
{
  static const struct
  {
    const char *account;
    GscopeError code;
    const char *part;
  } rows[] = {
    { "users: [ { user: a, password: a } ]", GSCOPE_ERROR_UNSUPPORTED, "enable JetStream there" },
    { "jetstream: enabled, users: [ { user: a, password: a, "
      "permissions: { publish: { deny: \"$JS.API.>\" } } } ]",
      GSCOPE_ERROR_PRIVILEGE, "Ask the owner of the server" },
  };
  NatsBed nats;

  assert_no_inventory ("nats://127.0.0.1:1/web1", GSCOPE_ERROR_INVALID, "Write nats://SERVER:PORT");
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *config =
          g_strdup_printf ("accounts { A { %s } }\nno_auth_user: a", rows[i].account);

      if (!nats_bed_set_up (&nats, config))
        return;
      assert_no_inventory (nats.address, rows[i].code, rows[i].part);
      assert_cancelled (nats.address);
      nats_bed_stop (&nats);
      assert_no_inventory (nats.address, GSCOPE_ERROR_NOT_FOUND,
                           "no connection to the NATS server");
      nats_bed_tear_down (&nats);
    }
}

/* A connection that is lost, before the question or while it waits, is reported at once; the next connection answers. */
static void
test_inventory_lost (void)
{
  g_autoptr (GscopeNatsBus) bus = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GVariant) agents = NULL;
  g_autoptr (GError) error = NULL;
  GAsyncResult *result = NULL;
  NatsBed nats;

  if (!nats_bed_set_up (&nats, NULL))
    return;
  bus = gscope_nats_bus_get (nats.address, &error);
  g_assert_no_error (error);
  AWAIT (gscope_nats_bus_is_up (bus));
  nats_bed_freeze (&nats, TRUE);
  gscope_inventory_find_agents_async (nats.address, NULL, gscope_test_keep_result, &result);
  nats_bed_stop (&nats);
  kept = gscope_test_await (&result);
  g_assert_null (gscope_inventory_find_agents_finish (kept, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (error->message, "no connection to the NATS server"));
  assert_no_inventory (nats.address, GSCOPE_ERROR_NOT_FOUND, "no connection to the NATS server");
  nats_bed_start (&nats);
  AWAIT (gscope_nats_bus_is_up (bus));
  g_clear_error (&error);
  agents = ask_server (nats.address, NULL, &error);
  g_assert_no_error (error);
  g_clear_object (&bus);
  nats_bed_tear_down (&nats);
}

typedef struct
{
  guint n_changed;
  guint n_failed;
} Reports;

static void
on_changed (gpointer data)
{
  ((Reports *) data)->n_changed++;
}

static void
on_failed (gpointer data, const GError *error)
{
  ((Reports *) data)->n_failed++;
}

/* Agents that are silent for long are forgotten, and a directory reports that its server is gone. */
static void
test_forgotten (void)
{
  g_autofree char *expected =
      g_strdup_printf ("[('web1.rack', '%s', ['lab'], [])]", g_get_host_name ());
  g_autoptr (GscopeClock) clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  g_autoptr (GscopeNatsBus) bus = NULL;
  Reports reports = { 0 };
  const GscopeNatsDirectoryFuncs funcs = { on_changed, on_failed, &reports };
  GscopeNatsDirectory *directory;
  g_autoptr (GVariant) agents = NULL, none = NULL;
  AgentNatsBed f;

  if (!agent_nats_bed_set_up (&f))
    return;
  await_agents (&f, expected);
  bus = nats_bed_connect (&f.nats);
  directory = gscope_nats_directory_new (bus, &funcs, clock);
  AWAIT (reports.n_changed > 0);
  agents = g_variant_ref_sink (gscope_nats_directory_list (directory));
  g_assert_cmpuint (g_variant_n_children (agents), ==, 1);
  reports.n_changed = 0;
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), GSCOPE_NATS_ENTRY_LIFE / 2);
  run_pending ();
  g_assert_cmpuint (reports.n_changed, ==, 0);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (clock), GSCOPE_NATS_ENTRY_LIFE);
  AWAIT (reports.n_changed > 0);
  none = g_variant_ref_sink (gscope_nats_directory_list (directory));
  g_assert_cmpuint (g_variant_n_children (none), ==, 0);
  g_assert_cmpuint (reports.n_failed, ==, 0);
  nats_bed_stop (&f.nats);
  AWAIT (reports.n_failed > 0);
  gscope_nats_directory_free (directory);
  g_clear_object (&bus);
  agent_nats_bed_tear_down (&f);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  g_test_add_func ("/agent-nats/serves", test_serves);
  g_test_add_func ("/agent-nats/rights", test_rights);
  g_test_add_func ("/agent-nats/guesses", test_guesses);
  g_test_add_func ("/agent-nats/too-many", test_too_many);
  g_test_add_func ("/agent-nats/nobody", test_nobody);
  g_test_add_func ("/agent-nats/server-restarts", test_server_restarts);
  g_test_add_func ("/agent-nats/past", test_past);
  g_test_add_func ("/agent-nats/refused-for-a-while", test_refused_for_a_while);
  g_test_add_func ("/agent-nats/trouble", test_trouble);
  g_test_add_func ("/agent-nats/partition", test_partition);
  g_test_add_func ("/agent-nats/twice", test_twice);
  g_test_add_func ("/agent-nats/several", test_several);
  g_test_add_func ("/agent-nats/viewer-vanishes", test_viewer_vanishes);
  g_test_add_func ("/agent-nats/inventory", test_inventory);
  g_test_add_func ("/agent-nats/no-inventory", test_no_inventory);
  g_test_add_func ("/agent-nats/inventory-lost", test_inventory_lost);
  g_test_add_func ("/agent-nats/forgotten", test_forgotten);
  return g_test_run ();
}
