/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/step/measure.h>

#include <math.h>

enum
{
  BATCH = 256,
  /* Largest number of samples before the step that are read. */
  MAX_BEFORE = 1 << 16,
  /* Number of points of a final curve. */
  MAX_KEPT = 512,
};

/* The figures are measured again when the time since the step has grown by this factor. */
#define REPEAT_FACTOR 1.03

/* `position` is the index of the next sample to read. `measured` is the time since the step at
 * which the figures were measured, in seconds. */
struct _GscopeStepResponse
{
  gatomicrefcount ref_count;
  GscopeTrace *trace;
  gint64 begin;
  gint64 time;
  gint64 until;
  gint64 end;
  gboolean has_begun;
  guint64 position;
  double measured;
  GscopeStepPoints before;
  GscopeStepPoints after;
  GscopeStepFigures figures;
  GArray *curve;
};

G_DEFINE_BOXED_TYPE (GscopeStepResponse, gscope_step_response, gscope_step_response_ref,
                     gscope_step_response_unref)

void
gscope_step_figures_clear (GscopeStepFigures *figures)
{
  *figures = (GscopeStepFigures){ .before = NAN,
                                  .after = NAN,
                                  .before_error = NAN,
                                  .after_error = NAN,
                                  .noise = NAN,
                                  .rise = NAN,
                                  .overshoot = NAN,
                                  .settling = NAN,
                                  .delay_area = NAN,
                                  .period = NAN,
                                  .amplitude = NAN };
}

/**
 * gscope_step_figures_get_error:
 * @figures: figures of a step response
 *
 * Gets the uncertainty of the difference between the levels.
 *
 * Returns: half the width of its 95 % confidence interval, in the signal's unit
 *
 * Since: 1.0
 */
double
gscope_step_figures_get_error (const GscopeStepFigures *figures)
{
  return hypot (figures->before_error, figures->after_error);
}

/**
 * gscope_step_figures_get_change:
 * @figures: figures of a step response
 * @change: (out): the change as a fraction of the level before; -0.5 where the level is halved
 * @error: (out): half the width of its 95 % confidence interval, a fraction, too
 *
 * Gets the relative change of the level.
 *
 * Returns: %FALSE if the level before is too close to zero for a ratio; @change and @error are not
 *   set then
 *
 * Since: 1.0
 */
gboolean
gscope_step_figures_get_change (const GscopeStepFigures *figures, double *change, double *error)
{
  double base = fabs (figures->before);

  *change = (figures->after - figures->before) / base;
  *error =
      hypot (figures->after_error / base, figures->after / base * (figures->before_error / base));
  return base > 0 && base > 2 * figures->before_error && fabs (*change) < 100;
}

/**
 * gscope_step_response_new:
 * @trace: a signal's trace
 * @begin: the time of the previous step, nanoseconds; the level before is measured from here to
 *   @time
 * @time: the time of the step, nanoseconds; of a gesture, that of its first write
 * @until: the time of the gesture's last write, nanoseconds; @time if there is only one
 *
 * Creates the response of a signal to a step. It is measured by gscope_step_response_update().
 *
 * Returns: (transfer full): the response
 *
 * Since: 1.0
 */
GscopeStepResponse *
gscope_step_response_new (GscopeTrace *trace, gint64 begin, gint64 time, gint64 until)
{
  GscopeStepResponse *self = g_new0 (GscopeStepResponse, 1);

  g_atomic_ref_count_init (&self->ref_count);
  self->trace = gscope_trace_ref (trace);
  self->begin = MAX (begin, time - GSCOPE_STEP_MAX_TIME);
  self->time = time;
  self->until = MAX (time, until);
  self->end = self->until + GSCOPE_STEP_MAX_TIME;
  gscope_step_points_init (&self->before);
  gscope_step_points_init (&self->after);
  self->curve = g_array_new (FALSE, FALSE, sizeof (GscopeStepPoint));
  gscope_step_figures_clear (&self->figures);
  return self;
}

/**
 * gscope_step_response_ref:
 * @self: a response
 *
 * Adds a reference.
 *
 * Returns: (transfer full): @self
 *
 * Since: 1.0
 */
GscopeStepResponse *
gscope_step_response_ref (GscopeStepResponse *self)
{
  g_atomic_ref_count_inc (&self->ref_count);
  return self;
}

static void
drop_samples (GscopeStepResponse *self)
{
  gscope_step_points_clear (&self->before);
  gscope_step_points_clear (&self->after);
  g_clear_pointer (&self->trace, gscope_trace_unref);
}

/**
 * gscope_step_response_unref:
 * @self: (transfer full): a response
 *
 * Drops a reference; the last one frees the response.
 *
 * Since: 1.0
 */
void
gscope_step_response_unref (GscopeStepResponse *self)
{
  if (!g_atomic_ref_count_dec (&self->ref_count))
    return;

  drop_samples (self);
  g_array_unref (self->curve);
  g_free (self);
}

static GscopeGapCause
find_cause (GscopeStepResponse *self, gint64 time)
{
  gsize n;
  const GscopeGap *gaps = gscope_trace_get_gaps (self->trace, time, time + 1, &n);

  return n > 0 ? gaps[n - 1].cause : GSCOPE_GAP_CAUSE_NO_VALUE;
}

static double
get_seconds (GscopeStepResponse *self, gint64 time)
{
  return (double) (time - self->time) / GSCOPE_SEC;
}

/* A break of the trace discards the samples before it. */
static void
take_before (GscopeStepResponse *self, const GscopeSample *sample)
{
  if (!isnan (sample->value))
    gscope_step_points_add (&self->before, get_seconds (self, sample->time), sample->value);
  else if (find_cause (self, sample->time) != GSCOPE_GAP_CAUSE_TICK)
    {
      gscope_step_points_clear (&self->before);
      gscope_step_points_init (&self->before);
    }
}

static void
take_after (GscopeStepResponse *self, const GscopeSample *sample)
{
  GscopeGapCause cause;

  if (!isnan (sample->value))
    {
      gscope_step_points_add (&self->after, get_seconds (self, sample->time), sample->value);
      return;
    }
  cause = find_cause (self, sample->time);
  if (cause == GSCOPE_GAP_CAUSE_SWITCHED || cause == GSCOPE_GAP_CAUSE_STOPPED)
    self->end = sample->time;
  else if (cause != GSCOPE_GAP_CAUSE_TICK)
    gscope_step_points_break (&self->after);
}

typedef void (*TakeFunc) (GscopeStepResponse *self, const GscopeSample *sample);

/* Reads complete samples. Returns whether a sample at the end or later was read. */
static gboolean
read_until (GscopeStepResponse *self, const gint64 *end, gint64 now, TakeFunc take)
{
  GscopeSample batch[BATCH];
  gsize n;

  self->position = MAX (self->position, gscope_trace_get_first (self->trace));
  while ((n = gscope_trace_read (self->trace, self->position, batch, BATCH)) > 0)
    for (gsize i = 0; i < n; i++)
      {
        if (batch[i].time >= *end)
          return TRUE;
        if (batch[i].time > now)
          return FALSE;
        take (self, &batch[i]);
        self->position++;
      }
  return FALSE;
}

/* The samples before the step are complete only once there is a sample at the step or later. */
static gboolean
begin (GscopeStepResponse *self)
{
  guint64 first = gscope_trace_find (self->trace, self->time);
  guint64 from;

  if (self->has_begun || first == gscope_trace_get_end (self->trace))
    return self->has_begun;

  self->has_begun = TRUE;
  from = gscope_trace_find (self->trace, self->begin);
  self->position = MAX (from, first - MIN (first, MAX_BEFORE));
  /* where one write follows another at once, the last sample before them is used */
  if (from == first && first > gscope_trace_get_first (self->trace))
    self->position = first - 1;
  read_until (self, &self->time, self->time, take_before);
  return TRUE;
}

/* A final curve is thinned, because it is kept for long. Its beginning stays as it is: a step may
 * take only one or two samples. */
static void
keep_curve (GscopeStepResponse *self)
{
  guint n = MAX_KEPT / 2, stride;

  drop_samples (self);
  if (self->curve->len <= MAX_KEPT)
    return;
  stride = (self->curve->len - 1) / n;
  for (guint i = n; i < self->curve->len; i += stride)
    g_array_index (self->curve, GscopeStepPoint, n++) =
        g_array_index (self->curve, GscopeStepPoint, i);
  g_array_set_size (self->curve, n);
}

/* A long response changes slowly, so it is measured less often. */
static gboolean
is_due (GscopeStepResponse *self)
{
  double elapsed = self->after.samples->len > 0
                       ? gscope_step_points_get (&self->after, self->after.samples->len - 1)->time
                       : 0;

  if (elapsed < REPEAT_FACTOR * self->measured)
    return FALSE;
  self->measured = elapsed;
  return TRUE;
}

/**
 * gscope_step_response_update:
 * @self: a response
 * @now: time up to which the trace is complete, nanoseconds; such as the scope's pen
 *
 * Measures the response again if there are new samples; less often the longer the response lasts.
 * Without new samples, or with final figures, this costs nothing.
 *
 * Returns: %TRUE if figures or curve may have changed
 *
 * Since: 1.0
 */
gboolean
gscope_step_response_update (GscopeStepResponse *self, gint64 now)
{
  guint64 position = self->position;
  gboolean is_over = FALSE;

  if (self->figures.state != GSCOPE_STEP_STATE_SETTLING)
    return FALSE;
  if (begin (self))
    is_over = read_until (self, &self->end, now, take_after);
  /* without samples before the step there is no level to compare with */
  is_over |= now >= self->end || (self->has_begun && self->before.samples->len == 0);
  if (!is_over && (self->position == position || !is_due (self)))
    return FALSE;

  gscope_step_measure (&self->before, &self->after, get_seconds (self, self->until), is_over,
                       &self->figures, self->curve);
  if (self->figures.state != GSCOPE_STEP_STATE_SETTLING)
    keep_curve (self);
  return TRUE;
}

/**
 * gscope_step_response_end:
 * @self: a response
 * @end: time of the next step, nanoseconds
 *
 * Ends the response: samples from @end on do not belong to it. It becomes final with the next
 * update after that time.
 *
 * Since: 1.0
 */
void
gscope_step_response_end (GscopeStepResponse *self, gint64 end)
{
  self->end = CLAMP (end, self->time, self->end);
}

/**
 * gscope_step_response_get_figures:
 * @self: a response
 * @figures: (out caller-allocates): the figures as of the last update
 *
 * Gets the figures.
 *
 * Since: 1.0
 */
void
gscope_step_response_get_figures (GscopeStepResponse *self, GscopeStepFigures *figures)
{
  *figures = self->figures;
}

/**
 * gscope_step_response_get_curve:
 * @self: a response
 * @n: (out): the number of points
 *
 * Gets the normalised response over time, as of the last update: it goes from 0 to 1 both for a
 * rise and for a fall. A step without an effect has no curve.
 *
 * Returns: (array length=n) (transfer none): the curve; valid until the next update
 *
 * Since: 1.0
 */
const GscopeStepPoint *
gscope_step_response_get_curve (GscopeStepResponse *self, gsize *n)
{
  *n = self->curve->len;
  return (const GscopeStepPoint *) (gpointer) self->curve->data;
}

/**
 * gscope_step_response_dup_curve: (rename-to gscope_step_response_get_curve)
 * @self: a response
 * @n: (out): the number of points
 *
 * Copies the normalised response over time, as gscope_step_response_get_curve() gets it, for
 * languages that keep it after the next update.
 *
 * Returns: (transfer full) (array length=n) (nullable): the curve
 *
 * Since: 1.0
 */
GscopeStepPoint *
gscope_step_response_dup_curve (GscopeStepResponse *self, gsize *n)
{
  const GscopeStepPoint *curve = gscope_step_response_get_curve (self, n);

  return g_memdup2 (curve, *n * sizeof *curve);
}
