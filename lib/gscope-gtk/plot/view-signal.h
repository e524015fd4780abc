/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gdk/gdk.h>
#include <gscope-gtk/version.h>
#include <gscope/gscope.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_VIEW_SIGNAL (gscope_gtk_view_signal_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkViewSignal, gscope_gtk_view_signal, GSCOPE_GTK, VIEW_SIGNAL, GObject)

GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeSignal *gscope_gtk_view_signal_get_signal (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeScope *gscope_gtk_view_signal_get_scope (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
guint gscope_gtk_view_signal_get_key (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_view_signal_get_mark (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_get_rgba (GscopeGtkViewSignal *self, gboolean dark, GdkRGBA *rgba,
                                      gboolean *dashed);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_color_get_rgba (guint color, gboolean dark, GdkRGBA *rgba, gboolean *dashed);
GSCOPE_GTK_AVAILABLE_IN_1_0
guint gscope_gtk_view_signal_get_color (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_color (GscopeGtkViewSignal *self, guint color);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_view_signal_get_title (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_view_signal_get_label (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_title (GscopeGtkViewSignal *self, const char *title);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeLineMode gscope_gtk_view_signal_get_line_mode (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_line_mode (GscopeGtkViewSignal *self, GscopeLineMode mode);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_signal_get_hidden (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_hidden (GscopeGtkViewSignal *self, gboolean hidden);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_signal_overrides (GscopeGtkViewSignal *self, const char *property);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_reset (GscopeGtkViewSignal *self, const char *property);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_get_range (GscopeGtkViewSignal *self, double *min, double *max);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_signal_get_auto_range (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_range (GscopeGtkViewSignal *self, double min, double max);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_zoom_range (GscopeGtkViewSignal *self, double factor, double shift);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_reset_range (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_auto_range (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_least_range (GscopeGtkViewSignal *self, double min, double max);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean
gscope_gtk_view_signal_get_least_range (GscopeGtkViewSignal *self, double *min, double *max);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeValueAxis gscope_gtk_view_signal_get_value_axis (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_value_axis (GscopeGtkViewSignal *self, GscopeValueAxis axis);
GSCOPE_GTK_AVAILABLE_IN_1_0
gboolean gscope_gtk_view_signal_get_own_axis (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_own_axis (GscopeGtkViewSignal *self, gboolean own_axis);
GSCOPE_GTK_AVAILABLE_IN_1_0
double gscope_gtk_view_signal_get_offset (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_offset (GscopeGtkViewSignal *self, double offset);
GSCOPE_GTK_AVAILABLE_IN_1_0
double gscope_gtk_view_signal_get_magnification (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_view_signal_set_magnification (GscopeGtkViewSignal *self, double magnification);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_view_signal_get_text (GscopeGtkViewSignal *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_view_signal_format_value (GscopeGtkViewSignal *self, double value);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_view_signal_get_unit (GscopeGtkViewSignal *self);

G_END_DECLS
