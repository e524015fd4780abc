/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-nats-bed.h"
#include "support/nats-client.h"
#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <gscope/agent/private.h>
#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/dial/write-log-private.h>
#include <gscope/json-private.h>
#include <gscope/nats/bus.h>
#include <gscope/nats/log.h>
#include <string.h>

/* An agent at a NATS server, and somebody who reads the log of writes there. */
typedef struct
{
  AgentNatsBed at;
  GscopeWriteLog *log;
  GscopeCarrier *client;
  /* texts */
  GPtrArray *records;
  guint n_complete;
  guint64 n_lost;
  GError *error;
} Fixture;

static void
on_record (GscopeWriteLog *log, const char *agent, const char *text, Fixture *f)
{
  g_ptr_array_add (f->records, g_strdup_printf ("%s %s", agent, text));
}

static void
on_complete (GscopeWriteLog *log, Fixture *f)
{
  f->n_complete++;
}

static void
on_lost (GscopeWriteLog *log, guint64 n, Fixture *f)
{
  f->n_lost += n;
}

static void
on_failed (GscopeWriteLog *log, const GError *error, Fixture *f)
{
  g_clear_error (&f->error);
  f->error = g_error_copy (error);
}

static void
read_log_for (Fixture *f, const char *agent, gint64 since, GscopeClock *clock)
{
  g_autoptr (GError) error = NULL;

  g_clear_object (&f->log);
  g_ptr_array_set_size (f->records, 0);
  g_clear_error (&f->error);
  f->n_complete = 0;
  f->log = gscope_write_log_new_for_clock (f->at.nats.address, agent, since, clock, &error);
  g_assert_no_error (error);
  g_signal_connect (f->log, "record", G_CALLBACK (on_record), f);
  g_signal_connect (f->log, "complete", G_CALLBACK (on_complete), f);
  g_signal_connect (f->log, "lost", G_CALLBACK (on_lost), f);
  g_signal_connect (f->log, "failed", G_CALLBACK (on_failed), f);
}

static void
read_log (Fixture *f, const char *agent, gint64 since)
{
  read_log_for (f, agent, since, gscope_clock_get_system ());
}

/* Records a write; a refused one if there is a reason. */
static void
write_record (Fixture *f, double value, const char *reason)
{
  g_autoptr (GscopePrincipal) alice = gscope_principal_new ("nats:alice", "nats 1");
  g_autoptr (GVariant) asked = g_variant_ref_sink (g_variant_new_double (value));
  g_autoptr (GError) error =
      reason ? g_error_new_literal (GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, reason) : NULL;

  gscope_journal_entry_end (
      gscope_journal_entry_begin (gscope_agent_get_host (f->at.bed.agent)->journal, alice,
                                  "lab/gain", NULL, asked, "script"),
      reason ? NULL : asked, error);
}

/* The agent has its name 0.3 s after it is connected. */
static void
await_records (Fixture *f, guint n)
{
  while (f->records->len < n)
    {
      agent_nats_bed_advance (&f->at, 100 * GSCOPE_MSEC);
      g_main_context_iteration (NULL, FALSE);
      g_usleep (1000);
    }
  g_assert_cmpuint (f->records->len, ==, n);
}

static gboolean
set_up (Fixture *f)
{
  *f = (Fixture){ 0 };
  if (!agent_nats_bed_set_up (&f->at))
    return FALSE;
  f->records = g_ptr_array_new_with_free_func (g_free);
  gscope_agent_set_journal_socket (f->at.bed.agent, NULL);
  return TRUE;
}

static void
tear_down (Fixture *f)
{
  g_clear_object (&f->log);
  agent_nats_bed_tear_down (&f->at);
  g_ptr_array_unref (f->records);
  g_clear_error (&f->error);
}

static void
assert_record (Fixture *f, guint i, const char *part)
{
  if (!strstr (f->records->pdata[i], part))
    g_error ("“%s” is not in “%s”", part, (const char *) f->records->pdata[i]);
}

/* Each write is in the log, accepted or not, also one before the agent has its name. */
static void
test_writes (void)
{
  Fixture f;

  if (!set_up (&f))
    return;
  read_log (&f, NULL, 0);
  AWAIT (f.n_complete == 1);
  g_assert_cmpuint (f.records->len, ==, 0);
  write_record (&f, 3, NULL);
  write_record (&f, 11, "The value is too large.");
  read_log (&f, NULL, 0);
  while (f.records->len == 0)
    {
      agent_nats_bed_advance (&f.at, 100 * GSCOPE_MSEC);
      read_log (&f, NULL, 0);
      AWAIT (f.n_complete == 1 || f.records->len > 0);
    }
  await_records (&f, 2);
  assert_record (&f, 0, "web1.rack {");
  assert_record (&f, 0, "\"principal\":\"nats:alice\"");
  assert_record (&f, 0, "\"new\":3.0");
  assert_record (&f, 1, "\"reason\":\"The value is too large.\"");
  write_record (&f, 4, NULL);
  await_records (&f, 3);
  g_assert_null (f.at.problem);
  tear_down (&f);
}

static void
await_log (Fixture *f)
{
  write_record (f, 1, NULL);
  do
    {
      agent_nats_bed_advance (&f->at, 100 * GSCOPE_MSEC);
      read_log (f, NULL, 0);
      AWAIT (f->n_complete == 1 || f->records->len > 0);
    }
  while (f->records->len == 0);
}

static void
test_filters (void)
{
  gint64 now = g_get_real_time () * 1000;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  read_log (&f, "web1.rack", 0);
  AWAIT (f.n_complete == 1);
  g_assert_cmpuint (f.records->len, ==, 1);
  read_log (&f, "web2.rack", 0);
  AWAIT (f.n_complete == 1);
  g_assert_cmpuint (f.records->len, ==, 0);
  read_log (&f, NULL, now + 3600 * GSCOPE_SEC);
  AWAIT (f.n_complete == 1);
  g_assert_cmpuint (f.records->len, ==, 0);
  read_log (&f, NULL, now - 3600 * GSCOPE_SEC);
  await_records (&f, 1);
  tear_down (&f);
}

static void
on_info (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  gsize size;
  const char *text = g_bytes_get_data (payload, &size);
  g_autoptr (JsonParser) parser = json_parser_new ();
  g_autoptr (GError) error = NULL;

  json_parser_load_from_data (parser, text, (gssize) size, &error);
  g_assert_no_error (error);
  *(JsonNode **) data = json_parser_steal_root (parser);
}

/* The server keeps the records of 30 days, and at most 64 MiB. Nobody can delete some before. */
static void
test_bounds (void)
{
  g_autoptr (GscopeNatsBus) bus = NULL;
  g_autoptr (JsonNode) info = NULL;
  JsonObject *config;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  bus = nats_bed_connect (&f.at.nats);
  gscope_nats_bus_subscribe (bus, "test.info", on_info, &info);
  gscope_nats_bus_publish_text (bus, "$JS.API.STREAM.INFO." GSCOPE_NATS_LOG, "test.info", "");
  AWAIT (info);
  config = json_object_get_object_member (json_node_get_object (info), "config");
  g_assert_cmpint (json_object_get_int_member (config, "max_age"), ==, 30 * 24 * 3600 * GSCOPE_SEC);
  g_assert_cmpint (json_object_get_int_member (config, "max_bytes"), ==, 64 << 20);
  g_assert_cmpstr (json_object_get_string_member (config, "discard"), ==, "old");
  g_assert_true (json_object_get_boolean_member (config, "deny_delete"));
  g_assert_true (json_object_get_boolean_member (config, "deny_purge"));
  tear_down (&f);
}

/* While the server is away, records wait; each comes once, and the reader goes on behind the last one. */
static void
test_server_restarts (void)
{
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  await_records (&f, 1);
  nats_bed_stop (&f.at.nats);
  AWAIT (f.at.problem && f.error);
  g_assert_error (f.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  for (guint i = 0; i < 200; i++)
    write_record (&f, i, NULL);
  nats_bed_start (&f.at.nats);
  await_records (&f, 201);
  assert_record (&f, 1, "\"new\":0.0");
  assert_record (&f, 200, "\"new\":199.0");
  g_assert_cmpuint (f.n_lost, ==, 0);
  g_assert_cmpuint (gscope_agent_get_journal_lost (f.at.bed.agent), ==, 0);
  tear_down (&f);
}

static void
drop_record (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  ++*(guint *) data;
}

/* Records that did not arrive, the last one among them, come when nothing else has come for a while, and each once. */
static void
test_dropped_end (void)
{
  static const char subject[] = "gscope.web1=2Erack._log";
  g_autoptr (GscopeNatsBus) bus = NULL;
  guint n_dropped = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  write_record (&f, 2, NULL);
  write_record (&f, 3, NULL);
  await_records (&f, 3);
  bus = gscope_nats_bus_get (f.at.nats.address, NULL);
  gscope_nats_bus_add_route (bus, subject, drop_record, &n_dropped);
  read_log_for (&f, NULL, 0, f.at.bed.clock);
  AWAIT (n_dropped == 3);
  gscope_nats_bus_remove_route (bus, subject);
  g_assert_cmpuint (f.n_complete, ==, 0);
  await_records (&f, 3);
  AWAIT (f.n_complete == 1);
  g_assert_cmpuint (f.n_lost, ==, 0);
  g_assert_no_error (f.error);
  tear_down (&f);
}

/* Records that were lost here come again, also if nothing follows them. */
static void
test_loss (void)
{
  static const char subject[] = "gscope.web1=2Erack._log";
  g_autoptr (GscopeNatsBus) bus = NULL;
  guint n_dropped = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  await_records (&f, 1);
  AWAIT (f.n_complete == 1);
  bus = gscope_nats_bus_get (f.at.nats.address, NULL);
  gscope_nats_bus_add_route (bus, subject, drop_record, &n_dropped);
  write_record (&f, 2, NULL);
  AWAIT (n_dropped == 1);
  gscope_nats_bus_remove_route (bus, subject);
  g_signal_emit_by_name (bus, "loss", "too many messages");
  await_records (&f, 2);
  assert_record (&f, 1, "\"new\":2.0");
  g_assert_cmpuint (f.n_lost, ==, 0);
  g_assert_no_error (f.error);
  tear_down (&f);
}

/* A connection that is lost for a moment, and with it the interest in the records: the former reading does not go on beside the
 * next one. */
static void
test_reads_again (void)
{
  g_autoptr (GscopeNatsBus) bus = NULL;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  bus = gscope_nats_bus_get (f.at.nats.address, NULL);
  g_signal_emit_by_name (bus, "up");
  write_record (&f, 2, NULL);
  write_record (&f, 3, NULL);
  await_records (&f, 3);
  AWAIT (f.n_complete == 1);
  write_record (&f, 4, NULL);
  await_records (&f, 4);
  g_assert_cmpuint (f.n_lost, ==, 0);
  tear_down (&f);
}

/* Records that were not answered are sent again, and are in the log once. */
static void
test_frozen_server (void)
{
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  await_records (&f, 1);
  nats_bed_freeze (&f.at.nats, TRUE);
  for (guint i = 0; i < 10; i++)
    write_record (&f, i, NULL);
  for (guint i = 0; i < 3; i++)
    agent_nats_bed_advance (&f.at, 10 * GSCOPE_SEC);
  nats_bed_freeze (&f.at.nats, FALSE);
  await_records (&f, 11);
  write_record (&f, 10, NULL);
  await_records (&f, 12);
  tear_down (&f);
}

/* More records than the queue takes are counted, which is told at once and is in the log later, also if no other write follows. */
static void
test_queue (void)
{
  guint n = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  await_records (&f, 1);
  nats_bed_stop (&f.at.nats);
  AWAIT (f.at.problem);
  while (!gscope_agent_get_journal_problem (f.at.bed.agent) && n <= GSCOPE_NATS_LOG_MAX_RECORDS)
    write_record (&f, n++, NULL);
  g_assert_nonnull (gscope_agent_get_journal_problem (f.at.bed.agent));
  /* the last record found no room; the first record takes room if the server's answer to it was lost */
  n--;
  g_assert_cmpuint (n, >=, GSCOPE_NATS_LOG_MAX_RECORDS - 1);
  g_assert_cmpuint (n, <=, GSCOPE_NATS_LOG_MAX_RECORDS);
  for (guint i = 0; i < 4; i++)
    write_record (&f, i, NULL);
  g_assert_nonnull (
      strstr (gscope_agent_get_journal_problem (f.at.bed.agent), "4096 records of writes wait"));
  g_assert_cmpuint (gscope_agent_get_journal_lost (f.at.bed.agent), ==, 5);
  nats_bed_start (&f.at.nats);
  await_records (&f, n + 2);
  assert_record (&f, n + 1, "\"left-out\":5");
  g_assert_null (gscope_agent_get_journal_problem (f.at.bed.agent));
  write_record (&f, 7, NULL);
  await_records (&f, n + 3);
  assert_record (&f, n + 2, "\"new\":7.0");
  tear_down (&f);
}

/* An agent that ends without the server says how many records it could not send. */
static void
test_end (void)
{
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  nats_bed_stop (&f.at.nats);
  AWAIT (f.at.problem);
  write_record (&f, 1, NULL);
  write_record (&f, 2, NULL);
  g_assert_true (gscope_agent_stop_listening (f.at.bed.agent, f.at.bed.address));
  /* the server's answer to the first record may be lost with the server */
  g_assert_true (strstr (f.at.problem, "2 records of writes were not sent")
                 || strstr (f.at.problem, "3 records of writes were not sent"));
  tear_down (&f);
}

/* A client of the agent, over a stream, writes a value for the time of its connection. */
static void
write_for_the_connection (Fixture *f)
{
  static const char call[] = "{\"call\":{\"id\":1,\"verb\":\"apply\",\"parameter\":\"gain\","
                             "\"value\":4.0,\"lease\":true}}";
  GscopeParameter *gain = gscope_source_find_parameter (f->at.bed.served, "gain");
  JsonObject *hello = gscope_message_create_hello (f->at.bed.clock);
  g_autoptr (GIOStream) client = NULL;
  g_autoptr (GIOStream) stream = NULL;
  g_autoptr (GBytes) first = NULL;
  g_autoptr (GBytes) second = g_bytes_new_static (call, strlen (call));

  json_object_set_int_member (hello, "credit", 1 << 20);
  json_object_set_int_member (hello, "period_ns", 10 * GSCOPE_MSEC);
  json_object_set_string_member (hello, "source", "lab");
  first = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  make_stream_pair (&client, &stream);
  gscope_agent_add_stream (f->at.bed.agent, stream);
  f->client = gscope_stream_carrier_new (client);
  gscope_carrier_send (f->client, first);
  gscope_carrier_send (f->client, second);
  AWAIT (gscope_parameter_get_number (gain) == 4);
}

/* The value that goes back when the agent is closed has its record, though its source takes time. */
static void
test_close (void)
{
  ScriptedSource *source;
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  await_records (&f, 1);
  write_for_the_connection (&f);
  await_records (&f, 2);
  source = SCRIPTED_SOURCE (f.at.bed.served);
  scripted_source_hold (source);
  gscope_agent_close_async (f.at.bed.agent, NULL, gscope_test_keep_result, &result);
  run_pending ();
  g_assert_null (result);
  g_assert_cmpuint (gscope_agent_get_n_clients (f.at.bed.agent), ==, 0);
  scripted_source_accept (source, g_variant_new_double (0));
  kept = gscope_test_await (&result);
  g_assert_true (gscope_agent_close_finish (f.at.bed.agent, kept, &error));
  g_assert_no_error (error);
  g_clear_object (&kept);
  g_assert_finalize_object (g_steal_pointer (&f.at.bed.agent));
  AWAIT (f.records->len == 3);
  assert_record (&f, 2, "\"writer\":\"lease\"");
  assert_record (&f, 2, "\"new\":0.0");
  g_clear_object (&f.client);
  tear_down (&f);
}

/* Records that do not come from an agent are bounded and checked. */
static void
test_hostile (void)
{
  static const char *const hostile[] = { "", "nothing", "[]", "{\"time\": }", "\xff" };
  g_autofree char *deep = g_strnfill (30000, '[');
  g_autoptr (GscopeNatsBus) bus = NULL;
  Fixture f;

  if (!set_up (&f))
    return;
  await_log (&f);
  bus = nats_bed_connect (&f.at.nats);
  for (guint i = 0; i < G_N_ELEMENTS (hostile); i++)
    gscope_nats_bus_publish_text (bus, "gscope.web2._log", NULL, hostile[i]);
  gscope_nats_bus_publish_text (bus, "gscope.web2._log", NULL, deep);
  gscope_nats_bus_publish_text (bus, "gscope._web2._log", NULL, "{}");
  gscope_nats_bus_publish_text (bus, "gscope.web2._log", NULL, "{\"parameter\": 1}");
  gscope_nats_bus_flush (bus);
  f.n_lost = 0;
  read_log (&f, NULL, 0);
  await_records (&f, 2);
  assert_record (&f, 1, "web2 {\"parameter\": 1}");
  g_assert_cmpuint (f.n_lost, ==, G_N_ELEMENTS (hostile) + 2);
  g_clear_object (&bus);
  tear_down (&f);
}

static void
test_bad_addresses (void)
{
  static const char *const addresses[] = { "unix:", "nats://localhost/web1", "wss://localhost" };

  for (guint i = 0; i < G_N_ELEMENTS (addresses); i++)
    {
      g_autoptr (GError) error = NULL;

      g_assert_null (gscope_write_log_new (addresses[i], NULL, 0, &error));
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
    }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_agent_source_register (gscope_registry_get_default (), NULL);
  g_test_add_func ("/agent-log/writes", test_writes);
  g_test_add_func ("/agent-log/filters", test_filters);
  g_test_add_func ("/agent-log/bounds", test_bounds);
  g_test_add_func ("/agent-log/server-restarts", test_server_restarts);
  g_test_add_func ("/agent-log/dropped-end", test_dropped_end);
  g_test_add_func ("/agent-log/loss", test_loss);
  g_test_add_func ("/agent-log/reads-again", test_reads_again);
  g_test_add_func ("/agent-log/frozen-server", test_frozen_server);
  g_test_add_func ("/agent-log/queue", test_queue);
  g_test_add_func ("/agent-log/end", test_end);
  g_test_add_func ("/agent-log/close", test_close);
  g_test_add_func ("/agent-log/hostile", test_hostile);
  g_test_add_func ("/agent-log/bad-addresses", test_bad_addresses);
  return g_test_run ();
}
