/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/spectrum/frequency-view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_SPECTRUM_VIEW (gscope_gtk_spectrum_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkSpectrumView, gscope_gtk_spectrum_view, GSCOPE_GTK, SPECTRUM_VIEW,
                      GscopeGtkFrequencyView)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_spectrum_view_new (GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
GArray *gscope_gtk_spectrum_view_get_peaks (GscopeGtkSpectrumView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GArray *gscope_gtk_spectrum_view_find_peaks (GscopeGtkSpectrumView *self, guint n);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_spectrum_view_get_unit (GscopeGtkSpectrumView *self);

G_END_DECLS
