/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* Math signals over a recording that is larger than memory: searches, captures and triggers see what all samples give. */

#include "support/player-bed.h"

#include <gscope/trace/archive.h>
#include <string.h>

#define MS GSCOPE_MSEC

enum
{
  N_LINES = 100000,
  SMALL_BUDGET = 1 << 20,
};

/* “sum” is a saw from 1 to 1997 in a second, “peak” reads another math signal, and “fast” has a window and a long memory. */
#define SIGNALS                                                                                    \
  "<{'name': <'sum'>, 'expression': <'even + odd'>}>, "                                            \
  "<{'name': <'peak'>, 'expression': <'max(m/sum, 3ms) - min(even, 5ms)'>}>, "                     \
  "<{'name': <'fast'>, 'expression': <'count(m/peak > 500, 2s) + integral(odd) % 7'>}>"

typedef struct
{
  PlayerBed bed;
  GscopeSource *source;
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
set_up (Fixture *f, gconstpointer data)
{
  g_autoptr (GVariant) options = g_variant_parse (
      G_VARIANT_TYPE_VARDICT, "{'signals': <@av [" SIGNALS "]>}", NULL, NULL, NULL);

  player_bed_set_up (&f->bed, data);
  gscope_player_set_budget (f->bed.player, SMALL_BUDGET);
  f->cancellable = g_cancellable_new ();
  f->source = GSCOPE_SOURCE (gscope_math_source_new ("m"));
  g_assert_true (gscope_source_configure (f->source, options, NULL));
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
  gscope_scope_remove_source (f->bed.scope, f->source);
  g_object_unref (f->source);
  player_bed_tear_down (&f->bed, data);
}

static GscopeSignal *
find (Fixture *f, const char *name)
{
  return gscope_scope_find_signal (f->bed.scope, name);
}

/* A gap is at the end. */
static char *
make_text (void)
{
  g_autofree char *walk = player_bed_make_walk (N_LINES);
  GString *text = g_string_new (walk);

  g_string_append (text, "#gscope {\"gap\":{\"signal\":\"even\",\"time_ns\":100000000000,"
                         "\"cause\":\"silent\"}}\n100000 nan even\n");
  for (guint i = N_LINES + 1; i < N_LINES + 1000; i++)
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
open_large (Fixture *f)
{
  g_autofree char *text = make_text ();

  player_bed_open (&f->bed, text);
  g_assert_true (gscope_player_get_overview (f->bed.player));
  start_math (f);
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
  g_autofree char *text = make_text ();
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

/* Two recordings that are larger than memory have no common order of blocks: the traces are all that there is. */
static void
test_two (Fixture *f, gconstpointer data)
{
  g_autoptr (GFile) file = NULL;
  g_autoptr (GscopePlayer) compared = NULL;
  g_autoptr (GVariant) options = NULL;
  const GscopeArchiveFuncs *funcs;

  open_large (f);
  file = g_file_new_for_path (f->bed.path);
  compared = gscope_player_new_compared ("run", file, 1);
  gscope_player_set_budget (compared, SMALL_BUDGET);
  gscope_scope_add_source (f->bed.scope, GSCOPE_SOURCE (compared));
  gscope_source_start_async (GSCOPE_SOURCE (compared), NULL, player_bed_on_verb, &f->bed);
  player_bed_wait_done (&f->bed);
  g_assert_true (gscope_player_get_overview (compared));
  options = g_variant_parse (G_VARIANT_TYPE_VARDICT,
                             "{'signals': <@av [<{'name': <'own'>, 'expression': <'even'>}>,"
                             "<{'name': <'theirs'>, 'expression': <'run/even'>}>,"
                             "<{'name': <'both'>, 'expression': <'m/own - m/theirs'>}>]>}",
                             NULL, NULL, NULL);
  g_assert_true (gscope_source_configure (f->source, options, NULL));
  run_pending ();
  g_assert_nonnull (gscope_signal_get_archive (find (f, "m/own"), &funcs));
  g_assert_nonnull (gscope_signal_get_archive (find (f, "m/theirs"), &funcs));
  g_assert_null (gscope_signal_get_archive (find (f, "m/both"), &funcs));
  gscope_source_stop_async (GSCOPE_SOURCE (compared), NULL, player_bed_on_verb, &f->bed);
  player_bed_wait_done (&f->bed);
  gscope_scope_remove_source (f->bed.scope, GSCOPE_SOURCE (compared));
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

/* A capture has each sample of its window, and one beside either end. */
static void
check_capture (GscopeCapture *capture, gint64 time)
{
  GscopeTrace *sum = gscope_capture_find_trace (capture, "m/sum");
  GscopeTrace *even = gscope_capture_find_trace (capture, "even");

  g_assert_cmpint (gscope_capture_get_time (capture), ==, time);
  g_assert_cmpuint (gscope_trace_get_end (sum), >=, 31);
  g_assert_cmpuint (gscope_trace_get_end (sum), <=, 33);
  g_assert_cmpuint (gscope_trace_get_end (even), >=, 15);
  for (guint64 i = 0; i < gscope_trace_get_end (sum); i++)
    g_assert_cmpfloat (gscope_trace_get_value (sum, i), ==,
                       get_sum ((guint) (gscope_trace_get_time (sum, i) / MS)));
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

/* A gap of an input is one of the result, with its cause. */
static void
test_gap (Fixture *f, gconstpointer data)
{
  g_autoptr (GscopeCapture) capture = NULL;
  const GscopeGap *gaps;
  gsize n;

  open_large (f);
  make_list (f);
  load (f, N_LINES * MS);
  g_assert_true (gscope_capture_list_add_at (f->list, N_LINES * MS));
  capture = g_list_model_get_item (G_LIST_MODEL (f->list), 0);
  gaps = gscope_trace_get_gaps (gscope_capture_find_trace (capture, "m/sum"), G_MININT64,
                                G_MAXINT64, &n);
  g_assert_cmpuint (n, ==, 1);
  g_assert_cmpint (gaps->begin, ==, N_LINES * MS);
  g_assert_cmpint (gaps->cause, ==, GSCOPE_GAP_SILENT);
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
  ADD ("captures", test_captures);
  ADD ("gap", test_gap);
  ADD ("played", test_played);
  return g_test_run ();
}
