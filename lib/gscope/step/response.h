/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GSCOPE_STEP_MAX_TIME:
 *
 * The longest time that a response is measured, and the longest time before the step over which its
 * level is measured, in nanoseconds.
 *
 * Since: 1.0
 */
#define GSCOPE_STEP_MAX_TIME (30 * GSCOPE_SEC)

/**
 * GSCOPE_STEP_BAND:
 *
 * The settling band: the distance from the final level, as a fraction of the step, that a settled
 * response does not exceed.
 *
 * Since: 1.0
 */
#define GSCOPE_STEP_BAND 0.05

/**
 * GscopeStepState:
 * @GSCOPE_STEP_STATE_SETTLING: still being measured; figures describe the samples so far
 * @GSCOPE_STEP_STATE_SETTLED: the signal settled at a new level
 * @GSCOPE_STEP_STATE_UNSETTLED: the levels differ, but the signal did not settle in time, or moves too much
 *   beside the step to measure it
 * @GSCOPE_STEP_STATE_NONE: no effect: the levels differ by less than the confidence
 * @GSCOPE_STEP_STATE_OSCILLATING: the signal oscillates since the step, and did not before it
 * @GSCOPE_STEP_STATE_DIVERGING: the signal oscillates with growing amplitude, or drifts without reaching
 *   a level
 *
 * The state of a step response. Only the first state is not final.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_STEP_STATE_SETTLING,
  GSCOPE_STEP_STATE_SETTLED,
  GSCOPE_STEP_STATE_UNSETTLED,
  GSCOPE_STEP_STATE_NONE,
  GSCOPE_STEP_STATE_OSCILLATING,
  GSCOPE_STEP_STATE_DIVERGING,
} GscopeStepState;

/**
 * GscopeStepFigures:
 * @state: the state of the step response
 * @before: the level before the step
 * @after: the level after it; below @before if the signal falls
 * @before_error: half the width of the 95 % confidence interval of @before
 * @after_error: half the width of the 95 % confidence interval of @after
 * @before_span: the time over which @before is averaged, seconds
 * @after_span: the time over which @after is averaged, seconds
 * @noise: the largest distance of the signal from its level without a step, after smoothing
 * @smoothing: width of the moving mean that reduces noise, seconds; 0 for none
 * @spacing: time between samples, seconds
 * @rise: rise or fall time: from 10 to 90 percent of the step, seconds
 * @overshoot: by how much the signal passes @after, as a fraction of the step; 0 if that is less
 *   than the noise
 * @settling: time from the last write until the signal stays within %GSCOPE_STEP_BAND of @after,
 *   seconds
 * @delay_area: the largest value of the integral of the missing part of the step, seconds
 * @period: the period of an oscillation, seconds
 * @amplitude: half of the distance between the ends of an oscillation
 *
 * The figures of a step response. Levels, noise and amplitude are in the signal's unit. An unknown figure
 * is not-a-number.
 *
 * Since: 1.0
 */
typedef struct
{
  GscopeStepState state;
  double before;
  double after;
  double before_error;
  double after_error;
  double before_span;
  double after_span;
  double noise;
  double smoothing;
  double spacing;
  double rise;
  double overshoot;
  double settling;
  double delay_area;
  double period;
  double amplitude;
} GscopeStepFigures;

/**
 * GscopeStepPoint:
 * @time: time since the step, seconds; negative where a moving mean begins before it
 * @value: 0 at the level before, 1 at the level after
 *
 * A point of the curve of a step response. @value is not-a-number where the curve is broken.
 *
 * Since: 1.0
 */
typedef struct
{
  double time;
  double value;
} GscopeStepPoint;

#define GSCOPE_TYPE_STEP_RESPONSE (gscope_step_response_get_type ())

/**
 * GscopeStepResponse:
 *
 * The response of a signal to a step, such as the write of a parameter or a gesture of several
 * writes.
 *
 * ## Levels
 *
 * A level is a mean: of the samples from the previous step to this one, and of the samples since
 * the last write; both cover at most %GSCOPE_STEP_MAX_TIME. An initial transient of either is left
 * out by the marginal standard error rule (White, An effective truncation heuristic for bias
 * reduction in simulation output, 1997), until the score is within 1.3 times the lowest one; at
 * least a third of the time stays. Values that are more than ten interquartile ranges from the
 * quartiles count as at that distance, so that a rare spike does not move a level.
 *
 * Each level has a 95 % confidence interval. Its width is computed from the means of blocks of 1,
 * 2, 4, … samples, at least six blocks, with Student's distribution; the widest interval counts,
 * because neighbouring samples are correlated (Flyvbjerg and Petersen, Error estimates on averages
 * of correlated data, 1989). For a stretch of less than ten correlation times the half width is two
 * standard deviations divided by the root of half the number of correlation times. If the levels
 * differ by less than the root of the sum of the squares of both half widths, the step has no
 * effect.
 *
 * ## Times
 *
 * Rise time (10 to 90 percent), overshoot (a part of the step) and settling time are those of Ogata,
 * Modern Control Engineering, section 5-3, with a settling band of 5 percent (%GSCOPE_STEP_BAND). The
 * delay area is that of Goel's dissertation, figure 5.8: max(B), which for a first-order system is its
 * time constant; it counts up to twice the settling time.
 *
 * Noise is the larger of two measures: the largest distance of the signal from its level before the
 * step, and the uncorrelated noise in the fourth differences of the samples since. If it is more
 * than a tenth of the step, a moving mean is applied over 3, 7, 15, … samples, up to a quarter of
 * the time over which the level before was averaged and a sixth of the time since. If it is more
 * than 5 percent of the step, the settling band is as wide as the noise. Times are known only if
 * the noise, and the distance from the new level in the last third of the time, are at most a
 * quarter of the step, and if the rise takes at least one and a half times as long as the moving
 * mean and the gesture. They are unknown, too, if the signal goes beyond a level by more than twice
 * the step. It was disturbed then, and the step does not stand out: a stable system of second order
 * overshoots by less than the step, a stable sampled controller by less than two.
 *
 * A response has settled once the signal has stayed within the band for twice the settling time,
 * and was observed for two seconds, or for eight with a moving mean, so that the level after is
 * known; when the response is ended, half of that time is enough.
 *
 * ## Oscillation
 *
 * A swing is the range between the 5th and the 95th percentile; it turns where the signal passes
 * the middle by half of the way to an end. A swing is an oscillation if it has six turns, does not
 * decay, is not uncorrelated noise, and is at least twice as wide as before the step, or grew twice
 * as much as the level. The signal diverges if each third of the time since the step has a swing
 * 1.4 times as wide as the third before. A signal that drifts in one direction for
 * %GSCOPE_STEP_MAX_TIME diverges, too.
 *
 * ## Samples
 *
 * Samples without a value and gaps break the curve: a time that falls into a gap is not-a-number,
 * unless the poller merely missed ticks. The response ends when the scope stops, or when the signal
 * switches to another flow or task.
 *
 * Each sample is read once. Whenever there are more than 2048, neighbours are merged in pairs, so
 * that a time is known to within a thousandth of the time since the step.
 *
 * A step response belongs to the main thread.
 *
 * Since: 1.0
 */
typedef struct _GscopeStepResponse GscopeStepResponse;

GSCOPE_AVAILABLE_IN_1_0
double gscope_step_figures_get_error (const GscopeStepFigures *figures);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_step_figures_get_change (const GscopeStepFigures *figures, double *change, double *error);

GSCOPE_AVAILABLE_IN_1_0
GType gscope_step_response_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeStepResponse *
gscope_step_response_new (GscopeTrace *trace, gint64 begin, gint64 time, gint64 until);
GSCOPE_AVAILABLE_IN_1_0
GscopeStepResponse *gscope_step_response_ref (GscopeStepResponse *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_step_response_unref (GscopeStepResponse *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_step_response_end (GscopeStepResponse *self, gint64 end);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_step_response_update (GscopeStepResponse *self, gint64 now);
GSCOPE_AVAILABLE_IN_1_0
void gscope_step_response_get_figures (GscopeStepResponse *self, GscopeStepFigures *figures);
GSCOPE_AVAILABLE_IN_1_0
const GscopeStepPoint *gscope_step_response_get_curve (GscopeStepResponse *self, gsize *n);
GSCOPE_AVAILABLE_IN_1_0
GscopeStepPoint *gscope_step_response_dup_curve (GscopeStepResponse *self, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeStepResponse, gscope_step_response_unref)

G_END_DECLS
