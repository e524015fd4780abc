/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/step-private.h>

/* Looks for the steps of a signal that others follow. Main context. */
typedef struct _GscopeStepReference GscopeStepReference;

/* From now on. */
GscopeStepReference *gscope_step_reference_new (GscopeSignal *signal);
void gscope_step_reference_free (GscopeStepReference *self);

GscopeSignal *gscope_step_reference_get_signal (GscopeStepReference *self);
/* The next step, its time and levels. Returns FALSE if there is none in what has come so far. */
gboolean gscope_step_reference_next (GscopeStepReference *self, GscopeStepCause *cause);
/* Up to when it has been looked at; G_MAXINT64 before its first sample, and after its end. */
gint64 gscope_step_reference_get_time (GscopeStepReference *self);
