/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/share-bed.h"
#include "support/test-remote.h"

#include <gscope/carrier/message.h>
#include <gscope/carrier/stream.h>
#include <gscope/publish/reduce.h>
#include <math.h>

#define MSEC_TEXT "\"lease_ms\":1000"

/* A raw client of the bed's source, and what it was sent. */
typedef struct
{
  ShareBed bed;
  GscopeCarrier *carrier;
  GArray *samples;
  guint64 n_reduced;
  gint64 resolution;
  guint n_resolutions;
  gsize n_bytes;
} Fixture;

static gboolean
keep_samples (guint32 id, GscopeSample *samples, gsize n, gpointer data, GError **error)
{
  g_assert_cmpuint (id, ==, 1);
  g_array_append_vals (data, samples, n);
  return TRUE;
}

static void
on_received (GscopeCarrier *carrier, GBytes *message, Fixture *f)
{
  g_autoptr (JsonObject) object = NULL;
  GscopeMessageKind kind;

  if (gscope_message_is_samples (message))
    {
      f->n_bytes += g_bytes_get_size (message);
      gscope_message_read_blocks (message, keep_samples, f->samples, NULL);
      return;
    }
  object = gscope_message_parse (message, &kind, NULL);
  if (kind == GSCOPE_MESSAGE_REDUCED)
    {
      f->resolution = json_object_get_int_member (object, "resolution_ns");
      f->n_resolutions++;
    }
  if (kind == GSCOPE_MESSAGE_LOSSES)
    {
      g_assert_cmpstr (json_object_get_string_member (object, "cause"), ==, "reduced");
      f->n_reduced += json_object_get_int_member (object, "count");
    }
}

static void
ask (Fixture *f, const char *text)
{
  g_autoptr (GBytes) message = g_bytes_new (text, strlen (text));

  gscope_carrier_send (f->carrier, message);
  run_pending ();
}

static void
set_up (Fixture *f, gconstpointer credit)
{
  GIOStream *near, *far;
  g_autoptr (GBytes) message = NULL;
  JsonObject *hello;

  share_bed_set_up (&f->bed, NULL);
  hello = gscope_message_create_hello (f->bed.clock);
  make_stream_pair (&near, &far);
  share_bed_serve (&f->bed, far);
  f->samples = g_array_new (FALSE, FALSE, sizeof (GscopeSample));
  f->carrier = gscope_stream_carrier_new (near);
  g_signal_connect (f->carrier, "received", G_CALLBACK (on_received), f);
  json_object_set_int_member (hello, "period_ns", 10 * GSCOPE_MSEC);
  json_object_set_int_member (hello, "credit", GPOINTER_TO_INT (credit));
  message = gscope_message_new (GSCOPE_MESSAGE_HELLO, hello);
  gscope_carrier_send (f->carrier, message);
  run_pending ();
  g_object_unref (near);
  g_object_unref (far);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_carrier_close (f->carrier);
  g_object_unref (f->carrier);
  g_array_unref (f->samples);
  run_pending ();
  share_bed_tear_down (&f->bed, NULL);
}

static void
push (Fixture *f, guint n, gint64 interval, double (*value) (guint i))
{
  for (guint i = 0; i < n; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), interval);
      share_bed_push (&f->bed, value (i));
      if (i % 1000 == 0)
        gscope_scope_drain (f->bed.far);
    }
  share_bed_settle (&f->bed);
}

static double
ramp (guint i)
{
  return i;
}

/* A sine with one spike that no reduction may lose. */
static double
spike (guint i)
{
  return i == 7777 ? 100 : sin (i / 1000.0);
}

static void
test_lease (Fixture *f, gconstpointer data)
{
  push (f, 10, GSCOPE_MSEC, ramp);
  g_assert_cmpuint (f->samples->len, ==, 0);

  /* the newest sample comes at once, then every one */
  ask (f, "{\"subscribe\":{\"signals\":[1],\"period_ns\":0," MSEC_TEXT "}}");
  g_assert_cmpuint (f->samples->len, ==, 1);
  g_assert_cmpfloat (g_array_index (f->samples, GscopeSample, 0).value, ==, 9);
  push (f, 10, GSCOPE_MSEC, ramp);
  g_assert_cmpuint (f->samples->len, ==, 11);

  /* renewed as a slower one, and given back */
  ask (f, "{\"subscribe\":{\"signals\":[1],\"period_ns\":100000000," MSEC_TEXT "}}");
  push (f, 50, GSCOPE_MSEC, ramp);
  push (f, 50, GSCOPE_MSEC, ramp);
  g_assert_cmpuint (f->samples->len, ==, 12);
  ask (f, "{\"unsubscribe\":{\"signals\":[1]}}");
  push (f, 500, GSCOPE_MSEC, ramp);
  g_assert_cmpuint (f->samples->len, ==, 12);
  g_assert_cmpuint (f->n_reduced, ==, 0);
}

static void
test_lease_ends (Fixture *f, gconstpointer data)
{
  ask (f, "{\"subscribe\":{\"signals\":[1],\"period_ns\":0," MSEC_TEXT "}}");
  push (f, 10, 10 * GSCOPE_MSEC, ramp);
  g_assert_cmpuint (f->samples->len, ==, 10);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), GSCOPE_SEC);
  push (f, 10, 10 * GSCOPE_MSEC, ramp);
  g_assert_cmpuint (f->samples->len, ==, 10);
}

static void
count (GscopeScope *scope, guint *n)
{
  (*n)++;
}

/* Returns how often the scope is drained in a second. */
static guint
count_drains (Fixture *f)
{
  guint n = 0;
  gulong handler = g_signal_connect (f->bed.far, "drained", G_CALLBACK (count), &n);

  for (guint i = 0; i < 100; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->bed.clock), 10 * GSCOPE_MSEC);
      share_bed_push (&f->bed, i);
      run_pending ();
    }
  g_signal_handler_disconnect (f->bed.far, handler);
  return n;
}

/* The scope is not drained any more for an end whose leases have ended by themselves. */
static void
test_idle_after_lease (Fixture *f, gconstpointer data)
{
  gscope_scope_start (f->bed.far);
  ask (f, "{\"subscribe\":{\"signals\":[1],\"period_ns\":0," MSEC_TEXT "}}");
  g_assert_cmpuint (count_drains (f), >=, 40);
  count_drains (f);
  g_assert_cmpuint (count_drains (f), <=, 5);
}

static void
test_credit (Fixture *f, gconstpointer credit)
{
  ask (f, "{\"subscribe\":{\"all\":true}}");
  for (guint i = 0; i < 20; i++)
    push (f, 1000, GSCOPE_MSEC / 1000, ramp);
  g_assert_cmpuint (f->n_bytes, >=, GPOINTER_TO_INT (credit));
  g_assert_cmpuint (f->n_bytes, <, GPOINTER_TO_INT (credit) + GSCOPE_MESSAGE_SIZE);
}

/* Samples that waited for too long draw the same picture with fewer samples, and add up with those that were left out. */
static void
test_reduced (Fixture *f, gconstpointer credit)
{
  gboolean has_spike = FALSE;
  gint64 last = 0;

  ask (f, "{\"subscribe\":{\"all\":true}}");
  push (f, 20000, GSCOPE_MSEC / 10, spike);
  ask (f, "{\"credit\":{\"bytes\":65536}}");
  share_bed_settle (&f->bed);
  g_assert_cmpint (f->resolution, >, 0);
  for (guint i = 0; i < f->samples->len; i++)
    {
      const GscopeSample *sample = &g_array_index (f->samples, GscopeSample, i);

      g_assert_cmpint (sample->time, >, last);
      last = sample->time;
      has_spike = has_spike || sample->value == 100;
    }
  g_assert_true (has_spike);
  g_assert_cmpuint (f->samples->len + f->n_reduced, ==, 20000);
  g_assert_cmpuint (f->n_reduced, >, 10000);
  g_assert_cmpuint (f->n_bytes, <, GPOINTER_TO_INT (credit) + 65536 + GSCOPE_MESSAGE_SIZE);

  /* once the other end keeps up, it has all samples again and learns of it */
  ask (f, "{\"credit\":{\"bytes\":1000000}}");
  push (f, 20, 100 * GSCOPE_MSEC, ramp);
  g_assert_cmpint (f->resolution, ==, 0);
  g_assert_cmpuint (f->n_resolutions, ==, 2);
  g_assert_cmpuint (f->samples->len + f->n_reduced, ==, 20020);
}

/* A signal that is not leased any more has no resolution. */
static void
test_reduced_then_left (Fixture *f, gconstpointer credit)
{
  ask (f, "{\"subscribe\":{\"signals\":[1],\"period_ns\":0,\"lease_ms\":100000}}");
  push (f, 20000, GSCOPE_MSEC / 10, spike);
  ask (f, "{\"credit\":{\"bytes\":65536}}");
  share_bed_settle (&f->bed);
  g_assert_cmpint (f->resolution, >, 0);
  ask (f, "{\"unsubscribe\":{\"signals\":[1]}}");
  g_assert_cmpint (f->resolution, ==, 0);
}

/* A client that reads half of its credit before it grants more gets all samples, although that is more than the feed sends to a
 * client without knowing how fast it is. */
static void
test_large_steps (Fixture *f, gconstpointer credit)
{
  const gsize step = GPOINTER_TO_SIZE (credit) / 2;
  gsize granted = 0;
  guint n = 0;

  ask (f, "{\"subscribe\":{\"all\":true}}");
  for (guint i = 0; i < 400; i++)
    {
      push (f, 1000, GSCOPE_MSEC / 10, ramp);
      n = f->samples->len;
      if (f->n_bytes - granted >= step)
        {
          g_autofree char *text =
              g_strdup_printf ("{\"credit\":{\"bytes\":%zu}}", f->n_bytes - granted);

          granted = f->n_bytes;
          ask (f, text);
        }
      /* nothing is kept back once the client is known */
      if (i >= 200)
        g_assert_cmpint (f->resolution, ==, 0);
    }
  g_assert_cmpuint (granted, >, 10 * step);
  g_assert_cmpuint (n + f->n_reduced, >, 390000);
}

static void
test_column (void)
{
  static const double values[] = { 3, 1, 2, NAN, 9, NAN, 4 };
  static const double kept[] = { 3, 1, NAN, 9, 4 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  GscopeSample samples[GSCOPE_REDUCE_MAX];

  gscope_trace_append_regular (trace, 0, 10, values, G_N_ELEMENTS (values));
  g_assert_cmpuint (gscope_reduce_column (trace, 0, G_N_ELEMENTS (values), samples), ==, 5);
  for (guint i = 0; i < G_N_ELEMENTS (kept); i++)
    g_assert_true (isnan (kept[i]) ? isnan (samples[i].value) : samples[i].value == kept[i]);
  g_assert_cmpuint (gscope_reduce_column (trace, 1, 2, samples), ==, 1);
  g_assert_cmpuint (gscope_reduce_column (trace, 0, 0, samples), ==, 0);
}

static void
test_share_of_room (void)
{
  const guint64 waiting[] = { 1000, 3, 500, 0 };

  g_assert_cmpuint (gscope_reduce_share (waiting, 4, 203), ==, 100);
  g_assert_cmpuint (gscope_reduce_share (waiting, 4, 1503), ==, G_MAXUINT64);
  g_assert_cmpint (gscope_reduce_round_up (1), ==, 1);
  g_assert_cmpint (gscope_reduce_round_up (11), ==, 20);
  g_assert_cmpint (gscope_reduce_round_up (20000001), ==, 50000000);
  g_assert_cmpint (gscope_reduce_round_up (G_GINT64_CONSTANT (6000000000)), ==, 10 * GSCOPE_SEC);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  g_test_add ("/feed/lease", Fixture, GINT_TO_POINTER (1 << 20), set_up, test_lease, tear_down);
  g_test_add ("/feed/lease-ends", Fixture, GINT_TO_POINTER (1 << 20), set_up, test_lease_ends,
              tear_down);
  g_test_add ("/feed/idle-after-lease", Fixture, GINT_TO_POINTER (1 << 20), set_up,
              test_idle_after_lease, tear_down);
  g_test_add ("/feed/reduced-then-left", Fixture, GINT_TO_POINTER (32768), set_up,
              test_reduced_then_left, tear_down);
  g_test_add ("/feed/credit", Fixture, GINT_TO_POINTER (32768), set_up, test_credit, tear_down);
  g_test_add ("/feed/reduced", Fixture, GINT_TO_POINTER (32768), set_up, test_reduced, tear_down);
  g_test_add ("/feed/large-steps", Fixture, GINT_TO_POINTER (1 << 19), set_up, test_large_steps,
              tear_down);
  g_test_add_func ("/feed/column", test_column);
  g_test_add_func ("/feed/share-of-room", test_share_of_room);
  return g_test_run ();
}
