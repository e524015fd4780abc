/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/version.h>

G_BEGIN_DECLS

/**
 * GscopeLoss:
 * @GSCOPE_LOSS_RING_FULL: the ring was full: the program did not drain it in time
 * @GSCOPE_LOSS_LATE: the sample arrived later than the scope's delay allows
 * @GSCOPE_LOSS_BACKWARDS: the time-stamp was older than its producer's last one
 * @GSCOPE_LOSS_NOT_FINITE: the value was infinite or not a number
 * @GSCOPE_LOSS_TICK: the poller missed the tick
 * @GSCOPE_LOSS_MALFORMED: the input broke its format's rules
 * @GSCOPE_LOSS_LIMIT: the input exceeded a bound
 * @GSCOPE_LOSS_EVICTED: the trace dropped it before a reader had read it
 * @GSCOPE_LOSS_REDUCED: it was not sent, because the connection or its reader was too slow for all samples
 * @GSCOPE_LOSS_NO_TIME: its time is not known: a clock was stepped, or the clocks have not been compared yet
 * @GSCOPE_LOSS_UNSEEN: the beginning of what it measures was not seen, so that it has no value
 *
 * Why a sample did not reach a trace, or a reader of the trace.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_LOSS_RING_FULL,
  GSCOPE_LOSS_LATE,
  GSCOPE_LOSS_BACKWARDS,
  GSCOPE_LOSS_NOT_FINITE,
  GSCOPE_LOSS_TICK,
  GSCOPE_LOSS_MALFORMED,
  GSCOPE_LOSS_LIMIT,
  GSCOPE_LOSS_EVICTED,
  GSCOPE_LOSS_REDUCED,
  GSCOPE_LOSS_NO_TIME,
  GSCOPE_LOSS_UNSEEN,
} GscopeLoss;

/**
 * GSCOPE_N_LOSSES:
 *
 * The number of causes of losses.
 *
 * Since: 1.0
 */
#define GSCOPE_N_LOSSES (GSCOPE_LOSS_UNSEEN + 1)

/**
 * GscopeLossRecord:
 * @time: time at which the loss was noticed, nanoseconds on the scope's clock
 * @cause: the cause
 * @count: number of samples
 *
 * Samples lost at about the same time for one cause.
 *
 * Since: 1.0
 */
typedef struct
{
  gint64 time;
  GscopeLoss cause;
  guint64 count;
} GscopeLossRecord;

GSCOPE_AVAILABLE_IN_1_0
const char *gscope_loss_get_title (GscopeLoss cause);

G_END_DECLS
