/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/badge/badge.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_BADGE_LIST (gscope_gtk_badge_list_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkBadgeList, gscope_gtk_badge_list, GSCOPE_GTK, BADGE_LIST, GObject)

GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkBadge *
gscope_gtk_badge_list_add (GscopeGtkBadgeList *self, const GscopeWorkspaceMeasurement *description);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_badge_list_remove (GscopeGtkBadgeList *self, guint position);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_badge_list_assign (GscopeGtkBadgeList *self, GPtrArray *descriptions);
GSCOPE_GTK_AVAILABLE_IN_1_0
GPtrArray *gscope_gtk_badge_list_describe (GscopeGtkBadgeList *self);

G_END_DECLS
