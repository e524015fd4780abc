/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/version.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_STILL (gscope_gtk_still_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkStill, gscope_gtk_still, GSCOPE_GTK, STILL, GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_still_new (GtkWidget *child);
GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_still_get_child (GscopeGtkStill *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_still_set_child (GscopeGtkStill *self, GtkWidget *child);

G_END_DECLS
