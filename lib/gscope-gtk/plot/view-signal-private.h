/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/palette.h>
#include <gscope-gtk/plot/view-signal.h>

/* The operations of the view on its entries. */
GscopeGtkViewSignal *gscope_gtk_view_signal_new (GscopeScope *scope, GscopeSignal *signal,
                                                 const GscopeWorkspaceSignal *overrides);
void gscope_gtk_view_signal_set_key (GscopeGtkViewSignal *self, guint key);
/* Several signals of the view have its title: its label names the group as well. */
void gscope_gtk_view_signal_set_ambiguous (GscopeGtkViewSignal *self, gboolean ambiguous);
/* Describes its overrides, if they differ from a first description. */
GscopeWorkspaceSignal *
gscope_gtk_view_signal_describe (GscopeGtkViewSignal *self, const GscopeWorkspaceSignal *base);
/* The range that it is drawn in, where that follows the values. */
void gscope_gtk_view_signal_show_range (GscopeGtkViewSignal *self, double min, double max);
/* Makes a value its text; returns whether that changed. */
gboolean gscope_gtk_view_signal_show_value (GscopeGtkViewSignal *self, double value);
/* Made when it is first asked for. */
GscopeStatistics *gscope_gtk_view_signal_get_statistics (GscopeGtkViewSignal *self);
guint32 gscope_gtk_view_signal_resolve (GscopeGtkViewSignal *self, const GscopeGtkPalette *palette,
                                        gboolean *dashed);

/* The time of the last sample that was seen before, if there are newer ones; else G_MAXINT64. */
gint64 gscope_gtk_view_signal_take_news (GscopeGtkViewSignal *self);
