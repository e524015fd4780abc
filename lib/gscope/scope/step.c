/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#include <gscope/scope/step-private.h>

/**
 * GscopeStep:
 *
 * The write of a parameter and how one of the signals that it steers responds.
 */
struct _GscopeStep
{
  GObject parent_instance;

  GscopeMarker *marker;
  GscopeParameter *parameter;
  GscopeSignal *signal;
  GscopeStepResponse *response;
};

G_DEFINE_FINAL_TYPE (GscopeStep, gscope_step, G_TYPE_OBJECT)

static void
gscope_step_finalize (GObject *object)
{
  GscopeStep *self = GSCOPE_STEP (object);

  g_object_unref (self->marker);
  g_object_unref (self->parameter);
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

GscopeStep *
gscope_step_new (GscopeMarker *marker, GscopeParameter *parameter, GscopeSignal *signal,
                 gint64 begin)
{
  GscopeStep *self = g_object_new (GSCOPE_TYPE_STEP, NULL);

  self->marker = g_object_ref (marker);
  self->parameter = g_object_ref (parameter);
  self->signal = g_object_ref (signal);
  self->response = gscope_step_response_new (gscope_signal_get_trace (signal), begin,
                                             gscope_marker_get_time (marker));
  return self;
}

gboolean
gscope_step_is_settling (GscopeStep *self)
{
  GscopeStepFigures figures;

  gscope_step_response_get_figures (self->response, &figures);
  return figures.state == GSCOPE_STEP_SETTLING;
}

/**
 * gscope_step_get_marker:
 * @self: a step
 *
 * Gets the marker of the write.
 *
 * Returns: (transfer none): the marker
 */
GscopeMarker *
gscope_step_get_marker (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->marker;
}

/**
 * gscope_step_get_parameter:
 * @self: a step
 *
 * Gets the parameter that was written.
 *
 * Returns: (transfer none): the parameter
 */
GscopeParameter *
gscope_step_get_parameter (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->parameter;
}

/**
 * gscope_step_get_signal:
 * @self: a step
 *
 * Gets the signal that responds.
 *
 * Returns: (transfer none): the signal
 */
GscopeSignal *
gscope_step_get_signal (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->signal;
}

/**
 * gscope_step_get_response:
 * @self: a step
 *
 * Gets how it responds.
 *
 * Returns: (transfer none): the response
 */
GscopeStepResponse *
gscope_step_get_response (GscopeStep *self)
{
  g_return_val_if_fail (GSCOPE_IS_STEP (self), NULL);

  return self->response;
}
