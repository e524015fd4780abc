/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope-gtk/view-signal.h>
#include <gscope-gtk/viewport.h>
#include <gtk/gtk.h>

G_BEGIN_DECLS

#define GSCOPE_GTK_TYPE_VIEW (gscope_gtk_view_get_type ())
GSCOPE_GTK_EXPORT
G_DECLARE_FINAL_TYPE (GscopeGtkView, gscope_gtk_view, GSCOPE_GTK, VIEW, GtkWidget)

GSCOPE_GTK_EXPORT GtkWidget *gscope_gtk_view_new (GscopeScope *scope);
GSCOPE_GTK_EXPORT GtkWidget *gscope_gtk_view_new_empty (void);
GSCOPE_GTK_EXPORT void gscope_gtk_view_add_scope (GscopeGtkView *self, GscopeScope *scope);
GSCOPE_GTK_EXPORT void
gscope_gtk_view_set_description (GscopeGtkView *self, GscopeWorkspaceView *description);
GSCOPE_GTK_EXPORT GListModel *gscope_gtk_view_get_signals (GscopeGtkView *self);
GSCOPE_GTK_EXPORT GscopeGtkViewport *gscope_gtk_view_get_viewport (GscopeGtkView *self);
GSCOPE_GTK_EXPORT GscopeViewLayout gscope_gtk_view_get_layout (GscopeGtkView *self);
GSCOPE_GTK_EXPORT void gscope_gtk_view_set_layout (GscopeGtkView *self, GscopeViewLayout layout);
GSCOPE_GTK_EXPORT GscopeGtkViewSignal *gscope_gtk_view_get_selected (GscopeGtkView *self);
GSCOPE_GTK_EXPORT void
gscope_gtk_view_set_selected (GscopeGtkView *self, GscopeGtkViewSignal *signal);
GSCOPE_GTK_EXPORT gboolean gscope_gtk_view_get_cursor (GscopeGtkView *self, gint64 *time);
GSCOPE_GTK_EXPORT void gscope_gtk_view_set_cursor (GscopeGtkView *self, gint64 time);
GSCOPE_GTK_EXPORT void gscope_gtk_view_clear_cursor (GscopeGtkView *self);
GSCOPE_GTK_EXPORT void gscope_gtk_view_fit (GscopeGtkView *self);
GSCOPE_GTK_EXPORT gboolean gscope_gtk_view_export_png (GscopeGtkView *self, const char *path,
                                                       double scale, GError **error);

G_END_DECLS
