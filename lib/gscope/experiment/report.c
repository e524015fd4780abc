/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/results.h>

#include <glib/gi18n-lib.h>
#include <gscope/control/quantity.h>
#include <gscope/json-private.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#define DIGITS 4
#define COLUMN 14

static JsonObject *
describe_point (GscopeExperimentResults *self, guint measure, guint i)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (self);
  const GscopeExperimentPoint *point = gscope_experiment_get_points (experiment)->pdata[i];
  double paper = gscope_experiment_get_paper_value (experiment, measure, i);
  const char *problem = gscope_experiment_results_get_problem (self, i);
  JsonObject *object = json_object_new ();
  GscopeExperimentEstimate estimate;

  gscope_experiment_results_get_estimate (self, measure, i, &estimate);
  json_object_set_string_member (object, "point", point->name);
  gscope_json_set_finite (object, "value", point->value);
  json_object_set_int_member (object, "runs", estimate.n);
  gscope_json_set_finite (object, "mean", estimate.mean);
  gscope_json_set_finite (object, "deviation", estimate.deviation);
  gscope_json_set_finite (object, "error", estimate.error);
  gscope_json_set_finite (object, "p5", estimate.low);
  gscope_json_set_finite (object, "p95", estimate.high);
  gscope_json_set_finite (object, "paper", paper);
  gscope_json_set_finite (object, "ratio", estimate.mean / paper);
  if (problem)
    json_object_set_string_member (object, "problem", problem);
  return object;
}

static JsonArray *
describe_measures (GscopeExperimentResults *self)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (self);
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < gscope_experiment_get_measures (experiment)->len; i++)
    {
      const GscopeExperimentMeasure *measure =
          gscope_experiment_get_measures (experiment)->pdata[i];
      JsonObject *object = json_object_new ();
      JsonArray *points = json_array_new ();

      json_object_set_string_member (object, "name", measure->name);
      json_object_set_string_member (object, "title", measure->title);
      if (measure->unit)
        json_object_set_string_member (object, "unit", measure->unit);
      for (guint k = 0; k < gscope_experiment_get_points (experiment)->len; k++)
        json_array_add_object_element (points, describe_point (self, i, k));
      json_object_set_array_member (object, "points", points);
      json_array_add_object_element (array, object);
    }
  return array;
}

static JsonArray *
describe_verdicts (GscopeExperimentResults *self)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (self);
  static const char *const nicks[] = { "open", "holds-so-far", "holds", "refuted", "not-here" };
  JsonArray *array = json_array_new ();

  for (guint i = 0; i < gscope_experiment_get_claims (experiment)->len; i++)
    {
      const GscopeExperimentClaim *claim = gscope_experiment_get_claims (experiment)->pdata[i];
      g_autofree char *text = NULL;
      GscopeExperimentVerdict verdict = gscope_experiment_results_judge (self, i, &text);
      JsonObject *object = json_object_new ();

      json_object_set_string_member (object, "title", claim->title);
      json_object_set_string_member (object, "verdict", nicks[verdict]);
      json_object_set_string_member (object, "text", text);
      json_array_add_object_element (array, object);
    }
  return array;
}

/**
 * gscope_experiment_results_to_json:
 * @self: results
 *
 * Makes a report as JSON: the conditions; for each measure and point the number of runs, mean, standard deviation,
 * half of the 95 percent confidence interval of the mean (`error`), percentiles, the published value and the ratio; the verdicts.
 *
 * Returns: (transfer full): the report
 *
 * Since: 1.0
 */
char *
gscope_experiment_results_to_json (GscopeExperimentResults *self)
{
  GscopeExperiment *experiment;
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_autoptr (JsonObject) root = json_object_new ();
  JsonArray *figures = json_array_new ();

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), NULL);

  experiment = gscope_experiment_results_get_experiment (self);
  for (const char *const *figure = gscope_experiment_get_figures (experiment); *figure; figure++)
    json_array_add_string_element (figures, *figure);
  json_object_set_string_member (root, "name", gscope_experiment_get_name (experiment));
  json_object_set_string_member (root, "title", gscope_experiment_get_title (experiment));
  json_object_set_string_member (root, "description",
                                 gscope_experiment_get_description (experiment));
  json_object_set_array_member (root, "figure", figures);
  json_object_set_boolean_member (root, "quick", gscope_experiment_get_quick (experiment));
  json_object_set_int_member (root, "runs", gscope_experiment_results_get_n_measured (self));
  json_object_set_int_member (root, "runs-planned", gscope_experiment_results_get_n_runs (self));
  json_object_set_int_member (root, "lost", (gint64) gscope_experiment_results_get_lost (self));
  json_object_set_member (
      root, "conditions",
      json_gvariant_serialize (gscope_experiment_results_get_conditions (self)));
  json_object_set_array_member (root, "measures", describe_measures (self));
  json_object_set_array_member (root, "verdicts", describe_verdicts (self));
  json_node_init_object (node, root);
  return json_to_string (node, TRUE);
}

/* Text. */

/* Pads a cell on the left, so that numbers end at one column. */
static void
append_cell (GString *text, const char *cell, gsize width)
{
  for (gsize length = (gsize) g_utf8_strlen (cell, -1); length < width; length++)
    g_string_append_c (text, ' ');
  g_string_append (text, cell);
}

static void
append_number (GString *text, double number)
{
  g_autofree char *cell =
      isnan (number) ? g_strdup ("–") : gscope_quantity_format (number, NULL, DIGITS);

  append_cell (text, cell, COLUMN);
}

static gsize
find_width (GscopeExperiment *experiment)
{
  GPtrArray *points = gscope_experiment_get_points (experiment);
  gsize width = COLUMN;

  for (guint i = 0; i < points->len; i++)
    width =
        MAX (width,
             (gsize) g_utf8_strlen (((const GscopeExperimentPoint *) points->pdata[i])->name, -1));
  return width;
}

static void
append_row (GString *text, GscopeExperimentResults *self, guint measure, guint i, gsize width)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (self);
  const GscopeExperimentPoint *point = gscope_experiment_get_points (experiment)->pdata[i];
  double paper = gscope_experiment_get_paper_value (experiment, measure, i);
  const char *problem = gscope_experiment_results_get_problem (self, i);
  GscopeExperimentEstimate estimate;

  gscope_experiment_results_get_estimate (self, measure, i, &estimate);
  append_cell (text, point->name, width);
  append_number (text, estimate.mean);
  append_number (text, estimate.error);
  append_number (text, estimate.low);
  append_number (text, estimate.high);
  append_number (text, paper);
  append_number (text, paper != 0 ? estimate.mean / paper : NAN);
  if (problem && estimate.n == 0)
    g_string_append_printf (text, "  %s", problem);
  g_string_append_c (text, '\n');
}

static void
append_measure (GString *text, GscopeExperimentResults *self, guint i)
{
  const char *const heads[] = { _ ("here"), "±", "p5", "p95", _ ("paper"), _ ("ratio") };
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (self);
  const GscopeExperimentMeasure *measure = gscope_experiment_get_measures (experiment)->pdata[i];
  const char *parameter = gscope_experiment_get_parameter (experiment);
  gsize width = find_width (experiment);
  const char *head = parameter ? strrchr (parameter, '/') : NULL;

  g_string_append_printf (text, "\n%s%s%s\n", measure->title, measure->unit ? ", " : "",
                          measure->unit ? measure->unit : "");
  append_cell (text, head ? head + 1 : "", width);
  for (guint k = 0; k < G_N_ELEMENTS (heads); k++)
    append_cell (text, heads[k], COLUMN);
  g_string_append_c (text, '\n');
  for (guint k = 0; k < gscope_experiment_get_points (experiment)->len; k++)
    append_row (text, self, i, k, width);
}

static void
append_verdicts (GString *text, GscopeExperimentResults *self)
{
  GPtrArray *claims =
      gscope_experiment_get_claims (gscope_experiment_results_get_experiment (self));

  g_string_append_c (text, '\n');
  for (guint i = 0; i < claims->len; i++)
    {
      g_autofree char *reason = NULL;
      GscopeExperimentVerdict verdict = gscope_experiment_results_judge (self, i, &reason);

      g_string_append_printf (
          text, "%s: %s%s%s\n", ((const GscopeExperimentClaim *) claims->pdata[i])->title,
          gscope_experiment_verdict_get_title (verdict), reason[0] ? ": " : "", reason);
    }
}

static void
append_busyness (GString *text, GscopeExperimentResults *self)
{
  GVariant *conditions = gscope_experiment_results_get_conditions (self);
  gint64 processors;
  double load;

  if (g_variant_lookup (conditions, "processors", "x", &processors)
      && g_variant_lookup (conditions, "load", "d", &load) && load > (double) processors)
    g_string_append_printf (text, _ ("The machine was busy with other work: load %.1f.\n"), load);
}

/**
 * gscope_experiment_results_format_condition:
 * @value: a value of gscope_experiment_results_get_conditions()
 *
 * Formats a condition for users.
 *
 * Returns: (transfer full): the text
 *
 * Since: 1.0
 */
char *
gscope_experiment_results_format_condition (GVariant *value)
{
  g_return_val_if_fail (value, NULL);

  if (g_variant_is_of_type (value, G_VARIANT_TYPE_STRING))
    return g_variant_dup_string (value, NULL);
  if (g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE))
    return gscope_quantity_format (g_variant_get_double (value), NULL, 3);
  return g_variant_print (value, FALSE);
}

static void
append_conditions (GString *text, GscopeExperimentResults *self)
{
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, gscope_experiment_results_get_conditions (self));
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autofree char *printed = gscope_experiment_results_format_condition (value);

      g_string_append_printf (text, "%s: %s\n", name, printed);
    }
}

/**
 * gscope_experiment_results_to_text:
 * @self: results
 *
 * Makes a report as text, for a terminal.
 *
 * Returns: (transfer full): the report
 *
 * Since: 1.0
 */
char *
gscope_experiment_results_to_text (GscopeExperimentResults *self)
{
  GscopeExperiment *experiment;
  g_autofree char *figures = NULL;
  GString *text = g_string_new (NULL);

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), NULL);

  experiment = gscope_experiment_results_get_experiment (self);
  figures = g_strjoinv (", ", (GStrv) gscope_experiment_get_figures (experiment));
  g_string_append_printf (text, "%s%s%s%s\n", gscope_experiment_get_title (experiment),
                          figures[0] ? " (" : "", figures, figures[0] ? ")" : "");
  for (guint i = 0; i < gscope_experiment_get_measures (experiment)->len; i++)
    append_measure (text, self, i);
  append_verdicts (text, self);
  g_string_append_c (text, '\n');
  g_string_append_printf (text, _ ("Runs: %u of %u, samples lost: %" PRIu64 "\n"),
                          gscope_experiment_results_get_n_measured (self),
                          gscope_experiment_results_get_n_runs (self),
                          gscope_experiment_results_get_lost (self));
  append_busyness (text, self);
  append_conditions (text, self);
  return g_string_free (text, FALSE);
}

static void
append_part (GString *text, const char *format, double number)
{
  g_autofree char *printed = gscope_quantity_format (number, NULL, DIGITS);

  if (isfinite (number))
    g_string_append_printf (text, format, printed);
}

/**
 * gscope_experiment_results_describe_point:
 * @self: results
 * @measure: the position of a measure
 * @point: the position of a point
 *
 * Describes what a point measured in one line: its mean with the percentiles, the published value and the ratio, or why there is
 * no value.
 *
 * Returns: (transfer full): the description
 *
 * Since: 1.0
 */
char *
gscope_experiment_results_describe_point (GscopeExperimentResults *self, guint measure, guint point)
{
  GscopeExperiment *experiment;
  const GscopeExperimentPoint *row;
  const char *problem, *unit;
  GscopeExperimentEstimate estimate;
  g_autofree char *mean = NULL;
  g_autoptr (GString) text = g_string_new (NULL);
  double paper;

  g_return_val_if_fail (GSCOPE_IS_EXPERIMENT_RESULTS (self), NULL);

  experiment = gscope_experiment_results_get_experiment (self);
  g_return_val_if_fail (point < gscope_experiment_get_points (experiment)->len, NULL);
  g_return_val_if_fail (measure < gscope_experiment_get_measures (experiment)->len, NULL);

  row = gscope_experiment_get_points (experiment)->pdata[point];
  unit = ((const GscopeExperimentMeasure *) gscope_experiment_get_measures (experiment)
              ->pdata[measure])
             ->unit;
  paper = gscope_experiment_get_paper_value (experiment, measure, point);
  problem = gscope_experiment_results_get_problem (self, point);
  gscope_experiment_results_get_estimate (self, measure, point, &estimate);
  if (estimate.n == 0)
    return g_strdup_printf (_ ("Point %s: %s"), row->name,
                            problem ? problem : _ ("not measured yet"));
  mean = gscope_quantity_format (estimate.mean, unit, DIGITS);
  g_string_append_printf (text, _ ("Point %s: %s"), row->name, mean);
  if (estimate.n > 1)
    {
      append_part (text, _ (", p5 %s"), estimate.low);
      append_part (text, _ (", p95 %s"), estimate.high);
    }
  append_part (text, _ (", paper %s"), paper);
  append_part (text, _ (", ratio %s"), paper != 0 ? estimate.mean / paper : NAN);
  g_string_append_printf (text, g_dngettext (GETTEXT_PACKAGE, ", %u run", ", %u runs", estimate.n),
                          estimate.n);
  return g_strdup (text->str);
}
