/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/experiment/records-private.h>

static gpointer
copy_text (gconstpointer text, gpointer data)
{
  return g_strdup (text);
}

static GPtrArray *
copy_texts (GPtrArray *texts)
{
  GPtrArray *copy = g_ptr_array_copy (texts, copy_text, NULL);

  g_ptr_array_set_free_func (copy, g_free);
  return copy;
}

static GscopeExperimentMeasure *
measure_copy (const GscopeExperimentMeasure *self)
{
  GscopeExperimentMeasure *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (copy->name);
  copy->title = g_strdup (copy->title);
  copy->unit = g_strdup (copy->unit);
  copy->signal = g_strdup (copy->signal);
  copy->reference = g_strdup (copy->reference);
  if (copy->per)
    copy->per = copy_texts (copy->per);
  return copy;
}

void
gscope_experiment_measure_free (gpointer data)
{
  GscopeExperimentMeasure *self = data;

  g_free (self->name);
  g_free (self->title);
  g_free (self->unit);
  g_free (self->signal);
  g_free (self->reference);
  g_clear_pointer (&self->per, g_ptr_array_unref);
  g_free (self);
}

G_DEFINE_BOXED_TYPE (GscopeExperimentMeasure, gscope_experiment_measure, measure_copy,
                     gscope_experiment_measure_free)

static GscopeExperimentPoint *
point_copy (const GscopeExperimentPoint *self)
{
  GscopeExperimentPoint *copy = g_memdup2 (self, sizeof *self);

  copy->name = g_strdup (copy->name);
  if (copy->settings)
    copy->settings = g_variant_ref (copy->settings);
  return copy;
}

void
gscope_experiment_point_free (gpointer data)
{
  GscopeExperimentPoint *self = data;

  g_free (self->name);
  g_clear_pointer (&self->settings, g_variant_unref);
  g_free (self);
}

G_DEFINE_BOXED_TYPE (GscopeExperimentPoint, gscope_experiment_point, point_copy,
                     gscope_experiment_point_free)

static GscopeExperimentStep *
step_copy (const GscopeExperimentStep *self)
{
  GscopeExperimentStep *copy = g_memdup2 (self, sizeof *self);

  copy->parameter = g_strdup (copy->parameter);
  if (copy->value)
    copy->value = g_variant_ref (copy->value);
  return copy;
}

void
gscope_experiment_step_free (gpointer data)
{
  GscopeExperimentStep *self = data;

  g_free (self->parameter);
  g_clear_pointer (&self->value, g_variant_unref);
  g_free (self);
}

G_DEFINE_BOXED_TYPE (GscopeExperimentStep, gscope_experiment_step, step_copy,
                     gscope_experiment_step_free)

static GscopeExperimentPaper *
paper_copy (const GscopeExperimentPaper *self)
{
  GscopeExperimentPaper *copy = g_memdup2 (self, sizeof *self);

  copy->measure = g_strdup (copy->measure);
  copy->at = g_strdup (copy->at);
  copy->reference = g_strdup (copy->reference);
  return copy;
}

void
gscope_experiment_paper_free (gpointer data)
{
  GscopeExperimentPaper *self = data;

  g_free (self->measure);
  g_free (self->at);
  g_free (self->reference);
  g_free (self);
}

G_DEFINE_BOXED_TYPE (GscopeExperimentPaper, gscope_experiment_paper, paper_copy,
                     gscope_experiment_paper_free)

static GscopeExperimentClaim *
claim_copy (const GscopeExperimentClaim *self)
{
  GscopeExperimentClaim *copy = g_memdup2 (self, sizeof *self);

  copy->title = g_strdup (copy->title);
  copy->measure = g_strdup (copy->measure);
  copy->at = g_strdup (copy->at);
  copy->of = g_strdup (copy->of);
  copy->of_at = g_strdup (copy->of_at);
  copy->reason = g_strdup (copy->reason);
  return copy;
}

void
gscope_experiment_claim_free (gpointer data)
{
  GscopeExperimentClaim *self = data;

  g_free (self->title);
  g_free (self->measure);
  g_free (self->at);
  g_free (self->of);
  g_free (self->of_at);
  g_free (self->reason);
  g_free (self);
}

G_DEFINE_BOXED_TYPE (GscopeExperimentClaim, gscope_experiment_claim, claim_copy,
                     gscope_experiment_claim_free)
