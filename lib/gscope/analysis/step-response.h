/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/trace.h>

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
 * @GSCOPE_STEP_SETTLING: under way; figures are those of what has been seen
 * @GSCOPE_STEP_SETTLED: it settled, and figures are final
 * @GSCOPE_STEP_UNSETTLED: the time was over, or the next step came, before it settled
 * @GSCOPE_STEP_NONE: the time was over, or the next step came, and no step can be told from the noise
 *
 * How far a step response is.
 */
typedef enum
{
  GSCOPE_STEP_SETTLING,
  GSCOPE_STEP_SETTLED,
  GSCOPE_STEP_UNSETTLED,
  GSCOPE_STEP_NONE,
} GscopeStepState;

/**
 * GscopeStepFigures:
 * @state: how far it is
 * @before: the level before the step
 * @after: the level after it; below @before if the response falls
 * @noise: how far from its level the signal goes by itself
 * @smoothing: over how many seconds a moving mean was taken against noise; 0 for none
 * @rise: rise or fall time: from 10 to 90 percent of the step, seconds
 * @overshoot: how far beyond @after it goes, as a part of the step; 0 where that is noise
 * @settling: from the step until it stays within the band about @after, seconds
 * @delay_area: how far it falls behind the step at most: the largest value of the integral of what is
 *   missing, as a part of the step, seconds
 *
 * What is to be said of a step response. Levels and noise are in the signal's unit. What cannot be
 * told is not-a-number.
 */
typedef struct
{
  GscopeStepState state;
  double before;
  double after;
  double noise;
  double smoothing;
  double rise;
  double overshoot;
  double settling;
  double delay_area;
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
 * How a signal responds to a step, such as the write of a parameter.
 *
 * The level before is the mean of the second half of the time from the step before, at most
 * %GSCOPE_STEP_MAX_TIME, to the step; the level after is the mean of the last third of the time since.
 * Rise time (10 to 90 percent), overshoot (of the step) and settling time (from the step on) are
 * those of Ogata, Modern Control Engineering, section 5-3, with a settling band of 5 percent
 * (%GSCOPE_STEP_BAND). The delay area is that of Goel's dissertation, figure 5.8: max(B), which for a
 * first-order system is its time constant; it counts up to twice the settling time.
 *
 * Noise is how far the signal was from its level before the step at most, and what the fourth
 * differences of samples since the step tell of uncorrelated noise. Where it is more than a tenth of
 * the step, a moving mean is taken over 3, 7, 15, … samples, as many as are
 * needed, up to a quarter of what the level before was taken from and a sixth of the time since;
 * a rise cannot become shorter than 0.8 of it. Where noise is more than 5 percent of the step, the
 * band of settling is as wide as the noise. Where it is more than a quarter, there are levels but no
 * times, and where it is more than half of the step, no step can be told.
 *
 * A response has settled once it stayed within the band for twice the time that it took to get there,
 * so that the level after is known; at its end, half of that time is enough.
 *
 * Samples without a value and stretches without samples break the curve: a time that lies in one is
 * not-a-number, unless the poller just missed ticks. A stop of the scope or a signal that follows
 * something else end the response.
 *
 * A sample is read once. Beyond 2048 samples, two become one, again and again, so that a time is known
 * to within a thousandth of the time since the step.
 *
 * It belongs to the main thread.
 */
typedef struct _GscopeStepResponse GscopeStepResponse;

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
