/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/step.h>

/* The step before, on the same signal, was at begin. */
GscopeStep *gscope_step_new (GscopeMarker *marker, GscopeParameter *parameter, GscopeSignal *signal,
                             gint64 begin);
gboolean gscope_step_is_settling (GscopeStep *self);
