/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/gscope.h>
#include <gtk/gtk.h>

#include "compare/comparison.h"
#include "programs/program.h"
#include "session/consent.h"
#include "session/document.h"
#include "session/values.h"

#define APP_TYPE_SESSION (app_session_get_type ())
G_DECLARE_FINAL_TYPE (AppSession, app_session, APP, SESSION, GObject)

/* A workspace that is open, with its scopes, sources, recorder and history. It knows no window; the
 * windows that show it attach themselves, and the last to go closes it. */
AppSession *
app_session_new (GFile *file, GscopeRegistry *registry, AppConsent consent, GError **error);
AppSession *app_session_new_input (GscopeRegistry *registry);
/* Shows the output of a program, which ends when the session closes. */
AppSession *app_session_new_program (GscopeRegistry *registry, AppProgram *program);
/* NULL where no program was started. */
AppProgram *app_session_get_program (AppSession *self);
AppSession *app_session_new_playback (GFile *file, GscopeRegistry *registry);
/* NULL where nothing is played back. */
GscopePlayer *app_session_get_player (AppSession *self);
/* Chooses the format of the recording that is played back, and reads the file again if it was read in
 * another format. A session emits “table” if a format was detected that the user should check, and “reread”. */
void app_session_set_format (AppSession *self, const GscopeRecordingFormat *format);
GscopeClock *app_session_get_clock (AppSession *self);
AppSession *app_session_new_empty (GscopeRegistry *registry, gint64 span);
void app_session_close (AppSession *self);
/* Returns whether sources are still stopping after the session was closed. */
gboolean app_session_is_stopping (AppSession *self);
void app_session_attach (AppSession *self);
void app_session_detach (AppSession *self);
guint app_session_count_windows (AppSession *self);

/* Returns the document: its file, its unsaved changes, and the views that no window shows. */
AppDocument *app_session_get_document (AppSession *self);
/* Returns the file that was opened, also a ready-made one; NULL for an empty session. */
GFile *app_session_get_origin (AppSession *self);
AppHistory *app_session_get_history (AppSession *self);
AppValues *app_session_get_values (AppSession *self);

AppComparison *app_session_get_comparison (AppSession *self);

/* Emits the signal “tick”, at which what shows counts refreshes them. */
void app_session_tick (AppSession *self);

const char *app_session_get_title (AppSession *self);
GscopeWorkspace *app_session_get_workspace (AppSession *self);
GListModel *app_session_get_scopes (AppSession *self);
GListModel *app_session_get_sources (AppSession *self);
/* Returns the parameters of all sources. */
GListModel *app_session_get_parameters (AppSession *self);
/* NULL if there is none of that name. */
GscopeSource *app_session_find_source (AppSession *self, const char *name);
/* Returns the source of a signal; NULL if there is none. */
GscopeSource *app_session_find_owner (AppSession *self, GscopeSignal *signal);
/* Returns whether a signal is of a source. A source without a name, such as a recording, has all signals. */
gboolean app_session_is_of_source (GscopeSignal *signal, GscopeSource *source);
GscopeScope *app_session_find_scope (AppSession *self, GscopeSource *source);
/* By its full name; NULL if no source has it now. scope: out, whose signal it is, or NULL. */
GscopeSignal *
app_session_find_signal (AppSession *self, const char *full_name, GscopeScope **scope);
/* Emits “scopes-changed”, as the session does whenever a scope comes or goes. */
void app_session_set_scope_name (AppSession *self, guint position, const char *name);
char *app_session_dup_scope_title (AppSession *self, guint position);
GtkStringList *app_session_list_scope_titles (AppSession *self);
gboolean app_session_get_running (AppSession *self);
/* Starts or stops every scope, and emits “running-changed”. */
void app_session_set_running (AppSession *self, gboolean running);
gboolean app_session_has_samples (AppSession *self);
GscopeRecorder *app_session_get_recorder (AppSession *self);
/* Returns the tracker of the responses of signals to writes. */
GscopeStepTracker *app_session_get_steps (AppSession *self);
