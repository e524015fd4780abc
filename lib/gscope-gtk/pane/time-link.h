/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view/view.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_TIME_LINK (gscope_gtk_time_link_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkTimeLink, gscope_gtk_time_link, GSCOPE_GTK, TIME_LINK, GObject)

GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkTimeLink *gscope_gtk_time_link_new (void);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_time_link_add (GscopeGtkTimeLink *self, GscopeGtkView *view);

G_END_DECLS
