/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/chrome/chrome.h>
#include <gscope-gtk/view/view.h>

/* Describes the state of a signal at a time: its name, its begin and end, and why it ended. */
char *gscope_gtk_view_describe_state (const GscopeGtkAnnotations *annotations,
                                      GscopeGtkViewSignal *entry, gint64 time);
/* Selects the next row of states; FALSE if none is selected. */
gboolean gscope_gtk_view_step_row (GscopeGtkView *self, int direction);
/* Moves the cursor to the next change of the selected row; FALSE if none is selected. */
gboolean gscope_gtk_view_step_change (GscopeGtkView *self, int direction);

/* Returns the badge at a place, or NULL. */
GscopeGtkBadge *gscope_gtk_view_find_badge (GscopeGtkView *self, double x, double y);

/* Returns the words of the legend at a place, if entries have no room there; NULL otherwise. */
char *gscope_gtk_view_find_legend (GscopeGtkView *self, double x, double y);
/* Shows the words of a legend that has entries without room; with the keyboard, of the first legend. */
gboolean gscope_gtk_view_query_tooltip (GtkWidget *widget, int x, int y, gboolean keyboard,
                                        GtkTooltip *tooltip);

/* Returns a sentence that says why no signal is shown. */
char *gscope_gtk_view_explain_nothing (GscopeGtkView *self);
/* Returns a number that changes with the sentences of empty lanes, or of a view without lanes. */
guint gscope_gtk_view_hash_reasons (GscopeGtkView *self);
/* Describes the range of a signal, and how it is moved and magnified. */
char *gscope_gtk_view_describe_placement (GscopeGtkViewSignal *signal);
