/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/**
 * GscopeAggregation:
 * @GSCOPE_AGGREGATION_LAST: the newest event's value, held until the next event
 * @GSCOPE_AGGREGATION_MAXIMUM: the largest value
 * @GSCOPE_AGGREGATION_MINIMUM: the smallest value
 * @GSCOPE_AGGREGATION_SUM: the sum of the values
 * @GSCOPE_AGGREGATION_RATE: the sum divided by the period in seconds
 * @GSCOPE_AGGREGATION_AVERAGE: the sum divided by the number of events
 * @GSCOPE_AGGREGATION_EVENTS: the number of events
 * @GSCOPE_AGGREGATION_ANY_EVENT: 1 if there was an event, else 0
 *
 * How the events between two polls become one sample (Goel 2003, section 6.4.2).
 */
typedef enum
{
  GSCOPE_AGGREGATION_LAST,
  GSCOPE_AGGREGATION_MAXIMUM,
  GSCOPE_AGGREGATION_MINIMUM,
  GSCOPE_AGGREGATION_SUM,
  GSCOPE_AGGREGATION_RATE,
  GSCOPE_AGGREGATION_AVERAGE,
  GSCOPE_AGGREGATION_EVENTS,
  GSCOPE_AGGREGATION_ANY_EVENT,
} GscopeAggregation;

/**
 * GscopeEvents:
 * @count: number of events
 * @sum: sum of their values
 * @min: smallest value
 * @max: largest value
 * @last: newest value; not-a-number before the first event
 *
 * Summary of the events of an interval, from which an aggregation is computed.
 * gscope_events_reset() begins the next interval.
 */
typedef struct
{
  guint64 count;
  double sum;
  double min;
  double max;
  double last;
} GscopeEvents;

GSCOPE_EXPORT void gscope_events_init (GscopeEvents *events);
GSCOPE_EXPORT void gscope_events_reset (GscopeEvents *events);
GSCOPE_EXPORT void gscope_events_add (GscopeEvents *events, double value);
GSCOPE_EXPORT double
gscope_aggregation_fold (GscopeAggregation aggregation, const GscopeEvents *events, gint64 period);
GSCOPE_EXPORT const char *gscope_aggregation_get_title (GscopeAggregation aggregation);

G_END_DECLS
