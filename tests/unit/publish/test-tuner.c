/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A viewer that takes part in a broadcast, in each order in which messages of the broadcast and of the connection may come. */

#include "support/fake-carrier.h"
#include "support/scripted-source.h"

#include <gscope/carrier/message.h>
#include <gscope/publish/tuner.h>
#include <string.h>

/* The connection leaves the samples from this position on to the broadcast, which has them from this message on. */
#define NUMBER 4294967294u
#define POSITION 30

typedef struct
{
  GscopeClock *clock;
  FakeCarrier *carrier;
  GscopeTuner *tuner;
  guint n_taken;
  /* whether the viewer does not understand the messages of the broadcast */
  gboolean refuses;
} Fixture;

static gboolean
take (gpointer data, guint32 id, GBytes *message, GError **error)
{
  Fixture *f = data;

  g_assert_cmpuint (id, ==, 1);
  if (f->refuses)
    return FALSE;
  f->n_taken++;
  return TRUE;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->carrier = fake_carrier_new ();
  f->tuner = gscope_tuner_new (GSCOPE_CARRIER (f->carrier), f->clock, take, f);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_tuner_free (f->tuner);
  g_assert_finalize_object (f->carrier);
  g_object_unref (f->clock);
}

/* A message of the connection. */
static void
receive (Fixture *f, const char *text)
{
  g_autoptr (JsonNode) node = json_from_string (text, NULL);
  g_autoptr (GError) error = NULL;

  gscope_tuner_take (f->tuner, json_node_get_object (node), &error);
  g_assert_no_error (error);
}

static void
append (GByteArray *message, guint64 number, guint size)
{
  guint64 little = GUINT64_TO_LE (number);

  g_byte_array_append (message, (const guint8 *) &little, size);
}

/* A message of the broadcast, with a part unless that is empty. */
static void
hear (Fixture *f, guint32 number, guint64 position, const char *part)
{
  static const guint8 type[] = { 3, 2, 0, 0 };
  g_autoptr (GByteArray) message = g_byte_array_new ();

  g_byte_array_append (message, type, sizeof type);
  append (message, number, 4);
  append (message, position, 8);
  if (*part)
    {
      append (message, strlen (part), 4);
      g_byte_array_append (message, (const guint8 *) part, (guint) strlen (part));
    }
  fake_carrier_receive (f->carrier, message->data, message->len);
}

static void
pass_time (Fixture *f, gint64 nanoseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), nanoseconds);
  run_pending ();
}

/* The viewer has said that it takes part, if the position is -1, or up to which position it has the samples. */
static void
assert_tunes (Fixture *f, gint64 position)
{
  g_autoptr (GBytes) message = fake_carrier_take (f->carrier);
  g_autoptr (JsonObject) object = NULL;
  GscopeMessageKind kind;

  g_assert_nonnull (message);
  object = gscope_message_parse (message, &kind, NULL);
  g_assert_cmpint (kind, ==, GSCOPE_MESSAGE_TUNE);
  g_assert_cmpint (json_object_get_int_member (object, "signal"), ==, 1);
  g_assert_cmpint (json_object_get_int_member_with_default (object, "position", -1), ==, position);
}

static void
assert_quiet (Fixture *f)
{
  g_assert_null (fake_carrier_take (f->carrier));
}

static void
assert_left (Fixture *f, gint64 position)
{
  assert_tunes (f, position);
  assert_quiet (f);
  g_assert_cmpuint (gscope_tuner_count (f->tuner), ==, 0);
}

static void
offer (Fixture *f)
{
  receive (f, "{\"signal\": 1, \"address\": \"live\"}");
}

static void
complete (Fixture *f)
{
  receive (f, "{\"signal\": 1, \"number\": 4294967294, \"position\": 30}");
}

/* The viewer takes the samples of the broadcast. */
static void
take_part (Fixture *f)
{
  offer (f);
  assert_quiet (f);
  hear (f, NUMBER - 1, POSITION, "old");
  assert_tunes (f, -1);
  complete (f);
  assert_quiet (f);
  g_assert_cmpuint (gscope_tuner_count (f->tuner), ==, 1);
}

/* Messages of the broadcast that come before the handover are taken at the handover; numbers begin again after the largest. */
static void
test_handover (Fixture *f, gconstpointer data)
{
  offer (f);
  hear (f, NUMBER - 1, 20, "a");
  hear (f, NUMBER, 40, "b");
  hear (f, NUMBER + 1, 50, "c");
  g_assert_cmpuint (f->n_taken, ==, 0);
  assert_tunes (f, -1);
  complete (f);
  g_assert_cmpuint (f->n_taken, ==, 2);
  hear (f, NUMBER + 2, 60, "d");
  g_assert_cmpuint (f->n_taken, ==, 3);
  assert_quiet (f);
  receive (f, "{\"signal\": 1}");
  assert_left (f, 60);
}

static void
test_missing (Fixture *f, gconstpointer data)
{
  take_part (f);
  hear (f, NUMBER, 40, "a");
  hear (f, NUMBER + 2, 60, "c");
  g_assert_cmpuint (f->n_taken, ==, 1);
  assert_left (f, 40);
}

/* A message of the right number that goes back in the signal is forged. */
static void
test_earlier (Fixture *f, gconstpointer data)
{
  take_part (f);
  hear (f, NUMBER, 40, "a");
  hear (f, NUMBER + 1, 39, "");
  assert_left (f, 40);
}

/* The samples of a message that the viewer does not understand come by the connection. */
static void
test_refused (Fixture *f, gconstpointer data)
{
  take_part (f);
  hear (f, NUMBER, 40, "a");
  f->refuses = TRUE;
  hear (f, NUMBER + 1, 50, "b");
  assert_left (f, 40);
}

/* A broadcast that has no samples is heard each second. */
static void
test_signs (Fixture *f, gconstpointer data)
{
  take_part (f);
  for (guint i = 0; i < 10; i++)
    {
      pass_time (f, GSCOPE_SEC);
      hear (f, NUMBER + i, POSITION, "");
    }
  g_assert_cmpuint (gscope_tuner_count (f->tuner), ==, 1);
  assert_quiet (f);
}

/* Messages of another broadcast at the address do not hide that the broadcast of the viewer is silent. */
static void
test_foreign (Fixture *f, gconstpointer data)
{
  take_part (f);
  for (guint i = 0; i < 7; i++)
    {
      pass_time (f, GSCOPE_SEC / 2);
      hear (f, NUMBER - 1000 + i, POSITION + i, "z");
    }
  g_assert_cmpuint (f->n_taken, ==, 0);
  assert_left (f, POSITION);
}

/* The agent has left the samples to a broadcast whose messages do not reach the viewer any more. */
static void
test_late (Fixture *f, gconstpointer data)
{
  offer (f);
  hear (f, NUMBER, 40, "a");
  assert_tunes (f, -1);
  for (guint i = 0; i < 7; i++)
    pass_time (f, GSCOPE_SEC / 2);
  assert_quiet (f);
  complete (f);
  assert_left (f, POSITION);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/tuner/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("handover", test_handover);
  ADD ("missing", test_missing);
  ADD ("earlier", test_earlier);
  ADD ("refused", test_refused);
  ADD ("signs", test_signs);
  ADD ("foreign", test_foreign);
  ADD ("late", test_late);
#undef ADD
  return g_test_run ();
}
