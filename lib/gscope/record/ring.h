/* SPDX-License-Identifier: LGPL-2.1-or-later
 * Copyright 2026 The Gscope authors */

#pragma once

#include <gscope/scope/scope.h>

G_BEGIN_DECLS

/**
 * GSCOPE_RECORD_RING_MIN_BYTES:
 *
 * The smallest bound of a ring.
 *
 * Since: 1.0
 */
#define GSCOPE_RECORD_RING_MIN_BYTES (16 * 1024 * 1024)

#define GSCOPE_TYPE_RECORD_RING (gscope_record_ring_get_type ())
GSCOPE_AVAILABLE_IN_1_0
G_DECLARE_FINAL_TYPE (GscopeRecordRing, gscope_record_ring, GSCOPE, RECORD_RING, GObject)

GSCOPE_AVAILABLE_IN_1_0
GscopeRecordRing *gscope_record_ring_new (GscopeScope *scope, const char *directory);
GSCOPE_AVAILABLE_IN_1_0
void gscope_record_ring_add_scope (GscopeRecordRing *self, GscopeScope *scope);
GSCOPE_AVAILABLE_IN_1_0
void gscope_record_ring_set_bounds (GscopeRecordRing *self, guint64 max_bytes, gint64 max_duration);
GSCOPE_AVAILABLE_IN_1_0
gboolean gscope_record_ring_start (GscopeRecordRing *self, GError **error);
GSCOPE_AVAILABLE_IN_1_0
void gscope_record_ring_stop_async (GscopeRecordRing *self, GAsyncReadyCallback callback,
                                    gpointer user_data);
GSCOPE_AVAILABLE_IN_1_0
gboolean
gscope_record_ring_stop_finish (GscopeRecordRing *self, GAsyncResult *result, GError **error);
GSCOPE_AVAILABLE_IN_1_0
guint64 gscope_record_ring_get_n_lost (GscopeRecordRing *self);
GSCOPE_AVAILABLE_IN_1_0
const char *gscope_record_ring_get_problem (GscopeRecordRing *self);

G_END_DECLS
