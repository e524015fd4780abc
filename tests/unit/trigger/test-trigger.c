/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>
#include <gscope/trigger/watch.h>

#include <math.h>

/* A scope of delay 100 ms on a test clock at 1 s; a signal to watch and one to capture. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSignal *watched;
  GscopeSignal *signal;
  GscopeProducer *watched_producer;
  GscopeProducer *producer;
  GscopeTrigger *trigger;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_buffered (f->scope, "signal");
  f->watched = gscope_scope_add_buffered (f->scope, "watched");
  f->producer = gscope_signal_create_producer (f->signal);
  f->watched_producer = gscope_signal_create_producer (f->watched);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_producer_unref (f->producer);
  gscope_producer_unref (f->watched_producer);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->trigger);
  g_assert_finalize_object (f->clock);
}

static void
make_trigger (Fixture *f, GscopeSignal *watched, GscopeTriggerMode mode)
{
  GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_RISING, .level = 5 },
    .mode = mode,
    .before = 20 * GSCOPE_MSEC,
    .after = 30 * GSCOPE_MSEC,
    .timeout = 200 * GSCOPE_MSEC,
  };

  f->trigger = gscope_trigger_new (watched, &settings);
  gscope_trigger_capture (f->trigger, f->signal);
}

/* Every 10 ms both signals get a sample; the watched one is high at those times (ms, ends with 0). */
static void
run (Fixture *f, guint n, const int *high)
{
  for (guint i = 0; i < n; i++)
    {
      gint64 now;
      gboolean is_high = FALSE;

      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      now = gscope_clock_get_time (f->clock);
      for (const int *time = high; *time; time++)
        is_high |= now == *time * GSCOPE_MSEC;
      gscope_producer_push (f->producer, now, (double) (now / GSCOPE_MSEC));
      gscope_producer_push (f->watched_producer, now, is_high ? 9 : 0);
      gscope_scope_drain (f->scope);
    }
}

static void
assert_times (GscopeSignal *signal, const char *expected)
{
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    if (isnan (gscope_trace_get_value (trace, i)))
      g_string_append (text, "| ");
    else
      g_string_append_printf (text, "%g ", gscope_trace_get_value (trace, i));
  g_assert_cmpstr (g_strchomp (text->str), ==, expected);
}

static void
iterate (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

static void
test_normal (Fixture *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  g_autoptr (GscopeMarker) marker = NULL;
  const GscopeGap *gaps;
  gsize n;

  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_NORMAL);
  gscope_scope_mark_trigger (f->scope, f->trigger);
  run (f, 40, (const int[]){ 1100, 1120, 1300, 0 });
  assert_times (f->signal, "| 1080 1090 1100 1110 1120 | 1280 1290 1300 1310 1320 |");
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 2);
  g_assert_cmpuint (gscope_signal_get_total_lost (f->signal), ==, 0);
  g_assert_true (gscope_trigger_get_watched (f->trigger) == f->watched);

  gaps = gscope_trace_get_gaps (gscope_signal_get_trace (f->signal), 0, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (gaps[1].cause, ==, GSCOPE_GAP_CAUSE_UNTRIGGERED);
  g_assert_cmpint (gaps[1].begin, ==, 1130 * GSCOPE_MSEC);
  g_assert_cmpint (gaps[1].end, ==, 1280 * GSCOPE_MSEC);
  iterate ();
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 2);
  marker = g_list_model_get_item (markers, 0);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 1100 * GSCOPE_MSEC);
  g_assert_cmpstr (gscope_marker_get_subject (marker), ==, "watched");
}

static void
test_single (Fixture *f, gconstpointer data)
{
  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_SINGLE);
  g_assert_true (gscope_trigger_is_armed (f->trigger));
  run (f, 20, (const int[]){ 1100, 1150, 0 });
  assert_times (f->signal, "| 1080 1090 1100 1110 1120 |");
  g_assert_false (gscope_trigger_is_armed (f->trigger));
  gscope_trigger_arm (f->trigger);
  run (f, 20, (const int[]){ 1300, 1350, 0 });
  assert_times (f->signal, "| 1080 1090 1100 1110 1120 | 1280 1290 1300 1310 1320 |");
}

/* It fires by itself after 200 ms without a trigger. */
static void
test_auto (Fixture *f, gconstpointer data)
{
  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_AUTO);
  run (f, 40, (const int[]){ 1100, 0 });
  assert_times (f->signal, "| 1080 1090 1100 1110 1120 | 1310 1320 1330 1340 1350 |");
}

/* The signal that is captured can be the one that is watched. */
static void
test_itself (Fixture *f, gconstpointer data)
{
  GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_ABOVE, .level = 1115 },
    .mode = GSCOPE_TRIGGER_MODE_SINGLE,
    .before = 20 * GSCOPE_MSEC,
    .after = 30 * GSCOPE_MSEC,
  };

  f->trigger = gscope_trigger_new (f->signal, &settings);
  gscope_trigger_capture (f->trigger, f->signal);
  run (f, 40, (const int[]){ 0 });
  assert_times (f->signal, "| 1100 1110 1120 1130 1140 |");
}

/* Of three triggers within the holdoff one counts. */
static void
test_holdoff (Fixture *f, gconstpointer data)
{
  GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_RISING, .level = 5 },
    .after = 10 * GSCOPE_MSEC,
    .holdoff = 100 * GSCOPE_MSEC,
  };

  f->trigger = gscope_trigger_new (f->watched, &settings);
  gscope_trigger_capture (f->trigger, f->signal);
  run (f, 40, (const int[]){ 1100, 1120, 1140, 1200, 0 });
  assert_times (f->signal, "| 1100 | 1200 |");
}

/* A polled signal can be watched too. */
static void
test_polled (Fixture *f, gconstpointer data)
{
  double word = 0;
  GscopeSignal *polled = gscope_scope_add_double (f->scope, "polled", &word);

  make_trigger (f, polled, GSCOPE_TRIGGER_MODE_NORMAL);
  run (f, 10, (const int[]){ 0 });
  word = 7;
  run (f, 20, (const int[]){ 0 });
  assert_times (f->signal, "| 1090 1100 1110 1120 1130 |");
}

/* Without the trigger a signal collects everything again. */
static void
test_release (Fixture *f, gconstpointer data)
{
  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_NORMAL);
  run (f, 10, (const int[]){ 0 });
  gscope_trigger_release (f->trigger, f->signal);
  run (f, 3, (const int[]){ 0 });
  assert_times (f->signal, "| 1110 1120 1130");
}

/* While the watched signal says nothing, samples wait, but not without end. */
static void
test_bound (Fixture *f, gconstpointer data)
{
  guint n = 1200000;

  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_NORMAL);
  for (guint i = 0; i < n; i++)
    {
      gscope_producer_push (f->producer, GSCOPE_SEC + i, i);
      if (i % 8000 == 0)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
  g_assert_cmpuint (gscope_signal_get_lost (f->signal, GSCOPE_LOSS_LIMIT), ==, n - (1 << 20));
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (f->signal)), ==, 1);
}

/* Samples that wait for a silent watched signal are dropped when no sample of it can come any more.
 * */
static void
test_silence (Fixture *f, gconstpointer data)
{
  GscopeTrace *trace = gscope_signal_get_trace (f->signal);

  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_NORMAL);
  for (gint64 time = 1010; time <= 1300; time += 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      gscope_producer_push (f->producer, time * GSCOPE_MSEC, (double) time);
      gscope_scope_drain (f->scope);
    }
  g_assert_cmpuint (gscope_trace_get_end (trace), ==, 1);
  /* delay and period are 110 ms: this is the oldest that comes in time */
  gscope_producer_push (f->watched_producer, 1190 * GSCOPE_MSEC, 0);
  gscope_producer_push (f->watched_producer, 1190 * GSCOPE_MSEC, 9);
  gscope_scope_drain (f->scope);
  gscope_scope_drain (f->scope);
  assert_times (f->signal, "| 1170 1180 1190 1200 1210");
}

static void
on_triggered (GscopeTrigger *trigger, gint64 time, gpointer data)
{
  Fixture *f = data;

  g_assert_cmpint (time, ==, 1100 * GSCOPE_MSEC);
  gscope_trigger_release (trigger, f->signal);
  gscope_scope_stop (f->scope);
}

/* The classical single shot: what the trigger calls stops the scope and ends the capture. */
static void
test_stop (Fixture *f, gconstpointer data)
{
  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_SINGLE);
  g_signal_connect (f->trigger, "triggered", G_CALLBACK (on_triggered), f);
  run (f, 12, (const int[]){ 1100, 0 });
  assert_times (f->signal, "| 1080 1090 1100 1110 1120");
  iterate ();
  g_assert_false (gscope_scope_get_running (f->scope));
  run (f, 5, (const int[]){ 1150, 0 });
  iterate ();
  assert_times (f->signal, "| 1080 1090 1100 1110 1120 |");
}

/* A trigger that captures nothing marks all the same. */
static void
test_mark (Fixture *f, gconstpointer data)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  GscopeTriggerSettings settings = { .condition = { .level = 5 }, .after = GSCOPE_MSEC };

  f->trigger = gscope_trigger_new (f->watched, &settings);
  gscope_scope_mark_trigger (f->scope, f->trigger);
  run (f, 20, (const int[]){ 1100, 1150, 0 });
  iterate ();
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, 2);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 2);
}

/* A recording of 10 s, a sample each 100 ms, with a pulse each second. */
typedef struct
{
  GscopeTransport *transport;
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeTrigger *trigger;
} Playback;

static Playback
make_playback (GscopeTriggerMode mode)
{
  const GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_RISING, .level = 5 }, .mode = mode, .after = 1
  };
  g_autoptr (GscopeClock) base = gscope_test_clock_new (0);
  GscopeTransport *transport = gscope_transport_new (base);
  GscopeScope *scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (transport));
  GscopeSignal *signal = gscope_scope_add_buffered (scope, "played");

  for (gint64 time = 0; time <= 10 * GSCOPE_SEC; time += 100 * GSCOPE_MSEC)
    {
      double value = time % GSCOPE_SEC == 500 * GSCOPE_MSEC ? 9 : 0;

      gscope_trace_append (gscope_signal_get_trace (signal), &time, &value, 1);
    }
  gscope_transport_set_range (transport, 0, 10 * GSCOPE_SEC);
  gscope_transport_seek (transport, 2 * GSCOPE_SEC);
  return (Playback){ transport, scope, signal, gscope_trigger_new (signal, &settings) };
}

/* How often it has fired, and has said so on the time axis. */
static void
assert_fired (const Playback *playback, gint64 position, guint n)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (playback->scope));

  gscope_transport_seek (playback->transport, position);
  iterate ();
  g_assert_cmpuint (gscope_trigger_get_n_fired (playback->trigger), ==, n);
  g_assert_cmpuint (g_list_model_get_n_items (markers), ==, n);
}

static void
end_playback (Playback *playback)
{
  g_assert_finalize_object (playback->scope);
  g_assert_finalize_object (playback->trigger);
  g_assert_finalize_object (playback->transport);
}

/* The trigger checks the samples that the pen has passed, and only once. */
static void
test_playback (void)
{
  Playback playback = make_playback (GSCOPE_TRIGGER_MODE_NORMAL);
  g_autoptr (GscopeMarker) marker = NULL;

  gscope_scope_mark_trigger (playback.scope, playback.trigger);
  assert_fired (&playback, 2 * GSCOPE_SEC, 2);
  assert_fired (&playback, 2500 * GSCOPE_MSEC, 3);
  marker = g_list_model_get_item (G_LIST_MODEL (gscope_scope_get_markers (playback.scope)), 2);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 2500 * GSCOPE_MSEC);
  assert_fired (&playback, GSCOPE_SEC, 3);
  assert_fired (&playback, 4 * GSCOPE_SEC, 4);
  assert_fired (&playback, 10 * GSCOPE_SEC, 10);
  end_playback (&playback);
}

/* Armed again, one that fires once finds the next from where the playback stands. */
static void
test_playback_single (void)
{
  Playback playback = make_playback (GSCOPE_TRIGGER_MODE_SINGLE);
  g_autoptr (GscopeMarker) marker = NULL;

  gscope_scope_mark_trigger (playback.scope, playback.trigger);
  assert_fired (&playback, 10 * GSCOPE_SEC, 1);
  assert_fired (&playback, 5 * GSCOPE_SEC, 1);
  gscope_trigger_arm (playback.trigger);
  assert_fired (&playback, 7 * GSCOPE_SEC, 2);
  marker = g_list_model_get_item (G_LIST_MODEL (gscope_scope_get_markers (playback.scope)), 1);
  g_assert_cmpint (gscope_marker_get_time (marker), ==, 5500 * GSCOPE_MSEC);
  end_playback (&playback);
}

/* Traces of large recordings are replaced, with more samples or fewer before the pen. */
static void
test_playback_composed (void)
{
  Playback playback = make_playback (GSCOPE_TRIGGER_MODE_NORMAL);
  GscopeTrace *trace = gscope_signal_get_trace (playback.signal);

  gscope_scope_mark_trigger (playback.scope, playback.trigger);
  assert_fired (&playback, 4 * GSCOPE_SEC, 4);
  gscope_trace_clear (trace);
  for (gint64 time = 3 * GSCOPE_SEC; time <= 10 * GSCOPE_SEC; time += 500 * GSCOPE_MSEC)
    {
      double value = time % GSCOPE_SEC ? 9 : 0;

      gscope_trace_append (trace, &time, &value, 1);
    }
  assert_fired (&playback, 6 * GSCOPE_SEC, 6);
  end_playback (&playback);
}

/* Nothing can trigger any more, so nothing waits. */
static void
test_gone (Fixture *f, gconstpointer data)
{
  make_trigger (f, f->watched, GSCOPE_TRIGGER_MODE_NORMAL);
  gscope_scope_mark_trigger (f->scope, f->trigger);
  run (f, 10, (const int[]){ 1100, 0 });
  gscope_scope_remove_signal (f->scope, f->watched);
  iterate ();
  g_assert_null (gscope_trigger_get_watched (f->trigger));
  run (f, 5, (const int[]){ 0 });
  assert_times (f->signal, "| 1080 1090 1100 1110 1120 |");
}

static gboolean
is_calm (const GscopeTriggerWatch *watch, const GscopeSample *sample)
{
  gint64 until;
  const GscopeExtent *calm = gscope_trigger_watch_get_calm (watch, &until);

  return sample->time < until && sample->value >= calm->min && sample->value <= calm->max;
}

/* At which of its samples, numbered from 0 and a millisecond apart, a condition fires, also if it is not fed calm ones. */
static void
assert_fires (const GscopeTriggerCondition *condition, const double *values, gsize n,
              const char *expected)
{
  for (guint is_sparing = 0; is_sparing < 2; is_sparing++)
    {
      g_autoptr (GString) text = g_string_new (NULL);
      g_autoptr (GscopeTriggerWatch) watch = gscope_trigger_watch_new (condition);

      for (gsize i = 0; i < n; i++)
        {
          GscopeSample sample = { (gint64) i * GSCOPE_MSEC, values[i] };

          if (!(is_sparing && is_calm (watch, &sample))
              && gscope_trigger_watch_feed (watch, &sample))
            g_string_append_printf (text, "%zu ", i);
        }
      g_assert_cmpstr (g_strchomp (text->str), ==, expected);
    }
}

static const double values[] = { 0, 7, 4, 7, 0, 5, 5, 5, 0, NAN, 9, 0, 9 };

/* When conditions fire at these values. Each kind of trigger has a row. */
static const struct
{
  GscopeTriggerCondition condition;
  const char *expected;
} rows[] = {
  { { .kind = GSCOPE_TRIGGER_KIND_RISING, .level = 5 }, "1 3 5 12" },
  { { .kind = GSCOPE_TRIGGER_KIND_RISING, .level = 5, .hysteresis = 2 }, "1 5 12" },
  { { .kind = GSCOPE_TRIGGER_KIND_FALLING, .level = 4.5 }, "2 4 8 11" },
  { { .kind = GSCOPE_TRIGGER_KIND_EITHER, .level = 4.5 }, "1 2 3 4 5 8 11 12" },
  { { .kind = GSCOPE_TRIGGER_KIND_ABOVE, .level = 5 }, "1 3 10 12" },
  { { .kind = GSCOPE_TRIGGER_KIND_BELOW, .level = 1 }, "0 4 8 11" },
  { { .kind = GSCOPE_TRIGGER_KIND_HIGH_PULSE,
      .level = 4.5,
      .min_width = 2 * GSCOPE_MSEC,
      .max_width = 5 * GSCOPE_MSEC },
    "8" },
  { { .kind = GSCOPE_TRIGGER_KIND_LOW_PULSE, .level = 4.5, .max_width = GSCOPE_MSEC }, "3 5 12" },
  { { .kind = GSCOPE_TRIGGER_KIND_ENTERS, .level = 3, .upper = 6 }, "2 5" },
  { { .kind = GSCOPE_TRIGGER_KIND_LEAVES, .level = 3, .upper = 6 }, "3 8" },
  { { .kind = GSCOPE_TRIGGER_KIND_RISING_SLEW, .level = 3, .upper = 6, .max_width = GSCOPE_MSEC },
    "1 12" },
  { { .kind = GSCOPE_TRIGGER_KIND_FALLING_SLEW, .level = 3, .upper = 6, .max_width = GSCOPE_MSEC },
    "4 11" },
  { { .kind = GSCOPE_TRIGGER_KIND_HIGH_RUNT, .level = 3, .upper = 6 }, "8" },
  { { .kind = GSCOPE_TRIGGER_KIND_LOW_RUNT, .level = 3, .upper = 6 }, "3" },
  { { .kind = GSCOPE_TRIGGER_KIND_DROPOUT, .level = 4.5, .min_width = 2 * GSCOPE_MSEC }, "7" },
  { { .kind = GSCOPE_TRIGGER_KIND_WRITTEN }, "" },
};

static void
test_kinds (void)
{
  g_autoptr (GEnumClass) kinds = g_type_class_ref (GSCOPE_TYPE_TRIGGER_KIND);

  for (guint i = 0; i < kinds->n_values; i++)
    {
      guint n = 0;

      for (guint row = 0; row < G_N_ELEMENTS (rows); row++)
        if (rows[row].condition.kind == (guint) kinds->values[i].value)
          {
            assert_fires (&rows[row].condition, values, G_N_ELEMENTS (values), rows[row].expected);
            n++;
          }
      if (n == 0)
        g_error ("%s has no row of expectations", kinds->values[i].value_name);
      g_assert_nonnull (gscope_trigger_kind_get_title (kinds->values[i].value));
    }
}

/* A wave with noise, steps and gaps, in values that are often equal to a level. */
static double
get_value (GRand *random, gsize i)
{
  if (g_rand_int_range (random, 0, 200) == 0)
    return NAN;
  return round (4 + 4 * sin (i * 0.02) + g_rand_double_range (random, -2, 2));
}

/* A search that skips calm samples finds the same times as a watch that is fed all samples. */
static void
compare_search (const GscopeTriggerCondition *condition, GscopeTrace *trace)
{
  const GscopeTriggerSettings settings = { .condition = *condition, .after = 1 };
  g_autoptr (GscopeTriggerSearch) search =
      gscope_trigger_search_new (trace, &settings, G_MININT64, G_MAXINT64);
  g_autoptr (GscopeTriggerWatch) watch = gscope_trigger_watch_new (condition);
  gsize n_fired = 0, n_found;
  const gint64 *found;

  while (gscope_trigger_search_go_on (search, 1000))
    g_assert_cmpfloat (gscope_trigger_search_get_progress (search), <, 1);
  g_assert_cmpfloat (gscope_trigger_search_get_progress (search), ==, 1);
  found = gscope_trigger_search_get_times (search, &n_found);
  for (guint64 i = 0; i < gscope_trace_get_end (trace); i++)
    {
      GscopeSample sample;

      gscope_trace_read (trace, i, &sample, 1);
      if (!gscope_trigger_watch_feed (watch, &sample))
        continue;
      g_assert_cmpuint (n_fired, <, n_found);
      g_assert_cmpint (found[n_fired++], ==, sample.time);
    }
  g_assert_cmpuint (n_fired, ==, n_found);
}

static void
test_search (void)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GRand) random = g_rand_new_with_seed (16);

  for (gsize i = 0; i < 20000; i++)
    {
      double value = get_value (random, i);
      gint64 time = (gint64) i * GSCOPE_MSEC;

      gscope_trace_append (trace, &time, &value, 1);
    }
  for (gsize i = 0; i < G_N_ELEMENTS (rows); i++)
    compare_search (&rows[i].condition, trace);
}

/* Cancelled or not, a search in the main loop keeps its times, and the holdoff holds. */
static void
on_searched (GObject *search, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  if (!gscope_trigger_search_run_finish (GSCOPE_TRIGGER_SEARCH (search), result, &error))
    g_assert_error (error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  *(int *) data = error ? 2 : 1;
}

static void
test_search_in_loop (void)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 5 },
                                           .after = 1,
                                           .holdoff = 150 * GSCOPE_MSEC };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autoptr (GCancellable) cancellable = g_cancellable_new ();
  g_autoptr (GscopeTriggerSearch) search = NULL;
  int ended = 0;

  for (gint64 time = 0; time < GSCOPE_SEC; time += 50 * GSCOPE_MSEC)
    {
      double value = time % (100 * GSCOPE_MSEC) == 0 ? 0 : 9;

      gscope_trace_append (trace, &time, &value, 1);
    }
  search = gscope_trigger_search_new (trace, &settings, 0, GSCOPE_SEC);
  g_cancellable_cancel (cancellable);
  gscope_trigger_search_run_async (search, cancellable, on_searched, &ended);
  while (ended == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ended, ==, 2);
  gscope_trigger_search_run_async (search, NULL, on_searched, &ended);
  while (ended == 2)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (ended, ==, 1);
  g_assert_cmpuint (gscope_trigger_search_get_n_found (search), ==, 5);
  g_assert_cmpuint (gscope_trigger_search_get_n_lost (search), ==, 0);
}

/* Samples that were evicted before the search came to them are counted. */
static void
test_search_evicted (void)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 5 }, .after = 1 };
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autofree double *zeros = g_new0 (double, 10000);
  g_autoptr (GscopeTriggerSearch) search = NULL;

  gscope_trace_append_regular (trace, 0, 1, zeros, 10000);
  search = gscope_trigger_search_new (trace, &settings, 0, 10000);
  g_assert_true (gscope_trigger_search_go_on (search, 100));
  g_assert_true (gscope_trace_evict (trace));
  g_assert_false (gscope_trigger_search_go_on (search, 10000));
  g_assert_cmpuint (gscope_trigger_search_get_n_lost (search), ==, 4096 - 100);
}

static GscopeMarker *
add_write (Fixture *f, const char *parameter, GscopeMarkerKind kind)
{
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (gscope_clock_get_time (f->clock), kind, parameter, "1 → 2", NULL);

  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
  return g_steal_pointer (&marker);
}

/* A write fires once it is accepted, at its own time; writes of other parameters and refused ones do not. */
static void
test_written (Fixture *f, gconstpointer data)
{
  GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_WRITTEN, .parameter = (char *) "source/gain" },
    .after = 1,
  };
  g_autoptr (GscopeMarker) pending = NULL;

  f->trigger = gscope_trigger_new (f->watched, &settings);
  gscope_scope_mark_trigger (f->scope, f->trigger);
  run (f, 5, (const int[]){ 0 });
  g_object_unref (add_write (f, "source/other", GSCOPE_MARKER_KIND_WRITE));
  run (f, 5, (const int[]){ 0 });
  g_object_unref (add_write (f, "source/gain", GSCOPE_MARKER_KIND_REFUSED));
  run (f, 5, (const int[]){ 0 });
  pending = add_write (f, "source/gain", GSCOPE_MARKER_KIND_PENDING);
  run (f, 30, (const int[]){ 0 });
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 0);
  gscope_marker_resolve (pending, GSCOPE_MARKER_KIND_WRITE, "1 → 2", NULL);
  run (f, 1, (const int[]){ 0 });
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 1);
  run (f, 10, (const int[]){ 0 });
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 1);
  settings = *gscope_trigger_get_settings (f->trigger);
  gscope_trigger_set_settings (f->trigger, &settings);
  g_assert_cmpstr (gscope_trigger_get_settings (f->trigger)->condition.parameter, ==,
                   "source/gain");
}

/* Samples wait until it is known whether there was a write. */
static void
test_written_capture (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_WRITTEN, .parameter = (char *) "source/gain" },
    .after = 20 * GSCOPE_MSEC,
  };
  g_autoptr (GscopeMarker) pending = NULL;

  f->trigger = gscope_trigger_new (f->watched, &settings);
  gscope_scope_mark_trigger (f->scope, f->trigger);
  gscope_trigger_capture (f->trigger, f->signal);
  run (f, 10, (const int[]){ 0 });
  g_object_unref (add_write (f, "source/gain", GSCOPE_MARKER_KIND_WRITE));
  run (f, 10, (const int[]){ 0 });
  pending = add_write (f, "source/gain", GSCOPE_MARKER_KIND_PENDING);
  run (f, 40, (const int[]){ 0 });
  gscope_marker_resolve (pending, GSCOPE_MARKER_KIND_WRITE, "1 → 2", NULL);
  run (f, 2, (const int[]){ 0 });
  assert_times (f->signal, "| 1100 1110 | 1200 1210 |");
}

/* Other settings apply from the next sample on, and arm the trigger again. */
static void
test_settings (Fixture *f, gconstpointer data)
{
  GscopeTriggerSettings settings = { .condition = { .level = 20 },
                                     .mode = GSCOPE_TRIGGER_MODE_SINGLE,
                                     .after = GSCOPE_MSEC };

  f->trigger = gscope_trigger_new (f->watched, &settings);
  gscope_scope_mark_trigger (f->scope, f->trigger);
  run (f, 20, (const int[]){ 1100, 0 });
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 0);
  settings.condition.level = 5;
  gscope_trigger_set_settings (f->trigger, &settings);
  run (f, 20, (const int[]){ 1300, 1350, 0 });
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 1);
  g_assert_false (gscope_trigger_is_armed (f->trigger));
  gscope_trigger_set_settings (f->trigger, &settings);
  g_assert_true (gscope_trigger_is_armed (f->trigger));
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/trigger/normal", test_normal);
  ADD ("/trigger/single", test_single);
  ADD ("/trigger/auto", test_auto);
  ADD ("/trigger/itself", test_itself);
  ADD ("/trigger/holdoff", test_holdoff);
  ADD ("/trigger/polled", test_polled);
  ADD ("/trigger/release", test_release);
  ADD ("/trigger/bound", test_bound);
  ADD ("/trigger/silence", test_silence);
  ADD ("/trigger/stop", test_stop);
  ADD ("/trigger/mark", test_mark);
  ADD ("/trigger/gone", test_gone);
  g_test_add_func ("/trigger/playback", test_playback);
  g_test_add_func ("/trigger/playback-single", test_playback_single);
  g_test_add_func ("/trigger/playback-composed", test_playback_composed);
  ADD ("/trigger/written", test_written);
  ADD ("/trigger/written-capture", test_written_capture);
  ADD ("/trigger/settings", test_settings);
  g_test_add_func ("/trigger/kinds", test_kinds);
  g_test_add_func ("/trigger/search", test_search);
  g_test_add_func ("/trigger/search-in-loop", test_search_in_loop);
  g_test_add_func ("/trigger/search-evicted", test_search_evicted);
  return g_test_run ();
}
