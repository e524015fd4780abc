/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/take.h>

#include <glib/gi18n-lib.h>
#include <glib/gstdio.h>
#include <gscope/error.h>
#include <gscope/experiment/statistic-private.h>
#include <gscope/record/exporter.h>
#include <math.h>
#include <string.h>

typedef struct
{
  GscopeWorkspace *workspace;
  GscopeExperiment *experiment;
  const GscopeExperimentMeasure *measure;
  gint64 begin;
  gint64 end;
} Taking;

static GscopeSignal *
find_match (GscopeScope *scope, GPatternSpec *spec)
{
  GListModel *signals = gscope_scope_get_signals (scope);

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);

      if (g_pattern_spec_match_string (spec, gscope_signal_get_full_name (signal)))
        return signal;
    }
  return NULL;
}

GscopeSignal *
gscope_experiment_find_signal (GscopeWorkspace *workspace, const char *pattern)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  GPatternSpec *spec = g_pattern_spec_new (pattern);
  GscopeSignal *signal = NULL;

  for (guint i = 0; !signal && i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      signal = gscope_scope_find_signal (scope, pattern);
      if (!signal)
        signal = find_match (scope, spec);
    }
  g_pattern_spec_free (spec);
  return signal;
}

/* Returns the status of a signal's source that is in trouble; otherwise NULL. */
static char *
find_trouble (GscopeWorkspace *workspace, const char *full_name)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GListModel *sources = gscope_scope_get_sources (scope);

      for (guint k = 0; k < g_list_model_get_n_items (sources); k++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, k);
          const char *name = gscope_source_get_name (source);

          if (name[0] && g_str_has_prefix (full_name, name) && full_name[strlen (name)] == '/'
              && gscope_source_get_state (source) != GSCOPE_SOURCE_STATE_RUNNING)
            return g_strdup (gscope_source_get_status (source));
        }
    }
  return NULL;
}

guint
gscope_experiment_export (GscopeExperimentResults *results, GscopeWorkspace *workspace, guint point,
                          guint repetition, gint64 begin, GPtrArray *recordings,
                          GAsyncReadyCallback callback, gpointer owner)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  guint n = 0;

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      g_auto (GStrv) names = gscope_experiment_list_recorded (experiment, scope);
      g_autoptr (GFile) file =
          names[0] ? gscope_experiment_find_recording (results, point, repetition, i) : NULL;
      g_autoptr (GscopeExporter) exporter = NULL;

      if (!file)
        continue;
      if (!gscope_experiment_has_room (recordings))
        {
          g_message ("No samples are recorded in %s: the recordings have reached %u MiB",
                     g_file_peek_path (file), GSCOPE_EXPERIMENT_MAX_RECORDED);
          continue;
        }
      g_ptr_array_add (recordings, g_object_ref (file));
      exporter = gscope_exporter_new (scope);
      gscope_exporter_set_signals (exporter, (const char *const *) names);
      gscope_exporter_set_interval (exporter, begin,
                                    begin + gscope_experiment_get_run (experiment));
      gscope_exporter_write_async (exporter, GSCOPE_EXPORT_FORMAT_TUPLES, file, NULL, callback,
                                   g_object_ref (owner));
      n++;
    }
  return n;
}

GVariant *
gscope_experiment_list_statuses (GscopeWorkspace *workspace)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  GVariantDict dict;

  g_variant_dict_init (&dict, NULL);
  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);
      GListModel *sources = gscope_scope_get_sources (scope);

      for (guint k = 0; k < g_list_model_get_n_items (sources); k++)
        {
          g_autoptr (GscopeSource) source = g_list_model_get_item (sources, k);
          const char *status = gscope_source_get_status (source);
          g_autofree char *name = g_strdup_printf ("source %s", gscope_source_get_name (source));

          if (status && status[0])
            g_variant_dict_insert (&dict, name, "s", status);
        }
    }
  return g_variant_ref_sink (g_variant_dict_end (&dict));
}

static GscopeSignal *
get_signal (const Taking *self, const char *name, GError **error)
{
  GscopeSignal *signal = gscope_experiment_find_signal (self->workspace, name);
  g_autofree char *trouble = NULL;

  if (signal)
    return signal;
  trouble = find_trouble (self->workspace, name);
  if (trouble && trouble[0])
    g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, trouble);
  else
    g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, _ ("there is no signal “%s”"), name);
  return NULL;
}

/* Returns the times of the steps that responses follow. */
static GArray *
list_steps (const Taking *self, GError **error)
{
  GPtrArray *changes = gscope_experiment_get_steps (self->experiment);
  GscopeSignal *reference;
  GArray *steps;

  if (self->measure->reference)
    {
      reference = get_signal (self, self->measure->reference, error);
      return reference ? gscope_experiment_list_steps (reference, self->begin, self->end) : NULL;
    }
  steps = g_array_new (FALSE, FALSE, sizeof (gint64));
  for (guint i = 0; i < changes->len; i++)
    {
      gint64 time = self->begin + ((const GscopeExperimentStep *) changes->pdata[i])->time;

      g_array_append_val (steps, time);
    }
  return steps;
}

/* Returns the statistic of a signal; not-a-number with an error. */
static double
take_statistic (const Taking *self, const char *name, GError **error)
{
  g_autoptr (GArray) steps = list_steps (self, error);
  GscopeSignal *signal = steps ? get_signal (self, name, error) : NULL;
  double value;

  if (!signal)
    return NAN;
  value = gscope_experiment_measure_take (self->measure, signal,
                                          (const gint64 *) (gpointer) steps->data, steps->len,
                                          self->begin, self->end);
  if (isnan (value))
    {
      g_autofree char *reason = gscope_experiment_measure_explain (
          self->measure, signal, (const gint64 *) (gpointer) steps->data, steps->len, self->begin,
          self->end);

      g_set_error_literal (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND, reason);
    }
  return value;
}

static double
take_value (const Taking *self, GError **error)
{
  double value = take_statistic (self, self->measure->signal, error), per = 0;

  for (guint i = 0; !isnan (value) && i < self->measure->per->len; i++)
    {
      double part = take_statistic (self, self->measure->per->pdata[i], error);

      if (isnan (part))
        return NAN;
      per += part;
    }
  if (isnan (value) || self->measure->per->len == 0)
    return value * self->measure->scale;
  if (per != 0)
    return value / per * self->measure->scale;
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_NOT_FOUND,
               _ ("the value of “%s” has no divisor: that is zero"), self->measure->name);
  return NAN;
}

char *
gscope_experiment_take_values (GscopeExperiment *self, GscopeWorkspace *workspace, gint64 begin,
                               gint64 end, double *values)
{
  GPtrArray *measures = gscope_experiment_get_measures (self);
  Taking taking = { workspace, self, NULL, begin, end };
  char *problem = NULL;

  for (guint i = 0; i < measures->len; i++)
    {
      g_autoptr (GError) error = NULL;

      taking.measure = measures->pdata[i];
      values[i] = take_value (&taking, &error);
      if (error && !problem)
        problem = g_strdup (error->message);
    }
  return problem;
}

typedef void (*ScopeFunc) (GscopeScope *scope, gint64 *sum);

static gint64
sum_scopes (GscopeWorkspace *workspace, ScopeFunc func)
{
  GListModel *scopes = gscope_workspace_get_scopes (workspace);
  gint64 sum = 0;

  for (guint i = 0; i < g_list_model_get_n_items (scopes); i++)
    {
      g_autoptr (GscopeScope) scope = g_list_model_get_item (scopes, i);

      func (scope, &sum);
    }
  return sum;
}

static void
add_losses (GscopeScope *scope, gint64 *sum)
{
  GscopeTally tally;

  gscope_scope_get_tally (scope, &tally);
  *sum += (gint64) (gscope_tally_get_lost (&tally) + gscope_tally_get_late (&tally));
}

guint64
gscope_experiment_count_losses (GscopeWorkspace *workspace)
{
  return (guint64) sum_scopes (workspace, add_losses);
}

static void
take_delay (GscopeScope *scope, gint64 *delay)
{
  *delay = MAX (*delay, gscope_scope_get_delay (scope) + gscope_scope_get_period (scope));
}

gint64
gscope_experiment_find_delay (GscopeWorkspace *workspace)
{
  return sum_scopes (workspace, take_delay);
}

static void
drain (GscopeScope *scope, gint64 *sum)
{
  gscope_scope_drain (scope);
}

void
gscope_experiment_drain (GscopeWorkspace *workspace)
{
  sum_scopes (workspace, drain);
}

GStrv
gscope_experiment_list_recorded (GscopeExperiment *self, GscopeScope *scope)
{
  GListModel *signals = gscope_scope_get_signals (scope);
  g_autoptr (GStrvBuilder) builder = g_strv_builder_new ();

  for (guint i = 0; i < g_list_model_get_n_items (signals); i++)
    {
      g_autoptr (GscopeSignal) signal = g_list_model_get_item (signals, i);
      const char *name = gscope_signal_get_full_name (signal);

      for (const char *const *pattern = gscope_experiment_get_record (self); *pattern; pattern++)
        if (g_pattern_match_simple (*pattern, name))
          {
            g_strv_builder_add (builder, name);
            break;
          }
    }
  return g_strv_builder_end (builder);
}

gboolean
gscope_experiment_has_room (GPtrArray *recordings)
{
  guint64 size = 0;
  GStatBuf status;

  for (guint i = 0; i < recordings->len; i++)
    if (g_stat (g_file_peek_path (recordings->pdata[i]), &status) == 0)
      size += (guint64) status.st_size;
  return size < (guint64) GSCOPE_EXPERIMENT_MAX_RECORDED << 20;
}

GFile *
gscope_experiment_find_recording (GscopeExperimentResults *results, guint point, guint repetition,
                                  guint scope)
{
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  GFile *file = gscope_experiment_results_get_file (results);
  const GscopeExperimentPoint *row = gscope_experiment_get_points (experiment)->pdata[point];
  g_autofree char *place = g_strdelimit (g_strdup (row->name), "/\\ ", '-');
  g_autoptr (GFile) folder = file ? g_file_get_parent (file) : NULL;
  g_autofree char *name = NULL;

  if (!folder)
    return NULL;
  name = g_strdup_printf ("%s%s%s-%u-%u.tuples", gscope_experiment_get_name (experiment),
                          place[0] ? "-" : "", place, repetition + 1, scope + 1);
  return g_file_get_child (folder, name);
}
