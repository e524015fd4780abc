/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Math signals over a recording that is larger than memory: searches, captures and triggers see what all samples give. */

#include "support/player-bed.h"

#include <gscope/trace/archive.h>
#include <math.h>
#include <string.h>

#define MS GSCOPE_MSEC

enum
{
  N_LINES = 100000,
  N_AFTER = 999,
  SMALL_BUDGET = 1 << 20,
  /* how much later the run is that is compared, ms */
  LATER = 30300,
  /* The difference rises to 300 each second while both last, from the first one of these on, and then
   * to 998, while the run alone lasts. */
  FIRST_RISE = 31,
  LAST_OF_BOTH = 99,
  LAST_RISE = 129,
  /* signals that have more samples in 80 s than a capture keeps */
  N_CROWD = 60,
};

/* “sum” is a saw from 1 to 1997 in a second, “peak” reads another math signal, and “fast” has a window and a long memory. */
#define SIGNALS                                                                                    \
  "<{'name': <'sum'>, 'expression': <'even + odd'>}>, "                                            \
  "<{'name': <'peak'>, 'expression': <'max(m/sum, 3ms) - min(even, 5ms)'>}>, "                     \
  "<{'name': <'fast'>, 'expression': <'count(m/peak > 500, 2s) + integral(odd) % 7'>}>"

/* “both” is the difference of two recordings. */
#define DIFFERENCES                                                                                \
  "<{'name': <'own'>, 'expression': <'even'>}>, "                                                  \
  "<{'name': <'theirs'>, 'expression': <'run/even'>}>, "                                           \
  "<{'name': <'both'>, 'expression': <'m/own - m/theirs'>}>"

typedef struct
{
  PlayerBed bed;
  GscopeSource *source;
  /* a run, or NULL */
  GscopePlayer *compared;
  GscopeTriggerSearch *search;
  GscopeTrigger *trigger;
  GscopeCaptureList *list;
  GCancellable *cancellable;
  gboolean has_ended;
  GError *error;
} Fixture;

static void
run_pending (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    continue;
}

static void
configure (Fixture *f, const char *text)
{
  g_autoptr (GVariant) options = g_variant_parse (G_VARIANT_TYPE_VARDICT, text, NULL, NULL, NULL);

  g_assert_true (gscope_source_configure (f->source, options, NULL));
}

static void
set_up (Fixture *f, gconstpointer data)
{
  player_bed_set_up (&f->bed, data);
  gscope_player_set_budget (f->bed.player, SMALL_BUDGET);
  f->cancellable = g_cancellable_new ();
  f->source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  configure (f, "{'signals': <@av [" SIGNALS "]>}");
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
drop_compared (Fixture *f)
{
  if (!f->compared)
    return;
  gscope_source_stop_async (GSCOPE_SOURCE (f->compared), NULL, player_bed_on_verb, &f->bed);
  player_bed_wait_done (&f->bed);
  gscope_scope_remove_source (f->bed.scope, GSCOPE_SOURCE (f->compared));
  g_clear_object (&f->compared);
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
  drop_compared (f);
  gscope_scope_remove_source (f->bed.scope, f->source);
  g_object_unref (f->source);
  player_bed_tear_down (&f->bed, data);
}

static GscopeSignal *
find (Fixture *f, const char *name)
{
  return gscope_scope_find_signal (f->bed.scope, name);
}

/* A gap is at the end, and then a number of samples. */
static char *
make_text (guint n_after)
{
  g_autofree char *walk = player_bed_make_walk (N_LINES);
  GString *text = g_string_new (walk);

  g_string_append (text, "#gscope {\"gap\":{\"signal\":\"even\",\"time_ns\":100000000000,"
                         "\"cause\":\"silent\"}}\n100000 nan even\n");
  for (guint i = N_LINES + 1; i <= N_LINES + n_after; i++)
    g_string_append_printf (text, "%u %u %s\n", i, i % 1000, i % 2 ? "odd" : "even");
  return g_string_free (text, FALSE);
}

static void
start_math (Fixture *f)
{
  gscope_scope_add_source (f->bed.scope, f->source);
  gscope_source_start_async (f->source, NULL, NULL, NULL);
  run_pending ();
}

static void
open_text (Fixture *f, guint n_after)
{
  g_autofree char *text = make_text (n_after);

  player_bed_open (&f->bed, text);
  g_assert_true (gscope_player_get_overview (f->bed.player));
  start_math (f);
}

static void
open_large (Fixture *f)
{
  open_text (f, N_AFTER);
}

/* Searching. */

static void
on_searched (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  gscope_trigger_search_run_finish (GSCOPE_TRIGGER_SEARCH (object), result, &f->error);
  f->has_ended = TRUE;
}

static void
await_end (Fixture *f)
{
  while (!f->has_ended)
    g_main_context_iteration (NULL, TRUE);
}

static void
start_search (Fixture *f, const char *name, double level)
{
  const GscopeTriggerSettings settings = { .condition = { .level = level, .hysteresis = 1 },
                                           .after = 1 };

  f->search =
      gscope_trigger_search_new_for_signal (find (f, name), &settings, G_MININT64, G_MAXINT64);
  gscope_trigger_search_run_async (f->search, f->cancellable, on_searched, f);
}

static GArray *
search_all (Fixture *f, const char *name, double level)
{
  GArray *times = g_array_new (FALSE, FALSE, sizeof (gint64));
  const gint64 *found;
  gsize n;

  start_search (f, name, level);
  await_end (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (gscope_trigger_search_get_n_lost (f->search), ==, 0);
  found = gscope_trigger_search_get_times (f->search, &n);
  g_array_append_vals (times, found, (guint) n);
  drop_search (f);
  return times;
}

static const struct
{
  const char *name;
  double level;
  guint at_least;
} searches[] = {
  { "m/sum", 1500, 100 },
  { "m/peak", 505, 90 },
  { "m/fast", 4.5, 5000 },
};

/* With room for all samples, the math signals have all of them in their traces once the pen is at the end. */
static void
reopen_small (Fixture *f)
{
  player_bed_stop (&f->bed);
  gscope_player_set_budget (f->bed.player, 64 << 20);
  player_bed_start (&f->bed);
  g_assert_false (gscope_player_get_overview (f->bed.player));
  gscope_transport_seek (f->bed.transport, gscope_transport_get_end (f->bed.transport));
  while (gscope_trace_get_end (gscope_signal_get_trace (find (f, "m/fast")))
             - gscope_trace_get_first (gscope_signal_get_trace (find (f, "m/fast")))
         < N_LINES)
    g_main_context_iteration (NULL, TRUE);
}

static void
check_same (Fixture *f)
{
  GArray *large[G_N_ELEMENTS (searches)];

  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    large[i] = search_all (f, searches[i].name, searches[i].level);
  reopen_small (f);
  for (guint i = 0; i < G_N_ELEMENTS (searches); i++)
    {
      g_autoptr (GArray) small = search_all (f, searches[i].name, searches[i].level);

      g_test_message ("%s: %u firings", searches[i].name, small->len);
      g_assert_cmpuint (small->len, >=, searches[i].at_least);
      g_assert_cmpmem (large[i]->data, large[i]->len * sizeof (gint64), small->data,
                       small->len * sizeof (gint64));
      g_array_unref (large[i]);
    }
}

/* The same times are found where all samples are in memory, and where they are not. */
static void
test_search (Fixture *f, gconstpointer data)
{
  open_large (f);
  check_same (f);
}

static void
test_compressed (Fixture *f, gconstpointer data)
{
  g_autofree char *text = make_text (N_AFTER);
  g_autoptr (GBytes) all = player_bed_compress_gzip (text, strlen (text));

  player_bed_write (&f->bed, g_bytes_get_data (all, NULL), (gssize) g_bytes_get_size (all));
  player_bed_start (&f->bed);
  g_assert_true (gscope_player_get_overview (f->bed.player));
  start_math (f);
  check_same (f);
}

static void
on_progress (GObject *object, GParamSpec *pspec, guint *n)
{
  ++*n;
}

static void
test_progress (Fixture *f, gconstpointer data)
{
  guint n = 0;

  open_large (f);
  start_search (f, "m/peak", 505);
  g_signal_connect (f->search, "notify::progress", G_CALLBACK (on_progress), &n);
  await_end (f);
  g_assert_no_error (f->error);
  g_assert_cmpuint (n, >, 1);
  g_assert_cmpfloat (gscope_trigger_search_get_progress (f->search), ==, 1);
}

/* A cancelled search ends, and another one begins again. */
static void
test_cancel (Fixture *f, gconstpointer data)
{
  g_autoptr (GArray) times = NULL;

  open_large (f);
  start_search (f, "m/peak", 505);
  g_cancellable_cancel (f->cancellable);
  await_end (f);
  g_assert_error (f->error, G_IO_ERROR, G_IO_ERROR_CANCELLED);
  drop_search (f);
  g_cancellable_reset (f->cancellable);
  times = search_all (f, "m/peak", 505);
  g_assert_cmpuint (times->len, >, 0);
}

/* The player, and then the math signals, stop while they are searched. */
static void
test_stop (Fixture *f, gconstpointer data)
{
  open_large (f);
  start_search (f, "m/peak", 505);
  gscope_source_stop_async (f->source, NULL, NULL, NULL);
  await_end (f);
  g_assert_no_error (f->error);
  drop_search (f);
  gscope_source_start_async (f->source, NULL, NULL, NULL);
  run_pending ();
  start_search (f, "m/peak", 505);
  player_bed_stop (&f->bed);
  await_end (f);
  g_assert_nonnull (f->error);
}

/* Two recordings. */

/* Compares the walk with itself, both larger than memory. */
static void
open_two (Fixture *f)
{
  g_autofree char *walk = player_bed_make_walk (N_LINES);
  g_autoptr (GFile) file = NULL;

  player_bed_open (&f->bed, walk);
  g_assert_true (gscope_player_get_overview (f->bed.player));
  start_math (f);
  file = g_file_new_for_path (f->bed.path);
  f->compared = gscope_player_new_compared ("run", file, 1);
  gscope_player_set_budget (f->compared, SMALL_BUDGET);
  gscope_scope_add_source (f->bed.scope, GSCOPE_SOURCE (f->compared));
  gscope_source_start_async (GSCOPE_SOURCE (f->compared), NULL, player_bed_on_verb, &f->bed);
  player_bed_wait_done (&f->bed);
  g_assert_true (gscope_player_get_overview (f->compared));
  g_assert_true (gscope_player_set_shift (f->compared, LATER * MS));
  configure (f, "{'signals': <@av [" DIFFERENCES "]>}");
  run_pending ();
}

static gint64
get_rise (guint second)
{
  return (1000 * second + LATER % 1000) * MS;
}

/* The samples of both are read in turns, in the order of their times. */
static void
test_two (Fixture *f, gconstpointer data)
{
  const gint64 *times;
  guint n_shown = 0;
  gsize n;

  open_two (f);
  start_search (f, "m/both", 100);
  g_signal_connect (f->search, "notify::progress", G_CALLBACK (on_progress), &n_shown);
  await_end (f);
  g_assert_no_error (f->error);
  times = gscope_trigger_search_get_times (f->search, &n);
  g_assert_cmpuint (n, ==, LAST_RISE - FIRST_RISE + 1);
  for (guint i = 0; i < n; i++)
    g_assert_cmpint (times[i], ==, get_rise (FIRST_RISE + i));
  g_assert_cmpuint (n_shown, >, 2);
  g_assert_cmpfloat (gscope_trigger_search_get_progress (f->search), ==, 1);
}

/* One of them is closed while both are searched. */
static void
test_two_closed (Fixture *f, gconstpointer data)
{
  open_two (f);
  start_search (f, "m/both", 100);
  drop_compared (f);
  await_end (f);
  g_assert_nonnull (f->error);
}

/* Visits. */

/* The samples of a visit. */
typedef struct
{
  gsize n_samples;
  gsize n_gaps;
  gboolean has_ended;
} Visited;

static void
take_visited (gpointer data, guint signal, const gint64 *times, const double *values, gsize n)
{
  Visited *visited = data;

  visited->n_samples += n;
  for (gsize i = 0; i < n; i++)
    visited->n_gaps += isnan (values[i]) ? 1 : 0;
}

static void
on_visited (GObject *object, GAsyncResult *result, gpointer data)
{
  g_assert_true (g_task_propagate_boolean (G_TASK (result), NULL));
  ((Visited *) data)->has_ended = TRUE;
}

static Visited
visit (GscopeSignal *signal, GscopeArchivePlace *place)
{
  g_autoptr (GPtrArray) signals = g_ptr_array_new ();
  const GscopeArchiveFuncs *funcs = NULL;
  GObject *archive = gscope_signal_get_archive (signal, &funcs);
  Visited visited = { 0 };

  g_assert_nonnull (archive);
  g_ptr_array_add (signals, signal);
  funcs->visit (archive, signals,
                &(GscopeArchiveVisitor){
                    .take = take_visited, .data = &visited, .begin = G_MININT64, .place = place },
                g_task_new (NULL, NULL, on_visited, &visited));
  while (!visited.has_ended)
    g_main_context_iteration (NULL, TRUE);
  return visited;
}

/* A recording that is compared ends with a gap, once. */
static void
test_end (Fixture *f, gconstpointer data)
{
  GscopeArchivePlace place = { 0 };
  Visited visited;

  open_two (f);
  visited = visit (find (f, "run/even"), &place);
  g_assert_cmpuint (visited.n_samples, >=, N_LINES / 2);
  g_assert_cmpuint (visited.n_gaps, ==, 1);
  visited = visit (find (f, "run/even"), &place);
  g_assert_cmpuint (visited.n_samples, ==, 0);
  gscope_archive_place_clear (&place);
}

/* Captures. */

static void
make_list (Fixture *f)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 1500, .hysteresis = 1 },
                                           .after = 1 };

  f->trigger = gscope_trigger_new (find (f, "m/sum"), &settings);
  f->list = gscope_capture_list_new (f->bed.scope, f->trigger);
  gscope_capture_list_add_signal (f->list, find (f, "even"));
  gscope_capture_list_add_signal (f->list, find (f, "m/peak"));
  gscope_capture_list_set_window (f->list, 10 * MS, 20 * MS);
}

static void
on_loaded (GObject *object, GAsyncResult *result, gpointer data)
{
  Fixture *f = data;

  gscope_capture_list_load_finish (GSCOPE_CAPTURE_LIST (object), result, &f->error);
  f->has_ended = TRUE;
}

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

static double
get_sum (guint ms)
{
  return ms % 1000 + (ms - 1) % 1000;
}

static void
check_sum (GscopeTrace *sum)
{
  g_assert_cmpuint (gscope_trace_get_end (sum), >=, 31);
  g_assert_cmpuint (gscope_trace_get_end (sum), <=, 33);
  for (guint64 i = 0; i < gscope_trace_get_end (sum); i++)
    g_assert_cmpfloat (gscope_trace_get_value (sum, i), ==,
                       get_sum ((guint) (gscope_trace_get_time (sum, i) / MS)));
}

/* A capture has each sample of its window, and one beside either end. */
static void
check_capture (GscopeCapture *capture, gint64 time)
{
  GscopeTrace *sum = gscope_capture_find_trace (capture, "m/sum");
  GscopeTrace *even = gscope_capture_find_trace (capture, "even");

  g_assert_cmpint (gscope_capture_get_time (capture), ==, time);
  g_assert_cmpuint (gscope_trace_get_end (even), >=, 15);
  check_sum (sum);
  g_assert_cmpuint (gscope_trace_get_end (gscope_capture_find_trace (capture, "m/peak")), ==,
                    gscope_trace_get_end (sum));
}

/* The sum is at least 1500 from the millisecond 751 of each second on. */
static gint64
get_firing (guint i)
{
  return (1000 * i + 751) * MS;
}

static void
check_list (Fixture *f)
{
  for (guint i = 0; i < g_list_model_get_n_items (G_LIST_MODEL (f->list)); i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (f->list), i);

      check_capture (capture, get_firing (i));
    }
}

/* The samples of later captures come without a visit from the beginning on, and those of earlier ones come, too. */
static void
test_captures (Fixture *f, gconstpointer data)
{
  open_large (f);
  make_list (f);
  for (guint i = 10; i < 40; i++)
    {
      load (f, get_firing (i));
      g_assert_true (gscope_capture_list_add_at (f->list, get_firing (i)));
    }
  for (guint i = 0; i < 10; i++)
    {
      load (f, get_firing (i));
      g_assert_true (gscope_capture_list_add_at (f->list, get_firing (i)));
    }
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->list)), ==, 40);
  check_list (f);
  gscope_capture_list_unload (f->list);
  g_assert_true (gscope_capture_list_lacks (f->list, get_firing (50)));
}

static void
make_crowd (Fixture *f)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 1500, .hysteresis = 1 },
                                           .after = 1 };
  g_autoptr (GString) text = g_string_new ("{'signals': <@av [");
  g_autoptr (GVariant) options = NULL;

  for (guint i = 0; i < N_CROWD; i++)
    g_string_append_printf (text, "%s<{'name': <'s%u'>, 'expression': <'even + odd'>}>",
                            i > 0 ? ", " : "", i);
  g_string_append (text, "]>}");
  options = g_variant_parse (G_VARIANT_TYPE_VARDICT, text->str, NULL, NULL, NULL);
  g_assert_true (gscope_source_configure (f->source, options, NULL));
  run_pending ();
  f->trigger = gscope_trigger_new (find (f, "m/s0"), &settings);
  f->list = gscope_capture_list_new (f->bed.scope, f->trigger);
  for (guint i = 1; i < N_CROWD; i++)
    {
      g_autofree char *name = g_strdup_printf ("m/s%u", i);

      gscope_capture_list_add_signal (f->list, find (f, name));
    }
}

/* A capture with too many samples has those of the traces, as the next one that begins in it. Later ones have theirs. */
static void
test_crowd (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCapture) crowded = NULL;
  g_autoptr (GscopeCapture) later = NULL;

  open_large (f);
  make_crowd (f);
  gscope_capture_list_set_window (f->list, 40000 * MS, 40000 * MS);
  load (f, 45000 * MS);
  load (f, 46000 * MS);
  g_assert_true (gscope_capture_list_add_at (f->list, 46000 * MS));
  gscope_capture_list_set_window (f->list, 10 * MS, 20 * MS);
  load (f, get_firing (90));
  g_assert_true (gscope_capture_list_add_at (f->list, get_firing (90)));
  crowded = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  later = g_list_model_get_item (G_LIST_MODEL (f->list), 1);
  g_assert_cmpuint (gscope_trace_get_end (gscope_capture_find_trace (crowded, "m/s0")), <, 70000);
  check_sum (gscope_capture_find_trace (later, "m/s0"));
  check_sum (gscope_capture_find_trace (later, "m/s59"));
}

static void
check_gap (Fixture *f)
{
  g_autoptr (GscopeCapture) capture = NULL;
  const GscopeGap *gaps;
  gsize n;

  make_list (f);
  load (f, N_LINES * MS);
  g_assert_true (gscope_capture_list_add_at (f->list, N_LINES * MS));
  capture = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  gaps = gscope_trace_get_gaps (gscope_capture_find_trace (capture, "m/sum"), G_MININT64,
                                G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->begin, ==, N_LINES * MS);
  g_assert_cmpint (gaps->cause, ==, GSCOPE_GAP_CAUSE_SILENT);
}

/* A gap of an input is one of the result, with its cause. */
static void
test_gap (Fixture *f, gconstpointer data)
{
  open_large (f);
  check_gap (f);
}

/* The last sample of a block is computed with the next one. */
static void
test_last_gap (Fixture *f, gconstpointer data)
{
  open_text (f, 0);
  check_gap (f);
}

/* What is played is captured with all samples. */
static void
test_played (Fixture *f, gconstpointer data)
{
  open_large (f);
  make_list (f);
  gscope_transport_seek (f->bed.transport, 20000 * MS);
  while (g_list_model_get_n_items (G_LIST_MODEL (f->list)) < 20)
    g_main_context_iteration (NULL, TRUE);
  gscope_transport_seek (f->bed.transport, 40000 * MS);
  while (g_list_model_get_n_items (G_LIST_MODEL (f->list)) < 40)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, 40);
  check_list (f);
}

/* Captures of differences. */

static void
make_difference_list (Fixture *f)
{
  const GscopeTriggerSettings settings = { .condition = { .level = 100, .hysteresis = 1 },
                                           .after = 1 };

  f->trigger = gscope_trigger_new (find (f, "m/both"), &settings);
  f->list = gscope_capture_list_new (f->bed.scope, f->trigger);
  gscope_capture_list_add_signal (f->list, find (f, "run/even"));
  gscope_capture_list_set_window (f->list, 10 * MS, 20 * MS);
}

static double
get_difference (guint ms)
{
  return (double) (ms % 1000) - (ms - LATER) % 1000;
}

static void
check_difference (GscopeCapture *capture, gint64 time)
{
  GscopeTrace *both = gscope_capture_find_trace (capture, "m/both");

  g_assert_cmpint (gscope_capture_get_time (capture), ==, time);
  g_assert_cmpuint (gscope_trace_get_end (both), >=, 15);
  g_assert_cmpuint (gscope_trace_get_end (both), <=, 18);
  for (guint64 i = 0; i < gscope_trace_get_end (both); i++)
    g_assert_cmpfloat (gscope_trace_get_value (both, i), ==,
                       get_difference ((guint) (gscope_trace_get_time (both, i) / MS)));
  g_assert_cmpuint (gscope_trace_get_end (gscope_capture_find_trace (capture, "run/even")), >=, 15);
}

static void
check_difference_list (Fixture *f, guint n)
{
  g_assert_cmpuint (g_list_model_get_n_items (G_LIST_MODEL (f->list)), ==, n);
  for (guint i = 0; i < n; i++)
    {
      g_autoptr (GscopeCapture) capture = g_list_model_get_item (G_LIST_MODEL (f->list), i);

      check_difference (capture, get_rise (FIRST_RISE + i));
    }
}

static void
load_rises (Fixture *f, guint first, guint end)
{
  for (guint second = first; second < end; second++)
    {
      load (f, get_rise (second));
      g_assert_true (gscope_capture_list_add_at (f->list, get_rise (second)));
    }
}

/* Earlier samples come, too, after later ones. */
static void
test_two_captures (Fixture *f, gconstpointer data)
{
  open_two (f);
  make_difference_list (f);
  load_rises (f, 60, LAST_OF_BOTH);
  load_rises (f, FIRST_RISE, 60);
  check_difference_list (f, LAST_OF_BOTH - FIRST_RISE);
}

/* Where the run ends, the difference ends. */
static void
test_two_end (Fixture *f, gconstpointer data)
{
  const gint64 end = (N_LINES - 1 + LATER) * MS;
  g_autoptr (GscopeCapture) capture = NULL;
  const GscopeGap *gaps;
  gsize n;

  open_two (f);
  make_difference_list (f);
  load (f, end);
  g_assert_true (gscope_capture_list_add_at (f->list, end));
  capture = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  gaps = gscope_trace_get_gaps (gscope_capture_find_trace (capture, "m/both"), G_MININT64,
                                G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->begin, ==, end + 1);
  g_assert_cmpint (gaps->cause, ==, GSCOPE_GAP_CAUSE_STOPPED);
}

static void
test_two_played (Fixture *f, gconstpointer data)
{
  const guint n = 60 - FIRST_RISE;

  open_two (f);
  make_difference_list (f);
  gscope_transport_seek (f->bed.transport, 60000 * MS);
  while (g_list_model_get_n_items (G_LIST_MODEL (f->list)) < n)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpuint (gscope_trigger_get_n_fired (f->trigger), ==, n);
  check_difference_list (f, n);
}

#define ADD(name, func) g_test_add ("/player-math/" name, Fixture, NULL, set_up, func, tear_down)

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  ADD ("search", test_search);
  ADD ("compressed", test_compressed);
  ADD ("progress", test_progress);
  ADD ("cancel", test_cancel);
  ADD ("stop", test_stop);
  ADD ("two", test_two);
  ADD ("two-closed", test_two_closed);
  ADD ("end", test_end);
  ADD ("captures", test_captures);
  if (g_test_slow ())
    ADD ("crowd", test_crowd);
  ADD ("gap", test_gap);
  ADD ("last-gap", test_last_gap);
  ADD ("played", test_played);
  ADD ("two-captures", test_two_captures);
  ADD ("two-end", test_two_end);
  ADD ("two-played", test_two_played);
  return g_test_run ();
}
