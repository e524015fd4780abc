/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <gscope/scope/private.h>
#include <gscope/source/private.h>
#include <math.h>

/* A scope of period 10 ms on a test clock at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
advance (Fixture *f, gint64 milliseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), milliseconds * GSCOPE_MSEC);
  iterate ();
  gscope_scope_drain (f->scope);
}

static void
assert_trace (GscopeSignal *signal, const char *expected)
{
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    g_string_append_printf (text, "%s%g:%g", text->len ? " " : "",
                            gscope_trace_get_time (trace, i) / 1e6,
                            fabs (gscope_trace_get_value (trace, i)));
  g_assert_cmpstr (text->str, ==, expected);
}

static void
test_words (Fixture *f, gconstpointer data)
{
  gboolean b = 5;
  gint16 s = -2;
  int i = -70000;
  gint64 l = G_GINT64_CONSTANT (1) << 40;
  float x = 0.5f;
  double d = 0.25;
  GscopeSignal *words[] = {
    gscope_scope_add_boolean (f->scope, "boolean", &b),
    gscope_scope_add_short (f->scope, "short", &s),
    gscope_scope_add_integer (f->scope, "integer", &i),
    gscope_scope_add_int64 (f->scope, "int64", &l),
    gscope_scope_add_float (f->scope, "float", &x),
    gscope_scope_add_double (f->scope, "double", &d),
  };
  const double expected[] = { 1, -2, -70000, 1099511627776, 0.5, 0.25 };

  advance (f, 10);
  for (guint k = 0; k < G_N_ELEMENTS (words); k++)
    {
      GscopeSample sample;

      g_assert_true (gscope_signal_get_latest (words[k], &sample));
      g_assert_cmpfloat (sample.value, ==, expected[k]);
      g_assert_cmpint (sample.time, ==, 1010 * GSCOPE_MSEC);
    }
}

static double
read_word (gpointer data)
{
  return *(double *) data;
}

static void
test_any_thread_func (Fixture *f, gconstpointer data)
{
  double word = 1;
  GscopeSignal *signal = gscope_scope_add_any_thread_func (f->scope, "f", read_word, &word, NULL);

  advance (f, 20);
  assert_trace (signal, "1010:1 1020:1");
}

static void
count_destroy (gpointer data)
{
  *(double *) data = -1;
}

static void
read_out (double *value, gpointer data)
{
  *value = *(double *) data;
}

/* A function that returns its result in an argument, as functions of other languages do. */
static void
test_out_func (Fixture *f, gconstpointer data)
{
  double word = 7.5;
  GscopeSignal *signal = gscope_scope_add_out_func (f->scope, "f", read_out, &word, count_destroy);

  advance (f, 10);
  assert_trace (signal, "1010:7.5");
  gscope_scope_remove_signal (f->scope, signal);
  g_assert_cmpfloat (word, ==, -1);
}

static void
test_func (Fixture *f, gconstpointer data)
{
  double word = 7;
  GscopeSignal *signal = gscope_scope_add_func (f->scope, "f", read_word, &word, count_destroy);

  advance (f, 10);
  assert_trace (signal, "1010:7");
  /* ticks that the main context missed are counted and leave a gap; the sample has the time of the call */
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 35 * GSCOPE_MSEC);
  iterate ();
  assert_trace (signal, "1010:7 1025:nan 1045:7");
  g_assert_cmpuint (gscope_signal_get_lost (signal, GSCOPE_LOSS_TICK), ==, 2);
  gscope_scope_remove_signal (f->scope, signal);
  g_assert_cmpfloat (word, ==, -1);
}

static void
test_lost_ticks (Fixture *f, gconstpointer data)
{
  double word = 1;
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "word", &word);
  const GscopeGap *gaps;
  gsize n;

  advance (f, 20);
  gscope_test_clock_jump (GSCOPE_TEST_CLOCK (f->clock), 35 * GSCOPE_MSEC);
  advance (f, 5);
  assert_trace (signal, "1010:1 1020:1 1030:nan 1050:1 1060:1");
  g_assert_cmpuint (gscope_signal_get_lost (signal, GSCOPE_LOSS_TICK), ==, 2);
  g_assert_cmpuint (gscope_scope_get_lost_ticks (f->scope), ==, 2);
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].begin, ==, 1030 * GSCOPE_MSEC);
  g_assert_cmpint (gaps[0].end, ==, 1050 * GSCOPE_MSEC);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_TICK);
}

static void
test_rows_refused (Fixture *f, gconstpointer data)
{
  double word = 1;
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "word", &word);
  gsize n;

  /* nobody drains for a minute: the newest ticks are refused, counted and a gap */
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 60 * GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  advance (f, 10);
  g_assert_cmpuint (gscope_signal_get_lost (signal, GSCOPE_LOSS_RING_FULL)
                        + gscope_trace_get_end (gscope_signal_get_trace (signal)),
                    ==, 6001 + 1);
  gscope_trace_get_gaps (gscope_signal_get_trace (signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
}

static void
test_no_value (Fixture *f, gconstpointer data)
{
  double word = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "word", &word);
  gsize n;

  /* before the first value there is no gap */
  advance (f, 10);
  word = 1;
  advance (f, 10);
  word = gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
  advance (f, 30);
  word = 2;
  advance (f, 10);
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), ==, 0);
  gscope_trace_get_gaps (gscope_signal_get_trace (signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  assert_trace (signal, "1020:1 1030:nan 1060:2");
}

static void
test_add_and_remove (Fixture *f, gconstpointer data)
{
  double words[] = { 1, 2 };
  GscopeSignal *a = gscope_scope_add_double (f->scope, "a", &words[0]);
  g_autoptr (GscopeSignal) b = NULL;

  advance (f, 10);
  b = g_object_ref (gscope_scope_add_double (f->scope, "b", &words[1]));
  advance (f, 10);
  gscope_scope_remove_signal (f->scope, b);
  advance (f, 10);
  assert_trace (a, "1010:1 1020:1 1030:1");
  assert_trace (b, "1020:2");
  g_assert_true (gscope_scope_find_signal (f->scope, "a") == a);
  g_assert_null (gscope_scope_find_signal (f->scope, "b"));
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 1);
}

static void
test_period (Fixture *f, gconstpointer data)
{
  double word = 1;
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "word", &word);

  advance (f, 20);
  gscope_scope_set_period (f->scope, 50 * GSCOPE_MSEC);
  advance (f, 100);
  assert_trace (signal, "1010:1 1020:1 1050:1 1100:1");
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), ==, 0);
}

static void
test_stop (Fixture *f, gconstpointer data)
{
  double word = 1;
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "word", &word);
  const GscopeGap *gaps;
  gsize n;

  advance (f, 10);
  gscope_scope_stop (f->scope);
  g_assert_false (gscope_scope_get_running (f->scope));
  advance (f, 100);
  g_assert_cmpint (gscope_scope_get_pen (f->scope), ==, 910 * GSCOPE_MSEC);
  gscope_scope_stop (f->scope);
  g_assert_cmpint (gscope_scope_get_pen (f->scope), ==, 910 * GSCOPE_MSEC);
  gscope_scope_start (f->scope);
  advance (f, 10);
  g_assert_cmpint (gscope_scope_get_pen (f->scope), ==, 1020 * GSCOPE_MSEC);
  assert_trace (signal, "1010:1 1010:nan 1120:1");
  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps[0].cause, ==, GSCOPE_GAP_CAUSE_STOPPED);
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), ==, 0);
}

static void
count_drained (GscopeScope *scope, int *n)
{
  (*n)++;
}

static void
test_consumers (Fixture *f, gconstpointer data)
{
  double word = 1;
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "word", &word);
  int n = 0;
  guint id;

  g_signal_connect (f->scope, "drained", G_CALLBACK (count_drained), &n);
  /* by itself, four times a second */
  for (int i = 0; i < 100; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      iterate ();
    }
  g_assert_cmpint (n, ==, 4);
  id = gscope_scope_add_consumer (f->scope, 50 * GSCOPE_MSEC);
  for (int i = 0; i < 100; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      iterate ();
    }
  g_assert_cmpint (n, ==, 24);
  gscope_scope_remove_consumer (f->scope, id);
  /* nothing new, no signal */
  gscope_scope_remove_signal (f->scope, signal);
  n = 0;
  for (int i = 0; i < 100; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      iterate ();
    }
  g_assert_cmpint (n, ==, 0);
}

static void
test_budget (Fixture *f, gconstpointer data)
{
  double word = 1;
  GscopeSignal *a = gscope_scope_add_double (f->scope, "a", &word);
  GscopeSignal *b = gscope_scope_add_double (f->scope, "b", &word);

  gscope_scope_set_period (f->scope, GSCOPE_MSEC);
  gscope_scope_set_budget (f->scope, 1 << 20);
  for (int i = 0; i < 100; i++)
    advance (f, 1000);
  g_assert_cmpuint (gscope_scope_get_bytes (f->scope), <=, 1 << 20);
  g_assert_cmpuint (gscope_scope_get_bytes (f->scope), >, 900000);
  g_assert_cmpuint (gscope_trace_get_first (gscope_signal_get_trace (a)), >, 0);
  g_assert_cmpint (ABS ((gint64) gscope_trace_get_first (gscope_signal_get_trace (a))
                        - (gint64) gscope_trace_get_first (gscope_signal_get_trace (b))),
                   <=, 4096);
}

static void
test_ended_signal_leaves_with_its_trace (Fixture *f, gconstpointer data)
{
  double word = 1;
  g_autoptr (GscopeSignal) a = g_object_ref (gscope_scope_add_double (f->scope, "a", &word));
  GscopeSignal *b = gscope_scope_add_double (f->scope, "b", &word);
  g_autoptr (GscopeProducer) producer = NULL;

  gscope_scope_set_period (f->scope, GSCOPE_MSEC);
  gscope_scope_set_budget (f->scope, 1 << 20);
  advance (f, 1000);
  gscope_signal_end (a);
  advance (f, 1000);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (a)), ==, 1000);
  g_assert_true (gscope_scope_find_signal (f->scope, "a") == a);
  for (int i = 0; i < 200; i++)
    advance (f, 1000);
  g_assert_null (gscope_scope_find_signal (f->scope, "a"));
  g_assert_true (gscope_scope_find_signal (f->scope, "b") == b);
}

/* A source that computes its words when it is polled. */
#define TEST_TYPE_COUNTER (test_counter_get_type ())
G_DECLARE_FINAL_TYPE (TestCounter, test_counter, TEST, COUNTER, GscopeSource)

struct _TestCounter
{
  GscopeSource parent_instance;
  double value;
};

G_DEFINE_FINAL_TYPE (TestCounter, test_counter, GSCOPE_TYPE_SOURCE)

static void
test_counter_poll (GscopeSource *source, gint64 time)
{
  TEST_COUNTER (source)->value++;
}

static void
test_counter_class_init (TestCounterClass *klass)
{
  GSCOPE_SOURCE_CLASS (klass)->poll = test_counter_poll;
}

static void
test_counter_init (TestCounter *self)
{
}

static void
test_source (Fixture *f, gconstpointer data)
{
  g_autoptr (TestCounter) counter = g_object_new (TEST_TYPE_COUNTER, "name", "counter", NULL);
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double ("value", &counter->value);
  g_autoptr (GscopeParameter) parameter = gscope_parameter_new_integer ("n", 0, 9, 1);
  g_autoptr (GscopeMarker) marker = NULL;

  g_assert_true (gscope_source_add_signal (GSCOPE_SOURCE (counter), signal, NULL));
  g_assert_true (gscope_source_add_parameter (GSCOPE_SOURCE (counter), parameter, NULL));
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (counter));
  g_assert_true (gscope_scope_find_signal (f->scope, "counter/value") == signal);
  advance (f, 30);
  assert_trace (signal, "1010:1 1020:2 1030:3");

  gscope_parameter_write_async (parameter, g_variant_new_int64 (5), "test", NULL, NULL, NULL);
  iterate ();
  marker = g_list_model_get_item (G_LIST_MODEL (gscope_scope_get_markers (f->scope)), 0);
  g_assert_nonnull (marker);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 1030 * GSCOPE_MSEC);
  g_assert_cmpint (gscope_marker_get_kind (marker), ==, GSCOPE_MARKER_KIND_WRITE);

  gscope_scope_remove_source (f->scope, GSCOPE_SOURCE (counter));
  advance (f, 30);
  g_assert_cmpfloat (counter->value, ==, 3);
  g_assert_null (gscope_scope_find_signal (f->scope, "counter/value"));
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_sources (f->scope)), ==, 1);
}

/* The signals of the source are between signals of another source, and some have their own periods. */
static void
test_leaving_source (Fixture *f, gconstpointer data)
{
  g_autoptr (TestCounter) counter = g_object_new (TEST_TYPE_COUNTER, "name", "counter", NULL);
  double words[3] = { 1, 2, 3 }, own = 0;
  GscopeSignal *stays = NULL;
  GscopeTrace *trace;

  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (counter));
  for (guint i = 0; i < G_N_ELEMENTS (words); i++)
    {
      g_autofree char *name = g_strdup_printf ("word %u", i);
      g_autoptr (GscopeSignal) leaves = gscope_signal_new_double (name, &words[i]);

      gscope_signal_set_period (leaves, i * 10 * GSCOPE_MSEC);
      g_assert_true (gscope_source_add_signal (GSCOPE_SOURCE (counter), leaves, NULL));
      gscope_source_publish (GSCOPE_SOURCE (counter));
      stays = gscope_scope_add_double (f->scope, name, &own);
      iterate ();
    }
  advance (f, 300);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 6);
  gscope_scope_remove_source (f->scope, GSCOPE_SOURCE (counter));
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 3);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_members (f->scope)), ==, 3);
  g_assert_true (gscope_scope_find_signal (f->scope, "word 2") == stays);
  own = 5;
  advance (f, 10);
  trace = gscope_signal_get_trace (stays);
  g_assert_cmpfloat (gscope_trace_get_value (trace, gscope_trace_get_end (trace) - 1), ==, 5);
}

/* Scopes of different periods on one clock, with their signals in one view's list. */
static void
test_two_scopes_in_one_list (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeScope) slow = gscope_scope_new_with_clock (f->clock);
  g_autoptr (GListStore) models = g_list_store_new (G_TYPE_LIST_MODEL);
  double word = 1;
  GscopeSignal *all[2];
  GscopeColumn columns[4];

  gscope_scope_set_period (slow, 50 * GSCOPE_MSEC);
  all[0] = gscope_scope_add_double (f->scope, "fast", &word);
  all[1] = gscope_scope_add_double (slow, "slow", &word);
  for (int i = 0; i < 20; i++)
    {
      word = i;
      advance (f, 10);
      gscope_scope_drain (slow);
    }
  /* the same instants show the same values, whatever the period */
  for (guint s = 0; s < 2; s++)
    {
      gscope_trace_get_columns (gscope_signal_get_trace (all[s]), 1050 * GSCOPE_MSEC,
                                50 * GSCOPE_MSEC, 4, columns);
      for (int c = 0; c < 3; c++)
        {
          g_assert_cmpuint (columns[c].count, ==, s == 0 ? 5 : 1);
          g_assert_cmpfloat (columns[c].first, ==, 4 + 5 * c);
          g_assert_cmpfloat (columns[c].last, ==, s == 0 ? 8 + 5 * c : 4 + 5 * c);
        }
    }
  assert_trace (all[1], "1050:4 1100:9 1150:14 1200:19");
}

static void
test_properties (Fixture *f, gconstpointer data)
{
  gint64 period, delay;
  guint64 budget;
  gboolean running;
  g_autoptr (GscopeClock) clock = NULL;

  gscope_scope_set_delay (f->scope, GSCOPE_SEC);
  g_object_get (f->scope, "period", &period, "delay", &delay, "budget", &budget, "running",
                &running, "clock", &clock, NULL);
  g_assert_cmpint (period, ==, 10 * GSCOPE_MSEC);
  g_assert_cmpint (delay, ==, GSCOPE_SEC);
  g_assert_cmpuint (budget, ==, gscope_scope_get_budget (f->scope));
  g_assert_true (running);
  g_assert_true (clock == f->clock);
  g_assert_cmpint (gscope_scope_get_pen (f->scope), ==, 0);
  g_assert_cmpstr (gscope_scope_get_poller_mode (f->scope), ==, "driven by a test");
}

static void
test_taken_name (Fixture *f, gconstpointer data)
{
  double word = 1;

  gscope_scope_add_double (f->scope, "word", &word);
  g_test_expect_message ("Gscope", G_LOG_LEVEL_CRITICAL, "*word*");
  g_assert_null (gscope_scope_add_double (f->scope, "word", &word));
  g_test_assert_expected_messages ();
}

#define ADD(name, func) g_test_add (name, Fixture, NULL, set_up, func, tear_down)

static void
write_time (GscopeClock *clock, gint64 *word)
{
  *word = gscope_clock_get_time (clock) / GSCOPE_MSEC;
}

/* A signal has a period of its own in its scope, and may change it while the scope runs. */
static void
test_own_period (Fixture *f, gconstpointer data)
{
  gint64 word = 1;
  GscopeSignal *usual = gscope_scope_add_int64 (f->scope, "usual", &word);
  GscopeSignal *slow = gscope_scope_add_int64 (f->scope, "slow", &word);
  GscopeSignal *odd = gscope_scope_add_int64 (f->scope, "odd", &word);

  gscope_signal_set_period (slow, 20 * GSCOPE_MSEC);
  gscope_signal_set_period (odd, 15 * GSCOPE_MSEC);
  g_assert_cmpint (gscope_signal_get_period (slow), ==, 20 * GSCOPE_MSEC);
  advance (f, 40);
  assert_trace (usual, "1010:1 1020:1 1030:1 1040:1");
  assert_trace (slow, "1020:1 1040:1");
  assert_trace (odd, "1005:1 1020:1 1035:1");

  word = 2;
  gscope_signal_set_period (slow, 15 * GSCOPE_MSEC);
  gscope_signal_set_period (odd, 0);
  gscope_scope_set_period (f->scope, 50 * GSCOPE_MSEC);
  advance (f, 60);
  assert_trace (usual, "1010:1 1020:1 1030:1 1040:1 1050:2 1100:2");
  assert_trace (slow, "1020:1 1040:1 1050:2 1065:2 1080:2 1095:2");
  assert_trace (odd, "1005:1 1020:1 1035:1 1050:2 1100:2");

  gscope_scope_remove_signal (f->scope, slow);
  gscope_scope_stop (f->scope);
  gscope_signal_set_period (usual, 10 * GSCOPE_MSEC);
  advance (f, 100);
  gscope_scope_start (f->scope);
  advance (f, 20);
  assert_trace (usual, "1010:1 1020:1 1030:1 1040:1 1050:2 1100:2 1100:nan 1210:2 1220:2");
  g_assert_cmpuint (gscope_scope_get_lost_ticks (f->scope), ==, 0);
}

static double
count_calls (gpointer data)
{
  return ++*(int *) data;
}

/* Functions and events have it too. */
static void
test_own_period_kinds (Fixture *f, gconstpointer data)
{
  int calls = 0;
  GscopeSignal *func = gscope_scope_add_func (f->scope, "func", count_calls, &calls, NULL);
  GscopeSignal *event = gscope_scope_add_event (f->scope, "event", GSCOPE_AGGREGATION_EVENTS);

  gscope_signal_set_period (func, 30 * GSCOPE_MSEC);
  gscope_signal_set_period (event, 30 * GSCOPE_MSEC);
  for (guint i = 0; i < 9; i++)
    advance (f, 10);
  g_assert_cmpint (calls, ==, 3);
  assert_trace (event, "1020:0 1050:0 1080:0");
  gscope_signal_end (func);
  advance (f, 100);
  g_assert_cmpint (calls, ==, 3);
}

/* Each is folded as it was added to be. */
static void
test_events (Fixture *f, gconstpointer data)
{
  GscopeSignal *n = gscope_scope_add_event (f->scope, "n", GSCOPE_AGGREGATION_EVENTS);
  GscopeSignal *sum = gscope_scope_add_event (f->scope, "sum", GSCOPE_AGGREGATION_SUM);
  g_autoptr (GscopeProducer) events = gscope_signal_create_producer (n);
  g_autoptr (GscopeProducer) values = gscope_signal_create_producer (sum);

  for (guint value = 3; value <= 4; value++)
    {
      gscope_producer_push_now (events, value);
      gscope_producer_push_now (values, value);
    }
  advance (f, 10);
  gscope_scope_set_delay (f->scope, 0);
  advance (f, 10);
  assert_trace (n, "1010:2 1020:0");
  assert_trace (sum, "1010:7 1020:0");
}

/* The shortest period, and the ticks that a busy program does not take in time. */
static void
test_shortest_period (Fixture *f, gconstpointer data)
{
  int word = 0;
  GscopeSignal *signal = gscope_scope_add_integer (f->scope, "word", &word);

  gscope_scope_set_period (f->scope, GSCOPE_MIN_PERIOD);
  g_assert_cmpint (GSCOPE_MIN_PERIOD, ==, 100000);
  advance (f, 1);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)), ==, 10);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_SEC);
  gscope_scope_drain (f->scope);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), GSCOPE_MSEC);
  gscope_scope_drain (f->scope);
  g_assert_cmpuint (gscope_scope_get_lost_ticks (f->scope)
                        + gscope_trace_get_end (gscope_signal_get_trace (signal)),
                    >=, 100020);
  g_assert_cmpuint (gscope_scope_get_lost_ticks (f->scope), ==,
                    gscope_signal_get_total_lost (signal));
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), >, 0);
}

/* The pen is as far behind for polled signals as for buffered ones: where it is they show the same
 * instant, although the one came 80 ms later than the other. */
static void
test_lined_up (Fixture *f, gconstpointer data)
{
  gint64 word = 0;
  GscopeSignal *polled = gscope_scope_add_int64 (f->scope, "polled", &word);
  GscopeSignal *pushed = gscope_scope_add_buffered (f->scope, "pushed");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (pushed);
  GscopeTrace *a = gscope_signal_get_trace (polled), *b = gscope_signal_get_trace (pushed);

  for (guint i = 0; i < 50; i++)
    {
      gint64 pen, late = gscope_clock_get_time (f->clock) - 80 * GSCOPE_MSEC;

      gscope_producer_push (producer, late, (double) (late / GSCOPE_MSEC));
      write_time (f->clock, &word);
      word += 10;
      advance (f, 10);
      pen = gscope_scope_get_pen (f->scope);
      g_assert_cmpint (pen, ==, gscope_clock_get_time (f->clock) - 100 * GSCOPE_MSEC);
      if (i < 12)
        continue;
      g_assert_cmpfloat (gscope_trace_get_value (a, gscope_trace_find (a, pen)), ==,
                         (double) (pen / GSCOPE_MSEC));
      g_assert_cmpfloat (gscope_trace_get_value (b, gscope_trace_find (b, pen)), ==,
                         (double) (pen / GSCOPE_MSEC));
    }
}

/* A late sample reports the sufficient delay, with which the next sample is in time. */
static void
test_needed_delay (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "pushed");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  const GscopeSample samples[] = { { 600 * GSCOPE_MSEC, 1 }, { 700 * GSCOPE_MSEC, 1 } };

  g_assert_true (gscope_producer_push (producer, 890 * GSCOPE_MSEC, 1));
  gscope_scope_drain (f->scope);
  g_assert_cmpint (gscope_signal_get_needed_delay (signal), ==, 0);
  gscope_producer_unref (g_steal_pointer (&producer));

  producer = gscope_signal_create_producer (signal);
  g_assert_false (gscope_producer_push (producer, 750 * GSCOPE_MSEC, 1));
  gscope_scope_drain (f->scope);
  g_assert_cmpint (gscope_signal_get_needed_delay (signal), ==, 240 * GSCOPE_MSEC);
  g_assert_cmpuint (gscope_producer_push_many (producer, samples, 2), ==, 0);
  gscope_scope_drain (f->scope);
  g_assert_cmpuint (gscope_signal_get_lost (signal, GSCOPE_LOSS_LATE), ==, 3);
  g_assert_cmpint (gscope_signal_get_needed_delay (signal), ==, 390 * GSCOPE_MSEC);

  gscope_scope_set_delay (f->scope, gscope_signal_get_needed_delay (signal));
  g_assert_cmpuint (gscope_producer_push_many (producer, samples, 2), ==, 2);
}

/* The list changes at most four times a second, and acquires nothing: what comes in between takes part at once. */
static void
test_new_signal (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("program");
  g_autoptr (GscopeSignal) pushed = gscope_signal_new_buffered ("pushed");
  g_autoptr (GscopeSignal) brief = gscope_signal_new_buffered ("brief");
  int word = 4;
  g_autoptr (GscopeSignal) polled = gscope_signal_new_integer ("polled", &word);
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (pushed);

  gscope_scope_add_source (f->scope, source);
  g_assert_true (gscope_source_add_signal (source, pushed, NULL));
  g_assert_true (gscope_source_add_signal (source, polled, NULL));
  g_assert_true (gscope_source_add_signal (source, brief, NULL));
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 0);
  g_assert_true (gscope_scope_find_signal (f->scope, "program/pushed") == pushed);
  g_assert_true (gscope_producer_push (producer, GSCOPE_SEC, 3));
  gscope_source_remove_signal (source, brief);
  g_assert_null (gscope_scope_find_signal (f->scope, "program/brief"));

  iterate ();
  advance (f, 10);
  assert_trace (pushed, "1000:3");
  assert_trace (polled, "1010:4");
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 0);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/scope/words", test_words);
  ADD ("/scope/any-thread-func", test_any_thread_func);
  ADD ("/scope/func", test_func);
  ADD ("/scope/out-func", test_out_func);
  ADD ("/scope/lost-ticks", test_lost_ticks);
  ADD ("/scope/rows-refused", test_rows_refused);
  ADD ("/scope/no-value", test_no_value);
  ADD ("/scope/add-and-remove", test_add_and_remove);
  ADD ("/scope/period", test_period);
  ADD ("/scope/events", test_events);
  ADD ("/scope/own-period", test_own_period);
  ADD ("/scope/own-period-of-kinds", test_own_period_kinds);
  ADD ("/scope/shortest-period", test_shortest_period);
  ADD ("/scope/lined-up", test_lined_up);
  ADD ("/scope/needed-delay", test_needed_delay);
  ADD ("/scope/stop", test_stop);
  ADD ("/scope/consumers", test_consumers);
  ADD ("/scope/budget", test_budget);
  ADD ("/scope/ended-signal-leaves-with-its-trace", test_ended_signal_leaves_with_its_trace);
  ADD ("/scope/source", test_source);
  ADD ("/scope/leaving-source", test_leaving_source);
  ADD ("/scope/new-signal", test_new_signal);
  ADD ("/scope/two-scopes-in-one-list", test_two_scopes_in_one_list);
  ADD ("/scope/properties", test_properties);
  ADD ("/scope/taken-name", test_taken_name);
  return g_test_run ();
}
