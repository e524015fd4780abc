/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/capture/capture.h>
#include <gscope/scope/scope.h>

G_BEGIN_DECLS

#define GSCOPE_TYPE_CAPTURE_LIST (gscope_capture_list_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeCaptureList, gscope_capture_list, GSCOPE, CAPTURE_LIST, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeCaptureList *gscope_capture_list_new (GscopeScope *scope, GscopeTrigger *trigger);
GSCOPE_AVAILABLE_IN_1_0
GscopeTrigger *gscope_capture_list_get_trigger (GscopeCaptureList *self);
GSCOPE_AVAILABLE_IN_1_0
void gscope_capture_list_add_signal (GscopeCaptureList *self, GscopeSignal *signal);
GSCOPE_AVAILABLE_IN_1_0
void gscope_capture_list_set_window (GscopeCaptureList *self, gint64 before, gint64 after);
GSCOPE_AVAILABLE_IN_1_0
void gscope_capture_list_set_bounds (GscopeCaptureList *self, guint max_count, gsize max_bytes);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_capture_list_add_at (GscopeCaptureList *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_capture_list_lacks (GscopeCaptureList *self, gint64 time);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_capture_list_load_async (GscopeCaptureList *self, gint64 time, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_capture_list_load_finish (GscopeCaptureList *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_capture_list_unload (GscopeCaptureList *self);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_capture_list_add (GscopeCaptureList *self, GscopeCapture *capture);
GSCOPE_AVAILABLE_IN_1_0
void gscope_capture_list_remove (GscopeCaptureList *self, guint position);
GSCOPE_AVAILABLE_IN_1_0
gsize gscope_capture_list_get_bytes (GscopeCaptureList *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_capture_list_get_n_taken (GscopeCaptureList *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_capture_list_get_n_evicted (GscopeCaptureList *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_capture_list_get_n_overlapping (GscopeCaptureList *self);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_capture_list_get_n_lost (GscopeCaptureList *self);

G_END_DECLS
