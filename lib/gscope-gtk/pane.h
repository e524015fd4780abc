/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_PANE (gscope_gtk_pane_get_type ())
GSCOPE_GTK_EXPORT
G_DECLARE_FINAL_TYPE (GscopeGtkPane, gscope_gtk_pane, GSCOPE_GTK, PANE, GtkWidget)

GSCOPE_GTK_EXPORT GtkWidget *gscope_gtk_pane_new (GscopeGtkView *view);
GSCOPE_GTK_EXPORT GscopeGtkView *gscope_gtk_pane_get_view (GscopeGtkPane *self);

G_END_DECLS
