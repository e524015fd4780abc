/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/analysis/statistics.h>
#include <gscope/capture/list.h>
#include <gscope/measure/measurement.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CAPTURE_COLUMN (gscope_capture_column_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeCaptureColumn, gscope_capture_column, GSCOPE, CAPTURE_COLUMN, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeCaptureColumn *
gscope_capture_column_new (GscopeCaptureList *list, GscopeMeasurement measurement,
                           const GscopeMeasurementSettings *settings, const char *signal,
                           const char *other);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_capture_column_measure (GscopeCaptureColumn *self, guint n);
GSCOPE_AVAILABLE_IN_1_0
double gscope_capture_column_get_value (GscopeCaptureColumn *self, GscopeCapture *capture);
GSCOPE_AVAILABLE_IN_1_0
void gscope_capture_column_get_statistics (GscopeCaptureColumn *self, GscopeMeasures *statistics);

G_END_DECLS
