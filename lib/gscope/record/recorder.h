/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/scope.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_RECORDER (gscope_recorder_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeRecorder, gscope_recorder, GSCOPE, RECORDER, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeRecorder *gscope_recorder_new (GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_add_scope (GscopeRecorder *self, GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_set_signals (GscopeRecorder *self, const char *const *full_names);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_set_diagnostics (GscopeRecorder *self, gboolean diagnostics);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_set_replace (GscopeRecorder *self, gboolean replace);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_set_rotation (GscopeRecorder *self, guint64 max_bytes, gint64 max_duration);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_recorder_start (GscopeRecorder *self, GFile *file, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_recorder_stop_async (GscopeRecorder *self, GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_recorder_stop_finish (GscopeRecorder *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_recorder_get_active (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_recorder_get_file (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
GFile *gscope_recorder_get_current_file (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_recorder_get_bytes_written (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
gint64 gscope_recorder_get_elapsed (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_recorder_get_n_samples (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_recorder_get_lost (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_get_tally (GscopeRecorder *self, GscopeTally *tally);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_get_own_tally (GscopeRecorder *self, GscopeTally *tally);
GSCOPE_AVAILABLE_IN_1_0
GStrv gscope_recorder_list_losses (GscopeRecorder *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_recorder_get_signal_tally (GscopeRecorder *self, const char *name, GscopeTally *tally);
GSCOPE_AVAILABLE_IN_1_0
const GError *gscope_recorder_get_error (GscopeRecorder *self);

G_END_DECLS
