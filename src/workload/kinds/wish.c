/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "kinds/wish.h"

#include <glib/gi18n-lib.h>
#include <gscope/error.h>

#define PERCENT 100.0

static gboolean
refuse (const WorkloadWish *self, const char *title, const TslQosRange *range, GError **error)
{
  g_set_error (error, GSCOPE_ERROR, GSCOPE_ERROR_LIMIT,
               _ ("cannot register “%s”: it works at %.3g to %.3g %% of a processor, and %.3g to "
                  "%.3g %% are wished"),
               title, PERCENT * range->minimum, PERCENT * range->desired,
               self->levels[WORKLOAD_WISH_MINIMUM], self->levels[WORKLOAD_WISH_DESIRED]);
  return FALSE;
}

gboolean
workload_wish_request (const WorkloadWish *self, const char *title, const TslQosRange *range,
                       gboolean is_by_hand, TslQosRequest *request, TslUtility **utility,
                       GError **error)
{
  double minimum = MAX (self->levels[WORKLOAD_WISH_MINIMUM] / PERCENT, range->minimum);
  double desired = MIN (self->levels[WORKLOAD_WISH_DESIRED] / PERCENT, range->desired);
  double by_hand = self->levels[WORKLOAD_WISH_HAND] / PERCENT;
  guint n;

  if (minimum > desired)
    return refuse (self, title, range, error);
  *utility = tsl_utility_new_shaped (&tsl_utility_get_shapes (&n)[self->curve], minimum, desired,
                                     self->importance);
  *request = (TslQosRequest){ .minimum = minimum,
                              .desired = desired,
                              .increment = self->levels[WORKLOAD_WISH_INCREMENT] / PERCENT,
                              .period = range->period,
                              .importance = self->importance,
                              .utility = *utility };
  if (is_by_hand)
    {
      request->minimum = CLAMP (by_hand, range->minimum, range->desired);
      request->desired = request->minimum;
      request->increment = 0;
    }
  return TRUE;
}
