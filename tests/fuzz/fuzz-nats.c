/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include "fake-line.h"

#include <gscope/agent/nats-post.h>
#include <gscope/dial/write-log.h>
#include <gscope/gscope.h>
#include <gscope/json-private.h>
#include <gscope/nats/carrier.h>
#include <gscope/nats/dial.h>
#include <gscope/nats/directory.h>
#include <string.h>
#include <support/session-bed.h>
#include <support/test-remote.h>

/* An input is steps of a NATS server, with a byte 0xff between them. The first byte says who is its client: ‘v’ a viewer that dials an
 * agent, ‘d’ one that reads the inventory, ‘l’ one that reads the log of writes, and any other byte an agent with a user
 * “u”, who may read the source “s” and write its parameter “gain”. A step of one byte is an event, see `happen`. Another step begins with
 *
 *   0 to 9  the number of a subscription; then come a subject and a reply, or nothing for usual ones, a line feed and the
 *           message. Without the line feed, the server reports that nobody receives the request.
 *   m       a message of a connection, in a frame of the next number
 *   p       the same in two frames, of which the first one is full
 *   !       the words of a refusal */

enum
{
  STEPS = 100,
  MAX_PAYLOAD = 1024 * 1024,
  FULL_FRAME = 64 * 1024,
};

#define SERVER "nats://localhost:4222"
#define USUAL_REPLY "gscope.web._down.u.x"

typedef struct
{
  SessionBed agent;
  GscopeSource *source;
  GscopeSource *secret;
  GscopeProducer *producer;
  /* GscopeSession */
  GPtrArray *sessions;
  GscopeNatsPost *post;

  GscopeNatsBus *bus;
  GscopeCarrier *carrier;
  GscopeSource *remote;
  GscopeNatsDirectory *directory;
  GscopeWriteLog *log;
  gboolean is_dialing;
  /* of the next frame of the connection */
  guint32 number;
} Bed;

static void
run_some (void)
{
  for (guint i = 0; i < STEPS && g_main_context_iteration (NULL, FALSE); i++)
    ;
}

/* An agent. */

static void
on_ended (gpointer data, GscopeSession *session)
{
  g_ptr_array_remove (((Bed *) data)->sessions, session);
}

static void
on_arrived (gpointer data, GscopeCarrier *carrier, GscopePrincipal *principal)
{
  Bed *bed = data;

  g_ptr_array_add (bed->sessions, gscope_session_new (&bed->agent.host, carrier, principal));
}

static gboolean
check_room (gpointer data, const GscopePrincipal *principal, GError **error)
{
  Bed *bed = data;

  g_assert_cmpstr (principal->name, ==, "nats:u");
  return bed->sessions->len < 4 || !gscope_json_refuse (error, "room", "there is no room");
}

static GscopeDoor *
get_door (gpointer data)
{
  return NULL;
}

static void
on_failed (gpointer data, const GError *error)
{
  g_assert_nonnull (error);
}

static void
allow (Bed *bed)
{
  gscope_rights_allow (bed->agent.host.rights, "nats:u", GSCOPE_ACCESS_READ, "s");
  gscope_rights_allow (bed->agent.host.rights, "nats:u", GSCOPE_ACCESS_WRITE, "s/gain");
}

static void
open_agent (Bed *bed)
{
  const GscopeNatsPostFuncs funcs = { on_arrived, check_room, get_door, on_failed, bed };
  g_autoptr (GscopeEndpoint) endpoint = gscope_endpoint_parse (SERVER "/web", NULL);
  g_autoptr (GError) error = NULL;

  session_bed_set_up (&bed->agent);
  bed->agent.host.ended = on_ended;
  bed->agent.host.data = bed;
  bed->sessions = g_ptr_array_new_with_free_func ((GDestroyNotify) gscope_session_free);
  bed->source = session_bed_add_source (&bed->agent, "s");
  bed->secret = session_bed_add_source (&bed->agent, "secret");
  bed->producer =
      gscope_signal_create_producer (gscope_scope_find_signal (bed->agent.scope, "s/wave"));
  gscope_scope_start (bed->agent.scope);
  allow (bed);
  bed->post = gscope_nats_post_new (endpoint, &bed->agent.host, &funcs, &error);
  g_assert_no_error (error);
}

/* The rights hold, whatever was sent. */
static void
check_rights (Bed *bed)
{
  GscopeParameter *gain = gscope_source_find_parameter (bed->secret, "gain");
  GscopeParameter *knob = gscope_source_find_parameter (bed->source, "panel/knob");

  g_assert_cmpuint (gscope_parameter_get_revision (gain), ==, 1);
  g_assert_cmpuint (gscope_parameter_get_revision (knob), ==, 1);
}

static void
remove_source (Bed *bed, GscopeSource *source)
{
  gscope_source_stop_async (source, NULL, NULL, NULL);
  run_some ();
  gscope_scope_remove_source (bed->agent.scope, source);
  run_some ();
  g_object_unref (source);
}

static void
close_agent (Bed *bed)
{
  gscope_nats_post_free (bed->post);
  g_ptr_array_unref (bed->sessions);
  run_some ();
  check_rights (bed);
  gscope_producer_unref (bed->producer);
  remove_source (bed, bed->source);
  remove_source (bed, bed->secret);
  session_bed_tear_down (&bed->agent);
}

/* Viewers. */

static GscopeCarrier *
get_carrier (gpointer data)
{
  Bed *bed = data;

  return g_steal_pointer (&bed->carrier);
}

static void
on_dialed (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  Bed *bed = data;

  bed->is_dialing = FALSE;
  bed->carrier = g_task_propagate_pointer (G_TASK (result), &error);
  g_assert_true (!bed->carrier == !!error);
  if (!bed->carrier)
    return;
  bed->remote = carrier_remote_new ("remote", get_carrier, bed);
  gscope_scope_add_source (bed->agent.scope, bed->remote);
  gscope_source_start_async (bed->remote, NULL, NULL, NULL);
}

static void
on_changed (gpointer data)
{
  Bed *bed = data;
  g_autoptr (GVariant) agents =
      bed->directory ? g_variant_ref_sink (gscope_nats_directory_list (bed->directory)) : NULL;

  g_assert_true (!agents || g_variant_is_normal_form (agents));
}

static void
on_record (GscopeWriteLog *log, const char *agent, const char *text, gpointer data)
{
  g_autoptr (JsonNode) node = gscope_json_parse (text, strlen (text), NULL);

  g_assert_true (node && JSON_NODE_HOLDS_OBJECT (node));
  g_assert_true (g_utf8_validate (agent, -1, NULL));
}

static void
open_viewer (Bed *bed, char kind)
{
  const GscopeNatsDirectoryFuncs funcs = { on_changed, on_failed, bed };
  g_autoptr (GError) error = NULL;

  session_bed_set_up (&bed->agent);
  gscope_scope_start (bed->agent.scope);
  bed->bus = gscope_nats_bus_get (SERVER, &error);
  g_assert_no_error (error);
  bed->is_dialing = kind == 'v';
  if (kind == 'v')
    gscope_nats_dial_async (bed->bus, "web", "token", bed->agent.clock,
                            g_task_new (NULL, NULL, on_dialed, bed));
  else if (kind == 'd')
    bed->directory = gscope_nats_directory_new (bed->bus, &funcs, bed->agent.clock);
  else
    {
      bed->log = gscope_write_log_new (SERVER, NULL, 0, &error);
      g_assert_no_error (error);
      g_signal_connect (bed->log, "record", G_CALLBACK (on_record), NULL);
    }
}

static void
close_viewer (Bed *bed)
{
  fake_line_happen (GSCOPE_NATS_DOWN, "it has ended");
  run_some ();
  g_assert_false (bed->is_dialing);
  g_clear_pointer (&bed->directory, gscope_nats_directory_free);
  g_clear_object (&bed->log);
  if (bed->remote)
    gscope_scope_remove_source (bed->agent.scope, bed->remote);
  run_some ();
  g_clear_object (&bed->remote);
  g_clear_object (&bed->carrier);
  run_some ();
  g_object_unref (bed->bus);
  session_bed_tear_down (&bed->agent);
}

/* The messages of the client. */

static gboolean
may_publish (const Bed *bed, const char *subject)
{
  static const char *const of_agent[] = { "gscope.web.", "$KV.gscope.web",
                                          "$JS.API.STREAM.CREATE." };
  static const char *const of_viewer[] = { "gscope.web._open.", "gscope.web._up.",
                                           "$JS.API.CONSUMER.CREATE." };

  for (guint i = 0; i < G_N_ELEMENTS (of_agent); i++)
    if (g_str_has_prefix (subject, bed->post ? of_agent[i] : of_viewer[i]))
      return !strpbrk (subject, " \t\r\n*>");
  return FALSE;
}

static void
check_posts (Bed *bed)
{
  for (;;)
    {
      g_autoptr (FakeLinePost) post = fake_line_take ();

      if (!post)
        return;
      g_assert_true (may_publish (bed, post->subject));
      g_assert_true (!post->data || g_bytes_get_size (post->data) < MAX_PAYLOAD);
    }
}

/* A viewer listens to its own subjects, and to those of broadcasts. */
static void
check_patterns (Bed *bed)
{
  const char *id = bed->post ? NULL : gscope_nats_bus_get_id (bed->bus);
  const char *pattern;

  for (guint i = 0; id && (pattern = fake_line_get_pattern (i)); i++)
    if (!strstr (pattern, id))
      g_assert_true (g_str_has_prefix (pattern, "gscope.") && strstr (pattern, "._live.")
                     && !strpbrk (pattern, " \t\r\n*>"));
}

/* Steps. */

static void
push (Bed *bed)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), GSCOPE_MSEC);
  gscope_producer_push_now (bed->producer, 1);
  gscope_scope_drain (bed->agent.scope);
}

static void
take_rights (Bed *bed)
{
  gscope_rights_clear (bed->agent.host.rights);
  for (guint i = 0; i < bed->sessions->len; i++)
    gscope_session_review (bed->sessions->pdata[i]);
  allow (bed);
}

static void
happen (Bed *bed, char event)
{
  if (event == 'u')
    fake_line_happen (GSCOPE_NATS_UP, NULL);
  else if (event == 'd')
    fake_line_happen (GSCOPE_NATS_DOWN, "the server has gone");
  else if (event == '1')
    gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), GSCOPE_SEC);
  else if (event == '2')
    gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), 30 * GSCOPE_SEC);
  else if (event == 'n')
    bed->number = 0;
  else if (event == 's' && bed->post)
    push (bed);
  else if (event == 'r' && bed->post)
    take_rights (bed);
}

/* Replaces wildcards by the usual tokens. */
static char *
find_subject (const char *pattern)
{
  const char *reply = fake_line_find_reply (pattern);
  g_autoptr (GString) subject = g_string_new (pattern);

  if (reply)
    return g_strdup (reply);
  g_string_replace (subject, "*", "u", 0);
  g_string_replace (subject, ">", "u.ab.1", 0);
  return g_string_free (g_steal_pointer (&subject), FALSE);
}

static void
deliver (guint number, const char *header, GBytes *payload)
{
  const char *pattern = fake_line_get_pattern (number);
  g_auto (GStrv) words = g_strsplit (header, " ", 2);
  g_autofree char *usual = pattern ? find_subject (pattern) : NULL;
  const char *subject = words[0] && *words[0] ? words[0] : usual;

  if (pattern)
    fake_line_deliver (pattern, subject, words[0] && words[1] ? words[1] : USUAL_REPLY, payload);
}

static void
send_frame (Bed *bed, GscopeNatsFrame kind, const char *data, gsize size)
{
  g_autoptr (GBytes) frame = gscope_nats_frame_new (kind, bed->number++, data, size);
  const char *pattern;

  for (guint i = 0; (pattern = fake_line_get_pattern (i)); i++)
    if (strstr (pattern, bed->post ? "._up." : "._down."))
      deliver (i, "", frame);
}

static void
step (Bed *bed, const char *data, gsize size)
{
  const char *end = memchr (data + 1, '\n', size - 1);
  g_autofree char *text = g_strndup (data + 1, (end ? end : data + size) - data - 1);

  if (size == 1)
    happen (bed, *data);
  else if (*data == '!')
    fake_line_happen (GSCOPE_NATS_REFUSAL, text);
  else if (*data == 'p')
    {
      g_autofree char *full = g_malloc0 (FULL_FRAME);

      memcpy (full, data + 1, size - 1);
      send_frame (bed, GSCOPE_NATS_FRAME_PART, full, FULL_FRAME);
      send_frame (bed, GSCOPE_NATS_FRAME_MESSAGE, "", 0);
    }
  else if (*data == 'm')
    send_frame (bed, GSCOPE_NATS_FRAME_MESSAGE, data + 1, size - 1);
  else if (g_ascii_isdigit (*data))
    {
      g_autoptr (GBytes) payload = end ? g_bytes_new (end + 1, data + size - end - 1) : NULL;

      deliver (*data - '0', text, payload);
    }
}

static void
take (Bed *bed, const char *data, gsize size)
{
  if (size > 0)
    step (bed, data, size);
  run_some ();
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (bed->agent.clock), 20 * GSCOPE_MSEC);
  run_some ();
  check_posts (bed);
  check_patterns (bed);
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  const char *text = (const char *) data;
  Bed bed = { 0 };
  gsize begin = 1;

  if (size == 0 || size > FULL_FRAME)
    return 0;
  if (strchr ("vdl", *text) && *text)
    open_viewer (&bed, *text);
  else
    open_agent (&bed);
  fake_line_happen (GSCOPE_NATS_UP, NULL);
  run_some ();
  for (gsize i = 1; i <= size; i++)
    if (i == size || data[i] == 0xff)
      {
        take (&bed, text + begin, i - begin);
        begin = i + 1;
      }
  if (bed.post)
    close_agent (&bed);
  else
    close_viewer (&bed);
  run_some ();
  return 0;
}
