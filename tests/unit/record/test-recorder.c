/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "support/recorder-bed.h"
#include <glib/gstdio.h>
#include <gscope/record/merge.h>
#include <math.h>
#include <string.h>

static void
test_samples (RecorderBed *f, gconstpointer data)
{
  double x = 1.5;
  int y = -3;
  GStatBuf status;

  gscope_scope_add_double (f->scope, "x", &x);
  gscope_scope_add_integer (f->other, "y", &y);
  gscope_recorder_add_scope (f->recorder, f->other);
  recorder_bed_advance (f, 40);
  recorder_bed_start (f);
  recorder_bed_advance (f, 10);
  x = 2.5;
  recorder_bed_advance (f, 30);
  g_assert_cmpint (gscope_recorder_get_elapsed (f->recorder), ==, 40 * GSCOPE_MSEC);
  recorder_bed_stop (f);
  recorder_bed_advance (f, 50);

  g_assert_no_error (f->error);
  recorder_bed_assert_content (
      f,
      "1040 1.5 x\n1040 -3 y\n1050 1.5 x\n1060 2.5 x\n1060 -3 y\n1070 2.5 x\n"
      "1080 2.5 x\n1080 -3 y\n",
      "1 start 1040\nsignal x\nsignal y\n");
  g_assert_cmpint (gscope_recorder_get_elapsed (f->recorder), <=, 40 * GSCOPE_MSEC + 1);
  g_assert_cmpint (g_stat (f->path, &status), ==, 0);
  g_assert_cmpuint (gscope_recorder_get_bytes_written (f->recorder), ==, status.st_size);
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, 0);
  g_assert_true (g_file_equal (gscope_recorder_get_file (f->recorder), f->file));
}

static gboolean
file_contains (RecorderBed *f, const char *line)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  return strstr (text, line) != NULL;
}

/* The file of a killed program has all samples older than delay, period and the interval. */
static void
test_flush (RecorderBed *f, gconstpointer data)
{
  double x = 1;

  gscope_scope_add_double (f->scope, "x", &x);
  recorder_bed_start (f);
  recorder_bed_advance (f, 1000);
  /* the last write is on its way in a thread */
  while (!file_contains (f, "\n1880 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  recorder_bed_stop (f);
}

static void
test_order (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) a =
      gscope_signal_create_producer (gscope_scope_add_buffered (f->scope, "a"));
  g_autoptr (GscopeProducer) b =
      gscope_signal_create_producer (gscope_scope_add_buffered (f->other, "b"));

  gscope_scope_set_delay (f->other, 300 * GSCOPE_MSEC);
  gscope_recorder_add_scope (f->recorder, f->other);
  recorder_bed_start (f);
  for (gint64 i = 1; i <= 5; i++)
    {
      recorder_bed_advance (f, 100);
      gscope_producer_push (a, gscope_clock_get_time (f->clock), i);
      gscope_producer_push (b, gscope_clock_get_time (f->clock) - 250 * GSCOPE_MSEC, -i);
    }
  recorder_bed_stop (f);
  /* what was before the start is left out */
  recorder_bed_assert_content (
      f,
      "1050 -3 b\n1100 1 a\n1150 -4 b\n1200 2 a\n1250 -5 b\n1300 3 a\n1400 4 a\n"
      "1500 5 a\n",
      "1 start 1000\nsignal a\nsignal b\n");
}

static void
test_gaps (RecorderBed *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

  recorder_bed_start (f);
  gscope_producer_push (producer, 1010 * GSCOPE_MSEC, 1);
  gscope_producer_push_gap (producer, 1020 * GSCOPE_MSEC, GSCOPE_GAP_CAUSE_SWITCHED);
  gscope_producer_push (producer, 1030 * GSCOPE_MSEC, 2);
  recorder_bed_advance (f, 100);
  recorder_bed_stop (f);
  recorder_bed_assert_content (f, "1010 1 a\n1020 -1 a\n1030 2 a\n",
                               "1 start 1000\nsignal a\ngap 1020 a switched\n");
}

static void
test_markers (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GscopeMarker) late =
      gscope_marker_new (1005 * GSCOPE_MSEC, GSCOPE_MARKER_KIND_PENDING, "demo/y", NULL, NULL);

  recorder_bed_add_marker (f, 990, GSCOPE_MARKER_KIND_NOTE, "before");
  recorder_bed_start (f);
  recorder_bed_add_marker (f, 1020, GSCOPE_MARKER_KIND_NOTE, "second");
  recorder_bed_add_marker (f, 1010, GSCOPE_MARKER_KIND_WRITE, "1 → 2");
  recorder_bed_add_marker (f, 1030, GSCOPE_MARKER_KIND_PENDING, "unanswered");
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), late);
  recorder_bed_advance (f, 500);
  while (!file_contains (f, "second"))
    g_main_context_iteration (NULL, TRUE);
  gscope_marker_resolve (late, GSCOPE_MARKER_KIND_REFUSED, "3", "too large");
  recorder_bed_advance (f, 200);
  recorder_bed_stop (f);
  recorder_bed_assert_content (f, "",
                               "1 start 1000\n"
                               "marker 1010 1 demo/x: 1 → 2, by\nhand\n"
                               "marker 1020 3 demo/x: second, by\nhand\n"
                               "marker 1005 2 demo/y: 3, too large\n"
                               "marker 1030 0 demo/x: unanswered, by\nhand\n");
}

/* The time of a marker of another machine is as exact in the file as it was on the screen. */
static void
test_far_markers (RecorderBed *f, gconstpointer data)
{
  GscopeMarkerList *list = gscope_scope_get_markers (f->scope);
  g_autoptr (GscopeMarker) near =
      gscope_marker_new (1010 * GSCOPE_MSEC, GSCOPE_MARKER_KIND_NOTE, NULL, "here", NULL);
  g_autoptr (GscopeMarker) far =
      gscope_marker_new (1020 * GSCOPE_MSEC, GSCOPE_MARKER_KIND_EVENT, "tcp", "there", NULL);
  g_autofree char *text = NULL;

  gscope_marker_set_time_error (far, 150000, "tcp@web1");
  recorder_bed_start (f);
  gscope_marker_list_add (list, near);
  gscope_marker_list_add (list, far);
  recorder_bed_advance (f, 100);
  recorder_bed_stop (f);
  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  g_assert_nonnull (strstr (text, "#gscope {\"marker\":{\"time_ns\":1010000000,\"kind\":\"note\","
                                  "\"label\":\"here\"}}\n"));
  g_assert_nonnull (strstr (text, "#gscope {\"marker\":{\"time_ns\":1020000000,\"kind\":\"event\","
                                  "\"subject\":\"tcp\",\"label\":\"there\","
                                  "\"error_ns\":150000,\"clock\":\"tcp@web1\"}}\n"));
}

/* Changes of a written marker are written again; an unwritten marker gets its last text. */
static void
test_changed_markers (RecorderBed *f, gconstpointer data)
{
  GscopeMarkerList *list = gscope_scope_get_markers (f->scope);

  gscope_marker_list_set_note (list, 990 * GSCOPE_MSEC, "before");
  recorder_bed_start (f);
  gscope_marker_list_set_note (list, 990 * GSCOPE_MSEC, "before it began");
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "Note");
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "load on");
  gscope_marker_list_set_note (list, 1020 * GSCOPE_MSEC, "taken back");
  gscope_marker_list_set_note (list, 1020 * GSCOPE_MSEC, NULL);
  gscope_marker_list_set_note (list, 1030 * GSCOPE_MSEC, "load off");
  recorder_bed_advance (f, 500);
  while (!file_contains (f, "load off"))
    g_main_context_iteration (NULL, TRUE);
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "load");
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "load of 50 %");
  gscope_marker_list_set_note (list, 1030 * GSCOPE_MSEC, NULL);
  gscope_marker_list_set_note (list, 1030 * GSCOPE_MSEC, "again");
  recorder_bed_advance (f, 200);
  recorder_bed_stop (f);
  recorder_bed_assert_content (f, "",
                               "1 start 1000\n"
                               "marker 1010 3 : load on, \n"
                               "marker 1030 3 : load off, \n"
                               "marker changed 1010 3 : load of 50 %, \n"
                               "marker removed 1030 3 : load off, \n"
                               "marker 1030 3 : again, \n");
}

static void
test_comings_and_goings (RecorderBed *f, gconstpointer data)
{
  double x = 1, y = 2;
  GscopeSignal *signal;

  signal = gscope_scope_add_double (f->scope, "x", &x);
  recorder_bed_start (f);
  recorder_bed_advance (f, 20);
  gscope_scope_add_double (f->scope, "y", &y);
  gscope_scope_remove_signal (f->scope, signal);
  recorder_bed_advance (f, 20);
  gscope_recorder_add_scope (f->recorder, f->other);
  gscope_scope_add_double (f->other, "z", &x);
  recorder_bed_advance (f, 20);
  recorder_bed_stop (f);
  recorder_bed_assert_content (
      f, "1010 1 x\n1020 1 x\n1030 2 y\n1040 2 y\n1050 2 y\n1060 2 y\n1060 1 z\n",
      "1 start 1000\nsignal x\nsignal y\nsignal z\n");
}

/* A scope that is added later is recorded from then on: what it has from before was not lost. */
static void
test_added_later (RecorderBed *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *signal = gscope_scope_add_buffered (f->other, "past");
  GscopeTally tally;
  RecorderContent content;

  gscope_scope_add_double (f->scope, "x", &x);
  recorder_bed_start (f);
  for (gint64 i = 1; i <= 9; i++)
    {
      const GscopeSample sample = { GSCOPE_SEC + i * 100 * GSCOPE_MSEC, (double) i };

      gscope_trace_append_samples (gscope_signal_get_trace (signal), &sample, 1);
    }
  recorder_bed_advance (f, 600);
  while (!file_contains (f, "\n1400 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  gscope_recorder_add_scope (f->recorder, f->other);
  recorder_bed_advance (f, 600);
  recorder_bed_stop (f);
  gscope_recorder_get_tally (f->recorder, &tally);
  g_assert_cmpuint (gscope_tally_get_late (&tally) + gscope_tally_get_lost (&tally), ==, 0);
  content = recorder_bed_read (f);
  g_assert_null (strstr (content.tuples->str, "1300 3 past\n"));
  g_assert_nonnull (strstr (content.tuples->str, "1800 8 past\n"));
  recorder_content_clear (&content);
}

/* A removed signal keeps its name in the file, although it may get another one before its last samples are written. */
static void
test_renamed (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GscopeSignal) signal = g_object_ref (gscope_scope_add_buffered (f->scope, "a"));
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

  recorder_bed_start (f);
  gscope_producer_push (producer, 1010 * GSCOPE_MSEC, 1);
  gscope_scope_drain (f->scope);
  gscope_scope_remove_signal (f->scope, signal);
  gscope_signal_set_group (signal, "other");
  g_assert_cmpstr (gscope_signal_get_full_name (signal), !=, "a");
  recorder_bed_advance (f, 200);
  recorder_bed_stop (f);
  recorder_bed_assert_content (f, "1010 1 a\n", "1 start 1000\nsignal a\n");
}

/* A recording does not hold the sources that have gone. */
static void
test_gone_source (RecorderBed *f, gconstpointer data)
{
  GscopeSource *source = gscope_source_new ("gone");

  recorder_bed_start (f);
  gscope_scope_add_source (f->scope, source);
  recorder_bed_advance (f, 200);
  gscope_scope_remove_source (f->scope, source);
  /* a write may be under way */
  while (G_OBJECT (source)->ref_count > 1)
    recorder_bed_advance (f, 10);
  g_assert_finalize_object (source);
  g_assert_true (gscope_recorder_get_active (f->recorder));
  recorder_bed_stop (f);
}

/* Many markers take time in proportion to their number, and a block has no more of them than have room. */
static void
test_many_markers (RecorderBed *f, gconstpointer data)
{
  enum
  {
    N = 20000
  };
  GscopeRecordTallies tallies;
  GscopeRecordMerge *merge;
  g_autoptr (GString) text = g_string_new (NULL);
  guint n_lines = 0, n_blocks = 0;
  gboolean is_all;

  gscope_record_tallies_init (&tallies);
  merge = gscope_record_merge_new (0, &tallies);
  for (guint i = 0; i < N; i++)
    {
      g_autoptr (GscopeMarker) marker =
          gscope_marker_new (i, GSCOPE_MARKER_KIND_NOTE, NULL, "", NULL);

      gscope_record_merge_add_marker (merge, marker);
    }
  do
    {
      g_string_truncate (text, 0);
      is_all = gscope_record_merge_write (merge, N, TRUE, text, 100000);
      g_assert_cmpuint (text->len, <, 100000 + 4096);
      for (const char *c = text->str; *c; c++)
        n_lines += *c == '\n';
      n_blocks++;
    }
  while (!is_all);
  g_assert_cmpuint (n_lines, ==, N);
  g_assert_cmpuint (n_blocks, >, 10);
  gscope_record_merge_free (merge);
  gscope_record_tallies_clear (&tallies);
}

/* Counts the lines of states in a file, and the states in them. */
static guint
count_states (RecorderBed *f, guint *n_lines)
{
  g_autofree char *text = NULL;
  g_auto (GStrv) lines = NULL;
  guint n = 0;

  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  lines = g_strsplit (text, "\n", -1);
  *n_lines = 0;
  for (guint i = 0; lines[i]; i++)
    {
      g_assert_cmpuint (strlen (lines[i]), <=, GSCOPE_TUPLE_MAX_LINE);
      if (!g_str_has_prefix (lines[i], "#gscope {\"states\""))
        continue;
      (*n_lines)++;
      for (const char *c = strstr (lines[i], "{\"value\""); c; c = strstr (c + 1, "{\"value\""))
        n++;
    }
  return n;
}

/* States are written with the signal, in as many lines as they need, and again when they change. */
static void
test_states (RecorderBed *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autofree char *name = g_strnfill (300, '"');
  GscopeState states[GSCOPE_MAX_STATES];
  guint n_lines;

  for (guint i = 0; i < GSCOPE_MAX_STATES; i++)
    states[i] = (GscopeState){ i, GSCOPE_STATE_STYLE_FILLED, 0, name, NULL };
  recorder_bed_start (f);
  recorder_bed_advance (f, 20);
  gscope_signal_set_states (signal, states, GSCOPE_MAX_STATES);
  /* a disk that is slow gets the states as they are when it can take more */
  while (count_states (f, &n_lines) < GSCOPE_MAX_STATES)
    recorder_bed_advance (f, 10);
  gscope_signal_set_states (signal, states, 2);
  recorder_bed_advance (f, 200);
  gscope_scope_remove_signal (f->scope, signal);
  recorder_bed_stop (f);
  g_assert_cmpuint (count_states (f, &n_lines), ==, GSCOPE_MAX_STATES + 2);
  g_assert_cmpuint (n_lines, >, 2);
  g_assert_cmpuint (n_lines, <, 16);
}

static void
test_properties (RecorderBed *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) signals = NULL;
  g_autoptr (GscopeAnnotation) annotation = NULL;
  gint64 time, begin;

  gscope_signal_set_title (signal, "A \"title\"");
  gscope_signal_set_group_title (signal, "Group");
  gscope_signal_set_unit (signal, "µs");
  gscope_signal_set_role (signal, "usage");
  gscope_signal_set_range (signal, -1.5, 2);
  gscope_signal_set_color (signal, 7);
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_MODE_FILLED);
  gscope_signal_set_hidden (signal, TRUE);
  gscope_annotation_append_header (text, f->clock, 123456789, &signal, 1);

  annotation = gscope_annotation_new (text->str + strlen ("#gscope "), -1, NULL);
  g_assert_true (gscope_annotation_read_header (annotation, &time, &begin, NULL));
  g_assert_cmpint (time, ==, 123456789);
  g_assert_cmpint (begin, ==, gscope_clock_to_unix (f->clock, time));
  signals = gscope_annotation_read_signals (annotation, NULL);
  g_assert_cmpuint (signals->len, ==, 1);
  signal = signals->pdata[0];
  g_assert_cmpstr (gscope_signal_get_title (signal), ==, "A \"title\"");
  g_assert_cmpstr (gscope_signal_get_group_title (signal), ==, "Group");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "µs");
  g_assert_cmpstr (gscope_signal_get_role (signal), ==, "usage");
  g_assert_cmpfloat (gscope_signal_get_min (signal), ==, -1.5);
  g_assert_cmpfloat (gscope_signal_get_max (signal), ==, 2);
  g_assert_cmpuint (gscope_signal_get_color (signal), ==, 7);
  g_assert_cmpint (gscope_signal_get_line_mode (signal), ==, GSCOPE_LINE_MODE_FILLED);
  g_assert_true (gscope_signal_get_hidden (signal));
}

static void
test_chosen (RecorderBed *f, gconstpointer data)
{
  const char *const names[] = { "x", "later", NULL };
  double x = 1;

  gscope_scope_add_double (f->scope, "w", &x);
  gscope_scope_add_double (f->scope, "x", &x);
  gscope_recorder_set_signals (f->recorder, names);
  recorder_bed_start (f);
  recorder_bed_advance (f, 10);
  gscope_scope_add_double (f->scope, "other", &x);
  gscope_scope_add_double (f->scope, "later", &x);
  gscope_scope_remove_signal (f->scope, gscope_scope_find_signal (f->scope, "w"));
  recorder_bed_add_marker (f, 1015, GSCOPE_MARKER_KIND_NOTE, "kept");
  recorder_bed_advance (f, 10);
  recorder_bed_stop (f);
  recorder_bed_assert_content (
      f, "1010 1 x\n1020 1 x\n1020 1 later\n",
      "1 start 1000\nsignal x\nsignal later\nmarker 1015 3 demo/x: kept, by\nhand\n");
}

/* The recorder waits for samples that a trigger still decides about, so that the file is in the
 * order of times. */
static void
test_trigger (RecorderBed *f, gconstpointer data)
{
  double x = 0;
  GscopeSignal *watched = gscope_scope_add_double (f->scope, "x", &x);
  GscopeSignal *captured = gscope_scope_add_buffered (f->scope, "captured");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (captured);
  GscopeTriggerSettings settings = { .condition = { .level = 5 },
                                     .before = 400 * GSCOPE_MSEC,
                                     .after = 20 * GSCOPE_MSEC };
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (watched, &settings);
  RecorderContent content;

  gscope_trigger_capture (trigger, captured);
  recorder_bed_start (f);
  for (guint i = 0; i < 100; i++)
    {
      gscope_producer_push_now (producer, 1);
      x = i == 60 ? 9 : 0;
      recorder_bed_advance (f, 10);
    }
  recorder_bed_stop (f);
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, 0);
  content = recorder_bed_read (f);
  g_assert_null (strstr (content.tuples->str, "1200 1 captured\n"));
  g_assert_nonnull (strstr (content.tuples->str, "1210 1 captured\n"));
  g_assert_nonnull (strstr (content.tuples->str, "1620 1 captured\n"));
  g_assert_null (strstr (content.tuples->str, "1630 1 captured\n"));
  recorder_content_clear (&content);
}

/* A buffered signal's own period makes nothing wait. */
static void
test_own_period (RecorderBed *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *pushed = gscope_scope_add_buffered (f->scope, "pushed");
  g_autoptr (GscopeProducer) a = gscope_signal_create_producer (pushed);
  g_autoptr (GscopeProducer) b = gscope_signal_create_producer (pushed);
  RecorderContent content;

  gscope_signal_set_period (gscope_scope_add_double (f->scope, "x", &x), GSCOPE_SEC);
  gscope_signal_set_period (pushed, GSCOPE_SEC);
  gscope_scope_add_double (f->scope, "y", &x);
  recorder_bed_start (f);
  for (guint i = 0; i < 200; i++)
    {
      gscope_producer_push_now (a, 1);
      gscope_producer_push_now (b, 2);
      recorder_bed_advance (f, 10);
    }
  recorder_bed_stop (f);
  content = recorder_bed_read (f);
  g_assert_nonnull (strstr (content.tuples->str, "1500 2 pushed\n"));
  g_assert_nonnull (strstr (content.tuples->str, "2000 1 x\n"));
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, 0);
  recorder_content_clear (&content);
}

/* Samples that enter a trace too late are not written behind later samples. */
static void
test_out_of_order (RecorderBed *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *late = gscope_scope_add_buffered (f->scope, "late");
  const GscopeSample sample = { 1020 * GSCOPE_MSEC, 1 };
  GscopeTally tally;
  RecorderContent content;

  gscope_scope_add_double (f->scope, "x", &x);
  recorder_bed_start (f);
  recorder_bed_advance (f, 500);
  while (!file_contains (f, "\n1300 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  gscope_trace_append_samples (gscope_signal_get_trace (late), &sample, 1);
  recorder_bed_advance (f, 200);
  recorder_bed_stop (f);
  gscope_recorder_get_signal_tally (f->recorder, "late", &tally);
  g_assert_cmpuint (gscope_tally_get_late (&tally), ==, 1);
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, 0);
  content = recorder_bed_read (f);
  g_assert_null (strstr (content.tuples->str, "late"));
  g_assert_nonnull (strstr (content.objects->str, "loss late late 1\n"));
  recorder_content_clear (&content);
}

/* Diagnostic signals are recorded on request. */
static void
test_diagnostics (RecorderBed *f, gconstpointer data)
{
  double x = 1;
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double ("clients", &x);

  gscope_signal_set_diagnostic (signal, TRUE);
  gscope_source_add_signal (gscope_scope_get_source (f->scope), signal, NULL);
  gscope_scope_add_double (f->scope, "x", &x);
  recorder_bed_advance (f, 250);
  recorder_bed_start (f);
  recorder_bed_advance (f, 10);
  recorder_bed_stop (f);
  recorder_bed_assert_content (f, "1250 1 x\n1260 1 x\n", "1 start 1250\nsignal x\n");

  gscope_recorder_set_diagnostics (f->recorder, TRUE);
  recorder_bed_start (f);
  recorder_bed_stop (f);
  recorder_bed_assert_content (f, "1260 1 clients\n1260 1 x\n",
                               "1 start 1260\nsignal clients\nsignal x\n");
  gscope_scope_remove_signal (f->scope, signal);
}

/* A gap that is noticed when later samples of other signals were written is written too, with its time. */
static void
test_late_gap (RecorderBed *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *silent = gscope_scope_add_buffered (f->scope, "silent");
  const GscopeSample sample = { 1020 * GSCOPE_MSEC, 1 };
  GscopeTrace *trace = gscope_signal_get_trace (silent);
  GscopeTally tally;
  RecorderContent content;

  gscope_scope_add_double (f->scope, "x", &x);
  recorder_bed_start (f);
  gscope_trace_append_samples (trace, &sample, 1);
  recorder_bed_advance (f, 500);
  while (!file_contains (f, "\n1200 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  gscope_trace_append_gap (trace, sample.time, GSCOPE_GAP_CAUSE_SILENT);
  recorder_bed_advance (f, 200);
  recorder_bed_stop (f);
  gscope_recorder_get_signal_tally (f->recorder, "silent", &tally);
  g_assert_cmpuint (tally.gaps, ==, 1);
  g_assert_cmpuint (gscope_tally_get_late (&tally) + gscope_tally_get_lost (&tally), ==, 0);
  content = recorder_bed_read (f);
  g_assert_nonnull (strstr (content.objects->str, "gap 1020 silent silent\n"));
  g_assert_nonnull (strstr (content.tuples->str, "\n1020 1 silent\n"));
  g_assert_nonnull (strstr (content.tuples->str, " -1 silent\n"));
  recorder_content_clear (&content);
}

/* A signal that comes while a recording runs takes part before the scope's list shows it: its first losses count. */
static void
test_new_signal (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("program");
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("s");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  double x = 1;
  GscopeTally tally;

  gscope_scope_add_source (f->scope, source);
  gscope_scope_add_double (f->scope, "x", &x);
  recorder_bed_start (f);
  recorder_bed_advance (f, 500);
  g_assert_true (gscope_source_add_signal (source, signal, NULL));
  gscope_producer_push (producer, 1100 * GSCOPE_MSEC, 1);
  gscope_producer_push (producer, 1500 * GSCOPE_MSEC, 2);
  recorder_bed_advance (f, 500);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 1);
  recorder_bed_stop (f);
  gscope_recorder_get_signal_tally (f->recorder, "program/s", &tally);
  g_assert_cmpuint (gscope_tally_get_late (&tally), ==, 1);
  g_assert_true (file_contains (f, "\n1500 2 program/s\n"));
}

/* A playback goes back and forth; what it shows is exported instead. */
static void
test_playback (RecorderBed *f, gconstpointer data)
{
  g_autoptr (GscopeTransport) transport = gscope_transport_new (f->clock);
  g_autoptr (GscopeScope) scope = gscope_scope_new_with_clock (GSCOPE_CLOCK (transport));
  g_autoptr (GscopeRecorder) recorder = gscope_recorder_new (scope);
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_recorder_start (recorder, f->file, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED);
  g_assert_false (gscope_recorder_get_active (recorder));
}

static void
test_broken_annotations (void)
{
  static const char *const texts[] = {
    "{\"version\": \"1\"}",
    "{\"version\": 2, \"time_ns\": 0, \"start\": \"2026-01-01T00:00:00Z\"}",
    "{\"version\": 1, \"start\": \"2026-01-01T00:00:00Z\"}",
    "{\"version\": 1, \"time_ns\": 0, \"start\": \"yesterday\"}",
    "{\"version\": 1, \"time_ns\": 0}",
    "{\"signals\": {}}",
    "{\"signals\": [1]}",
    "{\"signals\": [{}]}",
    "{\"signals\": [{\"name\": \" a\"}]}",
    "{\"states\": 1}",
    "{\"states\": {\"signal\": \"\"}}",
    "{\"states\": {\"signal\": \"a\", \"states\": {}}}",
    "{\"states\": {\"signal\": \"a\", \"states\": [{\"value\": -1, \"style\": \"thin\"}]}}",
    "{\"states\": {\"signal\": \"a\", \"states\": [{\"value\": 1, \"style\": 1}]}}",
    "{\"gap\": 1}",
    "{\"gap\": {\"signal\": 1}}",
    "{\"gap\": {\"signal\": \"a\", \"time_ns\": 1.5, \"cause\": \"tick\"}}",
    "{\"gap\": {\"signal\": \"a\", \"time_ns\": 1, \"cause\": \"?\"}}",
    "{\"parameters\": 1}",
    "{\"parameters\": [1]}",
    "{\"parameters\": [{\"title\": \"A\"}]}",
    "{\"marker\": []}",
    "{\"marker\": {\"kind\": null, \"time_ns\": 1}}",
    "{\"marker\": {\"kind\": \"note\"}}",
    "{\"marker-changed\": {\"kind\": \"note\"}}",
    "{\"marker-removed\": 1}",
    "{\"marker\": {\"time_ns\": 1, \"error_ns\": -1}}",
    "{\"marker\": {\"time_ns\": 1, \"error_ns\": \"1\", \"clock\": \"web1\"}}",
    "{\"marker\": {\"time_ns\": 1, \"error_ns\": 1, \"clock\": 2}}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (GscopeAnnotation) annotation = gscope_annotation_new (texts[i], -1, NULL);
      GError *errors[6] = { NULL };
      gint64 time, begin;
      GscopeMarkerNews news;
      GscopeGapCause cause;
      const char *name;
      guint n = 0;

      g_assert_false (gscope_annotation_read_header (annotation, &time, &begin, &errors[0]));
      g_assert_null (gscope_annotation_read_signals (annotation, &errors[1]));
      g_assert_false (gscope_annotation_read_gap (annotation, &name, &time, &cause, &errors[2]));
      g_assert_null (gscope_annotation_read_marker (annotation, &news, &errors[3]));
      g_assert_null (gscope_annotation_read_states (annotation, &errors[4]));
      g_assert_null (gscope_annotation_read_parameters (annotation, &errors[5]));
      for (guint k = 0; k < G_N_ELEMENTS (errors); k++)
        {
          n += errors[k] != NULL;
          g_clear_error (&errors[k]);
        }
      g_assert_cmpuint (n, ==, 1);
    }
}

static void
test_many_signals (RecorderBed *f, gconstpointer data)
{
  double x = 1;
  RecorderContent content;

  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %u", i);

      gscope_signal_set_title (gscope_scope_add_double (f->scope, name, &x),
                               "\x01\x01\x01\x01\x01");
    }
  recorder_bed_start (f);
  recorder_bed_advance (f, 20);
  recorder_bed_stop (f);
  content = recorder_bed_read (f);
  g_assert_cmpuint (content.n_signals, ==, 500);
  recorder_content_clear (&content);
}

static void
test_evicted (RecorderBed *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  GscopeTally tally;
  RecorderContent content;
  guint64 lost;

  recorder_bed_start (f);
  for (guint i = 0; i < 50000; i++)
    {
      gscope_producer_push (producer, GSCOPE_SEC + i, i);
      if (i % 1000 == 0)
        gscope_scope_drain (f->scope);
    }
  gscope_scope_drain (f->scope);
  g_assert_true (gscope_trace_evict (trace));
  lost = gscope_trace_get_first (trace);
  g_assert_cmpuint (lost, >, 0);
  recorder_bed_advance (f, 200);
  recorder_bed_stop (f);
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, lost);
  gscope_recorder_get_signal_tally (f->recorder, "a", &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_EVICTED], ==, lost);
  g_assert_cmpuint (tally.gaps, ==, 1);
  gscope_recorder_get_signal_tally (f->recorder, "b", &tally);
  g_assert_cmpuint (gscope_tally_get_lost (&tally), ==, 0);
  gscope_recorder_get_own_tally (f->recorder, &tally);
  g_assert_cmpuint (gscope_tally_get_lost (&tally), ==, lost);
  content = recorder_bed_read (f);
  g_assert_nonnull (strstr (content.objects->str, " a ring-full\n"));
  recorder_content_clear (&content);
}

/* More than one block, so that writes follow one another. */
static void
test_long (RecorderBed *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  RecorderContent content;
  guint n_lines = 0;

  recorder_bed_start (f);
  for (guint i = 0; i < 100000; i++)
    {
      g_assert_true (gscope_producer_push (producer, GSCOPE_SEC + i, i / 7.0));
      if (i % 1000 == 0)
        gscope_scope_drain (f->scope);
    }
  recorder_bed_advance (f, 10);
  recorder_bed_stop (f);
  content = recorder_bed_read (f);
  for (const char *p = content.tuples->str; (p = strchr (p, '\n')) != NULL; p++)
    n_lines++;
  g_assert_cmpuint (n_lines, ==, 100000);
  recorder_content_clear (&content);
}

#define ADD(path, func)                                                                            \
  g_test_add (path, RecorderBed, NULL, recorder_bed_set_up, func, recorder_bed_tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/recorder/samples", test_samples);
  ADD ("/recorder/flush", test_flush);
  ADD ("/recorder/order", test_order);
  ADD ("/recorder/gaps", test_gaps);
  ADD ("/recorder/markers", test_markers);
  ADD ("/recorder/markers/far", test_far_markers);
  ADD ("/recorder/changed-markers", test_changed_markers);
  ADD ("/recorder/comings-and-goings", test_comings_and_goings);
  ADD ("/recorder/properties", test_properties);
  ADD ("/recorder/states", test_states);
  ADD ("/recorder/many-signals", test_many_signals);
  ADD ("/recorder/added-later", test_added_later);
  ADD ("/recorder/renamed", test_renamed);
  ADD ("/recorder/gone-source", test_gone_source);
  ADD ("/recorder/many-markers", test_many_markers);
  ADD ("/recorder/evicted", test_evicted);
  ADD ("/recorder/long", test_long);
  ADD ("/recorder/chosen", test_chosen);
  ADD ("/recorder/trigger", test_trigger);
  ADD ("/recorder/own-period", test_own_period);
  ADD ("/recorder/out-of-order", test_out_of_order);
  ADD ("/recorder/late-gap", test_late_gap);
  ADD ("/recorder/new-signal", test_new_signal);
  ADD ("/recorder/diagnostics", test_diagnostics);
  ADD ("/recorder/playback", test_playback);
  g_test_add_func ("/annotation/broken", test_broken_annotations);
  return g_test_run ();
}
