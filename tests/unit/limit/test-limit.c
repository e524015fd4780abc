/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/gscope.h>

#include <json-glib/json-glib.h>
#include <math.h>

/* A sample each 10 ms; delay 100 ms. Time begins at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeProducer *producer;
  GscopeTrigger *trigger;
  GscopeLimit *limit;
  guint n_told;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 4.5, .hysteresis = 1 },
                                           .after = 1 };

  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->signal = gscope_scope_add_buffered (f->scope, "signal");
  gscope_signal_set_unit (f->signal, "ms");
  f->producer = gscope_signal_create_producer (f->signal);
  f->trigger = gscope_trigger_new (f->signal, &settings);
  gscope_scope_mark_trigger (f->scope, f->trigger);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  gscope_producer_unref (f->producer);
  if (f->limit)
    g_assert_finalize_object (f->limit);
  g_assert_finalize_object (f->trigger);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->clock);
}

static void
on_failed (GscopeLimit *limit, gint64 time, double value, Fixture *f)
{
  f->n_told++;
}

static void
make (Fixture *f, const GscopeLimitSettings *settings)
{
  g_autoptr (GError) error = NULL;

  f->limit = gscope_limit_new (f->scope, f->signal, f->trigger, settings, &error);
  g_assert_no_error (error);
  g_signal_connect (f->limit, "failed", G_CALLBACK (on_failed), f);
}

static void
settle (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
push (Fixture *f, const double *values, guint n)
{
  for (guint i = 0; i < n; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      gscope_producer_push (f->producer, gscope_clock_get_time (f->clock), values[i]);
      gscope_scope_drain (f->scope);
      settle ();
    }
}

/* Until all samples are in the trace. */
static void
wait (Fixture *f)
{
  const double value = 0;

  for (guint i = 0; i < 30; i++)
    push (f, &value, 1);
}

static void
test_band (Fixture *f, gconstpointer data)
{
  const double values[] = { 1, 5, 5.5, 7, 2, NAN, -3, -1 };
  const GscopeLimitResult *result;
  const GscopeLimitFailure *failures;
  g_autofree char *title = NULL;
  g_autofree char *outcome = NULL;
  gsize n;

  push (f, &values[3], 1);
  wait (f);
  make (f, &(GscopeLimitSettings){ .lower = -1, .upper = 5, .marks = TRUE });
  result = gscope_limit_get_result (f->limit);
  outcome = gscope_limit_dup_outcome (f->limit);
  g_assert_cmpstr (outcome, ==, "no sample was compared");
  push (f, values, G_N_ELEMENTS (values));
  wait (f);
  g_assert_cmpuint (result->n_failed, ==, 3);
  g_assert_cmpuint (result->n_failures, ==, 2);
  g_assert_cmpuint (result->n_missed, ==, 0);
  g_assert_cmpfloat (result->margin, ==, -2);
  g_assert_cmpint (result->first.time % GSCOPE_SEC, ==, 340 * GSCOPE_MSEC);
  g_assert_cmpfloat (result->first.value, ==, 5.5);
  g_assert_cmpuint (f->n_told, ==, 2);
  failures = gscope_limit_get_failures (f->limit, &n);
  g_assert_cmpuint (n, ==, 2);
  g_assert_cmpint (failures[0].end - failures[0].begin, ==, 10 * GSCOPE_MSEC);
  g_assert_cmpfloat (failures[0].worst.value, ==, 7);
  g_assert_cmpfloat (failures[1].worst.value, ==, -3);
  title = gscope_limit_dup_title (f->limit);
  g_assert_cmpstr (title, ==, "−1 ms to 5 ms");
}

/* A limit accepts its own settings. */
static void
test_own_settings (Fixture *f, gconstpointer data)
{
  gsize n;

  make (f,
        &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_MASK, .mask = (char *) "0 1 2, 1 3 4" });
  gscope_limit_set_settings (f->limit, gscope_limit_get_settings (f->limit));
  g_assert_cmpstr (gscope_limit_get_settings (f->limit)->mask, ==, "0 1 2, 1 3 4");
  g_assert_nonnull (gscope_limit_get_corners (f->limit, &n));
  g_assert_cmpuint (n, ==, 2);
}

/* Copies of failures, corners, settings and results stay the same when the limit changes. */
static void
test_copies (Fixture *f, gconstpointer data)
{
  const double values[] = { 1, 5.5, 7, 2, -3, -1 };
  const GscopeLimitSettings mask = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                     .mask = (char *) "0 1 2, 1 3 4" };
  g_autofree GscopeLimitFailure *failures = NULL;
  g_autofree GscopeLimitCorner *corners = NULL;
  g_autoptr (GscopeLimitSettings) settings = NULL;
  GscopeLimitResult *result;
  gsize n;

  make (f, &(GscopeLimitSettings){ .lower = -1, .upper = 5 });
  push (f, values, G_N_ELEMENTS (values));
  wait (f);
  g_assert_null (gscope_limit_dup_corners (f->limit, &n));
  g_assert_cmpuint (n, ==, 0);
  failures = gscope_limit_dup_failures (f->limit, &n);
  g_assert_cmpuint (n, ==, 2);
  result = g_boxed_copy (GSCOPE_TYPE_LIMIT_RESULT, gscope_limit_get_result (f->limit));
  gscope_limit_set_settings (f->limit, &mask);
  settings = g_boxed_copy (GSCOPE_TYPE_LIMIT_SETTINGS, gscope_limit_get_settings (f->limit));
  corners = gscope_limit_dup_corners (f->limit, &n);
  g_assert_cmpuint (n, ==, 2);
  gscope_limit_set_settings (f->limit, &(GscopeLimitSettings){ .upper = 5 });
  g_assert_null (gscope_limit_dup_failures (f->limit, &n));
  g_assert_cmpuint (n, ==, 0);
  g_assert_cmpint (failures[0].end - failures[0].begin, ==, 10 * GSCOPE_MSEC);
  g_assert_cmpfloat (failures[0].worst.value, ==, 7);
  g_assert_cmpfloat (failures[1].worst.value, ==, -3);
  g_assert_cmpfloat (failures[1].excess, ==, 2);
  g_assert_cmpint (corners[1].time, ==, GSCOPE_SEC);
  g_assert_cmpfloat (corners[1].lower, ==, 3);
  g_assert_cmpfloat (corners[1].upper, ==, 4);
  g_assert_cmpint (settings->kind, ==, GSCOPE_LIMIT_KIND_MASK);
  g_assert_cmpstr (settings->mask, ==, mask.mask);
  g_assert_cmpuint (result->n_failures, ==, 2);
  g_assert_cmpfloat (result->first.value, ==, 5.5);
  g_boxed_free (GSCOPE_TYPE_LIMIT_RESULT, result);
}

static guint
count_failures_marked (Fixture *f)
{
  GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f->scope));
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (markers); i++)
    {
      g_autoptr (GscopeMarker) marker = g_list_model_get_item (markers, i);

      n += g_str_equal (gscope_marker_get_label (marker), "Limit failed")
           && gscope_marker_get_kind (marker) == GSCOPE_MARKER_KIND_FAILURE;
    }
  return n;
}

static void
test_marks_and_stops (Fixture *f, gconstpointer data)
{
  const double values[] = { 1, 8, 1, 8, 1 };

  make (f, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_AT_LEAST, .lower = 2, .upper = -9 });
  push (f, values, 2);
  g_assert_cmpuint (count_failures_marked (f), ==, 0);
  g_clear_object (&f->limit);
  gscope_scope_start (f->scope);
  make (f, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_AT_MOST,
                                   .lower = 9,
                                   .upper = 5,
                                   .marks = TRUE,
                                   .stops = TRUE });
  push (f, values, G_N_ELEMENTS (values));
  wait (f);
  g_assert_cmpuint (count_failures_marked (f), >=, 1);
  g_assert_false (gscope_scope_get_running (f->scope));
}

/* A line from 0 to 9 each 100 ms, which crosses the level 4.5 at 45 ms; the spike of one period is beyond the mask. */
static void
push_period (Fixture *f, double spike)
{
  for (guint i = 0; i < 10; i++)
    {
      double value = i == 7 ? spike : i;

      push (f, &value, 1);
    }
}

static void
test_mask (Fixture *f, gconstpointer data)
{
  const GscopeLimitResult *result;
  const GscopeLimitCorner *corners;
  g_autofree char *outcome = NULL;
  gsize n;

  gscope_signal_set_line_mode (f->signal, GSCOPE_LINE_MODE_LINES);
  make (f, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_MASK,
                                   .mask = (char *) "-0.025 1.9 2.1, 0.015 5.9 6.1, 0.035 7 9" });
  result = gscope_limit_get_result (f->limit);
  corners = gscope_limit_get_corners (f->limit, &n);
  g_assert_cmpuint (n, ==, 3);
  g_assert_cmpint (corners[0].time, ==, -25 * GSCOPE_MSEC);
  for (guint i = 0; i < 4; i++)
    push_period (f, i == 2 ? 7.9 : 7);
  wait (f);
  g_assert_cmpuint (result->n_captures, ==, 4);
  g_assert_cmpuint (result->n_failed_captures, ==, 1);
  g_assert_cmpuint (result->n_failed, ==, 1);
  g_assert_cmpuint (result->n_passed, ==, 4 * 7 - 1);
  g_assert_cmpfloat_with_epsilon (result->margin, -0.35, 1e-9);
  g_assert_cmpfloat_with_epsilon (result->margin_time, 0.025, 1e-9);
  g_assert_cmpuint (f->n_told, ==, 1);
  outcome = gscope_limit_dup_outcome (f->limit);
  g_assert_cmpstr (
      outcome, ==,
      "1 failure, 1 of 28 samples failed, 1 of 4 captures failed, margin −0.35 ms at 25 ms "
      "from the trigger");
}

/* A mask without a trigger says what is missing. */
static void
test_no_trigger (Fixture *f, gconstpointer data)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                         .mask = (char *) "0 1 2, 1 1 2" };
  g_autofree char *own = NULL, *other = NULL;
  GscopeLimitSettings named = settings;

  f->limit = gscope_limit_new (f->scope, f->signal, NULL, &settings, NULL);
  own = gscope_limit_dup_title (f->limit);
  g_assert_cmpstr (own, ==, "Mask, but “signal” has no trigger");
  named.trigger = (char *) "another";
  gscope_limit_set_settings (f->limit, &named);
  other = gscope_limit_dup_title (f->limit);
  g_assert_cmpstr (other, ==, "Mask, but “another” has no trigger");
  wait (f);
  g_assert_cmpint (gscope_limit_result_get_verdict (gscope_limit_get_result (f->limit)), ==,
                   GSCOPE_LIMIT_VERDICT_UNKNOWN);
}

static char *
describe (Fixture *f)
{
  g_autoptr (GVariant) outcome = gscope_limit_result_describe (gscope_limit_get_result (f->limit));

  return json_gvariant_serialize_data (outcome, NULL);
}

/* The outcome as JSON; what a mask has in addition is left out. */
static void
test_describe (Fixture *f, gconstpointer data)
{
  const double values[] = { 1, 7, 2 };
  g_autofree char *before = NULL, *after = NULL;

  make (f, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 5 });
  before = describe (f);
  g_assert_cmpstr (
      before, ==,
      "{\"verdict\":\"unknown\",\"margin\":null,\"failures\":0,\"failed\":0,\"passed\":0,"
      "\"missed\":0}");
  push (f, values, G_N_ELEMENTS (values));
  after = describe (f);
  g_assert_cmpstr (
      after, ==,
      "{\"verdict\":\"fails\",\"margin\":-2.0,\"failures\":1,\"failed\":1,\"passed\":2,"
      "\"missed\":0}");
}

/* The text says how many samples were missed. */
static void
test_missed (Fixture *f, gconstpointer data)
{
  GscopeLimitResult result;
  g_autofree char *incomplete = NULL, *failed = NULL;

  gscope_limit_result_init (&result, GSCOPE_LIMIT_KIND_AT_MOST);
  result.margin = 2;
  result.n_passed = 10;
  result.n_missed = 5;
  g_assert_cmpint (gscope_limit_result_get_verdict (&result), ==, GSCOPE_LIMIT_VERDICT_INCOMPLETE);
  incomplete = gscope_limit_result_dup_text (&result, "V");
  g_assert_cmpstr (incomplete, ==, "incomplete, 5 missed, 0 of 10 samples failed, margin 2 V");
  result.n_failed = result.n_failures = 1;
  failed = gscope_limit_result_dup_text (&result, "V");
  g_assert_cmpstr (failed, ==, "1 failure, 5 missed, 1 of 11 samples failed, margin 2 V");
}

/* A mask that becomes another limit has no trigger any more. */
static void
test_no_mask (Fixture *f, gconstpointer data)
{
  make (f, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_MASK,
                                   .mask = (char *) "0 0 9, 0.03 0 9" });
  push_period (f, 7);
  wait (f);
  g_assert_cmpuint (gscope_limit_get_result (f->limit)->n_captures, ==, 1);
  gscope_limit_set_settings (
      f->limit, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 6.5 });
  g_assert_null (gscope_limit_get_trigger (f->limit));
  push_period (f, 7);
  wait (f);
  g_assert_cmpuint (gscope_limit_get_result (f->limit)->n_captures, ==, 0);
  g_assert_cmpuint (gscope_limit_get_result (f->limit)->n_failed, ==, 3);
}

/* A failure that is forgotten before it was reported stops nothing. */
static void
test_reset (Fixture *f, gconstpointer data)
{
  const double value = 8;

  gscope_scope_start (f->scope);
  make (f, &(GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 5, .stops = TRUE });
  wait (f);
  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
  gscope_producer_push (f->producer, gscope_clock_get_time (f->clock), value);
  for (guint i = 0; i < 30 && gscope_limit_get_result (f->limit)->n_failed == 0; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      gscope_scope_drain (f->scope);
    }
  g_assert_cmpuint (gscope_limit_get_result (f->limit)->n_failed, ==, 1);
  gscope_limit_reset (f->limit);
  settle ();
  g_assert_cmpuint (f->n_told, ==, 0);
  g_assert_true (gscope_scope_get_running (f->scope));
}

static void
test_refused (Fixture *f, gconstpointer data)
{
  static const char *const bad[] = { NULL,
                                     "",
                                     "0 1 2",
                                     "0 1 2, 1 2 1",
                                     "1 1 2, 0 1 2",
                                     "0 1 2, 0 1 2",
                                     "0 1 2, 1 1",
                                     "0 1 2, 1 1 2 3",
                                     "0 1 2, x 1 2",
                                     "0 1 2, nan 1 2",
                                     "0 1 2, 1e9 1 2",
                                     "- 1 2, 1 1 2" };
  GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK };

  for (guint i = 0; i < G_N_ELEMENTS (bad); i++)
    {
      g_autoptr (GError) error = NULL;

      settings.mask = (char *) bad[i];
      g_assert_null (gscope_limit_new (f->scope, f->signal, NULL, &settings, &error));
      g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
    }
  settings = (GscopeLimitSettings){ .kind = GSCOPE_LIMIT_KIND_BETWEEN, .lower = 2, .upper = 1 };
  g_assert_false (gscope_limit_settings_check (&settings, NULL));
}

static void
test_format (Fixture *f, gconstpointer data)
{
  gsize n;
  g_autofree GscopeLimitCorner *corners =
      gscope_limit_mask_parse (" -0.5 - 2.5,0 1e3 -,  1 -7 8 ", &n, NULL);
  g_autofree char *text = NULL;

  g_assert_nonnull (corners);
  g_assert_cmpint (corners[0].time, ==, -GSCOPE_SEC / 2);
  text = gscope_limit_mask_format (corners, n);
  g_assert_cmpstr (text, ==, "-0.5 - 2.5, 0 1000 -, 1 -7 8");
}

/* A corner keeps its order, and its lower bound below its upper one. */
static void
test_move_corner (Fixture *f, gconstpointer data)
{
  GscopeLimitCorner corners[] = { { 0, 1, 5 }, { 10, -INFINITY, 5 }, { 20, 1, 5 } };

  gscope_limit_mask_move_corner (corners, 3, 1, 15, TRUE, 7);
  g_assert_cmpint (corners[1].time, ==, 15);
  g_assert_cmpfloat (corners[1].upper, ==, 7);
  g_assert_cmpfloat (corners[1].lower, ==, -INFINITY);
  gscope_limit_mask_move_corner (corners, 3, 1, 30, TRUE, -100);
  g_assert_cmpint (corners[1].time, ==, 20);
  g_assert_cmpfloat (corners[1].upper, ==, -100);
  gscope_limit_mask_move_corner (corners, 3, 0, -30, FALSE, 9);
  g_assert_cmpint (corners[0].time, ==, -30);
  g_assert_cmpfloat (corners[0].lower, ==, 5);
  /* both others are at 20, and a mask has a length */
  gscope_limit_mask_move_corner (corners, 3, 0, 30, FALSE, 2);
  g_assert_cmpint (corners[0].time, ==, -30);
  g_assert_cmpfloat (corners[0].lower, ==, 2);
}

/* A new corner is on the lines, where both ends of them have a bound. */
static void
test_add_corner (Fixture *f, gconstpointer data)
{
  GscopeLimitCorner corners[GSCOPE_LIMIT_MAX_CORNERS] = { { 0, 1, 5 },
                                                          { 10, 3, 5 },
                                                          { 20, 3, INFINITY } };

  g_assert_cmpuint (gscope_limit_mask_add_corner (corners, 3, 5), ==, 1);
  g_assert_cmpint (corners[1].time, ==, 5);
  g_assert_cmpfloat (corners[1].lower, ==, 2);
  g_assert_cmpfloat (corners[1].upper, ==, 5);
  g_assert_cmpint (corners[2].time, ==, 10);
  g_assert_cmpuint (gscope_limit_mask_add_corner (corners, 4, 15), ==, 3);
  g_assert_cmpfloat (corners[3].lower, ==, 3);
  g_assert_cmpfloat (corners[3].upper, ==, INFINITY);
  /* not beside the mask */
  g_assert_cmpuint (gscope_limit_mask_add_corner (corners, 5, 100), ==, 4);
  g_assert_cmpint (corners[4].time, ==, 20);
  g_assert_cmpint (corners[5].time, ==, 20);
  g_assert_cmpuint (gscope_limit_mask_add_corner (corners, 6, -100), ==, 1);
  g_assert_cmpint (corners[1].time, ==, 0);
  g_assert_cmpfloat (corners[1].lower, ==, 1);
}

/* At least two corners remain, at different times. */
static void
test_remove_corner (Fixture *f, gconstpointer data)
{
  GscopeLimitCorner corners[] = { { 0, 1, 5 }, { 0, 2, 6 }, { 10, 3, 7 }, { 20, 4, 8 } };

  g_assert_true (gscope_limit_mask_remove_corner (corners, 4, 2));
  g_assert_cmpint (corners[2].time, ==, 20);
  g_assert_cmpfloat (corners[2].lower, ==, 4);
  g_assert_false (gscope_limit_mask_remove_corner (corners, 3, 2));
  g_assert_true (gscope_limit_mask_remove_corner (corners, 3, 0));
  g_assert_cmpfloat (corners[0].lower, ==, 2);
  g_assert_false (gscope_limit_mask_remove_corner (corners, 2, 0));
}

/* The capture from which a mask is taken passes, and the same beyond the margin fails. */
static void
test_from_trace (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autofree GscopeLimitCorner *corners = NULL;
  g_autofree char *text = NULL;
  gsize n;

  g_assert_null (gscope_limit_mask_from_trace (trace, 0, 1, 0));
  for (gint64 i = 0; i <= 1000; i++)
    {
      GscopeSample sample = { i * GSCOPE_MSEC, sin (0.01 * (double) i) };

      gscope_trace_append_samples (trace, &sample, 1);
    }
  text = gscope_limit_mask_from_trace (trace, GSCOPE_SEC / 2, 0.25, 0);
  corners = gscope_limit_mask_parse (text, &n, NULL);
  g_assert_cmpuint (n, ==, GSCOPE_LIMIT_MAX_CORNERS);
  g_assert_cmpint (corners[0].time, ==, -GSCOPE_SEC / 2);
  g_assert_cmpint (corners[n - 1].time, ==, GSCOPE_SEC / 2);
  for (gsize i = 0; i < n; i++)
    {
      double value = sin (0.01 * (double) (corners[i].time + GSCOPE_SEC / 2) / GSCOPE_MSEC);

      g_assert_cmpfloat (corners[i].lower, <=, value - 0.249);
      g_assert_cmpfloat (corners[i].upper, >=, value + 0.249);
      g_assert_cmpfloat (corners[i].upper - corners[i].lower, <=, 0.5 + 0.35);
    }
}

/* The bounds around large values with a small swing are as exact as the swing needs. */
static void
test_from_large_values (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeTrace) trace = gscope_trace_new ();
  g_autofree GscopeLimitCorner *corners = NULL;
  g_autofree char *text = NULL;
  gsize n;

  for (gint64 i = 0; i <= 1000; i++)
    {
      GscopeSample sample = { i * GSCOPE_MSEC, 1e9 + sin (0.01 * (double) i) };

      gscope_trace_append_samples (trace, &sample, 1);
    }
  text = gscope_limit_mask_from_trace (trace, 0, 0, 0);
  corners = gscope_limit_mask_parse (text, &n, NULL);
  g_assert_nonnull (corners);
  for (gsize i = 0; i < n; i++)
    {
      guint64 position = gscope_trace_find (trace, corners[i].time);
      double value = gscope_trace_get_value (trace, MIN (position, 1000));

      g_assert_cmpfloat (corners[i].lower, <=, value);
      g_assert_cmpfloat (corners[i].upper, >=, value);
      g_assert_cmpfloat (corners[i].upper - corners[i].lower, <=, 0.36);
    }
}

/* A recording. */
typedef struct
{
  GscopeTransport *transport;
  GscopeScope *scope;
  GscopeSignal *signal;
  GscopeTrigger *trigger;
  GscopeLimit *limit;
} Playback;

static void
make_recording (Playback *self)
{
  const GscopeTriggerSettings settings = {
    .condition = { .kind = GSCOPE_TRIGGER_KIND_RISING, .level = 5 }, .after = 1
  };
  g_autoptr (GscopeClock) base = gscope_test_clock_new (0);

  self->transport = gscope_transport_new (base);
  self->scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (self->transport));
  self->signal = gscope_scope_add_buffered (self->scope, "played");
  self->trigger = gscope_trigger_new (self->signal, &settings);
  gscope_transport_set_range (self->transport, 0, 10 * GSCOPE_SEC);
}

static void
add_played (Playback *self, gint64 time, double value)
{
  gscope_trace_append (gscope_signal_get_trace (self->signal), &time, &value, 1);
}

/* Ten seconds, a sample each 100 ms, with a pulse at the middle of each second, of which the fourth is higher; all are played, and the
 * trigger has fired. */
static void
open_recording (Playback *self)
{
  make_recording (self);
  for (gint64 time = 0; time <= 10 * GSCOPE_SEC; time += 100 * GSCOPE_MSEC)
    {
      double height = time / GSCOPE_SEC == 3 ? 12 : 9;

      add_played (self, time, time % GSCOPE_SEC == 500 * GSCOPE_MSEC ? height : 0);
    }
  gscope_scope_mark_trigger (self->scope, self->trigger);
  gscope_transport_seek (self->transport, 10 * GSCOPE_SEC);
  settle ();
}

static void
limit_recording (Playback *self, const GscopeLimitSettings *settings)
{
  self->limit = gscope_limit_new (self->scope, self->signal, self->trigger, settings, NULL);
  g_assert_nonnull (self->limit);
  settle ();
}

static void
close_recording (Playback *self)
{
  g_assert_finalize_object (self->limit);
  g_assert_finalize_object (self->scope);
  g_assert_finalize_object (self->trigger);
  g_assert_finalize_object (self->transport);
}

static guint
count_marks (Playback *self)
{
  Fixture f = { .scope = self->scope };

  return count_failures_marked (&f);
}

/* A mask compares a recording from its beginning, also the firings that the trigger has reported before, and again after a reset. */
static void
test_playback_mask (void)
{
  GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                   .mask = (char *) "0 - 10, 0.4 - 10",
                                   .marks = TRUE };
  Playback f;
  const GscopeLimitResult *result;

  open_recording (&f);
  limit_recording (&f, &settings);
  result = gscope_limit_get_result (f.limit);
  g_assert_cmpuint (result->n_captures, ==, 10);
  g_assert_cmpuint (result->n_failed_captures, ==, 1);
  g_assert_cmpuint (count_marks (&f), ==, 1);
  gscope_limit_reset (f.limit);
  settle ();
  g_assert_cmpuint (result->n_captures, ==, 10);
  g_assert_cmpuint (count_marks (&f), ==, 1);
  settings.mask = (char *) "0 - 8, 0.4 - 8";
  gscope_limit_set_settings (f.limit, &settings);
  settle ();
  g_assert_cmpuint (result->n_failed_captures, ==, 10);
  close_recording (&f);
}

/* Of more firings at once than a trigger reports, the others are counted as missed. */
static void
test_playback_unreported (void)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_MASK,
                                         .mask = (char *) "0 - 10, 0.0001 - 10" };
  const guint n = 9999;
  Playback f;
  const GscopeLimitResult *result;

  make_recording (&f);
  for (guint i = 0; i < 2 * n; i++)
    add_played (&f, i * GSCOPE_MSEC / 2, i % 2 ? 9 : 0);
  gscope_transport_seek (f.transport, 10 * GSCOPE_SEC);
  settle ();
  limit_recording (&f, &settings);
  result = gscope_limit_get_result (f.limit);
  g_assert_cmpuint (result->n_captures, >=, 4096);
  g_assert_cmpuint (result->n_captures + result->n_missed, ==, n);
  g_assert_cmpint (gscope_limit_result_get_verdict (result), ==, GSCOPE_LIMIT_VERDICT_INCOMPLETE);
  close_recording (&f);
}

/* A bound that is moved in a paused playback is compared again, and the markers follow the new bound. */
static void
test_playback_bound (void)
{
  GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST, .upper = 8, .marks = TRUE };
  Playback f;

  open_recording (&f);
  limit_recording (&f, &settings);
  g_assert_cmpuint (gscope_limit_get_result (f.limit)->n_failures, ==, 10);
  g_assert_cmpuint (count_marks (&f), ==, 10);
  settings.upper = 10;
  gscope_limit_set_settings (f.limit, &settings);
  settle ();
  g_assert_cmpuint (gscope_limit_get_result (f.limit)->n_failures, ==, 1);
  g_assert_cmpuint (count_marks (&f), ==, 1);
  gscope_limit_reset (f.limit);
  settle ();
  g_assert_cmpuint (gscope_limit_get_result (f.limit)->n_failures, ==, 1);
  g_assert_cmpuint (count_marks (&f), ==, 1);
  close_recording (&f);
}

static void
on_more_failed (GscopeLimit *limit, guint64 n, guint64 *n_more)
{
  *n_more += n;
}

/* Of more failures at once than a limit reports, the last marker has the number of the others. */
static void
test_playback_more (void)
{
  const GscopeLimitSettings settings = { .kind = GSCOPE_LIMIT_KIND_AT_MOST,
                                         .upper = 5,
                                         .marks = TRUE };
  const guint n = 300, n_marked = 256;
  guint64 n_more = n - n_marked;
  Playback f;

  make_recording (&f);
  for (guint i = 0; i < 2 * n; i++)
    add_played (&f, i * GSCOPE_MSEC, i % 2 ? 9 : 0);
  gscope_transport_seek (f.transport, 10 * GSCOPE_SEC);
  settle ();
  limit_recording (&f, &settings);
  g_signal_connect (f.limit, "more-failed", G_CALLBACK (on_more_failed), &n_more);
  for (guint i = 0; i < 2; i++)
    {
      GListModel *markers = G_LIST_MODEL (gscope_scope_get_markers (f.scope));
      g_autoptr (GscopeMarker) last = NULL;

      g_assert_cmpuint (gscope_limit_get_result (f.limit)->n_failures, ==, n);
      g_assert_cmpuint (count_marks (&f), ==, n_marked + 1);
      last = g_list_model_get_item (markers, n_marked);
      g_assert_cmpint (gscope_marker_get_time (last), ==, (2 * n_marked + 1) * GSCOPE_MSEC);
      g_assert_cmpstr (gscope_marker_get_detail (last), ==,
                       "≤ 5: 44 failures without markers of their own");
      g_assert_cmpuint (n_more, ==, (i + 1) * (n - n_marked));
      gscope_limit_reset (f.limit);
      settle ();
    }
  close_recording (&f);
}

/* A mask from several captures holds all of them, and no signal that they lack makes one. */
static void
test_from_captures (Fixture *f, gconstpointer data)
{
  const double waves[] = { 0, 0, 0, 5, 2, 0, 0, 0, 0, 0, 0, 5, 3, 0, 0, 0 };
  g_autoptr (GscopeCaptureList) list = gscope_capture_list_new (f->scope, f->trigger);
  GscopeCapture *captures[2];
  g_autofree GscopeLimitCorner *corners = NULL;
  g_autofree char *text = NULL;
  double upper = -INFINITY, lower = INFINITY;
  gsize n;

  gscope_capture_list_set_window (list, 20 * GSCOPE_MSEC, 30 * GSCOPE_MSEC);
  push (f, waves, G_N_ELEMENTS (waves));
  push (f, waves, 3);
  push (f, waves, 3);
  push (f, waves, 3);
  push (f, waves, 3);
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (list)), ==, 2);
  for (guint i = 0; i < G_N_ELEMENTS (captures); i++)
    captures[i] = g_list_model_get_item (G_LIST_MODEL (list), i);
  g_assert_null (gscope_limit_mask_from_captures (captures, 2, "other", 0.1, 0));
  text = gscope_limit_mask_from_captures (captures, 2, "signal", 0.1, 0);
  corners = gscope_limit_mask_parse (text, &n, NULL);
  g_assert_nonnull (corners);
  for (gsize i = 0; i < n; i++)
    {
      upper = MAX (upper, corners[i].upper);
      lower = MIN (lower, corners[i].lower);
    }
  g_assert_cmpfloat (ABS (upper - 5.5), <, 1e-3);
  g_assert_cmpfloat (ABS (lower + 0.5), <, 1e-3);
  for (guint i = 0; i < G_N_ELEMENTS (captures); i++)
    g_object_unref (captures[i]);
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/limit/band", test_band);
  ADD ("/limit/own-settings", test_own_settings);
  ADD ("/limit/copies", test_copies);
  ADD ("/limit/marks-and-stops", test_marks_and_stops);
  ADD ("/limit/mask", test_mask);
  ADD ("/limit/no-trigger", test_no_trigger);
  ADD ("/limit/describe", test_describe);
  ADD ("/limit/missed", test_missed);
  ADD ("/limit/no-mask", test_no_mask);
  ADD ("/limit/reset", test_reset);
  ADD ("/limit/refused", test_refused);
  ADD ("/limit/format", test_format);
  ADD ("/limit/move-corner", test_move_corner);
  ADD ("/limit/add-corner", test_add_corner);
  ADD ("/limit/remove-corner", test_remove_corner);
  ADD ("/limit/from-trace", test_from_trace);
  ADD ("/limit/from-large-values", test_from_large_values);
  ADD ("/limit/from-captures", test_from_captures);
  g_test_add_func ("/limit/playback-mask", test_playback_mask);
  g_test_add_func ("/limit/playback-unreported", test_playback_unreported);
  g_test_add_func ("/limit/playback-bound", test_playback_bound);
  g_test_add_func ("/limit/playback-more", test_playback_more);
  return g_test_run ();
}
