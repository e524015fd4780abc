/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/palette.h>
#include <gscope-gtk/plot/view-signal.h>

/* The operations of the view on its entries. */
GscopeGtkViewSignal *gscope_gtk_view_signal_new (GscopeScope *scope, GscopeSignal *signal,
                                                 const GscopeWorkspaceSignal *overrides);
void gscope_gtk_view_signal_set_key (GscopeGtkViewSignal *self, guint key);
/* Sets whether several signals of the view have the same title: the label then includes the group. */
void gscope_gtk_view_signal_set_ambiguous (GscopeGtkViewSignal *self, gboolean ambiguous);
/* Describes its overrides, if they differ from a first description. */
GscopeWorkspaceSignal *
gscope_gtk_view_signal_describe (GscopeGtkViewSignal *self, const GscopeWorkspaceSignal *base);
/* Sets the range in which it is drawn, if the range follows the values. */
void gscope_gtk_view_signal_show_range (GscopeGtkViewSignal *self, double min, double max);
/* Sets its displayed value. Returns whether the text changed. */
gboolean gscope_gtk_view_signal_show_value (GscopeGtkViewSignal *self, double value);
/* Creates the statistics at the first call. */
GscopeStatistics *gscope_gtk_view_signal_get_statistics (GscopeGtkViewSignal *self);
guint32 gscope_gtk_view_signal_resolve (GscopeGtkViewSignal *self, const GscopeGtkPalette *palette,
                                        gboolean *dashed);

/* Returns the time of the last sample that was already seen if there are newer ones; otherwise
 * G_MAXINT64. */
gint64 gscope_gtk_view_signal_take_news (GscopeGtkViewSignal *self);
