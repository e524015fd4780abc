/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

#define APP_TYPE_COMPARISON (app_comparison_get_type ())
G_DECLARE_FINAL_TYPE (AppComparison, app_comparison, APP, COMPARISON, GObject)

/* The recordings with which the first scope of a session is compared, the runs, one of which is selected. It emits “changed”,
 * also when a recording was read or moved, and “failed” with a sentence. */
AppComparison *app_comparison_new (GListModel *scopes);
/* Takes all recordings out of the scope. */
void app_comparison_close (AppComparison *self);

/* The runs, some of which may still be read; NULL before the first. */
GscopeComparisonList *app_comparison_get_runs (AppComparison *self);
/* The selected run; NULL for none, and until its recording was read. */
GscopeComparison *app_comparison_get (AppComparison *self);
/* The number of the selected run, which may still be read; 0 for none. */
guint app_comparison_get_selected (AppComparison *self);
/* Without effect if there is no run of the number. */
void app_comparison_select (AppComparison *self, guint number);
/* Returns the lowest number that no run has; 0 if there are no more. */
guint app_comparison_find_free (AppComparison *self);
/* Aligns the selected run at an anchor, or again at the same one for NULL. */
void app_comparison_align (AppComparison *self, const char *anchor);

/* The state, of GscopeWorkspaceComparison: recordings and where they are. The files are addresses. */
GPtrArray *app_comparison_describe (AppComparison *self);
void app_comparison_apply (AppComparison *self, GPtrArray *states);
/* Returns the state of a run; NULL if it has none. */
GscopeWorkspaceComparison *app_comparison_find_state (GPtrArray *states, guint number);
