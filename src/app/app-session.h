/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>

/* Samples that got lost, by what the user can do about it: late ones ask for a longer delay. */
typedef struct
{
  guint64 lost;
  guint64 late;
  guint64 gaps;
} AppLosses;

void app_losses_add_signal (AppLosses *self, GscopeSignal *signal);

#define APP_TYPE_SESSION (app_session_get_type ())
G_DECLARE_FINAL_TYPE (AppSession, app_session, APP, SESSION, GObject)

/* A workspace that is open, with its scopes, sources and recorder. It has no window. */
AppSession *app_session_new (GFile *file, GscopeRegistry *registry, GError **error);
void app_session_close (AppSession *self);

/* Emits the signal “tick”, at which what shows counts refreshes them. */
void app_session_tick (AppSession *self);

const char *app_session_get_title (AppSession *self);
GscopeWorkspace *app_session_get_workspace (AppSession *self);
GListModel *app_session_get_scopes (AppSession *self);
GListModel *app_session_get_sources (AppSession *self);
GscopeScope *app_session_find_scope (AppSession *self, GscopeSource *source);
char *app_session_dup_scope_title (AppSession *self, guint position);
gboolean app_session_get_running (AppSession *self);
void app_session_set_running (AppSession *self, gboolean running);
void app_session_count_losses (AppSession *self, AppLosses *losses);
gboolean app_session_has_samples (AppSession *self);
GscopeRecorder *app_session_get_recorder (AppSession *self);
