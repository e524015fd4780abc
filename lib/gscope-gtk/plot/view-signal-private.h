/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/plot/view-signal.h>

/* The parts of a label beside the title. */
typedef enum
{
  GSCOPE_GTK_LABEL_TITLE = 0,
  GSCOPE_GTK_LABEL_GROUP = 1 << 0,
  GSCOPE_GTK_LABEL_SOURCE = 1 << 1,
} GscopeGtkLabelParts;

/* The operations of the view on its entries. */
GscopeGtkViewSignal *gscope_gtk_view_signal_new (GscopeScope *scope, GscopeSignal *signal,
                                                 const GscopeWorkspaceSignal *overrides);
void gscope_gtk_view_signal_set_key (GscopeGtkViewSignal *self, guint key);
/* Returns its title with parts that tell it from other signals. */
char *gscope_gtk_view_signal_make_label (GscopeGtkViewSignal *self, GscopeGtkLabelParts parts);
/* Sets its label; NULL for its title. */
void gscope_gtk_view_signal_set_label (GscopeGtkViewSignal *self, const char *label);
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
