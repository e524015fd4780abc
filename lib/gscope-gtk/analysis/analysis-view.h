/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

struct _GscopeGtkAnalysisFuncs;

#define GSCOPE_GTK_TYPE_ANALYSIS_VIEW (gscope_gtk_analysis_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_DERIVABLE_TYPE (GscopeGtkAnalysisView, gscope_gtk_analysis_view, GSCOPE_GTK,
                          ANALYSIS_VIEW, GtkWidget)

/**
 * GscopeGtkAnalysisViewClass:
 *
 * The functions of each type of analysis view, private to the library.
 *
 * Since: 1.0
 */
struct _GscopeGtkAnalysisViewClass
{
  GtkWidgetClass parent_class;

  /*< private >*/
  const struct _GscopeGtkAnalysisFuncs *funcs;
  gpointer padding[8];
};

GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkView *gscope_gtk_analysis_view_get_view (GscopeGtkAnalysisView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_analysis_view_set_view (GscopeGtkAnalysisView *self, GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkViewSignal *gscope_gtk_analysis_view_get_signal (GscopeGtkAnalysisView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_analysis_view_set_signal (GscopeGtkAnalysisView *self, GscopeGtkViewSignal *signal);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_analysis_view_read_cursor (GscopeGtkAnalysisView *self);

G_END_DECLS
