/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/step/private.h>

/* Finds the steps of a reference, a signal that other signals follow. Main context. */
typedef struct _GscopeStepReference GscopeStepReference;

/* Creates an object that finds the steps from now on. */
GscopeStepReference *gscope_step_reference_new (GscopeSignal *signal);
void gscope_step_reference_free (GscopeStepReference *self);

GscopeSignal *gscope_step_reference_get_signal (GscopeStepReference *self);
/* Gets the time and the levels of the next step. Returns FALSE if the samples so far have no
 * further step. */
gboolean gscope_step_reference_next (GscopeStepReference *self, GscopeStepCause *cause);
/* Returns the time up to which the signal was searched; G_MAXINT64 before its first sample and
 * after its end. */
gint64 gscope_step_reference_get_time (GscopeStepReference *self);
