/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/sched/demand.h>

/* Divides a demand into what a client keeps while its request is served, a twentieth of the budget, and
 * what it lends. */
void tsl_loan_split (const TslDemand *demand, TslDemand *kept, TslDemand *lent);

/* Adds a loan to the demand of a server: the same part of a processor, in the server's period. */
void tsl_loan_add (TslDemand *server, const TslDemand *lent);
