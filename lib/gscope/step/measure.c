/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/step/measure.h>

#include <gscope/step/level.h>
#include <math.h>

enum
{
  /* Smallest number of samples since the step that can be measured. */
  MIN_SAMPLES = 8,
  /* Turns of an oscillation: at least three periods, final after ten. */
  MIN_TURNS = 6,
  FINAL_TURNS = 20,
  /* Turns after which a growing oscillation is recognised. */
  MIN_GROWING = 4,
};

/* Noise as a fraction of the step. Above the first, a moving mean is applied; above the second,
 * levels are measured but no times. */
#define SMOOTH_NOISE 0.1
#define CLEAR_NOISE 0.25

/* The largest distance beyond the levels, as a fraction of the step, that is a response. A stable system of second order
 * overshoots by less than the step (Ogata, Modern Control Engineering, 5-3), the proportion of a stable real-rate controller by
 * less than two (Goel's dissertation, 5.4). */
#define MOST_BEYOND 2

/* A swing is an oscillation if it grew by this factor since the step, and by this factor more than
 * the level. */
#define MIN_GROWTH 2

/* A time is known if it is this many times as long as the moving mean or the gesture, which blur
 * it. */
#define MIN_RISE_WIDTHS 1.5

/* A drift: the change over the last third of the time is at least this fraction of the change over
 * the second third, and larger than the deviation before the step. */
#define MIN_DRIFT 0.8

/* A response is final only after it was observed for this many seconds; for the second number where
 * a moving mean is applied, because the level is less certain. */
#define MIN_WATCH 2
#define MIN_NOISY_WATCH 8

/* A difference of levels below this fraction of them is rounding. */
#define ROUNDING 1e-9

/* Returns the largest distance of means over `width` from a level. The last mean, which may cover
 * less, counts only if the width is 0. */
static double
measure_excursion (const GscopeStepPoints *points, guint first, double level, double width)
{
  guint n_points = points->samples->len, n = 0;
  double begin = gscope_step_points_get (points, first)->time;
  double mean = 0, farthest = 0;

  for (guint i = first; i < n_points; i++)
    {
      const GscopeStepSample *sample = gscope_step_points_get (points, i);

      if (n > 0 && sample->time - begin >= width)
        {
          farthest = MAX (farthest, fabs (mean - level));
          begin = sample->time;
          n = 0;
        }
      mean = n == 0 ? sample->value : mean + (sample->value - mean) / (n + 1);
      n++;
    }
  return MAX (farthest, width > 0 ? 0 : fabs (mean - level));
}

typedef struct
{
  const GscopeStepPoints *before;
  const GscopeStepPoints *after;
  GscopeStepLevel low;
  GscopeStepLevel high;
  /* end of the gesture, seconds after the step */
  double until;
  double elapsed;
  double spacing;
  /* the largest of these independent values is likely to be this far off (Donoho and Johnstone, Ideal
   * spatial adaptation by wavelet shrinkage, 1994) */
  double roughest;
} Step;

static double
measure_noise (const Step *self, double width)
{
  double rough = self->roughest / sqrt (MAX (1, width / self->spacing));

  return MAX (rough, measure_excursion (self->before, self->low.first, self->low.mean, width));
}

/* Chooses the width of the moving mean, an odd number of samples. Returns the remaining noise. */
static double
choose_smoothing (const Step *self, double *width)
{
  double enough = SMOOTH_NOISE * fabs (self->high.mean - self->low.mean);
  double limit = MIN (self->elapsed / 6, self->low.span / 4);
  double noise = measure_noise (self, 0);

  *width = 0;
  for (double next = 3 * self->spacing; noise > enough && next <= limit;
       next = 2 * next + self->spacing)
    {
      double left = measure_noise (self, next);

      if (left < noise)
        {
          noise = left;
          *width = next;
        }
    }
  return noise;
}

static void
step_init (Step *self, const GscopeStepPoints *before, const GscopeStepPoints *after, double until)
{
  guint n = after->samples->len;

  *self = (Step){ .before = before, .after = after, .until = until };
  self->elapsed = gscope_step_points_get (after, n - 1)->time;
  gscope_step_level_find (&self->low, before, gscope_step_points_get (before, 0)->time, 0);
  gscope_step_level_find (&self->high, after, until, self->elapsed);
  gscope_step_level_compare (&self->low, &self->high);
  self->spacing = self->elapsed / n;
  self->roughest = sqrt (2 * log (n)) * gscope_step_measure_roughness (after, n / 3);
}

/* Returns the largest distance of the last third of the time since the step from the level after
 * it. */
static double
measure_tail (const Step *self, double width)
{
  guint first = self->after->samples->len * 2 / 3;

  return measure_excursion (self->after, first, self->high.mean, width);
}

/* Returns whether the means of the three thirds go on changing in one direction, without reaching a
 * level. */
static gboolean
drifts (const Step *self)
{
  guint n = self->after->samples->len;
  double means[3] = { 0 };

  for (guint third = 0; third < 3; third++)
    for (guint i = n * third / 3, k = 1; i < n * (third + 1) / 3; i++, k++)
      means[third] += (gscope_step_points_get (self->after, i)->value - means[third]) / k;
  return fabs (means[2] - means[1]) > self->low.deviation
         && (means[2] - means[1]) / (means[1] - means[0]) >= MIN_DRIFT;
}

/* The step as a curve from 0 to 1. Its first samples are from before the step. */
typedef struct
{
  GscopeStepSample *samples;
  guint first;
  guint n;
} Line;

static Line
draw_line (const Step *self)
{
  guint n_before = self->before->samples->len, n_after = self->after->samples->len;
  Line line = { g_new (GscopeStepSample, n_before + n_after), n_before, n_before + n_after };
  double height = self->high.mean - self->low.mean;

  for (guint i = 0; i < line.n; i++)
    {
      line.samples[i] = i < n_before ? *gscope_step_points_get (self->before, i)
                                     : *gscope_step_points_get (self->after, i - n_before);
      line.samples[i].value = (line.samples[i].value - self->low.mean) / height;
    }
  return line;
}

/* Applies a moving mean over `width` around each sample; one-sided at the ends. */
static void
smooth (Line *line, double width)
{
  g_autofree double *sums = g_new (double, line->n + 1);
  double begin = line->samples[0].time, last = line->samples[line->n - 1].time - width;
  guint from = 0, to = 0;

  sums[0] = 0;
  for (guint i = 0; i < line->n; i++)
    sums[i + 1] = sums[i] + line->samples[i].value;
  for (guint i = 0; width > 0 && i < line->n; i++)
    {
      double left = CLAMP (line->samples[i].time - width / 2, begin, MAX (begin, last));

      while (line->samples[from].time < left)
        from++;
      while (to < line->n && line->samples[to].time <= left + width * (1 + 1e-9))
        to++;
      line->samples[i].value = (sums[to] - sums[from]) / (to - from);
    }
}

/* Returns the time at which the curve crossed a value before sample i. */
static double
find_crossing (const Line *line, guint i, double value)
{
  const GscopeStepSample *one = &line->samples[MAX (i, 1) - 1], *two = &line->samples[i];

  if (two->is_broken)
    return NAN;
  if (one->value == two->value)
    return two->time;
  return one->time
         + CLAMP ((value - one->value) / (two->value - one->value), 0, 1) * (two->time - one->time);
}

static guint
find_reached (const Line *line, guint i, double value)
{
  while (i < line->n && line->samples[i].value < value)
    i++;
  return i;
}

/* Noise may reach a tenth before the step, so the last crossing before the middle counts. */
static double
measure_rise (const Line *line)
{
  guint middle = find_reached (line, line->first, 0.5);
  guint high = find_reached (line, middle, 0.9);
  guint low = middle;

  if (high == line->n)
    return NAN;
  while (low > 0 && line->samples[low - 1].value > 0.1)
    low--;
  return find_crossing (line, high, 0.9) - find_crossing (line, low, 0.1);
}

static double
measure_overshoot (const Line *line, double noise)
{
  double most = 0;

  for (guint i = line->first; i < line->n; i++)
    most = MAX (most, line->samples[i].value - 1);
  return most > noise ? most : 0;
}

/* Returns how far the curve goes beyond either level. */
static double
measure_beyond (const Line *line)
{
  double most = 0;

  for (guint i = line->first; i < line->n; i++)
    most = MAX (most, MAX (line->samples[i].value - 1, -line->samples[i].value));
  return most;
}

/* Returns the index of the sample from which on all are within the band; the number of samples if
 * the last one is not. */
static guint
find_settled (const Line *line, double band)
{
  guint i = line->n;

  while (i > line->first && fabs (line->samples[i - 1].value - 1) <= band)
    i--;
  return i;
}

static double
measure_settling (const Line *line, guint settled, double band)
{
  double outside;

  if (settled == line->n)
    return NAN;
  if (settled == 0)
    return line->samples[0].time;
  outside = line->samples[settled - 1].value;
  return MAX (0, find_crossing (line, settled, outside > 1 ? 1 + band : 1 - band));
}

/* The missing part within the band counts, too; after twice the settling time it is noise. */
static double
measure_delay_area (const Line *line, guint settled)
{
  double enough = settled < line->n ? line->samples[settled].time : INFINITY;
  double area = 0, most = 0, time = 0, missing = 1;

  for (guint i = line->first; i < line->n && line->samples[i].time <= 2 * enough; i++)
    {
      const GscopeStepSample *sample = &line->samples[i];

      if (sample->is_broken)
        return sample->time < enough ? NAN : most;
      area += (missing + 1 - sample->value) / 2 * (sample->time - time);
      most = MAX (most, area);
      missing = 1 - sample->value;
      time = sample->time;
    }
  return most;
}

/* Times count from the end of the gesture. */
static GscopeStepState
find_state (const Step *self, double settled, double smoothing, gboolean is_over)
{
  double watch = smoothing > 0 ? MIN_NOISY_WATCH : MIN_WATCH;
  double elapsed = self->elapsed - self->until, time = settled - self->until;

  if ((elapsed >= watch && time <= elapsed / 3) || (is_over && time <= elapsed * 2 / 3))
    return GSCOPE_STEP_STATE_SETTLED;
  return is_over ? GSCOPE_STEP_STATE_UNSETTLED : GSCOPE_STEP_STATE_SETTLING;
}

/* The curve begins before the step: a moving mean rises earlier, and a line begins at the last
 * sample before the step. */
static void
give_curve (const Line *line, double smoothing, GArray *curve)
{
  guint i = line->first;

  while (i > 0 && line->samples[i - 1].time >= -smoothing)
    i--;
  if (i > 0)
    i--;
  for (; i < line->n; i++)
    {
      GscopeStepPoint point = { line->samples[i].time, line->samples[i].value };
      GscopeStepPoint gap = { point.time, NAN };

      if (line->samples[i].is_broken)
        g_array_append_val (curve, gap);
      g_array_append_val (curve, point);
    }
}

static void
forget_times (GscopeStepFigures *figures)
{
  figures->rise = figures->overshoot = figures->settling = figures->delay_area = NAN;
}

/* Clears the times that are too short against the moving mean and the gesture. */
static void
sharpen (const Step *self, GscopeStepFigures *figures)
{
  if (figures->smoothing > 0 && !(figures->rise > MIN_RISE_WIDTHS * figures->smoothing))
    forget_times (figures);
  if (self->until > 0 && !(figures->rise > MIN_RISE_WIDTHS * self->until))
    figures->rise = figures->delay_area = NAN;
  figures->settling = MAX (0, figures->settling - self->until);
  /* there is no level to which they refer */
  if (figures->state == GSCOPE_STEP_STATE_UNSETTLED)
    forget_times (figures);
}

static void
measure_line (const Step *self, Line *line, gboolean is_over, GscopeStepFigures *figures)
{
  double noise = figures->noise / fabs (figures->after - figures->before);
  double tail = measure_tail (self, figures->smoothing) / fabs (figures->after - figures->before);
  double band = MAX (GSCOPE_STEP_BAND, noise);
  guint settled;

  smooth (line, figures->smoothing);
  settled = find_settled (line, band);
  figures->state = find_state (self, settled < line->n ? line->samples[settled].time : INFINITY,
                               figures->smoothing, is_over);
  if (MAX (noise, tail) > CLEAR_NOISE || measure_beyond (line) > MOST_BEYOND)
    {
      figures->state = is_over ? GSCOPE_STEP_STATE_UNSETTLED : GSCOPE_STEP_STATE_SETTLING;
      return;
    }
  figures->rise = measure_rise (line);
  figures->overshoot = measure_overshoot (line, noise);
  figures->settling = measure_settling (line, settled, band);
  figures->delay_area = measure_delay_area (line, settled);
  sharpen (self, figures);
}

/* Returns whether an oscillation, steady or growing, began with the step. A swing that grew only as
 * much as the level is none. */
static gboolean
find_swing (const Step *self, gboolean is_over, GscopeStepFigures *figures)
{
  double factor = fabs (self->high.mean / self->low.mean), elapsed = self->elapsed - self->until;
  GscopeStepSwing before, after;
  double was = gscope_step_swing_find (&before, self->before, -INFINITY);
  double range = gscope_step_swing_find (&after, self->after, self->until);

  if (range <= MIN_GROWTH * was * (isfinite (factor) ? MAX (1, factor) : 1)
      || range <= ROUNDING * MAX (fabs (after.high), fabs (after.low)))
    return FALSE;
  gscope_step_swing_follow (&after, self->after, self->until);
  if (!(after.grows && after.n_turns >= MIN_GROWING)
      && !(after.is_steady && after.n_turns >= MIN_TURNS))
    return FALSE;
  figures->amplitude = range / 2;
  figures->period = after.period;
  if (is_over || (elapsed >= MIN_WATCH && after.n_turns >= FINAL_TURNS && !after.grows))
    figures->state = after.grows ? GSCOPE_STEP_STATE_DIVERGING : GSCOPE_STEP_STATE_OSCILLATING;
  return TRUE;
}

/* Returns whether the levels differ by more than chance and rounding explain. */
static gboolean
has_step (const GscopeStepFigures *figures)
{
  double height = fabs (figures->after - figures->before);

  return height > gscope_step_figures_get_error (figures)
         && height > ROUNDING * MAX (fabs (figures->before), fabs (figures->after));
}

static void
take_levels (const Step *self, GscopeStepFigures *figures)
{
  figures->before = self->low.mean;
  figures->after = self->high.mean;
  figures->before_error = self->low.error;
  figures->after_error = self->high.error;
  figures->before_span = self->low.span;
  figures->after_span = self->high.span;
  figures->spacing = self->spacing;
}

void
gscope_step_measure (const GscopeStepPoints *before, const GscopeStepPoints *after, double until,
                     gboolean is_over, GscopeStepFigures *figures, GArray *curve)
{
  Step step;
  Line line;

  gscope_step_figures_clear (figures);
  figures->state = is_over ? GSCOPE_STEP_STATE_NONE : GSCOPE_STEP_STATE_SETTLING;
  g_array_set_size (curve, 0);
  if (before->samples->len == 0 || after->samples->len < MIN_SAMPLES)
    return;
  /* several samples may have the same time, so that no time has passed */
  if (gscope_step_points_get (after, after->samples->len - 1)->time <= until)
    return;

  step_init (&step, before, after, until);
  take_levels (&step, figures);
  if (find_swing (&step, is_over, figures) || !has_step (figures))
    return;
  figures->noise = choose_smoothing (&step, &figures->smoothing);
  line = draw_line (&step);
  measure_line (&step, &line, is_over, figures);
  if (is_over && figures->state == GSCOPE_STEP_STATE_UNSETTLED
      && (step.elapsed - until) * GSCOPE_SEC >= 0.9 * GSCOPE_STEP_MAX_TIME && drifts (&step))
    {
      figures->state = GSCOPE_STEP_STATE_DIVERGING;
      forget_times (figures);
    }
  give_curve (&line, figures->smoothing, curve);
  g_free (line.samples);
}
