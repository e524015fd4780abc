/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>
#include <tsl-bpf/expiries.h>
#include <tsl-source/page-part.h>
#include <tsl/tsl.h>

/* Measurements of the machine, and figures derived from the pages of programs. */
typedef enum
{
  FIRM_TIMER_INTERRUPTS,
  FIRM_TIMER_COST_HARD,
  FIRM_TIMER_COST_SOFT,
  FIRM_TIMER_COST_CHECK,
  FIRM_TIMER_BREAK_EVEN,
  FIRM_TIMER_SOFT_PER_CHECK,
  FIRM_TIMER_GAIN,
  FIRM_TIMER_THREADS,
  FIRM_TIMER_REAL_TIME,
  FIRM_TIMER_FIRED,
  FIRM_TIMER_FIRED_HARD,
  FIRM_TIMER_FIRED_SOFT,
  FIRM_TIMER_CHOSEN_HARD,
  FIRM_TIMER_CHOSEN_SOFT,
  FIRM_TIMER_N_READINGS,
} FirmTimerReading;

/* Used by the poller alone. */
typedef struct
{
  double values[FIRM_TIMER_N_READINGS];
  gint64 interrupts;
  gint64 interrupts_time;
  ExpiryCounts expiries;
  gint64 expiries_time;
} FirmTimerReadings;

void firm_timer_readings_init (FirmTimerReadings *self, GscopeSource *source);
/* Updates all values except the numbers of threads. costs is NULL until they are measured; time is
 * on the monotonic clock. */
void firm_timer_readings_read (FirmTimerReadings *self, PagePart *pages, const TslFirmCosts *costs,
                               gint64 time);
/* Updates the rates of the kernel's own timers; expiries is NULL if they are unknown. */
void firm_timer_readings_read_expiries (FirmTimerReadings *self, Expiries *expiries, gint64 time);
void firm_timer_readings_clear (FirmTimerReadings *self, GscopeGapCause cause);
