/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/carrier/columns.h>
#include <gscope/carrier/message.h>
#include <gscope/gscope.h>
#include <gscope/publish/subscriber.h>
#include <gscope/share/server-private.h>
#include <string.h>
#include <support/session-bed.h>

/* An input is messages of a client, with a byte 0xff between them, which no text has. The first byte says who serves: 0xfd
 * an agent whose client may do everything, 0xfc an agent whose client may read the source “s” and write its
 * parameter “gain”, 0xfe the server of a source, and any other byte that server after a greeting. A message of one byte
 * is an event at the server instead: see `happen`. */

enum
{
  STEPS = 100,
  WITHOUT_HELLO = 0xfe,
  OWNER = 0xfd,
  GUEST = 0xfc,
  BURST = 50,
};

typedef struct
{
  SessionBed agent;
  GscopeSource *source;
  /* a source that the guest may not read */
  GscopeSource *secret;
  GscopeSignal *wave;
  GscopeProducer *producer;
  gboolean is_guest;
  gboolean is_removed;
} Bed;

static void
run_some (void)
{
  for (guint i = 0; i < STEPS && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

/* The sources. */

static void
remove_source (Bed *bed, GscopeSource *source)
{
  while (scripted_source_count (SCRIPTED_SOURCE (source)) > 0)
    scripted_source_accept (SCRIPTED_SOURCE (source), NULL);
  gscope_source_stop_async (source, NULL, NULL, NULL);
  run_some ();
  while (scripted_source_count (SCRIPTED_SOURCE (source)) > 0)
    scripted_source_accept (SCRIPTED_SOURCE (source), NULL);
  if (source != bed->source || !bed->is_removed)
    gscope_scope_remove_source (bed->agent.scope, source);
  run_some ();
  g_object_unref (source);
}

static void
open_sources (Bed *bed)
{
  session_bed_set_up (&bed->agent);
  bed->source = session_bed_add_source (&bed->agent, "s");
  bed->secret = session_bed_add_source (&bed->agent, "secret");
  bed->wave = gscope_scope_find_signal (bed->agent.scope, "s/wave");
  bed->producer = gscope_signal_create_producer (bed->wave);
  gscope_scope_start (bed->agent.scope);
}

static void
close_sources (Bed *bed)
{
  gscope_producer_unref (bed->producer);
  remove_source (bed, bed->source);
  remove_source (bed, bed->secret);
  session_bed_tear_down (&bed->agent);
}

/* The agent. */

static void
allow (Bed *bed)
{
  if (!bed->is_guest)
    for (guint access = 0; access < GSCOPE_N_ACCESSES; access++)
      gscope_rights_allow (bed->agent.host.rights, "token:x", access, "*");
  gscope_rights_allow (bed->agent.host.rights, "token:x", GSCOPE_ACCESS_READ, "s");
  gscope_rights_allow (bed->agent.host.rights, "token:x", GSCOPE_ACCESS_WRITE, "s/gain");
}

static void
review (Bed *bed)
{
  g_autoptr (GError) error = NULL;

  if (!bed->agent.session)
    return;
  if (gscope_session_check (bed->agent.session, &error))
    gscope_session_update_list (bed->agent.session);
  else
    gscope_session_fail (bed->agent.session, error);
}

/* The messages for the client. */

static gboolean
take_block (guint32 signal, GscopeSample *samples, gsize n, gpointer data, GError **error)
{
  for (gsize i = 1; i < n; i++)
    g_assert_cmpint (samples[i].time, >=, samples[i - 1].time);
  return TRUE;
}

static gboolean
take_columns (guint32 query, guint32 signal, gint64 from, gint64 width, const GscopeColumn *columns,
              gsize n, gpointer data, GError **error)
{
  return TRUE;
}

static void
check_text (Bed *bed, GBytes *message)
{
  GscopeMessageKind kind;
  g_autoptr (GError) error = NULL;
  g_autoptr (JsonObject) object = gscope_message_parse (message, &kind, &error);
  gsize size;
  const char *data = g_bytes_get_data (message, &size);

  g_assert_no_error (error);
  if (bed->is_guest && kind == GSCOPE_MESSAGE_SOURCES)
    g_assert_null (g_strstr_len (data, size, "secret"));
}

static void
check_sent (Bed *bed)
{
  for (;;)
    {
      g_autoptr (GBytes) message = fake_carrier_take (bed->agent.carrier);
      g_autoptr (GError) error = NULL;

      if (!message)
        return;
      if (gscope_message_is_samples (message))
        gscope_message_read_blocks (message, take_block, NULL, &error);
      else if (gscope_columns_is_message (message))
        gscope_columns_read (message, take_columns, NULL, &error);
      else
        check_text (bed, message);
      g_assert_no_error (error);
    }
}

/* The rights of the guest hold, whatever was sent. */
static void
check_rights (Bed *bed)
{
  GscopeParameter *gain = gscope_source_find_parameter (bed->secret, "gain");
  GscopeParameter *knob = gscope_source_find_parameter (bed->source, "panel/knob");
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (bed->agent.scope));

  g_assert_cmpuint (gscope_parameter_get_revision (gain), ==, 1);
  g_assert_cmpuint (gscope_parameter_get_revision (knob), ==, 1);
  for (guint i = 0; i < g_list_model_get_n_items (markers); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      g_assert_cmpint (gscope_marker_get_kind (marker), !=, GSCOPE_MARKER_KIND_NOTE);
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
take_rights (Bed *bed)
{
  if (!bed->agent.session)
    return;
  gscope_rights_clear (bed->agent.host.rights);
  review (bed);
  allow (bed);
}

static void
withdraw (Bed *bed)
{
  if (bed->is_removed || !bed->agent.session)
    return;
  bed->is_removed = TRUE;
  gscope_scope_remove_source (bed->agent.scope, bed->source);
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
    gscope_source_set_status (bed->source, GSCOPE_SOURCE_STATE_TROUBLE, "No current.");
  else if (event == '4' || event == '5')
    fake_carrier_hold (bed->agent.carrier, event == '4');
  else if (event == '6')
    scripted_source_hold (script);
  else if (event == '7' && is_held)
    scripted_source_accept_saying (script, NULL, "The lamp will glow.");
  else if (event == '8' && is_held)
    scripted_source_refuse (script, "The fuse has blown.");
  else if (event == '9')
    take_rights (bed);
  else if (event == 'e')
    fake_carrier_end (bed->agent.carrier);
  else if (event == 'g')
    withdraw (bed);
  else if (event == 'w')
    gscope_signal_set_title (bed->wave, "Wave");
}

/* Inputs. */

static void
greet (Bed *bed)
{
  JsonObject *hello = gscope_message_create_hello (bed->agent.clock);
  g_autoptr (GBytes) message = NULL;
  gconstpointer data;
  gsize size;

  json_object_set_int_member (hello, "credit", GSCOPE_SUBSCRIBER_CREDIT);
  json_object_set_int_member (hello, "period_ns", 10 * GSCOPE_MSEC);
  message = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  data = g_bytes_get_data (message, &size);
  fake_carrier_receive (bed->agent.carrier, data, size);
  run_some ();
}

static void
take (Bed *bed, const uint8_t *data, size_t size)
{
  if (size == 1)
    happen (bed, data[0]);
  else
    fake_carrier_receive (bed->agent.carrier, data, size);
  run_some ();
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), 20 * GSCOPE_MSEC);
  check_sent (bed);
}

static void
take_all (Bed *bed, const uint8_t *data, size_t size)
{
  size_t begin = 0;

  for (size_t i = 0; i <= size; i++)
    if (i == size || data[i] == 0xff)
      {
        take (bed, data + begin, i - begin);
        begin = i + 1;
      }
  fake_carrier_hold (bed->agent.carrier, FALSE);
  fake_carrier_end (bed->agent.carrier);
  run_some ();
  check_sent (bed);
}

static void
serve (Bed *bed, const uint8_t *data, size_t size)
{
  g_autoptr (GscopeServer) server = gscope_server_new_for_carrier (
      bed->agent.scope, bed->source, GSCOPE_CARRIER (bed->agent.carrier), NULL);

  if (data[0] != WITHOUT_HELLO)
    greet (bed);
  take_all (bed, data, size);
  gscope_server_close (server);
}

static void
serve_session (Bed *bed, const uint8_t *data, size_t size)
{
  bed->is_guest = data[0] == GUEST;
  allow (bed);
  session_bed_connect (&bed->agent, gscope_principal_new ("token:x", "192.0.2.7:5021"));
  take_all (bed, data + 1, size - 1);
  g_clear_pointer (&bed->agent.session, gscope_session_free);
  run_some ();
  if (bed->is_guest)
    check_rights (bed);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  Bed bed = { 0 };

  if (size == 0)
    return 0;
  open_sources (&bed);
  if (data[0] == OWNER || data[0] == GUEST)
    serve_session (&bed, data, size);
  else
    serve (&bed, data, size);
  close_sources (&bed);
  run_some ();
  return 0;
}
