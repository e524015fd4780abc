/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_HISTOGRAM_VIEW (gscope_gtk_histogram_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkHistogramView, gscope_gtk_histogram_view, GSCOPE_GTK, HISTOGRAM_VIEW,
                      GscopeGtkAnalysisView)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_histogram_view_new (GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_histogram_view_set_percents (GscopeGtkHistogramView *self, const double *percents,
                                             guint n);
GSCOPE_GTK_AVAILABLE_IN_1_0
double gscope_gtk_histogram_view_get_percentile (GscopeGtkHistogramView *self, double percent);

G_END_DECLS
