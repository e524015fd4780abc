/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/step/private.h>

#include <math.h>

/**
 * GscopeStep:
 *
 * The response of a signal to a step: to the write of a parameter that steers it, or to a step of
 * its reference ([method@Signal.set_followers]) after the last write.
 *
 * Since: 1.0
 */
struct _GscopeStep
{
  GObject parent_instance;

  GscopeStepCause cause;
  gint64 begin;
  GscopeSignal *signal;
  GscopeStepResponse *response;
};

G_DEFINE_FINAL_TYPE (GscopeStep, gscope_step, G_TYPE_OBJECT)

static void
gscope_step_finalize (GObject *object)
{
  GscopeStep *self = GSCOPE_STEP (object);

  g_clear_object (&self->cause.marker);
  g_clear_object (&self->cause.parameter);
  g_clear_object (&self->cause.reference);
  g_object_unref (self->signal);
  gscope_step_response_unref (self->response);
  G_OBJECT_CLASS (gscope_step_parent_class)->finalize (object);
}

static void
gscope_step_class_init (GscopeStepClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = gscope_step_finalize;
}

static void
gscope_step_init (GscopeStep *self)
{
}

static gpointer
ref (gpointer object)
{
  return object ? g_object_ref (object) : NULL;
}

GscopeStep *
gscope_step_new (const GscopeStepCause *cause, GscopeSignal *signal, gint64 begin)
{
  GscopeStep *self = g_object_new (GSCOPE_TYPE_STEP, NULL);

  self->cause = *cause;
  ref (cause->marker);
  ref (cause->parameter);
  ref (cause->reference);
  self->begin = begin;
  self->signal = g_object_ref (signal);
  self->response =
      gscope_step_response_new (gscope_signal_get_trace (signal), begin, cause->time, cause->until);
  return self;
}

GscopeStep *
gscope_step_new_longer (GscopeStep *self, gint64 until)
{
  GscopeStepCause cause = self->cause;

  cause.until = until;
  return gscope_step_new (&cause, self->signal, self->begin);
}

gboolean
gscope_step_is_settling (GscopeStep *self)
{
  GscopeStepFigures figures;

  gscope_step_response_get_figures (self->response, &figures);
  return figures.state == GSCOPE_STEP_STATE_SETTLING;
}

gboolean
gscope_step_is_conclusive (GscopeStep *self)
{
  GscopeStepFigures figures;

  gscope_step_response_get_figures (self->response, &figures);
  return figures.state != GSCOPE_STEP_STATE_SETTLING && figures.state != GSCOPE_STEP_STATE_NONE;
}

gboolean
gscope_step_is_unstable (GscopeStep *self)
{
  GscopeStepFigures figures;

  gscope_step_response_get_figures (self->response, &figures);
  return figures.state == GSCOPE_STEP_STATE_OSCILLATING
         || figures.state == GSCOPE_STEP_STATE_DIVERGING;
}

gboolean
gscope_step_is_alike (GscopeStep *self, GscopeStep *other)
{
  return self->signal == other->signal && self->cause.reference == other->cause.reference
         && (self->cause.to > self->cause.from) == (other->cause.to > other->cause.from);
}

/**
 * gscope_step_get_marker:
 * @self: a step
 *
 * Gets the marker of the write; for a reference's step, the marker of the last write before it.
 *
 * Returns: (transfer none) (nullable): the marker; %NULL if nothing was written
 *
 * Since: 1.0
 */
GscopeMarker *
gscope_step_get_marker (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->cause.marker;
}

/**
 * gscope_step_get_parameter:
 * @self: a step
 *
 * Gets the parameter that was written; for a reference's step, the parameter of the last write
 * before it.
 *
 * Returns: (transfer none) (nullable): the parameter; %NULL if nothing was written
 *
 * Since: 1.0
 */
GscopeParameter *
gscope_step_get_parameter (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->cause.parameter;
}

/**
 * gscope_step_get_signal:
 * @self: a step
 *
 * Gets the signal that responds.
 *
 * Returns: (transfer none): the signal
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_step_get_signal (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->signal;
}

/**
 * gscope_step_get_reference:
 * @self: a step
 *
 * Gets the reference that stepped.
 *
 * Returns: (transfer none) (nullable): the reference; %NULL if a parameter was written
 *
 * Since: 1.0
 */
GscopeSignal *
gscope_step_get_reference (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->cause.reference;
}

/**
 * gscope_step_get_time:
 * @self: a step
 *
 * Gets the time of the step.
 *
 * Returns: the time in nanoseconds on the scope's clock
 *
 * Since: 1.0
 */
gint64
gscope_step_get_time (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), 0);

  return self->cause.time;
}

/**
 * gscope_step_get_levels:
 * @self: a step
 * @from: (out): the reference's value before the step
 * @to: (out): the reference's value after the step
 *
 * Gets the levels of the reference's step, in the reference's unit; both are not-a-number if a
 * parameter was written.
 *
 * Since: 1.0
 */
void
gscope_step_get_levels (GscopeStep *self, double *from, double *to)
{
  g_return_if_fail (GSCOPE_IS_STEP (self));

  *from = self->cause.reference ? self->cause.from : NAN;
  *to = self->cause.reference ? self->cause.to : NAN;
}

/**
 * gscope_step_get_response:
 * @self: a step
 *
 * Gets the measured response.
 *
 * Returns: (transfer none): the response
 *
 * Since: 1.0
 */
GscopeStepResponse *
gscope_step_get_response (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->response;
}
