/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope-gtk/plot/range.h>
#include <gscope-gtk/plot/ruler.h>
#include <math.h>

/* How long less than half of the range must be in use before it shrinks, ns. */
#define SHRINK_DELAY G_GINT64_CONSTANT (3000000000)

/* A positive range whose minimum is below this fraction of its maximum begins at zero. */
#define CLOSE (1.0 / 3)

/* Larger values, and smaller relative differences, are beyond the precision of the arithmetic. */
#define LARGE 1e300
#define TINY 1e-290
#define SAME 1e-12

#define DIVISIONS 5

/* of the ends of a logarithmic range */
#define MAX_RATIO 1e12

static gboolean
is_range (const GscopeGtkRange *self, double min, double max)
{
  return isfinite (min) && isfinite (max) && min <= max && (!self->logarithmic || min > 0);
}

static void
spread (double *min, double *max)
{
  double size = MAX (fabs (*min), fabs (*max));

  if (*max - *min > size * SAME && *max - *min > TINY)
    return;
  if (size <= TINY)
    {
      *min = 0;
      *max = 1;
      return;
    }
  *min -= gscope_gtk_round_up (size / 10);
  *max += gscope_gtk_round_up (size / 10);
}

static void
include_zero (double *min, double *max)
{
  if (*min > 0 && *min < *max * CLOSE)
    *min = 0;
  else if (*max < 0 && *max > *min * CLOSE)
    *max = 0;
}

/* Rounds a positive number down to 1, 2 or 5 times a power of ten. */
static double
round_down (double value)
{
  return 1 / gscope_gtk_round_up (1 / value);
}

static void
tighten_logarithmic (double *min, double *max)
{
  *max = MIN (*max, LARGE);
  *min = CLAMP (*min, TINY, LARGE);
  *min = MAX (*min, *max / MAX_RATIO);
  if (*max < 10 * *min)
    {
      *min = pow (10, floor (log10 (*min) + 1e-9));
      *max = pow (10, ceil (MAX (log10 (*max) - 1e-9, log10 (*min) + 1)));
      return;
    }
  *min = round_down (*min);
  *max = gscope_gtk_round_up (*max);
}

static void
tighten (const GscopeGtkRange *self, double *min, double *max)
{
  double step;

  if (self->logarithmic)
    {
      tighten_logarithmic (min, max);
      return;
    }
  *min = CLAMP (*min, -LARGE, LARGE);
  *max = CLAMP (*max, -LARGE, LARGE);
  spread (min, max);
  include_zero (min, max);
  step = gscope_gtk_round_up ((*max - *min) / DIVISIONS);
  /* A value that is a multiple except for rounding stays unchanged. */
  *min = floor (*min / step + 1e-9) * step;
  *max = ceil (*max / step - 1e-9) * step;
}

/* Returns whether half of the range is sufficient for another one. */
static gboolean
is_roomy (const GscopeGtkRange *self, double min, double max)
{
  if (self->logarithmic)
    return 2 * log (max / min) <= log (self->max / self->min);
  return max - min <= (self->max - self->min) / 2;
}

static gboolean
take (GscopeGtkRange *self, double min, double max)
{
  gboolean changed = min != self->min || max != self->max;

  self->min = min;
  self->max = max;
  self->roomy_since = G_MAXINT64;
  return changed;
}

static gboolean
grow (GscopeGtkRange *self, double min, double max)
{
  min = MIN (min, self->min);
  max = MAX (max, self->max);
  tighten (self, &min, &max);
  return take (self, min, max);
}

gboolean
gscope_gtk_range_follow (GscopeGtkRange *self, double min, double max, gint64 time)
{
  double tight_min = min, tight_max = max;

  if (!is_range (self, min, max))
    return FALSE;
  tighten (self, &tight_min, &tight_max);
  if (self->roomy_since == G_MININT64)
    return take (self, tight_min, tight_max);
  if (min < self->min || max > self->max)
    return grow (self, min, max);
  if (!is_roomy (self, tight_min, tight_max))
    {
      self->roomy_since = G_MAXINT64;
      return FALSE;
    }
  if (self->roomy_since == G_MAXINT64)
    self->roomy_since = time;
  if (time - self->roomy_since < SHRINK_DELAY)
    return FALSE;
  return take (self, tight_min, tight_max);
}

void
gscope_gtk_range_fit (GscopeGtkRange *self, double min, double max)
{
  if (!is_range (self, min, max))
    return;
  tighten (self, &min, &max);
  take (self, min, max);
}
