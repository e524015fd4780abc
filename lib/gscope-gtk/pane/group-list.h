/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/pane/group.h>

/* The groups of some scopes that have a usage: a list model of GscopeGtkGroup, in the order of their
 * signals. */
#define GSCOPE_GTK_TYPE_GROUP_LIST (gscope_gtk_group_list_get_type ())
G_DECLARE_FINAL_TYPE (GscopeGtkGroupList, gscope_gtk_group_list, GSCOPE_GTK, GROUP_LIST, GObject)

GscopeGtkGroupList *gscope_gtk_group_list_new (void);
/* Selects groups by the full names of their usage signals; NULL for all. */
void
gscope_gtk_group_list_set_description (GscopeGtkGroupList *self, GscopeWorkspaceView *description);
void gscope_gtk_group_list_add_scope (GscopeGtkGroupList *self, GscopeScope *scope);
GListModel *gscope_gtk_group_list_get_model (GscopeGtkGroupList *self);
/* Show ended groups after all others, and count them. */
void gscope_gtk_group_list_show_ended (GscopeGtkGroupList *self, gboolean show);
guint gscope_gtk_group_list_count_ended (GscopeGtkGroupList *self);
/* Keeps rows in their positions, for example while the pointer is on them; new rows are added at
 * the end. */
void gscope_gtk_group_list_set_still (GscopeGtkGroupList *self, gboolean still);
/* Sets whether the list is visible: only then are values read. */
void gscope_gtk_group_list_set_shown (GscopeGtkGroupList *self, gboolean shown);
