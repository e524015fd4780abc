/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/trace.h>

G_BEGIN_DECLS

/**
 * GSCOPE_STEP_MAX_TIME:
 *
 * How long a response is followed, and how far back what was before is looked at: nanoseconds.
 */
#define GSCOPE_STEP_MAX_TIME (30 * GSCOPE_SEC)

/**
 * GSCOPE_STEP_BAND:
 *
 * The part of a step that a settled response stays within, to either side of its final level.
 */
#define GSCOPE_STEP_BAND 0.05

/**
 * GscopeStepState:
 * @GSCOPE_STEP_SETTLING: under way; figures describe the samples so far
 * @GSCOPE_STEP_SETTLED: the signal settled at a new level
 * @GSCOPE_STEP_UNSETTLED: the levels differ, and the signal did not settle in time or is too noisy to tell
 * @GSCOPE_STEP_NONE: no effect: the levels differ by less than the confidence
 * @GSCOPE_STEP_OSCILLATING: the signal oscillates since the step, and did not before
 * @GSCOPE_STEP_DIVERGING: the signal oscillates more and more, or drifts without an end
 *
 * What became of a step. Only the first state is not final.
 */
typedef enum
{
  GSCOPE_STEP_SETTLING,
  GSCOPE_STEP_SETTLED,
  GSCOPE_STEP_UNSETTLED,
  GSCOPE_STEP_NONE,
  GSCOPE_STEP_OSCILLATING,
  GSCOPE_STEP_DIVERGING,
} GscopeStepState;

/**
 * GscopeStepFigures:
 * @state: the state of the step response
 * @before: the level before the step
 * @after: the level after it; below @before if the signal falls
 * @before_error: half the width of the interval of 95 % confidence of @before
 * @after_error: half the width of the interval of 95 % confidence of @after
 * @before_span: the seconds that @before is the mean of
 * @after_span: the seconds that @after is the mean of
 * @noise: how far the signal is from its level by itself, after smoothing
 * @smoothing: the seconds of the moving mean that is taken against noise; 0 for none
 * @spacing: the seconds between samples
 * @rise: rise or fall time: from 10 to 90 percent of the step, seconds
 * @overshoot: the part of the step by which the signal passes @after; 0 if that is less than noise
 * @settling: the seconds from the last write until the signal stays within the band about @after
 * @delay_area: how far the signal falls behind the step at most: the largest value of the integral of the
 *   missing part of the step, seconds
 * @period: the period of an oscillation, seconds
 * @amplitude: half of the way between the ends of an oscillation
 *
 * The figures of a step response. Levels, noise and amplitude are in the signal's unit. An unknown figure
 * is not-a-number.
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
 * @time: since the step, seconds; a moving mean begins before it
 * @value: 0 at the level before, 1 at the one after
 *
 * A place on the curve of a step response. @value is not-a-number where the curve is broken.
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
 * How a signal responds to a step, such as the write of a parameter or a gesture of several writes.
 *
 * ## Levels
 *
 * A level is a mean: of the samples from the previous step to this one, and of those since the last write;
 * both cover at most %GSCOPE_STEP_MAX_TIME. A transient at the beginning of either is left out by the
 * marginal standard error rule (White, An effective truncation heuristic for bias reduction in simulation
 * output, 1997), until the score is within 1.3 of the least one; a third of the time stays. Values that are more than ten interquartile ranges from the
 * quartiles count as at that distance, so that a rare spike moves no level.
 *
 * Each level has an interval of 95 % confidence. Its width comes from the means of blocks of 1, 2, 4, …
 * samples, at least six blocks, with Student's distribution; the widest interval counts, because
 * neighbouring samples resemble each other (Flyvbjerg and Petersen, Error estimates on averages of
 * correlated data, 1989). A stretch of less than ten correlation times gets an interval of two deviations
 * over the root of half the number of correlation times. Where the levels differ by less than the root of
 * the sum of the squares of both half widths there is no effect.
 *
 * ## Times
 *
 * Rise time (10 to 90 percent), overshoot (a part of the step) and settling time are those of Ogata,
 * Modern Control Engineering, section 5-3, with a settling band of 5 percent (%GSCOPE_STEP_BAND). The
 * delay area is that of Goel's dissertation, figure 5.8: max(B), which for a first-order system is its
 * time constant; it counts up to twice the settling time.
 *
 * Noise is how far the signal was from its level before the step at most, or the uncorrelated noise that
 * fourth differences of the samples since show. Where it is more than a tenth of the step, a moving mean is
 * taken over 3, 7, 15, … samples, up to a quarter of the time that the level before was taken from and a
 * sixth of the time since. Where it is more than 5 percent of the step, the band of settling is as wide as
 * the noise. Times are known only if noise, and the distance from the new level in the last third of the
 * time, are at most a quarter of the step, and if the rise takes longer than one and a half moving means
 * or gestures.
 *
 * A response has settled once the signal stayed within the band for twice the time that it took to get
 * there, and was watched for two seconds, or for eight where a moving mean is
 * taken, so that the level after is known; at its end, half of that time
 * is enough.
 *
 * ## Oscillation
 *
 * A swing lies between the 5th and the 95th percentile; it turns where it passes the middle by half of the
 * way to an end. It is an oscillation if it has six turns, does not decay, is no uncorrelated noise, and is
 * at least twice as wide as before the step, or grew twice as much as the level. It diverges if each third
 * of the time since has a swing 1.4 times as wide as the one before. A level that goes on as it began for
 * %GSCOPE_STEP_MAX_TIME diverges, too.
 *
 * ## Samples
 *
 * Samples without a value and stretches without samples break the curve: a time within one is
 * not-a-number, unless the poller just missed ticks. A stop of the scope or a signal that follows
 * another flow or task end the response.
 *
 * A sample is read once. Beyond 2048 samples, two become one, again and again, so that a time is known
 * to within a thousandth of the time since the step.
 *
 * It belongs to the main thread.
 */
typedef struct _GscopeStepResponse GscopeStepResponse;

GSCOPE_EXPORT double gscope_step_figures_get_error (const GscopeStepFigures *figures);
GSCOPE_EXPORT gboolean gscope_step_figures_get_change (const GscopeStepFigures *figures,
                                                       double *change, double *error);

GSCOPE_EXPORT GType gscope_step_response_get_type (void);
GSCOPE_EXPORT GscopeStepResponse *
gscope_step_response_new (GscopeTrace *trace, gint64 begin, gint64 time, gint64 until);
GSCOPE_EXPORT GscopeStepResponse *gscope_step_response_ref (GscopeStepResponse *self);
GSCOPE_EXPORT void gscope_step_response_unref (GscopeStepResponse *self);
GSCOPE_EXPORT void gscope_step_response_end (GscopeStepResponse *self, gint64 end);
GSCOPE_EXPORT gboolean gscope_step_response_update (GscopeStepResponse *self, gint64 now);
GSCOPE_EXPORT void
gscope_step_response_get_figures (GscopeStepResponse *self, GscopeStepFigures *figures);
GSCOPE_EXPORT const GscopeStepPoint *
gscope_step_response_get_curve (GscopeStepResponse *self, gsize *n);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeStepResponse, gscope_step_response_unref)

G_END_DECLS
