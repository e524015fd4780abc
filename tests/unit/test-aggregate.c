/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/aggregate.h>
#include <gscope/signal/loss.h>
#include <math.h>

static double
fold (GscopeAggregation aggregation, const GscopeEvents *events)
{
  return gscope_aggregation_fold (aggregation, events, 50 * GSCOPE_MSEC);
}

static void
check_none (const GscopeEvents *events)
{
  g_assert_true (isnan (fold (GSCOPE_AGGREGATION_MAXIMUM, events)));
  g_assert_true (isnan (fold (GSCOPE_AGGREGATION_MINIMUM, events)));
  g_assert_true (isnan (fold (GSCOPE_AGGREGATION_AVERAGE, events)));
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_SUM, events), ==, 0);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_RATE, events), ==, 0);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_EVENTS, events), ==, 0);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_ANY_EVENT, events), ==, 0);
}

static void
test_fold (void)
{
  GscopeEvents events;

  gscope_events_init (&events);
  gscope_events_add (&events, 4);
  gscope_events_add (&events, -2);
  gscope_events_add (&events, 7);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_LAST, &events), ==, 7);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_MAXIMUM, &events), ==, 7);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_MINIMUM, &events), ==, -2);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_SUM, &events), ==, 9);
  g_assert_cmpfloat_with_epsilon (fold (GSCOPE_AGGREGATION_RATE, &events), 180, 1e-9);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_AVERAGE, &events), ==, 3);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_EVENTS, &events), ==, 3);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_ANY_EVENT, &events), ==, 1);
}

static void
test_none (void)
{
  GscopeEvents events;

  gscope_events_init (&events);
  g_assert_true (isnan (fold (GSCOPE_AGGREGATION_LAST, &events)));
  check_none (&events);

  gscope_events_add (&events, 5);
  gscope_events_reset (&events);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_LAST, &events), ==, 5);
  check_none (&events);

  gscope_events_add (&events, 3);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_MAXIMUM, &events), ==, 3);
  g_assert_cmpfloat (fold (GSCOPE_AGGREGATION_MINIMUM, &events), ==, 3);
}

static void
test_titles (void)
{
  for (guint i = 0; i < GSCOPE_N_AGGREGATIONS; i++)
    g_assert_cmpstr (gscope_aggregation_get_title (i), !=, "");
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
