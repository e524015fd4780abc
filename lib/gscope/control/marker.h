/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/trace/sample.h>

G_BEGIN_DECLS

/**
 * GscopeMarkerKind:
 * @GSCOPE_MARKER_KIND_PENDING: a write of a parameter that has not been answered
 * @GSCOPE_MARKER_KIND_WRITE: an accepted write
 * @GSCOPE_MARKER_KIND_REFUSED: a refused write
 * @GSCOPE_MARKER_KIND_NOTE: a user's note
 * @GSCOPE_MARKER_KIND_EVENT: something that a source reports
 * @GSCOPE_MARKER_KIND_FAILURE: a signal was beyond its limit
 *
 * The kind of a marker.
 *
 * Since: 1.0
 */
typedef enum
{
  GSCOPE_MARKER_KIND_PENDING,
  GSCOPE_MARKER_KIND_WRITE,
  GSCOPE_MARKER_KIND_REFUSED,
  GSCOPE_MARKER_KIND_NOTE,
  GSCOPE_MARKER_KIND_EVENT,
  GSCOPE_MARKER_KIND_FAILURE,
} GscopeMarkerKind;

#define GSCOPE_TYPE_MARKER (gscope_marker_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeMarker, gscope_marker, GSCOPE, MARKER, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeMarker *gscope_marker_new (gint64 time, GscopeMarkerKind kind, const char *subject,
                                 const char *label, const char *detail);
GSCOPE_AVAILABLE_IN_1_0
GscopeMarker *gscope_marker_new_foreign (gint64 time, GscopeMarkerKind kind, const char *origin,
                                         const char *label, const char *detail);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_marker_get_time (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeMarkerKind gscope_marker_get_kind (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_marker_get_subject (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_marker_get_label (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_marker_get_detail (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_marker_get_origin (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_marker_set_time_error (GscopeMarker *self, gint64 error, const char *far_clock);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_marker_get_time_error (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_marker_get_clock (GscopeMarker *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_marker_get_interval_error (GscopeMarker *self, GscopeMarker *other);
GSCOPE_AVAILABLE_IN_1_0
void gscope_marker_resolve (GscopeMarker *self, GscopeMarkerKind kind, const char *label,
                            const char *detail);

G_END_DECLS
