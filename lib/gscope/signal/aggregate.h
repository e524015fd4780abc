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
 *
 * Since: 1.0
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

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_aggregation_get_title (GscopeAggregation aggregation);

G_END_DECLS
