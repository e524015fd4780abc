/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>

/* Lanes of signals of states: the signals of a group are rows of one lane. */

/* Returns whether the values of a signal are states. */
gboolean gscope_gtk_state_lane_takes (GscopeGtkViewSignal *signal);
/* Returns the title of a signal's group, or in a recording its name; it may be empty. */
char *gscope_gtk_state_lane_dup_title (GscopeGtkViewSignal *entry);
/* Gives the i-th signal of a lane its row. */
void gscope_gtk_state_lane_place_row (GscopeGtkScene *self, const GscopeGtkSceneLane *lane, guint i,
                                      GscopeGtkStroke *stroke);
