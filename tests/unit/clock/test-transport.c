/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#define S GSCOPE_SEC
#define MS GSCOPE_MSEC

/* A transport over 10 s to 20 s, and a scope on it. */
typedef struct
{
  GscopeClock *base;
  GscopeTransport *transport;
  GscopeScope *scope;
  guint n_drained;
  guint n_running;
} Fixture;

static void
count (guint *n)
{
  ++*n;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  f->base = gscope_test_clock_new (0);
  f->transport = gscope_transport_new (f->base);
  gscope_transport_set_range (f->transport, 10 * S, 20 * S);
  f->scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (f->transport));
  g_signal_connect_swapped (f->scope, "drained", G_CALLBACK (count), &f->n_drained);
  g_signal_connect_swapped (f->scope, "notify::running", G_CALLBACK (count), &f->n_running);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->transport);
  g_assert_finalize_object (f->base);
}

static void
advance (Fixture *f, gint64 time)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->base), time);
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
assert_at (Fixture *f, gint64 position)
{
  g_assert_cmpint (gscope_transport_get_position (f->transport), ==, position);
  g_assert_cmpint (gscope_clock_get_time (GSCOPE_CLOCK (f->transport)), ==, position);
  g_assert_cmpint (gscope_scope_get_pen (f->scope), ==, position);
}

static void
test_play (Fixture *f, gconstpointer data)
{
  assert_at (f, 10 * S);
  g_assert_cmpint (gscope_transport_get_duration (f->transport), ==, 10 * S);
  advance (f, S);
  assert_at (f, 10 * S);

  gscope_transport_play (f->transport);
  g_assert_true (gscope_scope_get_running (f->scope));
  g_assert_cmpuint (f->n_running, ==, 1);
  f->n_drained = 0;
  advance (f, 1500 * MS);
  assert_at (f, 11500 * MS);
  g_assert_cmpuint (f->n_drained, >, 0);

  gscope_transport_pause (f->transport);
  g_assert_false (gscope_scope_get_running (f->scope));
  g_assert_cmpuint (f->n_running, ==, 2);
  advance (f, S);
  assert_at (f, 11500 * MS);
}

static void
test_speed (Fixture *f, gconstpointer data)
{
  gscope_transport_play (f->transport);
  gscope_transport_set_speed (f->transport, 0.1);
  advance (f, S);
  assert_at (f, 10100 * MS);
  gscope_transport_set_speed (f->transport, 100);
  advance (f, 10 * MS);
  assert_at (f, 11100 * MS);
}

static void
test_end (Fixture *f, gconstpointer data)
{
  gscope_transport_seek (f->transport, 19 * S);
  gscope_transport_play (f->transport);
  advance (f, 3 * S);
  assert_at (f, 20 * S);
  g_assert_false (gscope_transport_get_playing (f->transport));

  /* it goes along with the end of what grows, until it is moved */
  gscope_transport_set_range (f->transport, 10 * S, 25 * S);
  assert_at (f, 25 * S);
  gscope_transport_seek (f->transport, 12 * S);
  gscope_transport_set_range (f->transport, 10 * S, 30 * S);
  assert_at (f, 12 * S);

  /* from the end it begins again */
  gscope_transport_seek (f->transport, 30 * S);
  gscope_transport_play (f->transport);
  advance (f, S);
  assert_at (f, 11 * S);
}

static void
test_step (Fixture *f, gconstpointer data)
{
  gint64 period = gscope_scope_get_period (f->scope);

  gscope_transport_play (f->transport);
  advance (f, S);
  gscope_transport_step (f->transport, period);
  g_assert_false (gscope_transport_get_playing (f->transport));
  assert_at (f, 11 * S + period);
  gscope_transport_step (f->transport, -2 * period);
  assert_at (f, 11 * S - period);
  gscope_transport_step (f->transport, G_MININT64);
  assert_at (f, 10 * S);
  gscope_transport_step (f->transport, G_MAXINT64);
  assert_at (f, 20 * S);
}

static void
test_seek (Fixture *f, gconstpointer data)
{
  guint n_notified = 0;

  g_signal_connect_swapped (f->transport, "notify::position", G_CALLBACK (count), &n_notified);
  gscope_transport_seek (f->transport, 5 * S);
  assert_at (f, 10 * S);
  g_object_set (f->transport, "position", 15 * S, NULL);
  assert_at (f, 15 * S);
  g_assert_cmpuint (n_notified, ==, 2);
  gscope_transport_play (f->transport);
  gscope_transport_seek (f->transport, 12 * S);
  advance (f, S);
  assert_at (f, 13 * S);
}

static void
test_loop (Fixture *f, gconstpointer data)
{
  gscope_transport_set_loop (f->transport, TRUE);
  gscope_transport_seek (f->transport, 18 * S);
  gscope_transport_play (f->transport);
  advance (f, 5 * S);
  assert_at (f, 13 * S);
  /* however late it is noticed */
  gscope_test_clock_jump (GSCOPE_TEST_CLOCK (f->base), 108 * S);
  assert_at (f, 11 * S);

  gscope_transport_set_loop_interval (f->transport, 12 * S, 14 * S);
  advance (f, 4 * S);
  assert_at (f, 13 * S);
  gscope_transport_set_loop (f->transport, FALSE);
  g_assert_false (gscope_transport_get_loop (f->transport));
  advance (f, 20 * S);
  assert_at (f, 20 * S);
}

/* Nothing is polled, and nothing that is pushed is taken. */
static void
test_no_polling (Fixture *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *polled = gscope_scope_add_double (f->scope, "x", &x);
  GscopeSignal *slow = gscope_scope_add_double (f->scope, "slow", &x);
  GscopeSignal *event = gscope_scope_add_event (f->scope, "event", GSCOPE_AGGREGATION_EVENTS);
  GscopeSignal *buffered = gscope_scope_add_buffered (f->scope, "y");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (buffered);

  gscope_signal_set_period (slow, 20 * GSCOPE_MSEC);
  gscope_scope_start (f->scope);
  gscope_signal_set_period (event, 20 * GSCOPE_MSEC);
  g_assert_true (gscope_transport_get_playing (f->transport));
  g_assert_false (gscope_producer_push (producer, 10 * S, 1));
  advance (f, S);
  gscope_scope_drain (f->scope);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (polled)), ==, 0);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (slow)), ==, 0);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (event)), ==, 0);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (buffered)), ==, 0);
  gscope_scope_stop (f->scope);
  g_assert_false (gscope_transport_get_playing (f->transport));
  gscope_scope_remove_signal (f->scope, polled);
  gscope_scope_remove_signal (f->scope, slow);
}

/* Triggers mark what is recorded where the pen has passed it. */
static void
test_trigger (Fixture *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  GscopeTriggerSettings settings = { .condition = { .level = 5 }, .after = GSCOPE_MSEC };
  const double values[] = { 0, 9, 0, 9 };
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "recorded");
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (signal, &settings);

  gscope_scope_mark_trigger (f->scope, trigger);
  gscope_trace_append_regular (gscope_signal_get_trace (signal), 10 * S, S, values,
                               G_N_ELEMENTS (values));
  gscope_transport_seek (f->transport, 11 * S);
  advance (f, S);
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 1);
  gscope_transport_seek (f->transport, 13 * S);
  advance (f, S);
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 2);
}

static void
test_empty (void)
{
  g_autoptr (GscopeTransport) transport = gscope_transport_new (NULL);

  gscope_transport_play (transport);
  g_assert_false (gscope_transport_get_playing (transport));
  gscope_transport_set_range (transport, G_MININT64, G_MAXINT64);
  g_assert_cmpint (gscope_transport_get_duration (transport), >, 0);
  gscope_transport_seek (transport, G_MAXINT64);
  g_assert_cmpint (gscope_transport_get_position (transport), ==,
                   gscope_transport_get_end (transport));
}

#define ADD(name, func) g_test_add ("/transport/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);

  ADD ("play", test_play);
  ADD ("speed", test_speed);
  ADD ("end", test_end);
  ADD ("step", test_step);
  ADD ("seek", test_seek);
  ADD ("loop", test_loop);
  ADD ("no-polling", test_no_polling);
  ADD ("trigger", test_trigger);
  g_test_add_func ("/transport/empty", test_empty);

  return g_test_run ();
}
