/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/control/marker.h>

G_BEGIN_DECLS

/**
 * GSCOPE_MARKER_LIST_MAX:
 *
 * The most markers that a list holds.
 *
 * Since: 1.0
 */
#define GSCOPE_MARKER_LIST_MAX 10000

#define GSCOPE_TYPE_MARKER_LIST (gscope_marker_list_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeMarkerList, gscope_marker_list, GSCOPE, MARKER_LIST, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeMarkerList *gscope_marker_list_new (void);
GSCOPE_AVAILABLE_IN_1_0
void gscope_marker_list_add (GscopeMarkerList *self, GscopeMarker *marker);
GSCOPE_AVAILABLE_IN_1_0
void gscope_marker_list_remove (GscopeMarkerList *self, GscopeMarker *marker);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_marker_list_find (GscopeMarkerList *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_marker_list_get_note (GscopeMarkerList *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
void gscope_marker_list_set_note (GscopeMarkerList *self, gint64 time, const char *label);

G_END_DECLS
