/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/analysis/step-measure.h>

#include <math.h>

enum
{
  /* Fewer samples since the step tell nothing. */
  MIN_SAMPLES = 8,
};

/* Parts of a step: of more noise than the first a moving mean is taken, with more than the second there
 * are levels but no times, with more than the last there is no step. */
#define SMOOTH_NOISE 0.1
#define CLEAR_NOISE 0.25
#define MOST_NOISE 0.5

/* What part of the time before a step, and since, levels are taken from. */
#define PART_BEFORE (1.0 / 2)
#define PART_AFTER (1.0 / 3)

/* A response is not final before it was watched for this many seconds. */
#define MIN_WATCH 2

/* A difference of levels that is rounding, as a part of them. */
#define ROUNDING 1e-9

/* The mean of the samples from `first` on, which are that many seconds. */
typedef struct
{
  guint first;
  double mean;
  double span;
} Level;

static Level
find_level (const GscopeStepPoints *points, double begin, double end, double part)
{
  double from = end - (end - begin) * part;
  Level level = { points->samples->len - 1, 0, 0 };

  while (level.first > 0 && gscope_step_points_get (points, level.first - 1)->time >= from)
    level.first--;
  for (guint i = level.first; i < points->samples->len; i++)
    level.mean += (gscope_step_points_get (points, i)->value - level.mean) / (i - level.first + 1);
  level.span = end - gscope_step_points_get (points, level.first)->time;
  return level;
}

/* How far means over a time are from the level. The last one, which may be of a shorter time, counts
 * only if that time is 0. */
static double
measure_excursion (const GscopeStepPoints *points, const Level *level, double width)
{
  guint n_points = points->samples->len, n = 0;
  double begin = gscope_step_points_get (points, level->first)->time;
  double mean = 0, farthest = 0;

  for (guint i = level->first; i < n_points; i++)
    {
      const GscopeStepSample *sample = gscope_step_points_get (points, i);

      if (n > 0 && sample->time - begin >= width)
        {
          farthest = MAX (farthest, fabs (mean - level->mean));
          begin = sample->time;
          n = 0;
        }
      mean = n == 0 ? sample->value : mean + (sample->value - mean) / (n + 1);
      n++;
    }
  return MAX (farthest, width > 0 ? 0 : fabs (mean - level->mean));
}

static gboolean
is_whole (const GscopeStepPoints *points, guint last)
{
  for (guint i = last - 3; i <= last; i++)
    if (gscope_step_points_get (points, i)->is_broken)
      return FALSE;
  return TRUE;
}

/* The deviation of noise from one sample to the next: the fourth difference lets a smooth curve go. */
static double
measure_roughness (const GscopeStepPoints *points, guint first)
{
  static const double weights[] = { 1, -4, 6, -4, 1 };
  double squares = 0;
  guint n = 0;

  for (guint i = first + 4; i < points->samples->len; i++)
    if (is_whole (points, i))
      {
        double difference = 0;

        for (guint k = 0; k < G_N_ELEMENTS (weights); k++)
          difference += weights[k] * gscope_step_points_get (points, i - 4 + k)->value;
        squares += difference * difference;
        n++;
      }
  /* the squares of the weights sum up to 70 */
  return n > 0 ? sqrt (squares / n / 70) : 0;
}

typedef struct
{
  const GscopeStepPoints *before;
  const GscopeStepPoints *after;
  Level low;
  Level high;
  double spacing;
  /* what the largest of so many independent values is likely to be (Donoho and Johnstone, Ideal
   * spatial adaptation by wavelet shrinkage, 1994) */
  double roughest;
} Step;

static double
measure_noise (const Step *self, double width)
{
  double rough = self->roughest / sqrt (MAX (1, width / self->spacing));

  return MAX (rough, measure_excursion (self->before, &self->low, width));
}

/* Finds over what time a mean is to be taken, an odd number of samples; returns the noise that it
 * leaves. */
static double
choose_smoothing (const Step *self, double *width)
{
  double enough = SMOOTH_NOISE * fabs (self->high.mean - self->low.mean);
  double elapsed = self->spacing * self->after->samples->len;
  double limit = MIN (elapsed / 6, self->low.span / 4);
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
  double elapsed = gscope_step_points_get (after, n - 1)->time;

  *self = (Step){ .before = before, .after = after };
  self->low = find_level (before, gscope_step_points_get (before, 0)->time, 0, PART_BEFORE);
  self->high = find_level (after, MIN (until, elapsed), elapsed, PART_AFTER);
  self->spacing = elapsed / n;
  self->roughest = sqrt (2 * log (n)) * measure_roughness (after, n / 3);
}

/* The step as a line from 0 to 1, its first samples from before it. */
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

/* A moving mean over `width` around each sample, or beside it at the ends. */
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

/* When the line came past a value on its way to a sample. */
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

/* With noise, a tenth may be reached before the step; what counts is the way to its middle. */
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

/* The sample from which on all are within the band; the number of samples if the last is not. */
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

/* What is missing within the band still counts; after twice the settling time it is noise. */
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
judge (const Line *line, guint settled, double until, gboolean is_over)
{
  double elapsed = line->samples[line->n - 1].time - until;
  double time = settled < line->n ? line->samples[settled].time - until : INFINITY;

  if ((elapsed >= MIN_WATCH && time <= elapsed / 3) || (is_over && time <= elapsed * 2 / 3))
    return GSCOPE_STEP_SETTLED;
  return is_over ? GSCOPE_STEP_UNSETTLED : GSCOPE_STEP_SETTLING;
}

/* A moving mean begins to rise before the step, and a line from the last sample before it. */
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
measure_line (Line *line, double until, gboolean is_over, GscopeStepFigures *figures)
{
  double noise = figures->noise / fabs (figures->after - figures->before);
  double band = MAX (GSCOPE_STEP_BAND, noise);
  guint settled;

  smooth (line, figures->smoothing);
  if (noise > CLEAR_NOISE)
    {
      figures->state = is_over ? GSCOPE_STEP_UNSETTLED : GSCOPE_STEP_SETTLING;
      return;
    }
  settled = find_settled (line, band);
  figures->rise = measure_rise (line);
  figures->overshoot = measure_overshoot (line, noise);
  figures->state = judge (line, settled, until, is_over);
  figures->settling = measure_settling (line, settled, band);
  figures->delay_area = measure_delay_area (line, settled);
}

void
gscope_step_measure (const GscopeStepPoints *before, const GscopeStepPoints *after, double until,
                     gboolean is_over, GscopeStepFigures *figures, GArray *curve)
{
  GscopeStepFigures nothing = {
    is_over ? GSCOPE_STEP_NONE : GSCOPE_STEP_SETTLING, NAN, NAN, NAN, 0, NAN, NAN, NAN, NAN
  };
  double height;
  Step step;
  Line line;

  *figures = nothing;
  g_array_set_size (curve, 0);
  if (before->samples->len == 0 || after->samples->len < MIN_SAMPLES)
    return;
  /* many samples may have one time, and nothing was waited for yet */
  if (gscope_step_points_get (after, after->samples->len - 1)->time <= 0)
    return;

  step_init (&step, before, after, until);
  height = fabs (step.high.mean - step.low.mean);
  figures->before = step.low.mean;
  figures->after = step.high.mean;
  figures->noise = choose_smoothing (&step, &figures->smoothing);
  if (figures->noise > MOST_NOISE * height
      || height <= ROUNDING * MAX (fabs (step.low.mean), fabs (step.high.mean)))
    return;

  line = draw_line (&step);
  measure_line (&line, until, is_over, figures);
  give_curve (&line, figures->smoothing, curve);
  g_free (line.samples);
}
