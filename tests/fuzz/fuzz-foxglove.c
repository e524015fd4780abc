/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/foxglove/message.h>
#include <gscope/foxglove/session.h>
#include <gscope/json-private.h>
#include <gscope/source/private.h>
#include <string.h>
#include <support/session-bed.h>

/* An input is messages of a client that speaks Foxglove’s protocol, with a byte 0xff between them, which no text has. The client
 * may read the source “s” and write its parameter “gain”. A message of one byte is an event at the agent instead: see
 * `happen`. */

enum
{
  STEPS = 100,
  BURST = 50,
  /* Signals that are added. */
  MAX_ADDED = 16,
};

typedef struct
{
  SessionBed agent;
  GscopeFeedFigures figures;
  GscopeSource *source;
  GscopeSource *secret;
  GscopeProducer *producer;
  guint n_added;
  gboolean is_removed;
  GscopeFoxgloveHost host;
  GscopeFoxgloveSession *session;
} Bed;

static void
run_some (void)
{
  for (guint i = 0; i < STEPS && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

static void
on_ended (gpointer data, GscopeFoxgloveSession *session)
{
  Bed *bed = data;

  bed->session = NULL;
  gscope_foxglove_session_free (session);
}

static void
update (gpointer data)
{
  Bed *bed = data;

  if (bed->session)
    gscope_foxglove_session_update (bed->session);
}

/* The messages for the client. */

static JsonObject *
parse (const char *data, gsize size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonNode) root = gscope_json_parse (data, size, &error);

  g_assert_no_error (error);
  g_assert_true (JSON_NODE_HOLDS_OBJECT (root));
  return json_object_ref (json_node_get_object (root));
}

static void
check_text (const char *data, gsize size)
{
  static const char *const ops[] = { "serverInfo",  "status",          "advertise",
                                     "unadvertise", "parameterValues", NULL };
  g_autoptr (JsonObject) object = parse (data, size);
  const char *op = json_object_get_string_member (object, "op");

  g_assert_true (g_strv_contains (ops, op));
  g_assert_true (g_str_equal (op, "status") || !g_strstr_len (data, (gssize) size, "secret")
                 || g_str_equal (op, "parameterValues"));
}

static void
check_binary (const char *data, gsize size)
{
  if (data[0] == GSCOPE_FOXGLOVE_TIME)
    g_assert_cmpuint (size, ==, GSCOPE_FOXGLOVE_TIME_SIZE);
  else
    {
      g_assert_cmpint (data[0], ==, GSCOPE_FOXGLOVE_DATA);
      g_assert_cmpuint (size, >, GSCOPE_FOXGLOVE_DATA_HEAD);
      json_object_unref (
          parse (data + GSCOPE_FOXGLOVE_DATA_HEAD, size - GSCOPE_FOXGLOVE_DATA_HEAD));
    }
}

static void
check_sent (Bed *bed)
{
  for (;;)
    {
      g_autoptr (GBytes) message = fake_carrier_take (bed->agent.carrier);
      const char *data;
      gsize size;

      if (!message)
        return;
      data = g_bytes_get_data (message, &size);
      if (data[0] == '{')
        check_text (data, size);
      else
        check_binary (data, size);
    }
}

/* Events. */

static void
push (Bed *bed)
{
  for (guint i = 0; i < BURST; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), GSCOPE_MSEC);
      gscope_producer_push_now (bed->producer, i % 7);
    }
  gscope_scope_drain (bed->agent.scope);
}

static void
add_signal (Bed *bed)
{
  g_autofree char *name = g_strdup_printf ("%u", bed->n_added);
  g_autoptr (GscopeSignal) signal = NULL;

  if (bed->n_added++ >= MAX_ADDED)
    return;
  signal = gscope_signal_new_buffered (name);
  g_object_set (signal, "group", bed->n_added % 2 ? "wave" : "odd \"group\"", NULL);
  gscope_source_add_signal (bed->source, signal, NULL);
  gscope_source_publish (bed->source);
}

static void
allow (Bed *bed)
{
  gscope_rights_allow (bed->agent.host.rights, "token:x", GSCOPE_ACCESS_READ, "s");
  gscope_rights_allow (bed->agent.host.rights, "token:x", GSCOPE_ACCESS_WRITE, "s/gain");
}

static void
take_rights (Bed *bed)
{
  gscope_rights_clear (bed->agent.host.rights);
  update (bed);
  allow (bed);
  update (bed);
}

static void
withdraw (Bed *bed)
{
  if (!bed->is_removed)
    gscope_scope_remove_source (bed->agent.scope, bed->source);
  bed->is_removed = TRUE;
}

static void
happen (Bed *bed, uint8_t event)
{
  ScriptedSource *script = SCRIPTED_SOURCE (bed->source);
  gboolean is_held = scripted_source_count (script) > 0;

  if (event == '1')
    gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), GSCOPE_SEC);
  else if (event == '2')
    push (bed);
  else if (event == '3')
    add_signal (bed);
  else if (event == '4' || event == '5')
    fake_carrier_hold (bed->agent.carrier, event == '4');
  else if (event == '6')
    scripted_source_hold (script);
  else if (event == '7' && is_held)
    scripted_source_accept (script, NULL);
  else if (event == '8' && is_held)
    scripted_source_refuse (script, "The fuse has blown.");
  else if (event == '9')
    take_rights (bed);
  else if (event == 'e')
    fake_carrier_end (bed->agent.carrier);
  else if (event == 'g')
    withdraw (bed);
  else if (event == 'n' && bed->session)
    gscope_foxglove_session_note (bed->session, "s/gain");
}

/* Inputs. */

static void
take (Bed *bed, const uint8_t *data, size_t size)
{
  if (size == 1)
    happen (bed, data[0]);
  else
    fake_carrier_receive (bed->agent.carrier, data, size);
  run_some ();
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), 20 * GSCOPE_MSEC);
  run_some ();
  check_sent (bed);
}

static void
open_bed (Bed *bed)
{
  session_bed_set_up (&bed->agent);
  bed->agent.host.figures = &bed->figures;
  bed->source = session_bed_add_source (&bed->agent, "s");
  bed->secret = session_bed_add_source (&bed->agent, "secret");
  bed->producer =
      gscope_signal_create_producer (gscope_scope_find_signal (bed->agent.scope, "s/wave"));
  gscope_scope_start (bed->agent.scope);
  allow (bed);
  bed->host = (GscopeFoxgloveHost){
    .agent = &bed->agent.host,
    .channels = gscope_foxglove_channels_new (&bed->agent.host, update, bed),
    .id = "run",
    .ended = on_ended,
    .data = bed,
  };
  bed->session = gscope_foxglove_session_new (&bed->host, GSCOPE_CARRIER (bed->agent.carrier),
                                              gscope_principal_new ("token:x", "192.0.2.7:5021"));
}

/* The rights hold, whatever was sent. */
static void
check_rights (Bed *bed)
{
  GscopeParameter *gain = gscope_source_find_parameter (bed->secret, "gain");
  GscopeParameter *knob = gscope_source_find_parameter (bed->source, "panel/knob");

  g_assert_cmpuint (gscope_parameter_get_revision (gain), ==, 1);
  g_assert_cmpuint (gscope_parameter_get_revision (knob), ==, 1);
  g_assert_cmpuint (bed->figures.n_leases, ==, 0);
}

static void
close_bed (Bed *bed)
{
  fake_carrier_end (bed->agent.carrier);
  g_assert_null (bed->session);
  gscope_foxglove_channels_free (bed->host.channels);
  check_rights (bed);
  while (scripted_source_count (SCRIPTED_SOURCE (bed->source)) > 0)
    scripted_source_accept (SCRIPTED_SOURCE (bed->source), NULL);
  run_some ();
  gscope_producer_unref (bed->producer);
  withdraw (bed);
  gscope_scope_remove_source (bed->agent.scope, bed->secret);
  run_some ();
  g_object_unref (bed->source);
  g_object_unref (bed->secret);
  session_bed_tear_down (&bed->agent);
  run_some ();
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Bed bed = { 0 };
  size_t begin = 0;

  open_bed (&bed);
  for (size_t i = 0; i <= size; i++)
    if (i == size || data[i] == 0xff)
      {
        take (&bed, data + begin, i - begin);
        begin = i + 1;
      }
  close_bed (&bed);
  return 0;
}
