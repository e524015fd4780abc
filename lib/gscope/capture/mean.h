/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/capture/list.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CAPTURE_MEAN (gscope_capture_mean_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeCaptureMean, gscope_capture_mean, GSCOPE, CAPTURE_MEAN, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeCaptureMean *gscope_capture_mean_new (GscopeCaptureList *list, guint max_captures,
                                            gint64 interval, guint n_points);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_capture_mean_add_signal (GscopeCaptureMean *self, const char *full_name, gboolean holds);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_capture_mean_measure (GscopeCaptureMean *self, guint n);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_capture_mean_get_n_captures (GscopeCaptureMean *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeCapture *gscope_capture_mean_get_capture (GscopeCaptureMean *self);

G_END_DECLS
