/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/field.h>
#include <gscope/measure/measurement.h>

G_BEGIN_DECLS

/**
 * GscopeMeasurementSpan:
 * @GSCOPE_MEASUREMENT_SPAN_VIEW: the time in view
 * @GSCOPE_MEASUREMENT_SPAN_CURSORS: the time between the two cursors of the view
 * @GSCOPE_MEASUREMENT_SPAN_CAPTURE: the capture that is shown
 * @GSCOPE_MEASUREMENT_SPAN_LATEST: the latest time of a fixed length
 *
 * The time over which a view measures a signal.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_MEASUREMENT_SPAN_VIEW,
  GSCOPE_MEASUREMENT_SPAN_CURSORS,
  GSCOPE_MEASUREMENT_SPAN_CAPTURE,
  GSCOPE_MEASUREMENT_SPAN_LATEST,
} GscopeMeasurementSpan;

/**
 * GscopeWorkspaceMeasurement:
 * @signal: the full name of the signal
 * @measurement: the measurement
 * @other: (nullable): the full name of the other signal, for measurements that need one
 * @over: the time over which it is measured
 * @latest: the length of that time for %GSCOPE_MEASUREMENT_SPAN_LATEST, nanoseconds
 * @percentile: the part of the samples below the percentile, %
 * @tolerance: the distance from a state within which a signal has settled, % of the amplitude
 *
 * A measurement that a view shows of one of its signals.
 *
 * Since: 1.0
 */
typedef struct
{
  char *signal;
  GscopeMeasurement measurement;
  char *other;
  GscopeMeasurementSpan over;
  gint64 latest;
  double percentile;
  double tolerance;
  /*< private >*/
  gatomicrefcount n_references;
} GscopeWorkspaceMeasurement;

#define GSCOPE_TYPE_WORKSPACE_MEASUREMENT (gscope_workspace_measurement_get_type ())
GSCOPE_AVAILABLE_IN_1_0
GType gscope_workspace_measurement_get_type (void);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceMeasurement *
gscope_workspace_measurement_new (const char *signal, GscopeMeasurement measurement);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceMeasurement *gscope_workspace_measurement_ref (GscopeWorkspaceMeasurement *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_measurement_unref (GscopeWorkspaceMeasurement *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspaceMeasurement *
gscope_workspace_measurement_copy (const GscopeWorkspaceMeasurement *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_measurement_equal (const GscopeWorkspaceMeasurement *self,
                                             const GscopeWorkspaceMeasurement *other);
GSCOPE_AVAILABLE_IN_1_0
const GscopeField *gscope_workspace_measurement_get_fields (void);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_workspace_measurement_dup_label (const GscopeWorkspaceMeasurement *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_workspace_measurement_dup_title (const GscopeWorkspaceMeasurement *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_measurement_span_get_title (GscopeMeasurementSpan self);

G_DEFINE_AUTOPTR_CLEANUP_FUNC (GscopeWorkspaceMeasurement, gscope_workspace_measurement_unref)

G_END_DECLS
