/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/player.h>
#include <gscope/scope/scope.h>
#include <gscope/trigger/trigger.h>

G_BEGIN_DECLS

/**
 * GSCOPE_COMPARISON_MAX_OFFSET:
 *
 * The largest offset of a comparison in both directions, nanoseconds: a day.
 *
 * Since: 1.0
 */
#define GSCOPE_COMPARISON_MAX_OFFSET (86400 * GSCOPE_SEC)

#define GSCOPE_TYPE_COMPARISON (gscope_comparison_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeComparison, gscope_comparison, GSCOPE, COMPARISON, GObject)

GSCOPE_AVAILABLE_IN_1_0
guint gscope_comparison_get_number (GscopeComparison *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_comparison_get_label (GscopeComparison *self);
GSCOPE_AVAILABLE_IN_1_0
GscopePlayer *gscope_comparison_get_player (GscopeComparison *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_comparison_start_async (GscopeComparison *self, GCancellable *cancellable,
                                    GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_comparison_start_finish (GscopeComparison *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_comparison_end (GscopeComparison *self);

GSCOPE_AVAILABLE_IN_1_0
void gscope_comparison_set_trigger (GscopeComparison *self, GscopeTrigger *trigger);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_comparison_list_anchors (GscopeComparison *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_comparison_dup_title (GscopeComparison *self, const char *anchor);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_comparison_get_anchor (GscopeComparison *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_comparison_align (GscopeComparison *self, const char *anchor, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_comparison_get_offset (GscopeComparison *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_comparison_set_offset (GscopeComparison *self, gint64 offset);
GSCOPE_AVAILABLE_IN_1_0
GscopeSignal *gscope_comparison_find_compared (GscopeComparison *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_comparison_dup_description (GscopeComparison *self);

G_END_DECLS
