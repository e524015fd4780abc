/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/version.h>
#include <gscope/gscope.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_EXPERIMENT_PLOT (gscope_gtk_experiment_plot_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkExperimentPlot, gscope_gtk_experiment_plot, GSCOPE_GTK,
                      EXPERIMENT_PLOT, GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeExperimentResults *gscope_gtk_experiment_plot_get_results (GscopeGtkExperimentPlot *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_experiment_plot_set_results (GscopeGtkExperimentPlot *self,
                                             GscopeExperimentResults *results);
GSCOPE_GTK_AVAILABLE_IN_1_0
guint gscope_gtk_experiment_plot_get_measure (GscopeGtkExperimentPlot *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_experiment_plot_set_measure (GscopeGtkExperimentPlot *self, guint measure);
GSCOPE_GTK_AVAILABLE_IN_1_0
int gscope_gtk_experiment_plot_get_selected (GscopeGtkExperimentPlot *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_experiment_plot_set_selected (GscopeGtkExperimentPlot *self, int point);
GSCOPE_GTK_AVAILABLE_IN_1_0
int gscope_gtk_experiment_plot_get_running (GscopeGtkExperimentPlot *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_experiment_plot_set_running (GscopeGtkExperimentPlot *self, int point);

G_END_DECLS
