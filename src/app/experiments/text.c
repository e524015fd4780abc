/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "experiments/text.h"

#include <glib/gi18n.h>
#include <inttypes.h>
#include <string.h>

#define DIGITS 2
#define VALUE_DIGITS 6
/* How long the samples of a run take to arrive, about. */
#define MARGIN (400 * GSCOPE_MSEC)

/* Returns the last part of a full name. */
static const char *
get_short (const char *name)
{
  const char *slash = strrchr (name, '/');

  return slash ? slash + 1 : name;
}

static void
append_line (GString *text, const char *format, const char *value)
{
  g_string_append_c (text, text->len > 0 ? '\n' : ' ');
  g_string_append_printf (text, format, value);
}

static void
append_points (GString *text, GscopeExperiment *experiment)
{
  GPtrArray *points = gscope_experiment_get_points (experiment);
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < points->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ((const GscopeExperimentPoint *) points->pdata[i])->name);
  if (names->len > 0)
    append_line (text, _ ("Points: %s"), names->str);
}

static void
append_measures (GString *text, GscopeExperiment *experiment)
{
  GPtrArray *measures = gscope_experiment_get_measures (experiment);

  for (guint i = 0; i < measures->len; i++)
    append_line (text, _ ("Measures: %s"),
                 ((const GscopeExperimentMeasure *) measures->pdata[i])->title);
}

char *
app_experiment_text_summary (GscopeExperiment *experiment)
{
  g_autofree char *figures = g_strjoinv (", ", (GStrv) gscope_experiment_get_figures (experiment));
  g_autoptr (GFile) workspace = gscope_experiment_find_workspace (experiment, NULL);
  g_autofree char *place = workspace ? g_file_get_basename (workspace) : NULL;
  g_autoptr (GString) text = g_string_new (gscope_experiment_get_description (experiment));

  if (gscope_experiment_get_parameter (experiment))
    append_line (text, _ ("Sweeps: %s"), gscope_experiment_get_parameter (experiment));
  append_points (text, experiment);
  append_measures (text, experiment);
  if (figures[0])
    append_line (text, _ ("Compares with: %s"), figures);
  if (place)
    append_line (text, _ ("Workspace: %s"), place);
  return g_strdup (g_strstrip (text->str));
}

char *
app_experiment_text_plan (GscopeExperiment *experiment)
{
  guint n = gscope_experiment_get_points (experiment)->len
            * gscope_experiment_get_repetitions (experiment);
  gint64 time = n
                * (gscope_experiment_get_settle (experiment)
                   + gscope_experiment_get_run (experiment) + MARGIN);
  g_autofree char *duration = gscope_quantity_format_time (time, DIGITS);

  return g_strdup_printf (g_dngettext (GETTEXT_PACKAGE, "%u run, about %s", "%u runs, about %s", n),
                          n, duration);
}

char *
app_experiment_text_point (GscopeExperiment *experiment, guint point)
{
  GPtrArray *points = gscope_experiment_get_points (experiment);
  const char *name = ((const GscopeExperimentPoint *) points->pdata[point])->name;
  const char *parameter = gscope_experiment_get_parameter (experiment);

  if (parameter)
    return g_strdup_printf (_ ("Point %u of %u, %s = %s"), point + 1, points->len,
                            get_short (parameter), name);
  return g_strdup_printf (_ ("Point %u of %u, %s"), point + 1, points->len, name);
}

char *
app_experiment_text_runs (GscopeExperimentRun *run)
{
  GscopeExperimentResults *results = gscope_experiment_run_get_results (run);
  GscopeExperiment *experiment = gscope_experiment_results_get_experiment (results);
  GscopeExperimentRunState state = gscope_experiment_run_get_state (run);
  guint n = gscope_experiment_results_get_n_runs (results);

  if (state == GSCOPE_EXPERIMENT_RUN_STATE_PAUSING)
    return g_strdup (_ ("Pauses when this run is over"));
  if (state == GSCOPE_EXPERIMENT_RUN_STATE_PAUSED)
    return g_strdup (_ ("Paused"));
  return g_strdup_printf (ngettext ("Repetition %u of %u, %u of %u run is measured",
                                    "Repetition %u of %u, %u of %u runs are measured", n),
                          gscope_experiment_run_get_repetition (run) + 1,
                          gscope_experiment_get_repetitions (experiment),
                          gscope_experiment_results_get_n_measured (results), n);
}

char *
app_experiment_text_left (GscopeExperimentRun *run)
{
  g_autofree char *time =
      gscope_quantity_format_time (gscope_experiment_run_get_time_left (run), DIGITS);

  return g_strdup_printf (_ ("%s left"), time);
}

char *
app_experiment_text_old (GscopeExperimentRun *run)
{
  g_autoptr (GVariant) old = gscope_experiment_run_list_old (run);
  g_autoptr (GString) text = g_string_new (NULL);
  GVariantIter iter;
  const char *name;
  GVariant *value;

  g_variant_iter_init (&iter, old);
  while (g_variant_iter_loop (&iter, "{&sv}", &name, &value))
    {
      g_autofree char *printed =
          g_variant_is_of_type (value, G_VARIANT_TYPE_DOUBLE)
              ? gscope_quantity_format (g_variant_get_double (value), NULL, VALUE_DIGITS)
              : gscope_experiment_results_format_condition (value);

      g_string_append_printf (text, "%s%s = %s", text->len > 0 ? ", " : "", name, printed);
    }
  return text->len > 0 ? g_strdup_printf (_ ("At the end it puts back: %s"), text->str)
                       : g_strdup ("");
}

char *
app_experiment_text_lost (GscopeExperimentResults *results)
{
  guint64 lost = gscope_experiment_results_get_lost (results);

  if (lost == 0)
    return NULL;
  return g_strdup_printf (ngettext ("%" PRIu64 " sample was lost or came late during the runs.",
                                    "%" PRIu64 " samples were lost or came late during the runs.",
                                    (gulong) lost),
                          lost);
}

static void
append_condition (GString *text, GVariant *conditions, const char *name)
{
  const char *value;

  if (g_variant_lookup (conditions, name, "&s", &value))
    g_string_append_printf (text, "%s%s", text->len > 0 ? "\n" : "", value);
}

char *
app_experiment_text_conditions (GscopeExperimentResults *results)
{
  GVariant *conditions = gscope_experiment_results_get_conditions (results);
  g_autoptr (GString) text = g_string_new (NULL);
  guint64 lost = gscope_experiment_results_get_lost (results);
  gint64 processors = 0;
  double load = 0;

  if (gscope_experiment_results_get_n_measured (results) == 0)
    return g_strdup ("");
  append_condition (text, conditions, "kernel");
  append_condition (text, conditions, "processor");
  append_condition (text, conditions, "program");
  append_condition (text, conditions, "date");
  g_variant_lookup (conditions, "processors", "x", &processors);
  g_variant_lookup (conditions, "load", "d", &load);
  g_string_append_printf (
      text,
      ngettext ("\n%d processor, load %.1f", "\n%d processors, load %.1f", (gulong) processors),
      (int) processors, load);
  g_string_append_printf (text,
                          ngettext ("\n%" PRIu64 " sample lost or late",
                                    "\n%" PRIu64 " samples lost or late", (gulong) lost),
                          lost);
  return g_strdup (text->str);
}
