/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/draft.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/experiment/statistic.h>
#include <gscope/json-private.h>
#include <gscope/trace/sample.h>
#include <math.h>

#define POINTS 8
#define REPETITIONS 3
#define SETTLE GSCOPE_SEC
#define RUN (5 * GSCOPE_SEC)
/* A parameter without a range is swept up to this multiple of its value. */
#define FACTOR 2
#define MEASURE "measure"

G_DEFINE_BOXED_TYPE (GscopeExperimentDraft, gscope_experiment_draft, gscope_experiment_draft_copy,
                     gscope_experiment_draft_free)

static gboolean
is_number (GscopeParameter *parameter)
{
  GscopeParameterType type = gscope_parameter_get_parameter_type (parameter);

  return type == GSCOPE_PARAMETER_TYPE_DOUBLE || type == GSCOPE_PARAMETER_TYPE_INTEGER;
}

/* Chooses the parameter's own range. One that has none begins at zero, or at the other sign of the value. */
static void
choose_range (GscopeExperimentDraft *self)
{
  double min = gscope_parameter_get_min (self->parameter);
  double max = gscope_parameter_get_max (self->parameter);
  double value = gscope_parameter_get_number (self->parameter);
  double reach = FACTOR * (value != 0 ? fabs (value) : 1);

  self->logarithmic = gscope_parameter_get_logarithmic (self->parameter) && min > 0;
  self->from = isfinite (min) && fabs (min) < 0x1p53 ? min : MIN (0, -reach * (value < 0));
  self->to = isfinite (max) && fabs (max) < 0x1p53 ? max : MAX (self->from, 0) + reach;
}

/**
 * gscope_experiment_draft_new:
 * @workspace: the path or the name of the workspace
 * @parameter: the parameter to sweep
 * @signal: the signal to measure
 *
 * Makes an experiment that sweeps a parameter over its range, and measures the mean of a signal in three runs of each point.
 *
 * Returns: (transfer full): a draft
 *
 * Since: 1.0
 */
GscopeExperimentDraft *
gscope_experiment_draft_new (const char *workspace, GscopeParameter *parameter,
                             GscopeSignal *signal)
{
  GscopeExperimentDraft *self;

  g_return_val_if_fail (workspace && GSCOPE_IS_PARAMETER (parameter) && GSCOPE_IS_SIGNAL (signal),
                        NULL);

  self = g_new0 (GscopeExperimentDraft, 1);
  self->workspace = g_strdup (workspace);
  self->parameter = g_object_ref (parameter);
  self->signal = g_object_ref (signal);
  self->points = POINTS;
  self->percent = 50;
  self->repetitions = REPETITIONS;
  self->settle = SETTLE;
  self->run = RUN;
  if (is_number (parameter))
    choose_range (self);
  return self;
}

/**
 * gscope_experiment_draft_copy:
 * @self: a draft
 *
 * Copies a draft.
 *
 * Returns: (transfer full): the copy
 *
 * Since: 1.0
 */
GscopeExperimentDraft *
gscope_experiment_draft_copy (const GscopeExperimentDraft *self)
{
  GscopeExperimentDraft *copy = g_memdup2 (self, sizeof *self);

  copy->title = g_strdup (copy->title);
  copy->workspace = g_strdup (copy->workspace);
  if (copy->parameter)
    g_object_ref (copy->parameter);
  if (copy->signal)
    g_object_ref (copy->signal);
  if (copy->reference)
    g_object_ref (copy->reference);
  return copy;
}

/**
 * gscope_experiment_draft_free:
 * @self: (transfer full): a draft
 *
 * Frees a draft.
 *
 * Since: 1.0
 */
void
gscope_experiment_draft_free (GscopeExperimentDraft *self)
{
  g_free (self->title);
  g_free (self->workspace);
  g_clear_object (&self->parameter);
  g_clear_object (&self->signal);
  g_clear_object (&self->reference);
  g_free (self);
}

static char *
make_title (const GscopeExperimentDraft *self)
{
  /* Translators: a statistic of a signal, over a parameter: “Mean of Sine over Frequency” */
  return g_strdup_printf (
      _ ("%s of %s over %s"), gscope_experiment_statistic_get_title (self->statistic),
      gscope_signal_get_title (self->signal), gscope_parameter_get_title (self->parameter));
}

static double
get_value (const GscopeExperimentDraft *self, guint i)
{
  double place = self->points > 1 ? i / (double) (self->points - 1) : 0;

  return self->logarithmic ? self->from * pow (self->to / self->from, place)
                           : self->from + (self->to - self->from) * place;
}

/* Rounding may make one of two. */
static JsonArray *
list_integers (const GscopeExperimentDraft *self)
{
  JsonArray *values = json_array_new ();
  gint64 last = 0;

  for (guint i = 0; i < self->points; i++)
    {
      gint64 value = llround (get_value (self, i));

      if (i == 0 || value != last)
        json_array_add_int_element (values, value);
      last = value;
    }
  return values;
}

/* Returns the values of a parameter that has no range of numbers; NULL for a range. */
static JsonArray *
list_values (const GscopeExperimentDraft *self)
{
  const char *const *nicks = gscope_parameter_get_nicks (self->parameter);
  JsonArray *values;

  if (gscope_parameter_get_parameter_type (self->parameter) == GSCOPE_PARAMETER_TYPE_INTEGER)
    return list_integers (self);
  if (is_number (self->parameter))
    return NULL;
  values = json_array_new ();
  for (guint i = 0; nicks && nicks[i]; i++)
    json_array_add_string_element (values, nicks[i]);
  if (gscope_parameter_get_parameter_type (self->parameter) == GSCOPE_PARAMETER_TYPE_BOOLEAN)
    {
      json_array_add_boolean_element (values, FALSE);
      json_array_add_boolean_element (values, TRUE);
    }
  return values;
}

static JsonObject *
describe_sweep (const GscopeExperimentDraft *self)
{
  g_autofree char *name = gscope_parameter_dup_full_name (self->parameter);
  JsonArray *values = list_values (self);
  JsonObject *sweep = json_object_new ();

  json_object_set_string_member (sweep, "parameter", name);
  if (values)
    json_object_set_array_member (sweep, "values", values);
  else
    {
      json_object_set_double_member (sweep, "from", self->from);
      json_object_set_double_member (sweep, "to", self->to);
      json_object_set_int_member (sweep, "points", self->points);
      json_object_set_string_member (sweep, "scale", self->logarithmic ? "log" : "even");
    }
  return sweep;
}

static gboolean
is_of_steps (const GscopeExperimentDraft *self)
{
  return self->statistic == GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT
         || self->statistic == GSCOPE_EXPERIMENT_STATISTIC_SETTLING;
}

/* Returns the unit of the statistic; NULL for none. */
static const char *
get_unit (const GscopeExperimentDraft *self)
{
  const char *unit = gscope_signal_get_unit (self->signal);

  switch (self->statistic)
    {
    case GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT:
      return "%";
    case GSCOPE_EXPERIMENT_STATISTIC_SETTLING:
      return "s";
    case GSCOPE_EXPERIMENT_STATISTIC_COUNT:
    case GSCOPE_EXPERIMENT_STATISTIC_FRACTION_BELOW:
    case GSCOPE_EXPERIMENT_STATISTIC_RATE:
      return NULL;
    case GSCOPE_EXPERIMENT_STATISTIC_MEAN:
    case GSCOPE_EXPERIMENT_STATISTIC_MINIMUM:
    case GSCOPE_EXPERIMENT_STATISTIC_MAXIMUM:
    case GSCOPE_EXPERIMENT_STATISTIC_DEVIATION:
    case GSCOPE_EXPERIMENT_STATISTIC_PERCENTILE:
    case GSCOPE_EXPERIMENT_STATISTIC_LAST:
    case GSCOPE_EXPERIMENT_STATISTIC_SUM:
    default:
      return unit && unit[0] ? unit : NULL;
    }
}

static JsonObject *
describe_measure (const GscopeExperimentDraft *self)
{
  JsonObject *measure = json_object_new ();
  g_autofree char *title =
      g_strdup_printf (_ ("%s of %s"), gscope_experiment_statistic_get_title (self->statistic),
                       gscope_signal_get_title (self->signal));

  json_object_set_string_member (measure, "name", MEASURE);
  json_object_set_string_member (measure, "title", title);
  if (get_unit (self))
    json_object_set_string_member (measure, "unit", get_unit (self));
  json_object_set_string_member (measure, "signal", gscope_signal_get_full_name (self->signal));
  gscope_json_set_enum (measure, "statistic", GSCOPE_TYPE_EXPERIMENT_STATISTIC,
                        (int) self->statistic);
  if (self->statistic == GSCOPE_EXPERIMENT_STATISTIC_PERCENTILE)
    json_object_set_double_member (measure, "percent", self->percent);
  if (self->statistic == GSCOPE_EXPERIMENT_STATISTIC_FRACTION_BELOW)
    json_object_set_double_member (measure, "level", self->level);
  if (self->statistic == GSCOPE_EXPERIMENT_STATISTIC_OVERSHOOT)
    json_object_set_double_member (measure, "scale", 100);
  if (is_of_steps (self) && self->reference)
    json_object_set_string_member (measure, "reference",
                                   gscope_signal_get_full_name (self->reference));
  return measure;
}

static JsonArray *
list_recorded (const GscopeExperimentDraft *self)
{
  JsonArray *names = json_array_new ();

  json_array_add_string_element (names, gscope_signal_get_full_name (self->signal));
  if (is_of_steps (self) && self->reference)
    json_array_add_string_element (names, gscope_signal_get_full_name (self->reference));
  return names;
}

/**
 * gscope_experiment_draft_to_data:
 * @self: a draft
 *
 * Makes the document of the experiment, which gscope_experiment_new_from_data() reads, and which may still refuse it, for
 * example if a logarithmic range has an end that is not positive. The samples of its signals are kept as tuples.
 *
 * Returns: (transfer full): the document
 *
 * Since: 1.0
 */
char *
gscope_experiment_draft_to_data (const GscopeExperimentDraft *self)
{
  g_autoptr (JsonNode) node = json_node_alloc ();
  g_autoptr (JsonObject) root = json_object_new ();
  g_autofree char *title = NULL;
  JsonArray *measures;

  g_return_val_if_fail (self && self->parameter && self->signal, NULL);

  measures = json_array_new ();
  title = self->title ? g_strdup (self->title) : make_title (self);
  json_array_add_object_element (measures, describe_measure (self));
  json_object_set_int_member (root, "experiment", 1);
  json_object_set_string_member (root, "title", title);
  json_object_set_string_member (root, "workspace", self->workspace);
  json_object_set_object_member (root, "sweep", describe_sweep (self));
  json_object_set_int_member (root, "repetitions", self->repetitions);
  json_object_set_double_member (root, "settle-s", (double) self->settle / GSCOPE_SEC);
  json_object_set_double_member (root, "run-s", (double) self->run / GSCOPE_SEC);
  json_object_set_array_member (root, "record", list_recorded (self));
  json_object_set_array_member (root, "measure", measures);
  json_node_init_object (node, root);
  return json_to_string (node, TRUE);
}
