/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/clock/align.h>

#include <math.h>
#include <string.h>

enum
{
  /* The newest exchanges are kept as they are; of older ones, the best of each group. */
  GROUP = 8,
  MAX_RECENT = 2 * GROUP,
  MAX_FILTERED = 64,
  MAX_POINTS = MAX_FILTERED + MAX_RECENT,
  /* An hour and more of corrections, one a second. */
  MAX_SEGMENTS = 8192,
};

/* Rates are seconds per second. */

/* The largest drift of a clock, and the largest correction: the kernel's limit of frequency adjustments. */
#define MAX_DRIFT 500e-6
/* The largest drift of two clocks against each other, without a step. */
#define MAX_DIFFERENCE (2 * MAX_DRIFT)
/* PHI of RFC 5905: by how much the frequency may differ from the fitted one. */
#define TOLERANCE 15e-6
/* By how much the frequency may change over the window before old exchanges are dropped. */
#define WANDER 1e-6
/* The standard deviation of drifts that is assumed before they can be measured. */
#define USUAL_DRIFT 100e-6
/* The uncertainty of the best exchange in the fit, as part of its half round trip. */
#define BEST_WEIGHT 0.05

/* How long a correction takes at least, nanoseconds. */
#define CORRECTION_TIME GSCOPE_SEC

/* The conversion of far times from `begin` on: near + (time - begin) * (1 + rate). */
typedef struct
{
  gint64 begin;
  gint64 near;
  double rate;
  /* at its beginning, nanoseconds, and its growth per nanosecond */
  double error;
  double growth;
} Segment;

/* The line that is fitted: at the far time `far`, the near time is `near`. */
typedef struct
{
  gint64 far;
  gint64 near;
  double rate;
  /* the uncertainty of the rate, and the interval around `near`, nanoseconds */
  double growth;
  double low;
  double high;
} Line;

struct _GscopeClockAlign
{
  GscopeClockExchange points[MAX_POINTS];
  guint n_points;
  guint n_filtered;
  Line line;
  GArray *segments;
  /* The conversion from `fixed_until` on may be replaced until a time was converted after an exchange. */
  gint64 fixed_until;
  gboolean is_waiting;
  gboolean is_used;
  gint64 round_trip;
};

GscopeClockAlign *
gscope_clock_align_new (void)
{
  GscopeClockAlign *self = g_new0 (GscopeClockAlign, 1);

  self->segments = g_array_new (FALSE, FALSE, sizeof (Segment));
  self->fixed_until = G_MININT64;
  return self;
}

void
gscope_clock_align_free (GscopeClockAlign *self)
{
  g_array_unref (self->segments);
  g_free (self);
}

/* Times from outside may be any numbers, so that their sums wrap around. */

static gint64
add (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a + (guint64) b);
}

static gint64
subtract (gint64 a, gint64 b)
{
  return (gint64) ((guint64) a - (guint64) b);
}

/* Exchanges. */

static double
get_half (const GscopeClockExchange *p)
{
  return ((p->arrived - p->sent) - (p->answered - p->received)) / 2.0;
}

/* Returns the distance of a far time from the exchange, positive for later times. */
static double
get_age (const GscopeClockExchange *p, gint64 far)
{
  return (double) subtract (far, p->received) - (p->answered - p->received) / 2.0;
}

/* Returns the near time of the middle of an exchange, as distance from a line of slope one. */
static double
get_deviation (const GscopeClockExchange *p, const Line *line)
{
  double near = (double) subtract (p->sent, line->near) + (p->arrived - p->sent) / 2.0;

  return near + get_age (p, line->far);
}

static void
drop_oldest (GscopeClockAlign *self)
{
  self->n_points--;
  self->n_filtered -= self->n_filtered > 0;
  memmove (self->points, self->points + 1, self->n_points * sizeof *self->points);
}

/* Replaces the oldest group of the recent exchanges by its best one. */
static void
filter (GscopeClockAlign *self)
{
  GscopeClockExchange *group = self->points + self->n_filtered;
  guint best = 0;

  for (guint i = 1; i < GROUP; i++)
    if (get_half (group + i) < get_half (group + best))
      best = i;
  group[0] = group[best];
  self->n_points -= GROUP - 1;
  self->n_filtered++;
  memmove (group + 1, group + GROUP, (self->n_points - self->n_filtered) * sizeof *self->points);
}

static void
append (GscopeClockAlign *self, const GscopeClockExchange *exchange)
{
  if (self->n_points - self->n_filtered == MAX_RECENT)
    filter (self);
  if (self->n_filtered == MAX_FILTERED)
    drop_oldest (self);
  self->points[self->n_points++] = *exchange;
}

/* The fit. */

/* Finds the rates that all pairs of exchanges allow. */
static void
find_rates (GscopeClockAlign *self, const Line *line, double *min, double *max)
{
  double ages[MAX_POINTS], lows[MAX_POINTS], highs[MAX_POINTS];

  *min = -MAX_DRIFT;
  *max = MAX_DRIFT;
  for (guint i = 0; i < self->n_points; i++)
    {
      const GscopeClockExchange *p = &self->points[i];
      double age = get_age (p, line->far);
      double deviation = get_deviation (p, line), half = get_half (p);

      for (guint j = 0; j < i; j++)
        {
          double time = ages[j] - age;

          if (time <= 0)
            continue;
          *min = MAX (*min, (deviation - half - highs[j]) / time - WANDER);
          *max = MIN (*max, (deviation + half - lows[j]) / time + WANDER);
        }
      ages[i] = age;
      lows[i] = deviation - half;
      highs[i] = deviation + half;
    }
}

static double
find_shortest (GscopeClockAlign *self)
{
  double shortest = get_half (self->points);

  for (guint i = 1; i < self->n_points; i++)
    shortest = MIN (shortest, get_half (self->points + i));
  return shortest;
}

/* Returns the deviation at line->far, and the rate, by weighted least squares. */
static double
fit_rate (GscopeClockAlign *self, const Line *line, double min, double max, double *rate)
{
  double shortest = find_shortest (self);
  double sum = 0, sum_x = 0, sum_y = 0, sum_xx = 0, sum_xy = 0;
  double spread;

  for (guint i = 0; i < self->n_points; i++)
    {
      const GscopeClockExchange *p = &self->points[i];
      double x = -get_age (p, line->far);
      double y = get_deviation (p, line);
      double sigma = get_half (p) - shortest + BEST_WEIGHT * shortest + WANDER * fabs (x) + 1;
      double weight = 1 / (sigma * sigma);

      sum += weight;
      sum_x += weight * x;
      sum_y += weight * y;
      sum_xx += weight * x * x;
      sum_xy += weight * x * y;
    }
  spread = sum_xx - sum_x * sum_x / sum;
  *rate = (sum_xy - sum_x * sum_y / sum) / (spread + 1 / (USUAL_DRIFT * USUAL_DRIFT));
  *rate = CLAMP (*rate, min, max);
  return (sum_y - *rate * sum_x) / sum;
}

/* Intersects the intervals of all exchanges at line->far, as deviations. */
static void
intersect (GscopeClockAlign *self, const Line *line, double rate, double growth, double *low,
           double *high)
{
  *low = -G_MAXDOUBLE;
  *high = G_MAXDOUBLE;
  for (guint i = 0; i < self->n_points; i++)
    {
      const GscopeClockExchange *p = &self->points[i];
      double age = get_age (p, line->far);
      double middle = get_deviation (p, line) + rate * age;
      double room = get_half (p) + growth * fabs (age);

      *low = MAX (*low, middle - room);
      *high = MIN (*high, middle + room);
    }
}

/* Fits a line to all exchanges. Returns FALSE if none fits. */
static gboolean
try_to_fit (GscopeClockAlign *self)
{
  const GscopeClockExchange *last = &self->points[self->n_points - 1];
  Line line = { .far = last->answered, .near = last->arrived };
  double min, max, deviation, low, high;

  find_rates (self, &line, &min, &max);
  if (min > max)
    return FALSE;
  deviation = fit_rate (self, &line, min, max, &line.rate);
  line.growth = TOLERANCE + MAX (max - line.rate, line.rate - min);
  intersect (self, &line, line.rate, line.growth, &low, &high);
  if (low > high)
    return FALSE;
  deviation = round (CLAMP (deviation, low, high));
  line.near = add (line.near, (gint64) deviation);
  line.low = low - deviation;
  line.high = high - deviation;
  self->line = line;
  return TRUE;
}

/* One exchange always fits. */
static void
fit (GscopeClockAlign *self)
{
  while (!try_to_fit (self))
    drop_oldest (self);
}

/* The conversion. */

static Segment *
get_segment (GscopeClockAlign *self, guint i)
{
  return &g_array_index (self->segments, Segment, i);
}

static guint
find_segment (GscopeClockAlign *self, gint64 far)
{
  guint low = 0, high = self->segments->len;

  if (get_segment (self, high - 1)->begin <= far)
    return high - 1;
  while (high - low > 1)
    {
      guint middle = (low + high) / 2;

      if (get_segment (self, middle)->begin <= far)
        low = middle;
      else
        high = middle;
    }
  return low;
}

static gint64
convert (const Segment *segment, gint64 far)
{
  gint64 time = subtract (far, segment->begin);

  return add (add (segment->near, time), llrint ((double) time * segment->rate));
}

static double
get_segment_error (const Segment *segment, gint64 far)
{
  return segment->error + segment->growth * fabs ((double) subtract (far, segment->begin));
}

/* Adds a segment, and drops those from its beginning on. */
static void
add_segment (GscopeClockAlign *self, const Segment *segment)
{
  while (self->segments->len > 0
         && get_segment (self, self->segments->len - 1)->begin >= segment->begin)
    g_array_set_size (self->segments, self->segments->len - 1);
  if (self->segments->len == MAX_SEGMENTS)
    g_array_remove_range (self->segments, 0, MAX_SEGMENTS / 4);
  g_array_append_vals (self->segments, segment, 1);
}

static gint64
follow_line (const Line *line, gint64 far)
{
  gint64 time = subtract (far, line->far);

  return add (add (line->near, time), llrint ((double) time * line->rate));
}

/* Makes the line the conversion, as far as it is not fixed. */
static void
set_line (GscopeClockAlign *self)
{
  const Line *line = &self->line;
  gboolean is_first = self->fixed_until == G_MININT64;
  gint64 begin = is_first ? line->far : self->fixed_until;
  double age = fabs ((double) subtract (line->far, begin));
  Segment segment = { begin, follow_line (line, begin), line->rate,
                      MAX (line->high, -line->low) + line->growth * age, line->growth };

  if (is_first)
    g_array_set_size (self->segments, 0);
  add_segment (self, &segment);
}

/* Bends the conversion towards the line, from the last exchange on. */
static void
steer (GscopeClockAlign *self)
{
  const Line *line = &self->line;
  gint64 near = convert (get_segment (self, find_segment (self, line->far)), line->far);
  double behind = (double) (line->near - near);
  double time = CLAMP (fabs (behind) / MAX_DRIFT, (double) CORRECTION_TIME, 0x1p60);
  Segment bend = { line->far, near, line->rate + behind / time,
                   MAX (line->high + behind, -(line->low + behind)), line->growth };
  Segment rest;

  add_segment (self, &bend);
  rest = bend;
  rest.begin = add (bend.begin, (gint64) time);
  rest.near = convert (&bend, rest.begin);
  rest.rate = line->rate;
  rest.error = get_segment_error (&bend, rest.begin);
  add_segment (self, &rest);
}

/* Steps. */

/* Returns by how much the interval of an exchange misses those of earlier ones, 0 if a frequency explains it. */
static gint64
find_step (GscopeClockAlign *self, const GscopeClockExchange *exchange)
{
  const Line *line = &self->line;
  Line here = { .far = exchange->answered, .near = exchange->arrived };
  double half = get_half (exchange);
  double middle = get_deviation (exchange, &here) + line->rate * get_age (exchange, here.far);
  double low, high;

  if (self->n_points == 0)
    return 0;
  intersect (self, &here, line->rate, MAX_DIFFERENCE, &low, &high);
  if (low > high || (middle - half <= high && middle + half >= low))
    return 0;
  return subtract (add (exchange->arrived, (gint64) middle),
                   follow_line (line, exchange->answered));
}

/* An exchange cannot tell at which time since the last one a clock has stepped. */
static void
forget (GscopeClockAlign *self, gint64 since, gint64 until, gint64 size)
{
  for (guint i = find_segment (self, since); i < self->segments->len; i++)
    get_segment (self, i)->error += fabs ((double) size);
  self->n_points = self->n_filtered = 0;
  gscope_clock_align_resume (self, until);
}

gint64
gscope_clock_exchange_get_round_trip (const GscopeClockExchange *exchange)
{
  gint64 away, there;

  if (__builtin_sub_overflow (exchange->arrived, exchange->sent, &away)
      || __builtin_sub_overflow (exchange->answered, exchange->received, &there) || there < 0
      || there > away)
    return G_MAXINT64;
  return away - there;
}

gint64
gscope_clock_align_add (GscopeClockAlign *self, const GscopeClockExchange *exchange)
{
  gint64 step;

  if (gscope_clock_exchange_get_round_trip (exchange) == G_MAXINT64)
    return 0;
  step = find_step (self, exchange);
  if (step != 0)
    forget (self, self->line.far, exchange->received, step);
  append (self, exchange);
  fit (self);
  self->round_trip = gscope_clock_exchange_get_round_trip (exchange);
  if (self->is_used)
    steer (self);
  else
    set_line (self);
  self->is_waiting = FALSE;
  return step;
}

void
gscope_clock_align_step (GscopeClockAlign *self, gint64 far_time, gint64 size)
{
  Segment after;

  if (self->segments->len == 0)
    return;
  forget (self, far_time, far_time, 0);
  after = *get_segment (self, find_segment (self, far_time));
  after.near = add (after.near, size);
  after.error += fabs ((double) size);
  add_segment (self, &after);
}

void
gscope_clock_align_resume (GscopeClockAlign *self, gint64 far_time)
{
  if (self->segments->len == 0)
    return;
  self->fixed_until = far_time;
  self->is_waiting = TRUE;
  self->is_used = FALSE;
}

gboolean
gscope_clock_align_is_ready (GscopeClockAlign *self)
{
  return self->segments->len > 0;
}

gint64
gscope_clock_align_to_near (GscopeClockAlign *self, gint64 far_time)
{
  self->is_used = !self->is_waiting;
  return convert (get_segment (self, find_segment (self, far_time)), far_time);
}

void
gscope_clock_align_samples (GscopeClockAlign *self, GscopeSample *samples, gsize n)
{
  self->is_used = !self->is_waiting;
  for (gsize i = 0; i < n;)
    {
      guint at = find_segment (self, samples[i].time);
      Segment segment = *get_segment (self, at);
      gint64 begin = at == 0 ? G_MININT64 : segment.begin;
      gint64 end = at + 1 < self->segments->len ? get_segment (self, at + 1)->begin : G_MAXINT64;

      do
        {
          samples[i].time = convert (&segment, samples[i].time);
          i++;
        }
      while (i < n && samples[i].time >= begin && samples[i].time < end);
    }
}

gint64
gscope_clock_align_to_far (GscopeClockAlign *self, gint64 near_time)
{
  guint low = 0, high = self->segments->len;
  const Segment *segment;
  gint64 time;

  while (high - low > 1)
    {
      guint middle = (low + high) / 2;

      if (get_segment (self, middle)->near <= near_time)
        low = middle;
      else
        high = middle;
    }
  segment = get_segment (self, low);
  time = subtract (near_time, segment->near);
  time = add (segment->begin, llrint ((double) time / (1 + segment->rate)));
  return high < self->segments->len ? MIN (time, get_segment (self, high)->begin) : time;
}

gint64
gscope_clock_align_get_error (GscopeClockAlign *self, gint64 far_time)
{
  double error = get_segment_error (get_segment (self, find_segment (self, far_time)), far_time);

  return (gint64) MIN (ceil (error), 0x1p62);
}

gint64
gscope_clock_align_get_offset (GscopeClockAlign *self, gint64 far_time)
{
  return subtract (far_time, convert (get_segment (self, find_segment (self, far_time)), far_time));
}

double
gscope_clock_align_get_drift (GscopeClockAlign *self)
{
  return -self->line.rate / (1 + self->line.rate);
}

gint64
gscope_clock_align_get_round_trip (GscopeClockAlign *self)
{
  return self->round_trip;
}
