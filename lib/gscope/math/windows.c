/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/math/functions.h>

#include <glib/gi18n-lib.h>
#include <gscope/trace/gap.h>
#include <math.h>

/* Functions that remember earlier values. A value holds until the next one, so that rows in which the argument has no
 * sample of its own change no result. After a gap they start again. */

enum
{
  FIRST_SIZE = 64,
};

/* Samples of a window, the oldest first, in a ring whose size is a power of two. */
typedef struct
{
  GscopeSample *items;
  gsize size;
  gsize begin;
  gsize n;
  /* whether there was no memory for a sample, so that there are no results up to the next gap */
  gboolean is_full;
} Ring;

/* A sum whose rounding errors are kept apart (Neumaier, Rundungsfehleranalyse einiger Verfahren zur Summation endlicher
 * Summen, 1974). */
typedef struct
{
  double sum;
  double error;
} Sum;

typedef struct
{
  Ring ring;
  Sum sum;
  /* the time over which the sum is */
  gint64 begin;
  gint64 end;
} Mean;

typedef struct
{
  Ring edges;
  double last;
  gboolean has_last;
} Count;

typedef struct
{
  GscopeSample last;
  double result;
  gboolean has_last;
} Last;

typedef struct
{
  Sum sum;
  GscopeSample last;
  gboolean has_last;
} Integral;

static GscopeSample *
ring_get (const Ring *self, gsize i)
{
  return &self->items[(self->begin + i) & (self->size - 1)];
}

static void
ring_clear (Ring *self)
{
  self->n = 0;
  self->is_full = FALSE;
}

static void
ring_free (Ring *self, gsize *budget)
{
  *budget += self->size * sizeof *self->items;
  g_free (self->items);
  *self = (Ring){ 0 };
}

static gboolean
ring_grow (Ring *self, gsize *budget)
{
  gsize size = self->size ? 2 * self->size : FIRST_SIZE;
  gsize bytes = (size - self->size) * sizeof *self->items;
  GscopeSample *items;

  if (bytes > *budget)
    return FALSE;
  *budget -= bytes;
  items = g_new (GscopeSample, size);
  for (gsize i = 0; i < self->n; i++)
    items[i] = *ring_get (self, i);
  g_free (self->items);
  self->items = items;
  self->size = size;
  self->begin = 0;
  return TRUE;
}

static void
ring_push (Ring *self, gint64 time, double value, gsize *budget)
{
  if (self->n == self->size && !ring_grow (self, budget))
    {
      self->is_full = TRUE;
      return;
    }
  *ring_get (self, self->n++) = (GscopeSample){ time, value };
}

static void
ring_pop (Ring *self)
{
  self->begin = (self->begin + 1) & (self->size - 1);
  self->n--;
}

static void
sum_add (Sum *self, double value)
{
  double sum = self->sum + value;

  if (fabs (self->sum) >= fabs (value))
    self->error += (self->sum - sum) + value;
  else
    self->error += (value - sum) + self->sum;
  self->sum = sum;
}

static double
no_value (void)
{
  return gscope_gap_value (GSCOPE_GAP_CAUSE_NO_VALUE);
}

/* Returns the result for an argument that has no finite value: its gap, or one for an overflow, which would stay in a sum. */
static double
get_gap (double value)
{
  return isnan (value) ? value : no_value ();
}

static gboolean
is_fresh (const GscopeMathOperation *self, const GscopeMathRows *rows, gsize i)
{
  return !rows->fresh || (rows->fresh[i] & self->inputs);
}

static void
clear_ring (GscopeMathOperation *self)
{
  Ring *ring = self->state;

  ring_free (ring, self->budget);
}

static void
clear_mean (GscopeMathOperation *self)
{
  Mean *mean = self->state;

  ring_free (&mean->ring, self->budget);
  *mean = (Mean){ 0 };
}

static void
clear_count (GscopeMathOperation *self)
{
  Count *count = self->state;

  ring_free (&count->edges, self->budget);
  *count = (Count){ 0 };
}

static void
clear_last (GscopeMathOperation *self)
{
  *(Last *) self->state = (Last){ 0 };
}

static void
clear_integral (GscopeMathOperation *self)
{
  *(Integral *) self->state = (Integral){ 0 };
}

/* Moves the beginning of the sum to a time. */
static void
leave_old (Mean *self, gint64 from)
{
  while (self->begin < from)
    {
      gint64 next = self->ring.n > 1 ? ring_get (&self->ring, 1)->time : self->end;
      gint64 end = MIN (next, from);

      sum_add (&self->sum, -ring_get (&self->ring, 0)->value * (double) (end - self->begin));
      self->begin = end;
      if (end == next && self->ring.n > 1)
        ring_pop (&self->ring);
      else if (end == next)
        return;
    }
}

static double
take_mean (Mean *self, gint64 time, double value, gint64 window, gsize *budget)
{
  const GscopeSample *last;

  if (self->ring.n == 0)
    self->begin = self->end = time;
  else
    sum_add (&self->sum,
             ring_get (&self->ring, self->ring.n - 1)->value * (double) (time - self->end));
  self->end = time;
  last = self->ring.n > 0 ? ring_get (&self->ring, self->ring.n - 1) : NULL;
  if (!last || last->value != value)
    ring_push (&self->ring, time, value, budget);
  if (self->ring.is_full)
    return no_value ();
  leave_old (self, time - window);
  if (self->begin == self->end)
    return value;
  return (self->sum.sum + self->sum.error) / (double) (self->end - self->begin);
}

static void
mean_block (GscopeMathOperation *self, const GscopeMathRows *rows, const double *in, double *out,
            gboolean squares)
{
  Mean *mean = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      double x = squares ? in[i] * in[i] : in[i];

      if (!isfinite (x))
        {
          ring_clear (&mean->ring);
          mean->sum = (Sum){ 0 };
          out[i] = get_gap (in[i]);
        }
      else if (mean->ring.is_full)
        out[i] = no_value ();
      else
        {
          double result = take_mean (mean, rows->times[i], x, self->window, self->budget);

          out[i] = squares && result == result ? sqrt (MAX (result, 0)) : result;
        }
    }
}

static void
compute_mean (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
              double *out)
{
  mean_block (self, rows, in[0], out, FALSE);
}

static void
compute_rms (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
             double *out)
{
  mean_block (self, rows, in[0], out, TRUE);
}

/* Keeps the values that are larger than all later ones, each with the time at which it stopped to hold. */
static double
take_extreme (Ring *self, gint64 time, double value, gint64 window, gsize *budget)
{
  if (self->n > 0)
    ring_get (self, self->n - 1)->time = time;
  while (self->n > 0 && ring_get (self, self->n - 1)->value <= value)
    self->n--;
  while (self->n > 0 && ring_get (self, 0)->time <= time - window)
    ring_pop (self);
  ring_push (self, G_MAXINT64, value, budget);
  return self->is_full ? no_value () : ring_get (self, 0)->value;
}

static void
extreme_block (GscopeMathOperation *self, const GscopeMathRows *rows, const double *in, double *out,
               double sign)
{
  Ring *ring = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      double x = in[i];

      if (isnan (x))
        {
          ring_clear (ring);
          out[i] = x;
        }
      else if (ring->is_full)
        out[i] = no_value ();
      else
        {
          double result = take_extreme (ring, rows->times[i], sign * x, self->window, self->budget);

          out[i] = isnan (result) ? result : sign * result;
        }
    }
}

static void
compute_max (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
             double *out)
{
  extreme_block (self, rows, in[0], out, 1);
}

static void
compute_min (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
             double *out)
{
  extreme_block (self, rows, in[0], out, -1);
}

static void
compute_count (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
               double *out)
{
  Count *count = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      double x = in[0][i];

      if (isnan (x))
        {
          ring_clear (&count->edges);
          count->has_last = FALSE;
          out[i] = x;
          continue;
        }
      if (count->has_last && count->last == 0 && x != 0 && !count->edges.is_full)
        ring_push (&count->edges, rows->times[i], x, self->budget);
      count->last = x;
      count->has_last = TRUE;
      while (count->edges.n > 0
             && ring_get (&count->edges, 0)->time <= rows->times[i] - self->window)
        ring_pop (&count->edges);
      out[i] = count->edges.is_full ? no_value () : (double) count->edges.n;
    }
}

static void
compute_delay (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
               double *out)
{
  Ring *ring = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      gint64 from = rows->times[i] - self->window;
      double x = in[0][i], last = ring->n > 0 ? ring_get (ring, ring->n - 1)->value : 0;

      if (ring->n == 0 || !(x == last || (isnan (x) && isnan (last))))
        ring_push (ring, rows->times[i], x, self->budget);
      if (ring->is_full)
        ring_clear (ring);
      while (ring->n > 1 && ring_get (ring, 1)->time <= from)
        ring_pop (ring);
      out[i] =
          ring->n > 0 && ring_get (ring, 0)->time <= from ? ring_get (ring, 0)->value : no_value ();
    }
}

static void
compute_lowpass (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
                 double *out)
{
  Last *state = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      double x = in[0][i];

      if (!isfinite (x))
        state->has_last = FALSE;
      else if (state->has_last)
        state->result +=
            (state->last.value - state->result)
            * -expm1 ((double) (state->last.time - rows->times[i]) / (double) self->window);
      else
        state->result = x;
      state->has_last = isfinite (x);
      state->last = (GscopeSample){ rows->times[i], x };
      out[i] = isfinite (x) ? state->result : get_gap (x);
    }
}

static void
compute_rate (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
              double *out)
{
  Last *state = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      GscopeSample now = { rows->times[i], in[0][i] };

      if (isnan (now.value))
        {
          state->has_last = FALSE;
          out[i] = now.value;
          continue;
        }
      if (!state->has_last)
        state->result = no_value ();
      else if (is_fresh (self, rows, i) && now.time > state->last.time)
        state->result =
            (now.value - state->last.value) / ((double) (now.time - state->last.time) * 1e-9);
      if (!state->has_last || is_fresh (self, rows, i))
        state->last = now;
      state->has_last = TRUE;
      out[i] = state->result;
    }
}

static void
compute_previous (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
                  double *out)
{
  Last *state = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      double x = in[0][i];

      if (!isnan (x) && (!state->has_last || is_fresh (self, rows, i)))
        {
          state->result = state->has_last ? state->last.value : no_value ();
          state->last.value = x;
        }
      state->has_last = !isnan (x);
      out[i] = isnan (x) ? x : state->result;
    }
}

static void
compute_integral (GscopeMathOperation *self, const GscopeMathRows *rows, const double *const *in,
                  double *out)
{
  Integral *state = self->state;

  for (gsize i = 0; i < rows->n; i++)
    {
      double x = in[0][i];

      if (isfinite (x) && state->has_last)
        sum_add (&state->sum, state->last.value * (double) (rows->times[i] - state->last.time));
      state->has_last = isfinite (x);
      state->last = (GscopeSample){ rows->times[i], x };
      out[i] = isfinite (x) ? (state->sum.sum + state->sum.error) * 1e-9 : get_gap (x);
    }
}

const GscopeMathFunction gscope_math_window_functions[] = {
  { "rate", 1, GSCOPE_MATH_UNIT_RATE, compute_rate, sizeof (Last), clear_last,
    .signature = "rate(x)", .description = N_ ("The change from sample to sample, a second.") },
  { "integral", 1, GSCOPE_MATH_UNIT_INTEGRAL, compute_integral, sizeof (Integral), clear_integral,
    .signature = "integral(x)",
    .description = N_ ("The integral over time from the first sample on; gaps add nothing.") },
  { "previous", 1, GSCOPE_MATH_UNIT_SAME, compute_previous, sizeof (Last), clear_last,
    .signature = "previous(x)", .description = N_ ("The value of the sample before.") },
  { "delay", 2, GSCOPE_MATH_UNIT_SAME, compute_delay, sizeof (Ring), clear_ring, TRUE,
    .signature = "delay(x, time)", N_ ("The value that x had this time ago.") },
  { "mean", 2, GSCOPE_MATH_UNIT_SAME, compute_mean, sizeof (Mean), clear_mean, TRUE,
    .signature = "mean(x, time)",
    N_ ("The mean over the latest time; each value holds until the next.") },
  { "rms", 2, GSCOPE_MATH_UNIT_SAME, compute_rms, sizeof (Mean), clear_mean, TRUE,
    .signature = "rms(x, time)", N_ ("The root of the mean square over the latest time.") },
  { "max", 2, GSCOPE_MATH_UNIT_SAME, compute_max, sizeof (Ring), clear_ring, TRUE,
    .signature = "max(x, time)", N_ ("The largest value over the latest time.") },
  { "min", 2, GSCOPE_MATH_UNIT_SAME, compute_min, sizeof (Ring), clear_ring, TRUE,
    .signature = "min(x, time)", N_ ("The smallest value over the latest time.") },
  { "count", 2, GSCOPE_MATH_UNIT_DROPPED, compute_count, sizeof (Count), clear_count, TRUE,
    .signature = "count(x, time)",
    N_ ("How often x changed from 0 to another value over the latest time.") },
  { "lowpass", 2, GSCOPE_MATH_UNIT_SAME, compute_lowpass, sizeof (Last), clear_last, TRUE,
    .signature = "lowpass(x, time)",
    N_ ("x through a filter of first order with this time constant.") },
  { NULL },
};
