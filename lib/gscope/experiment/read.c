/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/private.h>

#include <glib/gi18n-lib.h>
#include <gscope/enums.h>
#include <gscope/experiment/records-private.h>
#include <gscope/trace/sample.h>
#include <math.h>

/* The limits of an experiment. */
#define MAX_LIST 256
#define MAX_REPETITIONS 1000
#define MAX_SECONDS 86400

#define ANY_NUMBER -G_MAXDOUBLE, G_MAXDOUBLE
#define PAPER "paper"

typedef gpointer (*ReadFunc) (GscopeReader *reader);

static void
read_objects (GscopeReader *reader, const char *key, GPtrArray *list, ReadFunc read)
{
  JsonArray *array = gscope_reader_array (reader, key, MAX_LIST);
  GscopeReader item;

  for (guint i = 0; array && i < MIN (json_array_get_length (array), MAX_LIST); i++)
    {
      if (!gscope_reader_item (reader, key, array, i, &item))
        continue;
      g_ptr_array_add (list, read (&item));
      gscope_reader_finish (&item);
    }
}

static void
read_texts (GscopeReader *reader, const char *key, GPtrArray *list)
{
  JsonArray *array = gscope_reader_array (reader, key, MAX_LIST);

  for (guint i = 0; array && i < MIN (json_array_get_length (array), MAX_LIST); i++)
    {
      JsonNode *node = json_array_get_element (array, i);

      if (json_node_get_value_type (node) == G_TYPE_STRING)
        g_ptr_array_add (list, json_node_dup_string (node));
      else
        gscope_reader_report (reader, key, _ ("this is not a list of texts"));
    }
}

static void
read_seconds (GscopeReader *reader, const char *key, double min, gint64 *time)
{
  double seconds = NAN;

  gscope_reader_number (reader, key, min, MAX_SECONDS, &seconds);
  if (!isnan (seconds))
    *time = (gint64) round (seconds * GSCOPE_SEC);
}

static void
read_count (GscopeReader *reader, const char *key, guint *count)
{
  double number = NAN;

  gscope_reader_number (reader, key, 1, MAX_REPETITIONS, &number);
  if (!isnan (number))
    *count = (guint) number;
}

/* Reads the name of a point, which documents may write as the value that it is. */
static char *
read_place (GscopeReader *reader, const char *key)
{
  g_autoptr (GVariant) value = gscope_experiment_read_value (reader, key);

  return value ? gscope_experiment_name_value (value) : NULL;
}

static void
require_text (GscopeReader *reader, const char *key, char **text)
{
  gscope_reader_text (reader, key, text);
  if (*text && (*text)[0])
    return;
  gscope_reader_report (reader, key, _ ("this is missing"));
  if (!*text)
    *text = g_strdup ("");
}

static gpointer
read_step (GscopeReader *reader)
{
  GscopeExperimentStep *step = g_new0 (GscopeExperimentStep, 1);

  read_seconds (reader, "at-s", 0, &step->time);
  require_text (reader, "parameter", &step->parameter);
  step->value = gscope_experiment_read_value (reader, "value");
  if (!json_object_has_member (reader->object, "value"))
    gscope_reader_report (reader, "value", _ ("this is missing"));
  return step;
}

static gpointer
read_measure (GscopeReader *reader)
{
  GscopeExperimentMeasure *measure = g_new0 (GscopeExperimentMeasure, 1);
  int statistic = GSCOPE_EXPERIMENT_STATISTIC_MEAN;

  measure->percent = 50;
  measure->scale = 1;
  measure->per = g_ptr_array_new_with_free_func (g_free);
  require_text (reader, "name", &measure->name);
  gscope_reader_text (reader, "title", &measure->title);
  if (!measure->title)
    measure->title = g_strdup (measure->name);
  gscope_reader_text (reader, "unit", &measure->unit);
  require_text (reader, "signal", &measure->signal);
  gscope_reader_choice (reader, "statistic", GSCOPE_TYPE_EXPERIMENT_STATISTIC, &statistic);
  measure->statistic = (GscopeExperimentStatistic) statistic;
  gscope_reader_number (reader, "percent", 0, 100, &measure->percent);
  gscope_reader_number (reader, "level", ANY_NUMBER, &measure->level);
  gscope_reader_text (reader, "reference", &measure->reference);
  read_texts (reader, "per", measure->per);
  gscope_reader_number (reader, "scale", ANY_NUMBER, &measure->scale);
  return measure;
}

static gpointer
read_paper (GscopeReader *reader)
{
  GscopeExperimentPaper *paper = g_new0 (GscopeExperimentPaper, 1);

  paper->value = NAN;
  gscope_reader_text (reader, "measure", &paper->measure);
  paper->at = read_place (reader, "at");
  gscope_reader_number (reader, "value", ANY_NUMBER, &paper->value);
  if (!json_object_has_member (reader->object, "value"))
    gscope_reader_report (reader, "value", _ ("this is missing"));
  gscope_reader_text (reader, "reference", &paper->reference);
  return paper;
}

static gpointer
read_claim (GscopeReader *reader)
{
  GscopeExperimentClaim *claim = g_new0 (GscopeExperimentClaim, 1);
  int relation = GSCOPE_EXPERIMENT_RELATION_AT_MOST;

  claim->value = 1;
  claim->to = NAN;
  require_text (reader, "title", &claim->title);
  gscope_reader_text (reader, "measure", &claim->measure);
  claim->at = read_place (reader, "at");
  gscope_reader_choice (reader, "relation", GSCOPE_TYPE_EXPERIMENT_RELATION, &relation);
  claim->relation = (GscopeExperimentRelation) relation;
  gscope_reader_number (reader, "value", ANY_NUMBER, &claim->value);
  gscope_reader_number (reader, "to", ANY_NUMBER, &claim->to);
  gscope_reader_text (reader, "of", &claim->of);
  claim->of_at = read_place (reader, "of-at");
  gscope_reader_text (reader, "reason", &claim->reason);
  if (!json_object_has_member (reader->object, "relation"))
    gscope_reader_report (reader, "relation", _ ("this is missing"));
  if (relation == GSCOPE_EXPERIMENT_RELATION_BETWEEN && isnan (claim->to))
    gscope_reader_report (reader, "to", _ ("“between” needs a “value” and “to”"));
  if (!claim->of && relation < GSCOPE_EXPERIMENT_RELATION_INCREASES
      && !json_object_has_member (reader->object, "value"))
    gscope_reader_report (reader, "value", _ ("the bound is missing: a “value”, or “of” what"));
  return claim;
}

static char *
list_points (GscopeExperiment *self)
{
  g_autoptr (GString) names = g_string_new (NULL);

  for (guint i = 0; i < self->points->len; i++)
    g_string_append_printf (names, "%s%s", i > 0 ? ", " : "",
                            ((GscopeExperimentPoint *) self->points->pdata[i])->name);
  return g_strdup (names->str);
}

static void
check_point (GscopeExperiment *self, GscopeReader *root, guint claim, const char *at)
{
  g_autofree char *path = g_strdup_printf ("verdicts[%u]", claim);
  g_autofree char *names = NULL;

  if (!at || gscope_experiment_find_point (self, at, NULL))
    return;
  names = list_points (self);
  gscope_document_report (root->problems, path, _ ("there is no point “%s”; there is: %s"), at,
                          names);
}

/* Completes the name of a measure, which is the first one where the document does not say. */
static void
check_measure (GscopeExperiment *self, GscopeReader *root, const char *key, guint i, char **name)
{
  g_autofree char *path = g_strdup_printf ("%s[%u].measure", key, i);

  if (!*name && self->measures->len > 0)
    *name = g_strdup (((GscopeExperimentMeasure *) self->measures->pdata[0])->name);
  if (!*name || !gscope_experiment_find_measure (self, *name, NULL))
    gscope_document_report (root->problems, path, _ ("there is no measure “%s”"),
                            *name ? *name : "");
}

/* Claims about pairs of runs can be refuted only by enough pairs. */
static void
check_repetitions (GscopeExperiment *self, GscopeReader *reader, guint repetitions)
{
  gboolean has_pairs = FALSE;

  for (guint i = 0; i < self->claims->len; i++)
    {
      const GscopeExperimentClaim *claim = self->claims->pdata[i];

      has_pairs = has_pairs || GSCOPE_EXPERIMENT_IS_OF_PAIRS (claim->relation);
    }
  if (has_pairs && repetitions < GSCOPE_EXPERIMENT_LEAST_PAIRS)
    gscope_reader_report (reader, "repetitions",
                          _ ("a claim about pairs of runs needs at least five repetitions"));
}

/* Checks whether a claim names the two points and the measure of its pairs. */
static void
check_pairs (GscopeExperiment *self, GscopeReader *root, guint i)
{
  const GscopeExperimentClaim *claim = self->claims->pdata[i];
  g_autofree char *path = g_strdup_printf ("verdicts[%u]", i);

  if (!GSCOPE_EXPERIMENT_IS_OF_PAIRS (claim->relation))
    return;
  if (!claim->of || g_str_equal (claim->of, PAPER) || (!claim->at && self->points->len > 1))
    gscope_document_report (root->problems, path,
                            _ ("pairs of runs need “at”, a point, and “of”, a measure"));
}

static void
check_claims (GscopeExperiment *self, GscopeReader *root)
{
  for (guint i = 0; i < self->claims->len; i++)
    {
      GscopeExperimentClaim *claim = self->claims->pdata[i];

      check_measure (self, root, "verdicts", i, &claim->measure);
      if (claim->of && !g_str_equal (claim->of, PAPER))
        check_measure (self, root, "verdicts", i, &claim->of);
      check_point (self, root, i, claim->at);
      check_point (self, root, i, claim->of_at);
      check_pairs (self, root, i);
    }
  for (guint i = 0; i < self->papers->len; i++)
    check_measure (self, root, "paper", i,
                   &((GscopeExperimentPaper *) self->papers->pdata[i])->measure);
}

static void
check_measures (GscopeExperiment *self, GscopeReader *root)
{
  guint position;

  if (self->measures->len == 0)
    gscope_reader_report (root, "measure", _ ("an experiment needs at least one measure"));
  for (guint i = 0; i < self->measures->len; i++)
    {
      const GscopeExperimentMeasure *measure = self->measures->pdata[i];

      if (gscope_experiment_find_measure (self, measure->name, &position) && position != i)
        gscope_document_report (root->problems, "measure", _ ("there are two measures “%s”"),
                                measure->name);
    }
}

static void
check_steps (GscopeExperiment *self, GscopeReader *root)
{
  for (guint i = 0; i < self->steps->len; i++)
    {
      const GscopeExperimentStep *step = self->steps->pdata[i];

      if (step->time >= self->run)
        gscope_document_report (root->problems, "steps",
                                _ ("the change at %g s is not before the end of the run, %g s"),
                                (double) step->time / GSCOPE_SEC, (double) self->run / GSCOPE_SEC);
    }
}

/* A quick run is the same with fewer or shorter runs. */
static void
read_quick (GscopeExperiment *self, GscopeReader *root)
{
  GscopeReader reader;
  guint repetitions = self->repetitions, points = 0;
  gint64 settle = self->settle, run = self->run;

  if (!gscope_reader_begin (root, "quick", &reader))
    return;
  read_count (&reader, "repetitions", &repetitions);
  read_count (&reader, "points", &points);
  read_seconds (&reader, "settle-s", 0, &settle);
  read_seconds (&reader, "run-s", 1e-3, &run);
  check_repetitions (self, &reader, repetitions);
  gscope_reader_finish (&reader);
  if (!self->quick)
    return;
  self->repetitions = repetitions;
  self->settle = settle;
  self->run = run;
  gscope_experiment_thin_points (self, points);
}

void
gscope_experiment_read (GscopeExperiment *self, JsonObject *root, GListStore *problems)
{
  GscopeReader reader;

  gscope_reader_init (&reader, problems, root, "");
  gscope_reader_take (&reader, "experiment");
  gscope_reader_take (&reader, "$schema");
  require_text (&reader, "title", &self->title);
  gscope_reader_text (&reader, "description", &self->description);
  require_text (&reader, "workspace", &self->workspace);
  gscope_reader_text (&reader, "kernel", &self->kernel);
  read_texts (&reader, "figure", self->figures);
  read_texts (&reader, "record", self->record);
  g_variant_unref (self->settings);
  self->settings = gscope_experiment_read_settings (&reader, "settings");
  read_count (&reader, "repetitions", &self->repetitions);
  read_seconds (&reader, "settle-s", 0, &self->settle);
  read_seconds (&reader, "run-s", 1e-3, &self->run);
  gscope_experiment_read_points (self, &reader);
  read_objects (&reader, "steps", self->steps, read_step);
  read_objects (&reader, "measure", self->measures, read_measure);
  read_objects (&reader, "paper", self->papers, read_paper);
  read_objects (&reader, "verdicts", self->claims, read_claim);
  check_measures (self, &reader);
  check_claims (self, &reader);
  check_repetitions (self, &reader, self->repetitions);
  read_quick (self, &reader);
  check_steps (self, &reader);
  gscope_reader_finish (&reader);
}
