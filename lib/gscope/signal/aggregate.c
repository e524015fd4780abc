/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/signal/private.h>

#include <glib/gi18n-lib.h>
#include <math.h>

static double
fold_last (const GscopeEvents *events, gint64 period)
{
  return events->last;
}

static double
fold_maximum (const GscopeEvents *events, gint64 period)
{
  return events->count > 0 ? events->max : NAN;
}

static double
fold_minimum (const GscopeEvents *events, gint64 period)
{
  return events->count > 0 ? events->min : NAN;
}

static double
fold_sum (const GscopeEvents *events, gint64 period)
{
  return events->sum;
}

static double
fold_rate (const GscopeEvents *events, gint64 period)
{
  return events->sum / ((double) period / GSCOPE_SEC);
}

static double
fold_average (const GscopeEvents *events, gint64 period)
{
  return events->count > 0 ? events->sum / events->count : NAN;
}

static double
fold_events (const GscopeEvents *events, gint64 period)
{
  return events->count;
}

static double
fold_any_event (const GscopeEvents *events, gint64 period)
{
  return events->count > 0;
}

/* A new aggregation needs a value of the enumeration and a row in this table. A test checks the numbers: the value of
 * the events 4, -2 and 7 in 50 ms, and the value of a period without an event after them. */
static const GscopeAggregationRow rows[] = {
  [GSCOPE_AGGREGATION_LAST] = { NC_ ("aggregation", "Last"), fold_last, 7, 7 },
  [GSCOPE_AGGREGATION_MAXIMUM] = { NC_ ("aggregation", "Maximum"), fold_maximum, 7, NAN },
  [GSCOPE_AGGREGATION_MINIMUM] = { NC_ ("aggregation", "Minimum"), fold_minimum, -2, NAN },
  [GSCOPE_AGGREGATION_SUM] = { NC_ ("aggregation", "Sum"), fold_sum, 9, 0 },
  [GSCOPE_AGGREGATION_RATE] = { NC_ ("aggregation", "Rate"), fold_rate, 180, 0 },
  [GSCOPE_AGGREGATION_AVERAGE] = { NC_ ("aggregation", "Average"), fold_average, 3, NAN },
  [GSCOPE_AGGREGATION_EVENTS] = { NC_ ("aggregation", "Number of events"), fold_events, 3, 0 },
  [GSCOPE_AGGREGATION_ANY_EVENT] = { NC_ ("aggregation", "Any event"), fold_any_event, 1, 0 },
};

const GscopeAggregationRow *
gscope_aggregation_get_row (GscopeAggregation aggregation)
{
  return (guint) aggregation < G_N_ELEMENTS (rows) && rows[aggregation].fold ? &rows[aggregation]
                                                                             : NULL;
}

void
gscope_events_init (GscopeEvents *events)
{
  events->last = NAN;
  gscope_events_reset (events);
}

void
gscope_events_reset (GscopeEvents *events)
{
  *events = (GscopeEvents){ .min = INFINITY, .max = -INFINITY, .last = events->last };
}

void
gscope_events_add (GscopeEvents *events, double value)
{
  events->count++;
  events->sum += value;
  events->min = value < events->min ? value : events->min;
  events->max = value > events->max ? value : events->max;
  events->last = value;
}

double
gscope_aggregation_fold (GscopeAggregation aggregation, const GscopeEvents *events, gint64 period)
{
  const GscopeAggregationRow *row = gscope_aggregation_get_row (aggregation);

  g_return_val_if_fail (row, NAN);
  g_return_val_if_fail (period > 0, NAN);

  return row->fold (events, period);
}

/**
 * gscope_aggregation_get_title:
 * @aggregation: an aggregation
 *
 * Gets the name of @aggregation for users. Any thread may call this.
 *
 * Returns: (transfer none): the translated name, such as “Any event”
 *
 * Since: 1.0
 */
const char *
gscope_aggregation_get_title (GscopeAggregation aggregation)
{
  const GscopeAggregationRow *row = gscope_aggregation_get_row (aggregation);

  g_return_val_if_fail (row, NULL);

  return g_dpgettext2 (GETTEXT_PACKAGE, "aggregation", row->title);
}
