/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/plot/view-signal.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_BADGE (gscope_gtk_badge_get_type ())
GSCOPE_GTK_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeGtkBadge, gscope_gtk_badge, GSCOPE_GTK, BADGE, GObject)

GSCOPE_GTK_AVAILABLE_IN_1_0
const GscopeWorkspaceMeasurement *gscope_gtk_badge_get_description (GscopeGtkBadge *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
GscopeGtkViewSignal *gscope_gtk_badge_get_signal (GscopeGtkBadge *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
double gscope_gtk_badge_get_value (GscopeGtkBadge *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
const char *gscope_gtk_badge_get_text (GscopeGtkBadge *self);
GSCOPE_GTK_AVAILABLE_IN_1_0
char *gscope_gtk_badge_format_value (GscopeGtkBadge *self, double value);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_badge_get_statistics (GscopeGtkBadge *self, GscopeMeasures *statistics);
GSCOPE_GTK_AVAILABLE_IN_1_0
void gscope_gtk_badge_reset_statistics (GscopeGtkBadge *self);

G_END_DECLS
