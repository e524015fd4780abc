/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/scope/scope.h>
#include <gscope/scope/workspace-problem.h>
#include <gscope/scope/workspace-view.h>
#include <gscope/source/registry.h>

G_BEGIN_DECLS

/**
 * GSCOPE_WORKSPACE_MAX_BYTES:
 *
 * The most bytes that a workspace's file may have.
 */
#define GSCOPE_WORKSPACE_MAX_BYTES (1024 * 1024)

#define GSCOPE_TYPE_WORKSPACE (gscope_workspace_get_type ())
GSCOPE_EXPORT
G_DECLARE_FINAL_TYPE (GscopeWorkspace, gscope_workspace, GSCOPE, WORKSPACE, GObject)

GSCOPE_EXPORT GscopeWorkspace *gscope_workspace_new_from_file (GFile *file, GError **error);
GSCOPE_EXPORT GscopeWorkspace *
gscope_workspace_new_from_data (const char *data, gssize length, GError **error);
GSCOPE_EXPORT const char *gscope_workspace_get_title (GscopeWorkspace *self);
GSCOPE_EXPORT const char *gscope_workspace_get_description (GscopeWorkspace *self);
GSCOPE_EXPORT GPtrArray *gscope_workspace_get_views (GscopeWorkspace *self);
GSCOPE_EXPORT GListModel *gscope_workspace_get_problems (GscopeWorkspace *self);

GSCOPE_EXPORT void
gscope_workspace_instantiate (GscopeWorkspace *self, GscopeRegistry *registry, GscopeClock *clock);
GSCOPE_EXPORT GListModel *gscope_workspace_get_scopes (GscopeWorkspace *self);
GSCOPE_EXPORT const char *gscope_workspace_get_scope_name (GscopeWorkspace *self, guint position);
GSCOPE_EXPORT gboolean gscope_workspace_get_settled (GscopeWorkspace *self);

G_END_DECLS
