/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/version.h>
#include <gscope/gscope.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_CONTROL (gscope_gtk_control_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkControl, gscope_gtk_control, GSCOPE_GTK, CONTROL, GtkWidget)

GSCOPE_GTK_AVAILABLE_IN_1_0
GtkWidget *gscope_gtk_control_new (GscopeParameter *parameter);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeParameter *gscope_gtk_control_get_parameter (GscopeGtkControl *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_control_describe (GscopeGtkControl *self, const char **keys);

G_END_DECLS
