/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/capture/list.h>
#include <gscope/record/exporter.h>

G_BEGIN_DECLS

GSCOPE_AVAILABLE_IN_1_0
void
gscope_capture_list_write_async (GscopeCaptureList *self, GscopeCapture *const *captures, gsize n,
                                 GscopeExportFormat format, GFile *file, GCancellable *cancellable,
                                 GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_capture_list_write_finish (GscopeCaptureList *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void
gscope_capture_list_read_async (GscopeCaptureList *self, GFile *file, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_capture_list_read_finish (GscopeCaptureList *self, GAsyncResult *result, GError **error);

G_END_DECLS
