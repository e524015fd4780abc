/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/private.h>

#include <errno.h>
#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/experiment/conditions.h>
#include <gscope/experiment/results.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define VERSION_KEY "experiment-results"
#define VERSION 1
#define MAX_BYTES (64 * 1024 * 1024)
#define MAX_PROBLEM 1024

/* values: one for each measure, not-a-number where it has none */
typedef struct
{
  guint point;
  guint repetition;
  double *values;
  guint64 lost;
  char *problem;
} Run;

/**
 * GscopeExperimentResults:
 *
 * What the runs of an experiment measured, and what that says about its claims. With a file, each run is written to it as
 * a line of JSON as soon as it is measured, so that a program that is killed can go on where it was.
 *
 * Runs with a problem are measured again then.
 *
 * Since: 1.0
 */
struct _GscopeExperimentResults
{
  GObject parent_instance;

  GscopeExperiment *experiment;
  GVariant *conditions;
  GPtrArray *runs;
  GFile *file;
  FILE *stream;
};

G_DEFINE_FINAL_TYPE (GscopeExperimentResults, gscope_experiment_results, G_TYPE_OBJECT)

enum
{
  SIGNAL_CHANGED,
  N_SIGNALS,
};

static guint signals[N_SIGNALS];

static void
run_free (gpointer data)
{
  Run *self = data;

  g_free (self->values);
  g_free (self->problem);
  g_free (self);
}

static void
gscope_experiment_results_finalize (GObject *object)
{
  GscopeExperimentResults *self = GSCOPE_EXPERIMENT_RESULTS (object);

  g_clear_pointer (&self->stream, fclose);
  g_clear_object (&self->file);
  g_clear_object (&self->experiment);
  g_ptr_array_unref (self->runs);
  g_clear_pointer (&self->conditions, g_variant_unref);
  G_OBJECT_CLASS (gscope_experiment_results_parent_class)->finalize (object);
}

static void
gscope_experiment_results_class_init (GscopeExperimentResultsClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_experiment_results_finalize;

  /**
   * GscopeExperimentResults::changed:
   * @self: the results
   *
   * Emitted when a run was added.
   *
   * Since: 1.0
   */
  signals[SIGNAL_CHANGED] = g_signal_new ("changed", G_TYPE_FROM_CLASS (klass), G_SIGNAL_RUN_LAST,
                                          0, NULL, NULL, NULL, G_TYPE_NONE, 0);
}

static void
gscope_experiment_results_init (GscopeExperimentResults *self)
{
  self->experiment = g_object_new (GSCOPE_TYPE_EXPERIMENT, NULL);
  self->runs = g_ptr_array_new_with_free_func (run_free);
  self->conditions = gscope_experiment_conditions_new ();
}

/**
 * gscope_experiment_results_new:
 * @experiment: an experiment
 *
 * Makes results without runs, which are in memory alone.
 *
 * Returns: (transfer full): the results
 *
 * Since: 1.0
 */
GscopeExperimentResults *
gscope_experiment_results_new (GscopeExperiment *experiment)
{
  GscopeExperimentResults *self;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (experiment), NULL);

  self = g_object_new (GSCOPE_TYPE_EXPERIMENT_RESULTS, NULL);
  g_set_object (&self->experiment, experiment);
  return self;
}

static Run *
find_run (GscopeExperimentResults *self, guint point, guint repetition)
{
  for (guint i = 0; i < self->runs->len; i++)
    {
      Run *run = self->runs->pdata[i];

      if (run->point == point && run->repetition == repetition)
        return run;
    }
  return NULL;
}

static const GscopeExperimentMeasure *
get_measure (GscopeExperimentResults *self, guint i)
{
  return gscope_experiment_get_measures (self->experiment)->pdata[i];
}

/* Writes a line, and flushes it to the file. */
static gboolean
write_line (GscopeExperimentResults *self, JsonObject *object, GError **error)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_autofree char *line = NULL;

  json_node_init_object (node, object);
  line = json_to_string (node, FALSE);
  if (fprintf (self->stream, "%s\n", line) >= 0 && fflush (self->stream) == 0)
    return TRUE;
  g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Cannot write “%s”: %s."),
               g_file_peek_path (self->file), g_strerror (errno));
  return FALSE;
}

static gboolean
write_head (GscopeExperimentResults *self, GError **error)
{
  g_autoptr (JsonObject) head = json_object_new ();

  json_object_set_int_member (head, VERSION_KEY, VERSION);
  json_object_set_string_member (head, "title", gscope_experiment_get_title (self->experiment));
  json_object_set_string_member (head, "checksum",
                                 gscope_experiment_get_checksum (self->experiment));
  json_object_set_boolean_member (head, "quick", gscope_experiment_get_quick (self->experiment));
  json_object_set_member (head, "conditions", json_gvariant_serialize (self->conditions));
  json_object_set_string_member (head, "document", gscope_experiment_get_data (self->experiment));
  return write_line (self, head, error);
}

static gboolean
write_run (GscopeExperimentResults *self, const Run *run, GError **error)
{
  g_autoptr (JsonObject) object = json_object_new ();
  JsonObject *values = json_object_new ();
  const GscopeExperimentPoint *point =
      gscope_experiment_get_points (self->experiment)->pdata[run->point];

  json_object_set_string_member (object, "point", point->name);
  json_object_set_int_member (object, "repetition", run->repetition);
  for (guint i = 0; i < gscope_experiment_get_measures (self->experiment)->len; i++)
    gscope_json_set_finite (values, get_measure (self, i)->name, run->values[i]);
  json_object_set_object_member (object, "values", values);
  json_object_set_int_member (object, "lost", (gint64) run->lost);
  gscope_json_set_finite (object, "load", gscope_experiment_conditions_get_load ());
  if (run->problem)
    gscope_json_set_text (object, "problem", run->problem, MAX_PROBLEM);
  return write_line (self, object, error);
}

static void
take_run (GscopeExperimentResults *self, Run *run)
{
  Run *old = find_run (self, run->point, run->repetition);

  if (old)
    g_ptr_array_remove (self->runs, old);
  g_ptr_array_add (self->runs, run);
}

static gboolean
read_conditions (GscopeExperimentResults *self, JsonObject *object)
{
  JsonNode *node = json_object_get_member (object, "conditions");
  GVariant *taken = node && JSON_NODE_HOLDS_OBJECT (node)
                        ? json_gvariant_deserialize (node, "a{sv}", NULL)
                        : NULL;

  if (!taken)
    return FALSE;
  g_variant_unref (self->conditions);
  self->conditions = g_variant_ref_sink (taken);
  return TRUE;
}

/* Reads the line of a run, or of conditions that became known meanwhile. Returns FALSE for a line that is not one of this
 * experiment. */
static gboolean
read_run (GscopeExperimentResults *self, JsonObject *object)
{
  guint n = gscope_experiment_get_measures (self->experiment)->len;
  JsonNode *node = json_object_get_member (object, "values");
  gint64 repetition, lost;
  const char *name, *problem;
  guint point;
  Run *run;

  if (json_object_has_member (object, "conditions"))
    return read_conditions (self, object);
  if (!gscope_json_get_text (object, "point", G_MAXUINT16, &name, NULL)
      || !gscope_experiment_find_point (self->experiment, name, &point)
      || !gscope_json_get_integer (object, "repetition", 0, G_MAXINT32, &repetition, NULL)
      || !gscope_json_get_integer (object, "lost", 0, G_MAXINT64, &lost, NULL) || !node
      || !JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  if (!gscope_json_get_text (object, "problem", G_MAXUINT16, &problem, NULL))
    return FALSE;
  run = g_new0 (Run, 1);
  run->problem = problem[0] ? g_strdup (problem) : NULL;
  run->point = point;
  run->repetition = (guint) repetition;
  run->lost = (guint64) lost;
  run->values = g_new (double, n);
  for (guint i = 0; i < n; i++)
    if (!gscope_json_get_double (json_node_get_object (node), get_measure (self, i)->name,
                                 &run->values[i], NULL))
      run->values[i] = NAN;
  take_run (self, run);
  return TRUE;
}

/* Returns whether the head is that of results of the same experiment. */
static gboolean
read_head (GscopeExperimentResults *self, JsonObject *object)
{
  const char *checksum;
  gint64 version;

  if (!gscope_json_get_integer (object, VERSION_KEY, VERSION, VERSION, &version, NULL)
      || !gscope_json_get_text (object, "checksum", G_MAXUINT16, &checksum, NULL)
      || !g_str_equal (checksum, gscope_experiment_get_checksum (self->experiment))
      || gscope_json_get_flag (object, "quick") != gscope_experiment_get_quick (self->experiment))
    return FALSE;
  read_conditions (self, object);
  return TRUE;
}

static gboolean
read_line (GscopeExperimentResults *self, const char *line, gsize length, gboolean is_head)
{
  g_autoptr (JsonNode) node = gscope_json_parse (line, length, NULL);

  if (!node || !JSON_NODE_HOLDS_OBJECT (node))
    return FALSE;
  return is_head ? read_head (self, json_node_get_object (node))
                 : read_run (self, json_node_get_object (node));
}

/* Reads whole lines up to one that is wrong, as the last one of a program that was killed may be. Returns how many bytes are
 * good; 0 if these are no results of this experiment. */
static gsize
read_lines (GscopeExperimentResults *self, const char *text, gsize length)
{
  gsize good = 0;

  while (good < length)
    {
      const char *end = memchr (text + good, '\n', length - good);

      if (!end || !read_line (self, text + good, (gsize) (end - text) - good, good == 0))
        break;
      good = (gsize) (end - text) + 1;
    }
  return good;
}

static char *
read_text (const char *path, gsize *length, GError **error)
{
  char *text = NULL;
  GStatBuf info;

  if (g_stat (path, &info) == 0 && (!S_ISREG (info.st_mode) || info.st_size > MAX_BYTES))
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                 _ ("“%s” does not hold results of an experiment."), path);
  else
    g_file_get_contents (path, &text, length, error);
  return text;
}

/* Runs that failed are made again. */
static void
drop_problems (GscopeExperimentResults *self)
{
  for (guint i = self->runs->len; i-- > 0;)
    if (((const Run *) self->runs->pdata[i])->problem)
      g_ptr_array_remove_index (self->runs, i);
}

static gboolean
load (GscopeExperimentResults *self, const char *path, GError **error)
{
  g_autofree char *text = NULL;
  gsize length, good;

  if (!g_file_test (path, G_FILE_TEST_EXISTS))
    return TRUE;
  text = read_text (path, &length, error);
  if (!text)
    return FALSE;
  good = read_lines (self, text, length);
  drop_problems (self);
  if (good == 0 || gscope_experiment_results_get_complete (self))
    g_ptr_array_set_size (self->runs, 0);
  if (self->runs->len > 0)
    return good == length || g_file_set_contents (path, text, (gssize) good, error);
  /* complete results begin again, and so do results of another experiment, or of an older version of this one */
  g_variant_unref (self->conditions);
  self->conditions = gscope_experiment_conditions_new ();
  return TRUE;
}

/* Reads the experiment from the first line of its results. */
static GscopeExperiment *
read_experiment (const char *text, gsize length, GError **error)
{
  const char *end = memchr (text, '\n', length);
  g_autoptr (JsonNode) node = end ? gscope_json_parse (text, (gsize) (end - text), NULL) : NULL;
  JsonObject *head = node && JSON_NODE_HOLDS_OBJECT (node) ? json_node_get_object (node) : NULL;
  const char *document;

  if (head && gscope_json_get_text (head, "document", GSCOPE_EXPERIMENT_MAX_BYTES, &document, NULL)
      && document && document[0])
    return gscope_experiment_new_from_data (document, -1, gscope_json_get_flag (head, "quick"),
                                            error);
  g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                       _ ("the results do not have the document of their experiment"));
  return NULL;
}

/**
 * gscope_experiment_results_new_from_file:
 * @file: a file that gscope_experiment_results_open() made
 * @error: why these are no results
 *
 * Reads results with their experiment, whose document the file has. Nothing is written to the file. It blocks while it reads.
 *
 * Returns: (transfer full): the results, which are in memory alone
 *
 * Since: 1.0
 */
GscopeExperimentResults *
gscope_experiment_results_new_from_file (GFile *file, GError **error)
{
  g_autoptr (GscopeExperiment) experiment = NULL;
  g_autoptr (GFile) folder = NULL;
  g_autofree char *text = NULL;
  const char *path;
  char *name;
  GscopeExperimentResults *self;
  gsize length;

  g_return_val_if_fail (G_IS_FILE (file) && g_file_peek_path (file), NULL);

  path = g_file_peek_path (file);
  text = read_text (path, &length, error);
  experiment = text ? read_experiment (text, length, error) : NULL;
  if (!experiment)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  folder = g_file_get_parent (file);
  name = g_file_get_basename (file);
  if (g_str_has_suffix (name, GSCOPE_EXPERIMENT_RESULTS_SUFFIX))
    name[strlen (name) - strlen (GSCOPE_EXPERIMENT_RESULTS_SUFFIX)] = '\0';
  if (gscope_experiment_get_quick (experiment)
      && g_str_has_suffix (name, GSCOPE_EXPERIMENT_QUICK_SUFFIX))
    name[strlen (name) - strlen (GSCOPE_EXPERIMENT_QUICK_SUFFIX)] = '\0';
  gscope_experiment_set_place (experiment, folder, name);
  self = gscope_experiment_results_new (experiment);
  read_lines (self, text, length);
  return self;
}

/**
 * gscope_experiment_results_open:
 * @self: results without runs
 * @file: a file
 * @replace: whether to begin again if the file has runs
 * @error: why the file cannot be read or written
 *
 * Keeps runs in a file. If it has runs of the same document, these are taken, unless all runs are there: new results
 * replace complete ones, and the results of another document.
 *
 * Returns: %FALSE if that failed
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_results_open (GscopeExperimentResults *self, GFile *file, gboolean replace,
                                GError **error)
{
  const char *path;
  g_autofree char *folder = NULL;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), FALSE);
  g_return_val_if_fail (G_IS_FILE (file) && g_file_peek_path (file), FALSE);
  g_return_val_if_fail (!self->stream && self->runs->len == 0, FALSE);

  path = g_file_peek_path (file);
  folder = g_path_get_dirname (path);
  g_mkdir_with_parents (folder, 0755);
  if (!replace && !load (self, path, error))
    return FALSE;
  self->stream = fopen (path, self->runs->len > 0 ? "ae" : "we");
  if (!self->stream)
    {
      g_set_error (error, G_IO_ERROR, g_io_error_from_errno (errno), _ ("Cannot write “%s”: %s."),
                   path, g_strerror (errno));
      return FALSE;
    }
  self->file = g_object_ref (file);
  return self->runs->len > 0 || write_head (self, error);
}

/**
 * gscope_experiment_results_get_experiment:
 * @self: results
 *
 * Gets their experiment.
 *
 * Returns: (transfer none): the experiment
 *
 * Since: 1.0
 */
GscopeExperiment *
gscope_experiment_results_get_experiment (GscopeExperimentResults *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), NULL);

  return self->experiment;
}

/**
 * gscope_experiment_results_get_file:
 * @self: results
 *
 * Gets the file that keeps them.
 *
 * Returns: (transfer none) (nullable): the file; %NULL if they are in memory alone
 *
 * Since: 1.0
 */
GFile *
gscope_experiment_results_get_file (GscopeExperimentResults *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), NULL);

  return self->file;
}

/**
 * gscope_experiment_results_add:
 * @self: results
 * @point: the position of a point
 * @repetition: which of its runs
 * @values: (array length=n_values) (nullable): a value for each measure, not-a-number where there is none
 * @n_values: how many measures there are; 0 for no value at all
 * @lost: how many samples were lost during the run
 * @problem: (nullable): why a value is missing
 * @error: why the file cannot be written
 *
 * Adds a run, in place of an earlier one of the same point and repetition.
 *
 * Returns: %FALSE if the file cannot be written; the run is added to the results in memory
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_results_add (GscopeExperimentResults *self, guint point, guint repetition,
                               const double *values, gsize n_values, guint64 lost,
                               const char *problem, GError **error)
{
  gboolean written;
  guint n;
  Run *run;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), FALSE);
  g_return_val_if_fail (point < gscope_experiment_get_points (self->experiment)->len, FALSE);

  n = gscope_experiment_get_measures (self->experiment)->len;
  run = g_new0 (Run, 1);
  run->point = point;
  run->repetition = repetition;
  run->lost = lost;
  run->problem = g_strdup (problem);
  run->values = g_new (double, n);
  for (guint i = 0; i < n; i++)
    run->values[i] = i < n_values ? values[i] : NAN;
  take_run (self, run);
  written = !self->stream || write_run (self, run, error);
  g_signal_emit (self, signals[SIGNAL_CHANGED], 0);
  return written;
}

/* Returns whether a dictionary has all values of another one. */
static gboolean
has_all (GVariant *dict, GVariant *values)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;
  gboolean all = TRUE;

  g_variant_iter_init (&iter, values);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autoptr (GVariant) known = g_variant_lookup_value (dict, name, NULL);

      all = all && known && g_variant_equal (known, value);
    }
  return all;
}

/**
 * gscope_experiment_results_add_conditions:
 * @self: results
 * @conditions: `a{sv}`: texts and numbers by name
 * @error: why the file cannot be written
 *
 * Adds conditions that became known after the beginning, such as the status of a source. A newer value replaces an older one.
 *
 * Returns: %FALSE if the file cannot be written; the conditions are added in memory
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_results_add_conditions (GscopeExperimentResults *self, GVariant *conditions,
                                          GError **error)
{
  g_autoptr (JsonObject) object = json_object_new ();
  GVariantDict dict;
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), FALSE);
  g_return_val_if_fail (self->conditions, FALSE);
  g_return_val_if_fail (g_variant_is_of_type (conditions, G_VARIANT_TYPE_VARDICT), FALSE);

  if (has_all (self->conditions, conditions))
    return TRUE;
  g_variant_dict_init (&dict, self->conditions);
  g_variant_iter_init (&iter, conditions);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    g_variant_dict_insert_value (&dict, name, value);
  g_variant_unref (self->conditions);
  self->conditions = g_variant_ref_sink (g_variant_dict_end (&dict));
  json_object_set_member (object, "conditions", json_gvariant_serialize (self->conditions));
  return !self->stream || write_line (self, object, error);
}

/**
 * gscope_experiment_results_has:
 * @self: results
 * @point: the position of a point
 * @repetition: which of its runs
 *
 * Gets whether a run was added.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_results_has (GscopeExperimentResults *self, guint point, guint repetition)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), FALSE);

  return find_run (self, point, repetition) != NULL;
}

/**
 * gscope_experiment_results_get_n_runs:
 * @self: results
 *
 * Gets how many runs the experiment has in all.
 *
 * Returns: the number of runs
 *
 * Since: 1.0
 */
guint
gscope_experiment_results_get_n_runs (GscopeExperimentResults *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), 0);

  return gscope_experiment_get_points (self->experiment)->len
         * gscope_experiment_get_repetitions (self->experiment);
}

/**
 * gscope_experiment_results_get_n_measured:
 * @self: results
 *
 * Gets how many runs were added.
 *
 * Returns: the number of runs
 *
 * Since: 1.0
 */
guint
gscope_experiment_results_get_n_measured (GscopeExperimentResults *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), 0);

  return self->runs->len;
}

/**
 * gscope_experiment_results_get_complete:
 * @self: results
 *
 * Gets whether all runs were added.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_results_get_complete (GscopeExperimentResults *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), FALSE);

  return self->runs->len >= gscope_experiment_results_get_n_runs (self);
}

double
gscope_experiment_results_get_value (GscopeExperimentResults *self, guint measure, guint point,
                                     guint repetition)
{
  const Run *run = find_run (self, point, repetition);

  return run ? run->values[measure] : NAN;
}

GArray *
gscope_experiment_results_list_values (GscopeExperimentResults *self, guint measure, guint point)
{
  GArray *values = g_array_new (FALSE, FALSE, sizeof (double));

  for (guint i = 0; i < self->runs->len; i++)
    {
      const Run *run = self->runs->pdata[i];

      if (run->point == point && !isnan (run->values[measure]))
        g_array_append_val (values, run->values[measure]);
    }
  return values;
}

/**
 * gscope_experiment_results_get_problem:
 * @self: results
 * @point: the position of a point
 *
 * Gets why values of a point are missing.
 *
 * Returns: (nullable): the reason of the newest run that has one; %NULL if no run has one
 *
 * Since: 1.0
 */
const char *
gscope_experiment_results_get_problem (GscopeExperimentResults *self, guint point)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), NULL);

  for (guint i = self->runs->len; i-- > 0;)
    {
      const Run *run = self->runs->pdata[i];

      if (run->point == point && run->problem)
        return run->problem;
    }
  return NULL;
}

/**
 * gscope_experiment_results_get_lost:
 * @self: results
 *
 * Gets how many samples were lost during the runs.
 *
 * Returns: the number of samples
 *
 * Since: 1.0
 */
guint64
gscope_experiment_results_get_lost (GscopeExperimentResults *self)
{
  guint64 lost = 0;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), 0);

  for (guint i = 0; i < self->runs->len; i++)
    lost += ((const Run *) self->runs->pdata[i])->lost;
  return lost;
}

/**
 * gscope_experiment_results_get_conditions:
 * @self: results
 *
 * Gets on which machine, and when, the first run was measured.
 *
 * Returns: (transfer none): `a{sv}`: texts and numbers by name
 *
 * Since: 1.0
 */
GVariant *
gscope_experiment_results_get_conditions (GscopeExperimentResults *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), NULL);

  return self->conditions;
}
