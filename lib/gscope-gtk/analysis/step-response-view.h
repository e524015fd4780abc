/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_STEP_RESPONSE_VIEW (gscope_gtk_step_response_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkStepResponseView, gscope_gtk_step_response_view, GSCOPE_GTK,
                      STEP_RESPONSE_VIEW, GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_step_response_view_new (GscopeStepTracker *steps);
GSCOPE_GTK_AVAILABLE_IN_1_0
void
gscope_gtk_step_response_view_set_steps (GscopeGtkStepResponseView *self, GscopeStepTracker *steps);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_step_response_view_set_view (GscopeGtkStepResponseView *self, GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_step_response_view_set_compact (GscopeGtkStepResponseView *self, gboolean compact);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeStep *gscope_gtk_step_response_view_get_step (GscopeGtkStepResponseView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_step_response_view_get_text (GscopeGtkStepResponseView *self);

G_END_DECLS
