/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/scripted-source.h"
#include <gscope-test/run.h>
#include <math.h>
#include <string.h>

#define MS GSCOPE_MSEC
#define NOW (100 * GSCOPE_SEC)

#define HEADER                                                                                     \
  "#gscope {\"version\":1,\"start\":\"1970-01-01T00:00:00.001000000Z\",\"time_ns\":1000000,"       \
  "\"clock\":\"monotonic\",\"signals\":[{\"name\":\"mx/latency\",\"unit\":\"ms\"}]}\n"
#define WRITE(time, label)                                                                         \
  "#gscope {\"marker\":{\"time_ns\":" time ",\"kind\":\"write\",\"subject\":\"mx/a\",\"label\":"   \
  "\"" label "\"}}\n"

/* A scope with the pushed signal “mx/latency” at 100 s, and a recording of the same signal that begins at 1 ms. */
typedef struct
{
  char *folder;
  char *path;
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeProducer *latency;
  GscopeComparisonList *runs;
  /* the run that is compared */
  GscopeComparison *comparison;
  gboolean is_done;
  GError *error;
} Fixture;

static void
set_up (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal;

  f->folder = g_dir_make_tmp ("gscope-XXXXXX", NULL);
  f->path = g_build_filename (f->folder, "run.tuples", NULL);
  f->clock = gscope_test_clock_new (NOW);
  f->scope = gscope_scope_new_with_clock (f->clock);
  gscope_scope_set_delay (f->scope, 0);
  gscope_scope_set_period (f->scope, MS);
  signal = gscope_scope_add_buffered (f->scope, "mx/latency");
  gscope_signal_set_unit (signal, "ms");
  f->latency = gscope_signal_create_producer (signal);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_clear_object (&f->runs);
  gscope_producer_unref (f->latency);
  run_pending ();
  g_object_unref (f->scope);
  g_object_unref (f->clock);
  gscope_test_remove (f->folder);
  g_free (f->folder);
  g_free (f->path);
  g_clear_error (&f->error);
}

/* Advances the clock to a time after 100 s, in ms, pushes a value, and drains. */
static void
push (Fixture *f, gint64 ms, double value)
{
  gint64 time = NOW + ms * MS;

  gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), time - gscope_clock_get_time (f->clock));
  g_assert_true (gscope_producer_push (f->latency, time, value));
  gscope_scope_drain (f->scope);
}

static void
mark (Fixture *f, gint64 ms, const char *label)
{
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (NOW + ms * MS, GSCOPE_MARKER_KIND_WRITE, "mx/a", label, NULL);

  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
}

static void
on_started (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  f->is_done = TRUE;
  gscope_comparison_start_finish (GSCOPE_COMPARISON (object), result, &f->error);
}

static void
compare (Fixture *f, const char *text)
{
  g_autoptr (GFile) file = g_file_new_for_path (f->path);

  g_assert_true (g_file_set_contents (f->path, text, -1, NULL));
  f->runs = gscope_comparison_list_new (f->scope);
  f->comparison = gscope_comparison_list_add (f->runs, 0, file);
  gscope_comparison_start_async (f->comparison, NULL, on_started, f);
  while (!f->is_done)
    g_main_context_iteration (NULL, TRUE);
  run_pending ();
}

/* Compares a trace with one such as "1:2 3:4", milliseconds after 100 s. */
static void
assert_trace (Fixture *f, const char *name, const char *expected)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->scope, name);
  g_autoptr (GString) text = g_string_new (NULL);
  GscopeTrace *trace;

  g_assert_nonnull (signal);
  trace = gscope_signal_get_trace (signal);
  for (guint64 i = gscope_trace_get_first (trace); i < gscope_trace_get_end (trace); i++)
    g_string_append_printf (text, "%s%" G_GINT64_FORMAT ":%g", text->len > 0 ? " " : "",
                            (gscope_trace_get_time (trace, i) - NOW) / MS,
                            gscope_trace_get_value (trace, i));
  g_assert_cmpstr (text->str, ==, expected);
}

static void
assert_anchors (Fixture *f, const char *expected)
{
  g_auto (GStrv) names = gscope_comparison_list_anchors (f->comparison);
  g_autofree char *text = g_strjoinv (", ", names);

  g_assert_cmpstr (text, ==, expected);
}

/* Without a common marker, the newest samples are at the same time. */
static void
test_newest (Fixture *f, gconstpointer data)
{
  GscopeSignal *compared;
  GscopeSample latest;

  push (f, 10, 1);
  compare (f, HEADER "1 10 mx/latency\n3 30 mx/latency\n");
  g_assert_no_error (f->error);
  g_assert_cmpstr (gscope_comparison_get_anchor (f->comparison), ==, "end");
  assert_anchors (f, "begin, end");
  assert_trace (f, "ref/mx/latency", "8:10 10:30 10:nan");
  compared = gscope_scope_find_signal (f->scope, "ref/mx/latency");
  g_assert_cmpstr (gscope_signal_get_compared_with (compared), ==, "mx/latency");
  g_assert_cmpstr (gscope_signal_get_unit (compared), ==, "ms");
  /* lists show the value at the pen */
  gscope_comparison_set_offset (f->comparison, MS);
  g_assert_true (gscope_signal_get_latest (compared, &latest));
  g_assert_cmpfloat (latest.value, ==, 10);
  push (f, 11, 1);
  g_assert_true (gscope_signal_get_latest (compared, &latest));
  g_assert_cmpfloat (latest.value, ==, 30);
  g_assert_cmpint (latest.time, ==, NOW + 11 * MS);
  gscope_comparison_end (f->comparison);
  run_pending ();
  g_assert_null (gscope_scope_find_signal (f->scope, "ref/mx/latency"));
}

/* The step that both have is at the same time, though other values were written. */
static void
test_marker (Fixture *f, gconstpointer data)
{
  push (f, 10, 1);
  mark (f, 20, "1 → 2");
  push (f, 30, 2);
  mark (f, 40, "2 → 3");
  compare (f, HEADER "1 10 mx/latency\n" WRITE ("2000000", "2 → 1") "3 30 mx/latency\n" WRITE (
                  "4000000", "1 → 2") WRITE ("5000000", "1 → 2"));
  g_assert_no_error (f->error);
  assert_anchors (f, "begin, end, marker:mx/a 2 → 1, marker:mx/a 1 → 2");
  /* nothing here has the label of the first marker, so the last write of its parameter is taken */
  g_assert_cmpstr (gscope_comparison_get_anchor (f->comparison), ==, "marker:mx/a 2 → 1");
  assert_trace (f, "ref/mx/latency", "39:10 41:30 41:nan");
  g_assert_true (gscope_comparison_align (f->comparison, "marker:mx/a 1 → 2", &f->error));
  assert_trace (f, "ref/mx/latency", "17:10 19:30 19:nan");
  /* the marker comes again: it is not followed, but found */
  mark (f, 50, "1 → 2");
  push (f, 60, 1);
  assert_trace (f, "ref/mx/latency", "17:10 19:30 19:nan");
  gscope_comparison_set_offset (f->comparison, -2 * MS);
  assert_trace (f, "ref/mx/latency", "15:10 17:30 17:nan");
  g_assert_true (gscope_comparison_align (f->comparison, "marker:mx/a 1 → 2", &f->error));
  assert_trace (f, "ref/mx/latency", "45:10 47:30 47:nan");
  g_assert_true (gscope_comparison_align (f->comparison, "begin", &f->error));
  assert_trace (f, "ref/mx/latency", "-2:10 0:30 0:nan");
  /* the markers of the recording are not marked here */
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (gscope_scope_get_markers (f->scope))),
                    ==, 3);
}

static void
test_missing (Fixture *f, gconstpointer data)
{
  push (f, 10, 1);
  compare (f, HEADER "1 10 mx/latency\n" WRITE ("2000000", "2 → 1"));
  g_assert_false (gscope_comparison_align (f->comparison, "marker:mx/a 2 → 1", &f->error));
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
  g_assert_nonnull (strstr (f->error->message, "“2 → 1”"));
  assert_trace (f, "ref/mx/latency", "10:10 10:nan");
  g_clear_error (&f->error);
  g_assert_false (gscope_comparison_align (f->comparison, "trigger", &f->error));
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND);
}

/* The first firing in the recording is at the last one here. */
static void
test_trigger (Fixture *f, gconstpointer data)
{
  GscopeTriggerSettings settings = { .condition = { .kind = GSCOPE_TRIGGER_KIND_RISING,
                                                    .level = 5 },
                                     .after = MS,
                                     .timeout = GSCOPE_SEC };
  g_autoptr (GscopeTrigger) trigger =
      gscope_trigger_new (gscope_scope_find_signal (f->scope, "mx/latency"), &settings);

  push (f, 10, 1);
  push (f, 20, 9);
  push (f, 30, 1);
  push (f, 40, 9);
  compare (f, HEADER "1 1 mx/latency\n3 9 mx/latency\n4 1 mx/latency\n6 9 mx/latency\n");
  gscope_comparison_set_trigger (f->comparison, trigger);
  assert_anchors (f, "begin, end, trigger");
  g_assert_true (gscope_comparison_align (f->comparison, "trigger", &f->error));
  assert_trace (f, "ref/mx/latency", "38:1 40:9 41:1 43:9 43:nan");
  g_assert_true (gscope_comparison_align (f->comparison, "trigger", &f->error));
  assert_trace (f, "ref/mx/latency", "38:1 40:9 41:1 43:9 43:nan");
}

/* An expression over the recording is computed again when the recording is moved, and ends with the recording. */
static void
test_difference (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSource) math = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  g_autoptr (GVariant) options = g_variant_ref_sink (g_variant_new_parsed (
      "{'signals': <[<{'name': <'d'>, 'expression': <'mx/latency - ref/mx/latency'>}>,"
      " <{'name': <'twice'>, 'expression': <'m/d + m/d'>}>]>}"));

  push (f, 10, 100);
  push (f, 12, 200);
  compare (f, HEADER "1 10 mx/latency\n3 30 mx/latency\n");
  g_assert_true (gscope_source_configure (math, options, NULL));
  gscope_scope_add_source (f->scope, math);
  gscope_source_start_async (math, NULL, NULL, NULL);
  run_pending ();
  push (f, 14, 300);
  push (f, 16, 300);
  assert_trace (f, "m/d", "10:90 12:170 12:nan");
  gscope_comparison_set_offset (f->comparison, 2 * MS);
  push (f, 18, 400);
  assert_trace (f, "m/d", "12:190 14:270 14:nan");
  assert_trace (f, "m/twice", "12:380 14:540 14:nan");
  gscope_comparison_set_offset (f->comparison, -2 * MS);
  push (f, 20, 400);
  assert_trace (f, "m/d", "10:70 10:nan");
}

/* Under another recording, the lists show the values of both at the place that is played. */
static void
test_playback (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->folder, "played.tuples", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopePlayer) player = gscope_player_new_with_clock ("", file, f->clock);
  GscopeTransport *transport = gscope_player_get_transport (player);
  GscopeSample latest;

  g_assert_true (g_file_set_contents (path, "500 1 mx/latency\n502 2 mx/latency\n", -1, NULL));
  gscope_producer_unref (f->latency);
  g_object_unref (f->scope);
  f->scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (transport));
  f->latency = gscope_signal_create_producer (gscope_scope_add_buffered (f->scope, "unused"));
  gscope_scope_add_source (f->scope, GSCOPE_SOURCE (player));
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, NULL, NULL);
  while (gscope_player_get_n_samples (player) == 0)
    g_main_context_iteration (NULL, TRUE);
  run_pending ();
  compare (f, HEADER "1 10 mx/latency\n3 30 mx/latency\n");
  g_assert_no_error (f->error);
  g_assert_cmpstr (gscope_comparison_get_anchor (f->comparison), ==, "begin");
  gscope_transport_seek (transport, 502 * MS);
  g_assert_true (
      gscope_signal_get_latest (gscope_scope_find_signal (f->scope, "ref/mx/latency"), &latest));
  g_assert_cmpint (latest.time, ==, 502 * MS);
  g_assert_cmpfloat (latest.value, ==, 30);
  gscope_transport_seek (transport, 501 * MS);
  g_assert_true (
      gscope_signal_get_latest (gscope_scope_find_signal (f->scope, "ref/mx/latency"), &latest));
  g_assert_cmpfloat (latest.value, ==, 10);
  gscope_comparison_end (f->comparison);
  gscope_source_stop_async (GSCOPE_SOURCE (player), NULL, NULL, NULL);
  run_pending ();
}

/* The losses and gaps of the compared recording are not counted in the scope. */
static void
test_losses (Fixture *f, gconstpointer data)
{
  GscopeTally tally;

  push (f, 10, 1);
  compare (f, HEADER "1 10 mx/latency\n"
                     "#gscope {\"gap\":{\"signal\":\"mx/latency\",\"time_ns\":2000000,"
                     "\"cause\":\"tick\"}}\n2 nan mx/latency\n"
                     "#gscope {\"loss\":{\"signal\":\"mx/latency\",\"time_ns\":2000000,"
                     "\"cause\":\"ring-full\",\"count\":7}}\n4 5 mx/latency\n");
  g_assert_no_error (f->error);
  gscope_scope_get_tally (f->scope, &tally);
  g_assert_cmpuint (gscope_tally_get_lost (&tally), ==, 0);
  g_assert_cmpuint (tally.gaps, ==, 0);
  assert_trace (f, "ref/mx/latency", "7:10 8:nan 10:5 10:nan");
}

static void
test_refused (Fixture *f, gconstpointer data)
{
  compare (f, "this is\nno recording\n");
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_sources (f->scope)), ==, 1);
}

static void
test_description (Fixture *f, gconstpointer data)
{
  g_autofree char *older = NULL, *younger = NULL;

  push (f, 10, 1);
  compare (f, HEADER "1 10 mx/latency\n3 30 mx/latency\n");
  older = gscope_comparison_dup_description (f->comparison);
  g_assert_true (g_str_has_prefix (older, "ref is "));
  g_assert_nonnull (strstr (older, "older, and shifted by 0.000 s."));
  gscope_comparison_set_offset (f->comparison, 1500 * MS);
  younger = gscope_comparison_dup_description (f->comparison);
  g_assert_nonnull (strstr (younger, "shifted by 1.500 s."));
}

int
main (int argc, char *argv[])
{
  static const struct
  {
    const char *path;
    void (*test) (Fixture *f, gconstpointer data);
  } tests[] = {
    { "/comparison/newest", test_newest },           { "/comparison/marker", test_marker },
    { "/comparison/missing", test_missing },         { "/comparison/trigger", test_trigger },
    { "/comparison/playback", test_playback },       { "/comparison/difference", test_difference },
    { "/comparison/losses", test_losses },           { "/comparison/refused", test_refused },
    { "/comparison/description", test_description },
  };

  g_test_init (&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS (tests); i++)
    g_test_add (tests[i].path, Fixture, NULL, set_up, tests[i].test, tear_down);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
