/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/playback/player.h>
#include <gscope/scope/scope.h>
#include <gscope/trigger/trigger.h>

/* The name of the anchor at the newest samples. */
#define GSCOPE_ANCHOR_END "end"

/* The instants that a scope and a recording have in common, by names as GscopeComparison describes them. */
typedef struct _GscopeAnchors GscopeAnchors;

GscopeAnchors *gscope_anchors_new (GscopeScope *scope, GscopePlayer *player);
void gscope_anchors_free (GscopeAnchors *self);
/* Sets the trigger of the anchor “trigger”; NULL for none. */
void gscope_anchors_set_trigger (GscopeAnchors *self, GscopeTrigger *trigger);
/* Collects the markers of the recording, once it was read. */
void gscope_anchors_collect (GscopeAnchors *self);

/* Lists the names of the anchors that both may have. */
GStrv gscope_anchors_list (GscopeAnchors *self);
/* Returns the name of the anchor that fits best: the marker that came last here, else the newest samples, or in playback the
 * beginnings. */
char *gscope_anchors_choose (GscopeAnchors *self);
/* Finds the time of an anchor here and in the recording, which is not moved. */
gboolean gscope_anchors_find (GscopeAnchors *self, const char *anchor, gint64 *here, gint64 *there);
/* Returns the first marker of the recording with the name; NULL if it has none. */
GscopeMarker *gscope_anchors_find_marker (GscopeAnchors *self, const char *anchor);
/* Returns the name of an anchor for people. */
char *gscope_anchors_dup_title (GscopeAnchors *self, const char *anchor);

/* Returns the signal of the recording that is compared with a signal; NULL if it has none. */
GscopeSignal *gscope_anchors_find_compared (GscopePlayer *player, GscopeSignal *signal);
