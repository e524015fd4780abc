/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/signal/signal.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CAPTURE (gscope_capture_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeCapture, gscope_capture, GSCOPE, CAPTURE, GObject)

GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_capture_get_number (GscopeCapture *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_capture_get_time (GscopeCapture *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_capture_get_zero (GscopeCapture *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrace *gscope_capture_get_trace (GscopeCapture *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrace *gscope_capture_find_trace (GscopeCapture *self, const char *full_name);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_capture_get_n_gaps (GscopeCapture *self);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_capture_get_bytes (GscopeCapture *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_capture_get_kept (GscopeCapture *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_capture_set_kept (GscopeCapture *self, gboolean kept);

G_END_DECLS
