/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "fuzz.h"

#include <gscope/gscope.h>
#include <math.h>

/* An input is the document of an experiment, which is quick where its length is odd. */

static void
check_point (GscopeExperiment *self, guint i)
{
  GPtrArray *measures = gscope_experiment_get_measures (self);
  GscopeExperimentPoint *point = gscope_experiment_get_points (self)->pdata[i];
  guint position;

  g_assert_true (gscope_experiment_find_point (self, point->name, &position));
  g_assert_cmpuint (position, ==, i);
  g_assert_true (g_variant_is_of_type (point->settings, G_VARIANT_TYPE_VARDICT));
  for (guint k = 0; k < MIN (measures->len, 4); k++)
    gscope_experiment_get_paper_value (self, k, i);
}

static void
check_claims (GscopeExperiment *self)
{
  GPtrArray *claims = gscope_experiment_get_claims (self);

  for (guint i = 0; i < claims->len; i++)
    {
      const GscopeExperimentClaim *claim = claims->pdata[i];

      g_assert_true (gscope_experiment_find_measure (self, claim->measure, NULL));
      g_assert_true (!claim->at || gscope_experiment_find_point (self, claim->at, NULL));
      g_assert_true (!claim->of_at || gscope_experiment_find_point (self, claim->of_at, NULL));
    }
}

static void
check_steps (GscopeExperiment *self)
{
  GPtrArray *steps = gscope_experiment_get_steps (self);

  for (guint i = 0; i < steps->len; i++)
    {
      const GscopeExperimentStep *step = steps->pdata[i];

      g_assert_nonnull (step->value);
      g_assert_cmpint (step->time, <, gscope_experiment_get_run (self));
    }
}

int
LLVMFuzzerTestOneInput (const uint8_t *data, size_t size)
{
  g_autoptr (GError) error = NULL;
  g_autoptr (GscopeExperiment) self = gscope_experiment_new_from_data (
      size > 0 ? (const char *) data : "", (gssize) size, size % 2 == 1, &error);
  GPtrArray *points;

  g_assert_true (!self == !!error);
  if (!self)
    {
      g_assert_true (g_utf8_validate (error->message, -1, NULL));
      return 0;
    }
  points = gscope_experiment_get_points (self);
  g_assert_cmpuint (points->len, >, 0);
  g_assert_cmpuint (gscope_experiment_get_measures (self)->len, >, 0);
  for (guint i = 0; i < MIN (points->len, 50); i++)
    check_point (self, i);
  check_claims (self);
  check_steps (self);
  return 0;
}
