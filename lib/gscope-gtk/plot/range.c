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

static gboolean
is_range (double min, double max)
{
  return isfinite (min) && isfinite (max) && min <= max;
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

static void
tighten (double *min, double *max)
{
  double step;

  *min = CLAMP (*min, -LARGE, LARGE);
  *max = CLAMP (*max, -LARGE, LARGE);
  spread (min, max);
  include_zero (min, max);
  step = gscope_gtk_round_up ((*max - *min) / DIVISIONS);
  /* A value that is a multiple except for rounding stays unchanged. */
  *min = floor (*min / step + 1e-9) * step;
  *max = ceil (*max / step - 1e-9) * step;
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
  tighten (&min, &max);
  return take (self, min, max);
}

gboolean
gscope_gtk_range_follow (GscopeGtkRange *self, double min, double max, gint64 time)
{
  double tight_min = min, tight_max = max;

  if (!is_range (min, max))
    return FALSE;
  tighten (&tight_min, &tight_max);
  if (self->roomy_since == G_MININT64)
    return take (self, tight_min, tight_max);
  if (min < self->min || max > self->max)
    return grow (self, min, max);
  if (tight_max - tight_min > (self->max - self->min) / 2)
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
  if (!is_range (min, max))
    return;
  tighten (&min, &max);
  take (self, min, max);
}
