/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/analysis/analysis-view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_TRANSFER_VIEW (gscope_gtk_transfer_view_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkTransferView, gscope_gtk_transfer_view, GSCOPE_GTK, TRANSFER_VIEW,
                      GscopeGtkAnalysisView)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_transfer_view_new (GscopeGtkView *view);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_transfer_view_set_identify (GscopeGtkTransferView *self, GscopeIdentify *identify);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeIdentify *gscope_gtk_transfer_view_get_identify (GscopeGtkTransferView *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_transfer_view_make_table (GscopeGtkTransferView *self);

G_END_DECLS
