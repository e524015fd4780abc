/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <gscope/signal/private.h>

#include <math.h>

/* A signal on a test clock at 1 s, period 10 ms, delay 100 ms. */
typedef struct
{
  GscopeClock *clock;
  GSource *drain;
  GscopeSignal *signal;
  GscopeIntake *intake;
} Fixture;

static gboolean
ignore (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static void
set_rules (Fixture *f, gboolean running)
{
  GscopeIntakeRules rules = { f->clock, f->drain, 10 * GSCOPE_MSEC, 100 * GSCOPE_MSEC, running };

  gscope_intake_set_rules (f->intake, &rules, gscope_clock_get_time (f->clock));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->drain = g_timeout_source_new (G_MAXUINT);
  g_source_set_callback (f->drain, ignore, NULL, NULL);
  f->signal = data ? gscope_signal_new_event ("s", GPOINTER_TO_INT (data) - 1)
                   : gscope_signal_new_buffered ("s");
  f->intake = gscope_signal_get_intake (f->signal);
  set_rules (f, TRUE);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->signal);
  g_source_unref (f->drain);
  g_assert_finalize_object (f->clock);
}

static void
advance (Fixture *f, gint64 milliseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), milliseconds * GSCOPE_MSEC);
  gscope_intake_drain (f->intake, gscope_clock_get_time (f->clock));
}

static char *
describe (Fixture *f)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);
  GString *text = g_string_new (NULL);

  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    g_string_append_printf (text, "%s%g:%g", text->len ? " " : "",
                            gscope_trace_get_time (trace, i) / 1e6,
                            fabs (gscope_trace_get_value (trace, i)));
  return g_string_free (text, FALSE);
}

static void
assert_trace (Fixture *f, const char *expected)
{
  g_autofree char *found = describe (f);

  g_assert_cmpstr (found, ==, expected);
}

static gboolean
push (GscopeProducer *producer, gint64 milliseconds, double value)
{
  return gscope_producer_push (producer, milliseconds * GSCOPE_MSEC, value);
}

static void
test_push (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  GscopeSample latest;

  g_assert_false (gscope_signal_get_latest (f->signal, &latest));
  g_assert_true (push (producer, 990, 1));
  g_assert_true (push (producer, 990, 2));
  g_assert_true (push (producer, 1050, 3));
  g_assert_true (gscope_producer_push_now (producer, 4));
  advance (f, 0);
  assert_trace (f, "990:1 990:2 1050:3 1050:4");
  g_assert_true (gscope_signal_get_latest (f->signal, &latest));
  g_assert_cmpfloat (latest.value, ==, 4);
  g_assert_cmpuint (gscope_signal_get_total_lost (f->signal), ==, 0);
}

static void
test_backwards (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);

  g_assert_true (push (producer, 1000, 1));
  g_assert_false (push (producer, 999, 2));
  g_assert_true (push (producer, 1001, 3));
  advance (f, 0);
  assert_trace (f, "1000:1 1001:3");
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_BACKWARDS), ==, 1);
}

static void
test_late (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  const GscopeLossRecord *records;
  gsize n;

  /* late is what is before now - delay - period, whenever it is drained */
  g_assert_false (push (producer, 889, 1));
  g_assert_true (push (producer, 890, 2));
  advance (f, 5000);
  assert_trace (f, "890:2");
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_LATE), ==, 1);
  records = gscope_signal_get_losses (f->signal, 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (records[0].time, ==, 6 * GSCOPE_SEC);
  g_assert_cmpint (records[0].cause, ==, GSCOPE_LOSS_LATE);
  gscope_signal_get_losses (f->signal, 0, 6 * GSCOPE_SEC, &n);
  g_assert_cmpuint (n, ==, 0);
}

static void
test_many (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  const GscopeSample samples[] = { { 880 * GSCOPE_MSEC, 1 },
                                   { 900 * GSCOPE_MSEC, 2 },
                                   { 899 * GSCOPE_MSEC, 3 },
                                   { 901 * GSCOPE_MSEC, 4 } };

  g_assert_cmpuint (gscope_producer_push_many (producer, samples, 4), ==, 2);
  advance (f, 0);
  assert_trace (f, "900:2 901:4");
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_LATE), ==, 1);
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_BACKWARDS), ==, 1);
}

static void
test_not_finite (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  GscopeColumn column;
  gsize n;

  push (producer, 1000, 1);
  push (producer, 1001, NAN);
  push (producer, 1002, INFINITY);
  push (producer, 1003, 2);
  advance (f, 0);
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_NOT_FINITE), ==, 2);
  gscope_trace_get_range (gscope_signal_get_trace (f->signal), 0, 4, &column);
  g_assert_cmpfloat (column.min, ==, 1);
  g_assert_cmpfloat (column.max, ==, 2);
  gscope_trace_get_gaps (gscope_signal_get_trace (f->signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 0);
}

static void
test_gap (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  const GscopeGap *gaps;
  gsize n;

  push (producer, 1000, 1);
  gscope_producer_push_gap (producer, 1001 * GSCOPE_MSEC, GSCOPE_GAP_CAUSE_SWITCHED);
  push (producer, 1005, 2);
  advance (f, 0);
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (f->signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].begin, ==, 1001 * GSCOPE_MSEC);
  g_assert_cmpint (gaps[0].end, ==, 1005 * GSCOPE_MSEC);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_SWITCHED);
  g_assert_cmpuint (gscope_signal_get_total_lost (f->signal), ==, 0);
  g_assert_cmpuint (gscope_trace_get_n_gaps (gscope_signal_get_trace (f->signal)), ==, 0);
}

/* A source that has no value yet makes no gap; one that has none any more does. */
static void
test_first_gap (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);

  gscope_producer_push_gap (producer, 1000 * GSCOPE_MSEC, GSCOPE_GAP_CAUSE_NO_VALUE);
  advance (f, 0);
  g_assert_cmpuint (gscope_trace_get_n_gaps (trace), ==, 0);
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 0);
  push (producer, 1001, 1);
  gscope_producer_push_gap (producer, 1002 * GSCOPE_MSEC, GSCOPE_GAP_CAUSE_NO_VALUE);
  advance (f, 0);
  g_assert_cmpuint (gscope_trace_get_n_gaps (trace), ==, 1);
}

static void
test_ring_full (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  const GscopeGap *gaps;
  gint64 time = GSCOPE_SEC;
  gsize n_accepted = 0, n;

  while (gscope_producer_push (producer, time, 1))
    {
      time += 1000;
      n_accepted++;
    }
  g_assert_false (gscope_producer_push (producer, time + 1, 1));
  advance (f, 0);
  g_assert_true (gscope_producer_push (producer, time + 2000, 2));
  advance (f, 0);
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_RING_FULL), ==, 2);
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (f->signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].begin, ==, time);
  g_assert_cmpint (gaps[0].end, ==, time + 2000);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_RING_FULL);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, n_accepted + 2);

  /* those that never came as far count with them */
  gscope_producer_tell_lost (producer, GSCOPE_LOSS_RING_FULL, 3);
  advance (f, 0);
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_RING_FULL), ==, 5);
}

static void
test_half_full_wakes (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);

  g_source_set_ready_time (f->drain, -1);
  for (int i = 0; i < 100; i++)
    push (producer, 1000 + i, 1);
  g_assert_cmpint (g_source_get_ready_time (f->drain), ==, -1);
  for (int i = 100; i < 10000; i++)
    push (producer, 1000 + i, 1);
  g_assert_cmpint (g_source_get_ready_time (f->drain), ==, 0);
  /* once, until it was drained */
  g_source_set_ready_time (f->drain, -1);
  for (int i = 10000; i < 12000; i++)
    push (producer, 1000 + i, 1);
  g_assert_cmpint (g_source_get_ready_time (f->drain), ==, -1);
}

static void
test_merge (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) a = gscope_signal_create_producer (f->signal);
  g_autoptr (GscopeProducer) b = gscope_signal_create_producer (f->signal);

  push (a, 1000, 1);
  push (a, 1020, 2);
  advance (f, 10);
  /* older than what the other has pushed and, within the delay, in order all the same */
  g_assert_true (push (b, 960, 3));
  push (b, 1010, 4);
  advance (f, 0);
  assert_trace (f, "");
  advance (f, 500);
  assert_trace (f, "960:3 1000:1 1010:4 1020:2");
  g_assert_cmpuint (gscope_signal_get_total_lost (f->signal), ==, 0);
}

static void
test_closed_producer_is_drained (Fixture *f, gconstpointer data)
{
  GscopeProducer *producer = gscope_signal_create_producer (f->signal);

  push (producer, 1000, 1);
  gscope_producer_unref (producer);
  advance (f, 0);
  assert_trace (f, "1000:1");
  g_assert_cmpuint (f->intake->producers->len, ==, 0);
}

static void
test_producer_outlives_signal (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("s");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

  g_assert_false (gscope_producer_push (producer, 1, 1));
  g_clear_object (&signal);
  g_assert_false (gscope_producer_push (producer, 2, 2));
}

static void
test_stopped (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  const GscopeGap *gaps;
  gsize n;

  push (producer, 1000, 1);
  advance (f, 1);
  set_rules (f, FALSE);
  g_assert_false (push (producer, 1001, 2));
  advance (f, 99);
  set_rules (f, TRUE);
  push (producer, 1100, 3);
  advance (f, 0);
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (f->signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].begin, ==, 1001 * GSCOPE_MSEC);
  g_assert_cmpint (gaps[0].end, ==, 1100 * GSCOPE_MSEC);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_STOPPED);
  g_assert_cmpuint (gscope_signal_get_total_lost (f->signal), ==, 0);
}

static void
test_filter (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);

  gscope_signal_set_filter (f->signal, 0.5);
  push (producer, 1000, 4);
  push (producer, 1001, 8);
  push (producer, 1002, 8);
  advance (f, 0);
  assert_trace (f, "1000:4 1001:6 1002:7");
}

static void
test_events_sum (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) a = gscope_signal_create_producer (f->signal);
  g_autoptr (GscopeProducer) b = gscope_signal_create_producer (f->signal);

  push (a, 1001, 1);
  push (a, 1010, 2);
  push (a, 1011, 4);
  push (b, 1010, 8);
  push (b, 1025, 16);
  advance (f, 30);
  assert_trace (f, "1010:11 1020:4 1030:16");
  /* one that comes after its tick was folded is not lost */
  push (a, 1029, 32);
  advance (f, 10);
  assert_trace (f, "1010:11 1020:4 1030:16 1040:32");
}

static void
test_events_maximum (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (f->signal);
  gsize n;

  push (producer, 1001, 1);
  push (producer, 1002, 3);
  push (producer, 1003, NAN);
  push (producer, 1021, 2);
  advance (f, 30);
  assert_trace (f, "1010:3 1020:nan 1030:2");
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_NOT_FINITE), ==, 1);
  gscope_trace_get_gaps (gscope_signal_get_trace (f->signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_loss_window (Fixture *f, gconstpointer data)
{
  const GscopeLossRecord *records;
  gsize n;

  gscope_intake_lose (f->intake, 0, GSCOPE_LOSS_LATE, 1);
  gscope_intake_lose (f->intake, 50 * GSCOPE_MSEC, GSCOPE_LOSS_TICK, 1);
  gscope_intake_lose (f->intake, 60 * GSCOPE_MSEC, GSCOPE_LOSS_LATE, 2);
  gscope_intake_lose (f->intake, 200 * GSCOPE_MSEC, GSCOPE_LOSS_LATE, 4);
  records = gscope_signal_get_losses (f->signal, 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpuint (records[0].count, ==, 3);
  g_assert_cmpuint (records[2].count, ==, 4);
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_LATE), ==, 7);
  for (int i = 0; i < 10000; i++)
    gscope_intake_lose (f->intake, i * GSCOPE_SEC, GSCOPE_LOSS_LATE, 1);
  gscope_signal_get_losses (f->signal, 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, <=, 4096);
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_LATE), ==, 10007);
}

static void
count_notify (GObject *object, GParamSpec *pspec, int *n)
{
  (*n)++;
}

static void
test_properties (void)
{
  double word = 0;
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double ("cwnd", &word);
  int n = 0;

  g_signal_connect (signal, "notify", G_CALLBACK (count_notify), &n);
  g_assert_cmpstr (gscope_signal_get_title (signal), ==, "cwnd");
  gscope_signal_set_title (signal, "Window");
  gscope_signal_set_title (signal, "Window");
  gscope_signal_set_unit (signal, "packets");
  gscope_signal_set_color (signal, 3);
  gscope_signal_set_hidden (signal, TRUE);
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_POINTS);
  gscope_signal_set_filter (signal, 0.25);
  g_assert_cmpint (n, ==, 6);
  g_assert_false (gscope_signal_has_range (signal));
  gscope_signal_set_range (signal, -1, 1);
  g_assert_cmpint (n, ==, 8);
  g_assert_true (gscope_signal_has_range (signal));
  gscope_signal_end (signal);
  g_assert_true (gscope_signal_get_ended (signal));
}

static void
test_full_name (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("cwnd");

  g_assert_cmpstr (gscope_signal_get_full_name (signal), ==, "cwnd");
  gscope_signal_set_instance (signal, "");
  g_assert_cmpstr (gscope_signal_get_full_name (signal), ==, "cwnd");
  gscope_signal_set_group (signal, "flow 1");
  g_assert_cmpstr (gscope_signal_get_full_name (signal), ==, "flow 1/cwnd");
  gscope_signal_set_instance (signal, "tcp");
  g_assert_cmpstr (gscope_signal_get_full_name (signal), ==, "tcp/flow 1/cwnd");
}

static void
test_gap_values (void)
{
  GscopeGapCause cause;

  for (guint i = 0; i < GSCOPE_N_GAP_CAUSES; i++)
    {
      g_assert_true (isnan (gscope_gap_value (i)));
      g_assert_true (gscope_gap_from_value (gscope_gap_value (i), &cause));
      g_assert_cmpint (cause, ==, i);
      g_assert_nonnull (gscope_gap_cause_get_title (i));
    }
  g_assert_false (gscope_gap_from_value (NAN, NULL));
  g_assert_false (gscope_gap_from_value (INFINITY, NULL));
  g_assert_false (gscope_gap_from_value (1, NULL));
}

static void
test_line_modes (void)
{
  for (guint i = 0; i < GSCOPE_N_LINE_MODES; i++)
    g_assert_nonnull (gscope_line_mode_get_title (i));
}

#define ADD(name, data, func) g_test_add (name, Fixture, data, set_up, func, tear_down)

/* The source learns how often somebody reads, only when that changes. */
static void
on_lease_changed (GscopeSignal *signal, gpointer data)
{
  GArray *periods = data;
  gint64 period = gscope_signal_get_lease_period (signal);

  g_array_append_val (periods, period);
}

static void
test_leases (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("s");
  g_autoptr (GArray) periods = g_array_new (FALSE, FALSE, sizeof (gint64));
  const gint64 expected[] = { GSCOPE_SEC, 0, GSCOPE_SEC, GSCOPE_SIGNAL_NO_LEASE };
  guint slow, fast, other;

  gscope_signal_set_lease_func (signal, on_lease_changed, periods);
  g_assert_cmpint (gscope_signal_get_lease_period (signal), ==, GSCOPE_SIGNAL_NO_LEASE);
  slow = gscope_signal_lease (signal, GSCOPE_SEC);
  fast = gscope_signal_lease (signal, 0);
  other = gscope_signal_lease (signal, 0);
  gscope_signal_release (signal, fast);
  gscope_signal_release (signal, other);
  gscope_signal_release (signal, slow);
  g_assert_cmpmem (periods->data, periods->len * sizeof (gint64), expected, sizeof expected);
}

/* An interval between signals of different clocks has the errors of both. */
static void
test_time_errors (void)
{
  g_autoptr (GscopeSignal) near = gscope_signal_new_buffered ("near");
  g_autoptr (GscopeSignal) a = gscope_signal_new_buffered ("a");
  g_autoptr (GscopeSignal) b = gscope_signal_new_buffered ("b");
  g_autoptr (GscopeSignal) like_b = gscope_signal_new_buffered ("like-b");
  GscopeTimeBase *first = gscope_time_base_new ("first"), *second = gscope_time_base_new ("second");

  gscope_signal_set_time_base (a, first);
  gscope_signal_set_time_base (b, second);
  gscope_signal_set_time_base (like_b, second);
  first->error = 3;
  second->error = 4;
  gscope_time_base_unref (first);
  gscope_time_base_unref (second);
  g_assert_cmpint (gscope_signal_get_time_error (near), ==, 0);
  g_assert_cmpint (gscope_signal_get_time_error (a), ==, 3);
  g_assert_cmpint (gscope_signal_get_interval_error (near, a), ==, 3);
  g_assert_cmpint (gscope_signal_get_interval_error (a, b), ==, 7);
  g_assert_cmpint (gscope_signal_get_interval_error (b, like_b), ==, 0);
  gscope_signal_set_time_base (a, NULL);
  g_assert_cmpint (gscope_signal_get_time_error (a), ==, 0);
}

/* A drain visits the signals that have new samples or producers, and no others. */
static void
test_pool (Fixture *f, gconstpointer data)
{
  GscopeSample samples[] = { { GSCOPE_SEC, 1 }, { 2 * GSCOPE_SEC, 2 }, { 3 * GSCOPE_SEC, 3 } };
  g_autoptr (GscopeProducer) producer = NULL;
  GscopeIntakePool pool;

  gscope_intake_pool_init (&pool);
  gscope_intake_join (f->intake, &pool);
  g_assert_false (gscope_intake_pool_drain (&pool, GSCOPE_SEC));
  g_assert_cmpuint (pool.due.length, ==, 0);
  gscope_intake_take_pushed (f->intake, samples, G_N_ELEMENTS (samples));
  g_assert_cmpuint (pool.due.length, ==, 1);
  g_assert_true (gscope_intake_pool_drain (&pool, GSCOPE_SEC));
  g_assert_false (gscope_intake_pool_drain (&pool, 2 * GSCOPE_SEC));
  g_assert_cmpuint (pool.due.length, ==, 0);
  g_assert_cmpuint (pool.bytes, ==, gscope_trace_get_bytes (gscope_signal_get_trace (f->signal)));
  g_assert_cmpint (gscope_intake_get_horizon (f->intake), ==, 1890 * GSCOPE_MSEC);

  producer = gscope_signal_create_producer (f->signal);
  g_assert_true (push (producer, 3500, 4));
  g_assert_true (gscope_intake_pool_drain (&pool, 2 * GSCOPE_SEC));
  assert_trace (f, "1000:1 2000:2 3000:3 3500:4");
  g_assert_false (gscope_intake_pool_drain (&pool, 2 * GSCOPE_SEC));
  g_assert_cmpuint (pool.due.length, ==, 1);
  gscope_producer_close (producer);
  g_assert_false (gscope_intake_pool_drain (&pool, 2 * GSCOPE_SEC));
  g_assert_cmpuint (pool.due.length, ==, 0);

  /* one that leaves is forgotten, with its memory */
  gscope_intake_take_pushed (f->intake, &(GscopeSample){ 4 * GSCOPE_SEC, 5 }, 1);
  gscope_intake_leave (f->intake);
  g_assert_cmpuint (pool.due.length, ==, 0);
  g_assert_cmpuint (pool.bytes, ==, 0);
}

/* Samples of another process are never late, but are neither taken before others nor while the scope is stopped. */
static void
test_pushed (Fixture *f, gconstpointer data)
{
  GscopeSample old[] = { { 1, 1 }, { 2, 2 } };
  GscopeSample older[] = { { 1, 3 }, { 2, 4 }, { 3, 5 } };

  gscope_intake_take_pushed (f->intake, old, G_N_ELEMENTS (old));
  gscope_intake_take_pushed (f->intake, older, G_N_ELEMENTS (older));
  assert_trace (f, "1e-06:1 2e-06:2 2e-06:4 3e-06:5");
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_LATE), ==, 1);
  set_rules (f, FALSE);
  gscope_intake_take_pushed (f->intake, &(GscopeSample){ 2 * GSCOPE_SEC, 6 }, 1);
  g_assert_cmpuint (gscope_signal_get_total_lost (f->signal), ==, 1);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/signal/push", NULL, test_push);
  ADD ("/signal/backwards", NULL, test_backwards);
  ADD ("/signal/late", NULL, test_late);
  ADD ("/signal/many", NULL, test_many);
  ADD ("/signal/not-finite", NULL, test_not_finite);
  ADD ("/signal/gap", NULL, test_gap);
  ADD ("/signal/first-gap", NULL, test_first_gap);
  ADD ("/signal/ring-full", NULL, test_ring_full);
  ADD ("/signal/half-full-wakes", NULL, test_half_full_wakes);
  ADD ("/signal/merge", NULL, test_merge);
  ADD ("/signal/closed-producer-is-drained", NULL, test_closed_producer_is_drained);
  g_test_add_func ("/signal/producer-outlives-signal", test_producer_outlives_signal);
  ADD ("/signal/stopped", NULL, test_stopped);
  ADD ("/signal/filter", NULL, test_filter);
  ADD ("/signal/events/sum", GINT_TO_POINTER (GSCOPE_AGGREGATION_SUM + 1), test_events_sum);
  ADD ("/signal/events/maximum", GINT_TO_POINTER (GSCOPE_AGGREGATION_MAXIMUM + 1),
       test_events_maximum);
  ADD ("/signal/pool", NULL, test_pool);
  ADD ("/signal/pushed", NULL, test_pushed);
  ADD ("/signal/loss-window", NULL, test_loss_window);
  g_test_add_func ("/signal/properties", test_properties);
  g_test_add_func ("/signal/full-name", test_full_name);
  g_test_add_func ("/signal/gap-values", test_gap_values);
  g_test_add_func ("/signal/line-modes", test_line_modes);
  g_test_add_func ("/signal/leases", test_leases);
  g_test_add_func ("/signal/time-errors", test_time_errors);
  return g_test_run ();
}
