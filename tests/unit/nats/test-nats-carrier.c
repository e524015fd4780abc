/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/await.h"
#include "support/nats-client.h"
#include "support/scripted-source.h"
#include "support/test-remote.h"

#include <gscope-test/gscope-test.h>
#include <gscope/error.h>
#include <gscope/nats/carrier.h>
#include <gscope/nats/subject.h>
#include <string.h>

/* A carrier, and a peer that sends what it likes. */

#define OWN "gscope.own"
#define PEER "gscope.peer"
#define WINDOW 100000

enum
{
  N_ENDS = 300,
  N_MESSAGES = 50,
};

typedef struct
{
  NatsBed nats;
  GscopeClock *clock;
  GscopeNatsBus *bus;
  GscopeNatsBus *peer;
  GscopeCarrier *carrier;
  GPtrArray *messages;
  guint n_closed;
  GError *error;
  /* bytes of messages that the peer got, and frames by kind */
  gsize n_bytes;
  guint n_frames[GSCOPE_NATS_FRAME_ANSWER + 1];
  guint64 limit;
} Fixture;

static void
on_received (GscopeCarrier *carrier, GBytes *message, Fixture *f)
{
  g_ptr_array_add (f->messages, g_bytes_ref (message));
}

static void
on_closed (GscopeCarrier *carrier, const GError *error, Fixture *f)
{
  f->n_closed++;
  g_clear_error (&f->error);
  f->error = error ? g_error_copy (error) : NULL;
}

static void
on_peer_frame (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  Fixture *f = data;
  gsize size;
  const guint8 *bytes = g_bytes_get_data (payload, &size);

  f->n_frames[bytes[0]]++;
  if (bytes[0] <= GSCOPE_NATS_FRAME_MESSAGE)
    f->n_bytes += size;
  if (bytes[0] == GSCOPE_NATS_FRAME_WINDOW)
    memcpy (&f->limit, bytes + GSCOPE_NATS_HEADER, sizeof f->limit);
}

static void
open_carrier (Fixture *f)
{
  f->n_closed = 0;
  f->n_bytes = 0;
  memset (f->n_frames, 0, sizeof f->n_frames);
  g_ptr_array_set_size (f->messages, 0);
  f->carrier = gscope_nats_carrier_new (f->bus, OWN, PEER, WINDOW, WINDOW, NULL, f->clock);
  g_signal_connect (f->carrier, "received", G_CALLBACK (on_received), f);
  g_signal_connect (f->carrier, "closed", G_CALLBACK (on_closed), f);
}

static gboolean
set_up (Fixture *f)
{
  *f = (Fixture){ 0 };
  if (!nats_bed_set_up (&f->nats, NULL))
    return FALSE;
  f->clock = gscope_test_clock_new (0);
  f->messages = g_ptr_array_new_with_free_func ((GDestroyNotify) g_bytes_unref);
  f->bus = nats_bed_connect (&f->nats);
  f->peer = nats_bed_connect (&f->nats);
  gscope_nats_bus_subscribe (f->bus, OWN, NULL, NULL);
  gscope_nats_bus_subscribe (f->peer, PEER, on_peer_frame, f);
  gscope_nats_bus_flush (f->bus);
  gscope_nats_bus_flush (f->peer);
  open_carrier (f);
  return TRUE;
}

static void
tear_down (Fixture *f)
{
  g_clear_object (&f->carrier);
  g_assert_finalize_object (f->bus);
  g_assert_finalize_object (f->peer);
  g_object_unref (f->clock);
  g_ptr_array_unref (f->messages);
  g_clear_error (&f->error);
  nats_bed_tear_down (&f->nats);
}

static void
send (Fixture *f, GscopeNatsFrame kind, guint32 number, const void *content, gsize size)
{
  g_autoptr (GBytes) frame = gscope_nats_frame_new (kind, number, content, size);

  gscope_nats_bus_publish (f->peer, OWN, NULL, frame);
}

static void
await_end (Fixture *f, GError *expected)
{
  g_autoptr (GError) wanted = expected;

  AWAIT (f->n_closed > 0);
  run_pending ();
  g_assert_cmpuint (f->n_closed, ==, 1);
  if (wanted)
    g_assert_error (f->error, wanted->domain, wanted->code);
  else
    g_assert_no_error (f->error);
  g_clear_object (&f->carrier);
  open_carrier (f);
}

static GError *
expect (int code)
{
  return g_error_new_literal (GSCOPE_ERROR, code, "");
}

static void
test_frames (void)
{
  static const guint8 large[64 * 1024];
  Fixture f;

  if (!set_up (&f))
    return;
  send (&f, GSCOPE_NATS_FRAME_PART, 0, large, sizeof large);
  send (&f, GSCOPE_NATS_FRAME_MESSAGE, 1, "end", 3);
  send (&f, GSCOPE_NATS_FRAME_MESSAGE, 2, "two", 3);
  send (&f, GSCOPE_NATS_FRAME_END, 3, NULL, 0);
  AWAIT (f.n_closed > 0);
  g_assert_no_error (f.error);
  g_assert_cmpuint (f.messages->len, ==, 2);
  g_assert_cmpuint (g_bytes_get_size (f.messages->pdata[0]), ==, sizeof large + 3);
  tear_down (&f);
}

/* Frames that break the rules end the connection; what is no frame is left out. */
static void
test_hostile (void)
{
  static const guint8 large[64 * 1024 + 1];
  g_autoptr (GBytes) tiny = g_bytes_new_static ("\1", 1);
  Fixture f;

  if (!set_up (&f))
    return;
  gscope_nats_bus_publish (f.peer, OWN, NULL, tiny);
  send (&f, 99, 0, "x", 1);
  send (&f, GSCOPE_NATS_FRAME_WINDOW, 0, "x", 1);
  send (&f, GSCOPE_NATS_FRAME_MESSAGE, 1, "lost", 4);
  await_end (&f, expect (GSCOPE_ERROR_NOT_FOUND));
  send (&f, GSCOPE_NATS_FRAME_PART, 0, large, sizeof large - 1);
  send (&f, GSCOPE_NATS_FRAME_END, 1, NULL, 0);
  await_end (&f, expect (GSCOPE_ERROR_INVALID));
  send (&f, GSCOPE_NATS_FRAME_MESSAGE, 0, large, sizeof large);
  await_end (&f, expect (GSCOPE_ERROR_LIMIT));
  send (&f, GSCOPE_NATS_FRAME_PART, 0, "short", 5);
  await_end (&f, expect (GSCOPE_ERROR_LIMIT));
  for (guint i = 0; i < 4; i++)
    send (&f, GSCOPE_NATS_FRAME_PART, i, large, sizeof large - 1);
  await_end (&f, expect (GSCOPE_ERROR_LIMIT));
  g_assert_cmpuint (f.messages->len, ==, 0);
  tear_down (&f);
}

/* A peer that reads nothing gets no more than its window, and is given up at the bound. */
static void
test_reader_stops (void)
{
  g_autofree guint8 *data = g_malloc0 (60000);
  g_autoptr (GBytes) message = g_bytes_new_static (data, 60000);
  guint64 little = GUINT64_TO_LE (2 * WINDOW);
  guint n_sent = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  for (guint i = 0; i < 10; i++)
    gscope_carrier_send (f.carrier, message);
  AWAIT (f.n_bytes >= WINDOW);
  gscope_nats_bus_flush (f.bus);
  gscope_nats_bus_flush (f.peer);
  run_pending ();
  g_assert_cmpuint (f.n_bytes, ==, 2 * 60008);
  g_assert_cmpuint (gscope_carrier_get_unsent (f.carrier), ==, 8 * 60000);
  send (&f, GSCOPE_NATS_FRAME_WINDOW, 0, &little, sizeof little);
  AWAIT (f.n_bytes == 4 * 60008);

  while (f.n_closed == 0)
    {
      gscope_carrier_send (f.carrier, message);
      g_assert_cmpuint (++n_sent, <=, GSCOPE_CARRIER_MAX_UNSENT / 60000 + 2);
      run_pending ();
    }
  g_assert_error (f.error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT);
  AWAIT (f.n_frames[GSCOPE_NATS_FRAME_END] == 1);
  tear_down (&f);
}

/* The window moves as messages are read. */
static void
test_window (void)
{
  static const guint8 data[50000];
  Fixture f;

  if (!set_up (&f))
    return;
  for (guint i = 0; i < 100; i++)
    {
      send (&f, GSCOPE_NATS_FRAME_MESSAGE, i, data, sizeof data);
      AWAIT (f.messages->len == i + 1);
    }
  AWAIT (f.limit >= 100 * sizeof data);
  g_assert_cmpuint (f.n_closed, ==, 0);
  tear_down (&f);
}

/* A peer that says nothing for ten seconds is gone; one that gives signs is not. */
static void
test_silence (void)
{
  guint64 none = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  for (guint i = 0; i < 10; i++)
    {
      guint n = f.n_frames[GSCOPE_NATS_FRAME_WINDOW];

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f.clock), 2 * GSCOPE_SEC);
      AWAIT (f.n_frames[GSCOPE_NATS_FRAME_WINDOW] > n);
      send (&f, GSCOPE_NATS_FRAME_WINDOW, 0, &none, sizeof none);
      send (&f, GSCOPE_NATS_FRAME_MESSAGE, i, NULL, 0);
      AWAIT (f.messages->len == i + 1);
    }
  g_assert_cmpuint (f.n_closed, ==, 0);
  for (guint i = 0; i < 5; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f.clock), 2 * GSCOPE_SEC);
      run_pending ();
    }
  await_end (&f, expect (GSCOPE_ERROR_NOT_FOUND));
  tear_down (&f);
}

/* A carrier ends with the server; the bus comes back, and its subscriptions with it. */
static void
test_server_gone (void)
{
  Fixture f;

  if (!set_up (&f))
    return;
  nats_bed_stop (&f.nats);
  AWAIT (f.n_closed == 1);
  g_assert_error (f.error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_clear_object (&f.carrier);
  AWAIT (!gscope_nats_bus_is_up (f.peer));
  nats_bed_start (&f.nats);
  AWAIT (gscope_nats_bus_is_up (f.bus) && gscope_nats_bus_is_up (f.peer));
  gscope_nats_bus_flush (f.bus);
  open_carrier (&f);
  send (&f, GSCOPE_NATS_FRAME_MESSAGE, 0, "back", 4);
  AWAIT (f.messages->len == 1);
  tear_down (&f);
}

static void
on_loss (guint *n)
{
  ++*n;
}

/* A program that does not read for a while knows that it has lost messages, also if no other message follows. */
static void
test_loss (void)
{
  static const char subject[] = "gscope.flood";
  enum
  {
    SIZE = 1000000,
  };
  g_autofree char *text = g_strnfill (SIZE, 'x');
  guint n_losses = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  g_signal_connect_swapped (f.bus, "loss", G_CALLBACK (on_loss), &n_losses);
  gscope_nats_bus_subscribe (f.bus, subject, NULL, NULL);
  gscope_nats_bus_flush (f.bus);
  while (n_losses == 0)
    {
      for (guint i = 0; i < GSCOPE_NATS_MAX_PENDING / SIZE + 8; i++)
        gscope_nats_bus_publish_text (f.peer, subject, NULL, text);
      while (gscope_nats_bus_get_unsent (f.peer) > 0)
        g_usleep (1000);
      gscope_nats_bus_flush (f.peer);
      gscope_nats_bus_flush (f.bus);
      run_pending ();
    }
  tear_down (&f);
}

static void
test_names (void)
{
  static const struct
  {
    const char *name;
    const char *token;
  } rows[] = {
    { "web1", "web1" },   { "web1.rack", "web1=2Erack" }, { "", "=" },       { "_open", "=5Fopen" },
    { "a_b-c", "a_b-c" }, { "a*>", "a=2A=3E" },           { "é", "=C3=A9" }, { "=", "=3D" },
  };
  static const char *const wrong[] = { "_open", "a=2e", "=41", "=C3", "a=",
                                       "a=0",   "a.b",  "a b", "=00" };

  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      g_autofree char *token = gscope_nats_escape (rows[i].name);
      g_autofree char *name = gscope_nats_unescape (rows[i].token);

      g_assert_cmpstr (token, ==, rows[i].token);
      g_assert_cmpstr (name, ==, rows[i].name);
    }
  for (guint i = 0; i < G_N_ELEMENTS (wrong); i++)
    {
      g_autofree char *name = gscope_nats_unescape (wrong[i]);

      g_assert_null (name);
    }
}

static void
count (gpointer data, const char *subject, const char *reply, GBytes *payload)
{
  ++*(guint *) data;
}

/* Subscriptions end while libnats reads messages for them; a later one has its message. */
static void
test_ends (void)
{
  guint n_before = 0, n_after = 0;
  Fixture f;

  if (!set_up (&f))
    return;
  for (guint i = 0; i < N_ENDS; i++)
    {
      gscope_nats_bus_subscribe (f.bus, "test.end", count, &n_before);
      gscope_nats_bus_flush (f.bus);
      for (guint k = 0; k < N_MESSAGES; k++)
        gscope_nats_bus_publish_text (f.peer, "test.end", NULL, "message");
      gscope_nats_bus_flush (f.peer);
      gscope_nats_bus_unsubscribe (f.bus, "test.end");
    }
  gscope_nats_bus_subscribe (f.bus, "test.after", count, &n_after);
  gscope_nats_bus_flush (f.bus);
  /* messages that wait would leave no room for the last one */
  run_pending ();
  gscope_nats_bus_publish_text (f.peer, "test.after", NULL, "message");
  AWAIT (n_after == 1);
  tear_down (&f);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/nats-carrier/frames", test_frames);
  g_test_add_func ("/nats-carrier/hostile", test_hostile);
  g_test_add_func ("/nats-carrier/reader-stops", test_reader_stops);
  g_test_add_func ("/nats-carrier/window", test_window);
  g_test_add_func ("/nats-carrier/silence", test_silence);
  g_test_add_func ("/nats-carrier/server-gone", test_server_gone);
  g_test_add_func ("/nats-carrier/loss", test_loss);
  g_test_add_func ("/nats-carrier/ends", test_ends);
  g_test_add_func ("/nats-carrier/names", test_names);
  return g_test_run ();
}
