/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <tsl/version.h>

G_BEGIN_DECLS

/**
 * TslFirmCosts:
 * @hard: Ch: cost of a timer that the kernel's timer fires, in microseconds
 * @soft: Cs: cost of a timer that a check point fires, in microseconds
 * @check: Cc: cost of a check point that fires no timer, in microseconds
 *
 * Processor time that firm timers cost, in the terms of equation 2.1 of the dissertation (G:596).
 *
 * Since: 1.0
 */
typedef struct
{
  double hard;
  double soft;
  double check;
} TslFirmCosts;

TSL_AVAILABLE_IN_1_0
void tsl_firm_costs_measure (TslFirmCosts *costs);
TSL_AVAILABLE_IN_1_0
double tsl_firm_costs_get_break_even (const TslFirmCosts *costs);

G_END_DECLS
