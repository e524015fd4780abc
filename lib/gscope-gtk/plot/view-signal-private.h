/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/paint/mapping.h>
#include <gscope-gtk/paint/palette.h>
#include <gscope-gtk/plot/view-signal.h>

/* The place of a signal on value axes: the kind of its axis, whether the view shows an axis of its own beside the others,
 * how far it is moved up in its lane as a part of the height and how many times it is magnified about its middle, its range, the
 * least range of an axis that follows the values, and the mapping as it is drawn now, but for offset and magnification. */
typedef struct
{
  GscopeValueAxis axis;
  gboolean own_axis;
  double offset;
  double magnification;
  /* whether the range does not follow the values */
  gboolean has_range;
  /* whether the range was chosen here, so that the signal's is not followed */
  gboolean owns_range;
  double min;
  double max;
  /* equal without a least range */
  double least_min;
  double least_max;
  GscopeGtkMapping mapping;
} GscopeGtkPlacement;

/* The operations of the view on its entries. */
GscopeGtkViewSignal *gscope_gtk_view_signal_new (GscopeScope *scope, GscopeSignal *signal,
                                                 const GscopeWorkspaceSignal *overrides);
void gscope_gtk_view_signal_set_key (GscopeGtkViewSignal *self, guint key);
/* Sets the signal of the view that it is compared with: it has its colour and its range. NULL for none. */
void gscope_gtk_view_signal_set_compared (GscopeGtkViewSignal *self, GscopeGtkViewSignal *compared);
GscopeGtkViewSignal *gscope_gtk_view_signal_get_compared (GscopeGtkViewSignal *self);
/* Sets its label; NULL for its title. */
void gscope_gtk_view_signal_set_label (GscopeGtkViewSignal *self, const char *label);
/* Describes its overrides, if they differ from a first description. */
GscopeWorkspaceSignal *
gscope_gtk_view_signal_describe (GscopeGtkViewSignal *self, const GscopeWorkspaceSignal *base);
/* Adds the properties of the placement to the class. */
void gscope_gtk_view_signal_install_placement (GObjectClass *object_class);
GscopeGtkPlacement *gscope_gtk_view_signal_get_placement (GscopeGtkViewSignal *self);
/* Notifies a property that changes how it looks. */
void gscope_gtk_view_signal_change (GscopeGtkViewSignal *self, const char *property);
/* Returns whether it is moved or magnified. */
gboolean gscope_gtk_view_signal_is_moved (GscopeGtkViewSignal *self);
/* Sets the mapping of its axis, and gets the one by which it is drawn. */
void
gscope_gtk_view_signal_show_mapping (GscopeGtkViewSignal *self, const GscopeGtkMapping *mapping);
GscopeGtkMapping gscope_gtk_view_signal_get_mapping (GscopeGtkViewSignal *self);
/* Sets its displayed value. Returns whether the text changed. */
gboolean gscope_gtk_view_signal_show_value (GscopeGtkViewSignal *self, double value);
/* Creates the statistics at the first call. */
GscopeStatistics *gscope_gtk_view_signal_get_statistics (GscopeGtkViewSignal *self);
guint32 gscope_gtk_view_signal_resolve (GscopeGtkViewSignal *self, const GscopeGtkPalette *palette,
                                        gboolean *dashed);

/* Returns the time of the last sample that was already seen if there are newer ones; otherwise
 * G_MAXINT64. */
gint64 gscope_gtk_view_signal_take_news (GscopeGtkViewSignal *self);
