/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/capture/list.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CAPTURE_MEAN (gscope_capture_mean_get_type ())
GSCOPE_EXPORT G_DECLARE_FINAL_TYPE (GscopeCaptureMean, gscope_capture_mean, GSCOPE, CAPTURE_MEAN,
                                    GObject)

GSCOPE_EXPORT GscopeCaptureMean *
gscope_capture_mean_new (GscopeCaptureList *list, guint max_captures, gint64 interval,
                         guint n_points);
GSCOPE_EXPORT void
gscope_capture_mean_add_signal (GscopeCaptureMean *self, const char *full_name, gboolean holds);
GSCOPE_EXPORT gboolean gscope_capture_mean_measure (GscopeCaptureMean *self, guint n);
GSCOPE_EXPORT guint gscope_capture_mean_get_n_captures (GscopeCaptureMean *self);
GSCOPE_EXPORT GscopeCapture *gscope_capture_mean_get_capture (GscopeCaptureMean *self);

G_END_DECLS
