/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/error.h>
#include <gscope/experiment/records-private.h>
#include <gscope/file.h>
#include <gscope/trace/sample.h>
#include <gscope/workspace/workspace.h>
#include <math.h>
#include <string.h>

#define VERSION_KEY "experiment"
#define VERSION 1
#define SUFFIX ".json"
/* The largest number of problems in a message. */
#define MAX_TOLD 5

/**
 * GscopeExperiment:
 *
 * An experiment: which parameters of a workspace are set, which one is swept, what is measured, which values were
 * published and what is claimed, read from a JSON document:
 *
 * ```json
 * { "experiment": 1,
 *   "title": "Overshoot by alpha",
 *   "figure": [ "G 5.9" ],
 *   "workspace": "real-rate-controller",
 *   "settings": { "decoder/ratio": 3 },
 *   "sweep": { "parameter": "real-rate/alpha", "from": 0.05, "to": 0.6, "points": 12 },
 *   "repetitions": 5, "settle-s": 2, "run-s": 8,
 *   "quick": { "repetitions": 2, "points": 4 },
 *   "record": [ "decoder/need" ],
 *   "measure": [ { "name": "overshoot", "title": "Overshoot", "unit": "%", "scale": 100,
 *                  "signal": "real-rate/gscope-workload decoder/proportion",
 *                  "statistic": "overshoot", "reference": "decoder/need" } ],
 *   "paper": [ { "measure": "overshoot", "at": 0.15, "value": 15, "reference": "G:1859" } ],
 *   "verdicts": [ { "title": "At most 15 % at alpha 0.15", "measure": "overshoot", "at": 0.15,
 *                   "relation": "at-most", "value": 15 } ] }
 * ```
 *
 * A `sweep` has a `parameter` with a range, whose `scale` is `even` or `log`, or with `values`, or it has `variants`, each
 * with a `name` and `settings`. Without a sweep there is one point. `steps` are changes of parameters within each run:
 * `at-s`, `parameter` and `value`. A verdict's `relation` is one of [enum@Gscope.ExperimentRelation]; with `of`, the name of a
 * measure or `paper`, and `of-at`, its bounds `value` and `to` are multiples of that value. Without `at` it is for all points.
 * A `reason` says why results refute it, where that is known.
 *
 * A document that is wrong anywhere is an error, which says where and why. An experiment does not change.
 *
 * Since: 1.0
 */
G_DEFINE_FINAL_TYPE (GscopeExperiment, gscope_experiment, G_TYPE_OBJECT)

static void
gscope_experiment_finalize (GObject *object)
{
  GscopeExperiment *self = GSCOPE_EXPERIMENT (object);

  g_free (self->data);
  g_free (self->checksum);
  g_clear_object (&self->directory);
  g_free (self->name);
  g_free (self->title);
  g_free (self->description);
  g_free (self->workspace);
  g_free (self->kernel);
  g_free (self->parameter);
  g_clear_pointer (&self->settings, g_variant_unref);
  g_ptr_array_unref (self->figures);
  g_ptr_array_unref (self->record);
  g_ptr_array_unref (self->points);
  g_ptr_array_unref (self->steps);
  g_ptr_array_unref (self->measures);
  g_ptr_array_unref (self->papers);
  g_ptr_array_unref (self->claims);
  G_OBJECT_CLASS (gscope_experiment_parent_class)->finalize (object);
}

static void
gscope_experiment_class_init (GscopeExperimentClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_experiment_finalize;
}

static void
gscope_experiment_init (GscopeExperiment *self)
{
  self->data = g_strdup ("");
  self->checksum = g_strdup ("");
  self->name = g_strdup ("");
  self->title = g_strdup ("");
  self->workspace = g_strdup ("");
  self->settings = g_variant_ref_sink (g_variant_new ("a{sv}", NULL));
  self->description = g_strdup ("");
  self->repetitions = 5;
  self->settle = GSCOPE_SEC;
  self->run = 10 * GSCOPE_SEC;
  self->figures = g_ptr_array_new_with_free_func (g_free);
  self->record = g_ptr_array_new_with_free_func (g_free);
  self->points = g_ptr_array_new_with_free_func (gscope_experiment_point_free);
  self->steps = g_ptr_array_new_with_free_func (gscope_experiment_step_free);
  self->measures = g_ptr_array_new_with_free_func (gscope_experiment_measure_free);
  self->papers = g_ptr_array_new_with_free_func (gscope_experiment_paper_free);
  self->claims = g_ptr_array_new_with_free_func (gscope_experiment_claim_free);
}

static gboolean
check_version (JsonNode *root, GError **error)
{
  JsonNode *node = JSON_NODE_HOLDS_OBJECT (root)
                       ? json_object_get_member (json_node_get_object (root), VERSION_KEY)
                       : NULL;

  if (!node || json_node_get_value_type (node) != G_TYPE_INT64)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID,
                   _ ("this is no experiment: it has no \"%s\": %d"), VERSION_KEY, VERSION);
      return FALSE;
    }
  if (json_node_get_int (node) == VERSION)
    return TRUE;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_UNSUPPORTED,
               _ ("this experiment is of version %ld, and this program reads version %d; a newer "
                  "program may read it"),
               (glong) json_node_get_int (node), VERSION);
  return FALSE;
}

static gboolean
refuse (GListModel *problems, GError **error)
{
  guint n = g_list_model_get_n_items (problems);
  g_autoptr (GString) text = g_string_new (NULL);

  for (guint i = 0; i < MIN (n, MAX_TOLD); i++)
    {
      g_autoptr (GscopeWorkspaceProblem) problem = g_list_model_get_item (problems, i);
      const char *path = gscope_workspace_problem_get_path (problem);

      g_string_append_printf (text, "%s%s%s%s", i > 0 ? "\n" : "", path, path[0] ? ": " : "",
                              gscope_workspace_problem_get_message (problem));
    }
  if (n > MAX_TOLD)
    g_string_append_printf (text, "\n%s", _ ("there are more problems"));
  if (n > 0)
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_INVALID, text->str);
  return n == 0;
}

/* Returns a vector of texts, which is empty for an object without a document. */
static const char *const *
get_texts (GPtrArray *texts)
{
  static const char *const none[] = { NULL };

  return texts->len > 0 ? (const char *const *) texts->pdata : none;
}

static void
complete (GscopeExperiment *self)
{
  g_ptr_array_add (self->figures, NULL);
  g_ptr_array_add (self->record, NULL);
}

/**
 * gscope_experiment_new_from_data:
 * @data: a document
 * @length: its bytes; -1 if it ends with a zero
 * @quick: whether it takes the fewer and shorter runs of its `quick`
 * @error: where and why this is no experiment
 *
 * Reads an experiment.
 *
 * Returns: (transfer full): an experiment
 *
 * Since: 1.0
 */
GscopeExperiment *
gscope_experiment_new_from_data (const char *data, gssize length, gboolean quick, GError **error)
{
  g_autoptr (GscopeExperiment) self = NULL;
  g_autoptr (GListStore) problems = g_list_store_new (GSCOPE_TYPE_WORKSPACE_PROBLEM);
  g_autoptr (JsonNode) root = NULL;
  gsize size;

  g_return_val_if_fail (data, NULL);

  size = length < 0 ? strlen (data) : (gsize) length;
  if (size > GSCOPE_EXPERIMENT_MAX_BYTES)
    {
      g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
                   _ ("an experiment of more than %d bytes is not read"),
                   GSCOPE_EXPERIMENT_MAX_BYTES);
      return NULL;
    }
  root = gscope_json_parse (data, size, error);
  if (!root || !check_version (root, error))
    return NULL;
  self = g_object_new (GSCOPE_TYPE_EXPERIMENT, NULL);
  self->quick = quick;
  g_free (self->data);
  self->data = g_strndup (data, size);
  g_free (self->checksum);
  self->checksum = g_compute_checksum_for_data (G_CHECKSUM_SHA256, (const guchar *) data, size);
  gscope_experiment_read (self, json_node_get_object (root), problems);
  complete (self);
  return refuse (G_LIST_MODEL (problems), error) ? g_steal_pointer (&self) : NULL;
}

void
gscope_experiment_set_place (GscopeExperiment *self, GFile *directory, char *name)
{
  g_set_object (&self->directory, directory);
  g_free (self->name);
  self->name = name;
}

static char *
read_all (GFile *file, gsize *length, GError **error)
{
  g_autoptr (GInputStream) stream = gscope_file_read (file, error);
  g_autofree char *data = g_malloc (GSCOPE_EXPERIMENT_MAX_BYTES + 1);

  if (!stream
      || !g_input_stream_read_all (stream, data, GSCOPE_EXPERIMENT_MAX_BYTES + 1, length, NULL,
                                   error))
    return NULL;
  return g_steal_pointer (&data);
}

/**
 * gscope_experiment_new_from_file:
 * @file: a file
 * @quick: whether it takes the fewer and shorter runs of its `quick`
 * @error: with the file's name, where and why this is no experiment
 *
 * Reads an experiment from a file. It blocks while it reads.
 *
 * Returns: (transfer full): an experiment
 *
 * Since: 1.0
 */
GscopeExperiment *
gscope_experiment_new_from_file (GFile *file, gboolean quick, GError **error)
{
  g_autofree char *data = NULL;
  g_autofree char *path = NULL;
  g_autoptr (GFile) directory = NULL;
  GscopeExperiment *self;
  char *base;
  gsize length;

  g_return_val_if_fail (G_IS_FILE (file), NULL);

  path = g_file_get_parse_name (file);
  data = read_all (file, &length, error);
  if (!data)
    return NULL;
  self = gscope_experiment_new_from_data (data, (gssize) length, quick, error);
  if (!self)
    {
      g_prefix_error (error, "%s: ", path);
      return NULL;
    }
  directory = g_file_get_parent (file);
  base = g_file_get_basename (file);
  if (g_str_has_suffix (base, SUFFIX))
    base[strlen (base) - strlen (SUFFIX)] = '\0';
  gscope_experiment_set_place (self, directory, base);
  return self;
}

/**
 * gscope_experiment_get_data:
 * @self: an experiment
 *
 * Gets its document: the contents of a file of the experiment.
 *
 * Returns: the document
 *
 * Since: 1.0
 */
const char *
gscope_experiment_get_data (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->data;
}

/**
 * gscope_experiment_get_checksum:
 * @self: an experiment
 *
 * Gets the SHA-256 of its document. Results that are continued have the same.
 *
 * Returns: the checksum, as hexadecimal digits
 *
 * Since: 1.0
 */
const char *
gscope_experiment_get_checksum (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->checksum;
}

/**
 * gscope_experiment_get_quick:
 * @self: an experiment
 *
 * Gets whether it takes fewer and shorter runs.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_get_quick (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), FALSE);

  return self->quick;
}

/**
 * gscope_experiment_get_name:
 * @self: an experiment
 *
 * Gets the name of its file, without its ending.
 *
 * Returns: the name; empty without a file
 *
 * Since: 1.0
 */
const char *
gscope_experiment_get_name (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->name;
}

/**
 * gscope_experiment_get_title:
 * @self: an experiment
 *
 * Gets what a user calls it.
 *
 * Returns: the title
 *
 * Since: 1.0
 */
const char *
gscope_experiment_get_title (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->title;
}

/**
 * gscope_experiment_get_description:
 * @self: an experiment
 *
 * Gets what it is about.
 *
 * Returns: the description; empty if it has none
 *
 * Since: 1.0
 */
const char *
gscope_experiment_get_description (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->description;
}

/**
 * gscope_experiment_find_workspace:
 * @self: an experiment
 * @error: why there is none
 *
 * Finds the file of its workspace: a path that begins at the directory of its own file, or a ready-made workspace.
 *
 * Returns: (transfer full): the file
 *
 * Since: 1.0
 */
GFile *
gscope_experiment_find_workspace (GscopeExperiment *self, GError **error)
{
  g_autoptr (GFile) file = NULL;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  if (self->directory)
    file = g_file_resolve_relative_path (self->directory, self->workspace);
  if (file && g_file_query_file_type (file, G_FILE_QUERY_INFO_NONE, NULL) == G_FILE_TYPE_REGULAR)
    return g_steal_pointer (&file);
  return gscope_workspace_find (self->workspace, error);
}

/**
 * gscope_experiment_get_kernel:
 * @self: an experiment
 *
 * Gets the kernel that it needs, as the kernel's version names its maker, such as `Debian`.
 *
 * Returns: (nullable): the name; %NULL if it needs no other kernel than the one that runs
 *
 * Since: 1.0
 */
const char *
gscope_experiment_get_kernel (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->kernel;
}

/**
 * gscope_experiment_get_figures:
 * @self: an experiment
 *
 * Gets the figures and tables that it measures again, such as `G 5.9`.
 *
 * Returns: (transfer none): the figures
 *
 * Since: 1.0
 */
const char *const *
gscope_experiment_get_figures (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return get_texts (self->figures);
}

/**
 * gscope_experiment_get_settings:
 * @self: an experiment
 *
 * Gets the values of parameters that are set before each run.
 *
 * Returns: (transfer none): `a{sv}`, values by the full names of parameters
 *
 * Since: 1.0
 */
GVariant *
gscope_experiment_get_settings (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->settings;
}

/**
 * gscope_experiment_get_parameter:
 * @self: an experiment
 *
 * Gets the parameter that is swept.
 *
 * Returns: (nullable): the full name; %NULL for variants or a single point
 *
 * Since: 1.0
 */
const char *
gscope_experiment_get_parameter (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->parameter;
}

/**
 * gscope_experiment_get_logarithmic:
 * @self: an experiment
 *
 * Gets whether its points have even ratios.
 *
 * Returns: %TRUE if so
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_get_logarithmic (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), FALSE);

  return self->logarithmic;
}

/**
 * gscope_experiment_get_repetitions:
 * @self: an experiment
 *
 * Gets how often each point is measured.
 *
 * Returns: the number of runs of each point
 *
 * Since: 1.0
 */
guint
gscope_experiment_get_repetitions (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), 0);

  return self->repetitions;
}

/**
 * gscope_experiment_get_settle:
 * @self: an experiment
 *
 * Gets how long a run waits after its parameters are set.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_experiment_get_settle (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), 0);

  return self->settle;
}

/**
 * gscope_experiment_get_run:
 * @self: an experiment
 *
 * Gets how long a run measures.
 *
 * Returns: nanoseconds
 *
 * Since: 1.0
 */
gint64
gscope_experiment_get_run (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), 0);

  return self->run;
}

/**
 * gscope_experiment_get_record:
 * @self: an experiment
 *
 * Gets the signals whose samples are kept as tuples, a file for each run.
 *
 * Returns: (transfer none): patterns for full names
 *
 * Since: 1.0
 */
const char *const *
gscope_experiment_get_record (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return get_texts (self->record);
}

/**
 * gscope_experiment_get_points:
 * @self: an experiment
 *
 * Gets the points of its sweep.
 *
 * Returns: (transfer none) (element-type GscopeExperimentPoint): the points
 *
 * Since: 1.0
 */
GPtrArray *
gscope_experiment_get_points (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->points;
}

/**
 * gscope_experiment_get_steps:
 * @self: an experiment
 *
 * Gets the timed changes within each run.
 *
 * Returns: (transfer none) (element-type GscopeExperimentStep): the changes
 *
 * Since: 1.0
 */
GPtrArray *
gscope_experiment_get_steps (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->steps;
}

/**
 * gscope_experiment_get_measures:
 * @self: an experiment
 *
 * Gets what it measures in each run.
 *
 * Returns: (transfer none) (element-type GscopeExperimentMeasure): the measures
 *
 * Since: 1.0
 */
GPtrArray *
gscope_experiment_get_measures (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->measures;
}

/**
 * gscope_experiment_get_papers:
 * @self: an experiment
 *
 * Gets the published values.
 *
 * Returns: (transfer none) (element-type GscopeExperimentPaper): the values
 *
 * Since: 1.0
 */
GPtrArray *
gscope_experiment_get_papers (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->papers;
}

/**
 * gscope_experiment_get_claims:
 * @self: an experiment
 *
 * Gets what it claims.
 *
 * Returns: (transfer none) (element-type GscopeExperimentClaim): the claims
 *
 * Since: 1.0
 */
GPtrArray *
gscope_experiment_get_claims (GscopeExperiment *self)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NULL);

  return self->claims;
}

/**
 * gscope_experiment_find_point:
 * @self: an experiment
 * @name: the name of a point
 * @position: (out) (optional): its position
 *
 * Finds a point.
 *
 * Returns: %FALSE if there is none of that name
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_find_point (GscopeExperiment *self, const char *name, guint *position)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), FALSE);

  for (guint i = 0; i < self->points->len; i++)
    if (g_strcmp0 (((GscopeExperimentPoint *) self->points->pdata[i])->name, name) == 0)
      {
        if (position)
          *position = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * gscope_experiment_find_measure:
 * @self: an experiment
 * @name: the name of a measure
 * @position: (out) (optional): its position
 *
 * Finds a measure.
 *
 * Returns: %FALSE if there is none of that name
 *
 * Since: 1.0
 */
gboolean
gscope_experiment_find_measure (GscopeExperiment *self, const char *name, guint *position)
{
  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), FALSE);

  for (guint i = 0; i < self->measures->len; i++)
    if (g_strcmp0 (((GscopeExperimentMeasure *) self->measures->pdata[i])->name, name) == 0)
      {
        if (position)
          *position = i;
        return TRUE;
      }
  return FALSE;
}

/**
 * gscope_experiment_get_paper_value:
 * @self: an experiment
 * @measure: the position of a measure
 * @point: the position of a point
 *
 * Gets the published value of a measure at a point.
 *
 * Returns: the value; not-a-number if none is published
 *
 * Since: 1.0
 */
double
gscope_experiment_get_paper_value (GscopeExperiment *self, guint measure, guint point)
{
  const char *name, *at;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT (self), NAN);
  g_return_val_if_fail (measure < self->measures->len && point < self->points->len, NAN);

  name = ((GscopeExperimentMeasure *) self->measures->pdata[measure])->name;
  at = ((GscopeExperimentPoint *) self->points->pdata[point])->name;
  for (guint i = 0; i < self->papers->len; i++)
    {
      const GscopeExperimentPaper *paper = self->papers->pdata[i];

      if (g_str_equal (paper->measure, name) && (!paper->at || g_str_equal (paper->at, at)))
        return paper->value;
    }
  return NAN;
}
