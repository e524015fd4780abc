/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <tsl/sched/loan-private.h>

#include <tsl/sched/demand-private.h>

/* A client needs some of its budget to send the request and to receive the reply. */
#define KEPT_PARTS 20

void
tsl_loan_split (const TslDemand *demand, TslDemand *kept, TslDemand *lent)
{
  *kept = *lent = *demand;
  kept->budget = MAX (demand->budget / KEPT_PARTS, TSL_LEAST_BUDGET);
  lent->budget = MAX (demand->budget - kept->budget, 0);
}

void
tsl_loan_add (TslDemand *server, const TslDemand *lent)
{
  double part = (double) lent->budget / lent->period;

  server->budget = MIN (server->budget + (gint64) (part * server->period), server->period);
}
