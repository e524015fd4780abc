/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/pane/group.h>
#include <gtk/gtk.h>

/* The usage of a group as a bar, with a mark at its limit. A click or a drag in it sets the limit, and so do
 * the arrow keys. Its tooltip shows the limit at the pointer, and whether it would be admitted. */
#define GSCOPE_GTK_TYPE_GROUP_BAR (gscope_gtk_group_bar_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkGroupBar, gscope_gtk_group_bar, GSCOPE_GTK, GROUP_BAR, GtkWidget)

GtkWidget *gscope_gtk_group_bar_new (void);
/* Sets the group; NULL for none. */
void gscope_gtk_group_bar_set_group (GscopeGtkGroupBar *self, GscopeGtkGroup *group);
GscopeGtkGroup *gscope_gtk_group_bar_get_group (GscopeGtkGroupBar *self);
/* Sets the limit, as a click does, to a part of the whole. */
void gscope_gtk_group_bar_set_limit (GscopeGtkGroupBar *self, double part);
