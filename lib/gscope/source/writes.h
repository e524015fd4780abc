/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/source/source.h>

G_BEGIN_DECLS

/**
 * GSCOPE_WRITES_MAX:
 *
 * The largest number of parameters in a #GscopeWrites.
 *
 * Since: 1.0
 */
#define GSCOPE_WRITES_MAX 256

#define GSCOPE_TYPE_WRITES (gscope_writes_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeWrites, gscope_writes, GSCOPE, WRITES, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeWrites *gscope_writes_new (GscopeSource *source);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_writes_add (GscopeWrites *self, GscopeParameter *parameter, GVariant *value, GError **error);
GSCOPE_AVAILABLE_IN_1_0
guint gscope_writes_get_n (GscopeWrites *self);
GSCOPE_AVAILABLE_IN_1_0
GscopeParameter *gscope_writes_get_parameter (GscopeWrites *self, guint index);
GSCOPE_AVAILABLE_IN_1_0
GVariant *gscope_writes_get_value (GscopeWrites *self, guint index);
GSCOPE_AVAILABLE_IN_1_0
const GError *gscope_writes_get_error (GscopeWrites *self, guint index);
GSCOPE_AVAILABLE_IN_1_0
void gscope_writes_accept (GscopeWrites *self, guint index, GVariant *value);
GSCOPE_AVAILABLE_IN_1_0
void gscope_writes_refuse (GscopeWrites *self, guint index, const GError *error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_writes_apply_async (GscopeWrites *self, const char *writer, GCancellable *cancellable,
                                GAsyncReadyCallback callback, gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_writes_apply_finish (GscopeWrites *self, GAsyncResult *result, GError **error);

G_END_DECLS
