/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/enums.h>
#include <gscope/signal/loss.h>
#include <gscope/signal/private.h>
#include <math.h>

static void
assert_folds (const GscopeAggregationRow *row, const GscopeEvents *events, double expected)
{
  double value = row->fold (events, 50 * GSCOPE_MSEC);

  if (!(fabs (value - expected) < 1e-9) && !(isnan (value) && isnan (expected)))
    g_error ("%s: %g, not %g", row->title, value, expected);
}

static void
check_aggregation (GscopeAggregation aggregation)
{
  const GscopeAggregationRow *row = gscope_aggregation_get_row (aggregation);
  GscopeEvents events;

  g_assert_nonnull (row);
  g_assert_cmpstr (gscope_aggregation_get_title (aggregation), ==, row->title);
  gscope_events_init (&events);
  gscope_events_add (&events, 4);
  gscope_events_add (&events, -2);
  gscope_events_add (&events, 7);
  assert_folds (row, &events, row->folded);
  g_assert_cmpfloat_with_epsilon (gscope_aggregation_fold (aggregation, &events, 50 * GSCOPE_MSEC),
                                  row->folded, 1e-9);
  gscope_events_reset (&events);
  assert_folds (row, &events, row->without);
}

/* Every aggregation has a row, and makes of events what the row says. */
static void
test_fold (void)
{
  g_autoptr (GEnumClass) aggregations = g_type_class_ref (GSCOPE_TYPE_AGGREGATION);

  for (guint i = 0; i < aggregations->n_values; i++)
    check_aggregation (aggregations->values[i].value);
  g_assert_null (gscope_aggregation_get_row (aggregations->maximum + 1));
}

/* There is no last event before the first one ever, and an interval forgets the extremes of the interval before. */
static void
test_none (void)
{
  GscopeEvents events;

  gscope_events_init (&events);
  g_assert_true (isnan (gscope_aggregation_fold (GSCOPE_AGGREGATION_LAST, &events, GSCOPE_MSEC)));
  gscope_events_add (&events, 5);
  gscope_events_reset (&events);
  gscope_events_add (&events, 3);
  g_assert_cmpfloat (gscope_aggregation_fold (GSCOPE_AGGREGATION_MAXIMUM, &events, GSCOPE_MSEC), ==,
                     3);
  g_assert_cmpfloat (gscope_aggregation_fold (GSCOPE_AGGREGATION_MINIMUM, &events, GSCOPE_MSEC), ==,
                     3);
}

static void
test_titles (void)
{
  for (guint i = 0; i < GSCOPE_N_LOSSES; i++)
    g_assert_cmpstr (gscope_loss_get_title (i), !=, "");
}

int
main (int argc, char **argv)
{
  g_test_init (&argc, &argv, NULL);
  g_test_add_func ("/aggregate/fold", test_fold);
  g_test_add_func ("/aggregate/none", test_none);
  g_test_add_func ("/aggregate/titles", test_titles);
  return g_test_run ();
}
