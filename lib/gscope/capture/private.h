/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/capture/capture.h>

/* Makes a capture without samples. */
GscopeCapture *gscope_capture_new (guint64 number, gint64 time, gint64 zero);
/* Copies the samples and gaps of a signal from begin to end, not included, with a sample beside each end to which lines
 * are drawn. */
void gscope_capture_copy (GscopeCapture *self, GscopeSignal *signal, gint64 begin, gint64 end);
