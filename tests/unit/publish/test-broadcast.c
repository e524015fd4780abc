/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* An agent that publishes a signal for two viewers, whose messages a test makes. */

#include "support/fake-air.h"
#include "support/fake-carrier.h"
#include "support/scripted-source.h"

#include <gscope/carrier/message.h>
#include <gscope/publish/broadcast.h>

enum
{
  N_VIEWERS = 2,
  CREDIT = 1024 * 1024,
};

typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSignal *signal;
  FakeAir *air;
  GscopeFeedFigures figures;
  FakeCarrier *carriers[N_VIEWERS];
  GscopeFeed *feeds[N_VIEWERS];
} Fixture;

static void
take (GscopeFeed *feed, gboolean (*func) (GscopeFeed *, JsonObject *, GError **), const char *text)
{
  g_autoptr (JsonNode) node = json_from_string (text, NULL);
  g_autoptr (GError) error = NULL;

  func (feed, json_node_get_object (node), &error);
  g_assert_no_error (error);
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (10 * GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_signal_new_buffered ("wave");
  f->air = fake_air_new ();
  for (guint i = 0; i < N_VIEWERS; i++)
    {
      const GscopeBroadcastPlace place = { GSCOPE_AIR (f->air), f->scope, "lab", &f->figures };

      f->carriers[i] = fake_carrier_new ();
      f->feeds[i] =
          gscope_feed_new (GSCOPE_CARRIER (f->carriers[i]), f->clock, CREDIT, &f->figures);
      gscope_feed_add (f->feeds[i], f->signal);
      gscope_feed_set_place (f->feeds[i], &place);
      take (f->feeds[i], gscope_feed_subscribe,
            "{\"signals\": [1], \"period_ns\": 0, \"lease_ms\": 600000}");
    }
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  for (guint i = 0; i < N_VIEWERS; i++)
    {
      gscope_feed_free (f->feeds[i]);
      g_assert_finalize_object (f->carriers[i]);
    }
  g_assert_cmpuint (f->figures.n_leases, ==, 0);
  g_assert_cmpuint (f->figures.n_broadcasts, ==, 0);
  g_assert_finalize_object (f->air);
  g_assert_finalize_object (f->signal);
  g_assert_finalize_object (f->scope);
  g_object_unref (f->clock);
}

static void
pass_time (Fixture *f, gint64 nanoseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), nanoseconds);
  run_pending ();
}

static void
pump (Fixture *f)
{
  for (guint i = 0; i < N_VIEWERS; i++)
    gscope_feed_pump (f->feeds[i]);
}

/* Takes the messages to a viewer. Returns the last one about a broadcast; NULL if there is none. */
static JsonObject *
find_news (Fixture *f, guint viewer)
{
  JsonObject *news = NULL;
  GBytes *next;

  while ((next = fake_carrier_take (f->carriers[viewer])))
    {
      g_autoptr (GBytes) message = next;
      g_autoptr (JsonObject) object = NULL;
      GscopeMessageKind kind;

      if (gscope_message_is_samples (message))
        continue;
      object = gscope_message_parse (message, &kind, NULL);
      g_assert_nonnull (object);
      if (kind != GSCOPE_MESSAGE_BROADCAST)
        continue;
      g_clear_pointer (&news, json_object_unref);
      news = g_steal_pointer (&object);
    }
  return news;
}

/* The last message about a broadcast has this member, and this number of members. */
static void
assert_told (Fixture *f, guint viewer, const char *member, guint n_members)
{
  g_autoptr (JsonObject) news = find_news (f, viewer);

  g_assert_nonnull (news);
  g_assert_true (json_object_has_member (news, member));
  g_assert_cmpuint (json_object_get_size (news), ==, n_members);
}

/* A message with the signal alone ends the broadcast. */
static void
assert_ended (Fixture *f, guint viewer)
{
  assert_told (f, viewer, "signal", 1);
}

static void
tune (Fixture *f, guint viewer)
{
  take (f->feeds[viewer], gscope_feed_tune, "{\"signal\": 1}");
}

static void
offer (Fixture *f)
{
  pump (f);
  pump (f);
  for (guint i = 0; i < N_VIEWERS; i++)
    assert_told (f, i, "address", 2);
}

static void
take_part (Fixture *f, guint viewer)
{
  tune (f, viewer);
  gscope_feed_pump (f->feeds[viewer]);
  assert_told (f, viewer, "number", 3);
}

/* Viewers of a broadcast get messages, although the signal has no samples and nobody drains the scope. */
static void
test_signs (Fixture *f, gconstpointer data)
{
  guint n;

  offer (f);
  for (guint i = 0; i < N_VIEWERS; i++)
    take_part (f, i);
  n = fake_air_count (f->air);
  for (guint i = 0; i < 20; i++)
    pass_time (f, GSCOPE_SEC);
  g_assert_cmpuint (fake_air_count (f->air), >=, n + 19);
  g_assert_cmpuint (f->figures.n_broadcasts, ==, 1);
}

/* No viewer takes part in time: the first viewer that does so too late is told that the broadcast has ended, and is offered the next
 * one. */
static void
test_late (Fixture *f, gconstpointer data)
{
  offer (f);
  for (guint i = 0; i < 12; i++)
    pass_time (f, GSCOPE_SEC);
  g_assert_cmpuint (f->figures.n_broadcasts, ==, 0);
  tune (f, 0);
  assert_ended (f, 0);
  gscope_feed_pump (f->feeds[0]);
  assert_told (f, 0, "address", 2);
  for (guint i = 0; i < N_VIEWERS; i++)
    take_part (f, i);
  g_assert_cmpuint (f->figures.n_broadcasts, ==, 1);
}

/* A viewer that has gone back to its connection takes part too late. */
static void
test_stray (Fixture *f, gconstpointer data)
{
  offer (f);
  take (f->feeds[0], gscope_feed_tune, "{\"signal\": 1, \"position\": 0}");
  tune (f, 0);
  assert_ended (f, 0);
  /* a repeated message is no mistake */
  take_part (f, 1);
  tune (f, 1);
  g_assert_null (find_news (f, 1));
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
#define ADD(name, func) g_test_add ("/broadcast/" name, Fixture, NULL, set_up, func, tear_down)
  ADD ("signs", test_signs);
  ADD ("late", test_late);
  ADD ("stray", test_stray);
#undef ADD
  return g_test_run ();
}
