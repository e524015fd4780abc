/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gio/gio.h>
#include <gscope/document/comparison.h>
#include <gscope/document/identification.h>
#include <gscope/document/playback.h>
#include <gscope/document/problem.h>
#include <gscope/document/view.h>
#include <gscope/document/window.h>
#include <gscope/limit/limit.h>
#include <gscope/scope/scope.h>
#include <gscope/source/demand.h>
#include <gscope/source/registry.h>

G_BEGIN_DECLS

/**
 * GSCOPE_WORKSPACE_MAX_BYTES:
 *
 * The most bytes that a workspace's file may have.
 *
 * Since: 1.0
 */
#define GSCOPE_WORKSPACE_MAX_BYTES (1024 * 1024)

#define GSCOPE_TYPE_WORKSPACE (gscope_workspace_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeWorkspace, gscope_workspace, GSCOPE, WORKSPACE, GObject)

GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_workspace_list_directories (void);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_is_ready_made (GFile *file);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_workspace_find (const char *name, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspace *gscope_workspace_new_from_file (GFile *file, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspace *gscope_workspace_new_from_data (const char *data, gssize length, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeWorkspace *gscope_workspace_new_for_recording (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_workspace_get_title (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_workspace_get_description (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_workspace_get_views (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_workspace_get_problems (GscopeWorkspace *self);

GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_workspace_list_demands (GscopeWorkspace *self, GscopeRegistry *registry);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_decline_demands (GscopeWorkspace *self, GscopeRegistry *registry);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_workspace_instantiate (GscopeWorkspace *self, GscopeRegistry *registry, GscopeClock *clock);
GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_workspace_get_scopes (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_workspace_get_scope_name (GscopeWorkspace *self, guint position);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_get_settled (GscopeWorkspace *self);

GSCOPE_AVAILABLE_IN_1_0
GscopeSource *
gscope_workspace_add_source (GscopeWorkspace *self, guint scope, const char *type, const char *name,
                             GVariant *options, GVariant *parameters, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_workspace_configure_source (GscopeWorkspace *self, GscopeSource *source,
                                                 GVariant *options, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_workspace_restore_source (GscopeWorkspace *self, GscopeSource *source,
                                               const char *description, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_workspace_move_source (GscopeWorkspace *self, GscopeSource *source,
                                            guint scope, guint position, GError **error);
GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_workspace_place_source (GscopeWorkspace *self, GscopeSource *source,
                                             const char *address, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_workspace_describe_source (GscopeWorkspace *self, GscopeSource *source, guint *scope,
                                        guint *position);
GSCOPE_AVAILABLE_IN_1_0
GscopeSource *gscope_workspace_insert_source (GscopeWorkspace *self, guint scope, guint position,
                                              const char *description, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_remove_source (GscopeWorkspace *self, GscopeSource *source);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_workspace_get_source_type (GscopeWorkspace *self, GscopeSource *source);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_workspace_get_source_options (GscopeWorkspace *self, GscopeSource *source);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_workspace_get_source_scope (GscopeWorkspace *self, GscopeSource *source);

GSCOPE_AVAILABLE_IN_1_0
GscopeScope *gscope_workspace_insert_scope (GscopeWorkspace *self, guint position,
                                            const char *description, GError **error);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_workspace_describe_scope (GscopeWorkspace *self, guint position);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_remove_scope (GscopeWorkspace *self, guint position);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_scope_name (GscopeWorkspace *self, guint position, const char *name);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrigger *gscope_workspace_get_trigger (GscopeWorkspace *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_trigger (GscopeWorkspace *self, GscopeSignal *signal,
                                   const GscopeTriggerSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_take_triggers (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeLimit *gscope_workspace_get_limit (GscopeWorkspace *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_limit (GscopeWorkspace *self, GscopeSignal *signal,
                                 const GscopeLimitSettings *settings);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_workspace_list_limited (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
GListModel *gscope_workspace_get_limits (GscopeWorkspace *self);

GSCOPE_AVAILABLE_IN_1_0
const GscopeWorkspacePlayback *gscope_workspace_get_playback (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_playback (GscopeWorkspace *self, const GscopeWorkspacePlayback *playback);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_workspace_get_comparisons (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_comparisons (GscopeWorkspace *self, GPtrArray *comparisons);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_workspace_get_identifications (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_identifications (GscopeWorkspace *self,
                                           GscopeWorkspaceIdentification *const *identifications,
                                           gsize n_identifications);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_title (GscopeWorkspace *self, const char *title);
GSCOPE_AVAILABLE_IN_1_0
GPtrArray *gscope_workspace_get_windows (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_set_views (GscopeWorkspace *self, GPtrArray *views, GPtrArray *windows);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_workspace_to_data (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
char *gscope_workspace_to_layout (GscopeWorkspace *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_workspace_save_async (GscopeWorkspace *self, GFile *file, GCancellable *cancellable,
                                  GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_workspace_save_finish (GscopeWorkspace *self, GAsyncResult *result, GError **error);

G_END_DECLS
