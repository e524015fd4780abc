/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/control/marker-list.h>

/* Puts a marker into a list, to which it tells its changes, or takes it off. */
void gscope_marker_join (GscopeMarker *self, GscopeMarkerList *list);
void gscope_marker_leave (GscopeMarker *self, GscopeMarkerList *list);

/* Emits that a marker of the list says something else. */
void gscope_marker_list_tell_changed (GscopeMarkerList *self, GscopeMarker *marker);

/* The most markers that the list of a recording holds. */
#define GSCOPE_MARKER_LIST_MAX_RECORDED 1000000

/* Sets how many markers the list holds at most; %GSCOPE_MARKER_LIST_MAX unless this is called. */
void gscope_marker_list_set_max (GscopeMarkerList *self, guint max);
