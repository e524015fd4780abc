/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include "readings.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* Minimum interval of the rate, since reading /proc/interrupts is slow. */
#define INTERRUPTS_INTERVAL (100 * GSCOPE_MSEC)

#define WORD(reading) GSCOPE_SIGNAL_DOUBLE, (reading) * sizeof (double)

static const GscopeSourceSignal infos[FIRM_TIMER_N_READINGS] = {
  [FIRM_TIMER_INTERRUPTS] = { "interrupts", N_ ("Timer interrupts"), "/s",
                              N_ ("Timer interrupts of all processors"),
                              WORD (FIRM_TIMER_INTERRUPTS), .role = NULL },
  [FIRM_TIMER_COST_HARD] = { "cost-hard", N_ ("Ch: cost of a hard timer"), "µs",
                             N_ ("Cost of a timer that the kernel's timer fires, measured at the "
                                 "start"),
                             WORD (FIRM_TIMER_COST_HARD), .role = NULL },
  [FIRM_TIMER_COST_SOFT] = { "cost-soft", N_ ("Cs: cost of a soft timer"), "µs",
                             N_ ("Cost of a timer that a check point fires, measured at the start"),
                             WORD (FIRM_TIMER_COST_SOFT), .role = NULL },
  [FIRM_TIMER_COST_CHECK] = { "cost-check", N_ ("Cc: cost of a check point"), "µs",
                              N_ ("Cost of a check point that fires no timer, measured at the "
                                  "start"),
                              WORD (FIRM_TIMER_COST_CHECK), .role = NULL },
  [FIRM_TIMER_BREAK_EVEN] = { "break-even", N_ ("Break-even: Cc / (Ch - Cs)"), "%",
                              N_ ("The share of check points that must fire a timer so that firm "
                                  "timers cost less than hard ones"),
                              WORD (FIRM_TIMER_BREAK_EVEN), .role = NULL },
  [FIRM_TIMER_SOFT_PER_CHECK] = { "soft-per-check", N_ ("Ns / Nc: check points that fire"), "%",
                                  N_ ("Soft timers divided by check points, of all programs that "
                                      "publish them; firm timers save time above the break-even"),
                                  WORD (FIRM_TIMER_SOFT_PER_CHECK), .role = NULL },
  [FIRM_TIMER_GAIN] = { "gain", N_ ("Gain of firm timers"), "%",
                        N_ ("Share of a processor that the firm timers of all programs save, "
                            "compared with hard timers: (Ch - Cs) Ns - Cc Nc"),
                        WORD (FIRM_TIMER_GAIN), .role = NULL },
  [FIRM_TIMER_THREADS] = { "threads", N_ ("Threads with the overshoot"), "",
                           N_ ("Threads of the chosen programs that have the overshoot"),
                           WORD (FIRM_TIMER_THREADS), .role = NULL },
  [FIRM_TIMER_REAL_TIME] = { "real-time-threads", N_ ("Real-time threads"), "",
                             N_ ("Chosen threads without overshoot: the kernel ignores it for "
                                 "real-time threads"),
                             WORD (FIRM_TIMER_REAL_TIME), .role = NULL },
  [FIRM_TIMER_FIRED] = { "fired", N_ ("Timers of the kernel"), "/s",
                         N_ ("Timers of the kernel that fired (BPF)"), WORD (FIRM_TIMER_FIRED),
                         .role = NULL },
  [FIRM_TIMER_FIRED_HARD] = { "fired-hard", N_ ("Hard timers of the kernel"), "/s",
                              N_ ("Timers with an overshoot that fired at its end, by an interrupt "
                                  "of their own; all threads (BPF)"),
                              WORD (FIRM_TIMER_FIRED_HARD), .role = NULL },
  [FIRM_TIMER_FIRED_SOFT] = { "fired-soft", N_ ("Soft timers of the kernel"), "/s",
                              N_ ("Timers with an overshoot that fired within it, by another "
                                  "timer's interrupt; all threads (BPF)"),
                              WORD (FIRM_TIMER_FIRED_SOFT), .role = NULL },
  [FIRM_TIMER_CHOSEN_HARD] = { "chosen-hard", N_ ("Hard timers of the programs"), "/s",
                               N_ ("Timers of the chosen programs that fired at the end of their "
                                   "overshoot (BPF)"),
                               WORD (FIRM_TIMER_CHOSEN_HARD), .role = NULL },
  [FIRM_TIMER_CHOSEN_SOFT] = { "chosen-soft", N_ ("Soft timers of the programs"), "/s",
                               N_ ("Timers of the chosen programs that fired within their "
                                   "overshoot (BPF)"),
                               WORD (FIRM_TIMER_CHOSEN_SOFT), .role = NULL },
};

void
firm_timer_readings_init (FirmTimerReadings *self, GscopeSource *source)
{
  firm_timer_readings_clear (self, GSCOPE_GAP_NO_VALUE);
  for (guint i = 0; i < FIRM_TIMER_N_READINGS; i++)
    gscope_source_declare_signal (source, &infos[i], NULL, NULL, self->values);
}

static void
read_interrupts (FirmTimerReadings *self, gint64 time)
{
  gint64 past = time - self->interrupts_time;
  gint64 n;

  if (self->interrupts_time != 0 && past < INTERRUPTS_INTERVAL)
    return;
  n = tsl_timer_interrupts_read (-1, NULL);
  if (n < 0)
    {
      self->values[FIRM_TIMER_INTERRUPTS] = gscope_gap_value (GSCOPE_GAP_NO_VALUE);
      self->interrupts_time = 0;
      return;
    }
  if (self->interrupts_time != 0)
    self->values[FIRM_TIMER_INTERRUPTS] = (n - self->interrupts) * (double) GSCOPE_SEC / past;
  self->interrupts = n;
  self->interrupts_time = time;
}

void
firm_timer_readings_read_expiries (FirmTimerReadings *self, Expiries *expiries, gint64 time)
{
  gint64 past = time - self->expiries_time;
  double a_second = (double) GSCOPE_SEC / past;
  ExpiryCounts *old = &self->expiries, now;

  if (!expiries || (self->expiries_time != 0 && past < INTERRUPTS_INTERVAL))
    return;
  expiries_count (expiries, &now);
  if (self->expiries_time != 0)
    {
      self->values[FIRM_TIMER_FIRED] = (now.n - old->n) * a_second;
      self->values[FIRM_TIMER_FIRED_HARD] = (now.n_hard - old->n_hard) * a_second;
      self->values[FIRM_TIMER_FIRED_SOFT] = (now.n_soft - old->n_soft) * a_second;
      self->values[FIRM_TIMER_CHOSEN_HARD] = (now.n_chosen_hard - old->n_chosen_hard) * a_second;
      self->values[FIRM_TIMER_CHOSEN_SOFT] = (now.n_chosen_soft - old->n_chosen_soft) * a_second;
    }
  *old = now;
  self->expiries_time = time;
}

static double
or_gap (double value)
{
  return isfinite (value) ? value : gscope_gap_value (GSCOPE_GAP_NO_VALUE);
}

void
firm_timer_readings_read (FirmTimerReadings *self, PagePart *pages, const TslFirmCosts *costs,
                          gint64 time)
{
  double n_soft = page_part_add_up (pages, "soft"), n_checks = page_part_add_up (pages, "checks");

  read_interrupts (self, time);
  self->values[FIRM_TIMER_SOFT_PER_CHECK] = or_gap (100 * n_soft / n_checks);
  if (!costs)
    return;
  self->values[FIRM_TIMER_COST_HARD] = costs->hard;
  self->values[FIRM_TIMER_COST_SOFT] = costs->soft;
  self->values[FIRM_TIMER_COST_CHECK] = costs->check;
  self->values[FIRM_TIMER_BREAK_EVEN] = or_gap (100 * tsl_firm_costs_get_break_even (costs));
  /* 1 microsecond per second is 0.0001 % */
  self->values[FIRM_TIMER_GAIN] =
      ((costs->hard - costs->soft) * n_soft - costs->check * n_checks) / 1e4;
}

void
firm_timer_readings_clear (FirmTimerReadings *self, GscopeGapCause cause)
{
  for (guint i = 0; i < FIRM_TIMER_N_READINGS; i++)
    self->values[i] = gscope_gap_value (cause);
  self->interrupts_time = 0;
  self->expiries_time = 0;
}
