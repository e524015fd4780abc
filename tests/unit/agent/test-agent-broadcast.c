/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/agent-bed.h"
#include "support/nats-bed.h"
#include "support/nats-client.h"
#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <gscope/nats/dial.h>
#include <gscope/remote/private.h>
#include <string.h>

enum
{
  MANY = 100,
  SOME = 10,
  /* samples in each step of the clock */
  BATCH = 16,
};

#define STEP (BATCH * GSCOPE_MSEC)

/* An agent at a NATS server of the test’s own, with a signal “panel/wave” of a source, “lab” at first. A spy counts all that the agent publishes, and
 * the part of it that everybody may hear. */
typedef struct
{
  AgentBed bed;
  NatsBed nats;
  GscopeSignal *wave;
  GscopeProducer *producer;
  const char *source;
  guint n_pushed;
  GPtrArray *viewers;

  /* the connection of the agent */
  GscopeNatsBus *bus;
  GscopeNatsBus *spy;
  gsize n_bytes;
  guint n_messages;
  guint n_published;
  guint32 number;
} Fixture;

/* A viewer with a connection of its own to the server. */
typedef struct
{
  GscopeNatsBus *bus;
  GscopeScope *scope;
  GscopeSource *source;
  GscopeCarrier *carrier;
  GscopeSignal *signal;
  /* the last trouble that the source has reported; NULL if it had none */
  char *trouble;
} Viewer;

static void
advance (Fixture *f, gint64 nanoseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), nanoseconds);
  run_pending ();
}

static void
on_spied (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  Fixture *f = data;
  g_autofree char *published = g_strdup_printf ("gscope.web1._live.%s.panel.wave", f->source);

  f->n_messages++;
  f->n_bytes += g_bytes_get_size (payload);
  if (!g_str_has_prefix (subject, published))
    return;
  f->n_published++;
  if (g_bytes_get_size (payload) > 8)
    memcpy (&f->number, (const guint8 *) g_bytes_get_data (payload, NULL) + 4, sizeof f->number);
}

static void
add_wave (Fixture *f, GscopeSource *source)
{
  f->wave = gscope_signal_new_buffered ("wave");
  gscope_signal_set_group (f->wave, "panel");
  f->producer = gscope_signal_create_producer (f->wave);
  g_assert_true (gscope_source_add_signal (source, f->wave, NULL));
}

static void
on_echo (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  *(gboolean *) data = TRUE;
}

/* Waits until a connection has received everything that the server has for it. */
static void
make_round_trip (GscopeNatsBus *bus)
{
  g_autofree char *subject = g_strdup_printf ("echo.%p", (gpointer) bus);
  gboolean is_back = FALSE;

  gscope_nats_bus_subscribe (bus, subject, on_echo, &is_back);
  gscope_nats_bus_publish_text (bus, subject, NULL, "");
  AWAIT (is_back);
  gscope_nats_bus_unsubscribe (bus, subject);
}

static gboolean
set_up (Fixture *f, const char *config)
{
  g_autofree char *address = NULL;

  *f = (Fixture){ .source = "lab" };
  if (!nats_bed_set_up (&f->nats, config))
    return FALSE;
  agent_bed_set_up (&f->bed);
  gscope_agent_allow (f->bed.agent, "nats:*", GSCOPE_ACCESS_READ, "*");
  add_wave (f, f->bed.served);
  address = g_strconcat (f->nats.address, "/web1", NULL);
  agent_bed_listen (&f->bed, address);
  f->bus = gscope_nats_bus_get_for_agent (f->nats.address, "guest", NULL);
  f->viewers = g_ptr_array_new ();
  f->spy = nats_bed_connect (&f->nats);
  gscope_nats_bus_subscribe (f->spy, "gscope.web1._down.>", on_spied, f);
  gscope_nats_bus_subscribe (f->spy, "gscope.web1._live.>", on_spied, f);
  make_round_trip (f->spy);
  return TRUE;
}

/* A forged message: a text, or a message without samples, whose number is `distance` ahead of the last number, and whose position
 * is 0. */
typedef struct
{
  const char *text;
  guint32 distance;
} Damage;

/* Publishes a forged message. The server sends it before the messages that the agent publishes afterwards. */
static void
damage (Fixture *f, const Damage *what)
{
  guint8 message[16] = { 3, 2 };
  guint32 number;
  g_autoptr (GBytes) bytes = NULL;

  make_round_trip (f->spy);
  number = GUINT32_TO_LE (GUINT32_FROM_LE (f->number) + what->distance);
  memcpy (message + 4, &number, sizeof number);
  bytes = what->text ? g_bytes_new (what->text, strlen (what->text))
                     : g_bytes_new (message, sizeof message);
  gscope_nats_bus_publish (f->spy, "gscope.web1._live.lab.panel.wave", NULL, bytes);
  make_round_trip (f->spy);
}

/* Viewers. */

static GscopeCarrier *
get_carrier (gpointer data)
{
  return g_steal_pointer (&((Viewer *) data)->carrier);
}

/* The agent serves soon. */
static GscopeCarrier *
dial (Fixture *f, GscopeNatsBus *bus)
{
  while (TRUE)
    {
      GAsyncResult *result = NULL;
      g_autoptr (GAsyncResult) kept = NULL;
      GscopeCarrier *carrier;

      gscope_nats_dial_async (bus, "web1", NULL, f->bed.clock,
                              g_task_new (NULL, NULL, gscope_test_keep_result, &result));
      kept = gscope_test_await (&result);
      carrier = g_task_propagate_pointer (G_TASK (kept), NULL);
      if (carrier)
        return carrier;
      advance (f, 100 * GSCOPE_MSEC);
    }
}

static void
start_viewer (Fixture *f, Viewer *viewer)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;
  g_autoptr (GError) error = NULL;

  viewer->carrier = dial (f, viewer->bus);
  gscope_source_start_async (viewer->source, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  gscope_source_start_finish (viewer->source, kept, &error);
  g_assert_no_error (error);
}

static void
on_status (GscopeSource *source, GParamSpec *pspec, Viewer *viewer)
{
  if (gscope_source_get_state (source) != GSCOPE_SOURCE_STATE_TROUBLE)
    return;
  g_free (viewer->trouble);
  viewer->trouble = g_strdup (gscope_source_get_status (source));
  g_test_message ("%s", viewer->trouble);
}

static Viewer *
add_viewer (Fixture *f)
{
  Viewer *viewer = g_new0 (Viewer, 1);

  viewer->bus = nats_bed_connect (&f->nats);
  viewer->scope = gscope_scope_new_with_clock (f->bed.clock);
  viewer->source = carrier_remote_new ("viewer", get_carrier, viewer);
  gscope_remote_set_target (GSCOPE_REMOTE (viewer->source), f->source, "");
  gscope_remote_set_frugal (GSCOPE_REMOTE (viewer->source), TRUE);
  g_signal_connect (viewer->source, "notify::status", G_CALLBACK (on_status), viewer);
  gscope_scope_add_source (viewer->scope, viewer->source);
  gscope_scope_start (viewer->scope);
  start_viewer (f, viewer);
  AWAIT (viewer->signal = gscope_scope_find_signal (viewer->scope, "viewer/panel/wave"));
  g_ptr_array_add (f->viewers, viewer);
  return viewer;
}

static void
remove_viewer (Viewer *viewer)
{
  gscope_scope_remove_source (viewer->scope, viewer->source);
  g_assert_finalize_object (viewer->source);
  g_assert_finalize_object (viewer->scope);
  g_object_unref (viewer->bus);
  g_free (viewer->trouble);
  g_free (viewer);
}

static void
tear_down (Fixture *f)
{
  for (guint i = 0; i < f->viewers->len; i++)
    remove_viewer (f->viewers->pdata[i]);
  g_ptr_array_unref (f->viewers);
  g_object_unref (f->spy);
  gscope_nats_bus_give_back (f->bus, "guest");
  g_object_unref (f->bus);
  gscope_producer_unref (f->producer);
  g_object_unref (f->wave);
  agent_bed_tear_down (&f->bed);
  nats_bed_tear_down (&f->nats);
}

static GscopeTrace *
get_trace (Viewer *viewer)
{
  return gscope_signal_get_trace (viewer->signal);
}

static gboolean
has_tuned (Viewer *viewer)
{
  return gscope_tuner_count (gscope_remote_get_private (viewer->source)->tuner) > 0;
}

/* The signal. */

static void
push (Fixture *f)
{
  for (guint i = 0; i < BATCH; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), GSCOPE_MSEC);
      g_assert_true (gscope_producer_push_now (f->producer, f->n_pushed++));
    }
  gscope_scope_drain (f->bed.far);
  run_pending ();
}

static double
get_last (Viewer *viewer)
{
  GscopeTrace *trace = get_trace (viewer);
  guint64 end = gscope_trace_get_end (trace);

  gscope_scope_drain (viewer->scope);
  end = gscope_trace_get_end (trace);
  return end > 0 ? gscope_trace_get_value (trace, end - 1) : -1;
}

/* Until all that was pushed is there. */
static void
settle (Fixture *f)
{
  for (guint i = 0; i < f->viewers->len; i++)
    AWAIT (get_last (f->viewers->pdata[i]) == f->n_pushed - 1);
}

static void
run (Fixture *f, guint n_steps)
{
  for (guint i = 0; i < n_steps; i++)
    {
      push (f);
      settle (f);
    }
}

static void
watch (Fixture *f, guint n)
{
  while (f->viewers->len < n)
    gscope_signal_lease (add_viewer (f)->signal, 0);
  AWAIT (f->n_messages > 0);
  run (f, 1);
}

static gboolean
have_all_tuned (Fixture *f)
{
  for (guint i = 0; i < f->viewers->len; i++)
    if (!has_tuned (f->viewers->pdata[i]))
      return FALSE;
  return TRUE;
}

/* Waits until the viewers have everything that the agent has sent, and the server everything that the viewers have sent. On a busy
 * machine, a lease or a wait of the test clock would otherwise end while a request is in a thread that does not run. */
static void
catch_up (Fixture *f)
{
  make_round_trip (f->bus);
  for (guint i = 0; i < f->viewers->len; i++)
    make_round_trip (((Viewer *) f->viewers->pdata[i])->bus);
}

static void
await_broadcast (Fixture *f)
{
  while (!have_all_tuned (f))
    {
      run (f, 10);
      catch_up (f);
    }
}

/* All have every sample since their first one, once, and no agent was silent or lost. */
static void
assert_whole (Fixture *f)
{
  for (guint i = 0; i < f->viewers->len; i++)
    {
      Viewer *viewer = f->viewers->pdata[i];
      GscopeTrace *trace = get_trace (viewer);
      guint64 end = gscope_trace_get_end (trace);
      double first = gscope_trace_get_value (trace, 0);

      g_assert_cmpstr (viewer->trouble, ==, NULL);
      for (guint64 j = 0; j < end; j++)
        g_assert_cmpfloat (gscope_trace_get_value (trace, j), ==, first + (double) j);
      g_assert_cmpfloat (first + (double) end, ==, f->n_pushed);
      g_assert_cmpuint (gscope_signal_get_total_lost (viewer->signal), ==, 0);
      g_assert_cmpuint (gscope_trace_get_n_gaps (trace), ==, 0);
    }
}

static void
measure (Fixture *f, guint n_steps)
{
  make_round_trip (f->spy);
  f->n_bytes = f->n_messages = f->n_published = 0;
  run (f, n_steps);
  make_round_trip (f->spy);
}

/* A hundred viewers of a signal cost its agent what one does. */
static void
test_many (void)
{
  gsize bytes_of_one;
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch (&f, 1);
  measure (&f, 100);
  g_assert_cmpuint (f.n_published, ==, 0);
  bytes_of_one = f.n_bytes;
  watch (&f, MANY);
  await_broadcast (&f);
  measure (&f, 100);
  g_test_message ("%zu bytes for one, %zu for %d", bytes_of_one, f.n_bytes, MANY);
  g_assert_cmpuint (f.n_published, >=, 90);
  g_assert_cmpuint (f.n_published, <=, 110);
  g_assert_cmpuint (f.n_bytes, <=, bytes_of_one * 11 / 10);
  g_assert_cmpuint (f.n_bytes, >=, bytes_of_one * 9 / 10);
  assert_whole (&f);
  tear_down (&f);
}

/* Two viewers, who hear the broadcast. */
static void
watch_broadcast (Fixture *f)
{
  watch (f, 2);
  await_broadcast (f);
}

/* Signals that the program itself has added, without a source, are published under the name of the program. */
static void
test_program (void)
{
  Fixture f;

  g_set_prgname ("pump");
  if (!set_up (&f, NULL))
    return;
  gscope_producer_unref (f.producer);
  g_object_unref (f.wave);
  f.source = "pump";
  add_wave (&f, gscope_scope_get_source (f.bed.far));
  watch_broadcast (&f);
  measure (&f, 10);
  g_assert_cmpuint (f.n_published, ==, 10);
  assert_whole (&f);
  tear_down (&f);
}

static gboolean
has_one_tuned (Fixture *f)
{
  return has_tuned (f->viewers->pdata[0]) || has_tuned (f->viewers->pdata[1]);
}

/* One viewer alone has its samples for itself; each further one misses none, and neither do those who stay. */
static void
test_comes_and_goes (void)
{
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch_broadcast (&f);
  watch (&f, 3);
  await_broadcast (&f);
  remove_viewer (g_ptr_array_steal_index (f.viewers, 0));
  run (&f, 10);
  remove_viewer (g_ptr_array_steal_index (f.viewers, 0));
  run (&f, 10);
  assert_whole (&f);
  measure (&f, 10);
  g_assert_cmpuint (f.n_published, ==, 10);
  tear_down (&f);
}

/* A message is missing, forged or broken: the viewers go on from where they were, and listen again after ten seconds. */
static void
test_damage (gconstpointer what)
{
  gint64 begin;
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch_broadcast (&f);
  damage (&f, what);
  catch_up (&f);
  g_assert_false (has_one_tuned (&f));
  run (&f, 10);
  assert_whole (&f);
  begin = gscope_clock_get_time (f.bed.clock);
  await_broadcast (&f);
  g_assert_cmpint (gscope_clock_get_time (f.bed.clock) - begin, >, 9 * GSCOPE_SEC);
  run (&f, 10);
  assert_whole (&f);
  tear_down (&f);
}

/* The viewers do not read while the agent publishes more than they may be sent. */
static void
hang (Fixture *f)
{
  for (guint i = 0; i < 600; i++)
    {
      g_assert_true (gscope_producer_push_now (f->producer, f->n_pushed++));
      gscope_scope_drain (f->bed.far);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), 0);
    }
  /* the server has taken all of them before the viewers read again */
  while (gscope_nats_bus_get_unsent (f->bus) > 0)
    g_usleep (100);
  gscope_nats_bus_flush (f->bus);
  run_pending ();
}

/* While a viewer does not read, the server keeps a limited number of messages for it. Afterwards the agent sends what is missing. */
static void
test_reader_stops (void)
{
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch_broadcast (&f);
  hang (&f);
  while (has_one_tuned (&f))
    {
      advance (&f, 300 * GSCOPE_MSEC);
      catch_up (&f);
    }
  settle (&f);
  assert_whole (&f);
  run (&f, 10);
  assert_whole (&f);
  tear_down (&f);
}

/* Until the viewers have the answers to what they asked: the agent answers another viewer after them. */
static void
await_answers (Fixture *f, Viewer *other)
{
  GAsyncResult *result = NULL;
  g_autoptr (GAsyncResult) kept = NULL;

  for (guint i = 0; i < f->viewers->len; i++)
    make_round_trip (((Viewer *) f->viewers->pdata[i])->bus);
  gscope_source_refresh_async (other->source, NULL, gscope_test_keep_result, &result);
  kept = gscope_test_await (&result);
  gscope_source_refresh_finish (other->source, kept, NULL);
  for (guint i = 0; i < f->viewers->len; i++)
    make_round_trip (((Viewer *) f->viewers->pdata[i])->bus);
}

/* The agent goes on publishing, and sends nothing else to viewers that do not hear it any more. They do not call it silent. */
static void
test_reader_falls_behind (void)
{
  Viewer *other;
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch_broadcast (&f);
  other = add_viewer (&f);
  g_ptr_array_remove (f.viewers, other);
  hang (&f);
  while (has_one_tuned (&f))
    {
      push (&f);
      await_answers (&f, other);
    }
  settle (&f);
  assert_whole (&f);
  g_ptr_array_add (f.viewers, other);
  tear_down (&f);
}

static gboolean
are_all_in (Fixture *f, GscopeSourceState state)
{
  for (guint i = 0; i < f->viewers->len; i++)
    if (gscope_source_get_state (((Viewer *) f->viewers->pdata[i])->source) != state)
      return FALSE;
  return TRUE;
}

/* The server is killed while many listen: each viewer notices, and afterwards they share one stream again. The samples from then
 * on are whole, and a gap is before them. */
static void
test_server_restarts (void)
{
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch (&f, SOME);
  await_broadcast (&f);
  nats_bed_stop (&f.nats);
  AWAIT (are_all_in (&f, GSCOPE_SOURCE_STATE_TROUBLE)
         && gscope_agent_get_n_clients (f.bed.agent) == 0);
  push (&f);
  nats_bed_start (&f.nats);
  AWAIT (gscope_nats_bus_is_up (f.spy));
  for (guint i = 0; i < f.viewers->len; i++)
    start_viewer (&f, f.viewers->pdata[i]);
  await_broadcast (&f);
  measure (&f, 20);
  g_assert_cmpuint (f.n_published, ==, 20);
  for (guint i = 0; i < f.viewers->len; i++)
    {
      GscopeTrace *trace = get_trace (f.viewers->pdata[i]);

      guint64 end = gscope_trace_get_end (trace);

      g_assert_cmpuint (gscope_trace_get_n_gaps (trace), ==, 1);
      for (guint j = 1; j <= 20 * BATCH; j++)
        g_assert_cmpfloat (gscope_trace_get_value (trace, end - j), ==, f.n_pushed - j);
    }
  tear_down (&f);
}

/* A source that only some users may read is not published for all. */
static void
test_rights (void)
{
  g_autofree char *user = g_strconcat ("nats:", g_get_user_name (), NULL);
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch_broadcast (&f);
  gscope_agent_reset_rights (f.bed.agent);
  gscope_agent_allow (f.bed.agent, user, GSCOPE_ACCESS_READ, "*");
  run_pending ();
  settle (&f);
  measure (&f, 20);
  g_assert_cmpuint (f.n_published, ==, 0);
  g_assert_false (has_one_tuned (&f));
  assert_whole (&f);
  tear_down (&f);
}

/* A server that does not let viewers listen. */
static void
test_refused (void)
{
  static const char config[] =
      "authorization { default_permissions: { publish: \">\", subscribe: { deny: "
      "\"gscope.*._live.>\" } }\n"
      "users: [ { user: \"u\", password: \"p\" } ] }\nno_auth_user: \"u\"\n";
  g_autoptr (GscopeCarrier) further = NULL;
  Fixture f;

  if (!set_up (&f, config))
    return;
  watch (&f, 2);
  run (&f, 50);
  g_assert_false (has_one_tuned (&f));
  further = dial (&f, ((Viewer *) f.viewers->pdata[0])->bus);
  assert_whole (&f);
  g_clear_object (&further);
  tear_down (&f);
}

/* The newest sample of each period is another broadcast. */
static void
test_periods (void)
{
  Viewer *slow;
  Fixture f;

  if (!set_up (&f, NULL))
    return;
  watch_broadcast (&f);
  for (guint i = 0; i < 2; i++)
    {
      slow = add_viewer (&f);
      gscope_signal_lease (slow->signal, 160 * GSCOPE_MSEC);
      g_ptr_array_remove (f.viewers, slow);
      g_object_set_data (G_OBJECT (f.bed.agent), i == 0 ? "a" : "b", slow);
    }
  while (!has_tuned (slow))
    {
      run (&f, 10);
      make_round_trip (f.bus);
      make_round_trip (slow->bus);
    }
  measure (&f, 100);
  g_assert_cmpuint (f.n_published, >=, 108);
  g_assert_cmpuint (f.n_published, <=, 112);
  assert_whole (&f);
  g_ptr_array_add (f.viewers, g_object_get_data (G_OBJECT (f.bed.agent), "a"));
  g_ptr_array_add (f.viewers, slow);
  tear_down (&f);
}

int
main (int argc, char *argv[])
{
  static const Damage nothing = { "", 0 };
  static const Damage text = { "{\"losses\":{}}", 0 };
  static const Damage missing = { NULL, 2 };
  static const Damage earlier = { NULL, 1 };

  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/agent-broadcast/many", test_many);
  g_test_add_func ("/agent-broadcast/program", test_program);
  g_test_add_func ("/agent-broadcast/comes-and-goes", test_comes_and_goes);
  g_test_add_data_func ("/agent-broadcast/damage/nothing", &nothing, test_damage);
  g_test_add_data_func ("/agent-broadcast/damage/text", &text, test_damage);
  g_test_add_data_func ("/agent-broadcast/damage/missing", &missing, test_damage);
  g_test_add_data_func ("/agent-broadcast/damage/earlier", &earlier, test_damage);
  g_test_add_func ("/agent-broadcast/reader-stops", test_reader_stops);
  g_test_add_func ("/agent-broadcast/reader-falls-behind", test_reader_falls_behind);
  g_test_add_func ("/agent-broadcast/server-restarts", test_server_restarts);
  g_test_add_func ("/agent-broadcast/rights", test_rights);
  g_test_add_func ("/agent-broadcast/refused", test_refused);
  g_test_add_func ("/agent-broadcast/periods", test_periods);
  return g_test_run ();
}
