/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <glib/gstdio.h>
#include <gscope/gscope.h>
#include <math.h>
#include <string.h>

/* Two scopes of period 10 and 20 ms and delay 100 ms on a test clock at 1 s. */
typedef struct
{
  GscopeClock *clock;
  GscopeScope *scope;
  GscopeScope *other;
  GscopeRecorder *recorder;
  char *path;
  GFile *file;
  gboolean is_stopped;
  GError *error;
  guint n_failed;
} Fixture;

/* The parser's view of a file, one line each. */
typedef struct
{
  GString *tuples;
  GString *objects;
  gint64 last_time;
  guint n_signals;
} Content;

static const char *
get_nick (GType type, int value)
{
  g_autoptr (GEnumClass) choices = g_type_class_ref (type);

  return g_enum_get_value (choices, value)->value_nick;
}

static void
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GError) error = NULL;
  int fd = g_file_open_tmp ("gscope-XXXXXX", &f->path, &error);

  g_assert_no_error (error);
  g_close (fd, NULL);
  f->file = g_file_new_for_path (f->path);
  f->clock = gscope_test_clock_new (GSCOPE_SEC);
  f->scope = gscope_scope_new_with_clock (f->clock);
  f->other = gscope_scope_new_with_clock (f->clock);
  gscope_scope_set_period (f->other, 20 * GSCOPE_MSEC);
  f->recorder = gscope_recorder_new (f->scope);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  g_assert_finalize_object (f->recorder);
  g_assert_finalize_object (f->scope);
  g_assert_finalize_object (f->other);
  g_assert_finalize_object (f->clock);
  g_remove (f->path);
  g_free (f->path);
  g_object_unref (f->file);
  g_clear_error (&f->error);
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
  for (; milliseconds > 0; milliseconds -= 10)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (f->clock), 10 * GSCOPE_MSEC);
      iterate ();
    }
}

static void
start (Fixture *f)
{
  g_autoptr (GError) error = NULL;

  g_assert_true (gscope_recorder_start (f->recorder, f->file, &error));
  g_assert_no_error (error);
  g_assert_true (gscope_recorder_get_active (f->recorder));
}

static void
on_stopped (GObject *source, GAsyncResult *result, gpointer user_data)
{
  Fixture *f = user_data;

  g_clear_error (&f->error);
  gscope_recorder_stop_finish (GSCOPE_RECORDER (source), result, &f->error);
  f->is_stopped = TRUE;
}

static void
stop (Fixture *f)
{
  f->is_stopped = FALSE;
  gscope_recorder_stop_async (f->recorder, on_stopped, f);
  while (!f->is_stopped)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gscope_recorder_get_active (f->recorder));
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Content *content = user_data;

  for (gsize i = 0; i < n; i++)
    {
      g_assert_cmpint (tuples[i].time, >=, content->last_time);
      content->last_time = tuples[i].time;
      g_string_append_printf (content->tuples, "%g %g %s\n", tuples[i].time / 1e6,
                              isnan (tuples[i].value) ? -1 : tuples[i].value,
                              gscope_tuple_parser_get_name (parser, tuples[i].name));
    }
}

static void
take_object (GscopeTupleParser *parser, guint64 line, JsonObject *object, gpointer user_data)
{
  Content *content = user_data;
  g_autoptr (GError) error = NULL;
  g_autoptr (GPtrArray) signals = NULL;
  g_autoptr (GscopeMarker) marker = NULL;
  gint64 time, begin;
  static const char *const news_names[] = { "", " changed", " removed" };
  GscopeMarkerNews news;
  GscopeLossRecord loss;
  GscopeGapCause cause;
  const char *name;

  if (gscope_annotation_read_header (object, &time, &begin, &error))
    g_string_append_printf (content->objects, "%" G_GUINT64_FORMAT " start %g\n", line, time / 1e6);
  g_assert_no_error (error);
  signals = gscope_annotation_read_signals (object, &error);
  for (guint i = 0; signals != NULL && i < signals->len; i++, content->n_signals++)
    g_string_append_printf (content->objects, "signal %s\n",
                            gscope_signal_get_name (signals->pdata[i]));
  g_assert_no_error (error);
  if (gscope_annotation_read_gap (object, &name, &time, &cause, &error))
    g_string_append_printf (content->objects, "gap %g %s %s\n", time / 1e6, name,
                            get_nick (GSCOPE_TYPE_GAP_CAUSE, cause));
  g_assert_no_error (error);
  if (gscope_annotation_read_loss (object, &name, &loss, &error))
    g_string_append_printf (content->objects, "loss %s %s %" G_GUINT64_FORMAT "\n", name,
                            get_nick (GSCOPE_TYPE_LOSS, loss.cause), loss.count);
  g_assert_no_error (error);
  marker = gscope_annotation_read_marker (object, &news, &error);
  if (marker != NULL)
    g_string_append_printf (content->objects, "marker%s %g %d %s: %s, %s\n", news_names[news],
                            gscope_marker_get_time (marker) / 1e6, gscope_marker_get_kind (marker),
                            gscope_marker_get_subject (marker), gscope_marker_get_label (marker),
                            gscope_marker_get_detail (marker));
  g_assert_no_error (error);
}

static Content
read_content (Fixture *f)
{
  Content content = { g_string_new (NULL), g_string_new (NULL), G_MININT64, 0 };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &content, NULL);
  g_autoptr (GError) error = NULL;
  g_autofree char *text = NULL;
  gsize length;

  gscope_tuple_parser_set_object_func (parser, take_object, &content, NULL);
  g_file_get_contents (f->path, &text, &length, &error);
  g_assert_no_error (error);
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  g_assert_cmpuint (gscope_tuple_parser_get_malformed (parser), ==, 0);
  return content;
}

static void
clear_content (Content *content)
{
  g_string_free (content->tuples, TRUE);
  g_string_free (content->objects, TRUE);
}

static void
assert_content (Fixture *f, const char *tuples, const char *objects)
{
  Content content = read_content (f);

  g_assert_cmpstr (content.tuples->str, ==, tuples);
  g_assert_cmpstr (content.objects->str, ==, objects);
  clear_content (&content);
}

static void
test_samples (Fixture *f, gconstpointer data)
{
  double x = 1.5;
  int y = -3;
  GStatBuf status;

  gscope_scope_add_double (f->scope, "x", &x);
  gscope_scope_add_integer (f->other, "y", &y);
  gscope_recorder_add_scope (f->recorder, f->other);
  advance (f, 40);
  start (f);
  advance (f, 10);
  x = 2.5;
  advance (f, 30);
  g_assert_cmpint (gscope_recorder_get_elapsed (f->recorder), ==, 40 * GSCOPE_MSEC);
  stop (f);
  advance (f, 50);

  g_assert_no_error (f->error);
  assert_content (f,
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
file_contains (Fixture *f, const char *line)
{
  g_autofree char *text = NULL;

  g_assert_true (g_file_get_contents (f->path, &text, NULL, NULL));
  return strstr (text, line) != NULL;
}

/* The file of a killed program has all samples older than delay, period and the interval. */
static void
test_flush (Fixture *f, gconstpointer data)
{
  double x = 1;

  gscope_scope_add_double (f->scope, "x", &x);
  start (f);
  advance (f, 1000);
  /* the last write is on its way in a thread */
  while (!file_contains (f, "\n1880 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  stop (f);
}

static void
test_order (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeProducer) a =
      gscope_signal_create_producer (gscope_scope_add_buffered (f->scope, "a"));
  g_autoptr (GscopeProducer) b =
      gscope_signal_create_producer (gscope_scope_add_buffered (f->other, "b"));

  gscope_scope_set_delay (f->other, 300 * GSCOPE_MSEC);
  gscope_recorder_add_scope (f->recorder, f->other);
  start (f);
  for (gint64 i = 1; i <= 5; i++)
    {
      advance (f, 100);
      gscope_producer_push (a, gscope_clock_get_time (f->clock), i);
      gscope_producer_push (b, gscope_clock_get_time (f->clock) - 250 * GSCOPE_MSEC, -i);
    }
  stop (f);
  /* what was before the start is left out */
  assert_content (f,
                  "1050 -3 b\n1100 1 a\n1150 -4 b\n1200 2 a\n1250 -5 b\n1300 3 a\n1400 4 a\n"
                  "1500 5 a\n",
                  "1 start 1000\nsignal a\nsignal b\n");
}

static void
test_gaps (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);

  start (f);
  gscope_producer_push (producer, 1010 * GSCOPE_MSEC, 1);
  gscope_producer_push_gap (producer, 1020 * GSCOPE_MSEC, GSCOPE_GAP_SWITCHED);
  gscope_producer_push (producer, 1030 * GSCOPE_MSEC, 2);
  advance (f, 100);
  stop (f);
  assert_content (f, "1010 1 a\n1020 -1 a\n1030 2 a\n",
                  "1 start 1000\nsignal a\ngap 1020 a switched\n");
}

static void
add_marker (Fixture *f, gint64 milliseconds, GscopeMarkerKind kind, const char *label)
{
  g_autoptr (GscopeMarker) marker =
      gscope_marker_new (milliseconds * GSCOPE_MSEC, kind, "demo/x", label, "by\nhand");

  gscope_marker_list_add (gscope_scope_get_markers (f->scope), marker);
}

static void
test_markers (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeMarker) late =
      gscope_marker_new (1005 * GSCOPE_MSEC, GSCOPE_MARKER_PENDING, "demo/y", NULL, NULL);

  add_marker (f, 990, GSCOPE_MARKER_NOTE, "before");
  start (f);
  add_marker (f, 1020, GSCOPE_MARKER_NOTE, "second");
  add_marker (f, 1010, GSCOPE_MARKER_WRITE, "1 → 2");
  add_marker (f, 1030, GSCOPE_MARKER_PENDING, "unanswered");
  gscope_marker_list_add (gscope_scope_get_markers (f->scope), late);
  advance (f, 500);
  while (!file_contains (f, "second"))
    g_main_context_iteration (NULL, TRUE);
  gscope_marker_resolve (late, GSCOPE_MARKER_REFUSED, "3", "too large");
  advance (f, 200);
  stop (f);
  assert_content (f, "",
                  "1 start 1000\n"
                  "marker 1010 1 demo/x: 1 → 2, by\nhand\n"
                  "marker 1020 3 demo/x: second, by\nhand\n"
                  "marker 1005 2 demo/y: 3, too large\n"
                  "marker 1030 0 demo/x: unanswered, by\nhand\n");
}

/* Changes of a written marker are written again; an unwritten marker gets its last text. */
static void
test_changed_markers (Fixture *f, gconstpointer data)
{
  GscopeMarkerList *list = gscope_scope_get_markers (f->scope);

  gscope_marker_list_set_note (list, 990 * GSCOPE_MSEC, "before");
  start (f);
  gscope_marker_list_set_note (list, 990 * GSCOPE_MSEC, "before it began");
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "Note");
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "load on");
  gscope_marker_list_set_note (list, 1020 * GSCOPE_MSEC, "taken back");
  gscope_marker_list_set_note (list, 1020 * GSCOPE_MSEC, NULL);
  gscope_marker_list_set_note (list, 1030 * GSCOPE_MSEC, "load off");
  advance (f, 500);
  while (!file_contains (f, "load off"))
    g_main_context_iteration (NULL, TRUE);
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "load");
  gscope_marker_list_set_note (list, 1010 * GSCOPE_MSEC, "load of 50 %");
  gscope_marker_list_set_note (list, 1030 * GSCOPE_MSEC, NULL);
  gscope_marker_list_set_note (list, 1030 * GSCOPE_MSEC, "again");
  advance (f, 200);
  stop (f);
  assert_content (f, "",
                  "1 start 1000\n"
                  "marker 1010 3 : load on, \n"
                  "marker 1030 3 : load off, \n"
                  "marker changed 1010 3 : load of 50 %, \n"
                  "marker removed 1030 3 : load off, \n"
                  "marker 1030 3 : again, \n");
}

static void
test_comings_and_goings (Fixture *f, gconstpointer data)
{
  double x = 1, y = 2;
  GscopeSignal *signal;

  signal = gscope_scope_add_double (f->scope, "x", &x);
  start (f);
  advance (f, 20);
  gscope_scope_add_double (f->scope, "y", &y);
  gscope_scope_remove_signal (f->scope, signal);
  advance (f, 20);
  gscope_recorder_add_scope (f->recorder, f->other);
  gscope_scope_add_double (f->other, "z", &x);
  advance (f, 20);
  stop (f);
  assert_content (f, "1010 1 x\n1020 1 x\n1030 2 y\n1040 2 y\n1050 2 y\n1060 2 y\n1060 1 z\n",
                  "1 start 1000\nsignal x\nsignal y\nsignal z\n");
}

static void
test_properties (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GString) text = g_string_new (NULL);
  g_autoptr (GPtrArray) signals = NULL;
  g_autoptr (JsonNode) node = NULL;
  JsonObject *object;
  gint64 time, begin;

  gscope_signal_set_title (signal, "A \"title\"");
  gscope_signal_set_unit (signal, "µs");
  gscope_signal_set_role (signal, "usage");
  gscope_signal_set_range (signal, -1.5, 2);
  gscope_signal_set_color (signal, 7);
  gscope_signal_set_line_mode (signal, GSCOPE_LINE_FILLED);
  gscope_signal_set_hidden (signal, TRUE);
  gscope_annotation_append_header (text, f->clock, 123456789, &signal, 1);

  node = json_from_string (text->str + strlen ("#gscope "), NULL);
  object = json_node_get_object (node);
  g_assert_true (gscope_annotation_read_header (object, &time, &begin, NULL));
  g_assert_cmpint (time, ==, 123456789);
  g_assert_cmpint (begin, ==, gscope_clock_to_unix (f->clock, time));
  signals = gscope_annotation_read_signals (object, NULL);
  g_assert_cmpuint (signals->len, ==, 1);
  signal = signals->pdata[0];
  g_assert_cmpstr (gscope_signal_get_title (signal), ==, "A \"title\"");
  g_assert_cmpstr (gscope_signal_get_unit (signal), ==, "µs");
  g_assert_cmpstr (gscope_signal_get_role (signal), ==, "usage");
  g_assert_cmpfloat (gscope_signal_get_min (signal), ==, -1.5);
  g_assert_cmpfloat (gscope_signal_get_max (signal), ==, 2);
  g_assert_cmpuint (gscope_signal_get_color (signal), ==, 7);
  g_assert_cmpint (gscope_signal_get_line_mode (signal), ==, GSCOPE_LINE_FILLED);
  g_assert_true (gscope_signal_get_hidden (signal));
}

/* Reads the parts of a recording one after the other, as if they were one. */
static void
use_part (Fixture *f, guint part)
{
  g_autofree char *path = part > 1 ? g_strdup_printf ("%s-%u", f->path, part) : NULL;

  if (path != NULL)
    g_assert_cmpint (g_rename (path, f->path), ==, 0);
}

static void
test_chosen (Fixture *f, gconstpointer data)
{
  const char *const names[] = { "x", "later", NULL };
  double x = 1;

  gscope_scope_add_double (f->scope, "w", &x);
  gscope_scope_add_double (f->scope, "x", &x);
  gscope_recorder_set_signals (f->recorder, names);
  start (f);
  advance (f, 10);
  gscope_scope_add_double (f->scope, "other", &x);
  gscope_scope_add_double (f->scope, "later", &x);
  gscope_scope_remove_signal (f->scope, gscope_scope_find_signal (f->scope, "w"));
  add_marker (f, 1015, GSCOPE_MARKER_NOTE, "kept");
  advance (f, 10);
  stop (f);
  assert_content (f, "1010 1 x\n1020 1 x\n1020 1 later\n",
                  "1 start 1000\nsignal x\nsignal later\nmarker 1015 3 demo/x: kept, by\nhand\n");
}

/* The recorder waits for samples that a trigger still decides about, so that the file is in the
 * order of times. */
static void
test_trigger (Fixture *f, gconstpointer data)
{
  double x = 0;
  GscopeSignal *watched = gscope_scope_add_double (f->scope, "x", &x);
  GscopeSignal *captured = gscope_scope_add_buffered (f->scope, "captured");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (captured);
  GscopeTriggerSettings settings = { .condition = { .level = 5 },
                                     .before = 400 * GSCOPE_MSEC,
                                     .after = 20 * GSCOPE_MSEC };
  g_autoptr (GscopeTrigger) trigger = gscope_trigger_new (watched, &settings);
  Content content;

  gscope_trigger_capture (trigger, captured);
  start (f);
  for (guint i = 0; i < 100; i++)
    {
      gscope_producer_push_now (producer, 1);
      x = i == 60 ? 9 : 0;
      advance (f, 10);
    }
  stop (f);
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, 0);
  content = read_content (f);
  g_assert_null (strstr (content.tuples->str, "1200 1 captured\n"));
  g_assert_nonnull (strstr (content.tuples->str, "1210 1 captured\n"));
  g_assert_nonnull (strstr (content.tuples->str, "1620 1 captured\n"));
  g_assert_null (strstr (content.tuples->str, "1630 1 captured\n"));
  clear_content (&content);
}

/* A buffered signal's own period makes nothing wait. */
static void
test_own_period (Fixture *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *pushed = gscope_scope_add_buffered (f->scope, "pushed");
  g_autoptr (GscopeProducer) a = gscope_signal_create_producer (pushed);
  g_autoptr (GscopeProducer) b = gscope_signal_create_producer (pushed);
  Content content;

  gscope_signal_set_period (gscope_scope_add_double (f->scope, "x", &x), GSCOPE_SEC);
  gscope_signal_set_period (pushed, GSCOPE_SEC);
  gscope_scope_add_double (f->scope, "y", &x);
  start (f);
  for (guint i = 0; i < 200; i++)
    {
      gscope_producer_push_now (a, 1);
      gscope_producer_push_now (b, 2);
      advance (f, 10);
    }
  stop (f);
  content = read_content (f);
  g_assert_nonnull (strstr (content.tuples->str, "1500 2 pushed\n"));
  g_assert_nonnull (strstr (content.tuples->str, "2000 1 x\n"));
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, 0);
  clear_content (&content);
}

/* Samples that enter a trace too late are not written behind later samples. */
static void
test_out_of_order (Fixture *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *late = gscope_scope_add_buffered (f->scope, "late");
  const GscopeSample sample = { 1020 * GSCOPE_MSEC, 1 };
  GscopeTally tally;
  Content content;

  gscope_scope_add_double (f->scope, "x", &x);
  start (f);
  advance (f, 500);
  while (!file_contains (f, "\n1300 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  gscope_trace_append_samples (gscope_signal_get_trace (late), &sample, 1);
  advance (f, 200);
  stop (f);
  gscope_recorder_get_signal_tally (f->recorder, "late", &tally);
  g_assert_cmpuint (gscope_tally_get_late (&tally), ==, 1);
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, 0);
  content = read_content (f);
  g_assert_null (strstr (content.tuples->str, "late"));
  g_assert_nonnull (strstr (content.objects->str, "loss late late 1\n"));
  clear_content (&content);
}

/* A file is not replaced unless that is asked for, and nobody records to the file of another. */
static void
test_files (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeRecorder) other = gscope_recorder_new (f->other);
  g_autoptr (GError) error = NULL;
  g_autofree char *before = NULL;
  g_autofree char *after = NULL;

  start (f);
  g_assert_false (gscope_recorder_start (other, f->file, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED);
  g_clear_error (&error);
  stop (f);
  g_assert_true (g_file_get_contents (f->path, &before, NULL, NULL));
  g_assert_cmpstr (before, !=, "");

  gscope_recorder_set_replace (other, FALSE);
  g_assert_false (gscope_recorder_start (other, f->file, &error));
  g_assert_error (error, GSCOPE_ERROR, GSCOPE_ERROR_EXISTS);
  g_assert_true (g_file_get_contents (f->path, &after, NULL, NULL));
  g_assert_cmpstr (after, ==, before);
}

/* Diagnostic signals are recorded on request. */
static void
test_diagnostics (Fixture *f, gconstpointer data)
{
  double x = 1;
  g_autoptr (GscopeSignal) signal = gscope_signal_new_double ("clients", &x);

  gscope_signal_set_diagnostic (signal, TRUE);
  gscope_source_add_signal (gscope_scope_get_source (f->scope), signal, NULL);
  gscope_scope_add_double (f->scope, "x", &x);
  advance (f, 250);
  start (f);
  advance (f, 10);
  stop (f);
  assert_content (f, "1250 1 x\n1260 1 x\n", "1 start 1250\nsignal x\n");

  gscope_recorder_set_diagnostics (f->recorder, TRUE);
  start (f);
  stop (f);
  assert_content (f, "1260 1 clients\n1260 1 x\n", "1 start 1260\nsignal clients\nsignal x\n");
  gscope_scope_remove_signal (f->scope, signal);
}

/* A gap that is noticed when later samples of other signals were written is written too, with its time. */
static void
test_late_gap (Fixture *f, gconstpointer data)
{
  double x = 1;
  GscopeSignal *silent = gscope_scope_add_buffered (f->scope, "silent");
  const GscopeSample sample = { 1020 * GSCOPE_MSEC, 1 };
  GscopeTrace *trace = gscope_signal_get_trace (silent);
  GscopeTally tally;
  Content content;

  gscope_scope_add_double (f->scope, "x", &x);
  start (f);
  gscope_trace_append_samples (trace, &sample, 1);
  advance (f, 500);
  while (!file_contains (f, "\n1200 1 x\n"))
    g_main_context_iteration (NULL, TRUE);
  gscope_trace_append_gap (trace, sample.time, GSCOPE_GAP_SILENT);
  advance (f, 200);
  stop (f);
  gscope_recorder_get_signal_tally (f->recorder, "silent", &tally);
  g_assert_cmpuint (tally.gaps, ==, 1);
  g_assert_cmpuint (gscope_tally_get_late (&tally) + gscope_tally_get_lost (&tally), ==, 0);
  content = read_content (f);
  g_assert_nonnull (strstr (content.objects->str, "gap 1020 silent silent\n"));
  g_assert_nonnull (strstr (content.tuples->str, "\n1020 1 silent\n"));
  g_assert_nonnull (strstr (content.tuples->str, " -1 silent\n"));
  clear_content (&content);
}

/* A signal that comes while a recording runs takes part before the scope's list shows it: its first losses count. */
static void
test_new_signal (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeSource) source = gscope_source_new ("program");
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("s");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  double x = 1;
  GscopeTally tally;

  gscope_scope_add_source (f->scope, source);
  gscope_scope_add_double (f->scope, "x", &x);
  start (f);
  advance (f, 500);
  g_assert_true (gscope_source_add_signal (source, signal, NULL));
  gscope_producer_push (producer, 1100 * GSCOPE_MSEC, 1);
  gscope_producer_push (producer, 1500 * GSCOPE_MSEC, 2);
  advance (f, 500);
  g_assert_cmpuint (g_list_model_get_n_items (gscope_scope_get_signals (f->scope)), ==, 1);
  stop (f);
  gscope_recorder_get_signal_tally (f->recorder, "program/s", &tally);
  g_assert_cmpuint (gscope_tally_get_late (&tally), ==, 1);
  g_assert_true (file_contains (f, "\n1500 2 program/s\n"));
}

/* A playback goes back and forth; what it shows is exported instead. */
static void
test_playback (Fixture *f, gconstpointer data)
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
test_rotation_by_time (Fixture *f, gconstpointer data)
{
  double x = 1;

  gscope_scope_set_period (f->scope, 500 * GSCOPE_MSEC);
  gscope_scope_add_double (f->scope, "x", &x);
  gscope_recorder_set_rotation (f->recorder, 0, GSCOPE_SEC);
  start (f);
  advance (f, 1200);
  add_marker (f, 2100, GSCOPE_MARKER_WRITE, "1 → 2");
  /* a part in which nothing happens is left out */
  gscope_scope_stop (f->scope);
  advance (f, 3000);
  gscope_scope_start (f->scope);
  advance (f, 1000);
  stop (f);

  assert_content (f, "1500 1 x\n", "1 start 1000\nsignal x\n");
  use_part (f, 2);
  assert_content (f, "2000 1 x\n2200 -1 x\n",
                  "1 start 2000\nsignal x\nmarker 2100 1 demo/x: 1 → 2, by\nhand\n"
                  "gap 2200 x stopped\n");
  use_part (f, 3);
  assert_content (f, "5500 1 x\n", "1 start 5000\nsignal x\n");
  use_part (f, 4);
  assert_content (f, "6000 1 x\n", "1 start 6000\nsignal x\n");
}

static void
test_rotation_by_size (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) last = NULL;
  guint64 n_lines = 0;
  double x = 1;
  guint part = 1;

  gscope_scope_add_double (f->scope, "x", &x);
  gscope_recorder_set_rotation (f->recorder, 500, 0);
  start (f);
  advance (f, 2000);
  stop (f);
  g_assert_no_error (f->error);
  last = g_object_ref (gscope_recorder_get_current_file (f->recorder));
  for (;; part++)
    {
      g_autofree char *path = g_strdup_printf ("%s-%u", f->path, part);
      Content content;
      GStatBuf status;

      if (part > 1 && !g_file_test (path, G_FILE_TEST_EXISTS))
        break;
      use_part (f, part);
      g_assert_cmpint (g_stat (f->path, &status), ==, 0);
      g_assert_cmpint (status.st_size, <, 800);
      content = read_content (f);
      g_assert_cmpuint (content.n_signals, ==, 1);
      for (const char *c = content.tuples->str; *c != '\0'; c++)
        n_lines += *c == '\n';
      clear_content (&content);
    }
  g_assert_cmpuint (part, >, 4);
  g_assert_cmpuint (n_lines, ==, 200);
  g_assert_true (g_str_has_prefix (g_file_peek_path (last), f->path));
  g_assert_cmpuint (g_ascii_strtoull (strrchr (g_file_peek_path (last), '-') + 1, NULL, 10), ==,
                    part - 1);
}

static void
on_opened (GObject *source, GAsyncResult *result, gpointer user_data)
{
  g_autoptr (GError) error = NULL;

  gscope_source_start_finish (GSCOPE_SOURCE (source), result, &error);
  g_assert_no_error (error);
  ((Fixture *) user_data)->is_stopped = TRUE;
}

static void
on_closed (GObject *source, GAsyncResult *result, gpointer user_data)
{
  ((Fixture *) user_data)->is_stopped = TRUE;
}

/* The recorder has counted the bytes when it begins to flush them: the file has more than its head afterwards. */
static gboolean
is_flushed (const char *path)
{
  GStatBuf status;

  return g_stat (path, &status) == 0 && status.st_size > 64;
}

/* The file of a killed program is readable, compressed or not. */
static void
check_compressed (Fixture *f, const char *extension)
{
  g_autofree char *path = g_strconcat (f->path, extension, NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopePlayer) player = gscope_player_new_with_clock ("", file, f->clock);
  g_autoptr (GError) error = NULL;
  double x = 1;

  gscope_scope_add_double (f->scope, "x", &x);
  g_assert_true (gscope_recorder_start (f->recorder, file, &error));
  advance (f, 1000);
  while (gscope_recorder_get_bytes_written (f->recorder) < 88 * strlen ("1000 1 x\n")
         || !is_flushed (path))
    g_main_context_iteration (NULL, TRUE);
  f->is_stopped = FALSE;
  gscope_source_start_async (GSCOPE_SOURCE (player), NULL, on_opened, f);
  while (!f->is_stopped)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (gscope_player_get_n_samples (player), >=, 60);
  g_assert_cmpuint (gscope_player_get_skipped (player), ==, 0);
  stop (f);
  f->is_stopped = FALSE;
  gscope_source_stop_async (GSCOPE_SOURCE (player), NULL, on_closed, f);
  while (!f->is_stopped)
    g_main_context_iteration (NULL, TRUE);
  g_remove (path);
  gscope_scope_remove_signal (f->scope, gscope_scope_find_signal (f->scope, "x"));
}

static void
test_compressed (Fixture *f, gconstpointer data)
{
  check_compressed (f, ".gz");
  check_compressed (f, ".zst");
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
    "{\"gap\": 1}",
    "{\"gap\": {\"signal\": 1}}",
    "{\"gap\": {\"signal\": \"a\", \"time_ns\": 1.5, \"cause\": \"tick\"}}",
    "{\"gap\": {\"signal\": \"a\", \"time_ns\": 1, \"cause\": \"?\"}}",
    "{\"marker\": []}",
    "{\"marker\": {\"kind\": null, \"time_ns\": 1}}",
    "{\"marker\": {\"kind\": \"note\"}}",
    "{\"marker-changed\": {\"kind\": \"note\"}}",
    "{\"marker-removed\": 1}",
  };

  for (guint i = 0; i < G_N_ELEMENTS (texts); i++)
    {
      g_autoptr (JsonNode) node = json_from_string (texts[i], NULL);
      JsonObject *object = json_node_get_object (node);
      GError *errors[4] = { NULL };
      gint64 time, begin;
      GscopeMarkerNews news;
      GscopeGapCause cause;
      const char *name;
      guint n = 0;

      g_assert_false (gscope_annotation_read_header (object, &time, &begin, &errors[0]));
      g_assert_null (gscope_annotation_read_signals (object, &errors[1]));
      g_assert_false (gscope_annotation_read_gap (object, &name, &time, &cause, &errors[2]));
      g_assert_null (gscope_annotation_read_marker (object, &news, &errors[3]));
      for (guint k = 0; k < G_N_ELEMENTS (errors); k++)
        {
          n += errors[k] != NULL;
          g_clear_error (&errors[k]);
        }
      g_assert_cmpuint (n, ==, 1);
    }
}

static void
test_many_signals (Fixture *f, gconstpointer data)
{
  double x = 1;
  Content content;

  for (guint i = 0; i < 500; i++)
    {
      g_autofree char *name = g_strdup_printf ("signal %u", i);

      gscope_signal_set_title (gscope_scope_add_double (f->scope, name, &x),
                               "\x01\x01\x01\x01\x01");
    }
  start (f);
  advance (f, 20);
  stop (f);
  content = read_content (f);
  g_assert_cmpuint (content.n_signals, ==, 500);
  clear_content (&content);
}

static void
test_evicted (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  GscopeTrace *trace = gscope_signal_get_trace (signal);
  GscopeTally tally;
  Content content;
  guint64 lost;

  start (f);
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
  advance (f, 200);
  stop (f);
  g_assert_cmpuint (gscope_recorder_get_lost (f->recorder), ==, lost);
  gscope_recorder_get_signal_tally (f->recorder, "a", &tally);
  g_assert_cmpuint (tally.counts[GSCOPE_LOSS_EVICTED], ==, lost);
  g_assert_cmpuint (tally.gaps, ==, 1);
  gscope_recorder_get_signal_tally (f->recorder, "b", &tally);
  g_assert_cmpuint (gscope_tally_get_lost (&tally), ==, 0);
  gscope_recorder_get_own_tally (f->recorder, &tally);
  g_assert_cmpuint (gscope_tally_get_lost (&tally), ==, lost);
  content = read_content (f);
  g_assert_nonnull (strstr (content.objects->str, " a ring-full\n"));
  clear_content (&content);
}

/* More than one block, so that writes follow one another. */
static void
test_long (Fixture *f, gconstpointer data)
{
  GscopeSignal *signal = gscope_scope_add_buffered (f->scope, "a");
  g_autoptr (GscopeProducer) producer = gscope_signal_create_producer (signal);
  Content content;
  guint n_lines = 0;

  start (f);
  for (guint i = 0; i < 200000; i++)
    {
      g_assert_true (gscope_producer_push (producer, GSCOPE_SEC + i, i / 7.0));
      if (i % 1000 == 0)
        gscope_scope_drain (f->scope);
    }
  advance (f, 10);
  stop (f);
  content = read_content (f);
  for (const char *p = content.tuples->str; (p = strchr (p, '\n')) != NULL; p++)
    n_lines++;
  g_assert_cmpuint (n_lines, ==, 200000);
  clear_content (&content);
}

static void
on_failed (GscopeRecorder *recorder, const GError *error, gpointer user_data)
{
  Fixture *f = user_data;

  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  g_assert_nonnull (strstr (error->message, "/dev/full"));
  g_assert_nonnull (strstr (error->message, g_strerror (ENOSPC)));
  f->n_failed++;
}

static void
test_disk_full (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) full = g_file_new_for_path ("/dev/full");
  double x = 1;
  GscopeSignal *signal = gscope_scope_add_double (f->scope, "x", &x);

  g_signal_connect (f->recorder, "failed", G_CALLBACK (on_failed), f);
  g_assert_true (gscope_recorder_start (f->recorder, full, NULL));
  while (f->n_failed == 0)
    g_main_context_iteration (NULL, TRUE);
  g_assert_false (gscope_recorder_get_active (f->recorder));
  g_assert_error (gscope_recorder_get_error (f->recorder), G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  /* the rest goes on, and another file may be tried */
  advance (f, 50);
  gscope_scope_drain (f->scope);
  g_assert_cmpuint (gscope_trace_get_end (gscope_signal_get_trace (signal)), ==, 5);
  stop (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_NO_SPACE);
  start (f);
  g_assert_null (gscope_recorder_get_error (f->recorder));
  advance (f, 20);
  stop (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (f->n_failed, ==, 1);
  assert_content (f, "1050 1 x\n1060 1 x\n1070 1 x\n", "1 start 1050\nsignal x\n");
}

static void
test_no_folder (Fixture *f, gconstpointer data)
{
  g_autofree char *path = g_build_filename (f->path, "file", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;

  g_assert_false (gscope_recorder_start (f->recorder, file, &error));
  g_assert_error (error, G_IO_ERROR, G_IO_ERROR_NOT_DIRECTORY);
  g_assert_nonnull (strstr (error->message, path));
  g_assert_false (gscope_recorder_get_active (f->recorder));
}

static void
test_replace (Fixture *f, gconstpointer data)
{
  g_assert_true (g_file_set_contents (f->path, "1 2 something longer than what comes\n", -1, NULL));
  start (f);
  stop (f);
  start (f);
  /* two at once */
  gscope_recorder_stop_async (f->recorder, on_stopped, f);
  stop (f);
  iterate ();
  assert_content (f, "", "1 start 1000\n");
}

#define ADD(path, func) g_test_add (path, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("/recorder/samples", test_samples);
  ADD ("/recorder/flush", test_flush);
  ADD ("/recorder/order", test_order);
  ADD ("/recorder/gaps", test_gaps);
  ADD ("/recorder/markers", test_markers);
  ADD ("/recorder/changed-markers", test_changed_markers);
  ADD ("/recorder/comings-and-goings", test_comings_and_goings);
  ADD ("/recorder/properties", test_properties);
  ADD ("/recorder/many-signals", test_many_signals);
  ADD ("/recorder/evicted", test_evicted);
  ADD ("/recorder/long", test_long);
  ADD ("/recorder/disk-full", test_disk_full);
  ADD ("/recorder/no-folder", test_no_folder);
  ADD ("/recorder/replace", test_replace);
  ADD ("/recorder/chosen", test_chosen);
  ADD ("/recorder/trigger", test_trigger);
  ADD ("/recorder/own-period", test_own_period);
  ADD ("/recorder/out-of-order", test_out_of_order);
  ADD ("/recorder/files", test_files);
  ADD ("/recorder/late-gap", test_late_gap);
  ADD ("/recorder/new-signal", test_new_signal);
  ADD ("/recorder/diagnostics", test_diagnostics);
  ADD ("/recorder/playback", test_playback);
  ADD ("/recorder/rotation-by-time", test_rotation_by_time);
  ADD ("/recorder/rotation-by-size", test_rotation_by_size);
  ADD ("/recorder/compressed", test_compressed);
  g_test_add_func ("/annotation/broken", test_broken_annotations);
  return g_test_run ();
}
