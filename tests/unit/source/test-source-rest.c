/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A source that says that nothing changes is polled less often; its signals are as if it were. */

#include <gscope/gscope.h>

typedef struct
{
  GscopeSource parent_instance;

  double word;
  gint64 rest;
  guint n_polls;
  gint64 polled_at;
  /* within poll, once */
  void (*meanwhile) (GscopeSource *self);
} Sleeper;

typedef struct
{
  GscopeSourceClass parent_class;
} SleeperClass;

GType sleeper_get_type (void);
G_DEFINE_TYPE (Sleeper, sleeper, GSCOPE_TYPE_SOURCE)

static void
sleeper_poll (GscopeSource *source, gint64 time)
{
  Sleeper *self = (Sleeper *) source;
  void (*meanwhile) (GscopeSource *) = self->meanwhile;

  self->word++;
  self->n_polls++;
  self->polled_at = time;
  self->meanwhile = NULL;
  if (meanwhile)
    meanwhile (source);
  gscope_source_rest (source, time + self->rest);
}

static void
sleeper_class_init (SleeperClass *klass)
{
  GSCOPE_SOURCE_CLASS (klass)->may_block = TRUE;
  GSCOPE_SOURCE_CLASS (klass)->poll = sleeper_poll;
}

static void
sleeper_init (Sleeper *self)
{
}

/* A scope of period 10 ms on a test clock at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  Sleeper *sleeper;
  GscopeSignal *signal;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->sleeper = g_object_new (sleeper_get_type (), "name", "sleeper", NULL);
  f->sleeper->rest = 35 * GSCOPE_MSEC;
  f->signal = gscope_signal_new_double ("word", &f->sleeper->word);
  gscope_source_add_signal (GSCOPE_SOURCE (f->sleeper), f->signal, NULL);
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (f->sleeper));
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->scope);
  g_object_unref (f->signal);
  g_assert_finalize_object (GSCOPE_SOURCE (f->sleeper));
  g_assert_finalize_object (f->clock);
}

static void
advance (Fixture *f, gint64 milliseconds)
{
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), milliseconds * GSCOPE_MSEC);
}

static void
assert_trace (Fixture *f, const char *expected)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);
  g_autoptr (GString) text = g_string_new (NULL);

  gscope_scope_drain (f->scope);
  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    g_string_append_printf (text, "%s%g:%g", text->len ? " " : "",
                            gscope_trace_get_time (trace, i) / 1e6,
                            gscope_trace_get_value (trace, i));
  g_assert_cmpstr (text->str, ==, expected);
  g_assert_cmpuint (gscope_signal_get_total_lost (f->signal), ==, 0);
}

static void
test_ticks (Fixture *f, gconstpointer data)
{
  advance (f, 25);
  g_assert_cmpuint (f->sleeper->n_polls, ==, 1);
  /* who looks meanwhile sees each tick that has been */
  assert_trace (f, "1010:1 1020:1");
  advance (f, 10);
  assert_trace (f, "1010:1 1020:1 1030:1");
  /* and who does not finds them later: the rest is over at 1045, the tick after it at 1050 */
  advance (f, 25);
  g_assert_cmpuint (f->sleeper->n_polls, ==, 2);
  g_assert_cmpint (f->sleeper->polled_at, ==, 1050 * GSCOPE_MSEC);
  assert_trace (f, "1010:1 1020:1 1030:1 1040:1 1050:2 1060:2");
}

static void
test_wake (Fixture *f, gconstpointer data)
{
  f->sleeper->rest = GSCOPE_SEC;
  advance (f, 25);
  gscope_source_wake (GSCOPE_SOURCE (f->sleeper));
  advance (f, 10);
  g_assert_cmpuint (f->sleeper->n_polls, ==, 2);
  assert_trace (f, "1010:1 1020:1 1030:2");
}

/* A change came during the poll, which might not have seen it. */
static void
test_wake_meanwhile (Fixture *f, gconstpointer data)
{
  f->sleeper->rest = GSCOPE_SEC;
  f->sleeper->meanwhile = gscope_source_wake;
  advance (f, 25);
  g_assert_cmpuint (f->sleeper->n_polls, ==, 2);
  assert_trace (f, "1010:1 1020:2");
}

static void
test_stop (Fixture *f, gconstpointer data)
{
  f->sleeper->rest = GSCOPE_SEC;
  advance (f, 25);
  gscope_scope_stop (f->scope);
  assert_trace (f, "1010:1 1020:1 1025:nan");
  advance (f, 100);
  gscope_scope_start (f->scope);
  advance (f, 10);
  g_assert_cmpuint (f->sleeper->n_polls, ==, 2);
  g_assert_cmpint (f->sleeper->polled_at, ==, 1130 * GSCOPE_MSEC);
}

static void
test_period (Fixture *f, gconstpointer data)
{
  f->sleeper->rest = GSCOPE_SEC;
  advance (f, 20);
  gscope_scope_set_period (f->scope, 5 * GSCOPE_MSEC);
  advance (f, 10);
  assert_trace (f, "1010:1 1020:1 1025:2 1030:2");
}

/* On the real clock: it is woken at once, and no tick is without a sample. */
static void
test_real (void)
{
  g_autoptr (GscopeScope) scope = gscope_scope_new ();
  g_autoptr (GscopeSource) source = g_object_new (sleeper_get_type (), "name", "sleeper", NULL);
  Sleeper *sleeper = (Sleeper *) source;
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double ("word", &sleeper->word);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  GscopeSample sample = { 0 };
  guint64 n;

  sleeper->rest = 3600 * GSCOPE_SEC;
  gscope_scope_set_period (scope, GSCOPE_MSEC);
  gscope_source_add_signal (source, signal, NULL);
  gscope_scope_add_source (scope, source);
  while (gscope_trace_get_end (trace) < 100)
    g_main_context_iteration (NULL, TRUE);
  gscope_source_wake (source);
  while (!gscope_signal_get_latest (signal, &sample) || sample.value < 2)
    g_main_context_iteration (NULL, TRUE);
  n = gscope_trace_get_end (trace);
  g_assert_cmpuint (gscope_signal_get_total_lost (signal), ==, gscope_scope_get_lost_ticks (scope));
  g_assert_cmpint (gscope_trace_get_time (trace, n - 1) - gscope_trace_get_time (trace, 0), >=,
                   (gint64) (n - 2) * GSCOPE_MSEC);
  gscope_scope_remove_source (scope, source);
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add ("/source-rest/ticks", Fixture, NULL, set_up, test_ticks, tear_down);
  g_test_add ("/source-rest/wake", Fixture, NULL, set_up, test_wake, tear_down);
  g_test_add ("/source-rest/wake-meanwhile", Fixture, NULL, set_up, test_wake_meanwhile, tear_down);
  g_test_add ("/source-rest/stop", Fixture, NULL, set_up, test_stop, tear_down);
  g_test_add ("/source-rest/period", Fixture, NULL, set_up, test_period, tear_down);
  g_test_add_func ("/source-rest/real", test_real);
  return g_test_run ();
}
