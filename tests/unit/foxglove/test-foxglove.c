/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/session-bed.h"

#include <gscope/foxglove/message.h>
#include <gscope/foxglove/session.h>
#include <gscope/source/private.h>
#include <math.h>
#include <string.h>

/* A client of an agent with the sources “lab” and “secret”, of which it may read the first and write its gain. The clock of the test
 * is at 1 s, and its zero is this many seconds after 1970. */
#define EPOCH G_GINT64_CONSTANT (946684800)
#define DELAY (100 * GSCOPE_MSEC)

typedef struct
{
  SessionBed bed;
  GscopeSource *lab;
  GscopeSource *secret;
  GscopeSignal *wave;
  GscopeSignal *level;
  GscopeProducer *wave_producer;
  GscopeProducer *level_producer;
  GscopeFeedFigures figures;
  GscopeFoxgloveHost host;
  /* NULL after its end */
  GscopeFoxgloveSession *session;
} Fixture;

static void
on_ended (gpointer data, GscopeFoxgloveSession *session)
{
  Fixture *f = data;

  f->session = NULL;
  gscope_foxglove_session_free (session);
}

static void
update (gpointer data)
{
  Fixture *f = data;

  if (f->session)
    gscope_foxglove_session_update (f->session);
}

static GscopeSignal *
add_signal (GscopeSource *source, const char *group, const char *name, const char *unit)
{
  GscopeSignal *signal = gscope_signal_new_buffered (name);

  g_object_set (signal, "group", group, "unit", unit, NULL);
  gscope_source_add_signal (source, signal, NULL);
  return signal;
}

static void
allow (Fixture *f)
{
  gscope_rights_allow (f->bed.host.rights, "token:x", GSCOPE_ACCESS_READ, "lab");
  gscope_rights_allow (f->bed.host.rights, "token:x", GSCOPE_ACCESS_READ, "new*");
  gscope_rights_allow (f->bed.host.rights, "token:x", GSCOPE_ACCESS_WRITE, "lab/gain");
}

static void
set_up (Fixture *f, gconstpointer data)
{
  session_bed_set_up (&f->bed);
  f->bed.host.figures = &f->figures;
  f->lab = GSCOPE_SOURCE (scripted_source_new ("lab"));
  f->wave = add_signal (f->lab, NULL, "wave", "V");
  f->level = add_signal (f->lab, "panel", "level", NULL);
  gscope_scope_add_source (f->bed.scope, f->lab);
  f->secret = session_bed_add_source (&f->bed, "secret");
  f->wave_producer = gscope_signal_create_producer (f->wave);
  f->level_producer = gscope_signal_create_producer (f->level);
  gscope_scope_start (f->bed.scope);
  allow (f);
  f->host = (GscopeFoxgloveHost){
    .agent = &f->bed.host,
    .channels = gscope_foxglove_channels_new (&f->bed.host, update, f),
    .id = "run",
    .ended = on_ended,
    .data = f,
  };
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_pointer (&f->session, gscope_foxglove_session_free);
  gscope_foxglove_channels_free (f->host.channels);
  g_assert_cmpuint (f->figures.n_leases, ==, 0);
  run_pending ();
  gscope_producer_unref (f->wave_producer);
  gscope_producer_unref (f->level_producer);
  g_object_unref (f->wave);
  g_object_unref (f->level);
  gscope_scope_remove_source (f->bed.scope, f->lab);
  gscope_scope_remove_source (f->bed.scope, f->secret);
  g_assert_finalize_object (f->lab);
  g_assert_finalize_object (f->secret);
  session_bed_tear_down (&f->bed);
}

static void
advance (Fixture *f, gint64 time)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), time);
  run_pending ();
}

/* Messages of the agent. */

static GBytes *
take (Fixture *f)
{
  GBytes *message = fake_carrier_take (f->bed.carrier);

  g_assert_nonnull (message);
  return message;
}

/* Takes the next message that does not tell the time; NULL if there is none. */
static GBytes *
take_next (Fixture *f)
{
  for (;;)
    {
      GBytes *message = fake_carrier_take (f->bed.carrier);

      if (!message || *(const char *) g_bytes_get_data (message, NULL) != GSCOPE_FOXGLOVE_TIME)
        return message;
      g_assert_cmpuint (g_bytes_get_size (message), ==, GSCOPE_FOXGLOVE_TIME_SIZE);
      g_bytes_unref (message);
    }
}

static char *
get_text (GBytes *message, gsize from)
{
  gsize size;
  const char *data = g_bytes_get_data (message, &size);

  return g_strndup (data + from, size - from);
}

static void
assert_text (Fixture *f, const char *expected)
{
  g_autoptr (GBytes) message = take_next (f);
  g_autofree char *text = message ? get_text (message, 0) : NULL;

  g_assert_cmpstr (text, ==, expected);
}

static void
assert_nothing (Fixture *f)
{
  g_assert_null (take_next (f));
}

/* A status has a level, and words that say what is wrong. */
static void
assert_status (Fixture *f, GscopeFoxgloveLevel level, const char *words)
{
  g_autoptr (GBytes) message = take_next (f);
  g_autofree char *text = message ? get_text (message, 0) : g_strdup ("");
  g_autofree char *begin = g_strdup_printf ("{\"op\":\"status\",\"level\":%u,", level);

  if (!g_str_has_prefix (text, begin) || !strstr (text, words))
    g_error ("“%s” is not in the status “%s”", words, text);
}

static guint64
read_number (const guint8 *data, guint n)
{
  guint64 number = 0;

  while (n-- > 0)
    number = number << 8 | data[n];
  return number;
}

/* Binary messages are little-endian, whatever the machine is. */
static void
assert_data (Fixture *f, guint32 subscription, gint64 time, const char *payload)
{
  g_autoptr (GBytes) message = take_next (f);
  const guint8 *data = message ? g_bytes_get_data (message, NULL) : NULL;
  g_autofree char *text = message ? get_text (message, GSCOPE_FOXGLOVE_DATA_HEAD) : NULL;

  g_assert_cmpstr (text, ==, payload);
  g_assert_cmpuint (data[0], ==, 1);
  g_assert_cmpuint (read_number (data + 1, 4), ==, subscription);
  g_assert_cmpuint (read_number (data + 5, 8), ==, EPOCH * GSCOPE_SEC + time);
}

/* Messages of the client. */

static void
give (Fixture *f, const char *text)
{
  fake_carrier_receive (f->bed.carrier, text, strlen (text));
  run_pending ();
}

static void
connect_client (Fixture *f)
{
  f->session = gscope_foxglove_session_new (&f->host, GSCOPE_CARRIER (f->bed.carrier),
                                            gscope_principal_new ("token:x", "192.0.2.7:5021"));
}

static void
skip_all (Fixture *f)
{
  for (GBytes *message = take_next (f); message; message = take_next (f))
    g_bytes_unref (message);
}

#define SUBSCRIBE "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":7,\"channelId\":1}]}"

/* Connects, and subscribes to the source. */
static void
open_lab (Fixture *f)
{
  connect_client (f);
  give (f, SUBSCRIBE);
  skip_all (f);
}

static void
push (GscopeProducer *producer, gint64 time, double value)
{
  g_assert_true (gscope_producer_push (producer, time, value));
}

/* The tests. */

#define CHANNEL                                                                                    \
  "{\"op\":\"advertise\",\"channels\":[{\"id\":1,\"topic\":\"/lab\",\"encoding\":\"json\","        \
  "\"schemaName\":\"lab\",\"schema\":\"{\\\"type\\\":\\\"object\\\",\\\"title\\\":\\\"lab\\\","    \
  "\\\"properties\\\":{\\\"wave\\\":{\\\"type\\\":\\\"number\\\",\\\"title\\\":\\\"wave\\\","      \
  "\\\"unit\\\":\\\"V\\\"},\\\"panel\\\":{\\\"type\\\":\\\"object\\\",\\\"properties\\\":{"        \
  "\\\"level\\\":{\\\"type\\\":\\\"number\\\",\\\"title\\\":\\\"level\\\"}}}}}\","                 \
  "\"schemaEncoding\":\"jsonschema\"}]}"

static void
test_greeting (Fixture *f, gconstpointer data)
{
  g_autofree char *begin = g_strdup_printf (
      "{\"op\":\"serverInfo\",\"name\":\"Gscope, %s\",\"capabilities\":[\"parameters\","
      "\"parametersSubscribe\",\"time\"],\"metadata\":{\"gscope\":\"",
      g_get_host_name ());
  g_autoptr (GBytes) info = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) time = NULL;

  connect_client (f);
  info = take (f);
  text = get_text (info, 0);
  g_assert_true (g_str_has_prefix (text, begin));
  g_assert_true (g_str_has_suffix (text, "\"},\"sessionId\":\"run\"}"));
  assert_text (f, CHANNEL);
  time = take (f);
  g_assert_cmpuint (g_bytes_get_size (time), ==, GSCOPE_FOXGLOVE_TIME_SIZE);
  g_assert_cmpuint (read_number ((const guint8 *) g_bytes_get_data (time, NULL) + 1, 8), ==,
                    EPOCH * GSCOPE_SEC + GSCOPE_SEC - DELAY);
  assert_nothing (f);
}

/* The samples of one time are a message; all of them come, in the order of their times. */
static void
test_messages (Fixture *f, gconstpointer data)
{
  open_lab (f);
  g_assert_cmpuint (f->figures.n_leases, ==, 2);
  push (f->wave_producer, GSCOPE_SEC, 1.5);
  push (f->level_producer, GSCOPE_SEC, -2);
  push (f->wave_producer, GSCOPE_SEC + 10 * GSCOPE_MSEC, 3);
  push (f->level_producer, GSCOPE_SEC + 5 * GSCOPE_MSEC, 1e300);
  gscope_producer_push_gap (f->wave_producer, GSCOPE_SEC + 20 * GSCOPE_MSEC,
                            GSCOPE_GAP_CAUSE_NO_VALUE);
  advance (f, 60 * GSCOPE_MSEC);
  assert_nothing (f);
  advance (f, 60 * GSCOPE_MSEC);
  advance (f, 60 * GSCOPE_MSEC);
  assert_data (f, 7, GSCOPE_SEC, "{\"wave\":1.5,\"panel\":{\"level\":-2}}");
  assert_data (f, 7, GSCOPE_SEC + 5 * GSCOPE_MSEC, "{\"panel\":{\"level\":1e+300}}");
  assert_data (f, 7, GSCOPE_SEC + 10 * GSCOPE_MSEC, "{\"wave\":3}");
  assert_data (f, 7, GSCOPE_SEC + 20 * GSCOPE_MSEC, "{\"wave\":null}");
  assert_nothing (f);
  give (f, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[7]}");
  g_assert_cmpuint (f->figures.n_leases, ==, 0);
  push (f->wave_producer, gscope_clock_get_time (f->bed.clock), 1);
  advance (f, GSCOPE_SEC);
  assert_nothing (f);
}

/* The client learns the time of each message before it, and never an earlier one. */
static void
test_times (Fixture *f, gconstpointer data)
{
  gint64 told = 0;

  open_lab (f);
  for (guint i = 0; i < 20; i++)
    {
      push (f->wave_producer, gscope_clock_get_time (f->bed.clock), i);
      advance (f, 30 * GSCOPE_MSEC);
    }
  for (;;)
    {
      g_autoptr (GBytes) message = fake_carrier_take (f->bed.carrier);
      const guint8 *bytes = message ? g_bytes_get_data (message, NULL) : NULL;

      if (!message)
        break;
      if (bytes[0] == GSCOPE_FOXGLOVE_TIME)
        {
          g_assert_cmpint ((gint64) read_number (bytes + 1, 8), >, told);
          told = (gint64) read_number (bytes + 1, 8);
        }
      else
        g_assert_cmpint ((gint64) read_number (bytes + 5, 8), ==, told);
    }
  g_assert_cmpint (told, >, EPOCH * GSCOPE_SEC + GSCOPE_SEC);
}

/* A source with another signal is another channel, of which a client gets the samples that came meanwhile. */
static void
test_changed_source (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) more = NULL;
  g_autofree char *text = NULL;
  g_autoptr (GBytes) message = NULL;

  open_lab (f);
  more = add_signal (f->lab, "panel", "more", NULL);
  gscope_source_publish (f->lab);
  push (f->wave_producer, GSCOPE_SEC, 1);
  advance (f, 200 * GSCOPE_MSEC);
  assert_data (f, 7, GSCOPE_SEC, "{\"wave\":1}");
  advance (f, GSCOPE_SEC);
  assert_text (f, "{\"op\":\"unadvertise\",\"channelIds\":[1]}");
  message = take_next (f);
  text = get_text (message, 0);
  g_assert_nonnull (strstr (text, "{\"id\":3,\"topic\":\"/lab\""));
  g_assert_nonnull (strstr (text, "\\\"level\\\":{\\\"type\\\":\\\"number\\\",\\\"title\\\":"
                                  "\\\"level\\\"},\\\"more\\\":{"));
  push (f->wave_producer, gscope_clock_get_time (f->bed.clock), 2);
  advance (f, 200 * GSCOPE_MSEC);
  assert_nothing (f);
  give (f, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[7]}");
  give (f, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":8,\"channelId\":3}]}");
  advance (f, 60 * GSCOPE_MSEC);
  assert_data (f, 8, 2200 * GSCOPE_MSEC, "{\"wave\":2}");
}

static void
test_sources (Fixture *f, gconstpointer data)
{
  GscopeSource *source = GSCOPE_SOURCE (scripted_source_new ("new"));
  g_autofree char *text = NULL;
  g_autoptr (GBytes) message = NULL;

  open_lab (f);
  gscope_scope_add_source (f->bed.scope, source);
  advance (f, GSCOPE_SEC);
  message = take_next (f);
  text = get_text (message, 0);
  g_assert_nonnull (strstr (text, "{\"id\":3,\"topic\":\"/new\""));
  gscope_scope_remove_source (f->bed.scope, source);
  advance (f, GSCOPE_SEC);
  assert_text (f, "{\"op\":\"unadvertise\",\"channelIds\":[3]}");
  /* as if the client had not heard of it yet */
  give (f, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":3}]}");
  assert_nothing (f);
  g_assert_finalize_object (source);
}

/* A group whose name is also that of a signal is no object. */
static void
test_ambiguous_names (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = GSCOPE_SOURCE (scripted_source_new ("new"));
  g_autoptr (GscopeSignal) plain = add_signal (source, NULL, "a", NULL);
  g_autoptr (GscopeSignal) grouped = add_signal (source, "a", "b \"c\"", NULL);
  g_autoptr (GscopeSignal) other = add_signal (source, "o", "a", NULL);
  GscopeFoxgloveChannel *channel;

  gscope_source_publish (source);
  channel = gscope_foxglove_channel_new (f->bed.scope, source, 1);
  g_assert_cmpstr (channel->schema, ==,
                   "{\"type\":\"object\",\"title\":\"new\",\"properties\":{"
                   "\"a\":{\"type\":\"number\",\"title\":\"a\"},"
                   "\"a/b \\\"c\\\"\":{\"type\":\"number\",\"title\":\"b \\\"c\\\"\"},"
                   "\"o\":{\"type\":\"object\",\"properties\":{"
                   "\"a\":{\"type\":\"number\",\"title\":\"a\"}}}}}");
  gscope_foxglove_channel_unref (channel);
}

/* A source with more signals than a channel may have: the rest is left out, and the client learns of it. */
static void
test_many_signals (Fixture *f, gconstpointer data)
{
  GscopeSource *source = GSCOPE_SOURCE (scripted_source_new ("new"));
  g_autofree char *text = NULL;
  g_autoptr (GBytes) message = NULL;
  guint n = 0;

  for (guint i = 0; i < GSCOPE_FOXGLOVE_MAX_FIELDS + 3; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %u", i);
      g_autoptr (GscopeSignal) signal = add_signal (source, NULL, name, NULL);
    }
  gscope_source_publish (source);
  gscope_scope_add_source (f->bed.scope, source);
  advance (f, GSCOPE_SEC);
  open_lab (f);
  give (f, "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":3}]}");
  assert_status (f, GSCOPE_FOXGLOVE_WARNING, "left out: 3.");
  g_assert_cmpuint (f->figures.n_leases, ==, 2 + GSCOPE_FOXGLOVE_MAX_FIELDS);
  g_clear_pointer (&f->session, gscope_foxglove_session_free);
  g_object_unref (f->bed.carrier);
  f->bed.carrier = fake_carrier_new ();
  connect_client (f);
  g_bytes_unref (take_next (f));
  message = take_next (f);
  text = get_text (message, 0);
  for (const char *at = strstr (text, "signal "); at; at = strstr (at + 1, "signal "))
    n++;
  /* each key is its title, too */
  g_assert_cmpuint (n, ==, 2 * GSCOPE_FOXGLOVE_MAX_FIELDS);
  assert_nothing (f);
  gscope_scope_remove_source (f->bed.scope, source);
  advance (f, 2 * GSCOPE_SEC);
  assert_text (f, "{\"op\":\"unadvertise\",\"channelIds\":[3]}");
  g_assert_finalize_object (source);
}

static void
test_too_many_names (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < 3; i++)
    {
      g_autoptr (GString) request =
          g_string_new ("{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[\"x\"");

      for (guint k = 1; k < 4096; k++)
        g_string_append_printf (request, ",\"%u/%u\"", i, k);
      g_string_append (request, "]}");
      if (i == 0)
        {
          connect_client (f);
          skip_all (f);
        }
      give (f, request->str);
      if (i == 2)
        assert_status (f, GSCOPE_FOXGLOVE_ERROR, "8192 parameters");
      assert_nothing (f);
    }
}

static void
test_rights (Fixture *f, gconstpointer data)
{
  open_lab (f);
  gscope_rights_clear (f->bed.host.rights);
  gscope_foxglove_session_update (f->session);
  assert_text (f, "{\"op\":\"unadvertise\",\"channelIds\":[1]}");
  give (f, "{\"op\":\"getParameters\",\"parameterNames\":[]}");
  assert_text (f, "{\"op\":\"parameterValues\",\"parameters\":[]}");
  allow (f);
  gscope_foxglove_session_update (f->session);
  assert_text (f, CHANNEL);
}

/* What a viewer sends, as it was recorded from the client of @foxglove/ws-protocol 0.8.0, which Foxglove and Lichtblick have, but for the
 * names; and the answers. */
static void
test_handshake (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *client;
    const char *agent;
  } rows[] = {
    { "{\"op\":\"getParameters\",\"parameterNames\":[],\"id\":\"get-all-params\"}",
      "{\"op\":\"parameterValues\",\"parameters\":[{\"name\":\"lab/gain\",\"value\":1.0,\"type\":"
      "\"float64\"},{\"name\":\"lab/panel/knob\",\"value\":50}],\"id\":\"get-all-params\"}" },
    { "{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[\"lab/gain\",\"lab/panel/knob\"]}",
      NULL },
    { SUBSCRIBE, NULL },
    { "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"lab/gain\",\"value\":3,\"type\":"
      "\"float64\"}],\"id\":\"set-param-1\"}",
      "{\"op\":\"parameterValues\",\"parameters\":[{\"name\":\"lab/gain\",\"value\":3.0,\"type\":"
      "\"float64\"}],\"id\":\"set-param-1\"}" },
    { "{\"op\":\"getParameters\",\"parameterNames\":[\"lab/gain\",\"secret/gain\",\"x\"]}",
      "{\"op\":\"parameterValues\",\"parameters\":[{\"name\":\"lab/gain\",\"value\":3.0,\"type\":"
      "\"float64\"}]}" },
    { "{\"op\":\"unsubscribeParameterUpdates\",\"parameterNames\":[]}", NULL },
    { "{\"op\":\"unsubscribe\",\"subscriptionIds\":[7]}", NULL },
  };

  connect_client (f);
  skip_all (f);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      give (f, rows[i].client);
      if (rows[i].agent)
        assert_text (f, rows[i].agent);
      assert_nothing (f);
    }
}

/* A refused write is a status, and the value that is still in force, whether the client asked for an answer or not. */
static void
test_refusals (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *parameter;
    const char *words;
    const char *values;
  } rows[] = {
    { "{\"name\":\"lab/gain\",\"value\":11}",
      "lab/gain: ", "{\"name\":\"lab/gain\",\"value\":1.0,\"type\":\"float64\"}" },
    { "{\"name\":\"lab/gain\"}", "“value”",
      "{\"name\":\"lab/gain\",\"value\":1.0,\"type\":\"float64\"}" },
    { "{\"name\":\"lab/gain\",\"value\":[1]}", "“value”",
      "{\"name\":\"lab/gain\",\"value\":1.0,\"type\":\"float64\"}" },
    { "{\"name\":\"lab/gain\",\"value\":\"MQ==\",\"type\":\"byte_array\"}", "“byte_array”",
      "{\"name\":\"lab/gain\",\"value\":1.0,\"type\":\"float64\"}" },
    { "{\"name\":\"lab/panel/knob\",\"value\":51}",
      "lab/panel/knob: ", "{\"name\":\"lab/panel/knob\",\"value\":50}" },
    { "{\"name\":\"secret/gain\",\"value\":2}", "no such parameter", "" },
    { "{\"name\":\"gain\",\"value\":2}", "no such parameter", "" },
  };

  connect_client (f);
  skip_all (f);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *request =
          g_strdup_printf ("{\"op\":\"setParameters\",\"parameters\":[%s]}", rows[i].parameter);
      g_autofree char *answer =
          g_strdup_printf ("{\"op\":\"parameterValues\",\"parameters\":[%s]}", rows[i].values);

      give (f, request);
      assert_status (f, GSCOPE_FOXGLOVE_ERROR, rows[i].words);
      assert_text (f, answer);
      assert_nothing (f);
    }
}

/* A source answers later: the other writes of the message wait for it, and a client that has gone gets nothing. */
static void
test_slow_source (Fixture *f, gconstpointer data)
{
  static const char request[] = "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"lab/gain\","
                                "\"value\":2},{\"name\":\"lab/none\",\"value\":1}],\"id\":\"a\"}";

  connect_client (f);
  skip_all (f);
  scripted_source_hold (SCRIPTED_SOURCE (f->lab));
  give (f, request);
  assert_status (f, GSCOPE_FOXGLOVE_ERROR, "lab/none: ");
  assert_nothing (f);
  scripted_source_refuse (SCRIPTED_SOURCE (f->lab), "The fuse has blown.");
  run_pending ();
  assert_status (f, GSCOPE_FOXGLOVE_ERROR, "lab/gain: The fuse has blown.");
  assert_text (f, "{\"op\":\"parameterValues\",\"parameters\":[{\"name\":\"lab/gain\",\"value\":"
                  "1.0,\"type\":\"float64\"}],\"id\":\"a\"}");
  give (f, request);
  fake_carrier_end (f->bed.carrier);
  g_assert_null (f->session);
  scripted_source_accept (SCRIPTED_SOURCE (f->lab), NULL);
  run_pending ();
}

/* New values come to those who have subscribed, the newest of several. */
static void
test_updates (Fixture *f, gconstpointer data)
{
  connect_client (f);
  skip_all (f);
  gscope_foxglove_session_note (f->session, "lab/gain");
  advance (f, 60 * GSCOPE_MSEC);
  assert_nothing (f);
  give (f, "{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[\"lab/gain\"]}");
  fake_carrier_hold (f->bed.carrier, TRUE);
  gscope_foxglove_session_note (f->session, "lab/gain");
  gscope_foxglove_session_note (f->session, "lab/gain");
  gscope_foxglove_session_note (f->session, "lab/panel/knob");
  advance (f, 60 * GSCOPE_MSEC);
  assert_text (f, "{\"op\":\"parameterValues\",\"parameters\":[{\"name\":\"lab/gain\",\"value\":"
                  "1.0,\"type\":\"float64\"}]}");
  assert_nothing (f);
  give (f, "{\"op\":\"unsubscribeParameterUpdates\",\"parameterNames\":[\"lab/gain\"]}");
  gscope_foxglove_session_note (f->session, "lab/gain");
  advance (f, 60 * GSCOPE_MSEC);
  assert_nothing (f);
  give (f, "{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":[]}");
  gscope_foxglove_session_note (f->session, "lab/panel/knob");
  gscope_foxglove_session_note (f->session, "secret/gain");
  advance (f, 60 * GSCOPE_MSEC);
  assert_text (f, "{\"op\":\"parameterValues\",\"parameters\":[{\"name\":\"lab/panel/knob\","
                  "\"value\":50}]}");
}

/* Wrong messages have a status, and the connection goes on. */
static void
test_wrong_messages (Fixture *f, gconstpointer data)
{
  static const struct
  {
    const char *text;
    const char *words;
  } rows[] = {
    { "", "" },
    { "{", "" },
    { "[]", "foxglove.websocket.v1" },
    { "{}", "foxglove.websocket.v1" },
    { "{\"op\":1}", "“op”" },
    { "{\"op\":\"dance\"}", "“dance”" },
    { "{\"op\":\"advertise\",\"channels\":[]}", "takes neither messages" },
    { "{\"op\":\"fetchAsset\",\"uri\":\"/etc/passwd\",\"requestId\":1}", "no assets" },
    { "\1\1\1\1\1{}", "takes neither messages" },
    { "\2", "takes neither messages" },
    { "\4", "" },
    { "{\"op\":\"subscribe\",\"subscriptions\":1}", "“subscriptions”" },
    { "{\"op\":\"subscribe\",\"subscriptions\":[1]}", "“subscriptions”" },
    { "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":-1,\"channelId\":1}]}", "“id”" },
    { "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":4294967296,\"channelId\":1}]}", "“id”" },
    { "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1}]}", "“channelId”" },
    { "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":99}]}", "channel 99" },
    { "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":0}]}", "channel 0" },
    { "{\"op\":\"subscribe\",\"subscriptions\":[{\"id\":1,\"channelId\":1}]}", "/lab already" },
    { "{\"op\":\"unsubscribe\",\"subscriptionIds\":[\"7\"]}", "“subscriptionIds”" },
    { "{\"op\":\"unsubscribe\",\"subscriptionIds\":{}}", "“subscriptionIds”" },
    { "{\"op\":\"getParameters\",\"parameterNames\":[1]}", "“parameterNames”" },
    { "{\"op\":\"getParameters\",\"parameterNames\":[],\"id\":1}", "“id”" },
    { "{\"op\":\"subscribeParameterUpdates\",\"parameterNames\":\"x\"}", "“parameterNames”" },
    { "{\"op\":\"unsubscribeParameterUpdates\",\"parameterNames\":7}", "“parameterNames”" },
    { "{\"op\":\"setParameters\",\"parameters\":7}", "“parameters”" },
    { "{\"op\":\"setParameters\",\"parameters\":[7]}", "“parameters”" },
    { "{\"op\":\"setParameters\",\"parameters\":[{\"value\":7}]}", "“parameters”" },
    { "{\"op\":\"setParameters\",\"parameters\":[{\"name\":7}]}", "“name”" },
    { "{\"op\":\"setParameters\",\"parameters\":[],\"id\":7}", "“id”" },
  };

  open_lab (f);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      give (f, rows[i].text);
      assert_status (f, GSCOPE_FOXGLOVE_ERROR, rows[i].words);
      assert_nothing (f);
    }
  give (f, "{\"op\":\"unsubscribe\",\"subscriptionIds\":[99]}");
  assert_nothing (f);
}

static void
test_too_many_messages (Fixture *f, gconstpointer data)
{
  connect_client (f);
  skip_all (f);
  for (guint i = 0; i < 4000; i++)
    fake_carrier_receive (f->bed.carrier, "{\"op\":\"unsubscribe\"}", 20);
  assert_nothing (f);
  g_assert_nonnull (f->session);
  fake_carrier_receive (f->bed.carrier, "{\"op\":\"unsubscribe\"}", 20);
  assert_status (f, GSCOPE_FOXGLOVE_ERROR, "1000 a second");
  g_assert_null (f->session);
}

/* A client that does not read has no more than 256 KiB waiting, then learns that it gets fewer messages, and gets all of them
 * again when it reads. */
static void
test_slow_client (Fixture *f, gconstpointer data)
{
  gboolean is_warned = FALSE, is_restored = FALSE;
  guint n = 0;

  open_lab (f);
  fake_carrier_hold (f->bed.carrier, TRUE);
  for (guint i = 0; i < 15000; i++)
    {
      push (f->wave_producer, gscope_clock_get_time (f->bed.clock), i);
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), GSCOPE_MSEC);
      if (i % 40 == 39)
        run_pending ();
    }
  g_assert_cmpuint (gscope_carrier_get_unsent (GSCOPE_CARRIER (f->bed.carrier)), <, 258 * 1024);
  for (GBytes *message = take_next (f); message; message = take_next (f))
    {
      g_autofree char *text = get_text (message, 0);

      is_warned |= strstr (text, "is too slow for all messages") != NULL;
      n += text[0] == GSCOPE_FOXGLOVE_DATA;
      g_bytes_unref (message);
    }
  g_assert_true (is_warned);
  g_assert_cmpuint (n, >, 1000);
  g_assert_cmpuint (n, <, 12000);
  g_assert_cmpuint (f->figures.lost[GSCOPE_LOSS_REDUCED], ==, 0);
  fake_carrier_hold (f->bed.carrier, FALSE);
  run_pending ();
  skip_all (f);
  g_assert_cmpuint (f->figures.lost[GSCOPE_LOSS_REDUCED], >, 0);
  for (guint i = 0; i < 1200; i++)
    {
      push (f->wave_producer, gscope_clock_get_time (f->bed.clock), i);
      advance (f, 40 * GSCOPE_MSEC);
    }
  for (GBytes *message = take_next (f); message; message = take_next (f))
    {
      g_autofree char *text = get_text (message, 0);

      is_restored |= strstr (text, "gets all messages again") != NULL;
      g_bytes_unref (message);
    }
  g_assert_true (is_restored);
}

static gboolean
end_client (gpointer data, const char *line, GError **error)
{
  Fixture *f = data;

  fake_carrier_end (f->bed.carrier);
  return TRUE;
}

/* What follows a write, such as its record, may end the session. */
static void
test_end_by_write (Fixture *f, gconstpointer data)
{
  open_lab (f);
  gscope_journal_add_outlet (f->bed.host.journal, end_client, f);
  give (f, "{\"op\":\"setParameters\",\"parameters\":[{\"name\":\"lab/none\",\"value\":1},"
           "{\"name\":\"lab/gain\",\"value\":2}]}");
  g_assert_null (f->session);
  assert_nothing (f);
  gscope_journal_remove_outlet (f->bed.host.journal, f);
}

static void
test_end (Fixture *f, gconstpointer data)
{
  open_lab (f);
  fake_carrier_end (f->bed.carrier);
  g_assert_null (f->session);
}

int
main (int argc, char **argv)
{
  static const struct
  {
    const char *name;
    void (*func) (Fixture *f, gconstpointer data);
  } tests[] = {
    { "greeting", test_greeting },
    { "messages", test_messages },
    { "times", test_times },
    { "changed-source", test_changed_source },
    { "sources", test_sources },
    { "ambiguous-names", test_ambiguous_names },
    { "many-signals", test_many_signals },
    { "too-many-names", test_too_many_names },
    { "rights", test_rights },
    { "handshake", test_handshake },
    { "refusals", test_refusals },
    { "slow-source", test_slow_source },
    { "updates", test_updates },
    { "wrong-messages", test_wrong_messages },
    { "too-many-messages", test_too_many_messages },
    { "slow-client", test_slow_client },
    { "end-by-write", test_end_by_write },
    { "end", test_end },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    {
      g_autofree char *path = g_strconcat ("/foxglove/", tests[i].name, NULL);

      g_test_add (path, Fixture, NULL, set_up, tests[i].func, tear_down);
    }
  return g_test_run ();
}
