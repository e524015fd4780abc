/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The ready-made workspaces of firm timers, without a display: a slider is turned, and what that did is
 * judged from the recording. */

#include "support/page-directory.h"

#include <glib/gstdio.h>
#include <gscope/gscope.h>

#include <math.h>
#include <string.h>
#include <unistd.h>

/* Values of a signal before and after the change. */
#define N_VALUES 20

/* How long a test may take, in seconds. */
#define TIMEOUT 55

/* On a busy machine the best moments count: other threads may have the processor in the rest. */
#define BEST 0.125

/* Microseconds; other threads make both late. */
#define LATER 100

#define HARD "firm-timer/gscope-workload timers/hard"
#define SOFT "firm-timer/gscope-workload timers/soft"

typedef struct
{
  GscopeWorkspace *workspace;
  GscopeScope *scope;
  GscopeRecorder *recorder;
  GFile *file;
  guint watchdog;
  gint64 changed;
} Run;

typedef struct
{
  const char *name;
  gint64 begin;
  gint64 end;
  GArray *samples;
} Reading;

static void
iterate (void)
{
  g_main_context_iteration (NULL, TRUE);
}

static gboolean
wake (gpointer data)
{
  return G_SOURCE_CONTINUE;
}

static double
get_latest (Run *self, const char *name)
{
  GscopeSignal *signal = gscope_scope_find_signal (self->scope, name);
  GscopeSample sample;

  return signal && gscope_signal_get_latest (signal, &sample) ? sample.value : NAN;
}

/* Says what was waited for. */
static gboolean
on_late (gpointer data)
{
  static const char *const names[] = { HARD, SOFT, "timers/activations", "timers/progress" };
  Run *self = data;
  GListModel *sources = gscope_scope_get_sources (self->scope);

  for (guint i = 0; i < g_list_model_get_n_items (sources); i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      g_test_message ("%s: state %d: %s", gscope_source_get_name (source),
                      gscope_source_get_state (source), gscope_source_get_status (source));
    }
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_test_message ("%s: %g", names[i], get_latest (self, names[i]));
  g_error ("the test is not done after %d s", TIMEOUT);
  return G_SOURCE_REMOVE;
}

static void
run_init (Run *self, const char *name)
{
  g_autofree char *path = g_build_filename (WORKSPACE_DIR, name, NULL);
  g_autofree char *recording = g_build_filename (g_get_tmp_dir (), "firm-XXXXXX", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GError) error = NULL;
  gboolean is_settled = FALSE;

  g_close (g_mkstemp (recording), NULL);
  self->file = g_file_new_for_path (recording);
  self->workspace = gscope_workspace_new_from_file (file, &error);
  g_assert_no_error (error);
  g_assert_nonnull (gscope_workspace_get_description (self->workspace));
  gscope_workspace_instantiate (self->workspace, gscope_registry_get_default (),
                                gscope_clock_get_system ());
  self->scope = g_list_model_get_item (gscope_workspace_get_scopes (self->workspace), 0);
  self->watchdog = g_timeout_add_seconds (TIMEOUT, on_late, self);
  while (g_object_get (self->workspace, "settled", &is_settled, NULL), !is_settled)
    iterate ();
  g_assert_cmpuint (g_list_model_get_n_items (gscope_workspace_get_problems (self->workspace)), ==,
                    0);
  self->recorder = gscope_recorder_new (self->scope);
  gscope_recorder_start (self->recorder, self->file, &error);
  g_assert_no_error (error);
}

/* Where other threads have the processor, no timer may fire for a long time. */
typedef gboolean (*IsValue) (Run *self, double value);

static gboolean
is_number (Run *self, double value)
{
  return isfinite (value);
}

static gboolean
has_fired (Run *self, double hard)
{
  return hard + get_latest (self, SOFT) > 0;
}

/* Waits for some values of a signal after a time, and returns the time of the last one. */
static gint64
await_values (Run *self, const char *name, gint64 begin, IsValue is_value)
{
  gint64 last = begin;
  GscopeSample sample;

  for (guint n = 0; n < N_VALUES;)
    {
      GscopeSignal *signal = gscope_scope_find_signal (self->scope, name);

      iterate ();
      if (!signal || !gscope_signal_get_latest (signal, &sample) || sample.time <= last
          || !is_value (self, sample.value))
        continue;
      last = sample.time;
      n++;
    }
  return last;
}

static void
on_written (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GVariant) value =
      gscope_parameter_write_finish (GSCOPE_PARAMETER (object), result, &error);

  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static void
turn (Run *self, const char *name, double value)
{
  g_autoptr (GscopeSource) source =
      g_list_model_get_item (gscope_scope_get_sources (self->scope), 1);
  GscopeParameter *parameter = gscope_source_find_parameter (source, name);
  gboolean is_written = FALSE;

  g_assert_nonnull (parameter);
  gscope_parameter_write_async (parameter, g_variant_new_double (value), "test", NULL, on_written,
                                &is_written);
  while (!is_written)
    iterate ();
  self->changed = gscope_clock_get_time (gscope_clock_get_system ());
}

static void
on_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gscope_recorder_stop_finish (GSCOPE_RECORDER (object), result, &error);
  g_assert_no_error (error);
  *(gboolean *) data = TRUE;
}

static void
stop_recording (Run *self)
{
  gboolean is_stopped = FALSE;

  gscope_recorder_stop_async (self->recorder, on_stopped, &is_stopped);
  while (!is_stopped)
    iterate ();
}

static void
take_tuples (GscopeTupleParser *parser, const GscopeTuple *tuples, gsize n, gpointer user_data)
{
  Reading *self = user_data;

  for (gsize i = 0; i < n; i++)
    if (isfinite (tuples[i].value) && tuples[i].time > self->begin && tuples[i].time <= self->end
        && g_str_equal (gscope_tuple_parser_get_name (parser, tuples[i].name), self->name))
      {
        GscopeSample sample = { tuples[i].time, tuples[i].value };

        g_array_append_val (self->samples, sample);
      }
}

static GArray *
read_samples (Run *self, const char *name, gint64 begin, gint64 end)
{
  Reading reading = { name, begin, end, g_array_new (FALSE, FALSE, sizeof (GscopeSample)) };
  g_autoptr (GscopeTupleParser) parser = gscope_tuple_parser_new (take_tuples, &reading, NULL);
  g_autofree char *text = NULL;
  gsize length;

  g_assert_true (g_file_load_contents (self->file, NULL, &text, &length, NULL, NULL));
  gscope_tuple_parser_feed (parser, text, length);
  gscope_tuple_parser_finish (parser);
  return reading.samples;
}

static int
compare (gconstpointer a, gconstpointer b)
{
  double x = ((const GscopeSample *) a)->value, y = ((const GscopeSample *) b)->value;

  return (x > y) - (x < y);
}

/* The value that a part of all values are below. */
static double
find_quantile (GArray *samples, double part)
{
  g_assert_cmpuint (samples->len, >, 0);
  g_array_sort (samples, compare);
  return g_array_index (samples, GscopeSample, (guint) (samples->len * part)).value;
}

static double
find_best (Run *self, const char *name, gint64 begin, gint64 end)
{
  g_autoptr (GArray) samples = read_samples (self, name, begin, end);

  return find_quantile (samples, BEST);
}

/* Of the timers that fired, the part that the kernel's timer fired. The recording may begin with one signal's samples a
 * few ticks before the other's. */
static double
find_best_share (Run *self, gint64 begin, gint64 end)
{
  g_autoptr (GArray) hard = read_samples (self, HARD, begin, end);
  g_autoptr (GArray) soft = read_samples (self, SOFT, begin, end);
  g_autoptr (GArray) shares = g_array_new (FALSE, FALSE, sizeof (GscopeSample));

  for (guint i = 0, k = 0; i < hard->len; i++)
    {
      GscopeSample sample = g_array_index (hard, GscopeSample, i);
      double both;

      while (k < soft->len && g_array_index (soft, GscopeSample, k).time < sample.time)
        k++;
      if (k == soft->len || g_array_index (soft, GscopeSample, k).time != sample.time)
        continue;
      both = sample.value + g_array_index (soft, GscopeSample, k).value;
      sample.value /= both;
      if (both > 0)
        g_array_append_val (shares, sample);
    }
  return find_quantile (shares, BEST);
}

static void
on_source_stopped (GObject *object, GAsyncResult *result, gpointer data)
{
  g_autoptr (GError) error = NULL;

  gscope_source_stop_finish (GSCOPE_SOURCE (object), result, &error);
  g_assert_no_error (error);
  (*(guint *) data)--;
}

static void
stop_sources (Run *self)
{
  GListModel *sources = gscope_scope_get_sources (self->scope);
  guint n = g_list_model_get_n_items (sources);
  guint n_running = n - 1;

  /* the first is the scope's own */
  for (guint i = 1; i < n; i++)
    {
      g_autoptr (GscopeSource) source = g_list_model_get_item (sources, i);

      gscope_source_stop_async (source, NULL, on_source_stopped, &n_running);
    }
  while (n_running > 0)
    iterate ();
}

static void
run_clear (Run *self)
{
  stop_sources (self);
  g_source_remove (self->watchdog);
  g_file_delete (self->file, NULL, NULL);
  g_object_unref (self->file);
  g_object_unref (self->recorder);
  g_object_unref (self->scope);
  g_object_unref (self->workspace);
}

/* With an overshoot, timers wait for check points, and few are hard. */
static void
test_firm_timers (void)
{
  gint64 before, after;
  double share[2];
  Run run = { 0 };

  run_init (&run, "firm-timers.json");
  before = await_values (&run, HARD, gscope_clock_get_time (gscope_clock_get_system ()), has_fired);
  turn (&run, "overshoot", 5000);
  /* rates of the time before have passed */
  after = await_values (&run, HARD, run.changed, has_fired);
  await_values (&run, HARD, after, has_fired);
  stop_recording (&run);

  share[0] = find_best_share (&run, 0, before);
  share[1] = find_best_share (&run, after, G_MAXINT64);
  g_test_message ("hard: %.0f %% -> %.0f %% of the timers", 100 * share[0], 100 * share[1]);
  g_assert_cmpfloat (share[0], >, 0.8);
  g_assert_cmpfloat (share[1], <, 0.5 * share[0]);
  run_clear (&run);
}

/* A timer that waits for other interrupts is later. */
static void
test_inter_activation_times (void)
{
  const char *lateness = "timers/lateness";
  gint64 before, after;
  double hard, firm;
  Run run = { 0 };

  run_init (&run, "inter-activation-times.json");
  before =
      await_values (&run, lateness, gscope_clock_get_time (gscope_clock_get_system ()), is_number);
  turn (&run, "overshoot", 5000);
  after = await_values (&run, lateness, run.changed, is_number);
  await_values (&run, lateness, after, is_number);
  g_assert_nonnull (gscope_scope_find_signal (run.scope, "timers/deviation"));
  stop_recording (&run);

  hard = find_best (&run, lateness, 0, before);
  firm = find_best (&run, lateness, after, G_MAXINT64);
  g_test_message ("lateness: hard %.1f us, firm %.1f us", hard, firm);
  g_assert_cmpfloat (firm, >, MIN (3 * hard, hard + LATER));
  run_clear (&run);
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  /* conditions are looked at in the main loop */
  g_timeout_add (10, wake, NULL);
  gscope_loader_load (gscope_registry_get_default ());
  g_test_add_func ("/workspaces/firm-timers", test_firm_timers);
  g_test_add_func ("/workspaces/inter-activation-times", test_inter_activation_times);
  return page_directory_run ();
}
