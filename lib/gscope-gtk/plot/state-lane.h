/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/scene.h>

/* Lanes of signals of states: the signals of a group are rows of one lane. */

/* Returns whether the values of a signal are states. */
gboolean gscope_gtk_state_lane_takes (GscopeGtkViewSignal *signal);
/* Returns the title of a signal's group, or in a recording its name; it may be empty. */
char *gscope_gtk_state_lane_dup_title (GscopeGtkViewSignal *entry);
/* Returns the budget that belongs to a signal of states, of those in a view: the signal of its source that has its name
 * and the role “budget”. NULL if there is none, or if it is hidden. */
GscopeGtkViewSignal *
gscope_gtk_state_lane_find_budget (GListModel *signals, GscopeGtkViewSignal *row);
/* Returns whether a signal is the budget of a row that is shown. */
gboolean gscope_gtk_state_lane_is_below (GListModel *signals, GscopeGtkViewSignal *entry);
/* Gives the i-th signal of a lane its row. */
void gscope_gtk_state_lane_place_row (GscopeGtkScene *self, const GscopeGtkSceneLane *lane, guint i,
                                      GscopeGtkStroke *stroke);
/* Places the budget below the i-th row. */
void gscope_gtk_state_lane_place_below (GscopeGtkScene *self, const GscopeGtkSceneLane *lane,
                                        guint i, GscopeGtkStroke *stroke);
