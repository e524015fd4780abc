/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

/* The run of an experiment on a test clock: a plant whose output is ten times its gain, and which has no gain of 7, and none above its
 * limit. */

#include <fcntl.h>
#include <glib/gstdio.h>
#include <gscope-test/run.h>
#include <gscope/experiment/take.h>
#include <gscope/gscope.h>
#include <gscope/signal/private.h>
#include <math.h>
#include <string.h>
#include <unistd.h>

#define INITIAL 3

typedef struct
{
  GscopeSource parent_instance;
  double gain;
  double limit;
  double out;
  gint64 count;
} Plant;

typedef GscopeSourceClass PlantClass;

static GType plant_get_type (void);
G_DEFINE_TYPE (Plant, plant, GSCOPE_TYPE_SOURCE)

static const GscopeSourceSignal signals[] = {
  { "out", "Out", "V", "a", GSCOPE_SIGNAL_KIND_DOUBLE, G_STRUCT_OFFSET (Plant, out), .role = NULL },
  { "count", "Count", "", "b", GSCOPE_SIGNAL_KIND_INT64, G_STRUCT_OFFSET (Plant, count),
    .role = NULL },
  { .name = NULL },
};

static GVariant *
apply_gain (gpointer data, GscopeParameter *parameter, GVariant *value, GError **error)
{
  Plant *self = data;
  double gain = g_variant_get_double (value);

  /* it has no 9 either, and says so by its value alone */
  if (gain == 9)
    gain = 8;
  if (gain == 7 || gain > self->limit)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_REFUSED, "the plant has no %g", gain);
      return NULL;
    }
  self->out = 10 * gain;
  return g_variant_ref_sink (g_variant_new_double (gain));
}

static const GscopeSourceParameter parameters[] = {
  { "gain", "Gain", "", "c", GSCOPE_PARAMETER_TYPE_DOUBLE, G_STRUCT_OFFSET (Plant, gain), .max = 10,
    .initial = INITIAL, .apply = apply_gain },
  { "limit", "Limit", "", "d", GSCOPE_PARAMETER_TYPE_DOUBLE, G_STRUCT_OFFSET (Plant, limit),
    .max = 10, .initial = 10 },
  { .name = NULL },
};

static void
plant_poll (GscopeSource *source, gint64 time)
{
  ((Plant *) source)->count++;
}

static void
plant_class_init (PlantClass *klass)
{
  klass->signals = signals;
  klass->parameters = parameters;
  klass->poll = plant_poll;
}

static void
plant_init (Plant *self)
{
  self->out = 10 * INITIAL;
}

typedef struct
{
  GscopeWorkspace *workspace;
  GscopeClock *clock;
  GscopeExperimentResults *results;
  GscopeExperimentRun *run;
} Bed;

static void
run_pending (void)
{
  while (g_main_context_iteration (NULL, FALSE))
    ;
}

/* An experiment without its beginning, in which quotes are single. */
static GscopeExperimentResults *
make_results (const char *text, const char *path)
{
  g_autofree char *json =
      g_strconcat ("{ 'experiment': 1, 'title': 'T', 'workspace': 'w', ", text, " }", NULL);
  g_autoptr (GscopeExperiment) experiment = NULL;
  g_autoptr (GError) error = NULL;
  GscopeExperimentResults *results;

  experiment = gscope_experiment_new_from_data (g_strdelimit (json, "'", '"'), -1, FALSE, &error);
  g_assert_no_error (error);
  results = gscope_experiment_results_new (experiment);
  if (path)
    {
      g_autoptr (GFile) file = g_file_new_for_path (path);

      gscope_experiment_results_open (results, file, FALSE, &error);
      g_assert_no_error (error);
    }
  return results;
}

static void
bed_open (Bed *self, const char *text, const char *path)
{
  g_autoptr (GscopeRegistry) registry = gscope_registry_new ();
  g_autoptr (GError) error = NULL;

  gscope_registry_add_type (registry, "plant", plant_get_type (), "Plant", "", "plant", NULL);
  self->workspace = gscope_workspace_new_from_data (
      "{ \"gscope-workspace\": 1, \"scopes\": [ { \"period-ms\": 10, \"sources\": "
      "[ { \"type\": \"plant\", \"name\": \"plant\" } ] } ] }",
      -1, &error);
  g_assert_no_error (error);
  self->clock = gscope_test_clock_new (GSCOPE_SEC);
  gscope_workspace_instantiate (self->workspace, registry, self->clock);
  self->results = make_results (text, path);
  self->run = gscope_experiment_run_new (self->results, self->workspace);
  gscope_experiment_run_start (self->run);
  run_pending ();
}

static void
bed_close (Bed *self)
{
  g_clear_object (&self->run);
  run_pending ();
  g_object_unref (self->results);
  g_object_unref (self->workspace);
  g_object_unref (self->clock);
  run_pending ();
}

static void
advance (Bed *self, guint tenths)
{
  for (guint i = 0; i < tenths; i++)
    {
      gscope_test_clock_advance (GSCOPE_TEST_CLOCK (self->clock), 100 * GSCOPE_MSEC);
      run_pending ();
    }
}

/* Writing files at the end takes no time of the test clock. */
static void
finish (Bed *self)
{
  for (guint i = 0;
       i < 1000
       && gscope_experiment_run_get_state (self->run) == GSCOPE_EXPERIMENT_RUN_STATE_RUNNING;
       i++)
    advance (self, 1);
  while (gscope_experiment_run_get_state (self->run) == GSCOPE_EXPERIMENT_RUN_STATE_STOPPING)
    g_main_context_iteration (NULL, TRUE);
  g_assert_cmpint (gscope_experiment_run_get_state (self->run), ==,
                   GSCOPE_EXPERIMENT_RUN_STATE_ENDED);
}

/* Returns a new reference. */
static GscopeSource *
get_plant (Bed *self)
{
  g_autoptr (GscopeScope) scope =
      g_list_model_get_item (gscope_workspace_get_scopes (self->workspace), 0);

  return g_list_model_get_item (gscope_scope_get_sources (scope), 1);
}

static GscopeParameter *
find_parameter (Bed *self, const char *name)
{
  g_autoptr (GscopeSource) source = get_plant (self);

  return gscope_source_find_parameter (source, name);
}

static double
get_gain (Bed *self)
{
  return gscope_parameter_get_number (find_parameter (self, "gain"));
}

static double
get_mean (Bed *self, guint measure, guint point)
{
  GscopeExperimentEstimate estimate;

  gscope_experiment_results_get_estimate (self->results, measure, point, &estimate);
  return estimate.mean;
}

static void
assert_verdict (GscopeExperimentResults *results, guint claim, GscopeExperimentVerdict verdict,
                const char *part)
{
  g_autofree char *text = NULL;

  g_assert_cmpint (gscope_experiment_results_judge (results, claim, &text), ==, verdict);
  if (!strstr (text, part))
    g_error ("“%s” is not in “%s”", part, text);
}

#define TIMES "'settle-s': 0.5, 'run-s': 1, "
#define SWEEP "'sweep': { 'parameter': 'plant/gain', 'values': [ 1, 2, 4 ] }, "
#define MEAN "'measure': [ { 'name': 'm', 'signal': 'plant/o*', 'unit': 'V' } ]"

/* Each point is measured with its own value, and the parameter gets its old value back. */
static void
test_sweep (void)
{
  Bed bed;

  bed_open (&bed,
            TIMES SWEEP "'repetitions': 2, 'verdicts': [ "
                        "{ 'title': 'a', 'relation': 'increases' }, "
                        "{ 'title': 'b', 'relation': 'decreases', 'reason': 'It grows.' } ], " MEAN,
            NULL);
  advance (&bed, 3);
  g_assert_cmpfloat (get_gain (&bed), ==, 1);
  g_assert_cmpint (gscope_experiment_run_get_time_left (bed.run), >, 8 * GSCOPE_SEC);
  assert_verdict (bed.results, 0, GSCOPE_EXPERIMENT_VERDICT_OPEN, "");
  finish (&bed);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (get_mean (&bed, 0, i), ==, 10 * (1 << i));
  g_assert_cmpfloat (gscope_experiment_run_get_progress (bed.run), ==, 1);
  g_assert_cmpfloat (get_gain (&bed), ==, INITIAL);
  g_assert_cmpuint (gscope_experiment_results_get_lost (bed.results), ==, 0);
  assert_verdict (bed.results, 0, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "3 of 3");
  assert_verdict (bed.results, 1, GSCOPE_EXPERIMENT_VERDICT_REFUTED,
                  "10 V at 1, 20 V at 2. It grows.");
  bed_close (&bed);
}

/* A point whose value is refused has no result but the reason; the others have theirs. */
static void
test_refused (void)
{
  g_autofree char *text = NULL;
  Bed bed;

  bed_open (&bed,
            TIMES "'sweep': { 'parameter': 'plant/gain', 'values': [ 1, 7 ] }, 'repetitions': 1, "
                  "'verdicts': [ { 'title': 'a', 'at': 7, 'relation': 'at-most', 'value': 1 }, "
                  "{ 'title': 'b', 'at': 1, 'relation': 'at-most', 'value': 10 } ], " MEAN,
            NULL);
  finish (&bed);
  g_assert_true (isnan (get_mean (&bed, 0, 1)));
  assert_verdict (bed.results, 0, GSCOPE_EXPERIMENT_VERDICT_NOT_HERE, "the plant has no 7");
  assert_verdict (bed.results, 1, GSCOPE_EXPERIMENT_VERDICT_HOLDS, "10 V");
  text = gscope_experiment_results_to_text (bed.results);
  g_assert_nonnull (strstr (text, "the plant has no 7"));
  g_assert_cmpfloat (get_gain (&bed), ==, INITIAL);
  bed_close (&bed);
}

/* A missing signal or parameter is a reason, too. */
static void
test_missing (void)
{
  Bed bed;

  bed_open (&bed,
            TIMES "'repetitions': 1, 'verdicts': [ "
                  "{ 'title': 'a', 'relation': 'at-most', 'value': 1 } ], "
                  "'measure': [ { 'name': 'm', 'signal': 'plant/other' } ]",
            NULL);
  finish (&bed);
  assert_verdict (bed.results, 0, GSCOPE_EXPERIMENT_VERDICT_NOT_HERE,
                  "there is no signal “plant/other”");
  bed_close (&bed);
  bed_open (&bed, TIMES "'settings': { 'plant/other': 1 }, 'repetitions': 1, " MEAN, NULL);
  finish (&bed);
  g_assert_nonnull (strstr (gscope_experiment_results_get_problem (bed.results, 0),
                            "there is no parameter “plant/other”"));
  bed_close (&bed);
}

/* A value that reads back as another one is not that of its point. */
static void
test_read_back (void)
{
  Bed bed;

  bed_open (&bed,
            TIMES "'sweep': { 'parameter': 'plant/gain', 'values': [ 1, 9 ] }, "
                  "'repetitions': 1, " MEAN,
            NULL);
  finish (&bed);
  g_assert_cmpfloat (get_mean (&bed, 0, 0), ==, 10);
  g_assert_true (isnan (get_mean (&bed, 0, 1)));
  g_assert_nonnull (strstr (gscope_experiment_results_get_problem (bed.results, 1),
                            "asked for 9, and it reads 8"));
  g_assert_cmpfloat (get_gain (&bed), ==, INITIAL);
  bed_close (&bed);
}

/* A pause begins when the present run is over, and what it will put back is known. */
static void
test_pause (void)
{
  g_autoptr (GVariant) old = NULL;
  double gain;
  Bed bed;

  bed_open (&bed, TIMES SWEEP "'repetitions': 1, " MEAN, NULL);
  advance (&bed, 10);
  gscope_experiment_run_pause (bed.run);
  g_assert_cmpint (gscope_experiment_run_get_state (bed.run), ==,
                   GSCOPE_EXPERIMENT_RUN_STATE_PAUSING);
  gscope_experiment_run_resume (bed.run);
  g_assert_cmpint (gscope_experiment_run_get_state (bed.run), ==,
                   GSCOPE_EXPERIMENT_RUN_STATE_RUNNING);
  gscope_experiment_run_pause (bed.run);
  advance (&bed, 50);
  g_assert_cmpint (gscope_experiment_run_get_state (bed.run), ==,
                   GSCOPE_EXPERIMENT_RUN_STATE_PAUSED);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (bed.results), ==, 1);
  g_assert_cmpfloat (get_mean (&bed, 0, 0), ==, 10);
  old = gscope_experiment_run_list_old (bed.run);
  g_assert_true (g_variant_lookup (old, "plant/gain", "d", &gain));
  g_assert_cmpfloat (gain, ==, INITIAL);
  gscope_experiment_run_resume (bed.run);
  finish (&bed);
  g_assert_true (gscope_experiment_results_get_complete (bed.results));
  g_assert_cmpfloat (get_mean (&bed, 0, 0), ==, 10);
  bed_close (&bed);
}

/* A run of fewer repetitions leaves the others to a later one, and they count as missing. */
static void
test_repetitions (void)
{
  Bed bed;

  bed_open (&bed, TIMES SWEEP "'repetitions': 3, " MEAN, NULL);
  gscope_experiment_run_set_repetitions (bed.run, 2);
  finish (&bed);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (bed.results), ==, 6);
  g_assert_cmpfloat (gscope_experiment_run_get_progress (bed.run), ==, 6 / 9.0);
  g_assert_cmpint (gscope_experiment_run_get_time_left (bed.run), >, 3 * GSCOPE_SEC);
  g_assert_cmpfloat (get_gain (&bed), ==, INITIAL);
  g_clear_object (&bed.run);
  bed.run = gscope_experiment_run_new (bed.results, bed.workspace);
  gscope_experiment_run_set_repetitions (bed.run, 99);
  gscope_experiment_run_start (bed.run);
  finish (&bed);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (bed.results), ==, 9);
  g_assert_true (gscope_experiment_results_get_complete (bed.results));
  bed_close (&bed);
}

/* A point settles while the last samples of the point before it arrive, which are not its own. */
static void
test_overlap (void)
{
  Bed bed;

  bed_open (&bed, TIMES SWEEP "'repetitions': 1, " MEAN, NULL);
  advance (&bed, 17);
  g_assert_cmpfloat (get_gain (&bed), ==, 2);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (bed.results), ==, 0);
  g_assert_cmpfloat (gscope_experiment_run_get_progress (bed.run), >=, 1 / 3.0);
  advance (&bed, 33);
  g_assert_cmpint (gscope_experiment_run_get_state (bed.run), ==,
                   GSCOPE_EXPERIMENT_RUN_STATE_ENDED);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (get_mean (&bed, 0, i), ==, 10 * (1 << i));
  bed_close (&bed);
}

#define LIMIT_AND_GAIN                                                                             \
  TIMES "'settings': { 'plant/limit': 9 }, 'repetitions': 1, 'steps': [ "                          \
        "{ 'at-s': 0.1, 'parameter': 'plant/gain', 'value': 1 } ], " MEAN

/* A value that is refused is put back when the others are. */
static void
test_order (void)
{
  GscopeParameter *limit;
  Bed bed;

  bed_open (&bed, LIMIT_AND_GAIN, NULL);
  advance (&bed, 10);
  limit = find_parameter (&bed, "limit");
  gscope_parameter_write_async (limit, g_variant_new_double (2), NULL, NULL, NULL, NULL);
  finish (&bed);
  g_assert_cmpstr (gscope_experiment_run_get_problem (bed.run), ==, NULL);
  g_assert_cmpfloat (get_gain (&bed), ==, INITIAL);
  g_assert_cmpfloat (gscope_parameter_get_number (limit), ==, 10);
  bed_close (&bed);
}

/* Without a parameter that has gone, the other values are put back. */
static void
test_gone (void)
{
  g_autoptr (GscopeSource) plant = NULL;
  Bed bed;

  bed_open (&bed, LIMIT_AND_GAIN, NULL);
  advance (&bed, 10);
  plant = get_plant (&bed);
  gscope_source_remove_parameter (plant, find_parameter (&bed, "gain"));
  finish (&bed);
  g_assert_cmpfloat (gscope_parameter_get_number (find_parameter (&bed, "limit")), ==, 10);
  bed_close (&bed);
}

/* A run that is freed puts parameters back. */
static void
test_freed (void)
{
  Bed bed;

  bed_open (&bed, TIMES SWEEP MEAN, NULL);
  advance (&bed, 10);
  g_assert_cmpfloat (get_gain (&bed), ==, 1);
  g_clear_object (&bed.run);
  run_pending ();
  g_assert_cmpfloat (get_gain (&bed), ==, INITIAL);
  bed_close (&bed);
}

/* Each measured signal is leased while a point is measured, and no longer. */
static void
test_leases (void)
{
  static const char *const names[] = { "plant/out", "plant/count" };
  Bed bed;

  bed_open (&bed,
            TIMES SWEEP "'repetitions': 1, 'measure': [ { 'name': 'm', 'signal': 'plant/out' }, "
                        "{ 'name': 'n', 'signal': 'plant/count' } ]",
            NULL);
  advance (&bed, 7);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (
        gscope_signal_get_lease_period (gscope_experiment_find_signal (bed.workspace, names[i])),
        ==, 0);
  finish (&bed);
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    g_assert_cmpint (
        gscope_signal_get_lease_period (gscope_experiment_find_signal (bed.workspace, names[i])),
        ==, GSCOPE_SIGNAL_NO_LEASE);
  bed_close (&bed);
}

static void
count_measured (GscopeExperimentRun *run, guint point, guint repetition, guint *n)
{
  (*n)++;
}

/* A program that is killed leaves whole lines and perhaps a broken one; the next one measures only the rest. */
static void
test_resume (void)
{
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "r.jsonl", NULL);
  const char *text = TIMES SWEEP "'repetitions': 1, " MEAN;
  g_autofree char *written = NULL;
  g_autofree char *broken = NULL;
  g_autoptr (GscopeExperimentResults) loaded = NULL;
  g_autoptr (GPtrArray) list = NULL;
  g_autoptr (GFile) directory = NULL;
  g_autoptr (GFile) file = NULL;
  guint n = 0;
  Bed bed;

  bed_open (&bed, text, path);
  while (gscope_experiment_results_get_n_measured (bed.results) < 2)
    advance (&bed, 1);
  gscope_experiment_run_stop (bed.run);
  finish (&bed);
  g_assert_cmpfloat (get_gain (&bed), ==, INITIAL);
  bed_close (&bed);
  g_assert_true (g_file_get_contents (path, &written, NULL, NULL));
  broken = g_strconcat (written, "{ \"point\": \"4\", \"val", NULL);
  g_assert_true (g_file_set_contents (path, broken, -1, NULL));

  bed_open (&bed, text, path);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (bed.results), ==, 2);
  g_signal_connect (bed.run, "measured", G_CALLBACK (count_measured), &n);
  finish (&bed);
  g_assert_cmpuint (n, ==, 1);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat (get_mean (&bed, 0, i), ==, 10 * (1 << i));
  bed_close (&bed);

  /* the file has its experiment */
  file = g_file_new_for_path (path);
  directory = g_file_new_for_path (folder);
  loaded = gscope_experiment_results_new_from_file (file, NULL);
  g_assert_cmpstr (gscope_experiment_get_name (gscope_experiment_results_get_experiment (loaded)),
                   ==, "r");
  g_assert_true (gscope_experiment_results_get_complete (loaded));
  list = gscope_experiment_results_list (directory);
  g_assert_cmpuint (list->len, ==, 1);

  /* complete results, and results of another document, begin again */
  bed_open (&bed, text, path);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (bed.results), ==, 0);
  while (gscope_experiment_results_get_n_measured (bed.results) < 2)
    advance (&bed, 1);
  bed_close (&bed);
  bed_open (&bed, TIMES SWEEP "'repetitions': 2, " MEAN, path);
  g_assert_cmpuint (gscope_experiment_results_get_n_measured (bed.results), ==, 0);
  bed_close (&bed);
}

static void
assert_condition (GscopeExperimentResults *results, const char *name, const char *expected)
{
  const char *text = NULL;

  g_assert_true (
      g_variant_lookup (gscope_experiment_results_get_conditions (results), name, "&s", &text));
  if (expected)
    g_assert_cmpstr (text, ==, expected);
  else
    g_assert_cmpstr (text, !=, "");
}

/* A virtual machine has a host, whose conditions are known, too. */
static void
assert_host (GscopeExperimentResults *results)
{
  g_autofree char *processor = NULL;
  const char *text = NULL;

  g_variant_lookup (gscope_experiment_results_get_conditions (results), "host", "&s", &text);
  g_test_message ("%s", text ? text : "no host");
  g_assert_true (g_file_get_contents ("/proc/cpuinfo", &processor, NULL, NULL));
  g_assert_cmpint (text != NULL, ==, strstr (processor, " hypervisor") != NULL);
  g_assert_true (!text || !strstr (text, "nan"));
}

/* The file has the conditions of the kernel, and the states of sources during the runs. */
static void
test_conditions (void)
{
  static const char *const names[] = { "kernel", "preemption", "timer", "lockdown" };
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "r.jsonl", NULL);
  g_autoptr (GFile) file = g_file_new_for_path (path);
  g_autoptr (GscopeExperimentResults) loaded = NULL;
  g_autoptr (GscopeSource) plant = NULL;
  Bed bed;

  bed_open (&bed, TIMES SWEEP "'repetitions': 1, " MEAN, path);
  plant = get_plant (&bed);
  gscope_source_set_status (plant, GSCOPE_SOURCE_STATE_TROUBLE, "ordinary threads");
  while (gscope_experiment_results_get_n_measured (bed.results) < 2)
    advance (&bed, 1);
  gscope_source_set_status (plant, GSCOPE_SOURCE_STATE_TROUBLE, "simulated");
  finish (&bed);
  g_clear_object (&plant);
  bed_close (&bed);
  loaded = gscope_experiment_results_new_from_file (file, NULL);
  g_assert_true (gscope_experiment_results_get_complete (loaded));
  assert_condition (loaded, "source plant", "simulated");
  for (guint i = 0; i < G_N_ELEMENTS (names); i++)
    assert_condition (loaded, names[i], NULL);
  assert_host (loaded);
}

/* Changes come at their time; recorded samples are in a file of each run. */
static void
test_steps (void)
{
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);
  g_autofree char *path = g_build_filename (folder, "r.jsonl", NULL);
  g_autofree char *recording = g_build_filename (folder, "-1-1.tuples", NULL);
  g_autofree char *tuples = NULL;
  Bed bed;

  bed_open (
      &bed,
      "'settle-s': 0.5, 'run-s': 4, 'repetitions': 1, 'settings': { 'plant/gain': 1 }, "
      "'steps': [ { 'at-s': 1, 'parameter': 'plant/gain', 'value': 5 } ], "
      "'record': [ 'plant/o*' ], 'measure': [ "
      "{ 'name': 'below', 'signal': 'plant/out', 'statistic': 'fraction-below', 'level': 10 }, "
      "{ 'name': 'share', 'signal': 'plant/out', 'statistic': 'last', "
      "  'per': [ 'plant/out', 'plant/out' ], 'scale': 100 } ]",
      path);
  finish (&bed);
  g_assert_cmpfloat_with_epsilon (get_mean (&bed, 0, 0), 0.25, 0.04);
  g_assert_cmpfloat (get_mean (&bed, 1, 0), ==, 50);
  g_assert_true (g_file_get_contents (recording, &tuples, NULL, NULL));
  g_assert_nonnull (strstr (tuples, " 50 plant/out"));
  g_assert_null (strstr (tuples, "plant/count"));
  bed_close (&bed);
}

/* Recordings leave room up to a bound of their sizes. */
static void
test_room (void)
{
  g_autoptr (GPtrArray) recordings = g_ptr_array_new_with_free_func (g_object_unref);
  g_autofree char *folder = g_dir_make_tmp ("experiment-XXXXXX", NULL);

  for (guint i = 0; i < 2; i++)
    {
      g_autofree char *path = g_strdup_printf ("%s/%u.tuples", folder, i);
      int fd = g_creat (path, 0600);

      g_assert_cmpint (ftruncate (fd, GSCOPE_EXPERIMENT_MAX_RECORDED << 19), ==, 0);
      close (fd);
      g_assert_true (gscope_experiment_has_room (recordings));
      g_ptr_array_add (recordings, g_file_new_for_path (path));
    }
  g_assert_false (gscope_experiment_has_room (recordings));
}

/* Each row of the table, over the samples 4, 1, 3, 2 of one a second. */
static void
test_statistics (void)
{
  const struct
  {
    const char *name;
    double value;
  } rows[] = {
    { "mean", 2.5 },      { "minimum", 1 },
    { "maximum", 4 },     { "deviation", 1.1180339887 },
    { "percentile", 2 },  { "last", 2 },
    { "sum", 10 },        { "count", 4 },
    { "rate", -2.0 / 3 }, { "fraction-below", 0.75 },
    { "overshoot", NAN }, { "settling", NAN },
  };
  const gint64 times[] = { GSCOPE_SEC, 2 * GSCOPE_SEC, 3 * GSCOPE_SEC, 4 * GSCOPE_SEC };
  const double values[] = { 4, 1, 3, 2 };
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("s");

  gscope_trace_append (gscope_signal_get_trace (signal), times, values, 4);
  for (guint i = 0; i < G_N_ELEMENTS (rows); i++)
    {
      GscopeExperimentMeasure measure = { .statistic = (GscopeExperimentStatistic) i,
                                          .percent = 50,
                                          .level = 3 };
      double value =
          gscope_experiment_measure_take (&measure, signal, NULL, 0, GSCOPE_SEC, 5 * GSCOPE_SEC);
      g_autoptr (GEnumClass) names = g_type_class_ref (GSCOPE_TYPE_EXPERIMENT_STATISTIC);

      g_assert_cmpstr (g_enum_get_value (names, (int) i)->value_nick, ==, rows[i].name);
      g_assert_cmpint (gscope_experiment_statistic_get_title ((GscopeExperimentStatistic) i)[0], !=,
                       '\0');
      if (isnan (rows[i].value))
        g_assert_true (isnan (value));
      else
        g_assert_cmpfloat_with_epsilon (value, rows[i].value, 1e-9);
    }
}

/* A second-order response to each step of a reference: its overshoot is that of its damping. */
static void
test_overshoot (void)
{
  g_autoptr (GscopeSignal) reference = gscope_signal_new_buffered ("r");
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("s");
  GscopeExperimentMeasure measure = { .statistic = GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT };
  g_autoptr (GArray) steps = NULL;
  double damping = 0.5, natural = 10, fast = natural * sqrt (1 - damping * damping);

  for (guint i = 0; i < 1200; i++)
    {
      gint64 time = i * 10 * GSCOPE_MSEC;
      double since = (i % 400) * 0.01, sign = i / 400 % 2 ? 1 : -1;
      double rest = exp (-damping * natural * since)
                    * (cos (fast * since) + damping * natural / fast * sin (fast * since));
      double value = i < 400 ? -1 : sign * (1 - 2 * rest), wanted = i < 400 ? -1 : sign;

      gscope_trace_append (gscope_signal_get_trace (reference), &time, &wanted, 1);
      gscope_trace_append (gscope_signal_get_trace (signal), &time, &value, 1);
    }
  steps = gscope_experiment_list_steps (reference, 0, 12 * GSCOPE_SEC);
  g_assert_cmpuint (steps->len, ==, 2);
  g_assert_cmpfloat_with_epsilon (gscope_experiment_measure_take (&measure, signal,
                                                                  (gint64 *) (gpointer) steps->data,
                                                                  steps->len, 0, 12 * GSCOPE_SEC),
                                  exp (-damping * G_PI / sqrt (1 - damping * damping)), 0.01);
}

/* Where no step has a figure, the reason says why. */
static void
test_reason (void)
{
  const char *problem;
  Bed bed;

  bed_open (&bed,
            TIMES "'repetitions': 1, 'measure': [ { 'name': 'm', 'signal': 'plant/out', "
                  "'statistic': 'overshoot', 'reference': 'plant/out' } ]",
            NULL);
  finish (&bed);
  problem = gscope_experiment_results_get_problem (bed.results, 0);
  g_assert_nonnull (strstr (problem, "“plant/out” makes no step in the run"));
  bed_close (&bed);
  bed_open (&bed,
            "'settle-s': 0.5, 'run-s': 4, 'repetitions': 1, "
            "'steps': [ { 'at-s': 2, 'parameter': 'plant/gain', 'value': 3 } ], "
            "'measure': [ { 'name': 'm', 'signal': 'plant/out', 'statistic': 'settling' } ]",
            NULL);
  finish (&bed);
  problem = gscope_experiment_results_get_problem (bed.results, 0);
  g_assert_nonnull (strstr (problem, "no step has a clear response in “plant/out”"));
  g_assert_nonnull (strstr (problem, "steps without effect: 1"));
  bed_close (&bed);
}

/* The three choices make a document that the reader takes. */
static void
test_draft (void)
{
  g_autoptr (GscopeSignal) signal = gscope_signal_new_buffered ("s");
  g_autoptr (GscopeParameter) number = gscope_parameter_new_double ("n", 1, 100, 2);
  g_autoptr (GscopeParameter) whole = gscope_parameter_new_integer ("i", 0, 3, 2);
  g_autoptr (GscopeParameter) flag = gscope_parameter_new_boolean ("b", FALSE);
  GscopeParameter *swept[] = { number, whole, flag };
  const guint n_points[] = { 8, 4, 2 };
  const char *last[] = { "100", "3", "true" };

  gscope_parameter_set_logarithmic (number, TRUE);
  for (guint i = 0; i < G_N_ELEMENTS (swept); i++)
    for (int statistic = 0; statistic <= GSCOPE_EXPERIMENT_STATISTIC_SETTLING; statistic++)
      {
        g_autoptr (GscopeExperimentDraft) draft =
            gscope_experiment_draft_new ("w", swept[i], signal);
        g_autoptr (GscopeExperimentDraft) copy = NULL;
        g_autoptr (GscopeExperiment) experiment = NULL;
        g_autoptr (GError) error = NULL;
        g_autofree char *data = NULL;
        const GscopeExperimentMeasure *measure;

        draft->statistic = (GscopeExperimentStatistic) statistic;
        draft->reference = g_object_ref (signal);
        copy = gscope_experiment_draft_copy (draft);
        data = gscope_experiment_draft_to_data (copy);
        experiment = gscope_experiment_new_from_data (data, -1, FALSE, &error);
        g_assert_no_error (error);
        g_assert_cmpstr (gscope_experiment_get_data (experiment), ==, data);
        g_assert_cmpuint (gscope_experiment_get_points (experiment)->len, ==, n_points[i]);
        g_assert_true (gscope_experiment_find_point (experiment, last[i], NULL));
        g_assert_true (gscope_experiment_get_logarithmic (experiment) == (i == 0));
        measure = gscope_experiment_get_measures (experiment)->pdata[0];
        g_assert_cmpint (measure->statistic, ==, statistic);
        g_assert_true ((measure->reference != NULL)
                       == (statistic >= GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT));
      }
}

int
main (int argc, char *argv[])
{
  g_test_init (&argc, &argv, NULL);
  gscope_test_add ("/experiment-run/sweep", test_sweep);
  gscope_test_add ("/experiment-run/refused", test_refused);
  gscope_test_add ("/experiment-run/missing", test_missing);
  gscope_test_add ("/experiment-run/read-back", test_read_back);
  gscope_test_add ("/experiment-run/pause", test_pause);
  gscope_test_add ("/experiment-run/repetitions", test_repetitions);
  gscope_test_add ("/experiment-run/overlap", test_overlap);
  gscope_test_add ("/experiment-run/order", test_order);
  gscope_test_add ("/experiment-run/gone", test_gone);
  gscope_test_add ("/experiment-run/freed", test_freed);
  gscope_test_add ("/experiment-run/leases", test_leases);
  gscope_test_add ("/experiment-run/resume", test_resume);
  gscope_test_add ("/experiment-run/conditions", test_conditions);
  gscope_test_add ("/experiment-run/steps", test_steps);
  gscope_test_add ("/experiment-run/room", test_room);
  gscope_test_add ("/experiment-run/statistics", test_statistics);
  gscope_test_add ("/experiment-run/overshoot", test_overshoot);
  gscope_test_add ("/experiment-run/reason", test_reason);
  gscope_test_add ("/experiment-run/draft", test_draft);
  return gscope_test_run (GSCOPE_TEST_DEFAULT);
}
