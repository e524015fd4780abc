/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* A search over all samples of a recording that is larger than memory, and captures of what it finds, or of what is played. */

#include "support/player-bed.h"

#include <string.h>

#define MS GSCOPE_MSEC

enum
{
  /* Lines of two signals in turn, a millisecond each. */
  N_LINES = 120000,
  N_ROWS = 2 * N_LINES,
  SMALL_BUDGET = 1 << 20,
  /* The number of lines of a signal between two rising edges: a cell of the overview has several. */
  PERIOD = 40,
};

typedef struct
{
  PlayerBed bed;
  GscopeTriggerSearch *search;
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
  GCancellable *cancellable;
  gboolean has_ended;
  GError *error;
} Fixture;

static const GscopeTriggerSettings settings = { .condition = { .level = 5, .hysteresis = 1 },
                                                .after = 1 };

static void
set_up (Fixture *f, gconstpointer data)
{
  player_bed_set_up (&f->bed, data);
  gscope_player_set_budget (f->bed.player, SMALL_BUDGET);
  f->cancellable = g_cancellable_new ();
}

static void
drop_search (Fixture *f)
{
  if (f->search)
    g_assert_finalize_object (g_steal_pointer (&f->search));
  f->has_ended = FALSE;
  g_clear_error (&f->error);
}

static void
tear_down (Fixture *f, gconstpointer data)
{
  drop_search (f);
  if (f->list)
    g_assert_finalize_object (f->list);
  if (f->trigger)
    g_assert_finalize_object (f->trigger);
  g_object_unref (f->cancellable);
  player_bed_tear_down (&f->bed, data);
}

static int
get_value (guint i)
{
  return i % PERIOD < 3 ? 9 : (int) (i * 7 % 4);
}

/* Without printf, whose arguments AddressSanitizer checks one by one. */
static void
append_number (GString *text, guint number)
{
  char digits[10];
  guint n = sizeof digits;

  for (; n == sizeof digits || number > 0; number /= 10)
    digits[--n] = (char) ('0' + number % 10);
  g_string_append_len (text, digits + n, sizeof digits - n);
}

/* Text of the signals “pulse” and “ramp” at even and odd milliseconds, with a gap of the first now and then. */
static char *
make_tuples (void)
{
  GString *text = g_string_sized_new (N_LINES * 16);

  for (guint i = 0; i < N_LINES; i++)
    {
      if (i % 10000 == 5000)
        g_string_append_printf (text,
                                "#gscope {\"gap\":{\"signal\":\"pulse\",\"time_ns\":%u000000,"
                                "\"cause\":\"stopped\"}}\n",
                                i);
      append_number (text, i);
      if (i % 10000 == 5000)
        g_string_append (text, " nan");
      else
        {
          g_string_append_c (text, ' ');
          append_number (text, i % 2 ? i % 1000 : (guint) get_value (i / 2));
        }
      g_string_append (text, i % 2 ? " ramp\n" : " pulse\n");
    }
  return g_string_free (text, FALSE);
}

/* A table without times: its rows are seconds. */
static char *
make_rows (void)
{
  GString *text = g_string_new ("pulse\n");

  for (guint i = 0; i < N_ROWS; i++)
    {
      g_string_append_c (text, (char) ('0' + get_value (i)));
      g_string_append_c (text, '\n');
    }
  return g_string_free (text, FALSE);
}

static void
on_searched (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  gscope_trigger_search_run_finish (GSCOPE_TRIGGER_SEARCH (object), result, &f->error);
  f->has_ended = TRUE;
}

static void
start (Fixture *f, gint64 begin, gint64 end)
{
  GscopeSignal *signal = gscope_scope_find_signal (f->bed.scope, "pulse");

  f->search = gscope_trigger_search_new_for_signal (signal, &settings, begin, end);
  gscope_trigger_search_run_async (f->search, f->cancellable, on_searched, f);
}

static void
await_end (Fixture *f)
{
  while (!f->has_ended)
    g_main_context_iteration (NULL, TRUE);
}

static GArray *
search_all (Fixture *f)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  const gint64 *found;
  gsize n;

  start (f, G_MININT64, G_MAXINT64);
  await_end (f);
  g_assert_no_error (f->error);
  g_assert_cmpfloat (gscope_trigger_search_get_progress (f->search), ==, 1);
  g_assert_cmpuint (gscope_trigger_search_get_n_coarse (f->search), ==, 0);
  found = gscope_trigger_search_get_times (f->search, &n);
  g_assert_cmpuint (gscope_trigger_search_get_n_found (f->search), ==, n);
  g_array_append_vals (times, found, (guint) n);
  drop_search (f);
  return times;
}

/* The same times are found where all samples are in memory, and where they are not. */
static void
check_same (Fixture *f, guint at_least)
{
  g_autoptr (GArray) small = NULL, large = NULL;

  g_assert_true (gscope_player_get_overview (f->bed.player));
  small = search_all (f);
  g_assert_cmpuint (small->len, >=, at_least);
  player_bed_stop (&f->bed);
  gscope_player_set_budget (f->bed.player, 64 << 20);
  player_bed_start (&f->bed);
  g_assert_false (gscope_player_get_overview (f->bed.player));
  large = search_all (f);
  g_assert_cmpmem (small->data, small->len * sizeof (gint64), large->data,
                   large->len * sizeof (gint64));
}

static void
test_tuples (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();

  player_bed_open (&f->bed, text);
  check_same (f, N_LINES / 2 / PERIOD - 12);
}

static void
test_compressed (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  g_autoptr (GBytes) all = player_bed_compress_gzip (text, (gssize) strlen (text));

  player_bed_write (&f->bed, g_bytes_get_data (all, NULL), (gssize) g_bytes_get_size (all));
  player_bed_start (&f->bed);
  check_same (f, N_LINES / 2 / PERIOD - 12);
}

static void
test_rows (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_rows ();

  player_bed_open (&f->bed, text);
  check_same (f, N_ROWS / PERIOD - 1);
}

/* Times outside an interval are not found. */
static void
test_interval (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  const gint64 *times;
  gsize n;

  player_bed_open (&f->bed, text);
  start (f, 100000 * MS, 101000 * MS);
  await_end (f);
  g_assert_no_error (f->error);
  times = gscope_trigger_search_get_times (f->search, &n);
  g_assert_cmpuint (n, ==, 1000 / 2 / PERIOD);
  g_assert_cmpint (times[0], ==, (100000 + 2 * PERIOD) * MS);
  g_assert_cmpint (times[n - 1], <, 101000 * MS);
}

/* A cancelled search ends, and another one begins again. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  g_autoptr (GArray) times = NULL;

  player_bed_open (&f->bed, text);
  start (f, G_MININT64, G_MAXINT64);
  g_cancellable_cancel (f->cancellable);
  await_end (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  drop_search (f);
  g_cancellable_reset (f->cancellable);
  times = search_all (f);
  g_assert_cmpuint (times->len, >, 0);
}

/* The player stops while it is searched. */
static void
test_stop (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();

  player_bed_open (&f->bed, text);
  start (f, G_MININT64, G_MAXINT64);
  player_bed_stop (&f->bed);
  await_end (f);
  g_assert_nonnull (f->error);
}

/* Another file is in the place of the one that was opened. */
static void
test_replaced (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();

  gscope_player_set_following (f->bed.player, FALSE);
  player_bed_open (&f->bed, text);
  player_bed_write (&f->bed, "1 2 pulse\n", -1);
  start (f, G_MININT64, G_MAXINT64);
  await_end (f);
  g_assert_error (f->error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID);
}

static void
on_progress (GObject *object, GParamSpec *pspec, guint *n)
{
  ++*n;
}

/* Lines that are appended meanwhile are taken, and details are shown. */
static void
test_meanwhile (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  guint n = 0;

  player_bed_open (&f->bed, text);
  start (f, G_MININT64, G_MAXINT64);
  g_signal_connect (f->search, "notify::progress", G_CALLBACK (on_progress), &n);
  player_bed_append (&f->bed, "120000 1 ramp\n");
  player_bed_show (&f->bed, 100000 * MS, 101000 * MS);
  player_bed_wait_for_samples (&f->bed, N_LINES + 1 - 12);
  await_end (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (n, >, 1);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  gscope_capture_list_load_finish (GSCOPE_CAPTURE_LIST (object), result, &f->error);
  f->has_ended = TRUE;
}

/* Loads the samples around a time, where they are not there yet. */
static guint
load (Fixture *f, gint64 time)
{
  if (!gscope_capture_list_lacks (f->list, time))
    return 0;
  f->has_ended = FALSE;
  gscope_capture_list_load_async (f->list, time, NULL, on_loaded, f);
  await_end (f);
  g_assert_no_error (f->error);
  g_assert_false (gscope_capture_list_lacks (f->list, time));
  return 1;
}

static void
make_list (Fixture *f)
{
  GscopeSignal *pulse = gscope_scope_find_signal (f->bed.scope, "pulse");

  gscope_signal_set_line_mode (pulse, GSCOPE_LINE_MODE_LINES);
  f->trigger = gscope_trigger_new (pulse, &settings);
  f->list = gscope_capture_list_new (f->bed.scope, f->trigger);
  gscope_capture_list_add_signal (f->list, gscope_scope_find_signal (f->bed.scope, "ramp"));
  gscope_capture_list_set_window (f->list, 10 * MS, 20 * MS);
}

/* A capture has each sample of its window, and one beside either end. */
static void
check_capture (GscopeCapture *capture, gint64 time)
{
  GscopeTrace *pulse = gscope_capture_find_trace (capture, "pulse");
  GscopeTrace *ramp = gscope_capture_find_trace (capture, "ramp");

  g_assert_cmpint (gscope_capture_get_time (capture), ==, time);
  g_assert_cmpint (gscope_capture_get_zero (capture), <, time);
  g_assert_cmpint (gscope_capture_get_zero (capture), >, time - 2 * MS);
  g_assert_cmpuint (gscope_trace_get_end (pulse), ==, 17);
  g_assert_cmpuint (gscope_trace_get_end (ramp), ==, 17);
  for (guint64 i = 0; i < gscope_trace_get_end (pulse); i++)
    g_assert_cmpfloat (gscope_trace_get_value (pulse, i), ==,
                       get_value ((guint) (gscope_trace_get_time (pulse, i) / MS / 2)));
  for (guint64 i = 0; i < gscope_trace_get_end (ramp); i++)
    g_assert_cmpfloat (gscope_trace_get_value (ramp, i), ==,
                       (double) (gscope_trace_get_time (ramp, i) / MS % 1000));
}

/* The samples of many captures come at once. */
static void
test_captures (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  guint n_loads = 0;

  player_bed_open (&f->bed, text);
  make_list (f);
  for (gint64 time = 60000 * MS; time < 62000 * MS; time += 2 * PERIOD * MS)
    {
      g_autoptr (GscopeCapture) capture = NULL;

      n_loads += load (f, time);
      g_assert_true (gscope_capture_list_add_at (f->list, time));
      g_assert_false (gscope_capture_list_lacks (f->list, time));
      capture = g_list_model_get_item (G_LIST_MODEL (f->list),
                                       g_list_model_get_n_items (G_LIST_MODEL (f->list)) - 1);
      check_capture (capture, time);
    }
  g_assert_cmpuint (n_loads, >, 0);
  g_assert_cmpuint (n_loads, <, 10);
  gscope_capture_list_unload (f->list);
  g_assert_true (gscope_capture_list_lacks (f->list, 40000 * MS));
}

static guint
count_captures (Fixture *f)
{
  return g_list_model_get_n_items (G_LIST_MODEL (f->list));
}

static void
check_captures (Fixture *f, guint begin, guint end)
{
  for (guint i = begin; i < end; i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (f->list), i);

      check_capture (capture, 2 * PERIOD * MS * (i + 1));
    }
}

static void
await_captures (Fixture *f, guint n)
{
  while (count_captures (f) < n)
    g_main_context_iteration (NULL, TRUE);
}

/* What is played is captured with all samples, wherever the view looks. A pen that jumps back finds nothing again. */
static void
test_played (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  const guint n_first = 20000 / 2 / PERIOD - 1, n_all = 30000 / 2 / PERIOD - 1;

  player_bed_open (&f->bed, text);
  g_assert_true (gscope_player_get_overview (f->bed.player));
  make_list (f);
  gscope_transport_seek (f->bed.transport, 20000 * MS);
  await_captures (f, n_first);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, n_first + 1);
  player_bed_show (&f->bed, 100000 * MS, 101000 * MS);
  gscope_transport_seek (f->bed.transport, 10000 * MS);
  gscope_transport_seek (f->bed.transport, 30000 * MS);
  await_captures (f, n_all);
  g_assert_cmpuint (count_captures (f), ==, n_all);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, n_all + 1);
  check_captures (f, 0, n_all);
}

/* A recording that is played to its end grows, and is closed while it is read. */
static void
test_played_on (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  guint64 n;

  player_bed_open (&f->bed, text);
  make_list (f);
  gscope_transport_seek (f->bed.transport, N_LINES * MS);
  while (gscope_trigger_get_n_fired (f->trigger) < N_LINES / 2 / PERIOD - 1)
    g_main_context_iteration (NULL, TRUE);
  n = gscope_trigger_get_n_fired (f->trigger);
  player_bed_append (&f->bed, "120000 1 pulse\n120001 9 pulse\n120002 1 pulse\n");
  player_bed_wait_for_samples (&f->bed, N_LINES + 3 - 12);
  gscope_transport_seek (f->bed.transport, 120002 * MS);
  while (gscope_trigger_get_n_fired (f->trigger) == n)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, n + 1);
  player_bed_append (&f->bed, "120003 9 pulse\n120004 1 pulse\n");
  player_bed_wait_for_samples (&f->bed, N_LINES + 5 - 12);
  gscope_transport_seek (f->bed.transport, 120004 * MS);
  player_bed_stop (&f->bed);
}

/* One that fires once looks again where the pen went back to. */
static void
test_played_once (Fixture *f, gconstpointer data)
{
  GscopeTriggerSettings once = settings;
  g_autofree char *text = make_tuples ();

  player_bed_open (&f->bed, text);
  make_list (f);
  once.mode = GSCOPE_TRIGGER_MODE_SINGLE;
  gscope_trigger_set_settings (f->trigger, &once);
  gscope_transport_seek (f->bed.transport, 1000 * MS);
  await_captures (f, 1);
  gscope_transport_seek (f->bed.transport, 500 * MS);
  gscope_trigger_arm (f->trigger);
  gscope_transport_seek (f->bed.transport, 1000 * MS);
  await_captures (f, 2);
  check_captures (f, 0, 1);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 2);
}

/* A gap in a capture has its cause. */
static void
test_gap (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  g_autoptr (GscopeCapture) capture = NULL;
  const GscopeGap *gaps;
  GscopeTrace *trace;
  gsize n;

  player_bed_open (&f->bed, text);
  make_list (f);
  load (f, 75000 * MS);
  g_assert_true (gscope_capture_list_add_at (f->list, 75000 * MS));
  capture = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  trace = gscope_capture_find_trace (capture, "pulse");
  gaps = gscope_trace_get_gaps (trace, G_MININT64, G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->begin, ==, 75000 * MS);
  g_assert_cmpint (gaps->cause, ==, GSCOPE_GAP_CAUSE_STOPPED);
}

/* A window with more samples than there is room for has cells of them. */
static void
test_wide (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_tuples ();
  g_autoptr (GscopeCapture) capture = NULL;
  GscopeColumn column;
  GscopeTrace *trace;

  player_bed_open (&f->bed, text);
  make_list (f);
  gscope_capture_list_set_window (f->list, 25000 * MS, 25000 * MS);
  load (f, 60000 * MS);
  g_assert_true (gscope_capture_list_add_at (f->list, 60000 * MS));
  capture = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  trace = gscope_capture_find_trace (capture, "ramp");
  g_assert_cmpuint (gscope_trace_get_end (trace), <, 25000);
  gscope_trace_get_columns (trace, 36000 * MS, 48000 * MS, 1, &column);
  g_assert_cmpfloat (column.min, ==, 1);
  g_assert_cmpfloat (column.max, ==, 999);
}

#define ADD(name, func) g_test_add ("/player-search/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("tuples", test_tuples);
  ADD ("compressed", test_compressed);
  ADD ("rows", test_rows);
  ADD ("interval", test_interval);
  ADD ("cancel", test_cancel);
  ADD ("stop", test_stop);
  ADD ("replaced", test_replaced);
  ADD ("meanwhile", test_meanwhile);
  ADD ("captures", test_captures);
  ADD ("played", test_played);
  ADD ("played-on", test_played_on);
  ADD ("played-once", test_played_once);
  ADD ("gap", test_gap);
  ADD ("wide", test_wide);
  return g_test_run ();
}
